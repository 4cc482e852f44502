"""Draws by agreement before both sides have moved (5.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import NOTE, found
from proxy.rules import agreement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Draw agreed before both had moved"


def find(case: Case) -> Iterator[Finding]:
    """Find a draw that no rule of the board explains, agreed too early."""
    if case.over or case.fault or case.result != "1/2-1/2":
        return
    if case.ending.kind not in {"agreement", "unknown"}:
        return
    law = case.law
    if not agreement.holds(case.game, law.ruleset, law.analysis):
        article = law.ruleset.article(agreement.RULE)
        text = f"a draw can be agreed only once both sides have moved; here after {case.plies}"
        yield found(case, "early-agreement", NOTE, f"{text} half-moves", article=article)
