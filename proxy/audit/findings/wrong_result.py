"""Results that contradict the final position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import WRONG, found
from proxy.audit.words import counters, describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Result against the final position"


def find(case: Case) -> Iterator[Finding]:
    """Find a game that its last move ended with another result than the recorded one."""
    if not case.over or case.plies > case.game.ply or case.fault:
        return
    rule = case.rule
    if rule is None or case.lawful == case.result or case.ruling is None:
        return
    yield found(
        case,
        "wrong-result",
        WRONG,
        f"the final position is {describe(case.ruling)}, which gives {case.lawful}, "
        f"and the record says {case.result}",
        article=case.ruling.article,
        right=case.lawful,
        evidence=counters(case.game),
    )
