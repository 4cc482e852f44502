"""Scores: centipawns, and the ways in which CECP engines write a mate.

Section 10 says 100000 + N for mate in N moves and -100000 - N for mated in N moves. Engines older
than that clause write a great number less the plies to the mate: gnuchess 9995 and Phalanx 29995
for a mate with the fifth ply.
"""

from __future__ import annotations

MATE = 100_000
OLD_MATES = (10_000, 30_000, 32_000, 32_767)  # gnuchess; Phalanx, TSCP; Fruit's kin; int16
SPAN = 100  # plies; beyond it, a score near such a number is a score


def read_score(score: int, mate_plies: int | None = None) -> tuple[str, int]:
    """Return `("mate", moves)` or `("cp", centipawns)` as UCI has them, from the engine's side.

    `mate_plies`: the plies of a variation that ends in checkmate, where it is known; it settles
    what a great number means. Moves are negative where the engine is mated.
    """
    size = abs(score)
    if size >= MATE:
        return "mate", score - MATE if score > 0 else score + MATE
    plies = mate_plies if mate_plies is not None and size > min(OLD_MATES) - SPAN else None
    if plies is None:
        plies = next((top - size for top in OLD_MATES if 0 <= top - size < SPAN), None)
    if plies is None:
        return "cp", score
    return "mate", (plies + 1) // 2 if score > 0 else -(plies // 2)


def write_mate(moves: int) -> int:
    """Return the CECP score for UCI's `mate moves`; `mate 0` is the engine being checkmated."""
    return MATE + moves if moves > 0 else -MATE + moves
