"""Both sides consent to a draw (5.2.3, 9.1), which they can once both have moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether both sides have moved, by the move number, which a FEN carries on."""
    return game.board.ply() >= 2


RULE = Rule("agreement", "5.2.3", holds)
