"""The dive: a depth-first search for a helpmate that lets itself be carried by helpful moves.

Iterative deepening where depth counts only moves without a purpose. What helps the mate costs
nothing: White's pawn moves and captures, the kings going to the corner that the bishops can use,
Black's blockers coming in. What hinders it costs four. An iteration that cut nothing off has seen
every position that can arise, so its failure is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.winnable.geometry import KING_DISTANCE, KNIGHT_DISTANCE, mating_corner_is_east
from proxy.winnable.material import cannot_mate
from proxy.winnable.position import in_check, legal_moves, play

if TYPE_CHECKING:
    from proxy.winnable.budget import Budget
    from proxy.winnable.position import Position

HELPS, NEUTRAL, HINDERS = 2 << 20, 1 << 20, 0
LONGEST = 120  # plies; also what keeps the recursion within Python's limit


class Dive:
    """One search from a position, White to be helped to mate.

    `line` holds the mate once `run` has said True; False is a proof that there is none; None means
    that `nodes` of the budget, or `width` nodes for every ply of depth, did not suffice.
    """

    def __init__(self, position: Position, budget: Budget, width: int) -> None:
        self.root = position
        self.budget = budget
        self.width = width
        self.line: list[int] = []
        self.depth = 0
        self._cut = False
        self._stop = 0
        self._end = 0
        self._seen: dict[Position, int] = {}

    def run(self, nodes: int, depths: range = range(1, 100)) -> bool | None:
        """Search depth after depth until something is certain or the share is spent."""
        self._end = self.budget.share(nodes)
        for self.depth in depths:
            if self.budget.spent >= self._end or self.budget.over:
                return None
            self._cut = False
            self._stop = min(self._end, self.budget.spent + self.width * self.depth)
            if self._attempt():
                return True
            if not self._cut:
                return False
        return None

    def _attempt(self) -> bool:
        """Search once to `depth`; a fresh table, for what was cut off must be open again."""
        self._seen = {}
        return self._search(self.root, self.depth, False)

    def _search(self, position: Position, left: int, helped: bool) -> bool:
        """Whether a mate was found; `left` is the depth left, `helped` that the last move did."""
        if self._seen.get(position, -1) >= left:
            return False
        self._seen[position] = left
        white_to_move = position[7]
        if left == 0 or len(self.line) >= LONGEST:
            if not white_to_move and in_check(position) and not legal_moves(position):
                return True
            self._cut = True
            return False
        moves = legal_moves(position)
        if not moves:
            return not white_to_move and in_check(position)
        if cannot_mate(position):
            return False
        budget = self.budget
        for ranked in rank(position, moves):
            if budget.spent >= self._stop or (not budget.spent & 1023 and budget.over):
                self._cut = True
                return False
            budget.spent += 1
            move = ranked & 0xFFFFF
            helps = ranked >= HELPS
            cost = 0 if helps else 4 if ranked < NEUTRAL else 0 if helped else 1
            self.line.append(move)
            if self._search(play(position, move), max(0, left - cost), helps):
                return True
            self.line.pop()
        return False


def rank(position: Position, moves: list[int]) -> list[int]:
    """Return the moves with HELPS, NEUTRAL or HINDERS added to each, in the order to be tried.

    Helpful moves come first, and among equals the one that promotes or goes furthest up the board.
    """
    pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    army = white & (pawns | rooks | queens)
    east = mating_corner_is_east(bishops, white)
    ranked = []
    if turn:
        king_to, knight_to = (chess.G7, chess.E5) if east else (chess.B7, chess.D5)
        for move in moves:
            origin, target = move & 63, move >> 6 & 63
            piece = 1 << origin
            helps = (
                pawns & piece
                or occupied >> target & 1
                or (
                    kings & piece
                    and KING_DISTANCE[target][king_to] < KING_DISTANCE[origin][king_to] > 1
                )
                or (
                    knights & piece
                    and KNIGHT_DISTANCE[target][knight_to] < KNIGHT_DISTANCE[origin][knight_to]
                )
            )
            ranked.append(move | (HELPS if helps else NEUTRAL))
    else:
        king_to, block = (chess.H8, chess.G8) if east else (chess.A8, chess.B8)
        for move in moves:
            origin, target = move & 63, move >> 6 & 63
            piece = 1 << origin
            value = NEUTRAL
            if kings & piece:
                if KING_DISTANCE[target][king_to] < KING_DISTANCE[origin][king_to]:
                    value = HELPS
                elif occupied >> target & 1:
                    value = HINDERS
            elif pawns & piece and not army:
                value = HINDERS if move >> 12 == chess.QUEEN else HELPS
            elif (
                knights & piece and KNIGHT_DISTANCE[target][block] < KNIGHT_DISTANCE[origin][block]
            ):
                value = HELPS
            elif occupied >> target & 1 or pawns & piece:
                value = HINDERS
            ranked.append(move | value)
    ranked.sort(reverse=True)
    return ranked
