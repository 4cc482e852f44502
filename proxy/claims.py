"""What can be claimed: the position on the board, or a move that is named and not yet played.

The three answers stay apart: what ends the game by itself (`ruling.decide`), what the position on
the board lets a side claim, and what naming a move lets the side to move claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.ruling import decide

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Claim:
    """A right claim: who may claim what; `move` where it must be named and not yet played."""

    reason: str
    article: str
    by: chess.Color
    move: chess.Move | None = None


def claims_now(game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> list[Claim]:
    """Return what the position on the board lets a side claim (9.2.2.2, 9.3.2).

    Only draws are claimed: a win that a ruleset does not make automatic has to be played out.
    """
    if not ruleset.claimed or decide(game, ruleset, analysis):
        return []
    claims = []
    for rule in ruleset.claimed:
        if rule.holds(game, ruleset, analysis) and rule.winner(game, ruleset, analysis) is None:
            by = rule.claimant(game)
            if by is not None:
                claims.append(Claim(rule.reason, ruleset.article(rule), by))
    return claims


def claims_by_move(game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> list[Claim]:
    """Return what the side to move can claim by naming its next move (9.2.2.1, 9.3.1).

    A move that ends the game by itself is not among them: mate on the hundredth half-move wins.
    """
    rules = [
        (rule, ruleset.articles.get(rule.reason, rule.by_move.article))
        for rule in ruleset.claimed
        if rule.by_move and rule.by_move.in_reach(game)
    ]
    if not rules or decide(game, ruleset, analysis):
        return []
    by = game.turn
    claims = []
    for move in list(game.diagram.legal_moves):
        game.push_legal(move)
        held = [(rule, article) for rule, article in rules if rule.holds(game, ruleset, analysis)]
        if held and not decide(game, ruleset, analysis):
            claims += [Claim(rule.reason, article, by, move) for rule, article in held]
        game.pop()
    place = {rule.reason: number for number, (rule, _) in enumerate(rules)}
    return sorted(claims, key=lambda claim: (place[claim.reason], str(claim.move)))
