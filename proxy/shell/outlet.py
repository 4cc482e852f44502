"""Lines on their way to one file descriptor."""

from __future__ import annotations

import os
import select
from collections import deque
from queue import SimpleQueue
from threading import Lock, Thread

from proxy.session.departure import printable
from proxy.shell.pumps import await_ready

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNCONNECTED = -1


class Outlet:
    """A queue of whole lines, written by one thread at a time, in order.

    Its *native* thread calls `drain` or `send` and may block there. All others `append` and then
    call `wake`, which never blocks.
    """

    __slots__ = ("_fd", "_on_dead", "_plain", "_queue", "_spare", "_terminal", "_writing", "dead")

    def __init__(self, fd: int = UNCONNECTED, on_dead: Callable[[], None] | None = None) -> None:
        self.dead = False
        """Nobody reads the other end: what comes is dropped."""
        self._fd = fd
        self._terminal = fd != UNCONNECTED and os.isatty(fd)
        self._plain = fd != UNCONNECTED and not self._terminal
        """Lines may be written as they are."""
        self._on_dead = on_dead
        self._queue: deque[bytes] = deque()
        self._writing = Lock()
        self._spare: SimpleQueue[None] | None = None

    def connect(self, fd: int) -> None:
        """Give an outlet that was made early its descriptor; what has gathered is sent."""
        self._fd = fd
        self._plain = True
        if self._queue:
            self.wake()

    def close(self) -> None:
        """Drop what comes from now on. Does not wait for a thread that is stuck in a write."""
        self.dead = True
        self._plain = False
        if self._writing.acquire(blocking=False):
            os.close(self._fd)
            self._writing.release()

    def flush(self) -> None:
        """Return when all that was appended has been written or dropped; may block."""
        self.drain()
        with self._writing:
            pass

    @property
    def takes_more(self) -> bool:
        """Whether a write would not block now; also where nobody reads any more."""
        ready = select.poll()
        ready.register(self._fd, select.POLLOUT)
        return bool(ready.poll(0))

    def append(self, data: bytes) -> None:
        """Queue whole lines, newline included; does not block."""
        self._queue.append(data)

    def drain(self) -> None:
        """Write until the queue is empty; waits for another writer. Native thread only."""
        queue = self._queue
        while queue and self._fd != UNCONNECTED:
            with self._writing:
                while queue:
                    data = queue.popleft()
                    if queue:
                        data = self._join(data)
                    self._write(data)

    def send(self, data: bytes) -> None:
        """Write lines that no decision orders, at once where nothing is queued. Native thread."""
        queue = self._queue
        if queue or not self._plain or not self._writing.acquire(False):  # a keyword costs more
            queue.append(data)
            self.drain()
            return
        try:
            # Closed meanwhile, its number may be that of another file by now.
            sent = os.write(self._fd, data) if self._plain else 0
        except OSError:
            sent = 0  # whatever it is, it is met again
        try:
            if sent != len(data):
                self._write(data[sent:])
        finally:
            self._writing.release()
        if queue:
            self.drain()

    def wake(self) -> None:
        """Have a spare thread drain the queue; does not block."""
        if self._spare is None:
            self._spare = SimpleQueue()
            Thread(target=self._serve_spare, args=(self._spare,), daemon=True).start()
        self._spare.put(None)

    def _serve_spare(self, requests: SimpleQueue[None]) -> None:
        while True:
            requests.get()
            self.drain()

    def _join(self, data: bytes) -> bytes:
        """Add what else is queued, so that lines decided together leave in one write."""
        parts = [data]
        while self._queue:
            parts.append(self._queue.popleft())
        return b"".join(parts)

    def _write(self, data: bytes) -> None:
        if self.dead:
            return
        if self._terminal:
            data = printable(data).encode()
        rest: bytes | memoryview = data
        while rest:
            try:
                rest = memoryview(rest)[os.write(self._fd, rest) :]
            except BlockingIOError:  # whoever shares our stdout has made it so
                await_ready(self._fd, select.POLLOUT)
            except OSError:  # the reader is gone
                self.dead = True
                self._plain = False
                if self._on_dead is not None:
                    self._on_dead()
                return
