"""The same position has occurred five times (9.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the position on the board has occurred five times, this one included."""
    return game.count >= 5


RULE = Rule("fivefold-repetition", "9.6.1", holds, earliest=Earliest(count=5))
