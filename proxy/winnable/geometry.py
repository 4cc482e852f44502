"""Attack tables and square distances, from python-chess's bitboards (a1 is bit 0, h8 bit 63)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL = chess.BB_ALL
LIGHT, DARK = chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES
FILES, RANKS = chess.BB_FILES, chess.BB_RANKS
KING, KNIGHT = chess.BB_KING_ATTACKS, chess.BB_KNIGHT_ATTACKS
PAWN = chess.BB_PAWN_ATTACKS
NOT_A, NOT_H = ALL ^ chess.BB_FILE_A, ALL ^ chess.BB_FILE_H

_DIAG, _DIAG_MASK = chess.BB_DIAG_ATTACKS, chess.BB_DIAG_MASKS
_FILE, _FILE_MASK = chess.BB_FILE_ATTACKS, chess.BB_FILE_MASKS
_RANK, _RANK_MASK = chess.BB_RANK_ATTACKS, chess.BB_RANK_MASKS

DIAGONALS = [_DIAG[square][0] for square in chess.SQUARES]
LINES = [_FILE[square][0] | _RANK[square][0] for square in chess.SQUARES]
BETWEEN = [[chess.between(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
KING_DISTANCE = [[chess.square_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES]
RINGS = [  # the squares at each distance, for every square
    [sum(1 << b for b in chess.SQUARES if KING_DISTANCE[a][b] == distance) for distance in range(8)]
    for a in chess.SQUARES
]
KNIGHT_DISTANCE = [
    [chess.square_knight_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES
]


def bits(bitboard: int) -> Iterator[int]:
    """Yield the squares of a bitboard, lowest first."""
    while bitboard:
        low = bitboard & -bitboard
        yield low.bit_length() - 1
        bitboard ^= low


def diagonal(square: int, occupied: int) -> int:
    """Squares a bishop attacks, up to and with the first occupied one."""
    return _DIAG[square][_DIAG_MASK[square] & occupied]


def line(square: int, occupied: int) -> int:
    """Squares a rook attacks, up to and with the first occupied one."""
    return (
        _FILE[square][_FILE_MASK[square] & occupied] | _RANK[square][_RANK_MASK[square] & occupied]
    )


def attacks(kind: int, white: bool, square: int, occupied: int) -> int:
    """Squares that a piece of this kind and colour attacks from a square."""
    if kind == chess.PAWN:
        return PAWN[white][square]
    if kind == chess.KNIGHT:
        return KNIGHT[square]
    if kind == chess.KING:
        return KING[square]
    if kind == chess.BISHOP:
        return diagonal(square, occupied)
    if kind == chess.ROOK:
        return line(square, occupied)
    return diagonal(square, occupied) | line(square, occupied)


def mating_corner_is_east(bishops: int, white: int) -> bool:
    """Whether White's bishops control h8 rather than a8, else whether Black's do not."""
    ours = bishops & white
    return bool(ours & DARK) if ours else bool(bishops & LIGHT)
