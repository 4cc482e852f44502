"""Outlets: in order, whole, by one thread at a time, and never lost or stuck."""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

import pytest

from proxy.shell.outlet import Outlet

if TYPE_CHECKING:
    from collections.abc import Callable


def read_all(fd: int) -> bytes:
    data = b""
    while block := os.read(fd, 65536):
        data += block
    os.close(fd)
    return data


def test_foreign_and_native_threads_share_one_order() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    found: list[bytes] = []
    thread = Thread(target=lambda: found.append(read_all(reader)))
    thread.start()
    for number in range(2000):
        outlet.append(b"%d\n" % number)
        if number % 3:
            outlet.wake()
        else:
            outlet.drain()
    outlet.flush()
    os.close(writer)
    thread.join()
    assert found[0].split() == [b"%d" % number for number in range(2000)]


def test_a_nonblocking_outlet_writes_every_byte() -> None:
    """Whoever shares our stdout may set O_NONBLOCK on it: a full pipe is no lost reader."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    dead = Event()
    outlet = Outlet(writer, on_dead=dead.set)
    data = b"".join(b"info string %d\n" % number for number in range(50_000))
    found: list[bytes] = []
    thread = Thread(target=lambda: found.append(read_all(reader)))
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b"x")
    thread.start()
    for start in range(0, len(data), 100_000):
        outlet.send(data[start : start + 100_000])
    os.close(writer)
    thread.join()
    assert found[0].lstrip(b"x") == data
    assert not outlet.dead
    assert not dead.is_set()


def test_a_nonblocking_outlet_sees_its_reader_leave() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    dead = Event()
    outlet = Outlet(writer, on_dead=dead.set)
    thread = Thread(target=outlet.send, args=(b"x" * 1_000_000 + b"\n",))
    thread.start()
    os.read(reader, 1)
    os.close(reader)
    thread.join()
    assert dead.is_set()
    os.close(writer)


def test_two_threads_never_mix_their_lines() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    lines = {b"a" * 5000 + b"\n", b"b" * 7000 + b"\n"}
    found: list[bytes] = []
    thread = Thread(target=lambda: found.append(read_all(reader)))
    thread.start()

    def write(line: bytes) -> None:
        for _ in range(200):
            outlet.send(line)

    writers = [Thread(target=write, args=(line,)) for line in lines]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    outlet.flush()
    os.close(writer)
    thread.join()
    assert set(found[0].splitlines(keepends=True)) == lines
    assert len(found[0].splitlines()) == 400


def test_nothing_is_written_before_it_is_connected() -> None:
    outlet = Outlet()
    outlet.append(b"first\n")
    outlet.drain()
    outlet.send(b"second\n")
    reader, writer = os.pipe()
    outlet.connect(writer)
    assert os.read(reader, 100) == b"first\nsecond\n"
    os.close(reader)
    os.close(writer)


def test_a_reader_that_has_gone_is_told_once_and_never_blocks() -> None:
    reader, writer = os.pipe()
    told = Event()
    outlet = Outlet(writer, on_dead=told.set)
    os.close(reader)
    outlet.send(b"lost\n")
    assert outlet.dead
    assert told.is_set()
    outlet.send(b"x" * 1_000_000)
    outlet.flush()
    outlet.close()
    told.clear()
    outlet.append(b"after the end\n")
    outlet.flush()
    assert not told.is_set()


def test_waking_does_not_block_while_the_reader_is_slow() -> None:
    reader, writer = os.pipe()
    outlet = Outlet(writer)
    for _ in range(20):
        outlet.append(b"x" * 65536 + b"\n")
        outlet.wake()  # the pipe is full after the first: this thread must go on
    found: list[bytes] = []
    thread = Thread(target=lambda: found.append(read_all(reader)))
    thread.start()
    outlet.flush()
    os.close(writer)
    thread.join()
    assert len(found[0]) == 20 * 65537


@pytest.mark.parametrize("write", [Outlet.send, lambda one, data: (one.append(data), one.drain())])
def test_what_comes_while_it_is_closed_is_written_nowhere(
    write: Callable[[Outlet, bytes], None],
) -> None:
    """An engine's restart closes its outlet, and gives the number to the next one's pipe."""
    reader, writer = os.pipe()
    outlet = Outlet(writer)

    class LateLock:
        """Has another thread close the outlet just before the lock is ours."""

        closes = True

        def __init__(self) -> None:
            self.lock = Lock()
            self.release = self.lock.release

        def acquire(self, blocking: bool = True) -> bool:
            if self.closes:
                self.closes = False
                outlet.close()
                assert os.dup(new_writer) == writer
            return self.lock.acquire(blocking)

        def __enter__(self) -> None:
            self.acquire()

        def __exit__(self, *_: object) -> None:
            self.release()

    new_reader, new_writer = os.pipe()
    outlet._writing = LateLock()  # type: ignore[assignment]  # no wait could hit that moment
    write(outlet, b"isready\n")
    os.close(new_writer)
    os.close(writer)
    assert read_all(new_reader) == b""
    assert outlet.dead
    os.close(reader)
