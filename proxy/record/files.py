"""Records in a folder: files that are whole at every moment, whoever dies, and never clash."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from proxy.beside import write_whole
from proxy.errors import UserError
from proxy.record.model import GameRecord
from proxy.record.pgn import pgn_text

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_record(folder: str, name: str, record: GameRecord) -> None:
    """Write `name.json` and `name.pgn`; both are on the disk when this returns.

    Raises `OSError`.
    """
    write_whole(os.path.join(folder, f"{name}.json"), _json_text(record))
    write_whole(os.path.join(folder, f"{name}.pgn"), pgn_text(record))


def write_snapshot(folder: str, name: str, record: GameRecord) -> None:
    """Write `name.json` of a game that goes on: whole, but not waiting for the disk.

    After a crash `uci-arbiter record merge` makes the PGN of it. Raises `OSError`.
    """
    write_whole(os.path.join(folder, f"{name}.json"), _json_text(record), durable=False)


def _json_text(record: GameRecord) -> str:
    # In parts: one call for the whole of a long game would hold up the pumps for milliseconds.
    return "".join([*json.JSONEncoder(ensure_ascii=False).iterencode(record.to_json()), "\n"])


def read_records(folder: str, damaged: list[str] | None = None) -> Iterator[tuple[str, GameRecord]]:
    """Yield the path and the record of each game in a folder, in the order of their names.

    Raises `UserError` that names the folder, or the file that is no record; with a list of what
    is `damaged`, that file is left out and what is wrong with it is added.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise UserError(f"cannot read the folder {folder!r}: {error.strerror}") from None
    for name in names:
        if name.endswith(".json") and not name.startswith("."):
            path = os.path.join(folder, name)
            try:
                record = _read_record(path)
            except UserError as error:
                if damaged is None:
                    raise
                damaged.append(str(error))
                continue
            yield path, record


def _read_record(path: str) -> GameRecord:
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise UserError(f"{path} is no record of uci-arbiter: it is no JSON") from None
    try:
        record = GameRecord.from_json(document)
    except ValueError as error:
        raise UserError(f"{path} is no record of uci-arbiter: {error}") from None
    record.files = [path]
    return record
