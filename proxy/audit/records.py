"""The wrapper's own records of the games that are audited, found by start position and moves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from proxy.record.files import read_records
from proxy.record.merge import UNSEEN_PLIES, merge_views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proxy.record.model import GameRecord


class RecordBook:
    """The records of a folder; both sides' views of a game are joined.

    A wrapper may not have seen the last moves of the other side, and may have seen moves that the
    runner no longer counted: the longer of the two lists of moves may be longer by `UNSEEN_PLIES`.
    """

    def __init__(self, records: Sequence[GameRecord]) -> None:
        self._by_moves: dict[tuple[str, ...], list[GameRecord]] = {}
        for record in records:
            for key in _keys(record.start_fen, [move.uci for move in record.moves]):
                self._by_moves.setdefault(key, []).append(record)

    def find(self, start_fen: str, moves: list[str], white: str, black: str) -> GameRecord | None:
        """Return the record of a game; of several the one in which the players' names fit."""
        found: list[GameRecord] = []
        for key in _keys(start_fen, moves):
            found += self._by_moves.get(key, [])
        return max(found, key=lambda one: (one.white == white) + (one.black == black), default=None)


@lru_cache(maxsize=1)
def load_records(folder: str) -> RecordBook:
    """Load the records of a folder. Raises `UserError`."""
    return RecordBook(merge_views([record for _, record in read_records(folder)]))


def _keys(start_fen: str, moves: list[str]) -> list[tuple[str, ...]]:
    ends = range(len(moves), max(-1, len(moves) - UNSEEN_PLIES - 1), -1)
    return [(start_fen, *moves[:end]) for end in ends]
