"""Seventy-five moves by each side without a capture and without a pawn move (9.6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule, fifty_move

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the clock stands at 150 half-moves or more; mate goes before by the order."""
    return game.halfmove_clock >= 150 and fifty_move.applies(game)


RULE = Rule("seventy-five-move", "9.6.2", holds, earliest=Earliest(clock=150))
