"""Going on with a game after a fault of ours in the layer of a CECP engine.

What the session has asked is kept as plain lines, apart from what understands them. After a fault
the engine is set up anew and asked again; after a second one, or where its late answer could not
be told apart, it is restarted and asked again; then a legal move is played for it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from proxy.cecp.wishes import Hear, Restart
from proxy.game.follow import Follower
from proxy.saying import say
from proxy.session.clock import white_to_move, with_time_left
from proxy.session.commands import Command, ToGui, Warn
from proxy.session.fallback import fault_text
from proxy.session.search import is_search

if TYPE_CHECKING:
    from collections import deque

    from proxy.cecp.player import Player

START = "position startpos"


class Owed:
    """The `go` that the engine owes an answer to, if any, and the position that it is about."""

    def __init__(self) -> None:
        self.position = START
        self._asked_anew()

    def take(self, line: str, now: float) -> None:
        """Take in a line of the session's that the engine is told at `now`."""
        match line.partition(" ")[0]:
            case "position":
                self.position = line
            case "ucinewgame":
                self.position = START
            case "go" if is_search(line.encode()):
                self.go, self.since, self.waits = line, now, " ponder" in line
            case "ponderhit":
                self.since, self.waits = now, False
            case "stop" if self.go:
                self.stopped = True

    def answered(self) -> None:
        """Take in that the `go` has been answered, or that the session will ask again itself."""
        self._asked_anew()

    def go_now(self, now: float) -> str:
        """Return the `go` with the time that is left of it."""
        if self.waits:
            return self.go
        white = white_to_move(self.position.encode())
        return with_time_left(self.go.encode(), now - self.since, white=white).decode()

    def question(self, now: float) -> list[str]:
        """Return the lines that ask a new engine for the answer; none where none is owed."""
        if not self.go:
            return []
        return [self.position, self.go_now(now), *(["stop"] if self.stopped else [])]

    def _asked_anew(self) -> None:
        self.go = ""
        self.since = 0.0
        self.waits = False  # for `ponderhit`
        self.stopped = False


class Mender:
    """Decides how the game goes on. `written` are the blocks of `info` lines of the search."""

    def __init__(self, player: Player, written: deque[bytes]) -> None:
        self.owed = Owed()
        self._player = player
        self._written = written
        self._faults = 0  # in the search that runs
        self._said = False
        self._lost = False  # the player may not know the position

    def go(self, line: str, now: float) -> list[Command]:
        """Have the player take a `go` about the position that is owed an answer."""
        if self._lost:
            self._start_over()
        return self._player.go(line, now)

    def answered(self) -> None:
        """Take in that the `go` has been answered."""
        self._faults = 0
        self.owed.answered()

    def tell(self, error: Exception) -> list[Command]:
        """Say that there was a fault, once."""
        if self._said:
            return []
        self._said = True
        text = fault_text(error)
        return [Warn(text), ToGui(say(text))]

    def mend(self, now: float) -> list[Command]:
        """Return what is done after a fault while there is an engine to speak to."""
        if not self.owed.go:
            with suppress(Exception):  # else the next search meets it, and is owed an answer
                self._start_over()
            return []
        for way in (self._ask_again, self._restart, self._answer)[self._faults :]:
            self._faults += 1
            with suppress(Exception):
                return way(now)
        return []

    def _start_over(self) -> None:
        self._lost = True
        self._player.start_over(self.owed.position)
        self._lost = False

    def _ask_again(self, now: float) -> list[Command]:
        player = self._player
        if self.owed.stopped or not player.can_start_over:
            raise RuntimeError("its late answer could not be told from the next")
        self._start_over()
        return player.go(self.owed.go_now(now), now)

    def _restart(self, now: float) -> list[Command]:
        """Get another engine, which is asked what is owed when it is ready."""
        del now
        if self.owed.stopped:
            raise RuntimeError("the answer is due")
        self._start_over()
        return [Restart()]

    def _answer(self, now: float) -> list[Command]:
        del now
        with suppress(Exception):
            self._start_over()
        return [Restart(), Hear(f"bestmove {self._own_choice()}")]

    def _own_choice(self) -> str:
        """Return the first move of the engine's last line, else any legal move."""
        arbiter = self._player.hearing.arbiter
        move = None if arbiter is None else arbiter.own_choice(self._written)
        if move is not None:
            return move.decode()
        follower = Follower(lambda _game: None)
        follower.chess960 = self._player.follower.chess960
        follower.variant = self._player.follower.variant
        follower.position(self.owed.position.encode())
        board = follower.game.board if follower.game else None
        return "(none)" if board is None else board.uci(next(iter(board.legal_moves)))
