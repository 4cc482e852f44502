"""A board of python-chess: for variants, and for programs that read positions in their own way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.game.key import LAWS, key_for
from proxy.game.material import has_major_or_pawn

if TYPE_CHECKING:
    from proxy.game.key import Key, Reading


class Heavy:
    """The game that begins on `board`, as `Light` has it."""

    __slots__ = ("_castling_resets_clock", "_key_of", "board")

    def __init__(self, board: chess.Board, reading: Reading = LAWS) -> None:
        self.board = board
        self._key_of = key_for(board, reading)
        self._castling_resets_clock = reading.castling_resets_clock

    @property
    def root(self) -> chess.Board:
        """As `Light.root`."""
        return self.board.root()

    @property
    def diagram(self) -> chess.Board:
        """As `Light.diagram`."""
        return self.board

    @property
    def moves(self) -> list[chess.Move]:
        """As `Light.moves`."""
        return self.board.move_stack

    @property
    def turn(self) -> chess.Color:
        """As `Light.turn`."""
        return self.board.turn

    @property
    def clock(self) -> int:
        """As `Light.clock`."""
        return self.board.halfmove_clock

    @property
    def bitboards(self) -> tuple[int, int, int]:
        """As `Light.bitboards`."""
        board = self.board
        return board.pawns, board.occupied_co[chess.WHITE], board.occupied

    @property
    def has_major_or_pawn(self) -> bool:
        """As `Light.has_major_or_pawn`; False for a variant, whose draws are others."""
        return has_major_or_pawn(self.board)

    def has_legal_move(self) -> bool:
        """As `Light.has_legal_move`."""
        return any(self.board.generate_legal_moves())

    def is_plain(self, move: chess.Move) -> bool:
        """As `Light.is_plain`, where python-chess knows better."""
        del move
        return False

    def is_legal(self, move: chess.Move) -> bool:
        """As `Light.is_legal`."""
        return self.board.is_legal(move)

    def push(self, move: chess.Move) -> Key:
        """As `Light.push`, of a move that is known to be legal."""
        board = self.board
        resets = self._castling_resets_clock and board.is_castling(move)
        board.push(move)
        if resets:
            board.halfmove_clock = 0
        return self._key_of(board)

    def pop(self) -> chess.Move:
        """As `Light.pop`."""
        return self.board.pop()

    def is_check_at(self, ply: int) -> bool:
        """As `Light.is_check_at`."""
        back = len(self.board.move_stack) - ply
        board = self.board.copy(stack=back)
        for _ in range(back):
            board.pop()
        return board.is_check()
