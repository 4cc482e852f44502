"""The two sides in words, and the results between them as PGN writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess


def side_name(color: chess.Color) -> str:
    """Return White or Black."""
    return "White" if color else "Black"


def result_of(winner: chess.Color | None) -> str:
    """Return a result; None: nobody has won."""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner else "0-1"


def winner_of(result: str) -> chess.Color | None:
    """Return who has won by a result; None: a draw, or no result."""
    return {"1-0": True, "0-1": False}.get(result)
