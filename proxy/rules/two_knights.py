"""Two knights against a bare king: a technical draw, where a ruleset says so.

It is no dead position: mate exists, but only if the defender walks into it. While the knights have
a forced mate there is no draw; that is always a mate on their next move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.forced_mate import is_mate_forced
from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def side_with_two_knights(board: chess.Board) -> chess.Color | None:
    """Return the side that has king and two knights against a bare king."""
    if board.occupied != board.kings | board.knights or board.knights.bit_count() != 2:
        return None
    for color in chess.COLORS:
        if board.occupied_co[color].bit_count() == 3:
            return color
    return None


def holds(game: Game, _ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether two knights face a bare king in chess and have no forced mate."""
    side = side_with_two_knights(game.diagram)
    return game.variant == "chess" and side is not None and not is_mate_forced(game.diagram, side)


RULE = Rule("two-knights", "two knights", holds, earliest=Earliest())
