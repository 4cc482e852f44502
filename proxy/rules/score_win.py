"""Both engines call the game won for the same side: TCEC's win rule, by its figures of 2020.

It needs the scores of both, so it holds only where all of them are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Rule

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset

PLIES = 10
BOUND_CP = 1000


def winner(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> chess.Color | None:
    """Return the side for which the last 10 plies all said 10.00 or more."""
    scores = game.last_scores(PLIES)
    if len(scores) < PLIES or any(abs(score) < BOUND_CP for score in scores):
        return None
    # From the last mover's own side: its own scores as they are, the other's turned round.
    turned = [score if back % 2 == 0 else -score for back, score in enumerate(scores)]
    mover = not game.diagram.turn
    if all(score > 0 for score in turned):
        return mover
    return not mover if all(score < 0 for score in turned) else None


def holds(game: Game, ruleset: Ruleset, analysis: Analysis) -> bool:
    """Whether both sides have agreed for 10 plies on who wins."""
    return winner(game, ruleset, analysis) is not None


RULE = Rule("score-win", "TCEC win rule", holds, winner=winner)
