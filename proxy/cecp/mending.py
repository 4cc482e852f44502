"""Going on with a game after a fault of ours in the layer of a CECP engine.

What the session has asked is kept as plain lines, apart from what understands them. After a fault
the engine is set up anew and asked again; after a second one, or where its late answer could not
be told apart, it is restarted and asked again; then a legal move is played for it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from proxy.cecp.told_game import START
from proxy.cecp.wishes import Hear, Restart
from proxy.session.fallback import FaultReport
from proxy.session.restart import repeat, time_left
from proxy.session.search import Search, is_search

if TYPE_CHECKING:
    from collections import deque

    from proxy.cecp.player import Player
    from proxy.session.commands import Command


class Owed:
    """The search that the engine owes an answer to, if any, and the position that it is about."""

    def __init__(self) -> None:
        self.position = START
        self.search: Search | None = None

    def take(self, line: str, now: float) -> None:
        """Take in a line of the session's that the engine is told at `now`."""
        search = self.search
        match line.partition(" ")[0]:
            case "position":
                self.position = line
            case "ucinewgame":
                self.position = START
            case "go" if is_search(line.encode()):
                self.search = Search(line.encode(), analysing=False, since=now)
            case "ponderhit" if search is not None:
                search.pondering = search.open_ended = False
                search.since = now
            case "stop" if search is not None:
                search.stopped = True

    def answered(self) -> None:
        """Take in that it has been answered, or that the session will ask again itself."""
        self.search = None

    def question(self, now: float) -> list[str]:
        """Return the lines that ask a new engine for the answer; none where none is owed."""
        if self.search is None:
            return []
        lines = repeat(self.search, self.position.encode(), now)
        return [line.line.decode() for line in lines]


class Mender:
    """Decides how the game goes on. `written` are the blocks of `info` lines of the search."""

    def __init__(self, player: Player, written: deque[bytes]) -> None:
        self.owed = Owed()
        self._player = player
        self._written = written
        self._faults = 0  # in the search that runs
        self._report = FaultReport()
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
        return self._report.tell(error, to_gui=True)

    def mend(self, now: float) -> list[Command]:
        """Return what is done after a fault while there is an engine to speak to."""
        if self.owed.search is None:
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
        player, owed = self._player, self.owed
        if owed.search is None or owed.search.stopped or not player.can_start_over:
            raise RuntimeError("its late answer could not be told from the next")
        self._start_over()
        line = time_left(owed.search, owed.position.encode(), now)
        return player.go(line.decode(), now)

    def _restart(self, now: float) -> list[Command]:
        """Get another engine, which is asked what is owed when it is ready."""
        del now
        if self.owed.search is None or self.owed.search.stopped:
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
        board = self._player.told.board_of(self.owed.position)
        return "(none)" if board is None else board.uci(next(iter(board.legal_moves)))
