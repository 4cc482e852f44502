"""Where somebody can have had a claim, in a game of which the keys and the clocks are known."""

from __future__ import annotations

from collections import Counter
from functools import cache

import chess

from proxy.audit.scan.tables import KING, KNIGHT, ORIGINS, PIECE_KEYS, TURN_KEY

TURN = int(TURN_KEY)


def claim_plies(
    keys: list[int], clocks: list[int], turn: chess.Color, winner: chess.Color | None
) -> list[int]:
    """Return the plies at which somebody but the winner may have had a claim, and all such.

    `turn` moved first. Only a move that is neither a capture nor a pawn move can bring a position
    back, so the two positions differ by one piece on two squares. That such a move is there and
    legal is not asked here.
    """
    plies: list[int] = []
    seen: Counter[int] = Counter()
    twice: list[int] = []  # positions that came twice since the last capture or pawn move
    for ply, (key, clock) in enumerate(zip(keys, clocks, strict=True)):
        if clock == 0:
            twice.clear()
            seen.clear()
        seen[key] += 1
        if seen[key] == 2:
            twice.append(key)
        mover = turn == (ply % 2 == 0)
        if mover is winner or not (twice or clock >= 99):
            continue
        if (
            clock >= 99
            or seen[key] > 2
            or any(key ^ target ^ TURN in _quiet_moves(mover) for target in twice)
        ):
            plies.append(ply)
    return plies


@cache
def _quiet_moves(color: chess.Color) -> frozenset[int]:
    """Return the change of the key by every move of a side's pieces on an empty board."""
    return frozenset(
        int(PIECE_KEYS[color][piece * 64 + start] ^ PIECE_KEYS[color][piece * 64 + to])
        for piece in range(KNIGHT, KING + 1)
        for to in chess.SQUARES
        for start in chess.scan_forward(int(ORIGINS[color][piece * 64 + to]))
    )
