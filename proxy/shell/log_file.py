"""The log on the disk: private, and begun anew when it has grown."""

from __future__ import annotations

import fcntl
import os
import stat
import time

from proxy.log_text import note_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.session.noted import Note

KEPT = 4
"""Older files that are kept: FILE.1 is the youngest."""

BATCH = 2**18  # bytes that are gathered before they are written
MAX_PIECES = 64  # in one writev; it takes 1024, but small ones are joined faster


class LogFile:
    """A sink for notes: `path` is a file, or a folder in which each wrapper has its own.

    Where another wrapper writes to that file, this one takes another beside it. `header` is called
    at the head of each file, with a word for what begins there. All methods may raise `OSError`.
    """

    def __init__(self, path: str, limit: int, header: Callable[[str], str]) -> None:
        self._path = own_path(path)
        self._limit = limit
        self._header = header
        self._offset = time.time() - time.monotonic()
        self._second = 0
        self._clock = ""
        self._texts: list[bytes] = []
        self._gathered = 0
        os.makedirs(os.path.dirname(self._path) or ".", exist_ok=True)
        self._open("begun")

    def take(self, note: Note) -> None:
        """Write down one event."""
        for text in note_texts(note, self._stamp(note[2])):
            self._texts.append(text)
            self._gathered += len(text)
        if self._gathered >= BATCH:
            self._write()

    def idle(self) -> None:
        """Write what has been gathered."""
        self._write()

    def close(self) -> None:
        """Write the rest."""
        self._write()
        os.close(self._fd)

    def _stamp(self, now: float) -> bytes:
        wall = now + self._offset
        second = int(wall)
        if second != self._second:
            self._second = second
            self._clock = time.strftime("%H:%M:%S", time.localtime(second))
        return f"{self._clock}.{int((wall - second) * 1000):03} ".encode()

    def _open(self, what: str) -> None:
        self._fd = _open_private(self._path)
        if not _is_free(self._fd):
            os.close(self._fd)
            root, extension = os.path.splitext(self._path)
            self._path = f"{root}-{os.getpid()}{extension}"
            self._fd = _open_private(self._path)
        status = os.fstat(self._fd)
        self._rotates = stat.S_ISREG(status.st_mode)
        self._size = status.st_size
        now = time.monotonic()
        header: Note = ("remark", self._header(what), now, [], ())
        # What wrote there before may have been killed in the midst of a line.
        start = [b"\n"] if self._size else []
        self._write_texts([*start, *note_texts(header, self._stamp(now))])

    def _write(self) -> None:
        if not self._texts:
            return
        texts, size = self._texts, self._gathered
        self._texts = []
        self._gathered = 0
        if self._rotates and self._size + size > self._limit:
            self._rotate()
        self._write_texts(texts)

    def _write_texts(self, texts: list[bytes]) -> None:
        if len(texts) > MAX_PIECES:
            texts = [b"".join(texts)]
        written = os.writev(self._fd, texts)
        size = sum(map(len, texts))
        self._size += size
        if written < size:
            rest = b"".join(texts)[written:]
            while rest:
                rest = rest[os.write(self._fd, rest) :]

    def _rotate(self) -> None:
        os.close(self._fd)
        for number in range(KEPT, 0, -1):
            older = f"{self._path}.{number - 1}" if number > 1 else self._path
            if os.path.exists(older):
                os.replace(older, f"{self._path}.{number}")
        self._open("continued")


def own_path(path: str) -> str:
    """Return the path of our log: `path` itself, or a new name where it is a folder."""
    if not (os.path.isdir(path) or path.endswith(os.sep)):
        return path
    return os.path.join(path, f"{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}.log")


def _open_private(path: str) -> int:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        os.fchmod(fd, 0o600)  # it may have been there, open to others
    return fd


def _is_free(fd: int) -> bool:
    """Lock a file for us; False: another wrapper has it, as when one launcher plays both sides."""
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        return True
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
