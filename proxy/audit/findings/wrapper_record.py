"""What the wrapper's own record of a game says beside the final result (`--records`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import NOTE, WRONG, found
from proxy.audit.records import load_records
from proxy.record.model import ONLY_SAID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding
    from proxy.record.model import GameRecord

TITLE = "The wrapper's record"
KIND = "wrapper-record"


def find(case: Case) -> Iterator[Finding]:
    """Find rulings that the final result does not follow, interventions, and games to discard."""
    if case.law.records is None:
        return
    record = load_records(case.law.records).find(
        case.restart().start_fen,
        [move.uci() for move in case.moves],
        case.tags.get("White", "?"),
        case.tags.get("Black", "?"),
    )
    if record is None:
        return
    case.recorded = True
    evidence = tuple(f"after ply {one.ply}: {one.what}" for one in record.interventions)
    for severity, text in _remarks(case, record):
        yield found(case, KIND, severity, text, evidence=evidence)


def _remarks(case: Case, record: GameRecord) -> Iterator[tuple[str, str]]:
    ruling = record.ruling
    if ruling is not None and ruling["result"] != case.result:
        yield (
            NOTE,
            f"the wrapper ruled {ruling['result']} by {ruling['reason'].replace('-', ' ')} at ply "
            f"{ruling['ply']}, and the final result is {case.result}",
        )
    if record.result not in {"*", case.result}:
        yield WRONG, f"the wrapper recorded {record.result}, and the final result is {case.result}"
    done = [one for one in record.interventions if not one.what.startswith(ONLY_SAID)]
    if done:
        yield NOTE, f"the wrapper intervened {len(done)} time{'s' if len(done) > 1 else ''}"
    if record.warning is not None:
        yield NOTE, f"a game to discard or look at: {record.warning}"
