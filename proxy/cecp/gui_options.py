"""A UCI engine's options as a CECP GUI sees them: features, and commands that set them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from proxy.cecp.features import write_feature
from proxy.cecp.variants import CHESS960, NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

EMPTY = "<empty>"  # how UCI writes a string of no length
TABLEBASES = {"syzygy": "syzygypath", "nalimov": "nalimovpath", "gaviota": "gaviotatbpath"}
# What CECP has commands of its own for, and what is between UCI programs alone.
HIDDEN = frozenset(
    (
        "hash",
        "threads",
        "ponder",
        *TABLEBASES.values(),
        "uci_analysemode",
        "uci_chess960",
        "uci_variant",
        "uci_opponent",
        "uci_drawoffers",
        "drawoffer",
        "uci_showcurrline",
        "uci_showrefutations",
        "uci_setpositionvalue",
        "uci_engineabout",
    )
)
KEYS = frozenset(("type", "default", "min", "max", "var"))


@dataclass(frozen=True, slots=True)
class UciOption:
    """One declared option; `choices` are the `var` of a combo."""

    name: str
    kind: str
    default: str = ""
    low: str = ""
    high: str = ""
    choices: tuple[str, ...] = ()

    @property
    def feature(self) -> str:
        """What `feature option=` says of it; empty for a kind that there is not."""
        match self.kind:
            case "check":
                return f"{self.name} -check {int(self.default.lower() == 'true')}"
            case "spin":
                return f"{self.name} -spin {self.default} {self.low} {self.high}"
            case "combo":
                marked = (f"*{word}" if word == self.default else word for word in self.choices)
                return f"{self.name} -combo {' /// '.join(marked)}"
            case "button":
                return f"{self.name} -button"
            case "string":
                return f"{self.name} -string {'' if self.default == EMPTY else self.default}"
        return ""

    def setoption(self, value: str) -> str:
        """Return the UCI line that sets it to a value as CECP writes it."""
        if self.kind == "button":
            return f"setoption name {self.name}"
        if self.kind == "check":
            value = "true" if value.lower() in {"1", "true"} else "false"
        return f"setoption name {self.name} value {value or EMPTY}"


def read_option(line: str) -> UciOption | None:
    """Read an `option name ... type ...` line; None where it is none."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    at = words.index("type")
    found: dict[str, list[str]] = {"name": words[2:at]}
    choices: list[list[str]] = []
    into = found["name"]
    for word in words[at:]:
        if word == "var":
            into = []
            choices.append(into)
        elif word in KEYS:
            into = found[word] = []
        else:
            into.append(word)
    text = {key: " ".join(value) for key, value in found.items()}
    return UciOption(
        name=text["name"],
        kind=text["type"],
        default=text.get("default", ""),
        low=text.get("min", ""),
        high=text.get("max", ""),
        choices=tuple(" ".join(choice) for choice in choices),
    )


@dataclass(slots=True)
class GuiOptions:
    """The engine behind us: its name and its options, by their names in lower case."""

    name: str = "UCI engine"
    options: dict[str, UciOption] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """Take one `option` line."""
        option = read_option(line)
        if option is not None:
            self.options[option.name.lower()] = option

    def __contains__(self, name: str) -> bool:
        """Return whether there is an option of this name, in lower case."""
        return name in self.options

    def setoption(self, name: str, value: str) -> str:
        """Return the UCI line that sets an option, which there must be."""
        return self.options[name.lower()].setoption(value)

    def variants(self) -> dict[str, str]:
        """Return the variants that the engine plays: xboard's names, and UCI's for each."""
        found = {"normal": "chess"}
        if "uci_chess960" in self.options:
            found[CHESS960] = "chess"
        if "uci_variant" in self.options:
            known = self.options["uci_variant"].choices
            found |= {cecp: uci for uci, cecp in NAMES if uci in known and uci != "chess"}
        return found

    def features(self) -> Iterable[str]:
        """Return what the engine is, pair by pair, without the last `done=1`."""
        fixed = {
            "ping": 1,
            "setboard": 1,
            "playother": 1,
            "usermove": 1,
            "san": 0,
            "time": 1,
            "draw": 1,
            "colors": 0,
            "sigint": 0,
            "sigterm": 0,
            "reuse": 1,
            "analyze": 1,
            "pause": 0,
            "debug": 1,
            "name": 1,
            "memory": int("hash" in self.options),
            "smp": int("threads" in self.options),
        }
        yield write_feature("myname", self.name)
        yield from (write_feature(name, value) for name, value in fixed.items())
        yield write_feature("variants", ",".join(self.variants()))
        tables = [kind for kind, option in TABLEBASES.items() if option in self.options]
        if tables:
            yield write_feature("egt", ",".join(tables))
        for name, option in self.options.items():
            if name not in HIDDEN and option.feature:
                yield write_feature("option", option.feature)
