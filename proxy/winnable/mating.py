"""The mate test: whether White could mate anywhere, with each piece wherever it can ever be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import KING, attacks, bits

if TYPE_CHECKING:
    from proxy.winnable.walls import Reach


def mate_possible(reach: Reach) -> bool:
    """Whether any square passes the test; False proves that White cannot mate.

    For the black king on a square where a white piece may check it, each neighbour that he could
    ever step to must be attacked by the checking piece from where it stands, or attackable by
    another, or covered by White's king, or taken up by a black piece of its own (a matching).
    """
    if reach.white_promotes:
        return True
    walls = reach.steady & ~(reach.kings & ~reach.white)  # a king in check shields nothing
    white_king, black_king = reach.king_stands(chess.WHITE), reach.king_stands(chess.BLACK)
    hitters, blockers = _hitters(reach, walls, black_king), reach.army_stands(chess.BLACK)
    for i, (kind, stands, attackable, home) in enumerate(hitters):
        if stands == home and kind in {chess.PAWN, chess.KNIGHT}:
            continue  # it can only check by moving: nothing that steps aside lets it through
        others = 0
        for j, hitter in enumerate(hitters):
            if j != i:
                others |= hitter[2]
        for mated in bits(attackable & black_king):
            flights = KING[mated] & black_king & ~others
            for origin in bits(stands & ~(1 << mated)):
                seen = attacks(kind, True, origin, walls)
                if seen >> mated & 1 and _covered(
                    flights & ~seen, mated, 1 << origin, white_king, blockers
                ):
                    return True
    return False


def _hitters(reach: Reach, walls: int, black_king: int) -> list[tuple[int, int, int, int]]:
    """White pieces that may attack where Black's king may be: kind, stands, attackable, home."""
    hitters = []
    for (square, kind, side), stands in zip(reach.pieces, reach.stands, strict=True):
        if side and kind != chess.KING:
            attackable = 0
            for origin in bits(stands):
                attackable |= attacks(kind, True, origin, walls & ~(1 << origin))
            if attackable & black_king:
                hitters.append((kind, stands, attackable, 1 << square))
    return hitters


def _covered(flights: int, mated: int, checker: int, white_king: int, blockers: list[int]) -> bool:
    """Whether White's king and distinct black pieces can take every flight square away."""
    if not flights:
        return True
    near = 0
    for flight in bits(flights):
        near |= KING[flight]
    tried = set()
    kings = [0, *bits(white_king & near & ~KING[mated] & ~(1 << mated) & ~checker)]
    for n, king in enumerate(kings):
        rest = flights if n == 0 else flights & ~KING[king]
        if rest not in tried:
            tried.add(rest)
            if not rest or (not rest & checker and _matching(rest, blockers)):
                return True
    return False


def _matching(squares: int, blockers: list[int]) -> bool:
    """Whether distinct blockers can stand on all squares (augmenting paths)."""
    useful = [stands for stands in blockers if stands & squares]
    if len(useful) < squares.bit_count():
        return False
    owner = [-1] * len(useful)

    def place(square: int, seen: set[int]) -> bool:
        for j, stands in enumerate(useful):
            if stands >> square & 1 and j not in seen:
                seen.add(j)
                if owner[j] < 0 or place(owner[j], seen):
                    owner[j] = square
                    return True
        return False

    return all(place(square, set()) for square in bits(squares))
