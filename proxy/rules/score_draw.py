"""Both engines call the game level for long: TCEC's draw rule, by its figures of 2020.

It needs the scores of both, so it holds only where all of them are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset

FROM_MOVE = 35
PLIES = 10
BOUND_CP = 15


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the last 10 plies, quiet and from move 35 on, all said 0.15 or less."""
    last_move = (game.diagram.ply() + 1) // 2
    if last_move < FROM_MOVE or game.halfmove_clock < PLIES:
        return False
    scores = game.last_scores(PLIES)
    return len(scores) == PLIES and all(abs(score) <= BOUND_CP for score in scores)


RULE = Rule("score-draw", "TCEC draw rule", holds)
