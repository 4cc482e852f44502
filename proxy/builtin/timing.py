"""How long to think, and the switch that ends a search."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.limits import Limits

_MOVES_AHEAD = 30  # how many moves the clock has to last for when no control is announced


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move: after `soft` no deeper iteration begins, at `hard` the search ends."""

    soft: float
    hard: float


UNLIMITED = Budget(inf, inf)


def budget(limits: Limits, turn: chess.Color, overhead_ms: int) -> Budget:
    """Share out the clock of the side `turn`; `overhead_ms` is kept for the way to the GUI.

    The hard limit is always smaller than the time on the clock, if there is any.
    """
    if limits.movetime is not None:
        milliseconds = max(limits.movetime, 1)
        seconds = (milliseconds - min(overhead_ms, milliseconds // 4)) / 1000
        return Budget(seconds, seconds)
    clock_ms = limits.clock_ms(turn)
    if clock_ms is None:
        return UNLIMITED
    moves = min(max(limits.movestogo or _MOVES_AHEAD, 1), _MOVES_AHEAD)
    usable_ms = max(clock_ms - overhead_ms, 1)
    share_ms = usable_ms / moves + 0.75 * max(limits.increment_ms(turn), 0)
    # A quarter at most, so that a reserve is left for when the machine is busy elsewhere.
    hard_ms = min(3 * share_ms, usable_ms * max(0.25, 0.7 / moves))
    return Budget(min(0.5 * share_ms, hard_ms) / 1000, hard_ms / 1000)


class Control:
    """Ends one search: shared by the thread that reads the GUI and the one that thinks.

    `held` is for `go infinite` and `go ponder`: the search has no deadline, and its `bestmove`
    waits for `stop` or `ponderhit` even if there is nothing left to think about.
    """

    def __init__(self, budget: Budget, *, held: bool, now: Callable[[], float] = monotonic) -> None:
        self.stopped = False
        self._budget = budget
        self._now = now
        self._start = now()
        self._soft, self._hard = inf, inf
        self._released = threading.Event()
        if not held:
            self._set_deadlines(self._start)

    @property
    def elapsed(self) -> float:
        """Seconds since `go`."""
        return self._now() - self._start

    @property
    def held(self) -> bool:
        """Whether the answer has to wait."""
        return not self._released.is_set()

    @property
    def timed(self) -> bool:
        """Whether the search is on a clock, so that an answer before the deadline saves time."""
        return self._hard < inf

    def expired(self) -> bool:
        """Whether the search has to end now."""
        return self.stopped or self._now() >= self._hard

    def may_deepen(self) -> bool:
        """Whether there is enough time left for a deeper iteration to be worth its start."""
        return not self.stopped and self._now() < self._soft

    def stop(self) -> None:
        """End the search and let its answer go."""
        self.stopped = True
        self._released.set()

    def ponderhit(self) -> None:
        """Put a pondering search on its clock, which runs from now."""
        self._set_deadlines(self._now())

    def wait(self) -> None:
        """Block until the answer may be sent."""
        self._released.wait()

    def _set_deadlines(self, clock_start: float) -> None:
        # What has been thought on the opponent's time counts towards the soft limit.
        self._soft = self._start + self._budget.soft
        self._hard = clock_start + self._budget.hard
        self._released.set()
