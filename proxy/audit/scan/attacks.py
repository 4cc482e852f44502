"""Who attacks a square, for many boards at once.

Boards are columns: each argument is an array with an element a board. `pieces` are the attacker's
six bitboards, pawns to king, as rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from proxy.audit.scan.tables import (
    BETWEEN,
    BISHOP,
    DIAGONAL,
    KING,
    KING_REACH,
    KNIGHT,
    KNIGHT_REACH,
    PAWN,
    PAWN_REACH,
    QUEEN,
    ROOK,
    STRAIGHT,
)

if TYPE_CHECKING:
    import chess

ONE = np.uint64(1)


def lowest(bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest bit of each bitboard, and its square (64 where there is none)."""
    below = bits - ONE
    return bits & ~below, np.bitwise_count(~bits & below).astype(np.int64)


def attacked(
    by: chess.Color, square: np.ndarray, occupied: np.ndarray, pieces: np.ndarray
) -> np.ndarray:
    """Return whether `by` attacks the square on each board."""
    near = KNIGHT_REACH[square] & pieces[KNIGHT]
    near |= PAWN_REACH[not by][square] & pieces[PAWN]
    near |= KING_REACH[square] & pieces[KING]
    found: np.ndarray = near != 0
    snipers = DIAGONAL[square] & (pieces[BISHOP] | pieces[QUEEN])
    snipers |= STRAIGHT[square] & (pieces[ROOK] | pieces[QUEEN])
    rows = np.flatnonzero(snipers)
    rest, lines, filled = snipers[rows], square[rows] * 64, occupied[rows]
    while rows.size:
        bit, sniper = lowest(rest)
        open_line = BETWEEN[lines + sniper] & filled == 0
        found[rows[open_line]] = True
        rest ^= bit
        more = np.flatnonzero((rest != 0) & ~open_line)
        rows, rest, lines, filled = rows[more], rest[more], lines[more], filled[more]
    return found
