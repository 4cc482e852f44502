"""Real clients, real engines: a game through the wrapper, ended by a ruling."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import chess
import chess.engine
import pytest
from support.wrapper import is_arbiter_there

if TYPE_CHECKING:
    from pathlib import Path

RUN = [sys.executable, "-m", "proxy", "run"]
ENVIRONMENT = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/games"}


def play(board: chess.Board, folder: Path, *engines: str) -> str:
    """Let wrapped engines play until an arbiter rules or the game is over; return what was said."""
    limit = chess.engine.Limit(time=0.1)
    logs = [folder / engine for engine in engines]
    opened = [
        chess.engine.SimpleEngine.popen_uci([*RUN, "--log", str(log), "--", log.name], timeout=30)
        for log in logs
    ]
    try:
        for engine, log in zip(opened, logs, strict=True):
            while not is_arbiter_there(log):  # the games are over soon
                engine.ping()
        while not board.is_game_over(claim_draw=False):
            engine = opened[0 if board.turn else 1]
            result = engine.play(board, limit, info=chess.engine.INFO_ALL)
            assert result.move is not None
            assert result.move in board.legal_moves
            board.push(result.move)
            said = str(result.info.get("string", ""))
            if said.startswith("arbiter: ") and not said.startswith("arbiter: advice "):
                return said
    finally:
        for engine in opened:
            engine.quit()
    return ""


@pytest.mark.real("stockfish", "toga2")
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/4k3/8/1p6/3K4 w - - 0 1",  # bare kings in two moves
        "8/8/3k4/4b3/8/3B4/3K4/8 w - - 94 90",  # fifty moves, unless a bishop is given away
        "6k1/6p1/8/7Q/8/8/1qr2PPP/6K1 w - - 0 1",  # White must check for ever
    ],
)
def test_stockfish_and_toga_play_to_a_ruling_that_is_true(fen: str, tmp_path: Path) -> None:
    board = chess.Board(fen)
    said = play(board, tmp_path, "stockfish", "toga2")
    told = re.match(r"arbiter: 1/2-1/2 by (\S+) \(online ", said)
    assert told is not None
    before = board.copy()
    before.pop()  # one arbiter may have told it with his own answer, the other with his next
    assert any(
        {
            "insufficient-material": at.is_insufficient_material(),
            "fifty-move": at.halfmove_clock == 100,
            "threefold-repetition": at.is_repetition(3),
        }[told[1]]
        for at in (before, board)
    )


@pytest.mark.real("xboard", "polyglot", "xvfb-run", "stockfish", "toga2")
def test_polyglot_under_xboard_plays_a_game_through_us(tmp_path: Path) -> None:
    """xboard knows only CECP: polyglot is the bridge, and we are polyglot's engine."""
    launchers = []
    for engine in ("stockfish", "toga2"):
        path = shutil.which(engine, path=ENVIRONMENT["PATH"])
        config = tmp_path / f"{engine}.ini"
        config.write_text(
            "[PolyGlot]\n"
            f"EngineCommand = {' '.join(RUN)} -- {path}\n"
            f"EngineDir = {os.getcwd()}\n"
            f"Log = true\nLogFile = {tmp_path}/{engine}.log\n"
            "[Engine]\n"
        )
        launchers.append(f"polyglot {config}")
    games = tmp_path / "games.pgn"
    start = tmp_path / "start.fen"
    start.write_text("8/8/3k4/8/8/8/4R3/4K2r w - - 80 90\n")
    subprocess.run(
        [
            "xvfb-run", "-a", "xboard", "-fcp", launchers[0], "-scp", launchers[1],
            "-mg", "1", "-lpf", str(start), "-tc", "0:02", "-inc", "0.02", "-sgf", str(games),
            "-td", "0", "-xponder", "-popupExitMessage", "false", "-xpopup",
        ],
        cwd=tmp_path,  # polyglot leaves a log where it starts
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        timeout=110,
    )  # fmt: skip
    text = games.read_text()
    assert re.search(r'\[Result "(1/2-1/2|1-0|0-1)"\]', text)
    assert "exited" not in text
    logs = "".join(path.read_text(errors="replace") for path in tmp_path.glob("*.log"))
    assert "info string arbiter: 1/2-1/2 by" in logs
    assert "Adapter->GUI: offer draw" in logs


# Nothing can be taken and no pawn can move.
FOUR_PLIES_TO_FIFTY = "5b1k/8/8/p1p5/P1P5/8/8/1B5K w - - 96 90"


def xboard(
    tmp_path: Path, fen: str, *engines: str, clock: tuple[str, str] = ("0:04", "0.05")
) -> tuple[str, str]:
    """Have xboard play one game between two programs; return its PGN and its debug log."""
    games, log, start = (tmp_path / name for name in ("games.pgn", "xboard.debug", "start.fen"))
    start.write_text(f"{fen}\n")
    subprocess.run(
        [
            "xvfb-run", "-a", "xboard", "-fcp", engines[0], "-scp", engines[1],
            "-mg", "1", "-lpf", str(start), "-tc", clock[0], "-inc", clock[1], "-sgf", str(games),
            "-td", "0", "-xponder", "-popupExitMessage", "false", "-xpopup",
            "-debug", "-nameOfDebugFile", str(log),
        ],
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        timeout=110,
    )  # fmt: skip
    return games.read_text(), log.read_text(errors="replace")


def through_us(engine: str, *options: str) -> str:
    path = shutil.which(engine, path=ENVIRONMENT["PATH"])
    return " ".join([*RUN, *options, "--", str(path)])


@pytest.mark.real("xboard", "xvfb-run", "stockfish", "toga2")
def test_xboard_ends_a_game_on_our_claim(tmp_path: Path) -> None:
    """Without polyglot, both engines wrapped: XBoard itself would go on to the 51st move."""
    options = ("--ruleset", "fide", "--claims", "always")
    pgn, log = xboard(
        tmp_path,
        FOUR_PLIES_TO_FIFTY,
        through_us("stockfish", *options),
        through_us("toga2", *options),
    )
    assert '[Result "1/2-1/2"]' in pgn
    assert re.search(r"\{Fifty-move rule, FIDE 9.3.[12]\}", pgn)
    assert "illegal" not in log.lower()
    assert re.search(r">first : result 1/2-1/2 \{Fifty", log)


@pytest.mark.real("xboard", "xvfb-run", "stockfish", "phalanx")
def test_xboard_ends_a_game_on_the_claim_of_one_side(tmp_path: Path) -> None:
    pgn, log = xboard(
        tmp_path,
        FOUR_PLIES_TO_FIFTY,
        "phalanx",
        through_us("stockfish", "--ruleset", "fide", "--claims", "always"),
    )
    assert '[Result "1/2-1/2"]' in pgn
    assert re.search(r"\{Fifty-move rule, FIDE 9.3.[12]\}", pgn)
    assert "<second: # arbiter: 1/2-1/2 by" in log


@pytest.mark.real("xboard", "xvfb-run", "stockfish", "toga2")
def test_xboard_has_what_it_cannot_see_offered_and_agreed(tmp_path: Path) -> None:
    pgn, log = xboard(
        tmp_path,
        "8/8/3k4/8/8/8/6q1/NN5K w - - 0 1",  # its only move leaves two knights
        through_us("stockfish", "--ruleset", "classic"),
        through_us("toga2", "--ruleset", "classic"),
    )
    assert '[Result "1/2-1/2"]' in pgn
    assert "{Draw agreed}" in pgn
    assert "<first : offer draw" in log
    assert "<second: offer draw" in log
    assert "1/2-1/2 {Two knights" not in log


@pytest.mark.real("xboard", "xvfb-run", "stockfish")
def test_xboard_has_a_proven_perpetual_agreed(tmp_path: Path) -> None:
    """By move 40 and ten scores of zero the policy would wait for long; the proof stands in."""
    options = ("--ruleset", "fide", "--claims", "never", "--handle-draws", "on", "--offer-draw")
    wrapped = through_us("stockfish", *options, "on")
    start = "6k1/6p1/8/8/8/8/qr3PPK/4Q3 w - - 0 1"
    pgn, log = xboard(tmp_path, start, wrapped, wrapped, clock=("0:20", "0.5"))
    assert '[Result "1/2-1/2"]' in pgn
    assert "# arbiter: advice at ply " in log
    assert "offer draw" in log.partition("# arbiter: advice at ply ")[2]
