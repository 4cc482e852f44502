"""Perpetual check: one side gives check with every move and can go on for ever.

The Laws rule it as a repetition (9.2): there it is a label. A ruleset may rule the check itself,
once its cycle has been gone through on the board and the proof stands that it never ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def checking_side(game: Game) -> chess.Color | None:
    """Return the side whose every move in the repeated cycle gave check, None where there is none.

    The cycle is what lies between the last three occurrences of the position on the board, or
    between the last two where there are no more.
    """
    # In most repetitions neither of the last two moves gave check.
    if game.count < 2 or not (game.is_check_at(game.ply) or game.is_check_at(game.ply - 1)):
        return None
    always = {chess.WHITE: True, chess.BLACK: True}
    mover = not game.turn
    for ply in range(game.ply, game.occurrences()[-3:][0], -1):
        if not game.is_check_at(ply):
            always[mover] = False
            if not any(always.values()):
                return None
        mover = not mover
    checking = [color for color in chess.COLORS if always[color]]
    return checking[0] if len(checking) == 1 else None


def holds(game: Game, _ruleset: Ruleset, analysis: Analysis) -> bool | None:
    """Whether a cycle of checks has been gone through and is proven to go on for ever."""
    side = checking_side(game)
    return False if side is None else analysis.perpetual_proof(game.board, side)


RULE = Rule(
    "perpetual-check", "perpetual check", holds, claimant=checking_side, earliest=Earliest(count=2)
)
