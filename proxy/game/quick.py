"""Answers of a microsecond to what python-chess needs ten for; where they say no, it is asked.

A man that stands on no line with his own king is never pinned: while that king is not in check,
whatever such a man can do is legal. The wrapper asks this with every move of a game.
"""

from __future__ import annotations

import chess

_LINES = tuple(
    chess.BB_RANK_ATTACKS[square][0]
    | chess.BB_FILE_ATTACKS[square][0]
    | chess.BB_DIAG_ATTACKS[square][0]
    | chess.BB_SQUARES[square]
    for square in chess.SQUARES
)
"""For each square all squares of its rank, its file and its diagonals."""


def unpinned(board: chess.Board) -> chess.Bitboard:
    """Return squares where neither the king of the side to move stands nor a pinned man of his.

    The empty set where that king is in check, or in a variant, which has laws of its own.
    """
    king = board.king(board.turn)
    if king is None or type(board) is not chess.Board or board.is_check():
        return chess.BB_EMPTY
    return chess.BB_ALL & ~_LINES[king]


def can_surely_move(board: chess.Board, free: chess.Bitboard) -> bool:
    """Whether one of the pawns on `free`, which are `unpinned`, can step forward."""
    pawns = free & board.pawns & board.occupied_co[board.turn]
    ahead = pawns << 8 if board.turn else pawns >> 8
    return bool(ahead & ~board.occupied)


def is_surely_legal(board: chess.Board, move: chess.Move, free: chess.Bitboard) -> bool:
    """Whether a move from a square of `free`, which are `unpinned`, is legal; not en passant."""
    return bool(
        chess.BB_SQUARES[move.from_square] & free
        and move.to_square != board.ep_square
        and board.is_pseudo_legal(move)
    )


def has_major_or_pawn(board: chess.Board) -> bool:
    """Whether this is chess with a pawn, a rook or a queen: never insufficient material."""
    return type(board) is chess.Board and bool(board.pawns | board.rooks | board.queens)
