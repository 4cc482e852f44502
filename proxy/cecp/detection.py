"""Which protocol an engine speaks, found out without upsetting either kind.

The GUI's `uci` goes to the engine as always, and a UCI engine notices nothing of us. One that
complains of `uci`, or is silent, is greeted as xboard does; one that exits is started once more and
greeted so at once. `feature` proves CECP, `id`, `option` or `uciok` prove UCI.
"""

from __future__ import annotations

from proxy.session.commands import Command, KillEngine, Replace, SetTimer, SpawnEngine, ToEngine
from proxy.session.layer import Layer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from proxy.cecp.engine_layer import EngineLayer
    from proxy.session.departure import Departure
    from proxy.session.session import Session

    class Memory(Protocol):
        """What is known of the engine from before; both methods may do IO and must not raise."""

        def recall(self) -> bool:
            """Return whether it has proven to speak CECP."""

        def store(self) -> None:
            """Keep that it does."""


RECALL_DELAY = 0.1  # a UCI engine has answered by then; its start does not wait for our memory
SILENCE = 2.0  # after `uci`; a slow UCI engine is allowed to hear `xboard`, which it ignores
OLD_PATIENCE = 2.0  # for `feature`, which engines of protocol version 1 do not send
NUDGE_INTERVAL = 0.25  # until the greeting is answered; gnuchess misses what comes too early
RECALL, PROBE, OLD = "protocol recall", "protocol probe", "protocol old"
NUDGE = "protocol nudge"

UCI_SIGNS = (b"id name ", b"id author ", b"option name ", b"info ", b"uciok")
COMPLAINTS = (b"error", b"illegal", b"invalid", b"unknown", b"unrecognized", b"bad ")
GREETING = frozenset((b"uci", b"xboard", b"protover"))
HINTS = frozenset(("xboard", "winboard", "cecp"))


class Detection(Layer):
    """Passes everything through to `session` until the protocol is known, then stands aside.

    In its place comes what fits the protocol; `adopt` makes the layer for a CECP engine.
    """

    def __init__(
        self, session: Session | Layer, adopt: Callable[[], EngineLayer], memory: Memory
    ) -> None:
        super().__init__(session)
        self._adopt = adopt
        self._memory = memory
        self._settled = False
        self._sent: list[bytes] = []  # what the session has said to the engine
        self._uci_sign = False
        self._spoken = False
        self._known = False  # it has proven to speak CECP before
        self._complaint = b""  # of a greeting, so that it has read it
        self._greeted = False
        self._restarted = False
        self._dying = False

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Note what the engine is sent: as a CECP engine it is told anew."""
        if self._settled:
            return [*commands, Replace(self, self.inner)]
        timers: list[Command] = []
        for command in commands:
            if isinstance(command, ToEngine):
                if not self._sent:
                    timers = [SetTimer(RECALL, now + RECALL_DELAY), SetTimer(PROBE, now + SILENCE)]
                self._sent.append(command.line)
        return commands + timers

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line from the engine and look what it proves."""
        if self._settled:
            return super().engine_line(line, now)
        if self._dying:
            return []
        if line.startswith(UCI_SIGNS):
            self._uci_sign = True
            if line.strip() == b"uciok":
                self._settle_on(self.inner)
        elif line.startswith(b"feature ") and not self._uci_sign:
            return self._change(line, now)
        elif _complains(line) and not self._uci_sign:
            self._spoken = True
            self._complaint = line
            return self._greet(now)
        self._spoken = True
        return super().engine_line(line, now)

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """Take its end: one that `uci` has driven out is started once more."""
        if self._settled:
            return super().engine_gone(departure, now)
        if self._uci_sign or not self._sent or b"quit" in self._sent:
            return self.inner.engine_gone(departure, now)
        if self._dying:
            return self._begin_anew(now)
        if self._restarted:
            return self.inner.engine_gone(departure, now)
        self._restarted = True
        self._greeted = False
        return [SpawnEngine(), *self._greet(now)]

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer; those of the question have no meaning once it is settled."""
        if name not in {RECALL, PROBE, OLD, NUDGE}:
            return super().timer(name, now)
        if self._settled or self._uci_sign or self._dying:
            return []
        if name == OLD:
            return self._change(self._complaint, now) if self._complaint else []
        if name == NUDGE:
            return [ToEngine(b"protover 2"), self._nudge(now)] if self._may_have_missed else []
        if name == RECALL:
            self._known = self._memory.recall()
        return self._greet(now) if name == PROBE or self._known else []

    @property
    def _may_have_missed(self) -> bool:
        """Whether the greeting is repeated; a banner may be that of a slow UCI engine."""
        return not self._complaint and (self._known or not self._spoken)

    def _greet(self, now: float) -> list[Command]:
        if self._greeted:
            return []
        self._greeted = True
        greeting = [ToEngine(b"xboard"), ToEngine(b"protover 2")]
        return [*greeting, SetTimer(OLD, now + OLD_PATIENCE), self._nudge(now)]

    def _nudge(self, now: float) -> Command:
        return SetTimer(NUDGE, now + NUDGE_INTERVAL)

    def _change(self, line: bytes, now: float) -> list[Command]:
        """Take it for a CECP engine: it goes on with what it has just said.

        One that has got UCI lines beyond `uci` may be doing anything: it begins anew.
        """
        self._memory.store()
        if self._sent != [b"uci"] and not self._restarted:
            self._dying = True
            return [KillEngine()]
        layer = self._take_over()
        commands = layer.join(now, asked=b"uci" in self._sent)
        for said in self._sent:
            if said != b"uci":
                commands += layer.translate([ToEngine(said)], now)
        return commands + layer.engine_line(line, now)

    def _begin_anew(self, now: float) -> list[Command]:
        layer = self._take_over()
        told = [ToEngine(line) for line in self._sent]
        return [SpawnEngine(), *layer.translate([*told], now)]

    def _take_over(self) -> EngineLayer:
        layer = self._adopt()
        self._settle_on(layer)
        return layer

    def _settle_on(self, inner: Session | Layer) -> None:
        self._settled = True
        self.inner = inner


def is_hinted(arguments: list[str]) -> bool:
    """Tell whether an engine's own arguments say that it is to speak CECP, as `--xboard` does."""
    return any(word.strip("-").lower() in HINTS for word in arguments)


def _complains(line: bytes) -> bool:
    """Tell whether a line complains of a greeting."""
    lower = line.lower()
    words = {word.strip(b"'\"().,:;") for word in lower.split()}
    return any(word in lower for word in COMPLAINTS) and not words.isdisjoint(GREETING)
