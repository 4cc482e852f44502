"""The small engine's time, with a clock of the test's own."""

from __future__ import annotations

import random
import threading

import chess
from hypothesis import given
from hypothesis import strategies as st

from proxy.builtin.search import Search
from proxy.builtin.table import Table
from proxy.builtin.timing import UNLIMITED, Budget, Control, budget
from proxy.limits import Limits


class Clock:
    """Seconds that pass only by being looked at, `tick` at a time."""

    def __init__(self, tick: float = 0.0) -> None:
        self.seconds = 0.0
        self.tick = tick

    def __call__(self) -> float:
        self.seconds += self.tick
        return self.seconds


@given(
    clock_ms=st.integers(1, 10_000_000),
    increment_ms=st.integers(0, 100_000),
    movestogo=st.integers(0, 100),
    overhead_ms=st.integers(0, 5000),
    turn=st.booleans(),
)
def test_the_budget_is_within_the_clock(
    clock_ms: int, increment_ms: int, movestogo: int, overhead_ms: int, turn: bool
) -> None:
    limits = Limits(wtime=clock_ms, winc=increment_ms, movestogo=movestogo)
    if not turn:
        limits = Limits(btime=clock_ms, binc=increment_ms, movestogo=movestogo)
    share = budget(limits, turn, overhead_ms)
    assert 0 < share.soft <= share.hard < clock_ms / 1000
    if clock_ms > overhead_ms + 1:
        assert share.hard <= (clock_ms - overhead_ms) / 1000


@given(movetime=st.integers(-10, 100_000), overhead_ms=st.integers(0, 5000))
def test_movetime_is_used_up_but_for_the_overhead(movetime: int, overhead_ms: int) -> None:
    share = budget(Limits(movetime=movetime), chess.WHITE, overhead_ms)
    assert 0 < share.soft == share.hard <= max(movetime, 1) / 1000
    assert share.hard >= 0.75 * max(movetime, 1) / 1000


def test_each_side_has_its_own_clock() -> None:
    limits = Limits(wtime=60_000, btime=1000)
    assert budget(limits, chess.WHITE, 30).hard > budget(limits, chess.BLACK, 30).hard
    assert budget(Limits(wtime=1000), chess.BLACK, 30) == UNLIMITED


def test_control_ends_at_the_hard_limit_and_does_not_deepen_after_the_soft_one() -> None:
    clock = Clock()
    control = Control(Budget(soft=1, hard=2), held=False, now=clock)
    assert control.may_deepen()
    clock.seconds = 1.5
    assert not control.may_deepen()
    assert not control.expired()
    clock.seconds = 2
    assert control.expired()


def test_ponderhit_starts_the_clock_and_counts_what_was_thought_before() -> None:
    clock = Clock()
    control = Control(Budget(soft=1, hard=2), held=True, now=clock)
    clock.seconds = 100
    assert not control.expired()
    control.ponderhit()
    assert not control.may_deepen()
    clock.seconds = 101.9
    assert not control.expired()
    clock.seconds = 102
    assert control.expired()


def test_a_held_answer_waits_for_stop() -> None:
    control = Control(UNLIMITED, held=True)
    released = threading.Event()

    def answer() -> None:
        control.wait()
        released.set()

    thread = threading.Thread(target=answer)
    thread.start()
    assert not released.is_set()
    control.stop()
    thread.join()
    assert released.is_set()


def test_never_oversteps_a_whole_game_of_one_second_and_an_increment() -> None:
    tick, overhead_ms, travel = 0.002, 30, 0.040  # `travel`: what pipes and scheduler take
    chooser = random.Random(1)
    left = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    board = chess.Board()
    while len(board.move_stack) < 160 and not board.is_game_over():
        clock = Clock(tick)
        limits = Limits(
            wtime=int(left[True] * 1000), btime=int(left[False] * 1000), winc=50, binc=50
        )
        control = Control(budget(limits, board.turn, overhead_ms), held=False, now=clock)
        line = Search(board.copy(), control, Table(1), limits, lambda _report: None).run()
        left[board.turn] -= clock.seconds + travel
        assert left[board.turn] > 0
        left[board.turn] += 0.05
        board.push(line[0] if board.turn else chooser.choice(list(board.legal_moves)))
