"""Material that can never mate, whatever is played (5.2.2, 6.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.bitboards.geometry import DARK, LIGHT

if TYPE_CHECKING:
    from proxy.bitboards.position import Position


def cannot_mate(position: Position) -> bool:
    """Whether White cannot mate by material alone.

    A bare king; a knight against nothing but queens; bishops all on one colour of squares, both
    sides', with no pawn or knight left that could block a king or become something else.
    Whether the position is mate already must be asked before.
    """
    pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = position
    if white & (pawns | rooks | queens):
        return False
    army = white & ~kings
    if not army:
        return True
    if white & knights:
        lone = not army & (army - 1)
        return lone and not (pawns | rooks | bishops | knights & ~white)
    return not (pawns | knights) and not (bishops & LIGHT and bishops & DARK)
