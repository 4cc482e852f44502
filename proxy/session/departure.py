"""How an engine went, in words for the user."""

from __future__ import annotations

import os
import signal

SIGNAL_BASE = 128  # a shell's exit code for "killed by signal n" is 128 + n


class Departure:
    """The end of an engine process.

    `status` is the wait status of `os.waitpid`; `stderr` are its last lines there.
    """

    __slots__ = ("_code", "_program", "_stderr", "status")

    def __init__(self, program: str, status: int, stderr: bytes = b"") -> None:
        self.status = status
        self._program = program
        self._code = os.waitstatus_to_exitcode(status)
        self._stderr = stderr

    @property
    def exit_code(self) -> int:
        """The code that the wrapper exits with in turn, as a shell would."""
        return self._code if self._code >= 0 else SIGNAL_BASE - self._code

    @property
    def own_code(self) -> int:
        """The code that it chose itself; 0 where a signal ended it."""
        return max(self._code, 0)

    @property
    def summary(self) -> str:
        """One line: which engine, and how it ended."""
        if self._code >= 0:
            how = f"exited with code {self._code}"
        else:
            try:
                how = f"was killed by {signal.Signals(-self._code).name}"
            except ValueError:
                how = f"was killed by signal {-self._code}"
        return f"engine {os.path.basename(self._program)} {how}"

    @property
    def last_words(self) -> str:
        """The last lines of the engine's stderr as an indented block, or nothing."""
        lines = printable(self._stderr).splitlines()[-LAST_LINES:]
        return (
            "".join(f"\n  {line}" for line in ["its last lines on stderr:", *lines])
            if lines
            else ""
        )


LAST_LINES = 10


def printable(text: bytes) -> str:
    """Decode what an engine wrote so that no control sequence of it reaches a terminal."""
    return "".join(
        char if char.isprintable() or char == "\n" else "?"
        for char in text.decode("utf-8", "replace")
    )
