"""Moves that end the game without a mate by White, so that no line to a mate holds them.

A move that would leave its set for the first time may break what the fixpoint has found: the piece
that moves no longer guards, blocks or stands where it did. So both rules below count only what the
other pieces do, with the moved piece on its target as one more obstacle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import BETWEEN, KING, PAWN, attacks, bits

if TYPE_CHECKING:
    from proxy.winnable.walls import Reach


def mates_white(reach: Reach, i: int, target: int) -> bool:
    """Whether black piece `i` on `target` mates a white king that has nowhere to go.

    The check runs over squares that nobody ever occupies, no white piece can take the checker or
    step between, and every square around the king is his own steady piece's or guarded by others.
    """
    home, kind, _ = reach.pieces[i]
    king = reach.king_stands(chess.WHITE)
    square = king.bit_length() - 1
    if king & (king - 1) or not attacks(kind, False, target, reach.occupiable) & king:
        return False
    answers = BETWEEN[square][target] | 1 << target
    walls = reach.steady & ~(1 << home)
    for (_, mover, side), stands in zip(reach.pieces, reach.stands, strict=True):
        if side and mover != chess.KING:
            for origin in bits(stands):
                if (_steps(mover, origin, walls) | 1 << origin) & answers:
                    return False
    guarded = _guarded_by_others(reach, chess.BLACK, i, target)
    guarded |= attacks(kind, False, target, reach.occupiable & ~king)
    return not KING[square] & ~(reach.steady & reach.white) & ~guarded


def stalemates(reach: Reach, i: int, origin: int, target: int) -> bool:
    """Whether a king's step leaves the other side without a move and without a check.

    The other side has only its king to move, and from nowhere that he may be can he go anywhere.
    """
    home, _, side = reach.pieces[i]
    theirs = reach.steady & (~reach.white if side else reach.white)
    denied = KING[target] | 1 << target
    where = reach.king_stands(not side) & ~denied
    closed = denied | theirs
    if any(KING[square] & ~closed & ~reach.guarded[side] for square in bits(where)):
        return False  # the common case at the first square: the others guard no more than all do
    guarded = _guarded_by_others(reach, side, i, target)
    if any(KING[square] & ~closed & ~guarded for square in bits(where)):
        return False
    walls = reach.steady & ~(1 << home)
    if not _all_stuck(reach, not side, walls):
        return False
    return not (side and _uncovers(reach, origin, where, walls))


def _guarded_by_others(reach: Reach, side: bool, i: int, obstacle: int) -> int:
    """Squares that the side attacks for ever, without piece `i` and with one more obstacle."""
    guarded = 0
    for j, (_, kind, who) in enumerate(reach.pieces):
        if j != i and who == side and (kind != chess.KING or reach.pieces[i][1] != chess.KING):
            guarded |= reach.always_attacks(j, reach.occupiable | 1 << obstacle)
    return guarded


def _steps(kind: int, origin: int, walls: int) -> int:
    """Squares a white piece might go to in one move, taking or not."""
    if kind == chess.PAWN:
        return PAWN[chess.WHITE][origin] | 1 << origin + 8 | 1 << min(origin + 16, 63)
    return attacks(kind, True, origin, walls)


def _all_stuck(reach: Reach, side: bool, walls: int) -> bool:
    """Whether no piece of a side but its king can ever move, and not for the other king's sake."""
    friends = walls & (reach.white if side else ~reach.white)
    victims = 0
    for (_, kind, who), stands in zip(reach.pieces, reach.stands, strict=True):
        if who != side and kind != chess.KING:
            victims |= stands
    for i, (home, kind, who) in enumerate(reach.pieces):
        if who != side or kind == chess.KING:
            continue
        if reach.stands[i] != 1 << home:
            return False
        if kind == chess.PAWN:
            ahead = home + 8 if side else home - 8
            if not walls >> ahead & 1 or PAWN[side][home] & victims:
                return False
        elif attacks(kind, side, home, walls) & ~friends:
            return False
    return True


def _uncovers(reach: Reach, origin: int, where: int, walls: int) -> bool:
    """Whether White's king, leaving a square, might open a line to one of the squares `where`."""
    for (_, kind, side), stands in zip(reach.pieces, reach.stands, strict=True):
        if not side or kind not in {chess.BISHOP, chess.ROOK, chess.QUEEN}:
            continue
        lines = attacks(kind, True, origin, walls)
        for slider in bits(stands & lines):
            if any(BETWEEN[slider][king] >> origin & 1 for king in bits(where & lines)):
                return True
    return False
