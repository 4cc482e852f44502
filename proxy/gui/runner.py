"""The command lines of the match runners: cutechess-cli, fastchess, c-chess-cli."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

# How each runner spells its keys of `-draw`, for: from which move, how many moves, within what.
DRAW_KEYS = {
    "cutechess-cli": ("movenumber", "movecount", "score"),
    "fastchess": ("movenumber", "movecount", "score"),
    "c-chess-cli": ("number", "count", "score"),
}
RUNNERS = tuple(DRAW_KEYS)
LAUNCHER = "uci-arbiter"
NEEDS_PROTOCOL = "cutechess-cli"  # refuses an engine without proto=


@dataclass(frozen=True, slots=True)
class Draw:
    """A `-draw` rule: from move `number` on, `count` moves of both within `score` centipawns."""

    number: int
    count: int
    score: int

    @property
    def zero_window(self) -> bool:
        """Whether two scores of exactly 0 end the game: then a 0 must be said by us alone."""
        return self.count == 1 and self.score == 0


@dataclass(frozen=True, slots=True)
class EngineGroup:
    """One `-engine` group, with what `-each` adds."""

    name: str
    command: tuple[str, ...]
    protocol: str
    trusted: bool

    @property
    def wrapped(self) -> bool:
        """Whether it is started through us, under our own name or by a link to us."""
        return is_wrapped(self.command)

    @property
    def names_no_engine(self) -> bool:
        """Whether we are started by `run` without the `--` that our engine follows."""
        words = [word for part in self.command for word in _words(part)]
        return self.wrapped and "run" in words and "--" not in words

    @property
    def claims(self) -> bool:
        """Whether it is started through us and can claim: in the xboard protocol."""
        return self.wrapped and self.protocol == "xboard"


@dataclass(frozen=True, slots=True)
class Runner:
    """What a match runner was told, as far as it matters to us."""

    program: str
    engines: tuple[EngineGroup, ...]
    draw: Draw | None
    resign: bool
    config_file: bool
    """Settings come from a file, too: what is not on the command line is not known."""

    @property
    def trusts_all(self) -> bool:
        """Whether every engine's claims are believed: which of them we are cannot be seen."""
        return bool(self.engines) and all(engine.trusted for engine in self.engines)


def is_wrapped(command: tuple[str, ...]) -> bool:
    """Return whether a command, each part as a shell would read it, starts us or a link to us."""
    words = [word for part in command for word in _words(part)]
    return any(os.path.basename(os.path.realpath(word)) == LAUNCHER for word in words)


def _words(part: str) -> list[str]:
    """Return the words as a shell would read them; one that it cannot read starts nothing."""
    try:
        return shlex.split(part)
    except ValueError:
        return []


def read_runner(command: tuple[str, ...]) -> Runner | None:
    """Read a runner's command line; None: it is no match runner that we know."""
    if not command:
        return None
    program = os.path.basename(command[0]).lower().removesuffix(".exe")
    if program not in DRAW_KEYS:
        return None
    groups = _groups(command[1:])
    each = [word for option, words in groups if option == "-each" for word in words]
    engines = [words for option, words in groups if option == "-engine"]
    draws = [words for option, words in groups if option == "-draw"]
    return Runner(
        program=program,
        engines=tuple(
            _engine([*each, *words], number, program)
            for number, words in enumerate(engines, start=1)
        ),
        draw=_draw(draws[-1], DRAW_KEYS[program]) if draws else None,
        resign=any(option == "-resign" for option, _ in groups),
        config_file=any(option == "-config" for option, _ in groups)
        or any(word.startswith("conf=") for words in engines for word in words),
    )


def _groups(words: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Split a command line into options, each with the words that follow it."""
    groups: list[tuple[str, list[str]]] = []
    for word in words:
        if word.startswith("-") and "=" not in word and not _is_number(word):
            groups.append((word, []))
        elif groups:
            groups[-1][1].append(word)
    return groups


def _is_number(word: str) -> bool:
    return word.lstrip("-").replace(".", "", 1).isdigit()


def _engine(words: list[str], number: int, program: str) -> EngineGroup:
    values: dict[str, str] = {}
    arguments: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if key in {"arg", "args"} and equals:
            arguments.append(value)
        elif equals:
            values[key] = value
    command = values.get("cmd", values.get("conf", ""))
    return EngineGroup(
        name=values.get("name", command or f"engine {number}"),
        command=(command, *arguments),
        protocol=values.get("proto", "" if program == NEEDS_PROTOCOL else "uci"),
        trusted="trust" in words,
    )


def _draw(words: list[str], keys: tuple[str, str, str]) -> Draw | None:
    values = dict(word.partition("=")[::2] for word in words)
    try:
        number, count, score = (int(values[key]) for key in keys)
    except (KeyError, ValueError):
        return None
    return Draw(number, count, score)
