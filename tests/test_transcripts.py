"""Golden transcripts: `pytest tests/test_transcripts.py --update` writes them anew, to be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.transcript import play

TRANSCRIPTS = sorted((Path(__file__).parent / "data" / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path, request: pytest.FixtureRequest) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    told = play(lines)
    if request.config.getoption("--update"):
        path.write_text("\n".join([*told, ""]), encoding="utf-8")
    assert told == lines or request.config.getoption("--update")
