"""One `go` and what has become of it."""

from __future__ import annotations

ANALYSIS = frozenset((b"infinite", b"mate", b"searchmoves"))


class Search:
    """A `go` that the engine has been given. Its answer is one `bestmove`."""

    __slots__ = ("abandoned", "analysis", "held", "open_ended", "pondering")

    def __init__(self, line: bytes, *, analysing: bool) -> None:
        words = line.split()
        self.pondering = b"ponder" in words
        """On a move that the opponent has not played yet; `ponderhit` makes it real."""
        self.open_ended = self.pondering or b"infinite" in words
        """May only be answered after `stop` or `ponderhit`."""
        self.analysis = analysing or not ANALYSIS.isdisjoint(words)
        """No game is played here, so nothing is ruled."""
        self.held: bytes | None = None
        """The `bestmove` of an open-ended search that came too early."""
        self.abandoned = False
        """The GUI went on to another search and expects no answer to this one."""


def is_search(line: bytes) -> bool:
    """Tell whether a `go` line asks for a `bestmove`; Stockfish's `go perft N` does not."""
    return b"perft" not in line.split()
