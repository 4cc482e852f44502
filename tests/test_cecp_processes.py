"""CECP engines behind a real wrapper process: a scripted one with faults, and Debian's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import chess.engine
import pytest
from support.wrapper import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.wrapper import Wrapper

    Start = Callable[..., Wrapper]

FAKE = (sys.executable, "-S", "-E", str(Path(__file__).parent / "support" / "fake_cecp_engine.py"))
REAL = [
    pytest.param(("gnuchess", "--xboard"), marks=pytest.mark.real("gnuchess"), id="gnuchess"),
    pytest.param(("fairymax",), marks=pytest.mark.real("fairymax"), id="fairymax"),
    pytest.param(("phalanx",), marks=pytest.mark.real("phalanx"), id="phalanx"),
]
GO = "go wtime 60000 btime 60000"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a memory of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def play(
    wrapper: Start, *faults: str, protocol: str = "cecp", position: str = "startpos"
) -> list[str]:
    """Have the scripted engine answer one `go`; return its lines."""
    one = wrapper(*FAKE, *faults, options=("--engine-protocol", protocol))
    one.handshake()
    lines = one.go(position, GO)
    assert one.quit() == 0
    return lines


@pytest.mark.parametrize("fault", ["torn=1", "crlf=1", "quiet=1", "features=none", "mute=2"])
def test_a_move_is_an_answer(wrapper: Start, fault: str) -> None:
    assert play(wrapper, "moves=e2e4", fault)[-1] == "bestmove e2e4"


@pytest.mark.parametrize("fault", ["leaves=uci", "mute=2", "torn=1"])
def test_auto_finds_out_and_remembers(wrapper: Start, cache: Path, fault: str) -> None:
    assert play(wrapper, "moves=e2e4", fault, protocol="auto")[-1] == "bestmove e2e4"
    assert len(list(cache.glob("uci-arbiter/engines/*"))) == 1
    assert play(wrapper, "moves=e2e4", fault, protocol="auto")[-1] == "bestmove e2e4"
    assert len(list(cache.glob("uci-arbiter/engines/*"))) == 1


def test_a_uci_engine_leaves_no_trace(wrapper: Start, cache: Path) -> None:
    fake_uci = str(Path(__file__).parent / "support" / "fake_engine.py")
    one = wrapper(sys.executable, "-S", "-E", fake_uci, "moves=e2e4")
    one.handshake()
    assert one.go("startpos")[-1] == "bestmove e2e4"
    assert one.quit() == 0
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("word", ["1/2-1/2+{I+say+so}", "resign", "0-1+{White+resigns}"])
def test_one_that_will_not_move_is_set_to_move_again(wrapper: Start, word: str) -> None:
    lines = play(wrapper, "moves=e2e4", f"instead={word}")
    assert lines[-1] == "bestmove e2e4"
    assert any(line.startswith("info string arbiter: ") for line in lines)


def test_one_that_ignores_move_now_is_answered_for(wrapper: Start) -> None:
    one = wrapper(*FAKE, "moves=e2e4,e7e5,g1f3", "deaf=1", options=("--engine-protocol", "cecp"))
    one.handshake()
    assert one.go("startpos", "go movetime 100")[-1] == "bestmove e2e4"
    lines = one.go("startpos moves e2e4 e7e5", "go movetime 100")
    assert lines[-1] == "bestmove g1f3"
    assert one.quit() == 0


def test_one_that_takes_legal_moves_for_illegal_has_failed(wrapper: Start) -> None:
    one = wrapper(*FAKE, "refuses=1", "deaf=1", options=("--engine-protocol", "cecp"))
    one.handshake()
    one.send("position startpos moves e2e4", GO)
    out, _ = one.finish()
    assert b"takes the legal move e2e4 for illegal" in out
    assert one.process.returncode == 128 + 9


def test_one_that_crashes_is_reported_as_any(wrapper: Start) -> None:
    one = wrapper(*FAKE, "crash=go", options=("--engine-protocol", "cecp"))
    one.handshake()
    one.send("position startpos", GO)
    out, err = one.finish()
    assert out.splitlines()[-1].endswith(b"was killed by sigsegv")
    assert b"SIGSEGV" in err


def test_a_log_of_a_cecp_engine_can_be_replayed(wrapper: Start, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    one = wrapper(*FAKE, "moves=e2e4,e7e5,g1f3", "leaves=uci", options=("--log", str(log)))
    one.handshake()
    assert one.go("startpos", GO)[-1] == "bestmove e2e4"
    assert one.go("startpos moves e2e4 e7e5", GO)[-1] == "bestmove g1f3"
    assert one.quit() == 0
    replayed = subprocess.run(
        [sys.executable, "-m", "proxy", "replay", str(log)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "no differences" in replayed.stdout


def test_without_reuse_each_game_has_its_own_process(wrapper: Start, tmp_path: Path) -> None:
    log = tmp_path / "log"
    one = wrapper(
        *FAKE,
        "moves=e2e4",
        f"log={log}",
        "features=reuse=0 ping=1 setboard=1 done=1",
        options=("--engine-protocol", "cecp"),
    )
    one.handshake()
    for _ in range(2):
        one.send("ucinewgame", "isready")
        one.read_until("readyok")
        assert one.go("startpos", GO)[-1] == "bestmove e2e4"
    assert one.quit() == 0
    assert log.read_text().count("xboard\n") == 3


@pytest.fixture(scope="module", params=REAL)
def engine(request: pytest.FixtureRequest) -> Iterator[chess.engine.SimpleEngine]:
    """A real CECP engine as python-chess's UCI client sees it, found out by `auto`."""
    command = [sys.executable, "-m", "proxy", "run", "--", *request.param]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE) as one:
        yield one


def best(
    engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit
) -> chess.Move:
    """Return a move of the engine's; python-chess has found it to be legal."""
    move = engine.play(board, limit).move
    assert move is not None
    return move


def test_a_real_engine_plays_a_game(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(white_clock=0.6, black_clock=0.6, white_inc=0.05, black_inc=0.05)
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 30:
        board.push(best(engine, board, limit))
    assert board.ply() == 30 or board.is_game_over()


def test_a_real_engine_finds_the_mate(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=4))
    assert info["score"].white().mate() in {1, 2}
    assert board.is_legal(info["pv"][0])


def test_a_real_engine_analyses_until_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with engine.analysis(board) as analysis:
        info = next(one for one in analysis if "pv" in one)
        assert board.is_legal(info["pv"][0])
    assert board.is_legal(best(engine, board, chess.engine.Limit(time=0.2)))


def test_a_real_engine_goes_back_and_to_another_game(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(time=0.1)
    board = chess.Board()
    for move in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(move)
    assert board.is_legal(best(engine, board, limit))
    board.pop()
    assert board.is_legal(best(engine, board, limit))
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    assert board.is_legal(best(engine, board, limit))


def test_a_real_engine_ponders(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(white_clock=2, black_clock=2)
    board = chess.Board()
    for _ in range(6):
        result = engine.play(board, limit, ponder=True)
        assert result.move is not None
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
    assert board.ply() == 12
