"""The same position has occurred three times (9.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import ByMove, Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the position on the board has occurred three times, this one included."""
    return game.count >= 3


def in_reach(game: Game) -> bool:
    """Whether any position of the game has occurred twice, so that a move may repeat it."""
    return game.has_repetition


RULE = Rule(
    "threefold-repetition",
    "9.2.2.2",
    holds,
    by_move=ByMove("9.2.2.1", in_reach),
    earliest=Earliest(count=3),
)
