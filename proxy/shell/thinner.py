"""Fewer `info` lines for a GUI that hangs in a flood of them, where `info-interval` asks for it."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty
from threading import Lock
from time import monotonic

from proxy.shell.outlet import Outlet
from proxy.uci import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import SimpleQueue

    Kind = tuple[bytes, ...]


class Thinner:
    """Lets go on at most one `info` line of each kind in an interval of so many seconds.

    Stockfish prints 245 depths at once where it has found a mate, and then nothing (PR #5460). A
    line that comes when none has gone on for an interval goes on at once. What comes after it waits
    for the end of the interval, or of the search, and only the last of each kind goes on then: what
    the GUI knows is an interval old at most, and complete at every `bestmove`. What an engine says
    in words, and all that is no `info`, never waits.

    Behind the session: that sees every line.
    """

    __slots__ = ("_interval", "_open_at", "_waiting")

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._open_at = float("-inf")  # the end of the interval
        self._waiting: dict[Kind, bytes] = {}  # in the order of their coming

    def take(self, block: bytes, now: float) -> bytes:
        """Return what goes on at `now`, where these whole lines, or none, have come."""
        lines = []
        if self._waiting and now >= self._open_at:
            lines = [self.flush()]
            self._open_at = now + self._interval
        for line in block.splitlines(keepends=True):
            kind = kind_of(line)
            if kind is None:
                lines.append(line)
            elif now < self._open_at:
                self._waiting.pop(kind, None)
                self._waiting[kind] = line
            else:
                lines.append(line)
                self._open_at = now + self._interval
        return b"".join(lines)

    def flush(self) -> bytes:
        """Return all that waits, and begin anew: an answer follows, or nothing any more."""
        waiting = b"".join(self._waiting.values())
        self._waiting.clear()
        self._open_at = float("-inf")
        return waiting

    @property
    def waits(self) -> bool:
        """Whether anything is held back."""
        return bool(self._waiting)

    def patience(self, now: float) -> float | None:
        """Return the seconds until something that waits is due; None: nothing waits."""
        return max(self._open_at - now, 0.0) if self._waiting else None


class ThinOutlet(Outlet):
    """The GUI's outlet, of whose `info` lines a thinner lets go on what it will.

    Its spare thread is the clock: it also writes what has waited to the end of an interval.
    """

    __slots__ = ("_thinner", "_thinning")

    def __init__(self, fd: int, on_dead: Callable[[], None], interval: float) -> None:
        super().__init__(fd, on_dead)
        self._thinner = Thinner(interval)
        self._thinning = Lock()

    def append(self, data: bytes) -> None:
        """Queue whole lines; an answer goes behind all that waits."""
        with self._thinning:
            thinner = self._thinner
            if b"bestmove" in data:
                self._queue_some(thinner.flush() + data)
                return
            waited = thinner.waits
            self._queue_some(thinner.take(data, monotonic()))
            if thinner.waits and not waited:
                self.wake()

    def send(self, data: bytes) -> None:
        """Write lines that no decision orders. Native thread."""
        self.append(data)
        self.drain()

    def flush(self) -> None:
        """Return when all has been written or dropped; may block."""
        with self._thinning:
            self._queue_some(self._thinner.flush())
        super().flush()

    def _queue_some(self, data: bytes) -> None:
        if data:
            super().append(data)

    def _serve_spare(self, requests: SimpleQueue[None]) -> None:
        while True:
            with self._thinning:
                seconds = self._thinner.patience(monotonic())
            with suppress(Empty):
                requests.get(timeout=seconds)
            with self._thinning:
                self._queue_some(self._thinner.take(b"", monotonic()))
            self.drain()
