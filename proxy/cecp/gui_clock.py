"""Time as a CECP GUI tells it (section 8: level, st, sd, time, otim), as UCI's `go` says it.

All times in milliseconds unless a name says otherwise; CECP counts clocks in centiseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_BASE_MS = 300_000  # `new` resets the clock to "the default": five minutes for all moves
ST_MARGIN_MS = 20  # of `st`, which is an upper bound, while `movetime` is met exactly (polyglot's)
LEAST_MS = 1


@dataclass(slots=True)
class GuiClock:
    """The time control and both clocks, as last told.

    `moves` a session (0: all), `move_ms` the time of each move by `st`, `depth` by `sd`. Between
    two `time` commands the own clock runs on by itself.
    """

    moves: int = 0
    base_ms: int = DEFAULT_BASE_MS
    increment_ms: int = 0
    move_ms: int | None = None
    depth: int | None = None
    own_ms: int = DEFAULT_BASE_MS
    opponent_ms: int = DEFAULT_BASE_MS

    def reset(self) -> None:
        """Take `new`: both clocks show the base again, and no depth is set."""
        self.own_ms = self.opponent_ms = self.base_ms
        self.depth = None

    def restore(self, kept: GuiClock) -> None:
        """Go back to a copy that was kept."""
        for name in self.__slots__:
            setattr(self, name, getattr(kept, name))

    def level(self, text: str) -> bool:
        """Take `level MOVES BASE INCREMENT`: base `minutes` or `minutes:seconds`, rest seconds.

        Return whether it could be read.
        """
        try:
            moves, base, increment = text.split()
            base_ms, increment_ms = _span_ms(base, unit_ms=60_000), _span_ms(increment)
            self.moves = max(int(moves), 0)
        except (ValueError, OverflowError):
            return False
        self.increment_ms = increment_ms
        self.base_ms = self.own_ms = self.opponent_ms = base_ms
        self.move_ms = None
        return True

    def per_move(self, text: str) -> bool:
        """Take `st SECONDS`, or `MINUTES:SECONDS`; return whether it could be read."""
        try:
            self.move_ms = _span_ms(text)
        except (ValueError, OverflowError):
            return False
        return True

    def set_depth(self, text: str) -> bool:
        """Take `sd PLIES`; return whether it could be read."""
        try:
            self.depth = max(int(text), 0) or None
        except ValueError:
            return False
        return True

    def own(self, text: str) -> bool:
        """Take `time` with the engine's centiseconds; return whether they could be read."""
        left_ms = _left_ms(text)
        self.own_ms = self.own_ms if left_ms is None else left_ms
        return left_ms is not None

    def opponent(self, text: str) -> bool:
        """Take `otim` with the opponent's centiseconds; return whether they could be read."""
        left_ms = _left_ms(text)
        self.opponent_ms = self.opponent_ms if left_ms is None else left_ms
        return left_ms is not None

    def moved(self, spent_ms: int, own_moves: int) -> None:
        """Count down for a move that has just been made, the side's `own_moves`th."""
        self.own_ms += self.increment_ms - spent_ms
        if self.moves and own_moves % self.moves == 0:
            self.own_ms += self.base_ms

    def go(self, own_moves: int, *, white: bool) -> str:
        """Return the `go` line for the side on move, which has made `own_moves` before."""
        words = ["go"]
        if self.move_ms is not None:
            words += ["movetime", str(max(self.move_ms - ST_MARGIN_MS, LEAST_MS))]
        else:
            own, opponent = max(self.own_ms, LEAST_MS), max(self.opponent_ms, LEAST_MS)
            white_ms, black_ms = (own, opponent) if white else (opponent, own)
            words += ["wtime", str(white_ms), "btime", str(black_ms)]
            if self.increment_ms:
                increment = str(self.increment_ms)
                words += ["winc", increment, "binc", increment]
            if self.moves:
                words += ["movestogo", str(self.moves - own_moves % self.moves)]
        if self.depth is not None:
            words += ["depth", str(self.depth)]
        return " ".join(words)


def _span_ms(text: str, *, unit_ms: int = 1000) -> int:
    """Read `MINUTES:SECONDS`, or a number of units. Raises `ValueError` or `OverflowError`."""
    minutes, colon, seconds = text.partition(":")
    if colon:
        return round(float(minutes) * 60_000 + float(seconds) * 1000)
    return round(float(minutes) * unit_ms)


def _left_ms(text: str) -> int | None:
    try:
        return int(text) * 10
    except ValueError:
        return None
