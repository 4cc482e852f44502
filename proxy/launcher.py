"""Launchers: a file of settings and, beside it, a link to `uci-arbiter` under the same name."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from datetime import datetime

from proxy.beside import write_whole
from proxy.config_file import PROGRAM
from proxy.errors import UserError
from proxy.resources import shipped_dir

ENGINE_LINE = 'engine = "stockfish"\n'


def gui_names() -> list[str]:
    """Return the GUIs that there is a ready file for."""
    return sorted(name[:-5] for name in os.listdir(shipped_dir("guis")) if name.endswith(".toml"))


def fill_in(gui: str, command: list[str], launcher: str) -> str:
    """Return the ready file of a GUI for an engine and the launcher's path.

    Raises `UserError` for a GUI that there is no file for.
    """
    if gui not in gui_names():
        raise UserError(f"no ready file for {gui!r}: there are {', '.join(gui_names())}")
    with open(os.path.join(shipped_dir("guis"), f"{gui}.toml"), encoding="utf-8") as file:
        text = file.read()
    folder, name = os.path.split(launcher)
    values = {"LAUNCHER": launcher, "NAME": name, "FOLDER": folder}
    place = rf"""("|\\'|'*)({"|".join(values)})\1"""
    text = re.sub(place, lambda found: _quoted(values[found[2]], found[1]), text)
    return text.replace(ENGINE_LINE, f"engine = {json.dumps(command, ensure_ascii=False)}\n")


def _quoted(value: str, quotes: str) -> str:
    r"""Write a value as it stands in a ready file between quotes that say who will read it.

    `'` a shell, `"` YAML; `''` XBoard and `\'` c-chess-cli, who split what it hands on.
    """
    match quotes:
        case '"':
            return json.dumps(value, ensure_ascii=False)
        case "''" if shlex.quote(value) != value:
            value = f'"{value}"'
        case "\\'":
            value = value.replace(" ", "\\ ")
    return shlex.quote(value) if quotes else value


def steps(text: str) -> str:
    """Return what the head of a ready file tells the user to do, without the comment signs."""
    head = text.partition("\n\n")[0]
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in head.splitlines())


def write_launcher(launcher: str, text: str) -> None:
    """Write `launcher`.toml and the launcher itself; both, or nothing. Raises `UserError`."""
    program = find_own_program()
    config = f"{launcher}.toml"
    if not f"{launcher}{text}".replace("\n", "").isprintable() or "\n" in launcher:
        raise UserError(f"{launcher!r} and the engine's command must be printable text")
    for path in (config, launcher):
        if os.path.lexists(path):
            raise UserError(f"{path} is there already: choose another --name, or remove it")
    try:
        write_whole(config, text)
        try:
            os.symlink(program, launcher)
        except OSError:
            os.unlink(config)
            raise
    except OSError as error:
        raise UserError(f"cannot write {launcher}: {error.strerror}") from None


def remove_launcher(launcher: str) -> None:
    """Take back what `write_launcher` has written."""
    for path in (launcher, f"{launcher}.toml"):
        os.unlink(path)


def find_own_program() -> str:
    """Return the path of `uci-arbiter` itself. Raises `UserError` where it is not installed."""
    beside = os.path.join(os.path.dirname(sys.executable), PROGRAM)
    for path in map(os.path.abspath, (sys.argv[0], beside, shutil.which(PROGRAM) or "")):
        if os.path.basename(path) == PROGRAM and os.access(path, os.X_OK):
            return path
    raise UserError(f"{PROGRAM} is not installed as a program, so that nothing can be linked to it")


class EnginesJson:
    """The list of engines of Cute Chess. Raises `UserError` where the file is no such list."""

    def __init__(self, path: str) -> None:
        self.path = path = os.path.abspath(path)
        self._old: str | None = None
        self._engines: list[object] = []
        self._name = self._new = ""
        if os.path.exists(path) and not os.path.isfile(path):
            raise UserError(f"{path} is no regular file")
        try:
            with open(path, encoding="utf-8") as file:
                self._old = file.read()
            engines = json.loads(self._old)
        except FileNotFoundError:
            return
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise UserError(f"{path} is not JSON: {error}") from None
        if not isinstance(engines, list):
            raise UserError(f"{path} holds no list of engines: is it Cute Chess's own?")
        self._engines = engines

    def prepare(self, launcher: str) -> None:
        """Make the new list, with the launcher as an engine; nothing is written yet.

        Raises `UserError` where there is an engine of that name, or the list cannot be written.
        """
        folder, name = os.path.split(launcher)
        for engine in self._engines:
            if isinstance(engine, dict) and engine.get("name") == name:
                raise UserError(
                    f"{self.path} has an engine {name!r} already: choose another --name"
                )
        entry = {
            "command": launcher,
            "name": name,
            "protocol": "uci",
            "stderrFile": "",
            "workingDirectory": folder,
        }
        try:
            text = json.dumps([*self._engines, entry], indent=4, ensure_ascii=False) + "\n"
            text.encode()
        except (ValueError, RecursionError) as error:  # half a character; nested without end
            raise UserError(f"{self.path} cannot be written anew: {error}") from None
        self._name, self._new = name, text

    def write(self) -> str:
        """Write the new list; return what was done. The old file is kept as a copy.

        Raises `UserError`, and leaves the file as it was.
        """
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            kept = "a new list"
            if self._old is not None:
                copy = f"{self.path}.{datetime.now().astimezone():%Y%m%dT%H%M%S}.bak"
                write_whole(copy, self._old)
                kept = f"as it was before: {copy}"
            write_whole(self.path, self._new)
        except OSError as error:
            raise UserError(f"cannot write {self.path}: {error.strerror}") from None
        return f"added {self._name!r} to Cute Chess's engines in {self.path} ({kept})"


def default_engines_json() -> str:
    """Return where Cute Chess keeps its engines, as QSettings places it."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(base, "cutechess", "engines.json")
