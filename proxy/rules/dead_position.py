"""No series of legal moves lets either side mate (5.2.2), beyond what material alone tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, analysis: Analysis) -> bool | None:
    """Whether neither side can mate; None where the analysis cannot tell."""
    return analysis.ask_dead(game.diagram)


RULE = Rule("dead-position", "5.2.2", holds, earliest=Earliest())
