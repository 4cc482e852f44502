"""The transposition table: what earlier searches found out about a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import chess

EXACT, LOWER, UPPER = range(3)
"""Bounds: the score is right, is at least this, is at most this."""

_ENTRY_BYTES = 270  # measured with tracemalloc: slot, tuple, key, move and the move's dict


class Entry(NamedTuple):
    """One remembered search: `depth` in plies, `score` in centipawns for the side to move."""

    key: int
    depth: int
    score: int
    bound: int
    move: chess.Move | None


class Table:
    """A fixed number of slots, the newest search in each; `megabytes` is a fair estimate."""

    def __init__(self, megabytes: int) -> None:
        self._size = max(megabytes * 1024 * 1024 // _ENTRY_BYTES, 1)
        self._slots: list[Entry | None] = [None] * self._size
        self._used = 0

    @property
    def permille_full(self) -> int:
        """How much of the table is in use, as UCI's `hashfull`."""
        return self._used * 1000 // self._size

    def get(self, key: int) -> Entry | None:
        """Return what is known about the position with this key."""
        entry = self._slots[key % self._size]
        return entry if entry is not None and entry.key == key else None

    def put(self, entry: Entry) -> None:
        """Remember a search in place of whatever has its slot."""
        index = entry.key % self._size
        if self._slots[index] is None:
            self._used += 1
        self._slots[index] = entry
