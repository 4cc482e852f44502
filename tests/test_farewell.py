"""Whom a dead engine's pipes are waited for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import pytest

from proxy.shell.farewell import Farewell
from proxy.shell.outlet import Outlet
from proxy.shell.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from proxy.shell.engine import Engine


class Dead:
    """An engine that has exited, while a stranger holds both its pipes."""

    def __init__(self) -> None:
        self.stdout, self.to_stdout = os.pipe()
        self.stderr, self.to_stderr = os.pipe()
        self.busy = self.gone = False

    def reap(self) -> None:
        pass

    def close(self) -> None:
        for pipe in (self.stdout, self.to_stdout, self.stderr, self.to_stderr):
            os.close(pipe)


@pytest.fixture
def dead() -> Iterator[Dead]:
    engine = Dead()
    yield engine
    engine.close()


def after_two_looks(engine: Dead) -> bool:
    """Whether it has gone by then."""
    looks: list[Callable[[], None]] = []
    farewell = Farewell(
        cast("Engine", engine),
        lambda _, look: looks.append(look),
        lambda _: None,
        Reader(Outlet(engine.to_stdout), lambda: 0.0),
    )
    farewell.exited()
    assert not engine.gone
    for number in range(2):
        looks[number]()
    return engine.gone


def test_a_silent_stranger_is_waited_for_twice(dead: Dead) -> None:
    assert after_two_looks(dead)


def test_lines_that_are_not_passed_on_are_waited_for(dead: Dead) -> None:
    os.write(dead.to_stdout, b"bestmove e2e4\n")
    assert not after_two_looks(dead)


def test_a_stranger_who_never_stops_writing_to_stderr_is_not_waited_for(dead: Dead) -> None:
    """With a wait of ten seconds at `quit`, GUIs take the wrapper for hung."""
    os.write(dead.to_stderr, b"y\n" * 1000)
    assert after_two_looks(dead)
