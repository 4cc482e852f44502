"""Splitting a line of the protocol into words."""

from __future__ import annotations


def split_word(line: bytes) -> tuple[bytes, bytes]:
    """Split off the first word of a line; blanks of any kind and number may stand around it."""
    parts = line.split(None, 1)
    if len(parts) == 2:
        return parts[0], parts[1]
    return (parts[0], b"") if parts else (b"", b"")


def option_name(text: bytes) -> bytes:
    """Return the name in `name NAME`, in lower case, its blanks single."""
    return b" ".join(text.split()[1:]).lower()


def option_of(rest: bytes) -> tuple[bytes, bytes]:
    """Return name (in lower case) and value of `setoption`, from what follows that word.

    The first `value` ends the name.
    """
    name, _, value = (rest + b" ").partition(b" value ")
    return option_name(name), value.strip()
