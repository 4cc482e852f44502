"""What has been learned about engines, in the cache folder: one small file for each CECP engine.

UCI engines leave no trace: nothing is read or written for them.
"""

from __future__ import annotations

import os
from contextlib import suppress

APP = "uci-arbiter"
CECP = "cecp\n"


class KnownEngine:
    """The memory of one engine, known by its command line and the files that it names.

    A file that has changed since makes it another engine. Nothing here raises: without a cache
    folder every engine is new.
    """

    def __init__(self, command: list[str]) -> None:
        self._command = command

    def recall(self) -> bool:
        """Return whether it has proven to speak CECP."""
        try:
            with open(self._path(), encoding="ascii") as file:
                return file.read() == CECP
        except (OSError, ValueError):
            return False

    def store(self) -> None:
        """Keep that it does; a reader sees the whole file or none."""
        with suppress(OSError):
            path = self._path()
            os.makedirs(os.path.dirname(path), exist_ok=True)
            temporary = f"{path}.{os.getpid()}"
            with open(temporary, "w", encoding="ascii") as file:
                file.write(CECP)
            os.replace(temporary, path)

    def _path(self) -> str:
        import hashlib

        from platformdirs import user_cache_dir

        parts = []
        for word in self._command:
            parts.append(word)
            with suppress(OSError, ValueError):
                found = os.stat(word)
                parts += [str(found.st_mtime_ns), str(found.st_size)]
        name = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
        return os.path.join(user_cache_dir(APP), "engines", name[:32])
