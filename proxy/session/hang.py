"""Noticing an engine that lets its time run out, where `on-hang` asks for it."""

from __future__ import annotations

from proxy.session.clock import time_limit, white_to_move
from proxy.session.commands import Command, SetTimer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.care import Care
    from proxy.session.search import Search

HANG = "hang"  # the timer
STOP_PATIENCE = 2.0  # seconds for the answer to a `stop` of the GUI
SLACK = 0.01  # seconds; the times in a log, from which a session is replayed, are rounded


class HangWatch:
    """Sets a search's deadline: first for a `stop`, then for an answer in the engine's place."""

    __slots__ = ("_margin", "_on")

    def __init__(self, care: Care) -> None:
        self._on = care.rescues_hangs
        self._margin = care.hang_margin

    def begin(self, search: Search, position: bytes) -> list[Command]:
        """Watch a search whose time begins to run.

        On a clock the deadline is `hang-margin` before its end, but never in the first half of
        what is left. A `movetime` is used up by engines: its deadline is the margin after its
        end, which helps where the runner allows as much.
        """
        limit = time_limit(search.line, white=white_to_move(position)) if self._on else None
        if limit is None:
            return []
        seconds, is_clock = limit
        margin = self._margin
        wait = max(seconds - margin, seconds / 2) if is_clock else seconds + margin
        return self._set(search, search.since + wait)

    def stopped(self, search: Search, now: float) -> list[Command]:
        """Watch a search that the GUI has told to stop, which gives it no more time than it had."""
        search.stopped = True
        if not self._on or search.deadline is not None:
            return []
        return self._set(search, now + STOP_PATIENCE)

    def stop(self, search: Search, now: float) -> list[Command]:
        """Watch a search that we have told to stop: half of the margin is for its answer."""
        search.stopped = True
        return self._set(search, now + self._margin / 2)

    def _set(self, search: Search, deadline: float) -> list[Command]:
        search.deadline = deadline
        return [SetTimer(HANG, deadline)]


def is_due(search: Search | None, now: float) -> bool:
    """Tell whether a ring of the timer is for this search, and not for one before it."""
    return search is not None and search.deadline is not None and has_come(search.deadline, now)


def has_come(deadline: float, now: float) -> bool:
    """Tell whether a timer that was set for then may have rung."""
    return now >= deadline - SLACK
