"""The program that started us."""

from __future__ import annotations

import os
from dataclasses import dataclass

import psutil

# Between the GUI and us there may be any of these.
GO_BETWEENS = frozenset(
    ["sh", "bash", "dash", "zsh", "env", "nice", "ionice", "chrt", "taskset", "timeout", "setsid"]
)
PYTHON = "python"
MAX_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Parent:
    """A process: its program's name without folder and `.exe`, and its command line."""

    program: str
    command: tuple[str, ...]
    pid: int
    started: float
    """Seconds since the epoch: with the pid, what names a process for good."""


def find_parent() -> tuple[Parent | None, str]:
    """Return the program that started us, past shells and launchers; or why it is not known."""
    try:
        for process in psutil.Process().parents()[:MAX_DEPTH]:
            parent = _look(process)
            if parent.program not in GO_BETWEENS and not _is_ours(parent):
                return parent, ""
    except psutil.Error as error:
        return None, f"the process table does not tell: {error}"
    except OSError as error:
        return None, f"the process table does not tell: {error.strerror}"
    return None, "no program above us but shells"


def _look(process: psutil.Process) -> Parent:
    command = tuple(process.cmdline())
    name = os.path.basename(command[0]) if command else process.name()
    return Parent(name.lower().removesuffix(".exe"), command, process.pid, process.create_time())


def _is_ours(parent: Parent) -> bool:
    """Tell whether it is a launcher of our own: a link to `uci-arbiter`, or Python."""
    names = [os.path.basename(os.path.realpath(word)) for word in parent.command[:2]]
    return "uci-arbiter" in names or (
        parent.program.startswith(PYTHON) and parent.command[1:3] == ("-m", "proxy")
    )
