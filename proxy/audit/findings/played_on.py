"""Games that went on after they had ended: mate, stalemate, dead, fivefold, 75 moves, and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import NOTE, WRONG, found
from proxy.audit.words import counters, describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Played on after the end"


def find(case: Case) -> Iterator[Finding]:
    """Find a game whose first end is not its last move."""
    later = case.plies - case.game.ply + (case.fault is not None)
    if not case.over or not later or case.ruling is None:
        return
    ruling = case.ruling
    stands = ruling.result == case.result
    yield found(
        case,
        "played-on",
        NOTE if stands else WRONG,
        f"the game was over at ply {ruling.ply} by {describe(ruling)} "
        f"and went on for {later} more {'ply' if later == 1 else 'plies'}"
        + (f"; the result {case.result} stands" if stands else f", to {case.result}"),
        article=ruling.article,
        right=ruling.result,
        evidence=counters(case.game),
    )
