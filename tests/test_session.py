"""The session under any input: it never raises, and it passes on what it does not rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.arbiter import Arbiter
from proxy.conduct import Conduct
from proxy.rulesets import load_ruleset
from proxy.ruling import Ruling
from proxy.saying import PREFIX, say
from proxy.session.care import Care
from proxy.session.commands import Ask, Command, KillEngine, LoadArbiter, Ruled, ToEngine, ToGui
from proxy.session.departure import Departure
from proxy.session.layer import Layer
from proxy.session.repairs import REPAIRS
from proxy.session.session import Session
from proxy.session.words import option_of

WORDS = (
    b"uci isready ucinewgame position startpos fen moves go ponder infinite movetime 10 stop "
    b"ponderhit quit setoption name value UCI_Chess960 UCI_Variant true e2e4 e7e5 g1f3 g8f6 f3g1 "
    b"f6g8 bestmove (none) 0000 uciok readyok id info depth score cp string perft atomic "
    b"8/8/4k3/8/8/3KN3/4p3/8 7k/8/5K2/8/8/8/8/6Q1 w b - 0 1 g1g6 \xff \x00"
).split(b" ")
LINES = st.lists(st.sampled_from(WORDS), max_size=12).map(b" ".join) | st.binary(max_size=40)
TIMERS = ["load", "leave", "start", "early", "ready", "give-up", "restart", "hang", "judge"]
CARES = st.builds(
    Care,
    st.sets(st.sampled_from(REPAIRS)),
    on_illegal=st.sampled_from(["forward", "ask-again", "pv"]),
    on_crash=st.sampled_from(["exit", "restart"]),
    on_hang=st.sampled_from(["wait", "rescue"]),
    restart_limit=st.integers(0, 3),
)
EVENTS = st.tuples(st.sampled_from(["gui_line", "engine_line"]), LINES) | st.tuples(
    st.sampled_from(
        [
            "gui_closed",
            "gui_deaf",
            "terminate",
            "engine_gone",
            *(f"timer {name}" for name in TIMERS),
        ]
    ),
    st.just(b""),
)


def drive(session: Session, event: str, line: bytes) -> list[object]:
    """Give an event; answer a wish for the arbiter at once, as the shell does later."""
    now = 1.0
    match event.split():
        case ["timer", name]:
            commands = session.timer(name, now)
        case ["engine_gone"]:
            commands = session.engine_gone(Departure("x", 0), now)
        case ["gui_closed" | "gui_deaf" | "terminate"]:
            commands = getattr(session, event)(now)
        case _:
            commands = getattr(session, event)(line, now)
    for command in commands:
        if isinstance(command, LoadArbiter):
            session.arbiter_loaded(Arbiter(Conduct(load_ruleset("online"))), now)
    return [*commands, *session.settle(now)]


@given(st.lists(EVENTS, max_size=40), CARES)
def test_no_event_makes_it_raise(events: list[tuple[str, bytes]], care: Care) -> None:
    session = Session(care=care)
    for event, line in events:
        drive(session, event, line)


@given(st.lists(LINES.filter(lambda line: b"go" not in line and b"quit" not in line), max_size=40))
def test_what_the_gui_says_reaches_the_engine_unchanged(lines: list[bytes]) -> None:
    session = Session(care=Care(()))
    heard = [
        command.line
        for line in lines
        for command in drive(session, "gui_line", line)
        if isinstance(command, ToEngine)
    ]
    assert heard == lines


@given(st.lists(LINES, max_size=40))
def test_what_the_engine_says_reaches_the_gui_unchanged_while_nothing_is_ruled_nor_mended(
    lines: list[bytes],
) -> None:
    """R113: bytes, whatever they are."""
    session = Session(care=Care(()))
    drive(session, "gui_line", b"position startpos")
    heard = [
        command.line
        for line in lines
        for command in drive(session, "engine_line", line)
        if isinstance(command, ToGui)
    ]
    assert heard == lines


def test_a_position_is_followed_after_its_line_has_left() -> None:
    """The engine thinks already while the arbiter looks."""
    session = Session()
    drive(session, "gui_line", b"position startpos")
    assert session.gui_line(b"position startpos moves e2e4", 0.0) == [
        ToEngine(b"position startpos moves e2e4")
    ]
    assert session.unsettled
    session.settle(0.0)
    assert not session.unsettled


def test_an_answer_that_outruns_the_arbiter_is_judged_on_the_right_position() -> None:
    session = Session()
    drive(session, "gui_line", b"position startpos")
    session.gui_line(b"position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 0.0)
    session.gui_line(b"go movetime 1", 0.0)
    commands = session.engine_line(b"bestmove g1g6", 0.0)
    told = [command.line for command in commands if isinstance(command, ToGui)]
    assert b"stalemate" in told[0]
    assert told[1:] == [b"bestmove g1g6"]


def test_a_hang_that_outruns_the_arbiter_is_rescued_when_he_is_there() -> None:
    session = Session(care=Care(on_hang="rescue"))
    session.gui_line(b"position startpos moves e2e4", 0.0)
    session.gui_line(b"go movetime 100", 0.0)
    session.pass_block(b"info score cp 1 pv e7e5\n")
    assert ToEngine(b"stop") in session.timer("hang", 0.3)
    assert session.timer("hang", 0.4) == []
    commands = session.arbiter_loaded(Arbiter(Conduct(load_ruleset("online"))), 0.8)
    assert KillEngine() in commands
    assert commands[-1] == ToGui(b"bestmove e7e5")


def test_a_layer_has_all_that_a_session_has() -> None:
    public = {name for name in vars(Session) if not name.startswith("_")}
    attributes = {name for name in vars(Session()) if not name.startswith("_")}
    assert public | attributes <= set(dir(Layer))


def test_a_layer_hands_every_event_through() -> None:
    lines = [b"uci", b"position startpos", b"go infinite", b"stop"]
    session, layer = Session(tracking=False), Layer(Session(tracking=False))
    for line in lines:
        assert layer.gui_line(line, 0.0) == session.gui_line(line, 0.0)
    assert layer.engine_line(b"bestmove e2e4", 0.0) == session.engine_line(b"bestmove e2e4", 0.0)
    for event in ("settle", "gui_closed", "gui_deaf", "terminate"):
        assert getattr(layer, event)(0.0) == getattr(session, event)(0.0)
    assert layer.timer("leave", 0.0) == session.timer("leave", 0.0)
    departure = Departure("x", 0)
    assert layer.engine_gone(departure, 0.0) == session.engine_gone(departure, 0.0)
    ruling = Ruling("resignation", "5.1.2", True, False, 3, 0, (3,))
    assert layer.ruled(ruling, 0.0) == session.ruled(ruling, 0.0) == [Ruled(ruling)]


def test_without_tracking_the_arbiter_is_never_asked_for() -> None:
    session = Session(tracking=False)
    lines = [b"uci", b"position startpos", b"go movetime 1"]
    commands = [command for line in lines for command in session.gui_line(line, 0.0)]
    commands += session.engine_line(b"uciok", 0.0)
    commands += session.timer("load", 0.0)
    assert LoadArbiter() not in commands


WALL = b"position fen 4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1"


def asked(commands: list[Command]) -> int:
    return len([command for command in commands if isinstance(command, Ask)])


def test_the_analyst_is_asked_however_the_lines_come() -> None:
    """`position` and `go` in one write leave no time to settle between them."""
    for settles in (True, False):
        session = Session()
        session.arbiter_loaded(Arbiter(Conduct(load_ruleset("online"), exact=True)), 0.0)
        commands = session.gui_line(WALL, 0.0)
        if settles:
            commands += session.settle(0.0)
        commands += session.gui_line(b"go movetime 1", 0.0)
        assert asked(commands) == 1
        commands = session.engine_line(b"bestmove g6g5", 0.0)
        assert asked(commands) == 1
        assert asked(session.settle(0.0)) == 0


def test_a_second_go_without_a_position_is_about_the_same_position() -> None:
    session = Session()
    drive(session, "gui_line", b"position startpos")
    for _ in range(2):
        drive(session, "gui_line", b"go movetime 1")
        assert drive(session, "engine_line", b"bestmove e2e4") == [ToGui(b"bestmove e2e4")]


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (b"name a name b value 1 value 2", b"a name b", b"1 value 2"),
        (b"name King valued squares value 5", b"king valued squares", b"5"),
        (b"name EvalFile value", b"evalfile", b""),
        (b"name Clear Hash", b"clear hash", b""),
    ],
)
def test_options_are_read(line: bytes, name: bytes, value: bytes) -> None:
    assert option_of(line) == (name, value)


def test_nothing_that_we_say_makes_a_gui_act() -> None:
    """Whatever text it is made of: a wrong value, an engine's name."""
    said = say("Draw OFFER resign score bestmove readyok uciok \udcff \x1b[31m \n two")
    text = said.removeprefix(PREFIX)
    assert said.startswith(PREFIX)
    assert text == text.lower()
    for word in (b"draw", b"offer", b"resign", b"score", b"bestmove", b"readyok", b"uciok"):
        assert word not in text
    assert text.isascii()
    assert b"\x1b" not in text


def test_another_ruleset_keeps_the_variant_and_the_castling() -> None:
    arbiter = Arbiter(Conduct(load_ruleset("online")))
    arbiter.set_option(b"uci_chess960", b"true")
    arbiter.act(Conduct(load_ruleset("fide")))
    arbiter.position(b"position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1 moves e1b1 g8f8")
    assert arbiter.answer(b"bestmove g1f1", []).lines == [b"bestmove g1f1"]
