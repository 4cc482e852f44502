"""What looks on while lines pass: the log and the counts. The pumps never wait for it."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.session.commands import Command
    from proxy.shell.scribe import Scribe
    from proxy.shell.stats import Stats


class Watch:
    """Hands on what the shell sees; `say` is where the counts go without a log."""

    def __init__(self, log: Scribe | None, stats: Stats | None, say: Callable[[str], None]) -> None:
        self._log = log
        self._stats = stats
        self._say = say

    def event(self, name: str, subject: object, now: float, commands: list[Command]) -> None:
        """See an event of the session and what it caused; under the session's lock."""
        if self._log is not None:
            self._log.put((name, subject, now, commands, ()))

    def gui_passed(self, block: bytes) -> None:
        """See a block that goes from the GUI to the engine unseen by the session."""
        if self._stats is not None:
            self._stats.from_gui.count(block)
        if self._log is not None:
            self._log.put(("gui_passed", block, monotonic(), [], ()))

    def engine_passed(self, block: bytes) -> None:
        """See a block that goes from the engine to the GUI unseen by the session."""
        if self._stats is not None:
            self._stats.from_engine.count(block)
        if self._log is not None:
            self._log.offer(("engine_passed", block, monotonic(), [], ()), len(block))

    def gui_held(self, block: bytes, since: float) -> None:
        """See a block of the GUI, read at `since`, whose lines have now gone on."""
        if self._stats is not None:
            self._stats.from_gui.hold(block, since)

    def engine_held(self, block: bytes, since: float) -> None:
        """See a block of the engine, read at `since`, whose lines have now gone on."""
        if self._stats is not None:
            self._stats.from_engine.hold(block, since)

    def stderr(self, block: bytes) -> None:
        """See what the engine wrote to stderr."""
        if self._log is not None:
            self._log.offer(("stderr", block, monotonic(), [], ()), len(block))

    def close(self) -> None:
        """Say the counts, and end the log."""
        if self._stats is not None:
            report = self._stats.report()
            if self._log is not None:
                self._log.put(("remark", report, monotonic(), [], ()))
            else:
                self._say(report)
        if self._log is not None:
            self._log.close()
