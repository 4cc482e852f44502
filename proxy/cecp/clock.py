"""Time: what a UCI `go` allows, as CECP says it (section 11): level, st, sd, time, otim.

All times in milliseconds unless a name says otherwise. CECP counts clocks in centiseconds and
rounds are always down, so that by our arithmetic no engine ever loses on time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess

    from proxy.limits import Limits

DEFAULT_MARGIN_MS = 60  # what our own way, the GUI's and an engine's last look at the clock take
LEAST_MS = 10  # the least that is said to be left: 0 would read as "no clock"
UNLIMITED_MS = 60_000_000  # a thousand minutes for the game: any depth is reached before


@dataclass(frozen=True, slots=True)
class Control:
    """A time control that has been sent with `level`: moves per session (0: all), increment."""

    moves: int
    increment_ms: int

    def holds(self, limits: Limits, own_moves: int, side: chess.Color) -> bool:
        """Return whether the control still describes a `go`, the side having made `own_moves`.

        An engine counts its moves since the start of the game, so a session of 40 goes on to the
        next by itself and need not, must not, be sent again.
        """
        if limits.increment_ms(side) != self.increment_ms:
            return False
        return limits.movestogo == (self.moves - own_moves % self.moves if self.moves else 0)


def new_control(limits: Limits, own_moves: int, side: chess.Color) -> Control:
    """Return the control that a first `go` shows, the side having made `own_moves` before."""
    to_go = limits.movestogo
    return Control(to_go + own_moves if to_go else 0, limits.increment_ms(side))


def level(control: Control, left_ms: int) -> str:
    """Return the `level` command; its base is the time that is left, at least a second.

    Minutes and seconds are whole; the increment may have a fraction, as xboard sends it. Engines
    that read whole numbers take less than they have.
    """
    minutes, seconds = divmod(max(left_ms // 1000, 1), 60)
    return f"level {control.moves} {minutes}:{seconds:02} {control.increment_ms / 1000:g}"


def usable_ms(left_ms: int, margin_ms: int) -> int:
    """Return how much of the time that is left the engine is told of."""
    return max(left_ms - margin_ms, left_ms // 4, LEAST_MS)


def clocks(own_ms: int, opponent_ms: int) -> list[str]:
    """Return `time` and `otim`, in whole centiseconds."""
    return [f"time {max(own_ms // 10, 1)}", f"otim {max(opponent_ms // 10, 1)}"]


def per_move(allowed_ms: int, *, st: bool) -> list[str]:
    """Return the commands for so much time a move.

    `st` has whole seconds, as many engines read it, and at least one: what it says too much, `?`
    has to cut off. Without it the time is a session of one move.
    """
    if st:
        return [f"st {max(allowed_ms // 1000, 1)}"]
    return [level(Control(1, 0), allowed_ms), *clocks(allowed_ms, allowed_ms)]


@dataclass(frozen=True, slots=True)
class Timing:
    """The commands that tell an engine its time for one move.

    `control` stands from here on; at `answer_in_ms` it is told to move (`?`), None: never.
    """

    commands: list[str]
    control: Control | None
    answer_in_ms: int | None


def tell_time(
    limits: Limits,
    control: Control | None,
    own_moves: int,
    side: chess.Color,
    *,
    margin_ms: int,
    elapsed_ms: int = 0,
    st: bool = True,
) -> Timing:
    """Return how a `go` is told to an engine that has been told `control` before.

    `elapsed_ms` of it have passed already, where an engine had to be asked again. `st`: whether
    that command may be used.
    """
    left = limits.clock_ms(side)
    if limits.movetime is not None:
        allowed = limits.movetime - elapsed_ms
        return Timing(per_move(allowed, st=st), None, usable_ms(allowed, margin_ms // 3))
    if left is None:
        told = [level(Control(0, 0), UNLIMITED_MS), *clocks(UNLIMITED_MS, UNLIMITED_MS)]
        return Timing(told, None, None)
    left = max(left - elapsed_ms, LEAST_MS)
    commands = []
    if control is None or not control.holds(limits, own_moves, side):
        control = new_control(limits, own_moves, side)
        commands.append(level(control, left))
    usable = usable_ms(left, margin_ms)
    opponent = limits.clock_ms(not side)
    return Timing(
        [*commands, *clocks(usable, left if opponent is None else opponent)], control, usable
    )
