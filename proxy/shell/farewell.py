"""When an engine has gone: it has exited, and all that it said is known."""

from __future__ import annotations

import select
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.shell.engine import Engine
    from proxy.shell.reader import Reader

LINGER = 0.5  # seconds, twice, that a stranger may hold a dead engine's pipes,
STRANGER = 10.0  # and may write to them


class Farewell:
    """Waits for one engine's exit and for the end of what it says; main thread only.

    What it started may hold its pipes open, but not for ever: then it has gone when nothing is left
    to be read, or after ten seconds in which the GUI reads what comes. A bare engine's last words
    would wait for a GUI as well.
    """

    def __init__(
        self,
        engine: Engine,
        set_alarm: Callable[[float, Callable[[], None]], None],
        on_gone: Callable[[Engine], None],
        reader: Reader,
    ) -> None:
        self._engine = engine
        self._set_alarm = set_alarm
        self._on_gone = on_gone
        self._reader = reader
        self._until = 0.0
        self._exited = False
        self._open = {engine.stdout, engine.stderr}
        """The pipes whose end has not been read."""

    def exited(self) -> None:
        """Take in that it has exited."""
        self._engine.reap()
        self._exited = True
        self._reader.begin()
        self._until = monotonic() + STRANGER
        self._look_again(was_heard_out=False)
        self._look_if_gone()

    def ended(self, pipe: int) -> None:
        """Take in that all it said on a pipe has been read and passed on."""
        self._open.discard(pipe)
        if pipe == self._engine.stdout and not self._exited:
            self._set_alarm(monotonic() + LINGER, self._end)
        self._look_if_gone()

    def _end(self) -> None:
        """Kill an engine that lives on without its stdout: it cannot play any more."""
        if not self._exited:
            self._engine.kill()

    def _look_again(self, *, was_heard_out: bool) -> None:
        """Look twice: what has been read but not yet begun to be passed on, is not seen."""

        def look() -> None:
            if self._engine.gone:
                return
            is_heard_out = self._is_heard_out
            if (was_heard_out and is_heard_out) or self._is_given_up():
                self._open.clear()
                self._look_if_gone()
            else:
                self._look_again(was_heard_out=is_heard_out)

        self._set_alarm(monotonic() + LINGER, look)

    def _is_given_up(self) -> bool:
        """Whether what is left is not waited for any more: its writer, or its reader."""
        if self._reader.reads:
            return monotonic() > self._until
        self._until = monotonic() + STRANGER
        return not self._reader.is_waited_for

    @property
    def _is_heard_out(self) -> bool:
        """Whether no line is left to be read or passed on, and yet no end of file to be read.

        Its words on stderr wait for nobody: between two looks, those that it left have been read.
        """
        unread = select.poll()
        if self._engine.stdout in self._open:
            unread.register(self._engine.stdout, select.POLLIN)
        return not self._engine.busy and not unread.poll(0)

    def _look_if_gone(self) -> None:
        if self._exited and not self._open and not self._engine.gone:
            self._engine.gone = True
            self._on_gone(self._engine)
