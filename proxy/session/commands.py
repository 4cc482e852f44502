"""What the session wants done; the shell does it, in this order.

Plain slotted classes: forty dataclasses would cost 31 ms of start-up.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.ruling import Ruling
    from proxy.session.layer import Layer
    from proxy.session.session import Session


class Command:
    """One wish of the session. Equal when of the same class with equal fields."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._fields() == self._fields()

    def __hash__(self) -> int:
        return hash((type(self), self._fields()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._fields()))})"


class ToGui(Command):
    """Send `line` (without its newline) to the GUI."""

    __slots__ = __match_args__ = ("line",)

    def __init__(self, line: bytes) -> None:
        self.line = line


class ToEngine(Command):
    """Send `line` (without its newline) to the engine."""

    __slots__ = __match_args__ = ("line",)

    def __init__(self, line: bytes) -> None:
        self.line = line


class Ruled(Command):
    """Take note that the game has ended: said once, with the answer that follows."""

    __slots__ = __match_args__ = ("ruling",)

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling


class Advised(Command):
    """Take note of a ruling that another ruleset would have made: this one leaves it alone."""

    __slots__ = __match_args__ = ("ruling",)

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling


class Intervened(Command):
    """Take note of a repair or rescue: `kind` is one of `proxy.session.repairs`."""

    __slots__ = __match_args__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


class Ask(Command):
    """Put a question to the analyst, one line; `Session.analysed` follows with his answer."""

    __slots__ = __match_args__ = ("question",)

    def __init__(self, question: bytes) -> None:
        self.question = question


class SetTimer(Command):
    """Call `Session.timer(name)` at `at`, in seconds of the clock that stamps the events."""

    __slots__ = __match_args__ = ("name", "at")

    def __init__(self, name: str, at: float) -> None:
        self.name = name
        self.at = at


class LoadArbiter(Command):
    """Import the chess code in the background, then call `Session.arbiter_loaded`."""

    __slots__ = ()


class KillEngine(Command):
    """Kill the engine and its whole process group; `Session.engine_gone` follows."""

    __slots__ = ()


class SpawnEngine(Command):
    """Start a new incarnation of the engine; what is sent from here on goes to it."""

    __slots__ = ()


class Replace(Command):
    """Give the events to `session` from now on, in place of `layer`, which stands aside."""

    __slots__ = __match_args__ = ("layer", "session")

    def __init__(self, layer: Layer, session: Session | Layer) -> None:
        self.layer = layer
        self.session = session


class Warn(Command):
    """Say one line of text on stderr."""

    __slots__ = __match_args__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Exit(Command):
    """Send what is queued for the GUI, then end the wrapper with this exit code."""

    __slots__ = __match_args__ = ("code",)

    def __init__(self, code: int) -> None:
        self.code = code
