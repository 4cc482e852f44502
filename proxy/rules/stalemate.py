"""Stalemate: no check and no legal move, by king or any other piece (5.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the side to move is not in check and has no legal move."""
    return not game.has_legal_move and not game.diagram.is_check()


RULE = Rule("stalemate", "5.2.1", holds, earliest=Earliest())
