"""What is kept from a side because a setting asks for it: kinds and floods of info lines, time."""

from __future__ import annotations

import json
import os
import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recorded import record
from support.wrapper import FAKE_ENGINE

from proxy.saying import say
from proxy.session.clock import with_less_time
from proxy.session.layer import Layer
from proxy.session.overhead import Overhead
from proxy.session.session import Session
from proxy.shell.pumps import blocks
from proxy.shell.thinner import Thinner, ThinOutlet
from proxy.uci import kind_of, without_kinds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.wrapper import Wrapper

    Start = Callable[..., Wrapper]

KINDS = (b"currmove", b"currline", b"refutation", b"string")
SCORES = [
    b"info depth %d multipv %d score %s pv e2e4" % (depth, number, score)
    for depth in (1, 2)
    for number in (1, 2)
    for score in (b"cp 3", b"mate 2", b"cp 3 lowerbound", b"cp 4 upperbound")
]
OTHERS = [
    *(b"info depth 9 currmove e2e4 currmovenumber 1", b" info  currmove\td2d4", b"info string pv"),
    *(b"info currline 1 e2e4 e7e5", b"info refutation d1h5 g6h5", b"info nodes 5 nps 3"),
    *(b"info depth 3 score cp 1 string currmove", b"info", b"info hello", b"", b"readyok"),
    *(b"info pv e2e4 currmove e2e4", b"xinfo currmove", b"\xff\x00", b"info depth 7"),
]
LINES = st.lists(st.sampled_from([*SCORES, *OTHERS]), max_size=30)
HIDDEN = st.sets(st.sampled_from(KINDS))


def block_of(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


# --- kinds of info lines


@given(LINES, HIDDEN, st.integers(0, 30))
def test_hiding_is_the_same_however_the_lines_come(
    lines: list[bytes], hidden: set[bytes], cut: int
) -> None:
    whole = without_kinds(block_of(lines), hidden)
    parts = (lines[:cut], lines[cut:])
    assert whole == b"".join(without_kinds(block_of(part), hidden) for part in parts)
    kept = iter(lines)
    assert all(line in kept for line in whole.split(b"\n")[:-1])  # in their order
    assert whole.count(b"score") == block_of(lines).count(b"score")
    assert without_kinds(whole, hidden) == whole


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        (b"info depth 9 currmove e2e4 currmovenumber 1", {b"currmove"}),
        (b"info currline 1 e2e4 e7e5", {b"currline"}),
        (b"info refutation d1h5 g6h5", {b"refutation"}),
        (b"info string currmove of currline", {b"string"}),
        (b"info depth 3 score cp 1 string x", set()),
        (b"info depth 3 currmove e2e4 pv e2e4", set()),
        (b"readyok string", set()),
        (say("a string"), set()),
    ],
)
def test_a_line_is_hidden_by_its_keys(line: bytes, kinds: set[bytes]) -> None:
    """R106: not by words that stand in a text, nor with a score; and never what we say."""
    for kind in KINDS:
        shown = without_kinds(line + b"\n", [kind])
        assert shown == (b"" if kind in kinds else line + b"\n")


# --- floods

STEPS = st.lists(st.tuples(LINES, st.integers(0, 3)), max_size=8)  # and the time until the next
SECOND = 2.0  # the interval


@given(STEPS, st.data())
def test_thinning_is_the_same_however_the_lines_come(
    steps: list[tuple[list[bytes], int]], data: st.DataObject
) -> None:
    one, other = Thinner(SECOND), Thinner(SECOND)
    now = 0.0
    for lines, wait in steps:
        cut = data.draw(st.integers(0, len(lines)))
        in_pieces = other.take(block_of(lines[:cut]), now) + other.take(block_of(lines[cut:]), now)
        assert one.take(block_of(lines), now) == in_pieces
        assert one.patience(now) == other.patience(now)
        now += wait
    assert one.flush() == other.flush()


@given(STEPS)
def test_of_a_flood_goes_on_what_matters(steps: list[tuple[list[bytes], int]]) -> None:
    """R105: the last of each kind before an answer, and at most one of each in an interval."""
    thinner = Thinner(SECOND)
    now = 0.0
    said: list[bytes] = []
    shown: list[tuple[float, bytes]] = []

    def show(block: bytes) -> None:
        shown.extend((now, line) for line in block.split(b"\n")[:-1])

    for number, (lines, wait) in enumerate(steps):
        # No two alike, so that it is known which of them goes on.
        numbered = [line + b" %d.%d" % (number, at) for at, line in enumerate(lines)]
        said += numbered
        show(thinner.take(block_of(numbered), now))
        due = thinner.patience(now)
        until = now + wait
        if due is not None and now + due <= until:
            now += due
            show(thinner.take(b"", now))
            assert thinner.patience(now) is None
        now = until
    by_time = list(shown)
    show(thinner.flush())
    assert thinner.patience(now) is None
    lines = [line for _, line in shown]
    kinds = {kind_of(line) for line in said}
    assert [line for line in lines if kind_of(line) is None] == [
        line for line in said if kind_of(line) is None
    ]
    for kind in kinds - {None}:
        of_kind = [line for line in said if kind_of(line) == kind]
        through = [line for line in lines if kind_of(line) == kind]
        assert through[-1] == of_kind[-1]
        order = iter(of_kind)
        assert all(line in order for line in through)
        times = [at for at, line in by_time if kind_of(line) == kind]
        assert all(later - sooner >= SECOND for sooner, later in pairwise(times))


def test_what_waits_is_shown_when_nothing_follows() -> None:
    """Stockfish is silent after its 245 depths: the GUI must not be left with the first."""
    thinner = Thinner(0.1)
    depths = [b"info depth %d score mate 1 pv c2c1\n" % depth for depth in range(1, 246)]
    assert thinner.take(b"".join(depths), 5.0) == depths[0]
    assert thinner.patience(5.0) == pytest.approx(0.1)
    assert thinner.take(b"", 5.1) == depths[-1]
    assert thinner.patience(5.1) is None
    assert thinner.take(depths[3], 5.3) == depths[3]


@pytest.mark.parametrize("answers", [True, False])
def test_nothing_stays_behind_in_the_outlet(answers: bool) -> None:
    """An answer, whoever gives it, and the end go behind all that waits."""
    reader, writer = os.pipe()
    outlet = ThinOutlet(writer, lambda: None, 1000.0)
    depths = [b"info depth %d score cp 1\n" % depth for depth in range(1, 9)]
    outlet.send(b"".join(depths[:5]))
    outlet.append(b"".join(depths[5:]) + b"readyok\n")
    answer = b"info string arbiter: so\nbestmove e2e4\n" if answers else b""
    outlet.append(answer)
    outlet.flush()
    os.close(writer)
    told = b"".join(blocks(reader))
    os.close(reader)
    assert told == depths[0] + b"readyok\n" + depths[-1] + answer


@pytest.mark.parametrize("options", [("--delivery", "score"), ("--log", "LOG"), ()])
def test_a_thinned_search_ends_with_its_last_line(
    wrapper: Start, tmp_path: Path, options: tuple[str, ...]
) -> None:
    log = tmp_path / "log"
    named = tuple(str(log) if word == "LOG" else word for word in options)
    gui = wrapper(
        *FAKE_ENGINE,
        "moves=e2e4",
        "info=300",
        options=("--info-interval", "10000", "--record", str(tmp_path / "games"), *named),
    )
    gui.handshake()
    first, last, bestmove = gui.go("startpos")
    assert first == "info depth 1 score cp 13 nodes 1 pv e2e4"
    assert (last, bestmove) == ("info depth 300 score cp 13 nodes 300 pv e2e4", "bestmove e2e4")
    assert gui.quit() == 0
    game = json.loads(next((tmp_path / "games").glob("*.json")).read_text())
    assert game["moves"][0]["depth"] == 300
    assert not log.exists() or log.read_text().count("info depth") == 300  # what the engine said


FLOODING = """
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("uciok", flush=True)
    if line == "isready\\n":
        print("readyok", flush=True)
    if line == "go infinite\\n":
        for depth in range(1, 301):
            print(f"info depth {depth} score mate 1 pv e2e4", flush=True)
    if line == "stop\\n":
        print("bestmove e2e4", flush=True)
    if line == "quit\\n":
        break
"""


def test_what_waits_in_a_search_without_an_end_comes_by_itself(wrapper: Start) -> None:
    engine = (sys.executable, "-S", "-c", FLOODING)
    gui = wrapper(*engine, options=("--info-interval", "20"))
    gui.handshake()
    gui.send("position startpos", "go infinite")
    gui.read_until("info depth 300 ")
    gui.send("stop")
    assert gui.read_until("bestmove") == ["bestmove e2e4"]
    assert gui.quit() == 0


@pytest.mark.real("stockfish")
def test_the_flood_of_a_mate_in_a_search_without_an_end(wrapper: Start) -> None:
    """R105, as it was reported: the last of 245 depths is shown without `stop`, few before it."""
    gui = wrapper("stockfish", options=("--info-interval", "100", "--hide", "string currmove"))
    gui.handshake()
    gui.send("position fen 8/8/8/8/8/1k6/2r5/K7 b - - 0 1", "go infinite")
    lines = gui.read_until("info depth 245 ")
    assert len(lines) < 100
    assert all(" score " in line for line in lines)
    gui.send("stop")
    assert gui.read_until("bestmove") == ["bestmove c2c1"]
    assert gui.quit() == 0


# --- time

WORDS = st.sampled_from(
    b"go wtime btime movetime 1000 50 1 0 -5 winc binc movestogo ponder infinite e2e4 9e9".split()
)
GO_LINES = st.lists(
    st.tuples(WORDS, st.sampled_from([b" ", b"  ", b"\t"])).map(b"".join), max_size=12
).map(b"".join)


@given(GO_LINES, st.integers(1, 10_000), st.booleans())
def test_only_the_own_time_is_less(line: bytes, overhead_ms: int, white: bool) -> None:
    told = with_less_time(line, overhead_ms, white=white)
    before, after = line.split(), told.split()
    assert re.split(rb"\S+", line) == re.split(rb"\S+", told)
    own = {b"movetime", b"wtime" if white else b"btime"}
    for at, (word, other) in enumerate(zip(before, after, strict=True)):
        if at and before[at - 1] in own and word.isdigit():
            left = int(word)
            assert int(other) == max(left - overhead_ms, left // 4, min(left, 1))
        else:
            assert word == other


def test_a_number_beyond_all_bounds_stays() -> None:
    line = b"go wtime " + b"9" * 5000
    assert with_less_time(line, 50, white=True) == line


def test_info_passes_as_without_an_overhead() -> None:
    """Only `go` is looked at: blocks of info lines still go by unseen."""
    plain, other = Session(tracking=False), Overhead(Session(tracking=False), 50)
    events = [
        *(("gui_line", b"uci"), ("engine_line", b"uciok"), ("gui_line", b"isready")),
        *(("engine_line", b"readyok"), ("gui_line", b"position startpos")),
        *(("gui_line", b"go movetime 100"), ("engine_line", b"bestmove e2e4")),
    ]
    for event, line in events:
        for session in (plain, other):
            getattr(session, event)(line, 0.0)
        assert plain.passing == other.passing
    assert not any(Layer.passing)
    assert other.pass_block(b"info score cp 1\n") == b"info score cp 1\n"
    assert list(other.written) == [b"info score cp 1\n"]


def test_the_record_has_the_true_clock() -> None:
    """R102."""
    (game,) = record(
        "> position startpos",
        "> go wtime 60000 btime 60000",
        "» bestmove e2e4",
        "> position startpos moves e2e4 e7e5",
        "> go wtime 59000 btime 58000",
        "» bestmove g1f3",
        clock_overhead=100,
    )
    assert [move.clock_s for move in game.moves[:2]] == [59.0, 58.0]


@pytest.mark.real("stockfish")
def test_an_engine_uses_no_time_that_is_kept_from_it(wrapper: Start, tmp_path: Path) -> None:
    log = tmp_path / "log"
    gui = wrapper("stockfish", options=("--clock-overhead", "200", "--log", str(log)))
    gui.handshake()
    assert gui.go("startpos", "go movetime 300")[-1].startswith("bestmove")
    assert gui.quit() == 0
    assert re.search(r"> go movetime 300\n.* « go movetime 100\n", log.read_text())
