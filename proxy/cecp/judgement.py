"""An engine's claims, offers and resignations, judged by the arbiter's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.delivery import wording
from proxy.events import Event, judge
from proxy.game.claiming import claimed
from proxy.ruling import decide
from proxy.saying import say

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling

DRAW, MATE = "1/2-1/2", "mate"


@dataclass(frozen=True, slots=True)
class Finding:
    """What becomes of an engine's word: a ruling where it ends the game, and what is said.

    `said` is empty where the arbiter has said it already.
    """

    right: bool
    ruling: Ruling | None = None
    said: bytes = b""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges by a ruleset and the analysis behind it; `ending` is what was ruled before."""

    ruleset: Ruleset
    analysis: Analysis
    ending: Ruling | None = None

    def claim(self, game: Game, side: chess.Color, result: str) -> Finding:
        """Judge the claim by `side` that the game is over with `result` (or `MATE`).

        A claim right behind the own move is one by that move (9.2.2.1): CECP has no other way to
        write it down.
        """
        if self.ending is not None and _names(result, self.ending):
            return Finding(right=True)
        ending = decide(game, self.ruleset, self.analysis)
        if ending is not None and _names(result, ending):
            return self._ruled(ending)
        ruling = claimed(game, self.ruleset, self.analysis, side) if result == DRAW else None
        if ruling is not None:
            return self._ruled(ruling)
        said = say(f"the engine's claim of {result} is wrong: it has to play on")
        return Finding(right=False, said=said)

    def offer(self, game: Game, side: chess.Color) -> Finding:
        """Judge an offer by `side` behind its move: a claim by that move, or an offer."""
        ruling = claimed(game, self.ruleset, self.analysis, side)
        if ruling is not None:
            return self._ruled(ruling)
        return Finding(right=False, said=say("the engine would agree to 1/2-1/2"))

    def acceptance(self, game: Game) -> Finding:
        """Judge that the engine accepts an offer (9.1): both sides must have moved (5.2.3)."""
        if self.ending is not None:
            return Finding(right=self.ending.winner is None)
        found = judge(game, self.ruleset, Event("agreement"), self.analysis)
        if found.ruling is not None:
            return self._ruled(found.ruling)
        return Finding(right=False, said=say(found.note or ""))

    def resignation(self, game: Game, side: chess.Color) -> Finding:
        """Judge a resignation (5.1.2): a win for the opponent, or a draw where he cannot mate."""
        ruling = judge(game, self.ruleset, Event("resign", side), self.analysis).ruling
        said = say(f"{ruling.result if ruling else '*'}: the engine gives up")
        return Finding(right=True, ruling=ruling, said=said)

    def _ruled(self, ruling: Ruling) -> Finding:
        return Finding(True, ruling, wording.ruling(ruling, self.ruleset.name))


def _names(result: str, ending: Ruling) -> bool:
    return result == ending.result or (result == MATE and ending.winner is not None)
