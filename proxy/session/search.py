"""One `go` and what has become of it."""

from __future__ import annotations

ANALYSIS = frozenset((b"infinite", b"mate", b"searchmoves"))


class Search:
    """A `go` that the engine has been given. Its answer is one `bestmove`."""

    __slots__ = (
        "abandoned",
        "analysis",
        "asked_again",
        "deadline",
        "given_up",
        "held",
        "line",
        "open_ended",
        "pondering",
        "since",
        "stopped",
        "waited",
    )

    def __init__(self, line: bytes, *, analysing: bool, since: float = 0.0) -> None:
        words = line.split()
        self.line = line
        self.since = since
        """When the engine's time began to run."""
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
        self.given_up = False
        """The GUI has begun a new game long after this `go`, without waiting for its answer."""
        self.stopped = False
        """The engine has been told to stop."""
        self.deadline: float | None = None
        """When a rescue from a hang is due."""
        self.asked_again = False
        """Its first answer was illegal."""
        self.waited = False
        """Its answer had to wait for the arbiter."""


def is_search(line: bytes) -> bool:
    """Tell whether a `go` line asks for a `bestmove`; Stockfish's `go perft N` does not."""
    return b"perft" not in line.split()
