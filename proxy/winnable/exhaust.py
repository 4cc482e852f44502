"""Exhaustion: a best-first search over exact positions, cut where a wall is proven.

Two guesses take turns to choose what is opened next, and both prefer what is new: a piece on a
square where its like has not been since the last capture or pawn move. Without that a search
through a wall spends itself on the ways two kings can walk about. A mate found is the witness; when
no position is left to open, every one that can arise has been seen and none was mate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.bitboards.position import (
    PROMOTES,
    exact_key,
    in_check,
    legal_moves,
    piece_on,
    play,
    quiet_change,
)
from proxy.winnable.distance import guesses
from proxy.winnable.frontier import Frontier, news_of
from proxy.winnable.material import cannot_mate
from proxy.winnable.static import walled

if TYPE_CHECKING:
    from proxy.bitboards.position import Position
    from proxy.winnable.budget import Budget

MOST_POSITIONS = 400_000  # about 200 MB
DEPTH = -1  # what a ply counts beside a guess: less than nothing, so that it runs on
STALE = 160  # what it counts that nothing is new
PATIENCE = 8  # proofs tried without one success before they are given up


class Exhaust:
    """One exhaustion from a position, in as many runs as the budget likes.

    `line` holds the mate once `run` has said True. False is a proof that there is none, None that
    the share was spent or too many positions are kept.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.budget = budget
        self.line: list[int] = []
        key = exact_key(position)
        self._came_from: dict[int, tuple[int, int] | None] = {key: None}
        self._open = {key: (position, 0)}  # with its depth
        self._frontiers = (Frontier(), Frontier())
        for frontier in self._frontiers:
            frontier.push(0, key)
        self._news: set[tuple[int, int, int, int]] = set()
        self._proofs_left = PATIENCE

    def run(self, nodes: int) -> bool | None:  # noqa: C901 - the inner loop: calls would cost more
        """Open positions, nearest first, to a mate, an empty frontier, or the end of the share."""
        budget, came_from = self.budget, self._came_from
        end = budget.share(nodes)
        opened = 0
        while self._open:
            opened += 1
            if budget.spent >= end or (not opened & 63 and budget.over):
                return None
            if len(came_from) > MOST_POSITIONS:
                return None
            key, position, depth = self._next(opened & 1)
            pawns, knights, bishops, rooks, queens, _, _, white_to_move, castling, ep = position
            others = pawns | knights | bishops | rooks | queens
            plain = not castling | ep
            kind, last = 0, -1
            for move in legal_moves(position):
                budget.spent += 1
                origin, target = move & 63, move >> 6 & 63
                if origin != last:
                    kind, last = piece_on(position, origin), origin
                captures = others >> target & 1
                if plain and not captures and (kind or _is_single_step(move)):
                    # Most lead to what has been seen, so look before playing them.
                    child_key = key ^ quiet_change(kind, white_to_move, move)
                    if child_key in came_from:
                        continue
                    child = play(position, move)
                else:
                    child = play(position, move)
                    child_key = exact_key(child)
                    if child_key in came_from or cannot_mate(child):
                        continue
                came_from[child_key] = key, move
                if white_to_move and in_check(child) and not legal_moves(child):
                    self._trace(child_key)
                    return True
                # Only captures and pawn moves can close a wall.
                if self._proofs_left and (captures or not kind) and self._proven(child):
                    continue
                self._queue(child_key, child, depth + 1, self._is_news(child, move))
        return False

    def _next(self, turn: int) -> tuple[int, Position, int]:
        """Return the best that the guess whose turn it is has to offer: key, position, depth."""
        frontier = self._frontiers[turn]
        while True:
            key = frontier.pop()
            found = self._open.pop(key, None)
            if found is not None:  # the other guess has not been there before
                return key, *found

    def _queue(self, key: int, position: Position, depth: int, news: bool) -> None:
        self._open[key] = position, depth
        value = DEPTH * depth + (0 if news else STALE)
        corner, anywhere = guesses(position)
        self._frontiers[0].push(corner + value, key)
        self._frontiers[1].push(anywhere + value, key)

    def _is_news(self, position: Position, move: int) -> bool:
        """Whether the piece just moved is where its like has not been among these men and pawns."""
        news = news_of(position, move)
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

    def _trace(self, mate: int) -> None:
        step = self._came_from[mate]
        while step is not None:
            self.line.append(step[1])
            step = self._came_from[step[0]]
        self.line.reverse()


def _is_single_step(move: int) -> bool:
    """Whether a pawn's move to an empty square leaves nothing but the pawn there behind."""
    return move < PROMOTES and abs((move & 63) - (move >> 6 & 63)) == 8
