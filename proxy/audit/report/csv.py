"""CSV: one row a finding."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.finding import Audit

COLUMNS = (
    *("game", "file", "line", "event", "round", "white", "black", "result", "right", "ending"),
    *("severity", "kind", "ply", "article", "text", "fen", "halfmove_clock", "occurrences"),
    "evidence",
)


def head() -> str:
    """Return the first row."""
    return _row(COLUMNS)


def audit_rows(audit: Audit) -> Iterator[str]:
    """Yield the rows about one game."""
    game = audit.to_json()
    for finding in audit.findings:
        fields = game | finding.to_json() | {"right": audit.right}
        fields["occurrences"] = " ".join(map(str, finding.occurrences))
        fields["evidence"] = "; ".join(finding.evidence)
        yield _row(fields[column] if fields[column] is not None else "" for column in COLUMNS)


def _row(values: object) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)  # type: ignore[arg-type] # any iterable
    return out.getvalue().rstrip("\n")
