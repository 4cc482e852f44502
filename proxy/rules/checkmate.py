"""Checkmate ends the game at once and beats every counter (5.1.1, 9.6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the side to move is in check and has no legal move."""
    return not game.has_legal_move and game.diagram.is_check()


def winner(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> chess.Color:
    """Return the side that has given mate."""
    return not game.diagram.turn


RULE = Rule("checkmate", "5.1.1", holds, winner=winner, earliest=Earliest())
