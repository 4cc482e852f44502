"""The command line: finds the file of the command and runs it."""

from __future__ import annotations

import os
import sys

from proxy.config_file import PROGRAM, VARIABLE, is_launcher
from proxy.errors import UserError

TYPE_CHECKING = False  # typing costs 5 ms of start-up
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

USAGE_ERROR = 2


def main(argv: list[str] | None = None) -> int:
    """Run `uci-arbiter ARGV` and return its exit code: 2 for a mistake of the user's."""
    try:
        code = _guarded(lambda: _dispatch(argv))
    except SystemExit:  # as after --help
        if fault := _guarded(_flush):
            return fault
        raise
    return max(code, _guarded(_flush))


def _guarded(work: Callable[[], int]) -> int:
    """Do a work and return its exit code, also where the user, the disk or the reader ends it."""
    try:
        return work()
    except UserError as error:
        _complain(str(error))
        return USAGE_ERROR
    except BrokenPipeError:  # the reader of our output has gone, as in `... | head`
        _drop_output()
        return 0
    except OSError as error:  # what the commands leave to us: stdout is on a full disk
        where = "the output" if error.filename is None else error.filename
        _complain(f"cannot write {where}: {error.strerror or error}")
        _drop_output()
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130


def _open_missing_streams() -> None:
    """Stand in for what the caller has closed, or a file would be opened under its number.

    Raises `UserError` without stdout: there is nobody to answer.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 # it stays open to the end
    closed = sys.stdout is None
    if closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 # likewise
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 # likewise
    if closed:
        raise UserError("stdout is closed: give it a place to go, as in > FILE")


def _complain(message: str) -> None:
    """Say what is wrong, if stderr takes it; the exit code says it in any case."""
    try:
        sys.stderr.write(f"{PROGRAM}: {message}\n")
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _flush() -> int:
    """Hand on what stdout still holds: Python's own end would tell a fault by a traceback."""
    sys.stdout.flush()
    return 0


def _drop_output() -> None:
    """Let what stdout still holds go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _with_command(argv: list[str]) -> list[str]:
    """Return the arguments; a launcher of the user's own means `run` unless a command is named."""
    args = argv[1:]
    own = is_launcher(argv[0]) or bool(os.environ.get(VARIABLE))
    if own and args == [""]:  # XBoard's, behind a path in quotes
        args = []
    flags = not args or (args[0].startswith("--") and args[0] not in {"--help", "--version"})
    return ["run", *args] if own and flags else args


def commands() -> list[str]:
    """Return the names of all commands, read off the files of `proxy.commands`."""
    import pkgutil

    from proxy import commands as package

    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def _dispatch(argv: list[str] | None) -> int:
    _open_missing_streams()
    args = _with_command(sys.argv) if argv is None else argv
    name = args[0] if args else "--help"
    if name in {"-h", "--help", "help"}:
        sys.stdout.write(_help())
        return 0
    if name in {"-V", "--version"}:
        from proxy import __version__

        sys.stdout.write(f"{PROGRAM} {__version__}\n")
        return 0
    exit_code: int = _load(name).main(args[1:])
    return exit_code


def _load(name: str) -> ModuleType:
    from importlib import import_module

    module = name.replace("-", "_")
    if module.isidentifier():
        try:
            return import_module(f"proxy.commands.{module}")
        except ModuleNotFoundError as error:
            if error.name != f"proxy.commands.{module}":
                raise
    raise UserError(f"no command {name!r}: there are {', '.join(commands())}; see {PROGRAM} --help")


def _help() -> str:
    lines = [f"usage: {PROGRAM} COMMAND ...", "", "The missing arbiter for UCI chess engines.", ""]
    lines += [f"  {name:<10} {_load(name).SUMMARY}" for name in commands()]
    lines += ["", f"{PROGRAM} COMMAND --help says more; {PROGRAM} --version.", ""]
    return "\n".join(lines)
