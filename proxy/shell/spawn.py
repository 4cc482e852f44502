"""Starting a program: found, detached from our terminal, with clean signals."""

from __future__ import annotations

import os
import signal

from proxy.errors import UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES = ("/usr/games", "/usr/local/games")  # Debian's engines; many a GUI has no such PATH


def find_program(name: str) -> str:
    """Return the path of an executable, looked up in PATH and the folders for games.

    Raises `UserError` where there is none.
    """
    if os.path.dirname(name):
        if os.path.isfile(name) and os.access(name, os.X_OK):
            return name
        if os.path.isdir(name):
            raise UserError(f"engine {name!r} is a folder: name the program in it")
        why = "is not executable: chmod +x it" if os.path.isfile(name) else "does not exist"
        raise UserError(f"engine {name!r} {why}")
    for folder in (*os.get_exec_path(), *GAMES):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    how = "give its full path"
    if " " in name:
        how = "its arguments are words of their own, in a .toml file engine = ['NAME', 'ARGUMENT']"
    raise UserError(f"engine {name!r} is neither in PATH nor in {GAMES[0]}: {how}")


def spawn(
    command: list[str],
    standard: tuple[int, int, int],
    environment: Mapping[bytes, bytes],
) -> int:
    """Start `command` in a session of its own; return its pid, which is its process group too.

    `standard` are the descriptors for its stdin, stdout and stderr. Ctrl-C in the terminal of the
    GUI does not reach it. SIGPIPE and SIGXFSZ, which Python ignores, are given back to it.
    Raises `UserError` where the system cannot run the file.
    """
    actions = [(os.POSIX_SPAWN_DUP2, fd, target) for target, fd in enumerate(standard)]
    defaults = [signal.SIGPIPE, signal.SIGXFSZ]
    try:
        try:
            return os.posix_spawn(
                command[0],
                command,
                environment,
                file_actions=actions,
                setsid=True,
                setsigdef=defaults,
            )
        except NotImplementedError:  # a C library without POSIX_SPAWN_SETSID
            return os.posix_spawn(
                command[0],
                command,
                environment,
                file_actions=actions,
                setpgroup=0,
                setsigdef=defaults,
            )
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"engine {command[0]!r} cannot be started: {reason}") from None
