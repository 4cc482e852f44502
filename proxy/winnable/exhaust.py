"""Exhaustion: a best-first search over exact positions, cut where a wall is proven.

Two guesses take turns to choose what is opened next, and both prefer what is new: a piece on a
square where its like has not been since the last capture or pawn move. Without that a search
through a wall spends itself on the ways two kings can walk about. A mate found is the witness; when
no position is left to open, every one that can arise has been seen and none was mate.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from proxy.winnable.distance import guesses
from proxy.winnable.material import cannot_mate
from proxy.winnable.position import in_check, legal_moves, play
from proxy.winnable.static import walled

if TYPE_CHECKING:
    from proxy.winnable.budget import Budget
    from proxy.winnable.position import Position

    _Frontier = list[tuple[float, int, Position]]
MOST_POSITIONS = 400_000  # about 200 MB
DEPTH = -0.05  # what a ply counts beside a guess: less than nothing, so that it runs on
STALE = 8  # what it counts that nothing is new
PATIENCE = 8  # proofs tried without one success before they are given up


class Exhaust:
    """One exhaustion from a position, in as many runs as the budget likes.

    `line` holds the mate once `run` has said True. False is a proof that there is none, None that
    the share was spent or too many positions are kept.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.budget = budget
        self.line: list[int] = []
        self.came_from: dict[Position, tuple[Position, int] | None] = {position: None}
        self._depth = {position: 0}  # of what is still to be opened
        self._frontiers: tuple[_Frontier, _Frontier] = ([(0.0, 0, position)], [])
        self._queued = 0
        self._news: set[tuple[int, int, int, int]] = set()
        self._proofs_left = PATIENCE

    def run(self, nodes: int) -> bool | None:
        """Open positions, nearest first, to a mate, an empty frontier, or the end of the share."""
        budget, came_from = self.budget, self.came_from
        end = budget.share(nodes)
        opened = 0
        while self._depth:
            opened += 1
            if budget.spent >= end or (not opened & 63 and budget.over):
                return None
            if len(came_from) > MOST_POSITIONS:
                return None
            position, depth = self._next(opened & 1)
            white_to_move = position[7]
            for move in legal_moves(position):
                budget.spent += 1
                child = play(position, move)
                if child in came_from or cannot_mate(child):
                    continue
                came_from[child] = (position, move)
                if white_to_move and in_check(child) and not legal_moves(child):
                    self._trace(child)
                    return True
                if self._proofs_left and _irreversible(position, move) and self._proven(child):
                    continue
                self._queue(child, depth + 1, self._is_news(child, move))
        return False

    def _next(self, turn: int) -> tuple[Position, int]:
        """Return the best position that the guess whose turn it is has to offer, and its depth."""
        frontier = self._frontiers[turn] or self._frontiers[not turn]
        position = heapq.heappop(frontier)[2]
        while position not in self._depth:
            position = heapq.heappop(frontier)[2]
        return position, self._depth.pop(position)

    def _queue(self, position: Position, depth: int, news: bool) -> None:
        self._queued -= 1  # among equals the latest first
        self._depth[position] = depth
        value = DEPTH * depth + (0 if news else STALE)
        for frontier, guess in zip(self._frontiers, guesses(position), strict=True):
            heapq.heappush(frontier, (guess + value, self._queued, position))

    def _is_news(self, position: Position, move: int) -> bool:
        """Whether the piece just moved is where its like has not been among these men and pawns."""
        pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = position
        target = move >> 6 & 63
        here = 1 << target
        kind = 1 if kings & here else 2 if (bishops | queens) & here else 0
        kind |= 4 if (rooks | queens) & here else 8 if knights & here else 0
        men = (pawns | knights | bishops | rooks | queens).bit_count()
        news = (pawns, pawns & white, men, target | kind << 6 | turn << 10)
        if news in self._news:
            return False
        self._news.add(news)
        return True

    def _proven(self, position: Position) -> bool:
        if walled(position, self.budget):
            self._proofs_left += PATIENCE
            return True
        self._proofs_left -= 1
        return False

    def _trace(self, mate: Position) -> None:
        step = self.came_from[mate]
        while step is not None:
            self.line.append(step[1])
            step = self.came_from[step[0]]
        self.line.reverse()


def _irreversible(position: Position, move: int) -> bool:
    """Whether a move captures or is a pawn's: only those can close a wall."""
    pawns, knights, bishops, rooks, queens, _, _, _, _, _ = position
    taken = (pawns | knights | bishops | rooks | queens) >> (move >> 6 & 63) & 1
    return bool(taken or pawns >> (move & 63) & 1)
