"""The game that the session tells a CECP engine of, and the engine's own moves in it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.game.key import LAWS

if TYPE_CHECKING:
    import chess

    from proxy.game.game import Game
    from proxy.game.key import Reading

START = "position startpos"


class ToldGame:
    """Follows `position` lines, which may have no right meaning; `reading` is the ruleset's."""

    def __init__(self, reading: Reading = LAWS) -> None:
        self._follower = Follower(lambda _game: None, reading)
        self._position = START
        self._answered = False  # the engine's own move stands on the board

    @property
    def game(self) -> Game | None:
        """The game with its board; None before the first good position, and after a bad one."""
        return self._follower.game

    @property
    def variant(self) -> str:
        """The variant that is played, by its UCI name."""
        return self._follower.variant

    @property
    def chess960(self) -> bool:
        """Whether castling is written as in Chess960."""
        return self._follower.chess960

    def new_game(self) -> None:
        """Take in `ucinewgame`."""
        self.forget()
        self._position = START

    def forget(self) -> None:
        """Forget the game, which the next line tells anew."""
        self._follower.reset()

    def set_option(self, name: str, value: str) -> None:
        """As `Follower.set_option`."""
        self._follower.set_option(name, value)

    def position(self, line: str) -> None:
        """Take in a `position` line."""
        self._position = line
        self._answered = False
        with suppress(UserError):  # the session's arbiter says what is wrong
            self._follower.position(line.encode())

    def asked(self) -> Game | None:
        """Return the game that a `go` is about: without a new position it is about the old one."""
        if self._answered or self.game is None:
            self.position(self._position)
        return self.game

    def own_move(self, board: chess.Board, move: chess.Move) -> None:
        """Play the engine's answer, found on `board`."""
        with suppress(UserError):  # the position may have changed: some session holds none back
            self._follower.own_move(board.uci(move).encode())
        self._answered = True

    def board_of(self, line: str) -> chess.Board | None:
        """Return the board of a `position` line in this variant, whatever has become of this game.

        None where there is none. Raises `UserError` where the line is bad.
        """
        follower = Follower(lambda _game: None)
        follower.chess960 = self._follower.chess960
        follower.variant = self._follower.variant
        follower.position(line.encode())
        return follower.game.board if follower.game else None
