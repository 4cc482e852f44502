"""A fault of ours in the layer of a CECP engine costs no game, wherever it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import pytest
from support.model_engine import FEATURES, Bench
from support.saboteur import Saboteur, Vandal, sabotaged_by
from support.transcript import Known

import proxy.cecp
from proxy.assembly import make_back, make_front, make_session
from proxy.cecp.engine_settings import EngineSettings
from proxy.cecp.features import Features
from proxy.cecp.player import Player
from proxy.rulesets import load_ruleset
from proxy.session.commands import ToEngine
from proxy.settings import FLAG, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType

    Game = Callable[[Bench], None]

NO_PING = FEATURES.replace("ping=1 ", "")
FOLDER = str(next(iter(proxy.cecp.__path__)))
# What catches the faults cannot be caught itself; what is left of it is too simple to fail.
CATCHERS = frozenset(
    [
        "translate",
        "gui_line",
        "engine_line",
        "timer",
        "join",
        "arbiter_loaded",
        "engine_gone",
        "analysed",
        "_number",
        "__init__",
        "is_transparent",
        "_do",
        "_mend",
        "_carry_out",
        "_uci_line",
        "_release",
        "_tell",
        "keep",
        "restore",
        "align",
        "bare_move",
        "_go_by_session",
        "_info",
    ]
)
# Without these no engine can be heard at all, neither one nor the next.
HEARING = frozenset(
    [
        "_shake_hands",
        "_wait",
        "_hear",
        "_word",
        "read_word",
        "_feature",
        "read_features",
        "<listcomp>",
        "set",
        "_shaken",
    ]
)
MENDERS = ("mending.py", "wishes.py", "detection.py")


def start(features: str = FEATURES, on_crash: str = "exit") -> Bench:
    settings = Settings()
    settings.put(FLAG, "on-crash", on_crash)
    settings.put(FLAG, "engine-protocol", "cecp")
    settings.put(FLAG, "ruleset", "fide")
    layer = make_back(settings, make_session(settings, None), ["/opt/model"], Known(known=False))
    return Bench(make_front(settings, layer), settings, features)


def play(bench: Bench) -> None:
    """Play and analyse as GUIs do; each question must be answered once and with a legal move."""

    def ask(board: chess.Board, *lines: str) -> chess.Move:
        before = len(bench.to_gui)

        def answers() -> list[str]:
            return [line for line in bench.to_gui[before:] if line.startswith("bestmove")]

        bench.send(*lines)
        bench.ring_until(answers)
        (answer,) = answers()
        move = chess.Move.from_uci(answer.split()[1])
        assert board.is_legal(move)
        return move

    def wait(word: str, count: int) -> None:
        bench.ring_until(lambda: bench.to_gui.count(word) >= count)
        assert bench.to_gui.count(word) == count

    bench.send("uci")
    wait("uciok", 1)
    bench.send("setoption name Ponder value true", "isready", "ucinewgame", "isready")
    wait("readyok", 2)
    board = chess.Board()
    for _ in range(3):
        moves = " ".join(map(str, board.move_stack))
        bench.send(f"position startpos moves {moves}".removesuffix(" moves "))
        board.push(ask(board, "go wtime 9000 btime 9000"))
        bench.send("setoption name DrawOffer")
        board.push(list(board.legal_moves)[-1])
    moves = " ".join(map(str, board.move_stack))
    bench.send(f"position startpos moves {moves}", "go ponder wtime 9000 btime 9000")
    board.push(ask(board, "ponderhit"))
    bench.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go infinite", "isready")
    wait("readyok", 3)
    ask(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "stop")
    bench.send("quit")
    assert bench.to_engine[-1] == "quit"


def play_by_xboard(bench: Bench) -> None:
    """Play, take back and analyse as xboard does: one legal move each time it is the engine's."""
    board = chess.Board()

    def moves_since(before: int) -> list[str]:
        return [line[5:] for line in bench.to_gui[before:] if line.startswith("move ")]

    def turn(*lines: str) -> None:
        before = len(bench.to_gui)
        bench.send(*lines)
        bench.ring_until(lambda: moves_since(before))
        (text,) = moves_since(before)
        board.push(board.parse_uci(text))

    bench.send("xboard", "protover 2")
    bench.ring_until(lambda: "feature done=1" in bench.to_gui)
    bench.send("new", "level 40 5 0", "post", "hard", "time 9000", "otim 9000")
    for _ in range(3):
        own = list(board.legal_moves)[-1]
        board.push(own)
        turn("draw", "time 9000", "otim 9000", f"usermove {own}")
    before = len(bench.to_gui)
    bench.send("force", "undo", "undo")
    board.pop()
    board.pop()
    own = next(iter(board.legal_moves))
    board.push(own)
    bench.send(f"usermove {own}")
    assert not moves_since(before)
    turn("go")
    bench.send("analyze", "ping 7", ".")
    bench.ring_until(lambda: "pong 7" in bench.to_gui)
    assert "pong 7" in bench.to_gui
    bench.send("exit")
    turn("go")
    bench.send("result 1-0 {x}", "quit")
    assert bench.to_engine[-1] == "quit"
    assert not [line for line in bench.to_gui if line.startswith(("Illegal", "Error", "telluser"))]


def sabotaged(play: Game, saboteur: Saboteur | Vandal, features: str = FEATURES) -> Bench:
    bench = start(features)
    sabotaged_by(saboteur, play, bench, again=saboteur.again)
    return bench


def functions(play: Game, prefix: str = "") -> dict[CodeType, int]:
    """Return the functions of our layers that a game calls, each with how often."""
    saboteur = Saboteur(FOLDER)
    bench = sabotaged(play, saboteur)
    assert not bench.warned
    assert bench.engines == 1
    return {
        code: count
        for code, count in saboteur.seen.items()
        if code.co_name not in CATCHERS
        and code.co_filename.rpartition("/")[2] not in MENDERS
        and code.co_filename.rpartition("/")[2].startswith(prefix)
    }


def each_once(play: Game, prefix: str, features: str) -> int:
    """Play once for each function and some of its calls; return how often a fault was told."""
    warned = 0
    for code, count in functions(play, prefix).items():
        for nth in sorted({1 + int(part * count) for part in (0.0, 0.6)}):
            try:
                bench = sabotaged(play, Saboteur(FOLDER, code, nth), features)
            except Exception as error:
                raise AssertionError(f"{code.co_qualname} at call {nth}") from error
            warned += bool(bench.warned)
    return warned


@pytest.mark.parametrize("features", [FEATURES, NO_PING])
def test_a_single_fault_on_the_engines_side(features: str) -> None:
    assert each_once(play, "", features) > 50


def test_a_single_fault_on_the_guis_side() -> None:
    assert each_once(play_by_xboard, "gui_", FEATURES) > 50


@pytest.mark.parametrize("play", [play, play_by_xboard])
@pytest.mark.parametrize("name", ["read_thinking", "read_word", "tell"])
def test_no_line_is_lost_by_a_fault_in_what_all_go_through(play: Game, name: str) -> None:
    """Whichever it is: a `pong` that is not told has a GUI wait for ever."""
    for code, count in functions(play).items():
        for nth in range(1, count + 1 if code.co_name == name else 1):
            try:
                sabotaged(play, Saboteur(FOLDER, code, nth))
            except Exception as error:
                raise AssertionError(f"{code.co_qualname} at call {nth}") from error


def test_a_fault_that_comes_again_and_again() -> None:
    for code in functions(play):
        if code.co_name in HEARING:
            continue
        try:
            sabotaged(play, Saboteur(FOLDER, code, again=True))
        except Exception as error:
            raise AssertionError(code.co_qualname) from error


def test_faults_one_after_another() -> None:
    """Each may come in the midst of what another has made necessary."""
    known = functions(play)
    for seed in range(60):
        try:
            sabotaged(play, Vandal(known, seed))
        except Exception as error:
            raise AssertionError(f"seed {seed}") from error


def test_a_thinking_line_that_cannot_be_read_is_left_out() -> None:
    bench = start()
    bench.send("uci", "position startpos")
    bench.say(f"3 20 1 {'9' * 5000} e2e4")
    bench.send("go wtime 9000 btime 9000")
    assert bench.engines == 1
    assert len(bench.warned) == 1
    assert bench.to_gui[-1].startswith("bestmove")


def test_an_option_set_to_nonsense_is_no_fault() -> None:
    features = FEATURES.replace("done", 'option="MultiPV -spin 1 1 9" done')
    bench = start(features)
    bench.send("uci", "setoption name MultiPV value many", "position startpos", "go depth 1")
    assert not bench.warned
    assert bench.to_gui[-1].startswith("bestmove")


class Planned:
    """Raises at the next call of each of these functions in turn."""

    def __init__(self, *names: str) -> None:
        self.due = [*names]

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        ours = code.co_filename.startswith(FOLDER)
        if event == "call" and ours and [code.co_name] == self.due[:1]:
            self.due.pop(0)
            raise ZeroDivisionError


def test_what_was_answered_for_an_engine_is_not_asked_of_the_next() -> None:
    bench = start()
    bench.send("uci", "isready", "position startpos")
    plan = Planned("going_on", "going_on", "engine_options")
    sabotaged_by(plan, lambda one: one.send("go wtime 900 btime 900"), bench, again=True)
    assert plan.due == []
    assert bench.engines == 3
    assert len([line for line in bench.to_gui if line.startswith("bestmove")]) == 1
    assert "go" not in bench.to_engine


@pytest.mark.parametrize("names", [("position",), ("position", "start_over"), ("position",) * 3])
def test_a_position_that_was_not_understood_is_so_at_the_next_go(names: tuple[str, ...]) -> None:
    bench = start()
    bench.send("uci", "isready", "position startpos", "go wtime 900 btime 900")
    line = "position startpos moves g1h3 g8h6"
    sabotaged_by(Planned(*names), lambda one: one.send(line), bench, again=True)
    bench.to_engine.clear()
    bench.send("go wtime 900 btime 900")
    assert bench.to_engine.count("usermove g8h6") == 1


def test_what_waited_for_an_engine_that_crashes_is_asked_of_the_next_once() -> None:
    bench = start(FEATURES.replace("done", "reuse=0 done"), on_crash="restart")
    bench.send("uci", "isready")
    slow, bench.features = bench.features, "feature ping=1"
    bench.send("ucinewgame", "position startpos", "go wtime 900 btime 900")
    bench.features = slow
    bench.crash()
    assert bench.to_engine.count("go") == 1
    assert len([line for line in bench.to_gui if line.startswith("bestmove")]) == 1


def test_a_button_pressed_twice_while_it_thinks_is_pressed_once() -> None:
    player = Player(load_ruleset("fide"))
    settings = EngineSettings(player)
    settings.begin(Features(options=["Clear Hash -button"]))
    player.told.position("position startpos")
    player.go("go infinite", 0.0)
    assert settings.take("name Clear Hash") == settings.take("name Clear Hash") == []
    player.stop(0.0)
    assert settings.send() == [ToEngine(b"option Clear Hash")]
    assert settings.send() == []
