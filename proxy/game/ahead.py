"""Playing a game on with integers for a board, at a third of the cost, while no move is special."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.game.castling import own_dialect
from proxy.winnable.geometry import KING, KNIGHT, PAWN, RANKS, diagonal, line
from proxy.winnable.position import from_board, in_check, legal_moves, play

if TYPE_CHECKING:
    from proxy.game.key import Key
    from proxy.winnable.position import Position

_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
_NO_PROMOTION = (None,)


class Ahead:
    """A position of chess that plays moves; `board` is the start and stays as it is.

    `moves`: those played, as the board writes them. `clock`: half-moves since the last capture or
    pawn move. `is_bare`: there is no pawn, rook or queen.
    """

    def __init__(self, board: chess.Board) -> None:
        self.moves: list[chess.Move] = []
        self.clock = board.halfmove_clock
        self._start = board
        self.is_bare = not board.pawns | board.rooks | board.queens
        self._position = from_board(board, mirror=False)

    def play(self, move: chess.Move) -> Key | None:
        """Play a move, in either dialect of castling; return the `position_key` that it leads to.

        None, and nothing is played, where the move is not legal.
        """
        before = self._position
        origin, target = move.from_square, move.to_square
        if before[5] >> origin & 1 and (before[8] or not KING[origin] >> target & 1):
            board = self.diagram()
            move = own_dialect(board, move)
            if not board.is_legal(move):
                return None
            board.push(move)
            after = from_board(board, mirror=False)
            self.clock = board.halfmove_clock
        else:
            if not _reaches(before, origin, target, move.promotion):
                return None
            after = play(before, origin | target << 6 | (move.promotion or 0) << 12)
            if in_check(after, white=before[7]):
                return None
            if after[9] and not _is_en_passant_legal(after):
                after = (*after[:9], 0)
            pawns, knights, bishops, rooks, queens = before[:5]
            zeroing = pawns >> origin | (pawns | knights | bishops | rooks | queens) >> target
            self.clock += 1
            if zeroing & 1:
                self.clock = 0
                self.is_bare = not after[0] | after[3] | after[4]
        self.moves.append(move)
        self._position = after
        ep = after[9]
        return (*after[:9], ep.bit_length() - 1 if ep else None)

    def diagram(self) -> chess.Board:
        """Return the position as a board without history."""
        pawns, knights, bishops, rooks, queens, kings, white, turn, castling, _ = self._position
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
        if promotion not in (_PROMOTIONS if there & _LAST_RANKS else _NO_PROMOTION):
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
