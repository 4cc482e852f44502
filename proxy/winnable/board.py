"""The board of a FEN as this question needs it: with every castling right that the FEN gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.game.fen import read_fen

if TYPE_CHECKING:
    import chess


def read_board(fen: str) -> chess.Board:
    """Return the board of a FEN, of Chess960 where its rooks are not at home.

    A right that is overlooked is a move that is overlooked, and makes a false proof. Raises
    `FenError`.
    """
    return read_fen(fen, any_rook=True, composed=True).board
