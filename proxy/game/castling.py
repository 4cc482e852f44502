"""Castling is written in two dialects, e1g1 and e1h1: both are understood."""

from __future__ import annotations

import chess


def own_dialect(board: chess.Board, move: chess.Move) -> chess.Move:
    """Return `move` as the board writes it, if it is castling in the other dialect.

    Standard boards write the king's two steps (e1g1), Chess960 boards the king taking its own rook
    (e1h1). In Chess960 the king's target square is understood where the king could not step there.
    """
    rights = board.castling_rights & chess.BB_RANKS[chess.square_rank(move.from_square)]
    if not rights or not board.kings & chess.BB_SQUARES[move.from_square]:
        return move
    if not board.chess960:
        return _as_two_steps(move, rights)
    return _as_king_takes_rook(board, move, rights)


def _as_two_steps(move: chess.Move, rights: chess.Bitboard) -> chess.Move:
    if not rights & chess.BB_SQUARES[move.to_square]:
        return move
    file = 6 if move.to_square > move.from_square else 2
    rank = chess.square_rank(move.from_square)
    return chess.Move(move.from_square, chess.square(file, rank))


def _as_king_takes_rook(board: chess.Board, move: chess.Move, rights: chess.Bitboard) -> chess.Move:
    own_rook = board.rooks & board.occupied_co[board.turn] & chess.BB_SQUARES[move.to_square]
    if own_rook or chess.square_distance(move.from_square, move.to_square) < 2:
        return move
    kingside = move.to_square > move.from_square
    if chess.square_file(move.to_square) != (6 if kingside else 2):
        return move
    for rook in chess.scan_forward(rights):
        if (rook > move.from_square) == kingside:
            return chess.Move(move.from_square, rook)
    return move
