"""From a chunk of PGN to its audit: the work of one worker."""

from __future__ import annotations

import gc
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from proxy.audit.case import Case, open_case, recorded_result
from proxy.audit.finding import WRONG, Audit, Finding
from proxy.audit.findings import find_all
from proxy.audit.fix import fixed_game
from proxy.audit.split import split_games
from proxy.audit.transcript import read_transcript
from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Law
    from proxy.audit.split import Chunk, RawGame

Pairing = tuple[str, str, str, str]  # White, Black, the recorded and the right result


@dataclass(slots=True)
class ChunkAudit:
    """The audit of a chunk.

    `audits`: the games in which something was found; their numbers count from 1 in the chunk.
    `fixed`: the chunk's text with results corrected, where that was asked for and changes it.
    """

    games: int = 0
    plies: int = 0
    undetermined: int = 0
    recorded: int = 0
    audits: list[Audit] = field(default_factory=list)
    pairings: Counter[Pairing] = field(default_factory=Counter)
    fixed: bytes | None = None


def audit_chunk(chunk: Chunk, law: Law, *, fix: bool = False, fast: bool = True) -> ChunkAudit:
    """Audit every game of a chunk; no game stops it.

    `fast` lets `proxy.audit.scan` play the games where it can; the answer is the same without.
    """
    with _without_cycle_search():
        return _audit_chunk(chunk, law, fix, fast)


@contextmanager
def _without_cycle_search() -> Iterator[None]:
    """Spare Python's search for cycles: a chunk makes many objects, and none that form cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _audit_chunk(chunk: Chunk, law: Law, fix: bool, fast: bool) -> ChunkAudit:
    games = split_games(chunk)
    result = ChunkAudit(games=len(games))
    changes: list[tuple[RawGame, Audit]] = []
    for number, (raw, case) in enumerate(zip(games, _cases(games, law, fast), strict=True), 1):
        audit = _audit(chunk.source, raw, case)
        result.plies += audit.plies
        result.undetermined += bool(audit.undetermined)
        result.recorded += isinstance(case, Case) and case.recorded
        tags = audit.tags
        players = (tags.get("White", "?"), tags.get("Black", "?"))
        result.pairings[(*players, audit.result, audit.right)] += 1
        if audit.findings:
            audit.number = number
            result.audits.append(audit)
            changes.append((raw, audit))
    if fix and changes:
        result.fixed = _fixed(chunk.text, changes)
    return result


def _cases(games: list[RawGame], law: Law, fast: bool) -> Iterator[Case | UserError]:
    scanned: list[Case | None] = [None] * len(games)
    if fast:
        from proxy.audit.scan import scan_games

        scanned = scan_games(games, law)
    for raw, case in zip(games, scanned, strict=True):
        try:
            yield case or open_case(raw, law)
        except UserError as error:
            yield error


def _audit(source: str, raw: RawGame, case: Case | UserError) -> Audit:
    if isinstance(case, UserError):
        return _unreadable(source, raw, case)
    findings = find_all(case)
    return Audit(
        source=source,
        line=raw.line,
        tags=dict(case.tags),
        result=case.result,
        ending=case.ending.text,
        program=case.ending.program,
        plies=case.plies,
        findings=findings,
        undetermined=tuple(sorted(case.undetermined)),
    )


def _unreadable(source: str, raw: RawGame, error: UserError) -> Audit:
    transcript = read_transcript(raw)
    return Audit(
        source=source,
        line=raw.line,
        tags=dict(transcript.tags),
        result=recorded_result(transcript.tags, transcript.terminator),
        ending="",
        program=None,
        plies=0,
        findings=[Finding("unreadable", WRONG, f"the game cannot be audited: {error}", 0)],
    )


def _fixed(text: bytes, changes: list[tuple[RawGame, Audit]]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for raw, audit in changes:
        parts += [text[at : raw.start], fixed_game(text[raw.start : raw.end], audit)]
        at = raw.end
    return b"".join([*parts, text[at:]])
