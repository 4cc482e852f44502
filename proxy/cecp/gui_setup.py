"""What a CECP GUI sets of the engine: options, variant, pondering, and who the opponent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proxy.cecp.gui_options import TABLEBASES, GuiOptions
from proxy.cecp.gui_player import tell
from proxy.cecp.variants import CHESS960

if TYPE_CHECKING:
    from proxy.cecp.gui_player import Ask, GuiPlayer
    from proxy.session.commands import Command


class GuiSetup:
    """Sets the engine's options between two searches, as UCI wants it."""

    def __init__(self, ask: Ask, player: GuiPlayer) -> None:
        self.engine = GuiOptions()
        self._ask = ask
        self._player = player
        self._unsent: list[str] = []  # `setoption` lines that wait for the search to end
        self._variant = "normal"
        self._opponent = ""
        self._rating = "none"

    def keep(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return vars(self) | {"_unsent": list(self._unsent)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to what was kept: a fault of ours is mended."""
        vars(self).update(kept)

    def send(self, now: float) -> list[Command]:
        """Send what has waited for the search to end."""
        lines, self._unsent = self._unsent, []
        return [command for line in lines for command in self._ask(line, now)]

    def new(self, now: float) -> list[Command]:
        """Take `new`: it brings normal chess back."""
        return [*self._change("normal", now), *self._player.new(now)]

    def variant(self, name: str, now: float) -> list[Command]:
        """Take `variant NAME`, by xboard's name."""
        variants = self.engine.variants()
        if name not in variants:
            return tell(f"Error (unknown variant): {name}")
        commands = self._change(name, now)
        chess960 = name == CHESS960
        return commands + self._player.set_variant(variants[name], now, chess960=chess960)

    def ponder(self, now: float, *, on: bool) -> list[Command]:
        """Take `hard` and `easy`: an engine ponders only where it has declared the option."""
        if "ponder" not in self.engine:
            return []
        self._player.ponder = on
        return self._set("Ponder", str(int(on)), now)

    def analysing(self, now: float, *, on: bool) -> list[Command]:
        """Tell an engine that wants to know whether it analyses."""
        if "uci_analysemode" not in self.engine:
            return []
        return self._set("UCI_AnalyseMode", str(int(on)), now)

    def option(self, text: str, now: float) -> list[Command]:
        """Take `option NAME=VALUE`, or `option NAME` for a button."""
        name, _, value = text.partition("=")
        return self.set(name.strip(), value.strip(), now)

    def egtpath(self, text: str, now: float) -> list[Command]:
        """Take `egtpath KIND PATH`."""
        kind, _, path = text.partition(" ")
        return self.set(TABLEBASES.get(kind.lower(), kind), path.strip(), now)

    def set(self, name: str, value: str, now: float) -> list[Command]:
        """Set an option, or say that there is none of this name."""
        if name.lower() not in self.engine:
            return tell(f"Error (unknown option): {name}")
        return self._set(name, value, now)

    def opponent(self, now: float, *, name: str = "", rating: str = "") -> list[Command]:
        """Tell an engine that wants to know who it plays: title, rating, kind, name."""
        self._opponent = name or self._opponent
        self._rating = rating if rating not in {"", "0"} else self._rating
        if not self._opponent or "uci_opponent" not in self.engine:
            return []
        kind = "human" if self._player.claimant.human else "computer"
        return self._set("UCI_Opponent", f"none {self._rating} {kind} {self._opponent}", now)

    def _change(self, name: str, now: float) -> list[Command]:
        """Tell the engine which variant follows, where it is another than before."""
        if name == self._variant:
            return []
        self._variant = name
        commands = self._player.stop(now)
        values = (
            ("uci_chess960", str(int(name == CHESS960))),
            ("uci_variant", self.engine.variants()[name]),
        )
        for option, value in values:
            if option in self.engine:
                commands += self._ask(self.engine.setoption(option, value), now)
        return commands

    def _set(self, name: str, value: str, now: float) -> list[Command]:
        """Set an option; in the midst of a move, after it."""
        self._unsent.append(self.engine.setoption(name, value))
        player = self._player
        if player.idle:
            return self.send(now)
        return [*player.stop(now), *player.analyse_on(now)] if player.analysing else []
