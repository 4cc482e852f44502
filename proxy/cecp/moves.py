"""Moves as CECP writes them (section 8, MOVE): in coordinates, or in SAN.

Written castling is the king's two steps (e1g1), in Chess960 O-O. What engines write is read
generously: coordinates, SAN, long SAN as in Ng8-f6, castling with letters or zeros.
"""

from __future__ import annotations

import re

import chess

from proxy.game.castling import own_dialect

COORDINATES = re.compile(r"[a-h][1-8][a-h][1-8][qrbnkQRBNK]?")
DROP = re.compile(r"[A-Z]@[a-h][1-8]")
NUMBER = re.compile(r"^(?:\d+$|\d*\.+)")
DECORATION = "+#!?,;)"


def read_move(board: chess.Board, text: str) -> chess.Move | None:
    """Return the legal move that `text` names on `board`, or None where it names none."""
    text = text.rstrip(DECORATION)
    if COORDINATES.fullmatch(text) or text[1:2] == "@":
        try:
            move = own_dialect(board, chess.Move.from_uci(_uci_case(text)))
        except chess.InvalidMoveError:
            return None
        return move if board.is_legal(move) else None
    try:
        return board.parse_san(text) or None  # a null move is no move
    except ValueError:
        return None


def illegal_in_uci(text: str) -> str | None:
    """Return a move in coordinates as UCI writes it, legal or not; None where it has no such form.

    What names no legal move in SAN does not say where it starts.
    """
    text = text.rstrip(DECORATION)
    if DROP.fullmatch(text):
        return text
    return text.lower() if COORDINATES.fullmatch(text) else None


def write_move(board: chess.Board, move: chess.Move, *, san: bool = False) -> str:
    """Return a legal move as it is sent over CECP."""
    if san:
        return board.san(move).rstrip("+#")
    if board.chess960 and board.is_castling(move):
        return "O-O" if board.is_kingside_castling(move) else "O-O-O"
    return move.uci()


def read_line(board: chess.Board, line: str) -> list[chess.Move]:
    """Return the moves of a principal variation as far as they are legal from `board` on.

    Move numbers are skipped. `board` is left as it was.
    """
    moves: list[chess.Move] = []
    for word in line.split():
        text = NUMBER.sub("", word)
        if not text:
            continue
        move = read_move(board, text)
        if move is None:
            break
        board.push(move)
        moves.append(move)
    for _ in moves:
        board.pop()
    return moves


def _uci_case(text: str) -> str:
    return text if text[1:2] == "@" else text.lower()
