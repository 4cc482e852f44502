"""Scores: centipawns for the side to move, and mates counted in plies from the root."""

from __future__ import annotations

MATE = 30_000
"""The score of a mate on the board; one ply further away it is worth one less."""

MATE_BOUND = MATE - 1000
"""From here on a score is a mate."""


def mate_in(score: int) -> int | None:
    """Return full moves to mate, negative when the side to move is mated, None without a mate."""
    if abs(score) < MATE_BOUND:
        return None
    plies = MATE - abs(score)
    return (plies + 1) // 2 if score > 0 else -(plies // 2)


def to_table(score: int, ply: int) -> int:
    """Count a mate from the node instead of from the root."""
    if score >= MATE_BOUND:
        return score + ply
    return score - ply if score <= -MATE_BOUND else score


def from_table(score: int, ply: int) -> int:
    """Undo `to_table`."""
    if score >= MATE_BOUND:
        return score - ply
    return score + ply if score <= -MATE_BOUND else score
