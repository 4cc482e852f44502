"""The error a user can mend."""

from __future__ import annotations

import sys


class UserError(Exception):
    """Says in one line what is wrong, where, and what to do; `cli` prints it and exits with 2.

    What a name or a value in it has of newlines and control characters is escaped as by `repr`.
    """

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


def one_line(text: str) -> str:
    """Return a text with all that is not printable escaped, newlines too."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def how_to_install(extra: str) -> str:
    """Return the command that adds an extra to this very installation."""
    return f"{sys.executable} -m pip install 'uci-arbiter[{extra}]'"
