"""What an engine says of the end of its game is heard, judged, and told.

Its words are its own: nothing is accepted, offered or given up here that it has not said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.cecp.judgement import DRAW, Judge
from proxy.exact import brief_analysis
from proxy.offers import OFFER, RESIGN
from proxy.session.commands import Command, Ruled, ToGui

if TYPE_CHECKING:
    import chess

    from proxy.arbiter import Arbiter
    from proxy.cecp.judgement import Finding
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling


class Hearing:
    """The words of one engine about one game after another.

    Attributes:
        arbiter: whose rules and rulings count; until he is there, `ruleset` does.
        resigned: the engine has given this game up.
        was_offered: an offer of the opponent's stands, until the engine moves (9.1.2.1). It accepts
            it by an offer or a claim of its own.
        last_said: what was last said of its words.

    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.arbiter: Arbiter | None = None
        self._ruleset = ruleset
        self.new_game()

    def new_game(self) -> None:
        """Forget all that was of the last game."""
        self.resigned = False
        self.last_said = b""
        self._ruled: Ruling | None = None
        self.was_offered = False
        self._offers = False  # the engine, with the move that it thinks about

    def new_engine(self) -> None:
        """Forget what the engine before this one was about to do."""
        self._offers = False

    def note_ruling(self, ruling: Ruling) -> None:
        """Take note of a ruling, so that none is told twice."""
        self._ruled = ruling

    def has_ruled(self, ruling: Ruling) -> bool:
        """Tell whether the same was ruled before in this game."""
        known = self._ruled
        return known is not None and (ruling.reason, ruling.ply) == (known.reason, known.ply)

    # --- the engine's words

    def claim(self, game: Game, side: chess.Color, result: str) -> list[Command]:
        """Take a claim by `side`; one of a draw that is none accepts the offer that stands."""
        finding = self._judge().claim(game, side, result)
        if result == DRAW and self.was_offered and not finding.right:
            return self._accept(game)
        return self._tell(finding)

    def resign(self, game: Game, side: chess.Color) -> list[Command]:
        """Take a resignation: told once a game, and passed on where the GUI listens to it.

        Not so where it is a draw (5.1.2), which is told as every other.
        """
        if self.resigned:
            return []
        self.resigned = True
        finding = self._judge().resignation(game, side)
        lost = finding.ruling is not None and finding.ruling.winner is not None
        return [*self._tell(finding), *([ToGui(RESIGN)] if lost and self._speaks else [])]

    def offer(self, game: Game, side: chess.Color, *, thinking: bool) -> list[Command]:
        """Take an offer: it accepts one that stands, or goes with a move.

        That is the move which the engine thinks about, else the one that it has just made.
        """
        if self.was_offered:
            return self._accept(game)
        if thinking:
            self._offers = True
            return []
        return self._tell_offer(game, side)

    def move(self, game: Game, move: chess.Move) -> list[Command]:
        """Take the engine's move, yet to be played: it declines what it has not accepted."""
        offers, self._offers = self._offers, False
        self.was_offered = False
        if not offers:
            return []
        side = game.turn
        game.push_legal(move)
        told = self._tell_offer(game, side)
        game.pop()
        return told

    # --- what these share

    @property
    def _speaks(self) -> bool:
        """Whether offers and resignations reach the GUI, or it is not known yet."""
        return self.arbiter is None or self.arbiter.conduct.speaks

    def _judge(self) -> Judge:
        """Return who judges now: settings may be changed in a game."""
        arbiter = self.arbiter
        if arbiter is None:
            return Judge(self._ruleset, BY_MATERIAL)
        conduct = arbiter.conduct
        analysis = brief_analysis(conduct.analysis) if conduct.exact else conduct.analysis
        return Judge(conduct.ruleset, analysis, arbiter.ending)

    def _accept(self, game: Game) -> list[Command]:
        self.was_offered = False
        finding = self._judge().acceptance(game)
        return [*self._tell(finding), *([ToGui(OFFER)] if finding.right else [])]

    def _tell_offer(self, game: Game, side: chess.Color) -> list[Command]:
        finding = self._judge().offer(game, side)
        if finding.ruling is None and self._speaks:
            return [ToGui(OFFER)]
        return self._tell(finding)

    def _tell(self, finding: Finding) -> list[Command]:
        """Tell what became of the engine's word, once."""
        ruling = finding.ruling
        told = bool(ruling and self.has_ruled(ruling))  # the arbiter has claimed it for the engine
        if told or not finding.said or finding.said == self.last_said:
            return []
        self.last_said = finding.said
        return [*([Ruled(ruling)] if ruling else []), ToGui(finding.said)]
