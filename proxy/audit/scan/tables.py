"""Constant tables of the columns: geometry from python-chess, and random numbers for keys."""

from __future__ import annotations

import chess
import numpy as np

# Kinds of moves as the words tell them. The first six are also the numbers of the pieces.
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PAWN_TAKES, SHORT, LONG = range(9)
PIECE_OF_KIND = np.array([0, 1, 2, 3, 4, 5, 0, 5, 5], dtype=np.int64)

BIT = np.array(chess.BB_SQUARES, dtype=np.uint64)
WHITE_RIGHTS = chess.BB_A1 | chess.BB_H1
BLACK_RIGHTS = chess.BB_A8 | chess.BB_H8


def _between() -> np.ndarray:
    return np.array(
        [chess.between(a, b) for a in chess.SQUARES for b in chess.SQUARES], dtype=np.uint64
    )


def _pawn_origins(color: chess.Color) -> list[int]:
    """From which squares a pawn can step to each square, on an empty board."""
    forward = 8 if color else -8
    origins = []
    for square in chess.SQUARES:
        rank = chess.square_rank(square) if color else 7 - chess.square_rank(square)
        steps = {3: (1, 2)}.get(rank, (1,)) if rank >= 2 else ()
        origins.append(sum(chess.BB_SQUARES[square - forward * step] for step in steps))
    return origins


def _origins(color: chess.Color) -> np.ndarray:
    """From which squares a kind of move can come to a square, on an empty board: [kind * 64 + to].

    Castling is of the king at home.
    """
    diagonal = [chess.BB_DIAG_ATTACKS[square][0] for square in chess.SQUARES]
    straight = [
        chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0]
        for square in chess.SQUARES
    ]
    home = chess.BB_E1 if color else chess.BB_E8
    rows: list[list[int]] = [[]] * 9
    rows[PAWN] = _pawn_origins(color)
    rows[KNIGHT] = list(chess.BB_KNIGHT_ATTACKS)
    rows[BISHOP] = diagonal
    rows[ROOK] = straight
    rows[QUEEN] = [a | b for a, b in zip(diagonal, straight, strict=True)]
    rows[KING] = list(chess.BB_KING_ATTACKS)
    rows[PAWN_TAKES] = list(chess.BB_PAWN_ATTACKS[not color])
    rows[SHORT] = rows[LONG] = [home] * 64
    return np.array([bits for row in rows for bits in row], dtype=np.uint64)


def _rights_kept() -> np.ndarray:
    """Which castling rights (by the rook's square) remain when a square is left or entered."""
    kept = []
    for square in chess.SQUARES:
        lost = chess.BB_SQUARES[square]
        lost |= {chess.E1: WHITE_RIGHTS, chess.E8: BLACK_RIGHTS}.get(square, 0)
        kept.append((WHITE_RIGHTS | BLACK_RIGHTS) & ~lost)
    return np.array(kept, dtype=np.uint64)


BETWEEN = _between()  # [a * 64 + b]
ORIGINS = (_origins(chess.BLACK), _origins(chess.WHITE))
DIAGONAL = ORIGINS[0][BISHOP * 64 : BISHOP * 64 + 64]
STRAIGHT = ORIGINS[0][ROOK * 64 : ROOK * 64 + 64]
KNIGHT_REACH = ORIGINS[0][KNIGHT * 64 : KNIGHT * 64 + 64]
KING_REACH = ORIGINS[0][KING * 64 : KING * 64 + 64]
PAWN_REACH = tuple(np.array(chess.BB_PAWN_ATTACKS[color], dtype=np.uint64) for color in (0, 1))
RIGHTS_KEPT = _rights_kept()

# Keys are sums (by exclusive or) of random numbers: one for each piece of a colour on a square, for
# each castling right and each en-passant square that counts, and one for the side to move.
_random = np.random.default_rng(19230701)


def _numbers(size: int) -> np.ndarray:
    return _random.integers(1, 2**64, size=size, dtype=np.uint64)


PIECE_KEYS = (_numbers(6 * 64), _numbers(6 * 64))  # [color][piece * 64 + square]
RIGHT_KEYS = _numbers(64)
EN_PASSANT_KEYS = _numbers(64)
TURN_KEY = _numbers(1)[0]


def start_key(board: chess.Board) -> int:
    """Return the key of a position, which the columns then keep up to date."""
    key = 0 if board.turn else int(TURN_KEY)
    for square, piece in board.piece_map().items():
        key ^= int(PIECE_KEYS[piece.color][(piece.piece_type - 1) * 64 + square])
    for square in chess.scan_forward(board.castling_rights):
        key ^= int(RIGHT_KEYS[square])
    if board.ep_square is not None and board.has_legal_en_passant():
        key ^= int(EN_PASSANT_KEYS[board.ep_square])
    return key
