"""What rules ask that a look at the board does not answer; the seam for the exact analyses.

Each question is a callable that answers True, False, or None where it cannot decide. The answers
here are sound and by material only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import chess

from proxy.game.material import has_major_or_pawn

Question = Callable[[chess.Board, chess.Color], bool | None]


def can_mate_by_material(board: chess.Board, color: chess.Color) -> bool | None:
    """Say whether any series of legal moves ends in mate by `color`, as far as material tells.

    False for a bare king, for a single knight against king and queens only, and for bishops all on
    one colour of squares where no pawn and no knight is left; otherwise None.
    """
    return False if board.has_insufficient_material(color) else None


def unknown(_board: chess.Board, _color: chess.Color) -> None:
    """Answer any question with "cannot decide"."""


class TableEntry(NamedTuple):
    """What an endgame table says of the side to move, as Syzygy defines it.

    `wdl`: 2 wins, 0 draws, -2 loses if the fifty-move clock stands at 0; 1 and -1 are a win and a
    loss that come too late for it. `dtz`: half-moves to the next capture or pawn move, None where
    that is not needed or not known; a win's true number is this or one more.
    """

    wdl: int
    dtz: int | None = None


class Tablebase(Protocol):
    """Endgame tables."""

    def probe(self, board: chess.Board) -> TableEntry | None:
        """Return the entry of a position; None where no table has it."""

    def take_warnings(self) -> list[str]:
        """Return what has gone wrong since the last call, one line each."""


class NoTablebase:
    """No tables at all."""

    def probe(self, board: chess.Board) -> TableEntry | None:
        """Know nothing."""
        del board
        return None

    def take_warnings(self) -> list[str]:
        """Nothing goes wrong."""
        return []


@dataclass(frozen=True, slots=True)
class Analysis:
    """The questions, each of a board, which must be left as it was, and a colour.

    `can_mate`: does any series of legal moves end in mate by this side (5.2.2, 6.9)? It is asked
    about chess only, not about variants.
    `glance`: the same in a hurry: True where a mate is found soon.
    `perpetual_proof`: can this side check for ever whatever the other does, and has no forced mate?
    `tablebase`: endgame tables, asked only by rulesets that want them.
    """

    can_mate: Question = can_mate_by_material
    glance: Question = unknown
    perpetual_proof: Question = unknown
    tablebase: Tablebase = NoTablebase()  # noqa: RUF009 - it has no state

    def by_material(self) -> Analysis:
        """Return the same but for who can mate, which is told by material alone."""
        return replace(self, can_mate=can_mate_by_material, glance=unknown)

    @property
    def tells_by_material(self) -> bool:
        """Whether who can mate is told by material alone."""
        return self.can_mate is can_mate_by_material

    def ask_can_mate(self, board: chess.Board, color: chess.Color) -> bool | None:
        """Ask `can_mate`; of a variant's board its own table of material is asked."""
        if type(board) is not chess.Board:
            return can_mate_by_material(board, color)
        return self.can_mate(board, color)

    def ask_dead(self, board: chess.Board) -> bool | None:
        """Say whether neither side can mate; None where that cannot be decided.

        Either side's mate is enough, so both are asked in a hurry before one is in earnest; the one
        with more men first.
        """
        if self.tells_by_material and has_major_or_pawn(board):
            return None
        black, white = board.occupied_co  # indexed by colour
        stronger = white.bit_count() >= black.bit_count()
        sides = (stronger, not stronger)
        if type(board) is chess.Board and any(self.glance(board, color) for color in sides):
            return False
        answers = set()
        for color in sides:
            answers.add(self.ask_can_mate(board, color))
            if True in answers:
                return False
        return None if None in answers else True


BY_MATERIAL = Analysis()
