"""Time of our own and of the GUI that an engine is not to count on, where `clock-overhead` asks."""

from __future__ import annotations

from proxy.session.clock import white_to_move, with_less_time
from proxy.session.commands import Command, ToEngine
from proxy.session.layer import Layer
from proxy.session.words import split_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.session import Session


class Overhead(Layer):
    """Tells the engine of so many milliseconds less than it has (Stockfish #2442).

    Stands around a session that itself, as the record, goes on knowing the true clocks.
    """

    def __init__(self, inner: Session | Layer, overhead_ms: int) -> None:
        super().__init__(inner)
        self._overhead_ms = overhead_ms
        self._position = b""  # as the engine was told it

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Change each `go`, also one that a restart repeats."""
        del now
        self.pass_as_inner()
        return [
            ToEngine(self._told(command.line)) if isinstance(command, ToEngine) else command
            for command in commands
        ]

    def _told(self, line: bytes) -> bytes:
        match split_word(line)[0]:
            case b"position":
                self._position = line
            case b"ucinewgame":
                self._position = b""
            case b"go":
                white = white_to_move(self._position)
                return with_less_time(line, self._overhead_ms, white=white)
        return line
