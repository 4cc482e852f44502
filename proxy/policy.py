"""Who claims for an engine that knows no claims: the wrapper does, by a policy for each side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.claims import claims_by_move
from proxy.ruling import ORDER, decide

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class ClaimPolicy:
    """When to claim: "always", "never", or "when-not-better" than `bound_cp` centipawns."""

    kind: str
    bound_cp: int = 0

    def claims(self, score_cp: int | None) -> bool:
        """Return whether to claim a draw that can be claimed.

        `score_cp` is the engine's own last exact score in centipawns from its own side, a mate
        beyond all others; None, where it is not known, never counts as "not better".
        """
        if self.kind == "when-not-better":
            return score_cp is not None and score_cp <= self.bound_cp
        return self.kind == "always"


def steer(
    game: Game,
    ruleset: Ruleset,
    policy: ClaimPolicy,
    score_cp: int | None,
    bestmove: chess.Move,
    analysis: Analysis = BY_MATERIAL,
) -> chess.Move:
    """Return the move to play in place of `bestmove`: one that completes a draw, or itself.

    A move is replaced only where the policy claims and the engine says that it stands worse than
    the policy's bound. It costs strength wherever the engine's score was too dark.
    """
    if score_cp is None or score_cp >= policy.bound_cp or not policy.claims(score_cp):
        return bestmove
    draws = drawing_moves(game, ruleset, analysis)
    return bestmove if not draws or bestmove in draws else draws[0]


def drawing_moves(
    game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL
) -> list[chess.Move]:
    """Return the legal moves that complete a draw, by themselves or with a claim.

    First those that need no claim, each kind in the order of decision, then by their UCI text.
    """
    place = {rule.reason: number for number, rule in enumerate(ORDER)}
    found: dict[chess.Move, tuple[bool, int, str]] = {}
    for move in list(game.diagram.legal_moves):
        game.push_legal(move)
        ruling = decide(game, ruleset, analysis)
        if ruling and ruling.winner is None:
            found[move] = (False, place[ruling.reason], move.uci())
        game.pop()
    for claim in claims_by_move(game, ruleset, analysis):
        if claim.move is not None:
            found.setdefault(claim.move, (True, place[claim.reason], claim.move.uci()))
    return sorted(found, key=found.__getitem__)
