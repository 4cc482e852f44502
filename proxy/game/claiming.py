"""Claims by the side that has just answered: at the root, and with the move that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.claims import claims_now
from proxy.ruling import make_ruling

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling


def claimed(
    game: Game, ruleset: Ruleset, analysis: Analysis, claimant: chess.Color
) -> Ruling | None:
    """Return the ruling that `claimant` can bring about by a claim in the position on the board.

    Either it is on move, or it has just made the move that it could have named (9.2.2.1, 9.3.1).
    """
    rules = {rule.reason: rule for rule in ruleset.claimed}
    for claim in claims_now(game, ruleset, analysis):
        by_move = rules[claim.reason].by_move
        if claim.by == claimant:
            article = claim.article
        elif by_move is not None and game.turn != claimant:
            article = ruleset.articles.get(claim.reason, by_move.article)
        else:
            continue
        return make_ruling(game, claim.reason, article, automatic=False)
    return None
