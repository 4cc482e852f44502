"""Tells a move that crosses with our words from an answer to them, by `ping` (section 8).

An engine that was not waited for may move yet. `pong` comes behind all that it said before, so
what precedes it is about an earlier search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.cecp.features import Features

FIRST_PING = 100_000  # beyond those that stand for isready


class Crossing:
    """Whether a move of an earlier search may be under way.

    Attributes:
        possible: the engine has been left to itself; the next search is to be fenced off.

    """

    def __init__(self, features: Features) -> None:
        self.possible = False
        self._features = features
        self._pings = FIRST_PING
        self._owed = ""

    @property
    def waits(self) -> bool:
        """Whether what the engine says may be about an earlier search."""
        return bool(self._owed)

    def fence(self, lines: list[str]) -> list[str]:
        """Return the commands up to a search with a ping before the last, which begins it."""
        if not self.possible or not self._features["ping"]:
            return lines
        self.possible = False
        self._pings += 1
        self._owed = str(self._pings)
        return [*lines[:-1], f"ping {self._owed}", lines[-1]]

    def pong(self, number: str) -> None:
        """Take in a `pong`."""
        if number == self._owed:
            self._owed = ""

    def forget(self) -> None:
        """Wait no more: the engine has no `ping`."""
        self._owed = ""
