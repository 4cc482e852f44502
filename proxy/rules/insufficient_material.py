"""Nobody has the material to mate: the simplest dead positions (5.2.2).

The Laws' table: bare kings, one bishop or one knight, any number of bishops all on one colour of
squares. Match runners have tables of their own; a ruleset names the one that it goes by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Earliest, Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def laws(board: chess.Board) -> bool:
    """No series of moves can mate, by material alone; variants have their own such tables."""
    return board.is_insufficient_material()


def fastchess(board: chess.Board) -> bool:
    """Up to four pieces only: a third bishop of the same colour is not seen."""
    return board.occupied.bit_count() <= 4 and board.is_insufficient_material()


def c_chess_cli(board: chess.Board) -> bool:
    """Up to three pieces only: bishop against bishop of the same colour is not seen."""
    return board.occupied.bit_count() <= 3 and board.is_insufficient_material()


TABLES: dict[str, Callable[[chess.Board], bool]] = {
    "laws": laws,
    "fastchess": fastchess,
    "c-chess-cli": c_chess_cli,
}


def holds(game: Game, ruleset: Ruleset, _analysis: Analysis) -> bool:
    """Whether the ruleset's table says that neither side has mating material.

    cutechess asks only after a move: a start position is played on, whatever its material.
    """
    if game.has_major_or_pawn:
        return False
    asked = game.ply > 0 or ruleset.material_at_start
    return asked and TABLES[ruleset.material_table](game.diagram)


RULE = Rule("insufficient-material", "5.2.2", holds, earliest=Earliest())
