"""Wrappers of one match find each other, to see whether they act by the same rules.

Each leaves a small file in the user's cache folder, named after the program that started both
and after itself. It holds one line: what both sides must have in common.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.gui.parent import Parent


class Match:
    """The wrappers that one program has started. Trouble with the files never troubles a game.

    `heard` is told the others' terms whenever they have been read.
    """

    def __init__(self, parent: Parent, folder: str | None = None) -> None:
        self.heard: Callable[[list[str]], None] = lambda _: None
        self._folder = folder or _folder()
        self._prefix = f"{parent.pid}-{int(parent.started)}-"
        self._own = f"{self._prefix}{os.getpid()}"

    def join(self, terms: str) -> None:
        """Leave our terms, in place of older ones; clear away what ended wrappers left."""
        with suppress(OSError):
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            for name in os.listdir(self._folder):
                pid = name.rpartition("-")[2]
                if pid.isdigit() and not psutil.pid_exists(int(pid)):
                    os.unlink(os.path.join(self._folder, name))
            path = os.path.join(self._folder, self._own)
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                file.write(terms)
            os.replace(f"{path}.new", path)

    def others(self) -> list[str]:
        """Return the terms of the other wrappers of this match that run now."""
        found = []
        with suppress(OSError):
            for name in sorted(os.listdir(self._folder)):
                pid = name.removeprefix(self._prefix)
                if name == self._own or not name.startswith(self._prefix):
                    continue
                if pid.isdigit() and psutil.pid_exists(int(pid)):
                    with open(os.path.join(self._folder, name), encoding="utf-8") as file:
                        found.append(file.read())
        self.heard(found)
        return found

    def agree(self, terms: str) -> bool:
        """Tell whether another wrapper is known to run and all have the same terms."""
        others = self.others()
        return bool(others) and all(other == terms for other in others)


def _folder() -> str:
    """Return the folder for these files, in the user's cache: they mean nothing once we end."""
    from platformdirs import user_cache_dir

    return os.path.join(user_cache_dir("uci-arbiter"), "match")
