"""What a search may open next: the lowest value first, and among equals the latest."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.bitboards.position import Position


class Frontier:
    """A queue by whole numbers, of which few differ: a stack for each, a heap of the numbers."""

    def __init__(self) -> None:
        self._stacks: dict[int, list[int]] = {}
        self._values: list[int] = []  # of the stacks that are not empty: a heap

    def push(self, value: int, key: int) -> None:
        """Put in a key."""
        stack = self._stacks.get(value)
        if stack:
            stack.append(key)
            return
        self._stacks[value] = [key]
        heapq.heappush(self._values, value)

    def pop(self) -> int:
        """Take out the key of the lowest value. Raises `IndexError` where there is none."""
        value = self._values[0]
        stack = self._stacks[value]
        key = stack.pop()
        if not stack:
            heapq.heappop(self._values)
        return key


def news_of(position: Position, move: int) -> tuple[int, int, int, int]:
    """Return what a search has not seen before where a move is news.

    The pawns, White's among them, the number of men, and the kind of man that `move` has brought to
    its square.
    """
    pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = position
    target = move >> 6 & 63
    here = 1 << target
    kind = 1 if kings & here else 2 if (bishops | queens) & here else 0
    kind |= 4 if (rooks | queens) & here else 8 if knights & here else 0
    men = (pawns | knights | bishops | rooks | queens).bit_count()
    return pawns, pawns & white, men, target | kind << 6 | turn << 10
