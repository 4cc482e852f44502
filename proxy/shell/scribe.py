"""A thread that writes what the pumps note: they never wait for a disk."""

from __future__ import annotations

import gc
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from proxy.session.noted import Note

    class Sink(Protocol):
        """What a scribe writes to. All methods may raise `OSError`."""

        def take(self, note: Note) -> None:
            """Take in one note."""

        def idle(self) -> float | None:
            """Use a moment without notes; return when to be called again, in seconds, if at all."""

        def close(self) -> None:
            """Write what is left."""


BACKLOG = 64 * 2**20  # bytes that may wait for a slow disk
GATHER = 0.05  # seconds; to wake for each line would slow the pumps, who share a lock with us
PORTION = 16  # notes between two pauses in which the pumps go first
PAUSE = 0.00001  # seconds
CLOSE_PATIENCE = 10.0  # seconds; the disk of a dead server must not keep us for ever


class Scribe:
    """Hands notes to a sink in a thread of its own, once it is started.

    `make_sink` is called in that thread. Where the sink fails, `say` is told why, once, and the
    notes are dropped from then on.
    """

    def __init__(self, make_sink: Callable[[], Sink], say: Callable[[str], None]) -> None:
        self._make_sink = make_sink
        self._say = say
        self._notes: deque[Note] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._asleep = False
        self._closing = Event()
        self._thread: Thread | None = None
        self._failed = False
        self._counting = Lock()
        self._waiting = 0  # bytes of offered notes that wait
        self._left_out = 0

    def put(self, note: Note) -> None:
        """Queue a note; does not block."""
        if self._failed:
            return
        self._notes.append(note)
        if self._asleep:
            self._asleep = False
            self._bell.put(None)

    def offer(self, note: Note, size: int) -> None:
        """Queue a note of `size` bytes, or leave it out where the disk is too slow for it."""
        with self._counting:
            if self._waiting + size > BACKLOG:
                self._left_out += 1
                return
            self._waiting += size
            left_out, self._left_out = self._left_out, 0
        if left_out:
            text = f"{left_out} blocks left out here: the disk is too slow"
            self.put(("remark", text, note[2], [], ()))
        self.put(note)

    def start(self) -> None:
        """Begin with the notes that are queued already."""
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Have everything written, unless the disk hangs."""
        if self._thread is not None:
            self._closing.set()
            self._bell.put(None)
            self._thread.join(CLOSE_PATIENCE)

    def _serve(self) -> None:
        self._closing.wait(GATHER)  # `uciok` goes before what has to be imported for the sink
        try:
            sink = self._make_sink()
            gc.freeze()  # as in the shell: the collector would walk through all that was imported
            self._write_all(sink)
        except OSError as error:
            self._fail(error.strerror or str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on without
            self._fail(f"{type(error).__name__}: {error}")

    def _write_all(self, sink: Sink) -> None:
        while True:
            closing = self._closing.is_set()
            self._take_all(sink)
            if closing:
                sink.close()
                return
            wait = sink.idle()
            self._asleep = True
            if self._notes:  # one came before we said that we sleep
                wait = 0.0
            with suppress(Empty):
                self._bell.get(timeout=wait)
            self._asleep = False
            self._closing.wait(GATHER)

    def _take_all(self, sink: Sink) -> None:
        notes = self._notes
        while notes:
            for _ in range(min(len(notes), PORTION)):
                note = notes.popleft()
                self._forget(note)
                sink.take(note)
            sleep(PAUSE)

    def _forget(self, note: Note) -> None:
        event, subject = note[0], note[1]
        if event in OFFERED and isinstance(subject, bytes):
            with self._counting:
                self._waiting -= len(subject)

    def _fail(self, why: str) -> None:
        self._failed = True
        self._notes.clear()
        self._say(why)


OFFERED = frozenset(("engine_passed", "stderr"))
