"""Each public report of a fault between GUI and engine has its test, named by its id."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TOPICS = {
    *("race", "search", "bestmove", "ponder", "castling", "promotion", "position", "setoption"),
    *("isready", "handshake", "text", "terminal", "terminal-root", "end-of-game"),
    *("process", "python", "startup", "diagnosis", "proxy-defect", "time", "output"),
}
NOT_HERE = {
    "R017": "an engine that crashes at a drawn root is its own fault, or on-crash has it restarted",
    "R103": "what one process more costs is measured by `make bench`, not by a timed test",
    "R104": "likewise; the percentiles of a run are told by `--stats`",
    "R081": "the bestmove counts, whatever the pv says: nothing is compared",
}


def _reports() -> list[str]:
    lines = (TESTS / "data" / "reports.jsonl").read_text(encoding="utf-8").splitlines()
    reports = [json.loads(line) for line in lines]
    return [
        report["id"]
        for report in reports
        if report["applies_to_proxy"] != "no" and report["topic"].split("/")[0] in TOPICS
    ]


@pytest.mark.parametrize("report", _reports())
def test_report_is_told(report: str) -> None:
    if report in NOT_HERE:
        return
    stories = [*(TESTS / "data" / "transcripts").glob("*.txt"), *TESTS.glob("test_*.py")]
    told = [path for path in stories if path.name != Path(__file__).name]
    assert any(report in path.read_text(encoding="utf-8").upper() for path in told)
