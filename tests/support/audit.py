"""Small PGN and short ways to audit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.audit.auditor import audit_chunk
from proxy.audit.case import Law
from proxy.audit.scores import ScoreRules
from proxy.audit.split import Chunk
from proxy.rulesets import load_ruleset

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.audit.auditor import ChunkAudit

DATA = "tests/data/audit"


def pgn(moves: str, result: str = "*", **tags: str) -> str:
    """Return a game; `Result` is the tag, and the terminator is what the moves end with."""
    named = {"Event": "Test", "White": "A", "Black": "B", "Result": result, **tags}
    lines = "".join(f'[{name} "{value}"]\n' for name, value in named.items())
    ends = moves.endswith(("1-0", "0-1", "1/2-1/2", "*"))
    return f"{lines}\n{moves}{'' if ends else f' {result}'}\n\n"


def law(
    ruleset: str = "fide", analysis: Analysis = BY_MATERIAL, scores: ScoreRules | None = None
) -> Law:
    return Law(load_ruleset(ruleset), analysis, scores or ScoreRules())


def audit(text: str | bytes, against: Law | None = None, *, fast: bool = True) -> ChunkAudit:
    data = text.encode() if isinstance(text, str) else text
    return audit_chunk(Chunk("games.pgn", 1, data), against or law(), fix=True, fast=fast)


def found(text: str | bytes, against: Law | None = None) -> list[tuple[str, str, str | None]]:
    """Return kind, severity and right result of each finding, the same on both paths."""
    fast, slow = (audit(text, against, fast=way) for way in (True, False))
    assert answers(fast) == answers(slow)
    return [(f.kind, f.severity, f.right) for a in fast.audits for f in a.findings]


def answers(result: ChunkAudit) -> object:
    """Return everything in a chunk's audit, to be compared."""
    audits = [one.to_json() for one in result.audits]
    return audits, result.games, result.plies, result.undetermined, result.pairings, result.fixed
