"""The board of a FEN as this question needs it: with every castling right that the FEN gives."""

from __future__ import annotations

import chess

from proxy.game.fen import at_home


def read_board(fen: str) -> chess.Board:
    """Return the board of a FEN, of Chess960 where its rooks are not at home.

    A right that is overlooked is a move that is overlooked, and makes a false proof. Raises
    `ValueError` for what is no FEN.
    """
    board = chess.Board(fen, chess960=True)
    board.castling_rights = board.clean_castling_rights()
    board.chess960 = not at_home(board)
    return board
