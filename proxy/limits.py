"""What a UCI `go` asks for."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import chess

_NUMBERS = frozenset(
    {"wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"}
)
_FLAGS = frozenset({"infinite", "ponder"})
_LIST = "searchmoves"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one search, named as in UCI: times in milliseconds, `mate` in full moves.

    What a `go` does not say is None, but increments are 0, and so is `movestogo`: all that follow.
    """

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int = 0
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends the search: `infinite`, or a `go` that names no limit."""
        bounds = (self.wtime, self.btime, self.movetime, self.depth, self.nodes, self.mate)
        return self.infinite or all(bound is None for bound in bounds)

    def clock_ms(self, side: chess.Color) -> int | None:
        """Return the time left on a side's clock, or None."""
        return self.wtime if side else self.btime

    def increment_ms(self, side: chess.Color) -> int:
        """Return a side's increment."""
        return self.winc if side else self.binc


def parse_go(words: Sequence[str]) -> Limits:
    """Read the words after `go`; what is unknown or has no number is passed over, as UCI asks."""
    values: dict[str, Any] = {}
    searchmoves: list[str] = []
    keyword = ""
    for word in words:
        if word in _FLAGS:
            values[word] = True
        if word in _FLAGS or word in _NUMBERS or word == _LIST:
            keyword = word
        elif keyword == _LIST:
            searchmoves.append(word)
        elif keyword in _NUMBERS:
            with suppress(ValueError):
                values[keyword] = int(word)
            keyword = ""
    return Limits(**values, searchmoves=tuple(searchmoves))
