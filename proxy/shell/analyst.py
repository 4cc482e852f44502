"""The analyst: a process that thinks about dead positions while the engine thinks about moves.

Started with the first question and not before; nice to the engine; never waited for.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Thread

from proxy.errors import UserError
from proxy.shell.pumps import blocks
from proxy.shell.spawn import spawn
from proxy.shell.watcher import COOKIE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.shell.watcher import Watcher

# -P: a folder named `proxy` where the GUI happens to stand is not ours.
COMMAND = [sys.executable, "-P", "-m", "proxy.winnable.worker"]
OPEN_QUESTIONS = 8  # a full pipe would block us: more are not asked while so many wait


class Analyst:
    """Asks questions, one line each; `answered` is called with each answer in a thread of its own.

    `ask` is for the main thread alone.
    """

    def __init__(self, watcher: Watcher, answered: Callable[[bytes], None]) -> None:
        self._watcher = watcher
        self._answered = answered
        self._stdin = -1
        self._sent = 0  # by the main thread alone
        self._received = 0  # by the reader's alone
        self._failed = False

    def ask(self, question: bytes) -> None:
        """Ask, or let it be where he is busy or cannot be had: the game goes on without."""
        if self._failed or self._sent - self._received >= OPEN_QUESTIONS:
            return
        try:
            if self._stdin < 0:
                self._start()
            self._sent += 1
            os.write(self._stdin, question + b"\n")
        except (OSError, UserError):
            self._failed = True

    def _start(self) -> None:
        stdin, self._stdin = os.pipe()
        answers, stdout = os.pipe()
        null = os.open(os.devnull, os.O_WRONLY)
        spawn(COMMAND, (stdin, stdout, null), {**os.environb, COOKIE: self._watcher.cookie})
        for fd in (stdin, stdout, null):
            os.close(fd)
        Thread(target=self._read, args=(answers,), daemon=True).start()

    def _read(self, answers: int) -> None:
        for block in blocks(answers):
            for line in block.split(b"\n")[:-1]:
                self._received += 1
                self._answered(line)
        self._failed = True
        with suppress(OSError):
            os.close(answers)
