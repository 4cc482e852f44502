"""Every command whose output goes to a full disk, to a closed descriptor, or to no reader."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.audit import pgn
from support.program import ROOT

from proxy.cli import commands

if TYPE_CHECKING:
    from pathlib import Path

FEN = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
QUESTION = json.dumps({"fen": FEN, "side": "white"})
LOOP = "6k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1"
RUN = "run --engine-protocol uci"
CALLS = (
    *("--version", "--help", "rule --help", f"{RUN} --show-config", f"{RUN} --explain"),
    *(f"rule --fen '{FEN}'", f"rule --fen '{FEN}' --json", "rule --batch batch.jsonl"),
    *(f"winnable --fen '{FEN}' --side white", "winnable --batch batch.jsonl"),
    *(f"perpetual --fen '{LOOP}'", f"perpetual --fen '{LOOP}' --json"),
    *("audit games.pgn --jobs 1", "audit games.pgn --jobs 2 --json", "audit games.pgn --csv"),
    *("record summary games", "record merge games", "replay arbiter.log"),
    "demo --ending stalemate --nodes 100 --engine 'PYTHON -m proxy engine'",
)


def sh(command: str, redirect: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = command.replace("PYTHON", sys.executable)
    return subprocess.run(
        ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} -m proxy {words} {redirect}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something for every command to read."""
    path = tmp_path_factory.mktemp("streams")
    (path / "batch.jsonl").write_text(f"{QUESTION}\n")
    (path / "games.pgn").write_text(pgn("1. f3 e5 2. g4 Qh4#", "1-0"))
    sources = " --record games --log arbiter.log -- PYTHON -m proxy engine"
    lines = "uci\nisready\nposition startpos moves e2e4\ngo depth 1\nquit\n"
    (path / "lines").write_text(lines)
    assert sh(f"run {sources}", "< lines", path).returncode == 0
    assert list((path / "games").glob("*.json"))
    return path


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", CALLS)
def test_a_full_disk_is_one_line(
    command: str, unbuffered: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python may find it out at once, or when it ends."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    ran = sh(command, "> /dev/full", folder)
    full = "uci-arbiter: cannot write the output: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, full)


@pytest.mark.parametrize("command", ["--version", *CALLS[5:]])
def test_a_closed_stdout_is_one_line(command: str, folder: Path) -> None:
    ran = sh(command, ">&-", folder)
    closed = "uci-arbiter: stdout is closed: give it a place to go, as in > FILE\n"
    assert (ran.returncode, ran.stderr) == (2, closed)


@pytest.mark.parametrize("redirect", ["2>&-", "2> /dev/full", "<&-"])
@pytest.mark.parametrize("command", ["--version", "audit games.pgn", "winnable --batch -", "no"])
def test_the_other_streams_may_be_missing(redirect: str, command: str, folder: Path) -> None:
    ran = sh(command, redirect, folder)
    assert ran.returncode == sh(command, "", folder).returncode
    assert "Traceback" not in ran.stderr


def test_each_command_that_prints_is_among_them() -> None:
    silent = {"doctor", "engine", "init"}  # they change files, or speak to a GUI
    assert {name for name in commands() if any(name in call for call in CALLS)} >= (
        set(commands()) - silent
    )
