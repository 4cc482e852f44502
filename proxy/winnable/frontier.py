"""What a search may open next: the lowest value first, and among equals the latest."""

from __future__ import annotations

import heapq


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
