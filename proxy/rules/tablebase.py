"""Endgame tables say how the game ends with best play; rulesets of matches rule by them.

The Laws know no such ruling: a game is played to its end. The fifty-move rule is part of the
answer, with the clock as it stands: a win counts if it comes in time, unless the ruleset counts
cursed wins as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.rules import Rule

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis, TableEntry
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset


def holds(game: Game, ruleset: Ruleset, analysis: Analysis) -> bool | None:
    """Whether the tables know the result; None where they should but do not."""
    board = game.diagram
    if game.variant != "chess" or board.castling_rights:
        return False
    if board.occupied.bit_count() > ruleset.tablebase_men:
        return False
    return None if _result(game, ruleset, analysis) is None else True


def winner(game: Game, ruleset: Ruleset, analysis: Analysis) -> chess.Color | None:
    """Return the side that wins by the tables."""
    result = _result(game, ruleset, analysis)
    return None if not result else game.diagram.turn == (result > 0)


def _result(game: Game, ruleset: Ruleset, analysis: Analysis) -> int | None:
    entry = analysis.tablebase.probe(game.diagram)
    if entry is None:
        return None
    return result_with_clock(
        entry, game.halfmove_clock, cursed_wins_count=ruleset.cursed_wins_count
    )


def result_with_clock(
    entry: TableEntry, halfmove_clock: int, *, cursed_wins_count: bool
) -> int | None:
    """Return 1, 0 or -1 for the side to move; None where it depends on what is not known.

    The win must reach its next capture or pawn move, or mate, while the clock says 100 at most.
    """
    sign = (entry.wdl > 0) - (entry.wdl < 0)
    if cursed_wins_count or sign == 0:
        return sign
    if abs(entry.wdl) == 1:
        return 0
    if halfmove_clock == 0:
        return sign
    if entry.dtz is None:
        return None
    soonest = abs(entry.dtz) + halfmove_clock  # or one half-move more
    if soonest == 100:
        return None
    return sign if soonest < 100 else 0


RULE = Rule("tablebase", "endgame tables", holds, winner=winner)
