"""From the position on the board to one ruling: the order of decision, and who ends the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.rules import (
    checkmate,
    dead_position,
    fifty_move,
    fivefold_repetition,
    insufficient_material,
    perpetual_check,
    score_draw,
    score_win,
    seventy_five_move,
    stalemate,
    tablebase,
    threefold_repetition,
    two_knights,
    variant_end,
)
from proxy.sides import result_of

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rules import Rule
    from proxy.rulesets import Ruleset

# The order of decision. What ends the game by the position itself goes before the counters, mate
# before all of them (9.6.2), what is certain before what is claimed; flags come after the board.
ORDER: tuple[Rule, ...] = (
    variant_end.RULE,
    checkmate.RULE,
    stalemate.RULE,
    insufficient_material.RULE,
    dead_position.RULE,
    seventy_five_move.RULE,
    fivefold_repetition.RULE,
    perpetual_check.RULE,
    threefold_repetition.RULE,
    fifty_move.RULE,
    two_knights.RULE,
    tablebase.RULE,
    score_win.RULE,
    score_draw.RULE,
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the game has ended, why, and the evidence.

    `winner` is None for a draw. `automatic` is False where a claim or a consent ended the game.
    `occurrences` are the plies at which the position on the board has occurred; `ply` is its own.
    `perpetual` names the side whose every move in a repeated cycle gave check; `cycle` holds the
    moves between the last two occurrences, UCI text.
    """

    reason: str
    article: str
    winner: chess.Color | None
    automatic: bool
    ply: int
    halfmove_clock: int
    occurrences: tuple[int, ...]
    perpetual: chess.Color | None = None
    cycle: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The result as PGN writes it."""
        return result_of(self.winner)


def decide(game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> Ruling | None:
    """Return the ruling that ends the game by itself in the position on the board, if any does."""
    rule = ending_rule(game, ruleset, analysis)
    if rule is None:
        return None
    winner = rule.winner(game, ruleset, analysis)
    return make_ruling(game, rule.reason, ruleset.article(rule), winner)


def ending_rule(game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> Rule | None:
    """Return the first rule, in the order of decision, that ends the game by itself here."""
    earliest = ruleset.earliest
    if (
        game.is_before(earliest.count, earliest.clock)
        and analysis.tells_by_material
        and game.has_legal_move
    ):
        return None
    for rule in ruleset.automatic:
        if rule.holds(game, ruleset, analysis):
            return rule
    return None


def undetermined(game: Game, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> list[str]:
    """Return the reasons that the ruleset knows but that could be neither proven nor excluded."""
    rules = (*ruleset.automatic, *ruleset.claimed)
    return [rule.reason for rule in rules if rule.holds(game, ruleset, analysis) is None]


def make_ruling(
    game: Game,
    reason: str,
    article: str,
    winner: chess.Color | None = None,
    *,
    automatic: bool = True,
) -> Ruling:
    """Return a ruling about the position on the board, with its evidence."""
    checks = game.count >= 3 or reason == perpetual_check.RULE.reason
    plies = tuple(game.occurrences())
    return Ruling(
        reason=reason,
        article=article,
        winner=winner,
        automatic=automatic,
        ply=game.ply,
        halfmove_clock=game.halfmove_clock,
        occurrences=plies,
        cycle=tuple(map(str, game.moves[plies[-2] : plies[-1]])) if len(plies) > 1 else (),
        perpetual=perpetual_check.checking_side(game) if checks and winner is None else None,
    )


def perpetual_label(game: Game) -> chess.Color | None:
    """Return the side whose every move gave check on the way to a repetition that stands."""
    return perpetual_check.checking_side(game) if game.count >= 3 else None
