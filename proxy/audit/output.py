"""Files that appear when they are whole, and that an interrupted audit can go on writing."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from proxy.beside import create_beside, name_beside
from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn a refusal of the disk into a `UserError` about a path."""
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


class OutputFile:
    """A file written as a `part` beside it and renamed when it is done.

    `position` is what has been written and the number of the part, which another audit goes on
    from; without one the part is a new file. All raise `UserError` where the disk refuses, which
    it may do as late as at the end, when the last bytes leave the buffer.
    """

    def __init__(self, path: str, position: Sequence[int] = ()) -> None:
        self.path = path
        self._size, self._number = position or (0, 0)
        with writing(path):
            if position:
                self._file = open(self.part, "r+b")  # noqa: SIM115 # see `close`
            else:
                self._number, fd = create_beside(path)
                self._file = os.fdopen(fd, "r+b")
            self._file.truncate(self._size)
            self._file.seek(self._size)

    @property
    def part(self) -> str:
        """Its name until it is done."""
        return name_beside(self.path, self._number)

    @property
    def position(self) -> list[int]:
        """How far it has come."""
        return [self._size, self._number]

    def write(self, data: bytes) -> None:
        """Write."""
        with writing(self.path):
            self._size += self._file.write(data)

    def flush(self) -> None:
        """Make sure that what has been written is in the file."""
        with writing(self.path):
            self._file.flush()

    def close(self) -> None:
        """Close the file and leave it as a part."""
        with writing(self.path):
            self._file.close()

    def finish(self) -> None:
        """Close the file and give it its name."""
        self.close()
        with writing(self.path):
            os.replace(self.part, self.path)

    def discard(self) -> None:
        """Close the file and remove it, if it has not been finished."""
        with suppress(OSError):  # what does not fit on the disk is not wanted any more
            self._file.close()
        with writing(self.path), suppress(FileNotFoundError):
            os.remove(self.part)
