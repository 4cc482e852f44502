"""Whether a side mates with its next move whatever the other side does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess


def is_mate_forced(board: chess.Board, color: chess.Color) -> bool:
    """Return whether `color` mates with its next move, after any reply if the other side moves."""
    board = board.copy(stack=False)
    if board.turn == color:
        return _has_mate_in_one(board)
    for move in list(board.legal_moves):
        board.push(move)
        escapes = not _has_mate_in_one(board)
        board.pop()
        if escapes:
            return False
    return True


def _has_mate_in_one(board: chess.Board) -> bool:
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_checkmate()
        board.pop()
        if mates:
            return True
    return False
