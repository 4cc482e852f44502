"""Where each piece can ever go: the static fixpoint behind every wall proof.

From the position alone, with no search: for every piece the squares where it may ever stand and
ever capture, whatever is played. All sets start empty and only grow, under rules that a first
escape would have to break; so at the fixpoint nothing ever leaves its set. A piece that can neither
move nor be captured is *steady*, and steady pieces are what walls are made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import ALL, BETWEEN, FILES, PAWN, RANKS, attacks, bits
from proxy.winnable.finality import mates_white, stalemates

if TYPE_CHECKING:
    from proxy.bitboards.position import Position

Piece = tuple[int, int, bool]  # square, kind, whether it is White's


@dataclass(frozen=True, slots=True)
class Assumption:
    """What a case supposes; squares name the pieces that stand there now.

    kept: never captured. spared: not captured before they move. rooted: never move.
    """

    kept: int = 0
    spared: int = 0
    rooted: int = 0


NOTHING = Assumption()


class Reach:
    """The fixpoint: squares that each piece may ever stand on, and who may ever be captured.

    Must not be built where castling or en passant is legal: neither is among its moves. (An en
    passant capture that a later double step allows is covered by the square passed over.)
    `doubtful` are pieces that were found capturable before any rule let them move: to suppose that
    they are spared, or that they are rooted, may prove more.
    """

    def __init__(self, position: Position, assume: Assumption = NOTHING) -> None:
        pawns, knights, bishops, rooks, queens, kings, white, _, _, _ = position
        self.pieces: list[Piece] = [
            (square, kind, side)
            for kind, bitboard in enumerate((pawns, knights, bishops, rooks, queens, kings), 1)
            for side in (chess.WHITE, chess.BLACK)
            for square in bits(bitboard & (white if side else ~white))
        ]
        self.white, self.kings = white, kings
        self.occupiable = 0
        self.guarded = [0, 0]
        self.assume = assume
        self.stands = [1 << square for square, _, _ in self.pieces]
        self.captures = [0] * len(self.pieces)
        self.promotes = [False] * len(self.pieces)
        self.steady = pawns | knights | bishops | rooks | queens | kings
        self.capturable = 0
        self.doubtful = 0
        self.white_promotes = False
        self._files = [
            [
                i
                for i, (square, kind, _) in enumerate(self.pieces)
                if kind == 1 and square & 7 == file
            ]
            for file in range(8)
        ]
        while self._grow() and not self.white_promotes:
            pass

    def king_stands(self, side: bool) -> int:
        """Squares where a king may ever stand."""
        both = zip(self.pieces, self.stands, strict=True)
        return next(stands for (_, kind, who), stands in both if kind == chess.KING and who == side)

    def army_stands(self, side: bool) -> list[int]:
        """Squares where each other piece of a side may ever stand."""
        both = zip(self.pieces, self.stands, strict=True)
        return [stands for (_, kind, who), stands in both if kind != chess.KING and who == side]

    def _grow(self) -> bool:
        """Apply every rule once; whether anything changed. A white promotion ends it: no proof."""
        victims = [0, 0]
        self.occupiable = 0
        for stands, (square, kind, side) in zip(self.stands, self.pieces, strict=True):
            self.occupiable |= stands
            if kind != chess.KING and not self.assume.kept >> square & 1:
                victims[side] |= stands
        self.guarded = [0, 0]
        for i, (_, _, side) in enumerate(self.pieces):
            self.guarded[side] |= self.always_attacks(i, self.occupiable)
        obstacles = [
            (j, self.stands[j])
            for j, (square, _, _) in enumerate(self.pieces)
            if not self.capturable >> square & 1
            and not self.steady >> square & 1
            and self.stands[j].bit_count() <= 8
        ]
        changed = False
        for i, (square, kind, side) in enumerate(self.pieces):
            if self.assume.rooted >> square & 1:
                continue
            mine = self.steady & (self.white if side else ~self.white)
            banned = mine | self.steady & (self.kings | self.assume.kept | self.assume.spared)
            if kind == chess.PAWN:
                changed |= self._grow_pawn(i, banned, victims[not side], obstacles)
            else:
                if kind == chess.KING:
                    banned |= self.guarded[not side]
                changed |= self._grow_piece(i, banned, obstacles)
        return self._settle() or changed

    def always_attacks(self, i: int, occupiable: int) -> int:
        """Squares that a piece attacks from wherever it may stand; none if it may be captured."""
        square, kind, side = self.pieces[i]
        if self.capturable >> square & 1 or self.promotes[i]:
            return 0
        always = ALL
        for origin in bits(self.stands[i]):
            always &= attacks(kind, side, origin, occupiable & ~(1 << origin))
            if not always:
                break
        return always

    def _grow_piece(self, i: int, banned: int, obstacles: list[tuple[int, int]]) -> bool:
        home, kind, side = self.pieces[i]
        old = reached = todo = self.stands[i]
        obstacles = [(j, stands) for j, stands in obstacles if j != i]
        while todo:
            low = todo & -todo
            todo ^= low
            origin = low.bit_length() - 1
            fresh = attacks(kind, side, origin, self.steady & ~(1 << home)) & ~banned & ~reached
            if fresh and obstacles:
                fresh = self._unobstructed(side, origin, fresh, obstacles)
            if fresh:
                if kind == chess.KING:
                    fresh = self._not_stalemating(i, origin, fresh)
                else:
                    fresh = self._not_mating(i, fresh)
            reached |= fresh
            todo |= fresh
        if reached == old:
            return False
        self.stands[i] = self.captures[i] = reached
        return True

    def _not_stalemating(self, i: int, origin: int, targets: int) -> int:
        """Drop the squares where a king's step ends the game without a mate."""
        if self._has_more_than_its_king(not self.pieces[i][2]):
            return targets
        for target in bits(targets):
            if stalemates(self, i, origin, target):
                targets &= ~(1 << target)
        return targets

    def _has_more_than_its_king(self, side: bool) -> bool:
        """Whether a side may ever move another piece: then no step of a king stalemates it."""
        both = zip(self.pieces, self.stands, strict=True)
        return any(
            who == side and kind != chess.KING and stands != 1 << square
            for (square, kind, who), stands in both
        )

    def _not_mating(self, i: int, targets: int) -> int:
        """Drop the squares where a black piece mates White; a promotion is anything, and kept."""
        if self.pieces[i][2] or not self.white & self.kings & self.steady:
            return targets
        pawn = self.pieces[i][1] == chess.PAWN
        for target in bits(targets & ~RANKS[0] if pawn else targets):
            if mates_white(self, i, target):
                targets &= ~(1 << target)
        return targets

    def _unobstructed(
        self, side: bool, origin: int, targets: int, obstacles: list[tuple[int, int]]
    ) -> int:
        """Drop the targets that a piece which nobody can capture, and has nowhere else to be, bars.

        A friend bars the target itself too; an enemy there might be the one that is captured.
        """
        open_targets = targets
        for target in bits(targets):
            way = BETWEEN[origin][target] | 1 << origin
            for j, stands in obstacles:
                bar = way | 1 << target if self.pieces[j][2] == side else way
                if not stands & ~bar:
                    open_targets &= ~(1 << target)
                    break
        return open_targets

    def _grow_pawn(
        self, i: int, banned: int, victims: int, obstacles: list[tuple[int, int]]
    ) -> bool:
        if self.promotes[i]:
            return self._widen(i, ALL & ~banned, ALL & ~banned)
        _, _, side = self.pieces[i]
        reached, captures = self.stands[i], self.captures[i]
        lowest, highest = self._file_limits(i)
        obstacles = [(j, stands) for j, stands in obstacles if j != i]
        step = 8 if side else -8
        for origin in bits(self.stands[i]):
            hits = self._not_mating(i, PAWN[side][origin] & victims & ~banned & ~captures)
            captures |= hits
            reached |= hits
            target = origin + step
            if self._push_open(origin, target, lowest, highest, obstacles):
                reached |= self._not_mating(i, 1 << target)
                double = target + step
                if origin >> 3 == (1 if side else 6) and self._push_open(
                    origin, double, lowest, highest, obstacles
                ):
                    reached |= self._not_mating(i, 1 << double)
        if reached & (RANKS[7] if side else RANKS[0]):
            self.promotes[i] = True
            self.white_promotes |= side
            reached |= ALL & ~banned
            captures |= ALL & ~banned
        return self._widen(i, reached, captures)

    def _push_open(
        self, origin: int, target: int, lowest: int, highest: int, obstacles: list[tuple[int, int]]
    ) -> bool:
        if not lowest < target < highest or self.steady >> target & 1:
            return False
        way = BETWEEN[origin][target] | 1 << origin | 1 << target
        return all(stands & ~way for _, stands in obstacles)

    def _widen(self, i: int, stands: int, captures: int) -> bool:
        stands |= self.stands[i]
        captures |= self.captures[i]
        if stands == self.stands[i] and captures == self.captures[i]:
            return False
        self.stands[i], self.captures[i] = stands, captures
        return True

    def _file_limits(self, i: int) -> tuple[int, int]:
        """Squares a pawn can neither reach nor pass while it and one ahead both keep the file."""
        home, _, side = self.pieces[i]
        lowest, highest = -1, 64
        file = FILES[home & 7]
        if self.stands[i] & ~file:
            return lowest, highest
        for j in self._files[home & 7]:
            other, _, other_side = self.pieces[j]
            ahead = other > home if side else other < home
            if not ahead or self.capturable >> other & 1 or self.stands[j] & ~file:
                continue
            # A pawn that comes toward us is never passed where it stands; one that goes our way
            # can be followed to the last square it may reach.
            stands = self.stands[j]
            if side:
                highest = min(highest, other if not other_side else stands.bit_length() - 1)
            else:
                low = (stands & -stands).bit_length() - 1
                lowest = max(lowest, other if other_side else low)
        return lowest, highest

    def _settle(self) -> bool:
        """Renew who is capturable and who is steady; whether anything changed."""
        prey = [0, 0]
        for captures, (_, _, side) in zip(self.captures, self.pieces, strict=True):
            prey[side] |= captures
        capturable, steady = self.capturable, self.steady
        promoting = any(self.promotes)
        for i, (square, kind, side) in enumerate(self.pieces):
            here = 1 << square
            takeable = kind != chess.KING and not self.assume.kept & here
            if takeable and self.stands[i] & prey[not side]:
                capturable |= here
                if steady & here and self.stands[i] == here and not promoting:
                    self.doubtful |= here
            if self.stands[i] != here or capturable & here:
                steady &= ~here
        if capturable == self.capturable and steady == self.steady:
            return False
        self.capturable, self.steady = capturable, steady
        return True
