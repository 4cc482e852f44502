"""Files that appear when they are whole, and that an interrupted audit can go on writing."""

from __future__ import annotations

import os

from proxy.errors import UserError


class OutputFile:
    """A file written as `PATH.part` and renamed when it is done; `size` is what has been written.

    Raises `UserError` for a path that cannot be written.
    """

    def __init__(self, path: str, resume_at: int = 0) -> None:
        self.path = path
        self.part = f"{path}.part"
        try:
            self._file = open(self.part, "r+b" if resume_at else "wb")  # noqa: SIM115 # see `close`
            self._file.truncate(resume_at)
            self._file.seek(resume_at)
        except OSError as error:
            raise UserError(f"cannot write {self.part}: {error.strerror}") from None
        self.size = resume_at

    def write(self, data: bytes) -> None:
        """Write. Raises `UserError` where the disk refuses."""
        try:
            self.size += self._file.write(data)
        except OSError as error:
            raise UserError(f"cannot write {self.part}: {error.strerror}") from None

    def flush(self) -> None:
        """Make sure that what has been written is in the file."""
        self._file.flush()

    def close(self) -> None:
        """Close the file and leave it as a part."""
        self._file.close()

    def finish(self) -> None:
        """Close the file and give it its name."""
        self._file.close()
        os.replace(self.part, self.path)

    def discard(self) -> None:
        """Close the file and remove it, if it has not been finished."""
        self._file.close()
        if os.path.exists(self.part):
            os.remove(self.part)
