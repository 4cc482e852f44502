"""Whether a side can force mate within a number of its own moves, whatever the other side does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess


class _OutOfBudgetError(Exception):
    """The positions that may be looked at are used up."""


def is_mate_forced(board: chess.Board, color: chess.Color) -> bool:
    """Return whether `color` mates with its next move, after any reply if the other side moves."""
    return bool(mates_within(board, color, 1))


def mates_within(
    board: chess.Board, color: chess.Color, moves: int, budget: int | None = None
) -> bool | None:
    """Return whether `color` mates within `moves` of its own moves, whatever the other side does.

    None when `budget` positions with `color` to move did not tell.
    """
    search = _Search(budget)
    board = board.copy(stack=False)
    try:
        if board.turn == color:
            return search.attacker_mates(board, moves)
        return search.defender_is_mated(board, moves)
    except _OutOfBudgetError:
        return None


class _Search:
    """Full width, to a fixed depth, checks before other moves."""

    def __init__(self, budget: int | None) -> None:
        self._left = budget

    def attacker_mates(self, board: chess.Board, moves: int) -> bool:
        """Whether the side to move mates within so many of its moves."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise _OutOfBudgetError
        legal = list(board.legal_moves)
        checks = [move for move in legal if board.gives_check(move)]
        quiet = [move for move in legal if move not in checks] if moves > 1 else []
        return any(self._wins(board, move, moves) for move in checks + quiet)

    def defender_is_mated(self, board: chess.Board, moves: int) -> bool:
        """Whether the side to move is mated, or will be whatever it plays."""
        legal = list(board.legal_moves)
        if not legal:
            return board.is_checkmate()
        if moves == 0:
            return False
        for move in legal:
            board.push(move)
            mated = self.attacker_mates(board, moves)
            board.pop()
            if not mated:
                return False
        return True

    def _wins(self, board: chess.Board, move: chess.Move, moves: int) -> bool:
        board.push(move)
        try:
            return self.defender_is_mated(board, moves - 1)
        finally:
            board.pop()
