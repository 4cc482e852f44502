"""What material alone tells, in a microsecond."""

from __future__ import annotations

import chess


def has_major_or_pawn(board: chess.Board) -> bool:
    """Whether this is chess with a pawn, a rook or a queen: never insufficient material."""
    return type(board) is chess.Board and bool(board.pawns | board.rooks | board.queens)
