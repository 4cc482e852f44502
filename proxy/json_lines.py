"""Batches: a JSON line in, a JSON line out, each answered before the next is read."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

Fields = dict[str, Any]


def answer_batch(
    path: str,
    answer: Callable[[Fields], Fields],
    own: Collection[str] = (),
    read: Callable[[Iterator[bytes]], Iterable[Fields | UserError]] | None = None,
) -> int:
    """Answer every line of a file ("-": stdin) on stdout. Returns 1 if one had a fault, else 0.

    `answer` gets the fields of a question; they are carried through beside its answer, but for its
    `own`. What it says by `UserError`, and a line that is no question, is answered by
    `{"error": one line}`. `read` makes questions of lines, by default of JSON. Each answer is
    flushed, for a program that waits for it. Raises `UserError` for a file that cannot be read.
    """
    code = 0
    lines = (line for line in _read(path) if line.strip())
    for asked in (read or read_json)(lines):
        carried: Fields = {}
        try:
            if isinstance(asked, UserError):
                raise asked
            carried = {key: value for key, value in asked.items() if key not in own}
            text = _json(carried | answer(asked))
        except UserError as error:
            code = 1
            text = _fault(carried, error)
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    return code


def _json(reply: Fields) -> str:
    """Return a reply as JSON. Raises `UserError` for what a line could hold but no answer can."""
    try:
        return json.dumps(reply)
    except RecursionError:  # how deep Python reads is not how deep it writes
        raise UserError("a field is too deeply nested") from None


def _fault(carried: Fields, error: UserError) -> str:
    """Return the answer to a fault: beside what can be carried, or alone."""
    fault: Fields = {"error": str(error)}
    try:
        return _json(carried | fault)
    except UserError:
        return _json(fault)


def read_json(lines: Iterable[bytes]) -> Iterator[Fields | UserError]:
    """Yield the object in each line, or what is wrong with it."""
    for line in lines:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:  # a ValueError also for what is no UTF-8
            yield UserError(f"not a JSON line: {error}")
            continue
        found = type(fields).__name__
        known = isinstance(fields, dict)
        yield fields if known else UserError(f"expected a JSON object, found {found}")


def _read(path: str) -> Iterator[bytes]:
    """Yield the lines. Raises `UserError`, but not for what their user does between them."""
    try:
        if path == "-":
            yield from sys.stdin.buffer
        else:
            with open(path, "rb") as file:
                yield from file
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
