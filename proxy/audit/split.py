"""Cutting a stream of PGN into chunks of whole games, and a chunk into games with their lines.

A run of lines that look like tags, `[Name "value"]`, begins a game wherever it stands. So a comment
or a variation that was never closed costs the game that it is in, not those that follow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADER = re.compile(rb'\n\[\w+[ \t]+"[^\n]*(?:\n\[\w+[ \t]+"[^\n]*)*')
TAG_NAME = re.compile(rb"\[(\w+)")
CHUNK = 8 << 20  # bytes: enough games for the vectors of `scan`, few enough for memory
LARGEST_GAME = 16 << 20  # bytes: more without a tag is cut, so that memory stays constant
TAIL = 1 << 16


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a PGN file: whole games, and the line (from 1) on which it begins.

    `file` is the file's place among those of the audit, `offset` the chunk's own in its file.
    """

    source: str
    line: int
    text: bytes
    file: int = 0
    offset: int = 0


@dataclass(frozen=True, slots=True)
class RawGame:
    """One game as it is written; `start` and `end` are its place in its chunk, in bytes."""

    line: int
    header: bytes
    movetext: bytes
    start: int
    end: int


def chunks(blocks: Iterable[bytes], first: Chunk, size: int = CHUNK) -> Iterator[Chunk]:
    """Cut a stream into chunks of about `size` bytes, between games.

    `first` says where the stream begins: its text is not looked at.
    """
    line, offset = first.line, first.offset
    parts: list[bytes] = []
    held = 0
    for part in _at_most(size, blocks):
        parts.append(part)
        held += len(part)
        if held < size:
            continue
        text = b"".join(parts)
        cut = _last_header(text)
        if cut == 0 and len(text) > LARGEST_GAME:
            cut = len(text)
        if cut:
            yield replace(first, line=line, offset=offset, text=text[:cut])
            line += text.count(b"\n", 0, cut)
            offset += cut
        parts, held = [text[cut:]], len(text) - cut
    text = b"".join(parts)
    if text.strip():
        yield replace(first, line=line, offset=offset, text=text)


def _at_most(size: int, blocks: Iterable[bytes]) -> Iterator[bytes]:
    for block in blocks:
        for begin in range(0, len(block), size):
            yield block[begin : begin + size]


def _last_header(text: bytes) -> int:
    """Return where the last header begins, 0 where there is none but the first."""
    tail = TAIL
    while True:
        start = max(0, len(text) - tail)
        window = text[start:] if start else b"\n" + text
        spans = _join_split_headers(window, [m.span() for m in HEADER.finditer(window)])
        # The first header of a window may have begun before it.
        if len(spans) > 1:
            return spans[-1][0] + (start + 1 if start else 0)
        if start == 0:
            return 0
        tail *= 4


def split_games(chunk: Chunk) -> list[RawGame]:
    """Return the games of a chunk in order; a text without tags is one game."""
    text = b"\n" + chunk.text.removeprefix(b"\xef\xbb\xbf")
    shift = len(chunk.text) - len(text) + 1  # from the newline before a game to its place
    spans = [match.span() for match in HEADER.finditer(text)]
    if text[: spans[0][0] if spans else None].strip():
        spans.insert(0, (0, 0))
    spans = _join_split_headers(text, spans)
    games = []
    line, counted = chunk.line, 1
    for number, (start, end) in enumerate(spans):
        stop = spans[number + 1][0] if number + 1 < len(spans) else len(text)
        first = start + 1 if end else start + _leading_blanks(text)
        line += text.count(b"\n", counted, first)
        counted = max(counted, first)
        last = number + 1 == len(spans)
        place = (max(0, start + shift), len(chunk.text) if last else stop + shift)
        games.append(RawGame(line, text[start:end], text[end:stop], *place))
    return games


def _leading_blanks(text: bytes) -> int:
    return len(text) - len(text.lstrip())


def _join_split_headers(text: bytes, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join headers that only blank lines divide, unless a tag comes again: then a game is empty."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and joined[-1][1] and not text[joined[-1][1] : start].strip():
            before = set(TAG_NAME.findall(text, *joined[-1]))
            first = TAG_NAME.match(text, start + 1)
            if first and first[1] not in before and first[1] != b"Event":
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((start, end))
    return joined
