"""A board of integers for chess and Chess960, with its moves: a third of what a board costs.

What is no plain move, castling, is left to python-chess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import (
    DIAGONALS,
    KING,
    KNIGHT,
    LINES,
    PAWN,
    RANKS,
    diagonal,
    line,
)
from proxy.bitboards.position import from_board, in_check, legal_moves, play

if TYPE_CHECKING:
    from proxy.bitboards.position import Position

_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Light:
    """The game that begins on `board`, which from then on is its own.

    `position`: what makes positions the same (9.2.3), with en passant only where it is legal.
    `moves`: those made, as `board` writes them. `clock`: half-moves since the last capture or pawn
    move.
    """

    __slots__ = ("_before", "_board", "_diagram", "_start", "_tried", "clock", "moves", "position")

    def __init__(self, board: chess.Board) -> None:
        self.moves: list[chess.Move] = []
        self.clock = board.halfmove_clock
        self.position = from_board(board, mirror=False)
        self._start = board.copy(stack=False)
        self._board = board  # follows when it is asked for
        self._before: list[tuple[Position, int]] = []  # with their clocks
        self._tried: tuple[chess.Move, Position] | None = None  # a legal move, and what it leads to
        self._diagram: chess.Board | None = None

    @property
    def has_major_or_pawn(self) -> bool:
        """Whether there is a pawn, a rook or a queen."""
        position = self.position
        return bool(position[0] | position[3] | position[4])

    @property
    def turn(self) -> chess.Color:
        """The side to move."""
        return self.position[7]

    @property
    def bitboards(self) -> tuple[int, int, int]:
        """The pawns, White's men, and all men."""
        pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = self.position
        return pawns, white, pawns | knights | bishops | rooks | queens | kings

    def is_plain(self, move: chess.Move) -> bool:
        """Whether a move has but one name in UCI: no castling, which may have two."""
        return not (self.position[8] and self.position[5] >> move.from_square & 1)

    def is_legal(self, move: chess.Move) -> bool:
        """Whether a move, written as by `board`, can be made."""
        after = self._after(move)
        self._tried = None if after is None else (move, after)
        return after is not None

    def _after(self, move: chess.Move) -> Position | None:
        """Return the position after a move; None where it is not legal."""
        before = self.position
        origin, target = move.from_square, move.to_square
        if before[8] and before[5] >> origin & 1:  # not `is_plain`, without the call
            board = self.diagram.copy(stack=False)
            if not board.is_legal(move):
                return None
            board.push(move)
            return from_board(board, mirror=False)
        if not _reaches(before, origin, target, move.promotion):
            return None
        after = play(before, origin | target << 6 | (move.promotion or 0) << 12)
        if in_check(after, white=before[7]):
            return None
        if after[9] and not _is_en_passant_legal(after):
            return (*after[:9], 0)
        return after

    def push(self, move: chess.Move) -> Position:
        """Make a move and return the position. Raises `ValueError` where it is not legal."""
        tried = self._tried
        after = tried[1] if tried and tried[0] is move else self._after(move)
        if after is None:
            raise ValueError(f"{move} is not legal")
        pawns, knights, bishops, rooks, queens, _, white, turn, _, _ = self.position
        men = pawns | knights | bishops | rooks | queens
        prey = men & (~white if turn else white)  # not the rook that castles
        resets = (pawns >> move.from_square | prey >> move.to_square) & 1
        self._before.append((self.position, self.clock))
        self.clock = 0 if resets else self.clock + 1
        self.position = after
        self.moves.append(move)
        self._tried = self._diagram = None
        return after

    def pop(self) -> chess.Move:
        """Take back the last move. Raises `IndexError` at the start."""
        self.position, self.clock = self._before.pop()
        self._tried = self._diagram = None
        if len(self._board.move_stack) == len(self.moves):
            self._board.pop()
        return self.moves.pop()

    def is_check_at(self, ply: int) -> bool:
        """Return whether the side to move was in check after so many of the moves."""
        return in_check(self._before[ply][0] if ply < len(self._before) else self.position)

    def has_legal_move(self) -> bool:
        """Whether the side to move can move at all."""
        position = self.position
        pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = position
        occupied = pawns | knights | bishops | rooks | queens | kings
        own = white if turn else occupied ^ white
        king = (kings & own).bit_length() - 1
        # A pawn on no line with its king is not pinned: mostly one can step forward.
        free = pawns & own & ~(LINES[king] | DIAGONALS[king])
        if (free << 8 if turn else free >> 8) & ~occupied and not in_check(position):
            return True
        return bool(legal_moves(position))

    @property
    def root(self) -> chess.Board:
        """The start position; not to be changed."""
        return self._start

    @property
    def board(self) -> chess.Board:
        """The position as a board with its history."""
        for move in self.moves[len(self._board.move_stack) :]:
            self._board.push(move)
        return self._board

    @property
    def diagram(self) -> chess.Board:
        """The position as a board, to be looked at only: without history where that saves work."""
        if len(self._board.move_stack) == len(self.moves):
            return self._board
        if self._diagram is None:
            self._diagram = self._draw()
        return self._diagram

    def _draw(self) -> chess.Board:
        pawns, knights, bishops, rooks, queens, kings, white, turn, castling, _ = self.position
        start, moves = self._start, self.moves
        board = chess.Board(None, chess960=start.chess960)
        board.pawns, board.knights, board.bishops = pawns, knights, bishops
        board.rooks, board.queens, board.kings = rooks, queens, kings
        board.occupied = occupied = pawns | knights | bishops | rooks | queens | kings
        board.occupied_co = [occupied ^ white, white]
        board.turn = turn
        board.castling_rights = castling
        board.ep_square = _skipped_square(moves[-1], pawns) if moves else start.ep_square
        board.halfmove_clock = self.clock
        board.fullmove_number = start.fullmove_number + (len(moves) + (not start.turn)) // 2
        return board


def _reaches(position: Position, origin: int, target: int, promotion: int | None) -> bool:
    """Whether the piece of the side to move on `origin` can go to `target`, its king left aside."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, _, ep = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    own = white if turn else occupied ^ white
    piece, there = 1 << origin, 1 << target
    if not own & piece or own & there:
        return False
    if pawns & piece:
        if promotion not in (_PROMOTIONS if there & chess.BB_BACKRANKS else (None,)):
            return False
        if PAWN[turn][origin] & there:
            return bool((occupied | ep) & there)
        return _pushes(occupied, origin, target, turn)
    if promotion:
        return False
    if knights & piece:
        reach = KNIGHT[origin]
    elif bishops & piece:
        reach = diagonal(origin, occupied)
    elif rooks & piece:
        reach = line(origin, occupied)
    elif queens & piece:
        reach = diagonal(origin, occupied) | line(origin, occupied)
    else:
        reach = KING[origin]
    return bool(reach & there)


def _pushes(occupied: int, origin: int, target: int, turn: bool) -> bool:
    """Whether a pawn can go straight ahead from `origin` to `target`."""
    step = 8 if turn else -8
    if occupied >> target & 1:
        return False
    if target == origin + step:
        return True
    on_second = RANKS[1 if turn else 6] >> origin & 1
    return target == origin + 2 * step and bool(on_second) and not occupied >> origin + step & 1


def _is_en_passant_legal(position: Position) -> bool:
    """Whether a pawn may take on the en-passant square: only then does it count (9.2.3.1)."""
    pawns, square = position[0], position[9].bit_length() - 1
    return any(
        move >> 6 & 63 == square and pawns >> (move & 63) & 1 for move in legal_moves(position)
    )


def _skipped_square(move: chess.Move, pawns: int) -> chess.Square | None:
    """Return the square that a pawn has just passed over, as python-chess keeps it."""
    if abs(move.from_square - move.to_square) != 16 or not pawns >> move.to_square & 1:
        return None
    return (move.from_square + move.to_square) // 2
