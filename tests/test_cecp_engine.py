"""The layer of a CECP engine under any input, and what transcripts cannot show."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.recorded import keeper
from support.transcript import Known

from proxy.assembly import make_arbiter, make_back, make_session
from proxy.cecp.detection import is_hinted
from proxy.gui.choice import Choice
from proxy.session.commands import Command, LoadArbiter, Ruled, SetTimer, ToEngine, ToGui
from proxy.session.departure import Departure
from proxy.session.repairs import SAFE, is_move
from proxy.session.words import split_word
from proxy.settings import FLAG, Settings
from proxy.shell.known_engines import KnownEngine

if TYPE_CHECKING:
    from pathlib import Path

    from proxy.session.noted import Note


FROM_ENGINE = (
    b"move resign offer draw 1/2-1/2 {x} 1-0 0-1 {White resigns} Draw checkmate pong 1 2 feature "
    b"done=1 done=0 ping=1 setboard=1 san=1 reuse=0 exclude=1 analyze=0 Illegal Error move: "
    b"(unknown command): ping analyze setboard usermove time sd e2e4 e7e5 Nf3 O-O 3 100003 -9996 0 "
    b"White (1) : My is telluser uciok id name \xff \x00"
).split(b" ")
FROM_GUI = (
    b"uci isready ucinewgame position startpos fen moves go ponder infinite movetime 10 perft 1 "
    b"depth wtime stop ponderhit quit setoption name Ponder value true UCI_Chess960 "
    b"e2e4 UCI_Variant e7e5 searchmoves nodes mate "
    b"8/8/4k3/8/8/3KN3/4p3/8 7k/8/5K2/8/8/8/8/6Q1 w b - 0 g1g6 \xff"
).split(b" ")
STARTS = st.sampled_from(
    (
        b"uci",
        b"position startpos",
        b"position startpos moves e2e4",
        b"go wtime 900 btime 900",
        b"go infinite",
        b"go ponder",
        b"go perft 2",
        b"ponderhit",
        b"stop",
        b"isready",
        b"ucinewgame",
    )
)
ANSWERS = st.sampled_from(
    (
        b"feature ping=1 setboard=1 done=1",
        b"3 20 1 30 e2e4 e7e5",
        b"move e2e4",
        b"move e7e5",
        b"resign",
        b"offer draw",
        b"1/2-1/2 {mine}",
        b"Illegal move: e2e4",
        b"pong 1",
    )
)


def words(choice: tuple[bytes, ...] | list[bytes]) -> st.SearchStrategy[bytes]:
    return st.lists(st.sampled_from(choice), max_size=10).map(b" ".join)


ADVISE = Choice("test", "advise", False, ())
EVENTS = st.one_of(
    st.tuples(st.just("gui_line"), STARTS | words(FROM_GUI)),
    st.tuples(st.just("engine_line"), ANSWERS | words(FROM_ENGINE)),
    st.tuples(st.sampled_from(["ring", "engine_gone"]), st.just(b"")),
)


class Driver:
    """Drives a layer as the shell does; keeps the timers and all that was said."""

    def __init__(self, protocol: str, repairs: tuple[str, ...] = SAFE) -> None:
        self.settings = Settings()
        self.settings.put(FLAG, "repairs", repairs)
        self.settings.put(FLAG, "engine-protocol", protocol)
        self.settings.put(FLAG, "ruleset", "fide")
        session = make_session(self.settings, None)
        self.layer = make_back(self.settings, session, ["/opt/fake"], Known(known=False))
        self.now = 0.0
        self.timers: dict[str, float] = {}
        self.to_gui: list[bytes] = []
        self.to_engine: list[bytes] = []

    def event(self, name: str, line: bytes) -> None:
        match name:
            case "ring":
                if not self.timers:
                    return
                timer = min(self.timers, key=self.timers.__getitem__)
                self.now = max(self.now, self.timers.pop(timer))
                commands = self.layer.timer(timer, self.now)
            case "engine_gone":
                commands = self.layer.engine_gone(Departure("x", 0), self.now)
            case _:
                commands = getattr(self.layer, name)(line, self.now)
        self.carry_out([*commands, *self.layer.settle(self.now)])

    def carry_out(self, commands: list[Command]) -> None:
        for command in commands:
            match command:
                case SetTimer(name, at):
                    self.timers[name] = at
                case ToGui(line):
                    self.to_gui.append(line)
                case ToEngine(line):
                    self.to_engine.append(line)
                case LoadArbiter():
                    arbiter = make_arbiter(self.settings, None, lambda _: ADVISE)
                    self.carry_out(self.layer.arbiter_loaded(arbiter, self.now))

    def answers(self) -> int:
        return sum(line.startswith(b"bestmove") for line in self.to_gui)


@given(
    st.sampled_from(["auto", "cecp"]),
    st.sampled_from([(), SAFE]),
    st.lists(EVENTS, max_size=40),
)
@example("auto", (), [("engine_line", b"uciok move")])
@example(
    "auto",
    (),
    [
        ("gui_line", b"position startpos"),
        ("engine_gone", b""),
        ("engine_line", b"feature ping=1 setboard=1 done=1"),
    ],
)
def test_whatever_happens_the_gui_gets_no_more_answers_than_it_has_asked_for(
    protocol: str, repairs: tuple[str, ...], events: list[tuple[str, bytes]]
) -> None:
    """And each is a move, in whatever form the engine has said it."""
    driver = Driver(protocol, repairs)
    for event, line in events:
        driver.event(event, line)
    asked = Counter(split_word(line)[0] for event, line in events if event == "gui_line")
    told = Counter(split_word(line)[0] for line in driver.to_gui)
    assert told[b"bestmove"] <= asked[b"go"]
    assert told[b"readyok"] <= asked[b"isready"]
    # A UCI engine that says it unasked is not mended without the repair.
    said = Counter(split_word(line)[0] for event, line in events if event == "engine_line")
    unasked = 0 if repairs else said[b"uciok"]
    assert told[b"uciok"] <= asked[b"uci"] + unasked
    for line in driver.to_gui:
        word, rest = split_word(line)
        assert word != b"bestmove" or all(map(is_move, rest.replace(b"ponder", b"").split()))


def test_an_engine_that_is_found_out_without_uci_is_not_announced() -> None:
    driver = Driver("auto")
    driver.event("gui_line", b"position startpos")
    driver.event("engine_gone", b"")
    driver.event("engine_line", b"feature ping=1 setboard=1 done=1")
    assert driver.to_gui == []


@given(st.lists(st.tuples(st.just("engine_line"), ANSWERS | words(FROM_ENGINE)), max_size=30))
def test_never_more_than_one_answer_to_a_go(events: list[tuple[str, bytes]]) -> None:
    driver = Driver("cecp")
    driver.event("gui_line", b"uci")
    driver.event("engine_line", b"feature setboard=1 done=1")
    for event, line in events:
        driver.event("gui_line", b"position startpos")
        before = driver.answers()
        driver.event("gui_line", b"go wtime 1000 btime 1000")
        driver.event(event, line)
        driver.event("ring", b"")
        assert driver.answers() <= before + 1


@pytest.mark.parametrize("repairs", [(), SAFE])
@pytest.mark.parametrize("go", [b"go perft 2", b"go wtime 1000 btime 1000", b"go infinite"])
def test_a_position_in_the_midst_of_anything_costs_no_game(
    go: bytes, repairs: tuple[str, ...]
) -> None:
    """With the repairs off nothing holds a `position` until the engine has moved."""
    driver = Driver("cecp", repairs)
    for event, line in [
        ("gui_line", b"uci"),
        ("engine_line", b"feature setboard=1 done=1"),
        ("gui_line", b"position startpos"),
        ("gui_line", go),
        ("gui_line", b"position startpos moves e2e4"),
        ("engine_line", b"move e2e4"),
        ("gui_line", b"stop"),
        ("gui_line", b"position startpos moves e2e4"),
        ("gui_line", b"go wtime 1000 btime 1000"),
        ("engine_line", b"move e7e5"),
    ]:
        driver.event(event, line)
    assert driver.to_gui[-1] == b"bestmove e7e5"
    assert driver.answers() == (1 if b"perft" in go else 2)


def test_perft_is_no_search_for_a_cecp_engine() -> None:
    driver = Driver("cecp")
    for event, line in [
        ("gui_line", b"uci"),
        ("engine_line", b"feature setboard=1 done=1"),
        ("gui_line", b"position startpos"),
    ]:
        driver.event(event, line)
    asked, said = len(driver.to_engine), len(driver.to_gui)
    driver.event("gui_line", b"go perft 2")
    assert driver.to_engine[asked:] == []
    assert [line.split()[:2] for line in driver.to_gui[said:]] == [[b"info", b"string"]]


def test_a_go_without_a_position_is_about_the_old_one() -> None:
    driver = Driver("cecp")
    for event, line in [
        ("gui_line", b"uci"),
        ("engine_line", b"feature setboard=1 done=1"),
        ("gui_line", b"position startpos"),
        ("gui_line", b"go wtime 1000 btime 1000"),
        ("engine_line", b"move e2e4"),
    ]:
        driver.event(event, line)
    said = len(driver.to_engine)
    driver.event("gui_line", b"go wtime 1000 btime 1000")
    assert driver.to_engine[said:] == [b"force", b"undo", b"time 94", b"otim 100", b"go"]


def test_a_ruling_on_the_engines_word_is_noted_for_the_record() -> None:
    settings = Settings()
    settings.put(FLAG, "engine-protocol", "cecp")
    notes: list[Note] = []
    session = make_session(settings, None, keeper(notes))
    layer = make_back(settings, session, ["/opt/fake"], Known(known=False))
    layer.gui_line(b"uci", 0.0)
    layer.engine_line(b"feature setboard=1 done=1", 0.0)
    layer.gui_line(b"position startpos moves e2e4", 0.0)
    layer.gui_line(b"go wtime 1000 btime 1000", 0.0)
    commands = layer.engine_line(b"resign", 0.0)
    told = [command.ruling for command in commands if isinstance(command, Ruled)]
    noted = [one.ruling for note in notes for one in note[3] if isinstance(one, Ruled)]
    assert told == noted
    assert [(ruling.reason, ruling.result) for ruling in told] == [("resignation", "1-0")]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"Error (unknown command): uci", True),
        (b"Unknown command: 'uci'. Type help for more information.", True),
        (b"White (1) : Invalid move: uci", True),
        (b"Illegal move: protover", True),
        (b"Toga II 3.0 UCI based on Fruit 2.1", False),
        (b"bad book.bin, no uciok yet", False),
        (b"Error: no network", False),
    ],
)
def test_what_complains_of_a_greeting(line: bytes, complaint: bool) -> None:
    driver = Driver("auto")
    driver.event("gui_line", b"uci")
    driver.event("engine_line", line)
    assert (b"xboard" in driver.to_engine) == complaint


def test_an_engine_may_be_told_to_speak_cecp() -> None:
    assert is_hinted(["--xboard"])
    assert is_hinted(["xboard", "-q"])
    assert not is_hinted(["--uci", "/opt/xboard/engine"])


def test_memory_knows_an_engine_by_its_command_and_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    engine = tmp_path / "engine"
    engine.write_text("one")
    known = KnownEngine([str(engine), "-x"])
    assert not known.recall()
    known.store()
    assert KnownEngine([str(engine), "-x"]).recall()
    assert not KnownEngine([str(engine), "-y"]).recall()
    engine.write_text("another")
    assert not KnownEngine([str(engine), "-x"]).recall()


def test_memory_does_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    known = KnownEngine(["engine"])
    known.store()
    assert not known.recall()
