"""Start-up is a feature, and stdout is the protocol: what may be loaded and printed, and when."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from support.wrapper import FAKE_ENGINE

PACKAGE = Path(__file__).parent.parent / "proxy"

# Each costs milliseconds that no GUI should wait for.
LATE = {"chess", "dataclasses", "typing", "tomllib", "psutil", "platformdirs", "json", "inspect"}

PROBE = """
import os, sys
from proxy.shell.shell import Shell
from proxy.session.session import Session
from proxy.commands import run

answer = Session.engine_line
def engine_line(self, line, now):
    if line == b"uciok":
        os.write(2, " ".join(sorted(sys.modules)).encode())
        os._exit(0)
    return answer(self, line, now)
Session.engine_line = engine_line
sys.argv = ["uci-arbiter"]
run.main(["--", *{engine!r}])
"""


def test_uciok_needs_no_chess() -> None:
    probe = subprocess.run(
        [sys.executable, "-S", "-c", PROBE.format(engine=list(FAKE_ENGINE))],
        input=b"uci\n",
        capture_output=True,
        cwd=PACKAGE.parent,
        check=True,
        timeout=60,
    )
    loaded = set(probe.stderr.decode().split())
    assert "proxy.session.session" in loaded
    assert loaded & LATE == set()
    assert not [name for name in loaded if name.startswith("proxy.cecp.gui")]


def test_only_commands_print_and_run_does_not() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "commands" and path.stem != "run":
            continue
        calls = [
            node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
        ]
        names = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert "print" not in names, path


def test_an_info_line_is_never_seen_by_the_session() -> None:
    """What the shell lets pass, it lets pass as a block."""
    from proxy.session.session import Session
    from proxy.shell.pumps import deciding_part

    session = Session(tracking=False)
    for line in (b"uci", b"isready", b"position startpos", b"go movetime 9"):
        session.gui_line(line, 0.0)
    session.engine_line(b"uciok", 0.0)
    session.engine_line(b"readyok", 0.0)

    def start(block: bytes) -> int:
        return deciding_part(block, session.passing)

    block = b"info depth 1 score cp 3 pv e2e4\n" * 100
    assert start(block) == len(block)
    assert start(block + b"bestmove e2e4\n") == len(block)
    session.engine_line(b"bestmove e2e4", 0.0)
    assert start(b"readyok\n") == len(b"readyok\n")
    assert start(block) == 0  # of no search: the session drops it


def test_files_can_be_read_in_one_sitting() -> None:
    long = {
        path.name: n for path in PACKAGE.rglob("*.py") if (n := path.read_text().count("\n")) > 400
    }
    assert long == {}


def test_a_running_game_loads_no_more_than_it_needs() -> None:
    """The arbiter is imported while the game runs: each module costs its time and memory."""
    heavy = {"asyncio", "chess.engine", "chess.pgn", "chess.svg", "numpy", "proxy.winnable.verdict"}
    script = "import sys, proxy.fail_open, proxy.conduct, proxy.gui.choice; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert "chess" in loaded
    assert heavy & set(loaded) == set()
