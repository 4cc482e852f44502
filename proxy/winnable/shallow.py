"""Proofs of a few plies: lines that all end, and lines without a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.bitboards.position import in_check, legal_moves, play
from proxy.winnable.material import cannot_mate

if TYPE_CHECKING:
    from proxy.bitboards.position import Position
    from proxy.winnable.budget import Budget

PLIES = 4
LONGEST_FORCED = 60


def all_lines_end(position: Position, budget: Budget, plies: int = PLIES) -> bool:
    """Whether every line of so many plies ends without a mate by White.

    It ends in stalemate, in White being mated, or in material that cannot mate. Stops at the first
    line that goes on.
    """
    if cannot_mate(position):
        return True
    moves = legal_moves(position)
    if not moves:
        return not mates(position)
    if plies == 0:
        return False
    for move in moves:
        budget.spent += 1
        if not all_lines_end(play(position, move), budget, plies - 1):
            return False
    return True


def mates(position: Position) -> bool:
    """Whether a position without a legal move is a mate by White."""
    return not position[7] and in_check(position)


def forced(position: Position, budget: Budget) -> tuple[list[int], Position, bool]:
    """Follow the only legal moves there are.

    Returns them, the position where the choice or the game begins, and whether it came round to
    one already seen, so that no choice will ever come.
    """
    line: list[int] = []
    seen = {position}
    while len(line) < LONGEST_FORCED:
        moves = legal_moves(position)
        if len(moves) != 1:
            break
        budget.spent += 1
        line.append(moves[0])
        position = play(position, moves[0])
        if position in seen:
            return line, position, True
        seen.add(position)
    return line, position, False
