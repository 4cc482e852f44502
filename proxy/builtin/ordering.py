"""Which moves to try first: an early good one spares the search most of the others."""

from __future__ import annotations

import chess

from proxy.builtin.evaluate import PIECE_VALUES

_HINT, _CAPTURE, _KILLER = 1 << 40, 1 << 36, 1 << 32


class Ordering:
    """Sorts moves, and learns from the quiet ones that refuted something."""

    def __init__(self, max_ply: int) -> None:
        self._killers: list[chess.Move | None] = [None] * max_ply
        self._history: dict[tuple[chess.Color, chess.Square, chess.Square], int] = {}

    def learn(self, board: chess.Board, move: chess.Move, depth: int, ply: int) -> None:
        """Note a quiet move that cut off a search of `depth` plies at `ply` from the root."""
        self._killers[ply] = move
        place = (board.turn, move.from_square, move.to_square)
        self._history[place] = self._history.get(place, 0) + depth * depth

    def sort(
        self, board: chess.Board, moves: list[chess.Move], hint: chess.Move | None, ply: int
    ) -> list[chess.Move]:
        """Return the moves, likely best first: the hint, captures, promotions, killer, history."""
        killer, history = self._killers[ply], self._history

        def promise(move: chess.Move) -> int:
            if move == hint:
                return _HINT
            gained = gain(board, move)
            if gained:
                attacker = board.piece_type_at(move.from_square) or 0
                return _CAPTURE + 8 * gained - attacker
            if move == killer:
                return _KILLER
            return history.get((board.turn, move.from_square, move.to_square), 0)

        return sorted(moves, key=promise, reverse=True)


def gain(board: chess.Board, move: chess.Move) -> int:
    """Return the centipawns that a move wins at once; 0 for a quiet move."""
    victim = board.piece_type_at(move.to_square)
    gained = 0
    if victim and board.occupied_co[not board.turn] & chess.BB_SQUARES[move.to_square]:
        gained = PIECE_VALUES[victim]
    elif board.is_en_passant(move):
        gained = PIECE_VALUES[chess.PAWN]
    if move.promotion:
        gained += PIECE_VALUES[move.promotion] - PIECE_VALUES[chess.PAWN]
    return gained


def is_noisy(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move changes the material."""
    return move.promotion is not None or board.is_capture(move)


def noisy_moves(board: chess.Board) -> list[chess.Move]:
    """Return the captures and the promotions to a queen."""
    moves = list(board.generate_legal_captures())
    last_rank = chess.BB_RANK_8 if board.turn else chess.BB_RANK_1
    before_last = chess.BB_RANK_7 if board.turn else chess.BB_RANK_2
    pawns = board.pawns & board.occupied_co[board.turn] & before_last
    if pawns:
        moves += board.generate_legal_moves(pawns, last_rank & ~board.occupied)
    return [move for move in moves if move.promotion in {None, chess.QUEEN}]
