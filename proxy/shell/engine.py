"""One incarnation of the engine: its process and its pipes."""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import suppress

from proxy.session.departure import Departure
from proxy.shell.spawn import spawn
from proxy.shell.watcher import COOKIE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.shell.outlet import Outlet
    from proxy.shell.watcher import Watcher

STDERR_CHUNKS = 50


class Engine:
    """A running engine. A restart makes a new object: no descriptor is ever swapped."""

    __slots__ = (
        "_program",
        "_reaped",
        "_status",
        "busy",
        "gone",
        "outlet",
        "pid",
        "said",
        "stderr",
        "stdout",
        "words",
    )

    def __init__(self, command: list[str], outlet: Outlet, watcher: Watcher) -> None:
        self.outlet = outlet
        """Lines on their way to its stdin."""
        self.busy = False
        """Something that it said is being passed on."""
        self.gone = False
        """The session knows that it has exited, and all that it has said is known."""
        self.said = b""
        """The last it wrote to stdout."""
        self.words: deque[bytes] = deque(maxlen=STDERR_CHUNKS)
        """The last it wrote to stderr."""
        self._program = command[0]
        self._status = 0
        self._reaped = False
        stdin, to_stdin = os.pipe()
        self.stdout, from_stdout = os.pipe()
        self.stderr, from_stderr = os.pipe()
        # Python engines that print without flushing would never be heard.
        environment = {
            b"PYTHONUNBUFFERED": b"1",
            **os.environb,
            COOKIE: watcher.cookie,
        }
        self.pid = spawn(command, (stdin, from_stdout, from_stderr), environment)
        watcher.watch(self.pid)
        for fd in (stdin, from_stdout, from_stderr):
            os.close(fd)
        outlet.connect(to_stdin)

    def wait(self) -> None:
        """Block until it has exited; its process group stays ours until `reap`."""
        with suppress(ChildProcessError):
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)

    def kill(self) -> None:
        """Kill it with all its group: a launcher's child would go on otherwise."""
        if not self._reaped:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Take in its exit, after the group has been killed: then no other can have its number."""
        self.kill()
        self._reaped = True
        with suppress(ChildProcessError):
            self._status = os.waitpid(self.pid, 0)[1]
        self.outlet.close()

    @property
    def departure(self) -> Departure:
        """How it ended; right once it was reaped."""
        return Departure(self._program, self._status, b"".join(self.words), self.said)
