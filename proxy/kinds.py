"""What a value of the configuration may be, in plain data: light enough for the start of `run`.

A kind is `str`, `bool`, `int` (0 or more), `Path`, `Command`, `Texts`, or an instance of `OneOf`,
`ListOf` or `Whole`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Value = str | bool | int | tuple[str, ...]

TYPE_NAMES = {int: "a number", bool: "true or false"}
SWITCH_WORDS = {"on": True, "true": True, "off": False, "false": False}


class OneOf(tuple[str, ...]):
    """One of these words."""

    __slots__ = ()


class ListOf(tuple[str, ...]):
    """A list of these words."""

    __slots__ = ()


class Whole:
    """A whole number from `least` to `most`."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most


class Path:
    """The name of a file or folder as a text; in a file, relative to that file's folder."""

    __slots__ = ()


class Command:
    """A program, or a list of it and its arguments."""

    __slots__ = ()


class Texts:
    """A list of any texts, in a file."""

    __slots__ = ()


Type = type[str] | type[bool] | type[int] | type[Path] | type[Command] | type[Texts]
Kind = Type | OneOf | ListOf | Whole


TEXTS: dict[Kind, str] = {str: "a text", Path: "a path"}


def fault(kind: Kind, found: object) -> str | None:
    """Return what was expected in place of `found`, as in "expected a text"; None: it fits."""
    match kind:
        case OneOf():
            return None if found in kind else f"expected {alternatives(kind)}"
        case ListOf():
            return _list_fault(kind, found)
        case Whole():
            fits = type(found) is int and kind.least <= found <= kind.most
            return None if fits else f"expected a whole number from {kind.least} to {kind.most}"
        case _ if kind in TEXTS:
            return _text_fault(found, TEXTS[kind])
        case _ if kind is Command:
            return _command_fault(found)
        case _ if kind is Texts:
            fits = isinstance(found, list) and _is_command(found)
            return None if fits else "expected a list of texts"
        case _ if type(found) is not kind:
            return f"expected {TYPE_NAMES[kind]}"
    return "expected 0 or more" if isinstance(found, int) and found < 0 else None


def from_text(kind: Kind, text: str) -> Value:
    """Read a value as it is written on a command line or in a GUI's dialog.

    A text that is no value of the kind comes back as it is: `fault` then says what was expected.
    """
    if kind is bool:
        return SWITCH_WORDS.get(text.lower(), text)
    if isinstance(kind, ListOf):
        return tuple(text.split())
    if kind is int or isinstance(kind, Whole):
        try:
            return int(text)
        except ValueError:
            return text
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about a word that is not known."""
    return f"is not known: did you mean {alternatives(nearest(word, known))}?"


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the one known word that is like `word`, or all of them where none is."""
    from difflib import get_close_matches

    names = [name for name in known if name]
    return get_close_matches(word, names, n=1) or names


def alternatives(words: Iterable[str]) -> str:
    """Return words as in "'a' or 'b'"."""
    return " or ".join(map(repr, words))


def _list_fault(words: ListOf, found: object) -> str | None:
    if not isinstance(found, list | tuple):
        return "expected a list"
    for word in found:
        if word not in words:
            apart = ", words apart by blanks" if "," in str(word) else ""
            return f"expected {alternatives(nearest(str(word), words))} for {word!r}{apart}"
    return None


def _text_fault(found: object, expected: str) -> str | None:
    """Return what is wrong with what goes into lines of a protocol, of a file, of a message."""
    if not isinstance(found, str):
        return f"expected {expected}"
    if any(char < " " or "\x7f" <= char <= "\x9f" for char in found):
        return f"expected {expected} without control characters"
    return None


def _command_fault(found: object) -> str | None:
    if not _is_command(found):
        return "expected a program, or a list of texts"
    return "expected no NUL" if any("\0" in str(word) for word in _words(found)) else None


def _words(command: object) -> list[object]:
    return list(command) if isinstance(command, list | tuple) else [command]


def _is_command(found: object) -> bool:
    return all(isinstance(word, str) for word in _words(found))
