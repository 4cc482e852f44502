"""Syzygy tables from disk, through python-chess. What is missing or corrupt is said once."""

from __future__ import annotations

import os
import struct
from functools import lru_cache
from typing import TYPE_CHECKING

import chess
import chess.syzygy

from proxy.analysis import TableEntry

if TYPE_CHECKING:
    from collections.abc import Callable

# What python-chess raises on tables that are cut off or hold other data than they should.
UNREADABLE = (OSError, ValueError, LookupError, AssertionError, RecursionError, struct.error)


class SyzygyTables:
    """The tables of one or more folders, opened when first needed."""

    def __init__(self, paths: str) -> None:
        """Take folders, separated as in the engines' SyzygyPath: by ':' or, on Windows, ';'."""
        self._paths = paths
        self._tables = chess.syzygy.Tablebase()
        self._warnings: list[str] = []
        self._warned: set[str] = set()
        for folder in filter(None, paths.split(os.pathsep)):
            self._add(folder)

    def probe(self, board: chess.Board) -> TableEntry | None:
        """Return what the tables say of a position; None, and a warning, where they do not."""
        wdl = self._ask(self._tables.probe_wdl, board, "WDL")
        if wdl is None:
            return None
        needed = abs(wdl) == 2 and board.halfmove_clock > 0
        return TableEntry(wdl, self._ask(self._tables.probe_dtz, board, "DTZ") if needed else None)

    def take_warnings(self) -> list[str]:
        """Return what has gone wrong since the last call, one line each."""
        warnings, self._warnings = self._warnings, []
        return warnings

    def _add(self, folder: str) -> None:
        try:
            found = self._tables.add_directory(folder)
        except OSError as error:
            self._warn(f"no tablebases in {folder!r}: {error.strerror}")
            return
        except ValueError as error:  # no name of a folder at all: a NUL in it, half a character
            self._warn(f"no tablebases in {folder!r}: {error}")
            return
        if not found:
            self._warn(f"no tablebases in {folder!r}: no file *.rtbw or *.rtbz")

    def _ask(
        self, probe: Callable[[chess.Board], int], board: chess.Board, kind: str
    ) -> int | None:
        try:
            return probe(board.copy(stack=False))
        except chess.syzygy.MissingTableError as error:
            self._warn(f"tablebase missing in {self._paths!r}: {error.args[0]}")
        except UNREADABLE as error:
            table = chess.syzygy.calc_key(board)
            self._warn(
                f"tablebase {table} ({kind}) cannot be read: {error or type(error).__name__}"
            )
        return None

    def _warn(self, text: str) -> None:
        if text not in self._warned:
            self._warned.add(text)
            self._warnings.append(text)


@lru_cache(maxsize=8)
def open_tables(paths: str) -> SyzygyTables:
    """Return the tables of these folders; the same ones for the same folders."""
    return SyzygyTables(paths)
