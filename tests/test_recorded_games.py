"""Real clients and real engines: both sides of a game are recorded, and joined into one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import chess
import chess.engine
import chess.pgn
import pytest
from support.program import call

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/games"}
ROOKS = "8/8/3k4/8/8/8/4R3/4K2r w - - 80 90"
"""Ten moves from fifty, if nobody gives up his rook."""


def joined(folder: Path) -> chess.pgn.Game:
    merged = call("record", "merge", str(folder))
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout.count("[Event ") == 1
    game = chess.pgn.read_game(io.StringIO(merged.stdout))
    assert game is not None
    assert game.errors == []
    return game


@pytest.mark.real("stockfish", "toga2")
def test_python_chess_and_two_engines(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "proxy", "run", "--record", str(tmp_path), "--"]
    board = chess.Board(ROOKS)
    opened = [
        chess.engine.SimpleEngine.popen_uci([*run, engine], timeout=30)
        for engine in ("stockfish", "toga2")
    ]
    try:
        while not board.is_game_over(claim_draw=True):
            move = opened[0 if board.turn else 1].play(board, chess.engine.Limit(time=0.1)).move
            assert move is not None
            board.push(move)
    finally:
        for engine in opened:
            engine.quit()
    game = joined(tmp_path)
    assert list(game.mainline_moves()) == board.move_stack
    assert game.headers["White"].startswith("Stockfish")
    assert game.headers["Black"].startswith("Toga")
    nodes = list(game.mainline())
    assert all("s" in node.comment for node in nodes)  # both sides tell their time
    assert game.headers["Termination"] in {"normal", "unterminated"}


@pytest.mark.real("xboard", "polyglot", "xvfb-run", "stockfish", "toga2")
def test_the_steps_that_init_prints_for_xboard_lead_to_a_recorded_game(tmp_path: Path) -> None:
    steps = []
    for name, engine in (("white", "stockfish"), ("black", "toga2")):
        made = call("init", "--gui", "xboard", "--dir", str(tmp_path), "--name", name, engine)
        steps.append(made.stdout)
        with (tmp_path / f"{name}.toml").open("a") as config:
            config.write('record = "games"\n')
    first = next(line.split() for line in steps[0].splitlines() if "-fcp" in line)
    start = tmp_path / "start.fen"
    start.write_text(f"{ROOKS}\n")
    subprocess.run(
        [
            "xvfb-run", "-a", *first, "-scp", str(tmp_path / "black"), "-sUCI",
            "-mg", "1", "-lpf", str(start), "-tc", "0:02", "-inc", "0.02", "-td", "0",
            "-sgf", str(tmp_path / "xboard.pgn"), "-xponder",
            "-popupExitMessage", "false", "-xpopup",
        ],
        cwd=tmp_path,  # polyglot leaves a log where it starts
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        timeout=110,
    )  # fmt: skip
    game = joined(tmp_path / "games")
    own = chess.pgn.read_game(io.StringIO((tmp_path / "xboard.pgn").read_text()))
    assert own is not None
    moves = list(own.mainline_moves())
    assert list(game.mainline_moves())[: len(moves)] == moves
    assert game.headers["White"].startswith("Stockfish")
    assert game.headers["Black"].startswith("Toga")
    assert "[%clk" in "".join(node.comment for node in game.mainline())
