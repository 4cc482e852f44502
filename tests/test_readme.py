"""Every command that the README shows can be run as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip().partition("   #")[0]
    for line in TEXT.splitlines()
    if line.startswith("    ") and "uci-arbiter " in line
]
GAME = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAME)
    words = shlex.split(command)
    words[:1] = [sys.executable, "-m", "proxy"]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_transcript_is_what_a_session_says() -> None:
    """The block on top: the GUI's lines, and the answer in the wording of today."""
    told = re.search(r"^    < (info string arbiter: .*)$", TEXT, re.MULTILINE)
    assert told is not None
    transcript = ROOT / "tests" / "data" / "transcripts" / "threefold_by_own_move.txt"
    assert f"< {told[1]}" in transcript.read_text(encoding="utf-8")


def test_every_extra_is_named_beside_the_way_to_install_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = TEXT.partition("Extras")[2]
    assert re.findall(r"`(\w+)` \(", told) == list(project["optional-dependencies"])
    (command,) = re.findall(r"`pipx install '\.\[(.*)\]'`", told)
    assert set(command.split(",")) <= set(project["optional-dependencies"])


def test_every_page_of_the_docs_can_be_found() -> None:
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    linked = set(re.findall(r"docs/([a-z-]+\.md)", TEXT))
    assert pages - linked == set()
