"""Tasks that wait for their time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Task = Callable[[], None]

NEVER = float("inf")


class Alarms:
    """The clock of the main thread, in seconds; `wake` has it look at `patience` again.

    All methods are called under the shell's lock.
    """

    __slots__ = ("_asleep_until", "_tasks", "_wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._tasks: dict[object, tuple[float, Task]] = {}
        self._asleep_until = NEVER

    def set(self, key: object, at: float, task: Task) -> None:
        """Have `task` run at `at`, in place of an earlier one of this key."""
        self._tasks[key] = at, task
        if at < self._asleep_until:
            self._asleep_until = at
            self._wake()

    def patience(self, now: float) -> float | None:
        """Return the seconds that the main thread may sleep; None: there is no alarm."""
        self._asleep_until = min((at for at, _ in self._tasks.values()), default=NEVER)
        return None if self._asleep_until == NEVER else max(0.0, self._asleep_until - now)

    def take_due(self, now: float) -> list[Task]:
        """Return the tasks whose time has come, and forget them."""
        due = [(key, task) for key, (at, task) in self._tasks.items() if at <= now]
        for key, _ in due:
            del self._tasks[key]
        return [task for _, task in due]
