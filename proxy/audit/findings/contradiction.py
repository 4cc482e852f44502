"""Records that contradict themselves: tag, terminator and words do not name the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.endings import BOARD_KINDS, FORFEIT_KINDS
from proxy.audit.finding import WRONG, found
from proxy.audit.transcript import RESULTS
from proxy.sides import result_of, winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "The record contradicts itself"
DECISIVE = ("1-0", "0-1")
DRAWN_KINDS = ("agreement", "length-limit", "flag-without-mating-material")


def find(case: Case) -> Iterator[Finding]:
    """Find what in the record speaks against its own result."""
    for text, right in _contradictions(case):
        yield found(case, "contradiction", WRONG, text, right=None if case.over else right)


def _contradictions(case: Case) -> Iterator[tuple[str, str | None]]:
    tag, terminator = case.tags.get("Result"), case.terminator
    if tag in RESULTS and terminator and tag != terminator:
        yield f"the Result tag says {tag}, the moves end with {terminator}", None
    elif tag is not None and tag not in RESULTS:
        yield f"the Result tag says {tag!r}, which is no result", None
    ending = case.ending
    if ending.loser is not None and winner_of(case.result) is ending.loser:
        yield f"the record says {ending.text!r} and {case.result}", result_of(not ending.loser)
    elif (case.result in DECISIVE) != (ending.kind == "checkmate") and (
        ending.kind in BOARD_KINDS or (ending.kind in DRAWN_KINDS and case.result in DECISIVE)
    ):
        yield f"the record says {ending.text!r} and {case.result}", None
    elif ending.kind in FORFEIT_KINDS and ending.loser is not None and case.result == "*":
        yield f"the record says {ending.text!r} and no result", result_of(not ending.loser)
