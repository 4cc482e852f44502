"""The file of settings: where it lies, and what is in it.

A GUI that cannot pass arguments is given a launcher: a symlink or copy of `uci-arbiter` under
another name. `NAME` finds `NAME.toml` beside itself, in the working directory, or in the user's
folder for configuration. Light: TOML is only loaded where there is a file.
"""

from __future__ import annotations

import os

from proxy.errors import UserError
from proxy.kinds import Command, Path
from proxy.settings import FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from proxy.kinds import Kind, Value
    from proxy.settings import Settings

PROGRAM = "uci-arbiter"
VARIABLE = "UCI_ARBITER_CONFIG"
PLAIN_NAMES = frozenset((PROGRAM, "__main__.py", "-c", ""))  # "__main__.py": python -m proxy


def is_launcher(path: str) -> bool:
    """Tell whether we were started under a name of the user's own (`path` is `sys.argv[0]`)."""
    return os.path.basename(path) not in PLAIN_NAMES


def find_config_file(launcher: str, environment: Mapping[str, str]) -> str | None:
    """Return the path of the file that belongs to this start, if there is one.

    `launcher` is `sys.argv[0]`. Raises `UserError` where `UCI_ARBITER_CONFIG` names no file.
    """
    named = environment.get(VARIABLE)
    if named:
        if not os.path.isfile(named):
            raise UserError(f"{VARIABLE} names {named!r}: there is no such file")
        return named
    if not is_launcher(launcher):
        return None
    name = f"{os.path.basename(launcher)}.toml"
    for folder in (os.path.dirname(os.path.abspath(launcher)), os.getcwd()):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    from platformdirs import user_config_dir

    path = os.path.join(user_config_dir(PROGRAM), name)
    return path if os.path.isfile(path) else None


def load_config_file(path: str, settings: Settings) -> None:
    """Put the values of a file into the settings. Raises `UserError` for any fault in it."""
    from proxy.checked_toml import read_tables

    schema = {"": {setting.key: setting.kind for setting in settings.table.values()}}
    folder = os.path.dirname(os.path.abspath(path))
    for key, found in read_tables(path, schema)[""].items():
        settings.put(FILE, key, _from_file(folder, settings.table[key].kind, found), path)


def _from_file(folder: str, kind: Kind, found: Any) -> Value:
    """Return a checked value of a file: paths in it are relative to its own folder."""
    if kind is Path:
        path: Value = _beside(folder, found) if found else ""
        return path
    if kind is Command:
        program, *arguments = [found] if isinstance(found, str) else found or [""]
        if "/" in program or program.startswith("~"):  # else it is looked up in PATH
            program = _beside(folder, program)
        return (program, *arguments) if program else ()
    value: Value = tuple(found) if isinstance(found, list) else found
    return value


def _beside(folder: str, path: str) -> str:
    """Return a path in a file of `folder`; a slash at its end, which means a folder, is kept."""
    end = os.sep if path.endswith(os.sep) else ""
    return os.path.normpath(os.path.join(folder, os.path.expanduser(path))) + end
