"""Files that appear when they are whole, and that an interrupted audit can go on writing."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn a refusal of the disk into a `UserError` about a path."""
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


class OutputFile:
    """A file written as `PATH.part` and renamed when it is done; `size` is what has been written.

    `part` is another name in place of `PATH.part`. All raise `UserError` where the disk refuses,
    which it may do as late as at the end, when the last bytes leave the buffer.
    """

    def __init__(self, path: str, resume_at: int = 0, *, part: str | None = None) -> None:
        self.path = path
        self.part = part or f"{path}.part"
        with writing(self.part):
            self._file = open(self.part, "r+b" if resume_at else "wb")  # noqa: SIM115 # see `close`
            self._file.truncate(resume_at)
            self._file.seek(resume_at)
        self.size = resume_at

    def write(self, data: bytes) -> None:
        """Write."""
        with writing(self.part):
            self.size += self._file.write(data)

    def flush(self) -> None:
        """Make sure that what has been written is in the file."""
        with writing(self.part):
            self._file.flush()

    def close(self) -> None:
        """Close the file and leave it as a part."""
        with writing(self.part):
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
        with writing(self.part), suppress(FileNotFoundError):
            os.remove(self.part)
