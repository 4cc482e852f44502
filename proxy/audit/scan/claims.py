"""Where somebody can have had a claim, in a game of which the keys and the clocks are known."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import chess

from proxy.audit.scan.tables import KING, KNIGHT, ORIGINS, PIECE_KEYS, TURN_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator

TURN = int(TURN_KEY)


def claim_plies(
    keys: list[int], clocks: list[int], turn: chess.Color, winner: chess.Color | None
) -> list[int]:
    """Return the plies at which somebody but the winner may have had a claim, and all such.

    `turn` moved first. Only a move that is neither a capture nor a pawn move can bring a position
    back, so the two positions differ by one piece on two squares. That such a move is there and
    legal is not asked here.
    """
    plies = {ply for ply, clock in enumerate(clocks) if clock >= 99}
    seen: Counter[int] = Counter()
    counts = Counter(keys)
    for ply, key in enumerate(keys):
        if counts[key] == 1:
            continue
        seen[key] += 1
        if seen[key] == 2:
            plies.update(_in_reach(keys, clocks, ply, turn))
    return sorted(ply for ply in plies if (turn == (ply % 2 == 0)) is not winner)


def _in_reach(keys: list[int], clocks: list[int], second: int, turn: chess.Color) -> Iterator[int]:
    """Yield where a position that comes for the second time stands again, or may with a move."""
    target = keys[second]
    for ply in range(second, len(keys)):
        if ply > second and clocks[ply] == 0:
            return  # after a capture or a pawn move it cannot come again
        mover = turn == (ply % 2 == 0)
        if (keys[ply] == target and ply > second) or (
            keys[ply] ^ target ^ TURN in _quiet_moves(mover)
        ):
            yield ply


@cache
def _quiet_moves(color: chess.Color) -> frozenset[int]:
    """Return the change of the key by every move of a side's pieces on an empty board."""
    return frozenset(
        int(PIECE_KEYS[color][piece * 64 + start] ^ PIECE_KEYS[color][piece * 64 + to])
        for piece in range(KNIGHT, KING + 1)
        for to in chess.SQUARES
        for start in chess.scan_forward(int(ORIGINS[color][piece * 64 + to]))
    )
