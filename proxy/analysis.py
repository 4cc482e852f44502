"""What rules ask that a look at the board does not answer; the seam for the exact analyses.

Each question is a callable that answers True, False, or None where it cannot decide. The answers
here are sound and by material only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

Question = Callable[[chess.Board, chess.Color], bool | None]


def can_mate_by_material(board: chess.Board, color: chess.Color) -> bool | None:
    """Say whether any series of legal moves ends in mate by `color`, as far as material tells.

    False for a bare king, for a single knight against king and queens only, and for bishops all on
    one colour of squares where no pawn and no knight is left; otherwise None.
    """
    return False if board.has_insufficient_material(color) else None


def unknown(_board: chess.Board, _color: chess.Color) -> None:
    """Answer any question with "cannot decide"."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The questions, each of a board, which must be left as it was, and a colour.

    `can_mate`: does any series of legal moves end in mate by this side (5.2.2, 6.9)? It is asked
    about chess only, not about variants.
    `perpetual_proof`: can this side check for ever whatever the other does, and has no forced mate?
    """

    can_mate: Question = can_mate_by_material
    perpetual_proof: Question = unknown

    def ask_can_mate(self, board: chess.Board, color: chess.Color) -> bool | None:
        """Ask `can_mate`; of a variant's board its own table of material is asked."""
        if type(board) is not chess.Board:
            return can_mate_by_material(board, color)
        return self.can_mate(board, color)


BY_MATERIAL = Analysis()
