"""The options of a CECP engine, as UCI has them, and what the GUI has set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.cecp.options import Option, engine_options
from proxy.cecp.wishes import send

if TYPE_CHECKING:
    from proxy.cecp.features import Features
    from proxy.cecp.player import Player
    from proxy.session.commands import Command


class EngineSettings:
    """Keeps what has been set for the next engine, and until the search of this one has ended."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._options: dict[str, Option] = {}
        self._values: dict[str, str] = {}  # by names in lower case
        self._unsent: dict[str, None] = {}  # a set in order

    @property
    def lines(self) -> list[str]:
        """UCI's `option` lines."""
        return [option.line for option in self._options.values()]

    def new_engine(self) -> None:
        """Know no options: an engine has just been started."""
        self._options = {}

    def begin(self, features: Features) -> list[Command]:
        """Take what an engine has said that it can; send it all that has been set."""
        self._options = engine_options(features)
        self._unsent = dict.fromkeys(self._values)
        return self.send()

    def take(self, rest: str) -> list[Command]:
        """Take what follows `setoption`; while the engine thinks it waits for `send`."""
        name, _, value = rest.partition(" value ")
        name = name.removeprefix("name ").strip().lower()
        self._values[name] = value.strip()
        self._unsent[name] = None
        return [] if self._player.busy else self.send()

    def send(self) -> list[Command]:
        """Send what waits; buttons are pressed once and not again by the next engine."""
        commands: list[Command] = []
        for name in self._unsent:
            value = self._values[name]
            option = self._options.get(name)
            if name == "ponder":
                commands += self._player.set_pondering(on=value.lower() == "true")
            elif name in {"uci_chess960", "uci_variant"}:
                self._player.told.set_option(name, value)
            elif option is not None:
                if name == "multipv" and value.isdecimal():
                    self._player.variations = int(value)
                commands += send(option.command(value))
                if not option.has_value:
                    del self._values[name]
        self._unsent.clear()
        return commands
