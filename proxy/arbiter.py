"""The arbiter of one session: follows the game, rules, and says what the GUI is told.

Fails open: where the game cannot be followed he says so once, then rules nothing until the next
good position. Imported in the background, after `uciok`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.delivery import advise
from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.ruling import decide

if TYPE_CHECKING:
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling

NULL_MOVES = frozenset((b"(none)", b"<none>", b"0000", b"null"))


class Arbiter:
    """Judges the game that `position` lines and the engine's answers tell."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._follower = Follower(self._see, ruleset.reading)
        self._ending: Ruling | None = None
        self._told: Ruling | None = None
        self._trouble: list[bytes] = []  # what still has to be said
        self._lost = False

    @property
    def ending(self) -> Ruling | None:
        """The first ruling that ended the game on the board, which may have gone on since."""
        game = self._follower.game
        ending = self._ending
        return (
            ending if game is not None and ending is not None and ending.ply <= game.ply else None
        )

    def set_option(self, name: bytes, value: bytes) -> None:
        """Take note of an option set in the GUI; `name` in lower case."""
        if name == b"uci_chess960":
            self._follower.chess960 = value.lower() == b"true"
            self._follower.reset()
        elif name == b"uci_variant":
            self._follower.variant = value.decode("ascii", "replace")
            self._follower.reset()

    def new_game(self) -> None:
        """Take in `ucinewgame`."""
        self._follower.reset()
        self._ending = self._told = None

    def position(self, line: bytes) -> None:
        """Follow a `position` line."""
        try:
            self._follower.position(line)
            self._lost = False
        except UserError as error:
            self._lose(error)

    def answer(self, bestmove: bytes) -> tuple[list[bytes], Ruling | None]:
        """Judge the engine's `bestmove` line.

        Return the lines to be sent right before it, and the ruling that is told with it.
        """
        words = bestmove.split()
        move = words[1] if len(words) > 1 else b"(none)"
        if self._follower.game is not None and move.lower() not in NULL_MOVES:
            try:
                self._follower.own_move(move)
            except UserError as error:
                self._trouble.append(advise.say(str(error)))
        lines, self._trouble = self._trouble, []
        ending = self.ending
        if ending is None or ending == self._told:
            return lines, None
        self._told = ending
        lines.append(advise.ruling(ending, self._ruleset.name))
        return lines, ending

    def _see(self, game: Game) -> None:
        if self._ending is not None and self._ending.ply >= game.ply:
            self._ending = self._told = None  # that was another line of play
        if self._ending is None:
            self._ending = decide(game, self._ruleset)

    def _lose(self, error: UserError) -> None:
        self._ending = self._told = None
        if not self._lost:
            self._lost = True
            self._trouble.append(advise.say(f"{error}; no rulings until the next good position"))
