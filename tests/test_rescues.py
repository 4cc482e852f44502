"""Rescues with real processes: an engine that dies or hangs is replaced, and the game goes on."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.program import run
from support.wrapper import FAKE_ENGINE, PATIENCE, wait_until_gone

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.wrapper import Wrapper

    Start = Callable[..., Wrapper]

RESTART = ("--on-crash", "restart")
MOVES = "moves=e2e4,e7e5,g1f3,b8c6"


def once(tmp_path: Path, fault: str) -> tuple[str, ...]:
    """Return the command of an engine whose fault befalls its first incarnation only."""
    lives = tmp_path / "lives"
    script = f'echo >> "{lives}"; [ "$(wc -l < "{lives}")" -gt 1 ] || exec "$@" {fault}; exec "$@"'
    return ("sh", "-c", script, "sh", *FAKE_ENGINE, MOVES)


@pytest.mark.parametrize("fault", ["crash=go", "kill=go", "silent=go"])
def test_a_dead_engine_is_replaced_and_the_game_goes_on(
    wrapper: Start, tmp_path: Path, fault: str
) -> None:
    one = wrapper(*once(tmp_path, fault), options=(*RESTART, "--record", str(tmp_path / "games")))
    one.handshake()
    before = one.children()
    lines = one.go("startpos", "go wtime 60000 btime 60000")
    assert lines[-1] == "bestmove e2e4"
    assert any("started again" in line for line in lines)
    assert one.go("startpos moves e2e4 e7e5")[-1] == "bestmove g1f3"
    assert wait_until_gone([pid for pid in before if pid not in one.children()]) == []
    pids = one.children()
    assert one.quit() == 0
    assert wait_until_gone(pids) == []
    summary = run("record", "summary", str(tmp_path / "games")).stdout
    assert "to discard from a rated test: 1" in summary
    assert "restart" in summary


def test_a_python_engine_that_never_flushes_is_heard(wrapper: Start) -> None:
    """R138."""
    script = "import sys\nfor line in sys.stdin: print('uciok' if line == 'uci\\n' else 'readyok')"
    one = wrapper(sys.executable, "-c", script)
    one.handshake()


def test_an_engine_that_cannot_be_started_again_is_reported(wrapper: Start, tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text(f'#!/bin/sh\nrm "{engine}"\nexec "$@"\n')
    engine.chmod(0o755)
    one = wrapper(str(engine), *FAKE_ENGINE, "crash=go", options=RESTART)
    one.handshake()
    one.send("position startpos", "go movetime 10")
    out, err = one.finish()
    assert one.process.returncode == 127
    assert b"exited with code 127" in out
    assert b"cannot be started" in err


def test_a_hanging_engine_is_replaced(wrapper: Start, tmp_path: Path) -> None:
    """R136: what was declared dead is killed and reaped."""
    one = wrapper(*once(tmp_path, "deaf=go"), options=("--on-hang", "rescue"))
    one.handshake()
    before = one.children()
    lines = one.go("startpos", "go wtime 1000 btime 1000")
    assert lines[-1].startswith("bestmove ")
    assert any("does not answer" in line for line in lines)
    assert one.go("startpos moves e2e4 e7e5", "go wtime 9000 btime 9000")[-1] == "bestmove g1f3"
    assert wait_until_gone([pid for pid in before if pid not in one.children()]) == []
    assert one.quit() == 0


def test_without_rescues_a_crash_is_passed_on(wrapper: Start, tmp_path: Path) -> None:
    one = wrapper(*once(tmp_path, "crash=go"))
    one.handshake()
    one.send("position startpos", "go movetime 10")
    out, err = one.finish()
    assert one.process.returncode == 3
    assert b"bestmove" not in out
    assert b"its last lines on stdout:\n  readyok" in err


def test_a_launcher_that_does_not_exec_leaves_nothing(wrapper: Start) -> None:
    """R133: to kill the shell alone leaves the engine that it waits for."""
    one = wrapper("sh", "-c", '"$@"; true', "sh", *FAKE_ENGINE, "stubborn=1", "deaf=go")
    one.handshake()
    one.send("position startpos", "go movetime 10")
    pids = one.children()
    assert len(pids) == 3  # shell, engine, watcher
    one.process.terminate()
    assert one.process.wait(PATIENCE) == 0
    assert wait_until_gone(pids) == []


def test_lines_of_a_mebibyte_pass_both_ways(wrapper: Start) -> None:
    """R116, R154: no line is too long."""
    long = "x" * 2**20
    script = 'read -r line; echo uciok; read -r line; printf "%s\\n" "$line"; read -r line'
    one = wrapper("sh", "-c", script)
    one.send("uci")
    one.read_until("uciok")
    one.send(long)
    assert one.read_until("x")[-1] == long


def test_an_engine_cannot_give_orders_to_a_terminal() -> None:
    script = r"read -r line; printf '\033[31mred\n'; printf '\033]0;title\007\n' >&2; echo uciok"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "proxy", "run", "--", "sh", "-c", script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as process:
        assert process.stdin is not None
        os.close(theirs)
        process.stdin.write(b"uci\n")
        process.stdin.flush()
        shown = b""
        while b"uciok" not in shown or b"title" not in shown:
            shown += os.read(ours, 4096)
        process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert b"?[31mred" in shown
    assert b"\x1b" not in shown
