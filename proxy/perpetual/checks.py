"""The graph of checks and evasions below a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.game.key import position_key
from proxy.perpetual.fixpoint import Option

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.game.key import Key

    Look = Callable[[chess.Board], dict[chess.Move, Key]]


class CheckGraph:
    """Positions by their keys; the clocks play no part.

    A side in check that answers with a check of its own is no exception: the other side's next
    check is then one of its legal moves, so it parries the check on it as well.
    """

    def __init__(self) -> None:
        self._boards: dict[Key, chess.Board] = {}

    def add(self, board: chess.Board) -> Key:
        """Take in a position, and return its key."""
        key = position_key(board)
        if key not in self._boards:
            self._boards[key] = board.copy(stack=False)
        return key

    def board(self, key: Key) -> chess.Board:
        """Return the position of a key; not to be changed."""
        return self._boards[key]

    def checks(self, key: Key) -> list[Option[Key]]:
        """Return each check of the side to move with its evasions; mate has none."""
        board = self._boards[key]
        moves = [move for move in board.legal_moves if board.gives_check(move)]
        return [Option(move, _after(board, move, self.evasions)) for move in moves]

    def evasions(self, board: chess.Board) -> dict[chess.Move, Key]:
        """Return each legal move and the position after it; the likely refutations come first."""
        moves = sorted(board.legal_moves, key=lambda move: _refutes(board, move), reverse=True)
        return {move: self._position_after(board, move) for move in moves}

    def escapes(self, key: Key) -> list[Option[Key]]:
        """Return each evasion of the side in check with the checks that can follow it."""
        board = self._boards[key]
        return [
            Option(move, _after(board, move, self.following_checks)) for move in board.legal_moves
        ]

    def following_checks(self, board: chess.Board) -> dict[chess.Move, Key]:
        """Return each check of the side to move and the position after it."""
        moves = [move for move in board.legal_moves if board.gives_check(move)]
        return {move: self._position_after(board, move) for move in moves}

    def _position_after(self, board: chess.Board, move: chess.Move) -> Key:
        board.push(move)
        key = self.add(board)
        board.pop()
        return key


def _refutes(board: chess.Board, move: chess.Move) -> tuple[bool, bool]:
    """Order evasions: the answer with a check is the best, then the capture."""
    return board.gives_check(move), board.is_capture(move)


def _after(board: chess.Board, move: chess.Move, look: Look) -> dict[chess.Move, Key]:
    board.push(move)
    found = look(board)
    board.pop()
    return found
