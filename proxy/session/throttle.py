"""Fewer `info` lines for a GUI that hangs in a flood of them, where `info-interval` asks for it."""

from __future__ import annotations

from proxy.session.commands import Command, Exit, SetTimer, ToEngine, ToGui
from proxy.session.layer import Layer
from proxy.session.words import split_word
from proxy.uci import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.session import Session

    Kind = tuple[bytes, ...]

INTERVAL = "info-interval"  # the timer


class Throttle(Layer):
    """Shows at most one `info` line of each kind in an interval of so many seconds.

    Stockfish prints 245 depths at once where it has found a mate (PR #5460). A line that comes
    when none has gone on for an interval goes on at once. What comes after it waits for the end of
    the interval, or of the search, and only the last of each kind goes on then: what the GUI
    knows is an interval old at most, and complete at every `bestmove`. What an engine says in
    words, and all that is no `info`, never waits.

    Stands around a session that itself, as the record, sees every line. The timer alone ends an
    interval, no look at a clock: so the same is done when a log is replayed.
    """

    def __init__(self, inner: Session | Layer, interval: float) -> None:
        super().__init__(inner)
        self._interval = interval
        self._closed = False  # an interval has begun
        self._waiting: dict[Kind, Command] = {}  # in the order of their coming

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Hold back what is to wait; all of that goes before an answer, a `go` and the end."""
        told: list[Command] = []
        for command in commands:
            match command:
                case ToGui(line):
                    told += self._to_gui(command, line, now)
                    continue
                case ToEngine(line) if split_word(line)[0] == b"go":
                    told += self._show_all()
                case Exit():
                    told += self._show_all()
            told.append(command)
        return told

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer: at the end of an interval the next begins with what waits."""
        if name != INTERVAL:
            return super().timer(name, now)
        waiting = self._show_all()
        return [*waiting, self._close(now)] if waiting else []

    def _to_gui(self, command: Command, line: bytes, now: float) -> list[Command]:
        if split_word(line)[0] == b"bestmove":
            return [*self._show_all(), command]
        kind = kind_of(line)
        if kind is None:
            return [command]
        if not self._closed:
            return [command, self._close(now)]
        self._waiting.pop(kind, None)
        self._waiting[kind] = command
        return []

    def _show_all(self) -> list[Command]:
        """Return what waits, and end the interval."""
        self._closed = False
        waiting = list(self._waiting.values())
        self._waiting.clear()
        return waiting

    def _close(self, now: float) -> Command:
        self._closed = True
        return SetTimer(INTERVAL, now + self._interval)
