"""Bringing a new engine to where the one before it was, where `on-crash` or `on-hang` asks for it.

Everything that the GUI has set is told again; `ucinewgame` is not, for nothing is older than the
game to an engine that has just begun.
"""

from __future__ import annotations

from proxy.session.clock import white_to_move, with_time_left
from proxy.session.commands import (
    Command,
    Intervened,
    KillEngine,
    SetTimer,
    SpawnEngine,
    ToEngine,
    Warn,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.care import Care
    from proxy.session.departure import Departure
    from proxy.session.search import Search

RESTART = "restart"  # the timer
START_PATIENCE = 10.0  # seconds that a new engine has to be ready

A_MILLISECOND = 0.001

NOT, DYING, HANDSHAKE, READYING = range(4)


class Restart:
    """The stages of a restart, from the death of one engine until the next is ready."""

    __slots__ = ("_count", "_limit", "_options", "_stage", "going", "on_crash")

    def __init__(self, care: Care) -> None:
        self.on_crash = care.restarts
        """An engine that dies is started again."""
        self.going = False
        """There is no engine to talk to."""
        self._limit = care.restart_limit
        self._count = 0  # in this game
        self._stage = NOT
        self._options: dict[bytes, bytes] = {}

    @property
    def within_limit(self) -> bool:
        """Whether the engine may be started again in this game."""
        return self._count < self._limit

    @property
    def takes_over(self) -> bool:
        """Whether an engine that has gone now is to be started again."""
        return (self.on_crash or self.going) and self.within_limit

    def option(self, name: bytes, line: bytes) -> None:
        """Take note of an option that the engine was told; the last of a name counts."""
        self._options.pop(name, None)
        self._options[name] = line

    def new_game(self) -> None:
        """Count anew."""
        self._count = 0

    def kill(self) -> list[Command]:
        """Have the engine killed, to be started again when it has gone."""
        self._enter(DYING)
        return [KillEngine()]

    def begin(self, departure: Departure, now: float) -> list[Command]:
        """Start a new engine in place of the one that has gone."""
        self._count += 1
        self._enter(HANDSHAKE)
        return [
            Intervened("restart", f"{departure.summary}: started again"),
            Warn(f"{departure.summary}: started again{departure.last_words}"),
            SpawnEngine(),
            ToEngine(b"uci"),
            SetTimer(RESTART, now + START_PATIENCE),
        ]

    def line(self, word: bytes) -> list[Command]:
        """Take a line of the engine by its first word; nothing of all this is for the GUI."""
        if self._stage == HANDSHAKE and word == b"uciok":
            self._enter(READYING)
            return [*map(ToEngine, self._options.values()), ToEngine(b"isready")]
        if self._stage == READYING and word == b"readyok":
            self._enter(NOT)
        return []

    def overdue(self) -> list[Command]:
        """Give up an engine that has not become ready in time."""
        return [KillEngine()] if self._stage in {HANDSHAKE, READYING} else []

    def _enter(self, stage: int) -> None:
        self._stage = stage
        self.going = stage != NOT


def repeat(search: Search, position: bytes, now: float) -> list[ToEngine]:
    """Return the lines that have an engine search once more, with the time that is left."""
    commands = [ToEngine(position)] if position else []
    commands.append(ToEngine(time_left(search, position, now)))
    if search.stopped:
        commands.append(ToEngine(b"stop"))
    return commands


def time_left(search: Search, position: bytes, now: float) -> bytes:
    """Return the search's `go` for an engine that begins with it only now."""
    elapsed = now - search.since
    hit = b"ponder" in search.line.split() and not search.pondering
    if search.open_ended or search.pondering or (elapsed < A_MILLISECOND and not hit):
        return search.line
    return with_time_left(search.line, elapsed, white=white_to_move(position))
