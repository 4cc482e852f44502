"""The small engine as a process, seen from the GUI."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import chess
import chess.engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.builtin.uci import Engine, parse_position

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = [sys.executable, "-m", "proxy", "engine"]


class Gui:
    """The other end of the pipes; every read blocks until the engine has answered."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._in, self._out = process, process.stdin, process.stdout

    def send(self, *lines: str) -> None:
        self._in.write("".join(f"{line}\n" for line in lines))
        self._in.flush()

    def until(self, word: str) -> list[str]:
        """Return the lines up to the first that begins with `word`, which is the last of them."""
        lines: list[str] = []
        while not lines or lines[-1].split()[:1] != [word]:
            line = self._out.readline()
            assert line, f"the engine ended before {word}, after {lines}"
            lines.append(line.rstrip("\n"))
        return lines

    def search(self, position: str, go: str) -> list[str]:
        self.send(f"position {position}", f"go {go}")
        return self.until("bestmove")


def started() -> subprocess.Popen[str]:
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def engine() -> Iterator[Gui]:
    with started() as process:
        gui = Gui(process)
        yield gui
        gui.send("quit")
        assert process.wait() == 0


@pytest.fixture
def gui() -> Iterator[Gui]:
    with engine() as gui:
        yield gui


def finish(text: str) -> list[str]:
    """Return what the engine says to an input that just ends."""
    done = subprocess.run(COMMAND, input=text.encode(), capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    assert b"\r" not in done.stdout
    return done.stdout.decode().splitlines()


def test_handshake_names_the_options(gui: Gui) -> None:
    gui.send("uci")
    lines = gui.until("uciok")
    assert lines[0].startswith("id name ")
    assert "option name Hash type spin default 16 min 1 max 1024" in lines
    assert "option name Ponder type check default false" in lines
    assert "option name UCI_Chess960 type check default false" in lines


def test_answers_isready_while_it_searches_and_obeys_stop(gui: Gui) -> None:
    gui.send("position startpos", "go infinite", "isready")
    gui.until("readyok")
    gui.send("isready")
    assert not any(line.startswith("bestmove") for line in gui.until("readyok"))
    gui.send("stop")
    assert chess.Move.from_uci(gui.until("bestmove")[-1].split()[1]) in chess.Board().legal_moves


def test_an_infinite_search_without_anything_left_to_think_waits_for_stop(gui: Gui) -> None:
    gui.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go infinite")
    while "score mate 1" not in gui.until("info")[-1]:
        pass
    gui.send("isready")
    assert not any(line.startswith("bestmove") for line in gui.until("readyok"))
    gui.send("stop")
    assert gui.until("bestmove")[-1] == "bestmove a1a8"


def test_ponder_waits_for_ponderhit_and_then_keeps_the_clock(gui: Gui) -> None:
    gui.send("position startpos moves e2e4 e7e5", "go ponder wtime 200 btime 200", "isready")
    assert not any(line.startswith("bestmove") for line in gui.until("readyok"))
    gui.send("ponderhit")
    assert len(gui.until("bestmove")[-1].split()) in {2, 4}


def test_ponder_can_be_stopped(gui: Gui) -> None:
    gui.send("position startpos", "go ponder wtime 100000 btime 100000", "stop")
    assert chess.Move.from_uci(gui.until("bestmove")[-1].split()[1]) in chess.Board().legal_moves


def test_stop_and_ponderhit_without_a_search_do_nothing(gui: Gui) -> None:
    gui.send("stop", "ponderhit", "isready")
    assert gui.until("readyok") == ["readyok"]


def test_a_second_go_ends_the_first(gui: Gui) -> None:
    gui.send("position startpos", "go infinite", "go depth 1")
    for _ in range(2):  # one answer each
        move = chess.Move.from_uci(gui.until("bestmove")[-1].split()[1])
        assert move in chess.Board().legal_moves


def test_quit_ends_a_search() -> None:
    with started() as process:
        gui = Gui(process)
        gui.send("position startpos", "go infinite", "isready")
        gui.until("readyok")
        gui.send("quit")
        assert process.wait(60) == 0


def test_end_of_input_finishes_a_bounded_search_and_stops_an_endless_one() -> None:
    assert finish("position startpos\ngo depth 4\n")[-1].startswith("bestmove ")
    assert finish("position startpos\ngo infinite\n")[-1].startswith("bestmove ")


def test_carriage_returns_and_unknown_words_are_passed_over() -> None:
    lines = finish("joho debug on\r\nuci\r\nposition startpos moves e2e4\r\nnow go depth 2\r\n\r\n")
    assert "uciok" in lines
    assert lines[-1].startswith("bestmove ")


def test_info_lines_hold_what_guis_read(gui: Gui) -> None:
    info = gui.search("startpos", "depth 3")[-2].split()
    assert info[:3] == ["info", "depth", "3"]
    for word in ("seldepth", "score", "nodes", "nps", "time", "hashfull", "pv"):
        assert word in info
    assert info[info.index("score") + 1] == "cp"
    assert info[info.index("pv") + 1] == gui.search("startpos", "depth 3")[-1].split()[1]


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "mate 0"),
    ],
)
def test_no_bestmove_only_where_there_is_no_legal_move(gui: Gui, fen: str, score: str) -> None:
    assert gui.search(f"fen {fen}", "movetime 1000") == [
        f"info depth 0 score {score}",
        "bestmove (none)",
    ]


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("8/8/8/8/8/8/8/8 w - - 0 1", id="empty"),
        pytest.param("4k3/8/8/8/8/8/8/8 w - - 0 1", id="no-king"),
        pytest.param("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", id="king-can-be-taken"),
        pytest.param("not a fen", id="nonsense"),
        pytest.param("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e5", id="illegal-move"),
        pytest.param("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves 0000", id="null-move"),
    ],
)
def test_an_impossible_position_is_refused_and_the_last_one_kept(gui: Gui, fen: str) -> None:
    lines = gui.search("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "depth 1")
    assert lines[-1] == "bestmove a1a8"
    lines = gui.search(f"fen {fen}", "depth 1")
    assert lines[0].startswith("info string position ignored: ")
    assert lines[-1] == "bestmove a1a8"


def test_rights_without_a_rook_and_phantom_en_passant_are_cleaned() -> None:
    fen = "4k3/8/8/8/4P3/8/8/4K2N b KQkq e3 0 1"
    board = parse_position(["fen", *fen.split()])
    assert not board.castling_rights
    assert not board.has_legal_en_passant()


WORDS = (
    *("uci", "isready", "ucinewgame", "position", "go", "stop", "ponderhit", "setoption", "debug"),
    *("startpos", "fen", "moves", "e2e4", "e7e5", "e1g1", "0000", "8/8/8/8/8/8/8/8", "w", "-", "0"),
    *("4k3/8/8/8/8/8/8/4K2R", "KQkq", "e3", "-5", "99999999999999999999", "1e3", "\xe9", "\x00"),
    *("name", "value", "Hash", "UCI_Chess960", "true", "infinite", "ponder", "depth", "nodes"),
    *("wtime", "btime", "movestogo", "movetime", "mate", "searchmoves"),
)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8), max_size=6))
def test_no_line_stops_the_reading(lines: list[list[str]]) -> None:
    sent: list[str] = []
    Engine(sent.append).read(iter([*map(" ".join, lines), "isready"]))
    assert sent[-1] == "readyok"
    assert all("\n" not in line for line in sent)


def test_castling_is_written_as_the_option_says(gui: Gui) -> None:
    fen = "fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1"
    assert gui.search(fen, "depth 1 searchmoves e1g1")[-1].startswith("bestmove e1g1")
    gui.send("setoption name UCI_Chess960 value true")
    assert gui.search(fen, "depth 1 searchmoves e1h1")[-1].startswith("bestmove e1h1")


def test_bad_option_values_are_told_and_change_nothing(gui: Gui) -> None:
    gui.send("setoption name Hash value much", "setoption name Nonsense", "setoption", "isready")
    lines = gui.until("readyok")
    assert lines[:-1] == ["info string option hash needs a number, not much"]
    gui.send("setoption name hash value 999999", "ucinewgame", "isready")
    assert gui.until("readyok") == ["readyok"]


@pytest.mark.parametrize("chess960", [False, True])
def test_python_chess_plays_a_whole_game_with_it(chess960: bool) -> None:
    board = chess.Board.from_chess960_pos(17) if chess960 else chess.Board()
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as player:
        player.configure({"Hash": 4})
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 300:
            played = player.play(board, chess.engine.Limit(nodes=300), game="one")
            assert played.move is not None  # python-chess raises for an illegal move
            board.push(played.move)
    assert board.is_game_over(claim_draw=True) or len(board.move_stack) == 300


def test_python_chess_ponders_with_it() -> None:
    async def play() -> chess.Board:
        transport, player = await chess.engine.popen_uci(COMMAND)
        board = chess.Board()
        clocks = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.05, black_inc=0.05)
        for _ in range(6):
            played = await player.play(board, clocks, ponder=True)
            assert played.move is not None
            board.push(played.move)
            board.push(played.ponder or next(iter(board.legal_moves)))
        await player.quit()
        transport.close()
        return board

    assert len(asyncio.run(play()).move_stack) == 12
