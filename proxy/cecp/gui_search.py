"""One search that a CECP GUI has asked for, and what it has been shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.cecp.gui_thinking import Progress, think_line
from proxy.session.commands import Command, SetTimer, ToGui
from proxy.uci import fields

if TYPE_CHECKING:
    import chess

THINK, PONDER, ANALYSE = "think", "ponder", "analyse"

# A variation of 20 moves takes a millisecond to write in SAN, and engines begin with dozens of
# them: what comes sooner after another than this is shown later, if nothing newer has come.
SHOW_INTERVAL = 0.05  # seconds
SHOW = "gui thinking"  # the timer for it


class GuiSearch:
    """A `go`: its `kind`, the position it is about, and when it began.

    `expected` is the opponent's move that it ponders on, `pondered` the same in SAN. `dropped`: the
    GUI has ended it and expects no answer.
    """

    __slots__ = (
        "_held",
        "_limit_mates",
        "_shown_at",
        "_started",
        "board",
        "dropped",
        "expected",
        "kind",
        "pondered",
        "progress",
    )

    def __init__(
        self,
        kind: str,
        board: chess.Board,
        now: float,
        *,
        limit_mates: bool,
        expected: chess.Move | None = None,
        pondered: str = "",
    ) -> None:
        self.kind = kind
        self.board = board
        self.expected = expected
        self.pondered = pondered
        self.progress = Progress()
        self.dropped = False
        self._limit_mates = limit_mates
        self._started = now
        self._shown_at = float("-inf")
        self._held: dict[bytes, bytes] = {}  # the last line of each multipv number

    def hit(self, now: float) -> None:
        """Go on in earnest: the move that was pondered on has been played."""
        self.kind = THINK
        self.pondered = ""
        self.expected = None
        self._started = now

    def elapsed_ms(self, now: float) -> int:
        """Return how long the engine has been thinking in its own time."""
        return int((now - self._started) * 1000)

    def take(self, line: bytes, now: float, *, post: bool) -> list[Command]:
        """Take an `info` line; show it, now or a little later, where the GUI wants to see any."""
        info = fields(line)
        self.progress.take(info)
        number = b" ".join(info.get(b"multipv", [b"1"]))
        if not post or b"score" not in info or (number != b"1" and self.kind != ANALYSE):
            return []
        waits = bool(self._held)
        self._held[number] = line
        due = self._shown_at + SHOW_INTERVAL
        if now >= due:
            return self.show(now)
        return [] if waits else [SetTimer(SHOW, due)]

    def show(self, now: float) -> list[Command]:
        """Show what has been held back."""
        held, self._held = self._held, {}
        if held:
            self._shown_at = now
        written = (
            think_line(
                line,
                self.progress,
                self.board,
                limit_mates=self._limit_mates,
                pondered=self.pondered,
            )
            for line in held.values()
        )
        return [ToGui(line.encode()) for line in written if line is not None]
