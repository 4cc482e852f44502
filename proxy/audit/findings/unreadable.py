"""Faults of the PGN itself, in a game of which some can be audited all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import NOTE, WRONG, found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Broken PGN"


def find(case: Case) -> Iterator[Finding]:
    """Find what the reader of the moves stumbled over, and what the start position needed."""
    for fault in case.faults:
        yield found(case, "unreadable", WRONG, fault)
    for warning in case.game.warnings:
        yield found(case, "unreadable", NOTE, f"start position: {warning}")
