"""When two positions are the same (9.2.3), and how programs differ about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess
import chess.variant

Key = tuple[object, ...]
KeyOf = Callable[[chess.Board], Key]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a program reads positions where it departs from the Laws; the defaults are the Laws.

    `any_rook`: a FEN's castling right is good for a rook off its corner (X-FEN reading).
    `castling_squares`: the rooks whose rights count in the key.
    `castling_resets_clock`: castling sets the fifty-move clock to 0.
    `en_passant`: which e.p. squares count: "legal", or "pseudo-legal" (pins and checks ignored).
    `fen_en_passant`: the same for the e.p. square of a FEN, before cleaning; also "any".
    """

    any_rook: bool = False
    castling_squares: chess.Bitboard = chess.BB_ALL
    castling_resets_clock: bool = False
    en_passant: str = "legal"
    fen_en_passant: str = "cleaned"


LAWS = Reading()


def position_key(board: chess.Board) -> Key:
    """Return what makes a position of standard chess the same as another.

    Which knight or rook is which does not matter, nor what was promoted; castling counts by right
    (9.2.3.2), en passant only if a capture there is fully legal (9.2.3.1).
    """
    ep = board.ep_square
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[True],
        board.turn,
        board.castling_rights,
        ep if ep is not None and board.has_legal_en_passant() else None,
    )


def variant_key(board: chess.Board) -> Key:
    """Return the key of a variant's position: also its pockets, promoted pieces and checks left."""
    if isinstance(board, chess.variant.CrazyhouseBoard):
        pockets = tuple(str(pocket) for pocket in board.pockets)
        return (*position_key(board), pockets, board.promoted)
    if isinstance(board, chess.variant.ThreeCheckBoard):
        return (*position_key(board), tuple(board.remaining_checks))
    return position_key(board)


def key_for(board: chess.Board, reading: Reading) -> KeyOf:
    """Return the key function for this kind of board under this reading of the Laws."""
    if type(board) is not chess.Board:
        return variant_key
    if reading.en_passant == "legal" and reading.castling_squares == chess.BB_ALL:
        return position_key

    def deviating_key(board: chess.Board) -> Key:
        return (
            *position_key(board)[:8],
            board.castling_rights & reading.castling_squares,
            _ep(board, reading.en_passant),
        )

    return deviating_key


def root_key(board: chess.Board, given_ep: chess.Square | None, reading: Reading) -> Key:
    """Return the key of the start position, whose e.p. square is taken as the FEN gave it."""
    key = key_for(board, reading)(board)
    if reading.fen_en_passant == "cleaned" or given_ep is None or type(board) is not chess.Board:
        return key
    uncleaned = board.copy(stack=False)
    uncleaned.ep_square = given_ep
    return (*key[:9], _ep(uncleaned, reading.fen_en_passant))


def _ep(board: chess.Board, counts: str) -> chess.Square | None:
    """Return the e.p. square if it counts: "any", "pseudo-legal" or "legal"."""
    if counts == "legal":
        holds = board.has_legal_en_passant()
    elif counts == "pseudo-legal":
        holds = board.has_pseudo_legal_en_passant()
    else:
        holds = True
    return board.ep_square if holds else None
