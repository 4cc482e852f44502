"""Numbers for the variations of an engine that shows several: CECP writes none.

They are told apart by their first moves and ranked as xboard's engine output sorts them: the
deeper before the shallower, then by score, then as they came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess

MATE_CP = 1_000_000


class Variations:
    """The variations of one search; `most` is UCI's MultiPV."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._shown: dict[chess.Move, tuple[int, int]] = {}

    def rank(self, move: chess.Move, depth: int, score: tuple[str, int]) -> int:
        """Return the number, from 1 on, of the variation that begins with `move`.

        `score` as `read_score` returns it.
        """
        kind, value = score
        if kind == "mate":
            value = MATE_CP - value if value > 0 else -MATE_CP - value
        self._shown.pop(move, None)
        better = sum(other >= (depth, value) for other in self._shown.values())
        self._shown[move] = depth, value
        return better + 1
