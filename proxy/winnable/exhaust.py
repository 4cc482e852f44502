"""Exhaustion: a best-first search over exact positions, cut where a wall is proven.

The position that looks nearest to a mate is opened first. A mate found is the witness; when no
position is left to open, every one that can arise has been seen and none was mate.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from proxy.winnable.distance import distance
from proxy.winnable.material import cannot_mate
from proxy.winnable.position import in_check, legal_moves, play
from proxy.winnable.static import walled

if TYPE_CHECKING:
    from proxy.winnable.budget import Budget
    from proxy.winnable.position import Position

MOST_POSITIONS = 400_000  # about 200 MB
NEAR, GREEDY = 0.34, -0.05
PATIENCE = 24  # proofs tried without one success before they are given up


class Exhaust:
    """One exhaustion from a position, in as many runs as the budget likes.

    `weight` is what a ply of depth counts beside the distance: NEAR looks around, GREEDY runs on.

    `line` holds the mate once `run` has said True. False is a proof that there is none, None that
    the share was spent or too many positions are kept.
    """

    def __init__(self, position: Position, budget: Budget, weight: float) -> None:
        self.budget = budget
        self.weight = weight
        self.line: list[int] = []
        self.came_from: dict[Position, tuple[Position, int] | None] = {position: None}
        self._depth = {position: 0}
        self._frontier = [(0.0, 0, position)]
        self._queued = 0
        self._proofs_left = PATIENCE

    def run(self, nodes: int) -> bool | None:
        """Open positions, nearest first, to a mate, an empty frontier, or the end of the share."""
        budget, frontier, came_from = self.budget, self._frontier, self.came_from
        end = budget.share(nodes)
        opened = 0
        while frontier:
            opened += 1
            if budget.spent >= end or (not opened & 63 and budget.over):
                return None
            if len(came_from) > MOST_POSITIONS:
                return None
            _, _, position = heapq.heappop(frontier)
            depth = self._depth.pop(position) + 1
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
                self._queued -= 1
                self._depth[child] = depth
                heapq.heappush(
                    frontier, (distance(child) + self.weight * depth, self._queued, child)
                )
        return False

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
