"""New files beside those that they will replace."""

from __future__ import annotations

import errno
import os

FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
IRREGULAR = "it is no regular file, and would be replaced"


def name_beside(path: str, number: int) -> str:
    """Return the name of the `number`-th file beside one: hidden from those who list games."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{number}.tmp")


def create_beside(path: str, mode: int = 0o666) -> tuple[int, int]:
    """Create a file that was not there before; return its number and its descriptor.

    Raises `OSError`, also where `path` is a device, a pipe or a socket, which a rename would
    replace by a file.
    """
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OSError(errno.EINVAL, IRREGULAR, path)
    number = os.getpid()
    while True:
        try:
            return number, os.open(name_beside(path, number), FLAGS, mode)
        except FileExistsError:  # another's, or left by one that was killed
            number += 1


def write_whole(path: str, text: str, *, durable: bool = True, mode: int = 0o666) -> None:
    """Replace a file in one step: a reader sees the old text or the new, never a part.

    Raises `OSError`, and leaves the old file as it was.
    """
    number, fd = create_beside(path, mode)
    beside = name_beside(path, number)
    try:
        with os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            if durable:
                os.fsync(fd)
        os.replace(beside, path)
    except OSError:
        os.unlink(beside)
        raise
