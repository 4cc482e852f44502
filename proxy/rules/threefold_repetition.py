"""The same position has occurred three times (9.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the position on the board has occurred three times, this one included."""
    return game.count >= 3


RULE = Rule("threefold-repetition", "9.2.2.2", holds, claim_by_move_article="9.2.2.1")
