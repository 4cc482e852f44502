"""Proofs without search: the mate test on the fixpoint, and on cases of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.bitboards.geometry import bits
from proxy.bitboards.position import in_check, legal_moves, play
from proxy.winnable.material import cannot_mate
from proxy.winnable.mating import mate_possible
from proxy.winnable.shallow import mates
from proxy.winnable.walls import NOTHING, Assumption, Reach

if TYPE_CHECKING:
    from proxy.bitboards.position import Position
    from proxy.winnable.budget import Budget

MOST_CASES = 4  # doubtful pieces tried, each in two cases


def walled(position: Position, budget: Budget) -> Reach | None:
    """Return the fixpoint that proves White cannot mate, or None where it proves nothing.

    White's last piece is never captured in a line that ends in mate, so that is supposed first.
    """
    if not _static(position):
        return None
    budget.spent += budget.STATIC
    reach = Reach(position, _common(position))
    return None if mate_possible(reach) else reach


def walled_in_cases(position: Position, budget: Budget) -> Reach | None:
    """Split on a piece that cannot move until it is captured or freed.

    Either it is not captured before it moves (spared), or it never moves (rooted): where both
    cases are walled, so is the position. Returns the last of them.
    """
    if not _static(position):
        return None
    common = _common(position)
    for square in list(bits(Reach(position, common).doubtful & ~common.kept))[:MOST_CASES]:
        here = 1 << square
        last = None
        for assume in (Assumption(common.kept, here, 0), Assumption(common.kept, 0, here)):
            budget.spent += budget.STATIC
            last = Reach(position, assume)
            if mate_possible(last):
                break
        else:
            return last
    return None


def walled_after(position: Position, budget: Budget, plies: int = 1) -> bool:
    """Whether every move leads behind a wall, into material that cannot mate, or to the end.

    Where a move gives check the reply is looked at too, as far as `plies` more. Stops at the first
    line that goes on.
    """
    for move in legal_moves(position):
        budget.spent += 1
        child = play(position, move)
        if cannot_mate(child):
            continue
        if not legal_moves(child):
            if mates(child):
                return False
            continue
        if walled(child, budget):
            continue
        if not plies or not in_check(child) or not walled_after(child, budget, plies - 1):
            return False
    return True


def _common(position: Position) -> Assumption:
    army = position[6] & ~position[5]
    return NOTHING if army & (army - 1) else Assumption(kept=army)


def _static(position: Position) -> bool:
    """Whether the fixpoint knows all moves: neither castling nor en passant is possible."""
    pawns, castling, ep = position[0], position[8], position[9]
    if castling or not ep:
        return not castling
    return not any(
        1 << (move >> 6 & 63) == ep and pawns >> (move & 63) & 1 for move in legal_moves(position)
    )
