"""No series of legal moves lets either side mate (5.2.2), beyond what material alone tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.rules import Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, analysis: Analysis) -> bool | None:
    """Whether neither side can mate; None where the analysis cannot tell for a side."""
    undecided = False
    for color in chess.COLORS:
        answer = analysis.ask_can_mate(game.board, color)
        if answer:  # the other side need not be asked, which may cost much
            return False
        undecided = undecided or answer is None
    return None if undecided else True


RULE = Rule("dead-position", "5.2.2", holds)
