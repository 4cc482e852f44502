"""The gate before every analysis: most positions are alive at a glance, in a few microseconds.

A guess, and safe for rulings all the same: a position that is wrongly taken for alive is not ruled
at this move and asked about again at the next, and a dead position never becomes alive again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.bitboards.geometry import KING, bits, diagonal, line

if TYPE_CHECKING:
    import chess

MOBILE = 5  # squares a rook or queen must be able to go to
MANY = 10  # pieces beside kings and pawns that no wall will hold


def gate(board: chess.Board) -> bool:
    """Whether the position is alive at a glance, so that it need not be analysed at this move.

    Alive looks: nobody in check, few pawns locked, and many pieces; or both kings with a square to
    step to and a mobile rook or queen, or a pawn with an empty file before it and another move.
    """
    black, white = board.occupied_co  # indexed by colour, and chess.BLACK is False
    occupied, kings, pawns = board.occupied, board.kings, board.pawns
    locked = ((pawns & white) << 8 & pawns & black).bit_count()
    pieces = occupied & ~pawns & ~kings
    if locked < 3 and pieces.bit_count() >= MANY:
        return not board.checkers_mask()
    white_king = (kings & white).bit_length() - 1
    black_king = (kings & black).bit_length() - 1
    if not KING[white_king] & ~white or not KING[black_king] & ~black:
        return False
    if locked < 4 and _mobile_heavy_piece(board, occupied, white, black):
        return not board.checkers_mask()
    if locked < 3 and _free_pawn(occupied, pawns & white, pawns & black):
        own, king = (white, white_king) if board.turn else (black, black_king)
        if own & ~pawns & ~kings or (KING[king] & ~own).bit_count() >= 2:
            return not board.checkers_mask()
    return False


def _mobile_heavy_piece(board: chess.Board, occupied: int, white: int, black: int) -> bool:
    queens = board.queens
    for square in bits(queens | board.rooks):
        reach = line(square, occupied)
        if queens >> square & 1:
            reach |= diagonal(square, occupied)
        if (reach & ~(white if white >> square & 1 else black)).bit_count() >= MOBILE:
            return True
    return False


def _free_pawn(occupied: int, white_pawns: int, black_pawns: int) -> bool:
    """Whether some pawn has an empty file before it."""
    below = occupied >> 8
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    if white_pawns & ~below:
        return True
    above = occupied << 8
    above |= above << 8
    above |= above << 16
    above |= above << 32
    return bool(black_pawns & ~above)
