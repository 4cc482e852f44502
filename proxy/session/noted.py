"""A session whose every event is noted for the record, off the path of its lines."""

from __future__ import annotations

from proxy.session.commands import Replace
from proxy.session.layer import Layer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.ruling import Ruling
    from proxy.session.commands import Command
    from proxy.session.departure import Departure
    from proxy.session.session import Session

    # The method of the session that was called, its argument, when, what it wanted done, and the
    # blocks of `info` lines of the search.
    Note = tuple[str, object, float, list[Command], tuple[bytes, ...]]


class Noted(Layer):
    """Hands every event on and gives a note of it to `note`, which must neither block nor raise.

    Stands right around the session, so that it sees UCI whatever the two sides speak. Stands aside
    once `note` has said that no more is wanted, by returning False.
    """

    def __init__(self, inner: Session | Layer, note: Callable[[Note], bool]) -> None:
        super().__init__(inner)
        self._note = note

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """As `Session.gui_line`."""
        return self._noted("gui_line", line, now, self.inner.gui_line(line, now))

    def gui_result(self, result: bytes, now: float) -> list[Command]:
        """As `Session.gui_result`."""
        return self._noted("gui_result", result, now, self.inner.gui_result(result, now))

    def gui_closed(self, now: float) -> list[Command]:
        """As `Session.gui_closed`."""
        return self._noted("gui_closed", None, now, self.inner.gui_closed(now))

    def gui_deaf(self, now: float) -> list[Command]:
        """As `Session.gui_deaf`."""
        return self._noted("gui_deaf", None, now, self.inner.gui_deaf(now))

    def terminate(self, now: float) -> list[Command]:
        """As `Session.terminate`."""
        return self._noted("terminate", None, now, self.inner.terminate(now))

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """As `Session.engine_line`."""
        # Taken before: the session may begin the next search with this very line.
        blocks = tuple(self.inner.written) if b"bestmove" in line else ()
        return self._noted("engine_line", line, now, self.inner.engine_line(line, now), blocks)

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """As `Session.engine_gone`."""
        return self._noted("engine_gone", departure, now, self.inner.engine_gone(departure, now))

    def ruled(self, ruling: Ruling, now: float) -> list[Command]:
        """As `Session.ruled`."""
        return self._noted("ruled", None, now, self.inner.ruled(ruling, now))

    def timer(self, name: str, now: float) -> list[Command]:
        """As `Session.timer`."""
        return self._noted("timer", name, now, self.inner.timer(name, now))

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """As `Session.arbiter_loaded`."""
        return self._noted("arbiter_loaded", None, now, self.inner.arbiter_loaded(arbiter, now))

    def arbiter_missing(self, filters: bytes, now: float) -> list[Command]:
        """As `Session.arbiter_missing`."""
        commands = self.inner.arbiter_missing(filters, now)
        return self._noted("arbiter_missing", filters, now, commands)

    def analysed(self, answer: bytes, now: float) -> list[Command]:
        """As `Session.analysed`."""
        return self._noted("analysed", answer, now, self.inner.analysed(answer, now))

    def announce(self, now: float) -> list[Command]:
        """As `Session.announce`."""
        return self._noted("announce", None, now, self.inner.announce(now))

    def _noted(
        self,
        event: str,
        subject: object,
        now: float,
        commands: list[Command],
        blocks: tuple[bytes, ...] = (),
    ) -> list[Command]:
        self.pass_as_inner()
        wanted = self._note((event, subject, now, commands, blocks))
        return commands if wanted else [*commands, Replace(self, self.inner)]
