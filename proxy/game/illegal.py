"""Why a move is illegal, in the words of the board."""

from __future__ import annotations

import chess

from proxy.errors import UserError
from proxy.sides import side_name


class IllegalMoveError(UserError):
    """A move that cannot be played: `ply` (1 is the first move), `move` (UCI text) and `why`."""

    def __init__(self, ply: int, move: str, why: str) -> None:
        super().__init__(f"ply {ply}: {move!r} is illegal: {why}")
        self.ply = ply
        self.move = move
        self.why = why


def why_illegal(board: chess.Board, move: chess.Move) -> str:
    """Return the reason, one clause, for a move that `board.is_legal` has refused."""
    if not move:
        return "a null move is no move"
    if move.drop:
        return "nothing can be dropped there"
    origin = chess.square_name(move.from_square)
    piece = board.piece_at(move.from_square)
    if piece is None:
        return f"there is no piece on {origin}"
    if piece.color != board.turn:
        name = chess.piece_name(piece.piece_type)
        return f"it is {side_name(board.turn)}'s turn, and the {name} on {origin} is the opponent's"
    if not any(board.generate_legal_moves()):
        return "the game is over"
    return _why_own_piece_cannot(board, move, piece)


def _why_own_piece_cannot(board: chess.Board, move: chess.Move, piece: chess.Piece) -> str:
    if board.is_pseudo_legal(move):
        return "it leaves the king in check"
    if piece.piece_type == chess.PAWN and _promotion_is_the_fault(board, move):
        return "a promotion names its piece, as in e7e8q, and only a promotion does"
    if piece.piece_type == chess.KING and _is_castling_attempt(board, move):
        return "castling has no right, is blocked, or goes out of, through or into check"
    origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    return f"the {chess.piece_name(piece.piece_type)} on {origin} cannot go to {target}"


def _is_castling_attempt(board: chess.Board, move: chess.Move) -> bool:
    own_rook = board.rooks & board.occupied_co[board.turn] & chess.BB_SQUARES[move.to_square]
    same_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
    steps = chess.square_distance(move.from_square, move.to_square)
    return bool(own_rook) or (same_rank and steps > 1)


def _promotion_is_the_fault(board: chess.Board, move: chess.Move) -> bool:
    promotion = None if move.promotion else chess.QUEEN
    return board.is_legal(chess.Move(move.from_square, move.to_square, promotion))
