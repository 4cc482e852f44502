"""Faults of ours where a test wants them: one call of one function raises."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
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
        self._again = again

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(self._folder):
            return
        self.seen[code] = count = self.seen.get(code, 0) + 1
        if code is self._code and (count >= self._nth if self._again else count == self._nth):
            if self._again:  # an error takes a profiler away
                sys.setprofile(self)
            raise ZeroDivisionError


def sabotaged_by(saboteur: Saboteur, act: Callable[[Subject], None], subject: Subject) -> None:
    """Do something under a saboteur's eyes."""
    sys.setprofile(saboteur)
    try:
        act(subject)
    finally:
        sys.setprofile(None)
