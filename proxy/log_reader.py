"""Reading a log back: the runs in it, each as its events and what the session did about them."""

from __future__ import annotations

import json
import os
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from proxy.errors import UserError
from proxy.log_text import (
    COMMAND,
    ENGINE_PASSED,
    EVENT,
    FLOOD,
    FORMAT,
    FROM_ENGINE,
    FROM_GUI,
    GUI_PASSED,
    PARENT,
    REMARK,
    STDERR,
    TO_ENGINE,
    TO_GUI,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TIME = len("12:00:00.000 ")
HEADER = b"uci-arbiter "
NEXT_RUN = REMARK + HEADER
MAX_DIGITS = 10  # of the size of a flood
SETTING = b"  "  # a setting stands indented below the header

EVENTS = {FROM_GUI: "gui_line", FROM_ENGINE: "engine_line", ENGINE_PASSED: "engine_passed"}
OUTPUTS = (TO_GUI, TO_ENGINE, COMMAND)
UNUSED = (GUI_PASSED, STDERR)  # what the session never sees, and what does not change it


@dataclass(slots=True)
class Entry:
    """One event: `name` is the session's method, `subject` its argument, `line` where it stands.

    `time` is as the log writes it; `outputs` are what the session wanted done, likewise.
    """

    line: int
    time: str
    name: str
    subject: bytes
    outputs: list[bytes] = field(default_factory=list)


@dataclass(slots=True)
class Run:
    """What one start of the wrapper has logged.

    `whole`: from its very beginning. `tells_settling`: it has a line for each time that the session
    settled. `parent` are the fields of the program that started it.
    """

    title: str
    whole: bool
    tells_settling: bool = False
    settings: list[bytes] = field(default_factory=list)
    parent: dict[str, Any] | None = None
    entries: list[Entry] = field(default_factory=list)

    def values(self) -> dict[str, Any]:
        """Return the settings by their keys. Raises `UserError` where they are damaged."""
        try:
            return tomllib.loads(b"\n".join(self.settings).decode())
        except ValueError as error:
            raise UserError(
                f"the settings of the run {self.title!r} are damaged: {error}"
            ) from None


def read_log(path: str) -> list[Run]:
    """Return the runs in a log and the older files of it, oldest first.

    Raises `UserError` for what is no log.
    """
    try:
        texts = [*(_read(one) for one in _older(path)), _read(path)]
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    runs: list[Run] = []
    # Line numbers are those of the file that was named; older files count below them.
    below = sum(text.count(b"\n") for text in texts[:-1])
    for text in texts:
        for number, line in _lines(text):
            _take(runs, path, number - below, line)
        below -= text.count(b"\n")
    if not runs:
        raise UserError(f"{path} is no log of uci-arbiter: it has no header")
    return runs


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines with their numbers; a flood as one of what passed, of many lines.

    What is cut off, by a full disk or when killed, is left out: a last line, or a flood, of the
    file or before the header of the next run.
    """
    at, number = 0, 1
    while (end := text.find(b"\n", at)) >= 0:
        line, at = text[at:end], end + 1
        size = line[TIME + len(FLOOD) :]
        if not (line.startswith(FLOOD, TIME) and size.isdigit() and len(size) < MAX_DIGITS):
            if not text.startswith(NEXT_RUN, at + TIME):  # else it is empty, or cut off
                yield number, line
            number += 1
            continue
        end = at + int(size)
        header = text.find(NEXT_RUN, at, end)
        if header < 0 and end <= len(text):
            yield number, line[:TIME] + ENGINE_PASSED + text[at : end - 1]
        elif header >= 0:
            end = text.rfind(b"\n", at, header) + 1
        number += 1 + text.count(b"\n", at, end)
        at = end


def _older(path: str) -> Iterator[str]:
    number = 1
    while os.path.exists(f"{path}.{number}"):
        number += 1
    for one in range(number - 1, 0, -1):
        yield f"{path}.{one}"


def _take(runs: list[Run], path: str, number: int, line: bytes) -> None:
    time, text = line[:TIME].decode("ascii", "replace").strip(), line[TIME:]
    if text.startswith(REMARK):
        _take_remark(runs, text[len(REMARK) :])
    elif not runs:
        raise UserError(f"{path} line {number}: expected the header of a log of uci-arbiter")
    elif text.startswith(OUTPUTS):
        if runs[-1].entries:
            runs[-1].entries[-1].outputs.append(text)
    elif text.startswith(EVENT):
        name, _, subject = text[len(EVENT) :].partition(b" ")
        runs[-1].entries.append(Entry(number, time, name.decode("ascii", "replace"), subject))
    elif not text.startswith(UNUSED):
        mark = _mark(text, EVENTS)
        if mark is None:
            raise UserError(f"{path} line {number}: {line!r} is no line of a log")
        runs[-1].entries.append(Entry(number, time, EVENTS[mark], text[len(mark) :]))


def _take_remark(runs: list[Run], text: bytes) -> None:
    if text.startswith(HEADER):
        whole = b" begun " in text
        if whole or not runs:
            runs.append(Run(text.decode("utf-8", "replace"), whole, text.endswith(FORMAT.encode())))
    elif text.startswith(SETTING) and runs and not runs[-1].entries:
        runs[-1].settings.append(text.strip())
    elif text.startswith(PARENT.encode()) and runs:
        with suppress(ValueError):  # else it is some other remark
            runs[-1].parent = json.loads(text[len(PARENT) :])


def _mark(text: bytes, marks: Iterable[bytes]) -> bytes | None:
    return next((mark for mark in marks if text.startswith(mark)), None)
