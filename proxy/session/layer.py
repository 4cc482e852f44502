"""A session in another dress: the same events and commands, one side in another protocol.

The session speaks UCI to both sides. A layer stands between it and the shell and translates the
lines of one side: of a GUI that speaks CECP, or of an engine that does. Layers can be stacked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque

    from proxy.arbiter import Arbiter
    from proxy.ruling import Ruling
    from proxy.session.commands import Command
    from proxy.session.departure import Departure
    from proxy.session.session import Session

    # 1. `info` lines may pass unseen: nothing is owed that one of them may hide.
    # 2. `isready` may.
    # 3. No search runs: `info` lines have to be seen even so.
    Passing = tuple[bool, bool, bool]


class Layer:
    """Hands every event to `inner` and its commands to `translate`; override what differs."""

    passing: Passing = (False, False, False)
    """Every line of the engine has to be seen."""

    def __init__(self, inner: Session | Layer) -> None:
        self.inner = inner

    @property
    def is_transparent(self) -> bool:
        """As `Session.is_transparent`."""
        return self.inner.is_transparent

    @property
    def reading_patience(self) -> float:
        """As `Session.reading_patience`."""
        return self.inner.reading_patience

    @property
    def unsettled(self) -> bool:
        """As `Session.unsettled`."""
        return self.inner.unsettled

    @property
    def written(self) -> deque[bytes]:
        """As `Session.written`."""
        return self.inner.written

    def replaced(self, layer: Layer, session: Session | Layer) -> Session | Layer:
        """Return what is left of this one and those within once `layer` has stood aside."""
        if self is layer:
            return session
        self.inner = self.inner.replaced(layer, session)
        return self

    def pass_as_inner(self) -> None:
        """Let pass unseen what may pass by `inner`, which only an event can change."""
        inner = self.inner
        self.pass_block = inner.pass_block  # type: ignore[method-assign]  # one call less a line
        self.passing = inner.passing

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Return what the shell is to do for what `inner` wants done."""
        del now
        return commands

    def pass_block(self, block: bytes) -> bytes:
        """As `Session.pass_block`; no block passes by a layer that lets nothing pass unseen."""
        return block

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """As `Session.gui_line`."""
        return self.translate(self.inner.gui_line(line, now), now)

    def gui_result(self, result: bytes, now: float) -> list[Command]:
        """As `Session.gui_result`."""
        return self.translate(self.inner.gui_result(result, now), now)

    def gui_closed(self, now: float) -> list[Command]:
        """As `Session.gui_closed`."""
        return self.translate(self.inner.gui_closed(now), now)

    def gui_deaf(self, now: float) -> list[Command]:
        """As `Session.gui_deaf`."""
        return self.translate(self.inner.gui_deaf(now), now)

    def terminate(self, now: float) -> list[Command]:
        """As `Session.terminate`."""
        return self.translate(self.inner.terminate(now), now)

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """As `Session.engine_line`."""
        return self.translate(self.inner.engine_line(line, now), now)

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """As `Session.engine_gone`."""
        return self.translate(self.inner.engine_gone(departure, now), now)

    def ruled(self, ruling: Ruling, now: float) -> list[Command]:
        """As `Session.ruled`."""
        return self.translate(self.inner.ruled(ruling, now), now)

    def timer(self, name: str, now: float) -> list[Command]:
        """As `Session.timer`."""
        return self.translate(self.inner.timer(name, now), now)

    def arbiter_missing(self, filters: bytes, now: float) -> list[Command]:
        """As `Session.arbiter_missing`."""
        return self.translate(self.inner.arbiter_missing(filters, now), now)

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """As `Session.arbiter_loaded`."""
        return self.translate(self.inner.arbiter_loaded(arbiter, now), now)

    def analysed(self, answer: bytes, now: float) -> list[Command]:
        """As `Session.analysed`."""
        return self.translate(self.inner.analysed(answer, now), now)

    def lose_track(self, line: bytes, now: float) -> list[Command]:
        """As `Session.lose_track`."""
        return self.translate(self.inner.lose_track(line, now), now)

    def announce(self, now: float) -> list[Command]:
        """As `Session.announce`."""
        return self.translate(self.inner.announce(now), now)

    def settle(self, now: float) -> list[Command]:
        """As `Session.settle`."""
        return self.translate(self.inner.settle(now), now)
