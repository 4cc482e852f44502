"""The `feature` command (section 9): what an engine asks of the GUI, as `name=value` pairs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

PAIR = re.compile(r'([A-Za-z0-9_]+)=(?:"([^"]*)"|(\S+))')

# The values that hold where an engine is silent; both sides of the protocol know them.
DEFAULTS = {
    "ping": 0,
    "setboard": 0,
    "playother": 0,
    "san": 0,
    "usermove": 0,
    "time": 1,
    "draw": 1,
    "sigint": 1,
    "sigterm": 1,
    "reuse": 1,
    "analyze": 1,
    "colors": 1,
    "ics": 0,
    "name": 0,
    "pause": 0,
    "nps": 0,
    "debug": 0,
    "memory": 0,
    "smp": 0,
    "exclude": 0,
    "setscore": 0,
    "highlight": 0,
}


def read_features(line: str) -> list[tuple[str, str]]:
    """Return the pairs of a `feature ...` line in their order; text between them is skipped."""
    return [
        (match[1], match[2] if match[2] is not None else match[3]) for match in PAIR.finditer(line)
    ]


def write_feature(name: str, value: str | int) -> str:
    """Return one pair as a `feature` line has it: texts stand in double quotes and hold none."""
    if isinstance(value, int):
        return f"{name}={value}"
    return f'{name}="{value.replace(chr(34), chr(39))}"'


@dataclass(slots=True)
class Features:
    """What one engine has set so far.

    `options` are the texts of its `option` features, in order; `done` is None before the first
    `done`, then whether it has said `done=1`.
    """

    values: dict[str, int] = field(default_factory=lambda: dict(DEFAULTS))
    myname: str = ""
    variants: tuple[str, ...] = ("normal",)
    egt: tuple[str, ...] = ()
    options: list[str] = field(default_factory=list)
    done: bool | None = None

    def __getitem__(self, name: str) -> int:
        """Return the value of a feature that is a number or a truth."""
        return self.values[name]

    def set(self, name: str, value: str) -> bool:
        """Take one pair; return whether it is to be accepted (else rejected)."""
        match name:
            case "myname":
                self.myname = value
            case "variants":
                self.variants = _list(value)
            case "egt":
                self.egt = _list(value)
            case "option":
                self.options.append(value)
            case "done":
                self.done = value == "1"
            case _:
                if name not in self.values or not value.lstrip("-").isdecimal():
                    return False
                self.values[name] = int(value)
        return True

    def lack(self, command: str) -> None:
        """Take in that the engine does not know a command, whatever it has said of it."""
        feature = "time" if command == "otim" else command
        if feature in self.values:
            self.values[feature] = 0


def _list(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
