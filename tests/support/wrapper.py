"""A wrapper process, driven line by line."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PATIENCE = 20.0  # seconds: long beside what is awaited, so that only a hang reaches it
FAKE_ENGINE = (sys.executable, "-S", "-E", str(Path(__file__).parent / "fake_engine.py"))


def is_arbiter_there(log: Path) -> bool:
    """Whether the newest log of a folder, or the last run in a log, tells of the arbiter."""
    logs = [log] if log.is_file() else list(log.glob("*"))
    newest = max(logs, key=lambda path: path.stat().st_ctime, default=log)
    told = newest.read_text(errors="replace") if newest.is_file() else ""  # cut anywhere
    return "@ arbiter_loaded" in told.rpartition(" begun ")[2]


class Wrapper:
    """`uci-arbiter run` with an engine behind it, as a GUI sees it."""

    def __init__(self, engine: Sequence[str], options: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "proxy", "run", *options, "--", *engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.stdin, self.stdout, self.stderr = (
            self.process.stdin,
            self.process.stdout,
            self.process.stderr,
        )
        self._buffer = b""

    def send(self, *lines: str) -> None:
        """Send all lines in one write."""
        os.write(self.stdin.fileno(), "".join(f"{line}\n" for line in lines).encode())

    def read_until(self, start: str) -> list[str]:
        """Return the lines up to the first that begins with `start`, this one included."""
        lines: list[str] = []
        ends = time.monotonic() + PATIENCE
        while True:
            while b"\n" in self._buffer:
                line, self._buffer = self._buffer.split(b"\n", 1)
                lines.append(line.decode("latin-1"))
                if lines[-1].startswith(start):
                    return lines
            left = ends - time.monotonic()
            if left <= 0 or not select.select([self.stdout], [], [], left)[0]:
                raise AssertionError(f"waited in vain for {start!r} after {lines}")
            block = os.read(self.stdout.fileno(), 65536)
            if not block:
                raise AssertionError(f"output ended before {start!r}, after {lines}")
            self._buffer += block

    def handshake(self) -> list[str]:
        """`uci`, `isready`: return what came before `readyok`."""
        self.send("uci")
        lines = self.read_until("uciok")
        self.send("isready")
        return [*lines, *self.read_until("readyok")[:-1]]

    def go(self, position: str, go: str = "go movetime 10") -> list[str]:
        """Have the engine think about `position ...`; return its lines up to `bestmove`."""
        self.send(f"position {position}", go)
        return self.read_until("bestmove")

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Ask `isready` until something is so."""
        ends = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < ends
            self.send("isready")
            self.read_until("readyok")

    def wait_for_the_arbiter(self, log: Path) -> None:
        """Wait until the log, or the newest in a folder, tells of him."""
        self.wait_until(lambda: is_arbiter_there(log))

    def finish(self) -> tuple[bytes, bytes]:
        """Read all that is left until the wrapper ends by itself; return stdout and stderr."""
        self.process.stdin = None  # else `communicate` would end our input
        out, err = self.process.communicate(timeout=PATIENCE)
        return self._buffer + out, err

    def quit(self) -> int:
        """Send `quit`; return the exit code."""
        self.send("quit")
        self.finish()
        return self.process.returncode

    def children(self) -> list[int]:
        """All descendants that are alive, the watcher among them."""
        import psutil

        return [child.pid for child in psutil.Process(self.process.pid).children(recursive=True)]

    def close(self) -> None:
        """Kill it, whatever it does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()


def wait_until_gone(pids: Sequence[int]) -> list[int]:
    """Wait for processes to end; return those that did not within the patience.

    A dead one whose new parent has not looked at it yet (PID 1 of a container takes seconds) has
    ended.
    """
    ends = time.monotonic() + PATIENCE
    left = list(pids)
    while left and time.monotonic() < ends:
        time.sleep(0.005)
        left = [pid for pid in left if _is_alive(pid)]
    return left


def _is_alive(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
