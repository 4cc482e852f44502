"""Chess in words, for findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

if TYPE_CHECKING:
    from proxy.game.game import Game
    from proxy.ruling import Ruling


def side(color: chess.Color) -> str:
    """Return White or Black."""
    return "White" if color else "Black"


def result_of(winner: chess.Color | None) -> str:
    """Return a result as PGN writes it."""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner else "0-1"


def winner_of(result: str) -> chess.Color | None:
    """Return who has won by a result of PGN, None for a draw or no result."""
    return {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(result)


def describe(ruling: Ruling) -> str:
    """Return a ruling's reason in words, with the perpetual checker if there is one."""
    reason = ruling.reason.replace("-", " ")
    if ruling.perpetual is None:
        return reason
    return f"{reason} (perpetual check by {side(ruling.perpetual)})"


def counters(game: Game) -> tuple[str, ...]:
    """Return the counters of a position as lines of evidence."""
    plies = game.occurrences()
    times = f"{len(plies)} times, at plies" if len(plies) > 1 else "once, at ply"
    return (
        f"the position has occurred {times} {', '.join(map(str, plies))}",
        f"half-moves without a capture or a pawn move: {game.halfmove_clock}",
    )
