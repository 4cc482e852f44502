"""Chess in words, for findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.sides import side_name

if TYPE_CHECKING:
    from proxy.game.game import Game
    from proxy.ruling import Ruling


def describe(ruling: Ruling) -> str:
    """Return a ruling's reason in words, with the perpetual checker if there is one."""
    reason = ruling.reason.replace("-", " ")
    if ruling.perpetual is None:
        return reason
    return f"{reason} (perpetual check by {side_name(ruling.perpetual)})"


def counters(game: Game) -> tuple[str, ...]:
    """Return the counters of a position as lines of evidence."""
    plies = game.occurrences()
    times = f"{len(plies)} times, at plies" if len(plies) > 1 else "once, at ply"
    return (
        f"the position has occurred {times} {', '.join(map(str, plies))}",
        f"half-moves without a capture or a pawn move: {game.halfmove_clock}",
    )
