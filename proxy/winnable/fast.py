"""The dive on rust-chess, for those who install `uci-arbiter[fast]`: the same nodes, sooner.

Order and count of nodes are the plain dive's, so that verdicts are the same at equal budgets. Only
its key is weaker, a 64-bit hash. A mate is replayed in any case, so a collision could at worst hide
one; a failure that would be a proof is therefore searched again by the plain dive, on exact keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import rust_chess

from proxy.bitboards.geometry import bits
from proxy.winnable.dive import HELPS, LONGEST, NEUTRAL, Dive, rank
from proxy.winnable.material import cannot_mate

if TYPE_CHECKING:
    from proxy.bitboards.position import Position

_KINDS = (
    rust_chess.PAWN,
    rust_chess.KNIGHT,
    rust_chess.BISHOP,
    rust_chess.ROOK,
    rust_chess.QUEEN,
    rust_chess.KING,
)
_NO_HISTORY = rust_chess.RepetitionDetectionMode.NONE
_PROMOTIONS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


class FastDive(Dive):
    """A dive whose positions are rust-chess boards."""

    def run(self, nodes: int, depths: range = range(1, 100)) -> bool | None:
        """Search as `Dive.run` does; a proof is left to it."""
        before = self.budget.spent
        self._hashes: dict[int, int] = {}
        self._board = rust_chess.Board.from_fen(_fen(self.root), _NO_HISTORY)
        found = super().run(nodes, depths)
        if found is False:
            self.budget.spent = before
            return Dive(self.root, self.budget, self.width).run(nodes, depths)
        return found

    def _attempt(self) -> bool:
        self._hashes = {}
        return self._search_board(self._board, self.root[7], self.depth, False)

    def _search_board(
        self, board: rust_chess.Board, white_to_move: bool, left: int, helped: bool
    ) -> bool:
        """`Dive._search`, step for step."""
        key = board.zobrist_hash
        if self._hashes.get(key, -1) >= left:
            return False
        self._hashes[key] = left
        if left == 0 or len(self.line) >= LONGEST:
            if not white_to_move and board.is_check() and not _moves(board):
                return True
            self._cut = True
            return False
        moves = _moves(board)
        if not moves:
            return not white_to_move and board.is_check()
        position = _position(board, white_to_move)
        if cannot_mate(position):
            return False
        budget = self.budget
        for ranked in rank(position, list(moves)):
            if budget.spent >= self._stop or (not budget.spent & 1023 and budget.over):
                self._cut = True
                return False
            budget.spent += 1
            move = ranked & 0xFFFFF
            helps = ranked >= HELPS
            cost = 0 if helps else 4 if ranked < NEUTRAL else 0 if helped else 1
            self.line.append(move)
            child = board.make_move_new(moves[move], False)
            if self._search_board(child, not white_to_move, max(0, left - cost), helps):
                return True
            self.line.pop()
        return False


def _moves(board: rust_chess.Board) -> dict[int, rust_chess.Move]:
    """Return the legal moves by our numbers. The generator serves one pass, so it is reset."""
    board.reset_move_generator()
    return {_NUMBERS[move.get_uci()]: move for move in board.generate_legal_moves() if move}


def _position(board: rust_chess.Board, white_to_move: bool) -> Position:
    """Return the bitboards; castling and en passant do not matter to the order of moves."""
    pawns, knights, bishops, rooks, queens, kings = (
        board.get_piece_type_bitboard(kind).to_uint() for kind in _KINDS
    )
    white = board.get_color_bitboard(rust_chess.WHITE).to_uint()
    return pawns, knights, bishops, rooks, queens, kings, white, white_to_move, 0, 0


def _fen(position: Position) -> str:
    board = chess.Board.empty()
    for kind, squares in enumerate(position[:6], 1):
        for square in bits(squares):
            board.set_piece_at(square, chess.Piece(kind, bool(position[6] >> square & 1)))
    board.turn = position[7]
    board.ep_square = position[9].bit_length() - 1 if position[9] else None
    return board.fen(en_passant="fen")


def _numbers() -> dict[str, int]:
    """Return our number of every move there can be, by its UCI text."""
    numbers = {}
    for origin, start in enumerate(chess.SQUARE_NAMES):
        for target, end in enumerate(chess.SQUARE_NAMES):
            numbers[start + end] = origin | target << 6
            if target >> 3 in {0, 7} and abs((origin & 7) - (target & 7)) <= 1:
                for kind in _PROMOTIONS:
                    text = start + end + chess.piece_symbol(kind)
                    numbers[text] = origin | target << 6 | kind << 12
    return numbers


_NUMBERS = _numbers()
