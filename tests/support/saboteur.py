"""Faults of ours where a test wants them: one call of one function raises."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType, FrameType

Subject = TypeVar("Subject")


class Saboteur:
    """Raises at the `nth` call of a function in a folder, or only lists what is called there."""

    def __init__(
        self, folder: str, code: CodeType | None = None, nth: int = 1, *, again: bool = False
    ) -> None:
        self.seen: dict[CodeType, int] = {}
        self._folder = folder
        self._code = code
        self._nth = nth
        self.again = again

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(self._folder):
            return
        self.seen[code] = count = self.seen.get(code, 0) + 1
        if code is self._code and (count >= self._nth if self.again else count == self._nth):
            raise ZeroDivisionError


class Vandal:
    """Raises now and then at a call of one of these functions, three times or four in a row."""

    again = True

    def __init__(self, functions: Iterable[CodeType], seed: int) -> None:
        self._functions = frozenset(functions)
        self._rng = random.Random(seed)
        self._left = self._rng.randrange(2000)
        self._faults = 4

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        if event != "call" or frame.f_code not in self._functions or not self._faults:
            return
        self._left -= 1
        if self._left < 0:
            self._faults -= 1
            self._left = self._rng.choice((3, 30, 100, 300))
            raise ZeroDivisionError


def sabotaged_by(
    saboteur: Callable[[FrameType, str, object], None],
    act: Callable[[Subject], None],
    subject: Subject,
    *,
    again: bool = False,
) -> None:
    """Do something under a saboteur's eyes; `again`: he may raise more than once."""

    def see(*_: object) -> None:
        if sys.getprofile() is None:  # an error takes a profiler away
            sys.setprofile(saboteur)

    if again:
        sys.settrace(see)
    sys.setprofile(saboteur)
    try:
        act(subject)
    finally:
        sys.settrace(None)
        sys.setprofile(None)
