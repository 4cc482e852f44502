"""Options both ways: an engine's `feature option=...` as UCI options, `setoption` as CECP commands.

The features memory, smp and egt become the options that every UCI GUI knows: Hash, Threads and
SyzygyPath, NalimovPath and so on (commands memory, cores, egtpath).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.cecp.variants import uci_variants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proxy.cecp.features import Features

DECLARATION = re.compile(r"(.+?)\s+-(button|save|reset|check|string|file|path|spin|slider|combo)\b")
HASH_MB, HASH_MAX_MB = 16, 65_536
# CECP says it by `analyze`; Fairy-Stockfish, told so besides, thinks for ever and obeys no `?`.
UNTOLD = frozenset(("uci_analysemode",))
EMPTY = "<empty>"  # how UCI writes a string of no length
THREADS_MAX = 1024
# What engines call the number of variations that they show, and UCI calls MultiPV.
VARIATIONS = frozenset(("multipv", "multiplevariations", "numberofvariations"))


@dataclass(frozen=True, slots=True)
class Option:
    """One option in both protocols.

    `uci` is what stands after `option name NAME `; `cecp` makes of a value the engine's command
    with `{}` in its place, or is empty where the wrapper itself keeps the option.
    """

    name: str
    uci: str
    cecp: str
    truth: bool = False

    @property
    def line(self) -> str:
        """The declaration for the UCI GUI."""
        return f"option name {self.name} {self.uci}"

    @property
    def has_value(self) -> bool:
        """Whether it is set to a value, not a button."""
        return "{}" in self.cecp

    def command(self, value: str) -> str:
        """Return the CECP command that sets the option."""
        if self.truth:
            value = "1" if value.lower() == "true" else "0"
        elif value == EMPTY:
            value = ""
        return self.cecp.replace("{}", value)


def read_option(text: str) -> Option | None:
    """Return the option that a text such as `Resign Threshold -spin 800 200 1200` declares.

    None where it declares none.
    """
    match = DECLARATION.match(text)
    if match is None:
        return None
    name, kind, rest = match[1], match[2], text[match.end() :].strip()
    command = f"option {name}={{}}"
    match kind:
        case "button" | "save" | "reset":
            return Option(name, "type button", f"option {name}")
        case "check":
            default = "true" if rest == "1" else "false"
            return Option(name, f"type check default {default}", command, truth=True)
        case "spin" | "slider":
            numbers = rest.split()
            if len(numbers) < 3:
                return None
            default, low, high = numbers[:3]
            if _bare(name) in VARIATIONS:
                name = "MultiPV"
            return Option(name, f"type spin default {default} min {low} max {high}", command)
        case "combo":
            return _combo(name, rest, command)
    return Option(name, f"type string default {rest or EMPTY}", command)


def engine_options(features: Features) -> dict[str, Option]:
    """Return all options of an engine by their names in lower case, as UCI compares them.

    Where the engine has one of its own under a name that is ours, ours stands. `UNTOLD` are left
    out: GUIs would set them by themselves.
    """
    options: dict[str, Option] = {}
    for option in (*_common(features), *map(read_option, features.options)):
        if option is not None and option.name.lower() not in UNTOLD:
            options.setdefault(option.name.lower(), option)
    return options


def _common(features: Features) -> Iterable[Option]:
    yield Option("Ponder", "type check default false", "")
    if features["memory"]:
        yield Option("Hash", f"type spin default {HASH_MB} min 1 max {HASH_MAX_MB}", "memory {}")
    if features["smp"]:
        yield Option("Threads", f"type spin default 1 min 1 max {THREADS_MAX}", "cores {}")
    for kind in features.egt:
        command = f"egtpath {kind} {{}}"
        yield Option(f"{kind.capitalize()}Path", f"type string default {EMPTY}", command)
    if "fischerandom" in features.variants:
        yield Option("UCI_Chess960", "type check default false", "")
    variants = uci_variants(features.variants)
    if len(variants) > 1:
        choices = " ".join(f"var {name}" for name in variants)
        yield Option("UCI_Variant", f"type combo default {variants[0]} {choices}", "")


def _combo(name: str, rest: str, command: str) -> Option:
    """Read the choices; an asterisk marks the one that stands now, else it is the first."""
    choices = [choice.strip() for choice in rest.split("///")]
    default = next((choice for choice in choices if choice.startswith("*")), choices[0])
    bare = [choice.removeprefix("*").strip() for choice in choices]
    listed = " ".join(f"var {choice}" for choice in bare)
    return Option(name, f"type combo default {default.removeprefix('*').strip()} {listed}", command)


def _bare(name: str) -> str:
    """Return the letters of a name in lower case."""
    return "".join(filter(str.isalnum, name.lower()))
