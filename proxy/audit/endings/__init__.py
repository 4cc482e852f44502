"""How programs word the end of a game: one file a program.

Each has `SIGN`, what its PGN looks like, and `WORDINGS`, its phrases. A phrase is looked for in the
comment after the last move, then in the Termination tag; the writer's own phrases go first, then
those of the others, as tournaments are often run by one program and edited by another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import chess

BOARD_KINDS = frozenset(
    {
        "checkmate",
        "stalemate",
        "insufficient-material",
        "threefold-repetition",
        "fivefold-repetition",
        "fifty-move",
        "seventy-five-move",
    }
)
FORFEIT_KINDS = {
    "time-forfeit": "flag",
    "resignation": "resign",
    "illegal-move": "illegal",
    "disconnection": "resign",  # whoever leaves has given the game up
    "false-claim": "illegal",
}
"""Endings that make a side lose, each with the event of `proxy.events` that it is judged as."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A phrase (a regular expression, case ignored), the kind of ending, and whom it names.

    The group `side` is White or Black: the loser where `names` is "loser", else the winner.
    """

    phrase: str
    kind: str
    names: str = "loser"


@dataclass(frozen=True, slots=True)
class Sign:
    """What a program's PGN shows: a pattern for the value of each tag, "" for any value."""

    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended by its record: `loser` where the words name a side; `text` is the words."""

    kind: str
    loser: chess.Color | None = None
    text: str = ""
    program: str | None = None


UNKNOWN = Ending("unknown")
SCORE_ONLY = re.compile(r"[-+M\d./ ]*m?s?\Z")

Compiled = tuple[tuple[re.Pattern[str], Wording], ...]


@cache
def _programs() -> Mapping[str, tuple[Sign, Compiled]]:
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        wordings: Sequence[Wording] = module.WORDINGS
        compiled = tuple((re.compile(w.phrase, re.IGNORECASE), w) for w in wordings)
        found[info.name] = (module.SIGN, compiled)
    return found


def programs() -> list[str]:
    """Return the names of the programs whose words are known."""
    return sorted(_programs())


def recognise(tags: Mapping[str, str]) -> str | None:
    """Return the program that wrote a game, by its tags; None where nothing tells."""
    for name, patterns in _candidates(tuple(tags)):
        if all(pattern.search(tags[tag]) for tag, pattern in patterns):
            return name
    return None


@lru_cache(maxsize=512)
def _candidates(
    names: tuple[str, ...],
) -> tuple[tuple[str, tuple[tuple[str, re.Pattern[str]], ...]], ...]:
    """Return the programs all of whose tags are among these, with what the values must be like."""
    return tuple(
        (name, tuple((tag, re.compile(pattern)) for tag, pattern in sign.tags.items() if pattern))
        for name, (sign, _) in _programs().items()
        if all(tag in names for tag in sign.tags)
    )


def read_ending(tags: Mapping[str, str], last_comment: str) -> Ending:
    """Return how a game ended by its record."""
    comment = "" if SCORE_ONLY.match(last_comment) else last_comment.rpartition("s, ")[2]
    return _read(tags.get("Termination", ""), comment, recognise(tags))


@lru_cache(maxsize=4096)
def _read(termination: str, comment: str, program: str | None) -> Ending:
    order = sorted(_programs(), key=lambda name: name != program)
    for text in (comment, termination):
        if not text:
            continue
        for name in order:
            for pattern, wording in _programs()[name][1]:
                if match := pattern.search(text):
                    return Ending(wording.kind, _loser(match, wording), text, program)
    return Ending("unknown", None, comment or termination, program)


def _loser(match: re.Match[str], wording: Wording) -> chess.Color | None:
    side = match.groupdict().get("side")
    if not side:
        return None
    color = side.lower() == "white"
    return color if wording.names == "loser" else not color
