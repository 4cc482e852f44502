"""What is done where an event raises, by a fault of ours: the lines pass, and it is said once."""

from __future__ import annotations

from contextlib import suppress

from proxy.saying import say
from proxy.session.commands import Command, Replace, ToEngine, ToGui, Warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.session.layer import Layer
    from proxy.session.session import Session

    Event = Callable[..., list[Command]]  # its last argument is the time

# Without what these have done we would wait for ever: such a fault has to end the wrapper.
ENDINGS = frozenset(("engine_gone", "gui_closed", "gui_deaf", "terminate"))


def fault_text(error: Exception) -> str:
    """Word a fault of ours for whoever can report it."""
    return f"internal error, please report it: {type(error).__name__}: {error}"


class FaultReport:
    """Tells the first fault of ours; those that follow would bury it."""

    __slots__ = ("_said",)

    def __init__(self) -> None:
        self._said = False

    def tell(self, error: Exception, *, to_gui: bool) -> list[Command]:
        """Return how a fault is said, to the GUI as well where it understands UCI."""
        said, self._said = self._said, True
        if said:
            return []
        text = fault_text(error)
        return [Warn(text), *([ToGui(say(text))] if to_gui else [])]


class Fallback:
    """Calls the events of a session, or of the layers around it."""

    __slots__ = ("_report",)

    def __init__(self) -> None:
        self._report = FaultReport()

    def call(
        self, session: Session | Layer, event: Event, args: tuple[object, ...], now: float
    ) -> list[Command]:
        """Return what an event wants done; where it raises, its line as it came.

        Where the two sides speak different protocols an untranslated line would only do harm:
        nothing passes then. Raises what one of `ENDINGS` raises.
        """
        try:
            return event(*args, now)
        except Exception as error:  # whatever it is, the game goes on
            name = event.__name__
            if name in ENDINGS:
                raise
            told = self._report.tell(error, to_gui=session.is_transparent)
            return [*told, *_as_it_came(session, name, args, now)]

    def replace(self, whole: Session | Layer, change: Replace) -> Session | Layer:
        """Return what is left of a session with its layers when one of them stands aside.

        Where that raises all stays as it is: who would stand aside passes everything on.
        """
        with suppress(Exception):
            return whole.replaced(change.layer, change.session)
        return whole


def _as_it_came(
    session: Session | Layer, name: str, args: tuple[object, ...], now: float
) -> list[Command]:
    commands: list[Command] = []
    match name, args:
        case "gui_line" | "engine_line", (bytes(line),) if session.is_transparent:
            with suppress(Exception):
                commands = session.lose_track(line, now)
            commands.append(ToEngine(line) if name == "gui_line" else ToGui(line))
    return commands
