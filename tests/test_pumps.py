"""Reading: any chunking gives the same lines, whole, LF only; what is decided is never missed."""

from __future__ import annotations

import os
from threading import Thread
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from proxy.shell.pumps import BLOCK, SMALL, blocks, deciding_part

if TYPE_CHECKING:
    import pytest

LINES = st.lists(
    st.sampled_from([b"info depth 1", b"bestmove e2e4", b"", b"uciok", b"\xff\x00", b"x" * 3000]),
    max_size=20,
)


def read_back(pieces: list[bytes], *, blocking: bool = True) -> list[bytes]:
    """What `blocks` yields when the pieces arrive in as many writes."""
    reader, writer = os.pipe()
    os.set_blocking(reader, blocking)

    def write() -> None:
        for piece in pieces:
            os.write(writer, piece)
        os.close(writer)

    thread = Thread(target=write)
    thread.start()
    found = list(blocks(reader))
    thread.join()
    os.close(reader)
    return found


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places} | {len(data)})
    return [data[start:end] for start, end in zip([0, *ends], ends, strict=False) if end > start]


@given(
    LINES,
    st.lists(st.integers(0, 10_000), max_size=8),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_any_chunking_gives_the_same_lines(
    lines: list[bytes],
    places: list[int],
    newline: bytes,
    blocking: bool,
) -> None:
    """A stdin that somebody has made non-blocking is read like any other."""
    data = b"".join(line + newline for line in lines)
    found = read_back(cut(data, places), blocking=blocking)
    assert all(block.endswith(b"\n") for block in found)
    assert b"".join(found) == b"".join(line + b"\n" for line in lines)


@given(LINES)
def test_a_last_line_without_newline_is_a_line(lines: list[bytes]) -> None:
    found = read_back([b"\n".join([*lines, b"bestmove e2e4"])])
    assert b"".join(found) == b"\n".join([*lines, b"bestmove e2e4", b""])


def test_a_line_may_have_a_mebibyte() -> None:
    line = b"info string " + b"x" * (1 << 20)
    assert b"".join(read_back([line + b"\n"])) == line + b"\n"


@given(LINES)
def test_the_deciding_part_begins_at_the_first_deciding_line(lines: list[bytes]) -> None:
    block = b"".join(line + b"\n" for line in lines)
    start = deciding_part(block, (True, False, False))
    passed = block[:start].split(b"\n")[:-1]
    rest = block[start:].split(b"\n")[:-1]
    assert [*passed, *rest] == lines
    assert not any(line.startswith(b"bestmove") for line in passed)
    assert rest == [] or rest[0].startswith(b"bestmove")


def test_much_is_asked_for_only_where_there_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A buffer of 64 KiB for each line tore up the memory: 20 KB more with every game."""
    asked = []
    said = [b"info\n", b"x" * (SMALL - 1) + b"\n", b"y" * 10_000 + b"\n", b"info\n", b"info\n", b""]

    def read(_fd: int, size: int) -> bytes:
        asked.append(size)
        return said.pop(0)

    monkeypatch.setattr("os.read", read)
    assert len(list(blocks(0))) == 5
    assert asked == [SMALL, SMALL, BLOCK, BLOCK, SMALL, SMALL]
