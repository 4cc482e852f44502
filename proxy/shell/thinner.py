"""Fewer `info` lines for a GUI that hangs in a flood of them, where `info-interval` asks for it."""

from __future__ import annotations

from proxy.uci import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    Kind = tuple[bytes, ...]


class Thinner:
    """Lets go on at most one `info` line of each kind in an interval of so many seconds.

    Stockfish prints 245 depths at once where it has found a mate, and then nothing (PR #5460). A
    line that comes when none has gone on for an interval goes on at once. What comes after it waits
    for the end of the interval, or of the search, and only the last of each kind goes on then: what
    the GUI knows is an interval old at most, and complete at every `bestmove`. What an engine says
    in words, and all that is no `info`, never waits.

    Between an engine and the GUI, behind the session: that sees every line. For one thread.
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

    def patience(self, now: float) -> float | None:
        """Return the seconds until something that waits is due; None: nothing waits."""
        return max(self._open_at - now, 0.0) if self._waiting else None
