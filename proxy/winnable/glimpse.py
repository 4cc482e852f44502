"""Is a mate in sight? A dive for positions of games that looks at few of the moves.

Where White's king is neither in check nor guarded by a pinned man, a mate in one is looked for
first, then only what helps a mate: captures and pawn moves, the king's way to a corner, knights
coming nearer. Of Black's moves too only those that help, else some that wait; only the king's where
he is in check or guarded by a pinned man. Elsewhere, and where there are no such moves, every legal
move is tried. A mate that is not found says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import (
    ALL,
    BETWEEN,
    DIAGONALS,
    KING,
    KING_DISTANCE,
    KNIGHT,
    KNIGHT_DISTANCE,
    LINES,
    NOT_A,
    NOT_H,
    PAWN,
    attacks,
    bits,
    diagonal,
    line,
    mating_corner_is_east,
)
from proxy.bitboards.position import (
    add_moves,
    add_pawn_moves,
    in_check,
    is_attacked,
    legal_moves,
    play,
)
from proxy.winnable.dive import HELPS, LONGEST, NEUTRAL, rank
from proxy.winnable.material import cannot_mate

if TYPE_CHECKING:
    from proxy.bitboards.position import Position

ENOUGH = 300  # moves: what shows a mate in nearly all positions of a game, in a millisecond
MATES = 3 << 20  # added to a move, as `rank` adds HELPS
DEPTH = 3  # moves without a purpose, in one line


class Glimpse:
    """One look for a mate by White that tries no more than `nodes` moves.

    `line` holds the moves to a mate that was seen; `left` is what is left of the nodes.
    """

    def __init__(self, nodes: int) -> None:
        self.left = nodes
        self.line: list[int] = []
        self._seen: dict[Position, int] = {}

    def sees_mate(self, position: Position) -> bool:
        """Whether a mate was found."""
        return self._search(position, DEPTH, helped=False, ply=0)

    def _search(self, position: Position, depth: int, *, helped: bool, ply: int) -> bool:
        """Whether there is a mate with `depth` moves without a purpose; `helped`: as in `Dive`."""
        if self._seen.get(position, -1) >= depth:
            return False
        self._seen[position] = depth
        white_to_move = position[7]
        if depth == 0 or ply >= LONGEST:
            return not white_to_move and _is_mate(position)
        if white_to_move and cannot_mate(position):
            return False
        moves = _ranked_moves(position)
        if moves is None:
            return True
        for move in moves:
            if not self.left:
                return False
            self.left -= 1
            self.line.append(move & 0xFFFFF)
            if move >= MATES:
                return True
            helps = move >= HELPS
            cost = 0 if helps else 4 if move < NEUTRAL else 0 if helped else 1
            after = play(position, move & 0xFFFFF)
            if self._search(after, max(0, depth - cost), helped=helps, ply=ply + 1):
                return True
            self.line.pop()
        return False


def _ranked_moves(position: Position) -> list[int] | None:
    """Return what is to be tried, as `rank` does; None where Black is mated."""
    white_to_move = position[7]
    moves: list[int] = []
    if not white_to_move:
        moves = _black_moves(position)
    elif _is_plain(position):
        moves = _white_moves(position)
    if moves:
        return moves
    moves = legal_moves(position)
    if not moves and not white_to_move and in_check(position):
        return None
    return rank(position, moves)


def _is_plain(position: Position) -> bool:
    """Whether every move of a piece but the king is legal, and none is special."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, castling, ep = position
    if castling or ep:
        return False
    occupied = pawns | knights | bishops | rooks | queens | kings
    own = white if turn else occupied ^ white
    theirs = occupied ^ own
    king = (kings & own).bit_length() - 1
    if theirs & (PAWN[turn][king] & pawns | KNIGHT[king] & knights):
        return False
    snipers = DIAGONALS[king] & (bishops | queens) | LINES[king] & (rooks | queens)
    for sniper in bits(snipers & theirs):
        guard = BETWEEN[king][sniper] & occupied
        if not guard & theirs and not guard & (guard - 1):
            return False
    return True


def _white_moves(position: Position) -> list[int]:
    """Return what helps White, the furthest up the board first, or one move that mates."""
    pawns, knights, bishops, rooks, queens, kings, own, _, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    theirs = occupied ^ own
    east = mating_corner_is_east(bishops, own)
    king, mated = (kings & own).bit_length() - 1, (kings & theirs).bit_length() - 1
    diagonals, lines = diagonal(mated, occupied), line(mated, occupied)
    checks = (0, PAWN[chess.BLACK][mated], KNIGHT[mated], diagonals, lines, diagonals | lines)
    covered = KING[king] | (pawns & own & NOT_H) << 9 | (pawns & own & NOT_A) << 7
    moves: list[int] = []
    add_pawn_moves(moves, pawns & own, occupied, theirs, ALL, True)
    tries = [  # kind and move
        (kind, move)
        for move in moves
        if checks[kind := move >> 12 or chess.PAWN] >> (move >> 6 & 63) & 1
    ]
    for kind, pieces in enumerate((knights, bishops, rooks, queens), chess.KNIGHT):
        for square in bits(pieces & own):
            reach = attacks(kind, True, square, occupied)
            covered |= reach
            helps = reach & theirs
            if kind == chess.KNIGHT:
                helps |= _KNIGHT_NEARER[east][square] & ~own
            if helps:
                add_moves(moves, square, helps)
            reach &= checks[kind] & ~own
            if reach:
                tries += [(kind, square | target << 6) for target in bits(reach)]
    flights = KING[mated] & ~theirs & ~covered
    through_king = occupied ^ 1 << mated
    for kind, move in tries:
        missed = flights & ~attacks(kind, True, move >> 6 & 63, through_king)
        if not missed and _is_mate(play(position, move)):
            return [move | MATES]
    steps = KING[king] & ~own & (theirs | _WHITE_KING_NEARER[east][king])
    moves += _king_moves(position, king, steps, occupied)
    moves.sort(reverse=True)
    return [move | HELPS for move in moves]


def _black_moves(position: Position) -> list[int]:
    """Return what helps White, else what only waits; none where that is not found at a glance."""
    pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    own = occupied ^ white
    east = mating_corner_is_east(bishops, white)
    king = (kings & own).bit_length() - 1
    nearer = _BLACK_KING_NEARER[east][king] & ~own
    moves = _king_moves(position, king, nearer, occupied)
    plain = _is_plain(position)
    if plain:
        for square in bits(knights & own):
            add_moves(moves, square, _BLOCK_NEARER[east][square] & ~own)
        if not white & (pawns | rooks | queens):
            pawn_moves: list[int] = []
            add_pawn_moves(pawn_moves, pawns & own, occupied, white, ALL, False)
            moves += [move for move in pawn_moves if move >> 12 != chess.QUEEN]
    if moves:
        moves.sort(reverse=True)
        return [move | HELPS for move in moves]
    if not plain:
        steps = KING[king] & ~occupied
        return [move | NEUTRAL for move in _king_moves(position, king, steps, occupied)]
    for kind, pieces in enumerate((knights, bishops, rooks, queens), chess.KNIGHT):
        for square in bits(pieces & own):
            free = attacks(kind, False, square, occupied) & ~occupied
            if free:  # one is enough
                moves.append(square | (free.bit_length() - 1) << 6 | NEUTRAL)
    moves.sort(reverse=True)
    return moves


def _king_moves(position: Position, king: int, steps: int, occupied: int) -> list[int]:
    """Return the king's moves to those of the squares that are not attacked."""
    white, rest = not position[7], occupied ^ 1 << king  # he shields nothing behind him
    return [
        king | target << 6
        for target in bits(steps)
        if not is_attacked(position, target, white=white, occupied=rest)
    ]


def _is_mate(position: Position) -> bool:
    """Whether Black, to move, is mated; before all moves his king's are tried."""
    if not in_check(position):
        return False
    pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    king = kings & ~white
    rest = occupied ^ king
    for square in bits(KING[king.bit_length() - 1] & ~(occupied & ~white)):
        if not is_attacked(position, square, white=True, occupied=rest):
            return False
    return not legal_moves(position)


def _nearer(steps: list[int], distance: list[list[int]], to: int, near: int = 0) -> list[int]:
    """Return for each square the steps that come nearer to one; none from `near` squares away."""
    return [
        sum(1 << step for step in bits(reach) if distance[step][to] < away[to])
        if away[to] > near
        else 0
        for reach, away in zip(steps, distance, strict=True)
    ]


# By whether the mate is to be in the east.
_WHITE_KING_NEARER = [_nearer(KING, KING_DISTANCE, to, 1) for to in (chess.B7, chess.G7)]
_BLACK_KING_NEARER = [_nearer(KING, KING_DISTANCE, to) for to in (chess.A8, chess.H8)]
_KNIGHT_NEARER = [_nearer(KNIGHT, KNIGHT_DISTANCE, to) for to in (chess.D5, chess.E5)]
_BLOCK_NEARER = [_nearer(KNIGHT, KNIGHT_DISTANCE, to) for to in (chess.B8, chess.G8)]
