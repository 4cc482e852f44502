"""Fifty moves by each side without a capture and without a pawn move (9.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import ByMove, Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def applies(game: Game) -> bool:
    """Whether the game has this rule at all: crazyhouse has not, since captured men come back."""
    return game.variant != "crazyhouse"


def holds(game: Game, ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the clock stands at 100 half-moves or more.

    cutechess asks only after a move: a start position whose clock says 100 is played on.
    """
    asked = game.ply > 0 or ruleset.fifty_move_at_start
    return game.halfmove_clock >= 100 and asked and applies(game)


def in_reach(game: Game) -> bool:
    """Whether the next move can bring the clock to 100."""
    return game.halfmove_clock >= 99 and applies(game)


RULE = Rule(
    "fifty-move", "9.3.2", holds, by_move=ByMove("9.3.1", in_reach), earliest=Earliest(clock=100)
)
