"""What a player wants done beyond what the shell does, and how lines are sent to the engine."""

from __future__ import annotations

from proxy.session.commands import Command, ToEngine


class Hear(Command):
    """Let the session hear a UCI line as the engine's."""

    __slots__ = __match_args__ = ("line",)

    def __init__(self, line: str) -> None:
        self.line = line


class Restart(Command):
    """Get rid of an engine that does not listen; a new one takes over."""

    __slots__ = ()


def send(*lines: str) -> list[Command]:
    """Return the commands that send CECP lines to the engine."""
    return [ToEngine(line.encode()) for line in lines]
