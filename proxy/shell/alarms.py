"""The deadlines of the main thread, which sleeps until the next of them."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Task = Callable[[], None]

NEVER = float("inf")


class Alarms:
    """What is to be done when, each under a key; times are those of `monotonic`, in seconds.

    All methods are called under the session's lock. `wake` is called where the main thread has to
    look again, as it would sleep beyond a new deadline.
    """

    __slots__ = ("_asleep_until", "_deadlines", "_wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._deadlines: dict[object, tuple[float, Task]] = {}
        self._asleep_until = NEVER

    def set(self, key: object, at: float, task: Task) -> None:
        """Have `task` done at `at`, in place of what stood under this key."""
        self._deadlines[key] = at, task
        if at < self._asleep_until:
            self._asleep_until = at
            self._wake()

    def patience(self) -> float | None:
        """Return the seconds that the main thread may sleep from now on; None: for ever."""
        self._asleep_until = min((at for at, _ in self._deadlines.values()), default=NEVER)
        return None if self._asleep_until == NEVER else max(0.0, self._asleep_until - monotonic())

    def take_due(self) -> list[Task]:
        """Return what is due now, and forget it."""
        now = monotonic()
        due = [(key, task) for key, (at, task) in self._deadlines.items() if at <= now]
        for key, _ in due:
            del self._deadlines[key]
        return [task for _, task in due]
