"""The state file of `--resume`: how far an audit has come, so that it can go on from there."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import Any

from proxy.beside import write_whole
from proxy.errors import UserError

VERSION = 2


@dataclass(slots=True)
class Place:
    """How far: the file by its place among the arguments, bytes (uncompressed) and next line."""

    file: int = 0
    offset: int = 0
    line: int = 1


@dataclass(slots=True)
class State:
    """A stopped audit: its arguments, its place, its sums, and how far its outputs have come."""

    arguments: list[Any]
    place: Place = field(default_factory=Place)
    totals: dict[str, Any] = field(default_factory=dict)
    positions: dict[str, list[int]] = field(default_factory=dict)


def load_state(path: str, arguments: list[Any]) -> State:
    """Return the state in a file, or a new one where there is none.

    Raises `UserError` for a file that is no state or that belongs to other arguments.
    """
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        version = document.pop("version")
        state = State(**(document | {"place": Place(**document["place"])}))
    except FileNotFoundError:
        return State(arguments)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError(f"{path} is not a state that --resume has written") from None
    if version != VERSION or state.arguments != json.loads(json.dumps(arguments)):
        raise UserError(
            f"{path} belongs to an audit of other files or options: remove it to begin anew"
        )
    return state


def save_state(path: str, state: State) -> None:
    """Write the state; a crash leaves the last whole one. Raises `UserError`."""
    try:
        write_whole(path, json.dumps({"version": VERSION, **asdict(state)}), durable=False)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def fingerprint(paths: list[str]) -> list[Any]:
    """Return what tells whether files are still the same: path, size and time of change."""
    return [[path, *((s.st_size, s.st_mtime_ns) if (s := _stat(path)) else ())] for path in paths]


def _stat(path: str) -> os.stat_result | None:
    return os.stat(path) if os.path.exists(path) else None
