"""The special end of a variant's game: the hill, the third check, the exploded king."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the variant's own rules say that the game is over; never in chess itself."""
    board = game.diagram
    return game.variant != "chess" and (
        board.is_variant_loss() or board.is_variant_win() or board.is_variant_draw()
    )


def winner(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> chess.Color | None:
    """Return the side that the variant's rules declare the winner."""
    board = game.diagram
    if board.is_variant_loss():
        return not board.turn
    return board.turn if board.is_variant_win() else None


RULE = Rule("variant-end", "variant", holds, winner=winner, earliest=Earliest())
