"""How far a mate seems to be, for White to be helped: guesses that only order the search."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import chess

from proxy.winnable.geometry import (
    ALL,
    FILES,
    KING,
    KING_DISTANCE,
    KNIGHT_DISTANCE,
    bits,
    mating_corner_is_east,
)

if TYPE_CHECKING:
    from proxy.winnable.position import Position

# For the corner h8 and the corner a8: mated there, White's king on one of two squares, a black
# piece blocking beside him, a knight giving check from one of two squares.
_EAST = (chess.H8, (chess.G6, chess.H6), chess.G8, (chess.F7, chess.G6))
_WEST = (chess.A8, (chess.B6, chess.A6), chess.B8, (chess.C7, chess.B6))


def guesses(position: Position) -> tuple[int, int]:
    """Guess how far Black is from being mated in a corner, and from it wherever its king is.

    In twentieths of a step.
    """
    pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = position
    black = (pawns | knights | bishops | rooks | queens | kings) & ~white
    corner, posts, block, springs = _EAST if mating_corner_is_east(bishops, white) else _WEST
    black_king = (kings & black).bit_length() - 1
    near_white_king = KING_DISTANCE[(kings & white).bit_length() - 1]
    black_men, white_men = black.bit_count(), white.bit_count()
    far = 60 * KING_DISTANCE[black_king][corner]
    far += 40 * min(near_white_king[posts[0]], near_white_king[posts[1]])
    room = 50 * (KING[black_king] & ~black).bit_count() + 30 * near_white_king[black_king]
    room += 10 * black_men - 20 * white_men
    heavy = white & (queens | rooks)
    if heavy:
        gain = 120 if heavy & queens else 80
        far += 20 * min(3, min(KING_DISTANCE[square][black_king] for square in bits(heavy)) - 1)
        return far - gain + 16 * black_men, room - gain
    far -= 20 * white_men
    runners = white & pawns
    if runners:
        way = 40 + 20 * _to_promote(runners, pawns)
        return far + way, room + way
    far, room = far + 80, room + 80
    if white & knights:
        far += 20 * min(KNIGHT_DISTANCE[square][springs[0]] for square in bits(white & knights))
    blockers = black & (knights | bishops | rooks)
    if blockers:
        return far + 20 * min(KING_DISTANCE[square][block] for square in bits(blockers)), room
    runners = black & pawns
    return far + 160 + 20 * (_to_promote_below(runners, pawns) if runners else 30), room


# Men in the way count, but only pawns: they change so seldom that the answer is mostly remembered.
@lru_cache(maxsize=1 << 14)
def _to_promote(runners: int, pawns: int) -> int:
    return min(
        2 * (7 - (square >> 3))
        + 3 * (FILES[square & 7] & (ALL << (square + 8)) & pawns).bit_count()
        for square in bits(runners)
    )


@lru_cache(maxsize=1 << 14)
def _to_promote_below(runners: int, pawns: int) -> int:
    return min(
        2 * (square >> 3) + 3 * (FILES[square & 7] & ((1 << square) - 1) & pawns).bit_count()
        for square in bits(runners)
    )
