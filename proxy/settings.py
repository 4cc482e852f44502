"""What can be set: the one table of all keys, and the layers that their values come from.

To add a key, add a row here, its line in `configs/default.toml` and its row in
`docs/configuration.md`; tests hold the three together. Plain data, for the start of `run`.
"""

from __future__ import annotations

from proxy.errors import UserError
from proxy.kinds import Command, ListOf, OneOf, Path, Whole, did_you_mean, fault, from_text
from proxy.session.repairs import REPAIRS, SAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from proxy.kinds import Kind, Value

DEFAULT, FILE, OPTION, FLAG = LAYERS = ("default", "file", "option", "flag")
"""Where a value can come from; the later goes before the earlier."""


class Setting:
    """One key.

    `option` is its name in the GUI's dialog, None where it cannot be set there. `in_flags` is
    false where the command line has another way to say it.
    """

    __slots__ = ("default", "help", "in_flags", "key", "kind", "option")

    def __init__(
        self,
        key: str,
        kind: Kind,
        default: Value,
        help: str,  # noqa: A002 - argparse's name for the same thing
        *,
        option: str | None = None,
        in_flags: bool = True,
    ) -> None:
        self.key = key
        self.kind = kind
        self.default = default
        self.help = help
        self.option = option
        self.in_flags = in_flags

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return f"--{self.key}"

    def read(self, text: str, label: str) -> Value:
        """Return the value that a text names; `label` is how the user knows this key.

        Raises `UserError`.
        """
        value = from_text(self.kind, text)
        wrong = fault(self.kind, value)
        if wrong:
            wrong = wrong.replace("true or false", "on or off")
            raise UserError(f"{label} is {text!r}: {wrong}")
        return value


TABLE = (
    Setting(
        "engine",
        Command,
        (),
        "the engine's program, or a list of it and its arguments",
        in_flags=False,
    ),
    Setting(
        "ruleset",
        str,
        "online",
        "whose rules hold: a name or a .toml file",
        option="Arbiter Ruleset",
    ),
    Setting("gui", str, "auto", "the GUI's profile: a name, or auto to look who has started us"),
    Setting(
        "front",
        OneOf(("auto", "uci", "cecp")),
        "auto",
        "the GUI's protocol; auto: the one of its first line",
    ),
    Setting(
        "delivery",
        OneOf(("auto", "advise", "claim", "offer", "score")),
        "auto",
        "how a ruling reaches the GUI",
        option="Arbiter Delivery",
    ),
    Setting(
        "claims",
        OneOf(("always", "never", "when-not-better")),
        "when-not-better",
        "when to claim what a ruleset leaves to a claim",
        option="Arbiter Claims",
    ),
    Setting(
        "claim-bound",
        Whole(-10_000, 10_000),
        0,
        "when-not-better claims at an own score of at most so many centipawns",
        option="Arbiter Claim bound",
    ),
    Setting(
        "steer",
        bool,
        False,
        "play a move that completes a draw in place of the engine's; changes its strength",
        option="Arbiter Steer",
    ),
    Setting(
        "history",
        OneOf(("splice", "as-sent")),
        "splice",
        "a bare FEN that continues the game: send the engine the whole game, or the FEN",
        option="Arbiter History",
    ),
    Setting(
        "exact",
        bool,
        True,
        "find dead positions beyond material and perpetual checks, by a process of low priority",
    ),
    Setting(
        "syzygy",
        Path,
        "",
        "folder of Syzygy endgame tables, for rulesets that rule by them",
    ),
    Setting(
        "handle-draws",
        bool,
        False,
        "accept a draw that the opponent offers, by the bounds of offer-draw or a perpetual check",
    ),
    Setting("offer-draw", bool, False, "offer a draw where the engine sees nothing but equality"),
    Setting(
        "offer-draw-score",
        Whole(0, 10_000),
        0,
        "equality: a score of at most so many centipawns for either side",
    ),
    Setting("offer-draw-moves", Whole(1, 1_000), 10, "after so many own moves of equality"),
    Setting("offer-draw-from", Whole(1, 10_000), 40, "from this move number on"),
    Setting("offer-draw-again", Whole(1, 10_000), 20, "again after so many own moves"),
    Setting("resign", bool, False, "give up a lost game"),
    Setting("resign-score", Whole(1, 100_000), 600, "lost: so many centipawns behind"),
    Setting("resign-moves", Whole(1, 1_000), 3, "after so many own moves of a lost score"),
    Setting("name-suffix", str, "", "added to the engine's name as the GUI sees it"),
    Setting(
        "engine-protocol",
        OneOf(("auto", "uci", "cecp")),
        "auto",
        "what the engine speaks; auto finds out and remembers CECP engines",
    ),
    Setting(
        "engine-margin",
        Whole(0, 10_000),
        60,
        "so many milliseconds of its clock a CECP engine is not told of",
    ),
    Setting(
        "resignation",
        OneOf(("advise", "score")),
        "advise",
        "how a CECP engine's resignation is told: in words, or by scores of -100 as well",
    ),
    Setting("tracking", bool, True, "off: pass everything through and rule nothing"),
    Setting(
        "hide",
        ListOf(("currmove", "currline", "refutation", "string")),
        (),
        "info lines that the GUI never sees: currmove currline refutation string, in one argument",
    ),
    Setting(
        "info-interval",
        Whole(0, 10_000),
        0,
        "show at most one info line of each kind in so many milliseconds; 0: all",
    ),
    Setting(
        "clock-overhead",
        Whole(0, 10_000),
        0,
        "tell the engine of so many milliseconds less than it has",
    ),
    Setting(
        "repairs",
        ListOf(REPAIRS),
        SAFE,
        "which faults of either side to mend, as words in one argument",
    ),
    Setting(
        "on-illegal",
        OneOf(("forward", "ask-again", "pv")),
        "forward",
        "an illegal answer: pass it on, ask again once, or play from the engine's last line",
    ),
    Setting(
        "on-crash",
        OneOf(("exit", "restart")),
        "exit",
        "an engine that dies: exit as it did, or start it again and go on",
    ),
    Setting(
        "on-hang",
        OneOf(("wait", "rescue")),
        "wait",
        "an engine that lets its time run out: wait, or play from its last line in its place",
    ),
    Setting("restart-limit", Whole(0, 1000), 3, "start the engine again so often in one game"),
    Setting(
        "hang-margin",
        Whole(10, 60_000),
        200,
        "act so many milliseconds before the clock's end where a hang is to be rescued",
    ),
    Setting(
        "record",
        Path,
        "",
        "write each game as JSON and PGN into this folder",
        option="Arbiter Record",
    ),
    Setting("log", Path, "", "write all lines of both sides to this file, or into this folder"),
    Setting("log-size", Whole(1, 100_000), 16, "begin a new log file after so many megabytes"),
    Setting("stats", bool, False, "say at the end how fast the wrapper itself was"),
)


class Settings:
    """A value for each key of a table, and where it comes from."""

    __slots__ = ("_layers", "table")

    def __init__(self, table: Iterable[Setting] = TABLE) -> None:
        self.table = {setting.key: setting for setting in table}
        defaults = {setting.key: (setting.default, "") for setting in self.table.values()}
        self._layers: dict[str, dict[str, tuple[Value, str]]] = {layer: {} for layer in LAYERS}
        self._layers[DEFAULT] = defaults

    def put(self, layer: str, key: str, value: Value, where: str = "") -> None:
        """Set a value in one layer; `where` names the file, the flag or the like."""
        if key not in self.table:
            raise UserError(f"{where} {key} {did_you_mean(key, self.table)}".strip())
        self._layers[layer][key] = value, where

    def text(self, key: str) -> str:
        """Return the value of a key that takes a text or a path."""
        return str(self.value(key))

    def on(self, key: str) -> bool:
        """Return the value of a key that is true or false."""
        return bool(self.value(key))

    def number(self, key: str) -> int:
        """Return the value of a key that takes a number."""
        return int(self.value(key))  # type: ignore[arg-type]  # the table says that it is one

    def words(self, key: str) -> list[str]:
        """Return the value of a key that takes a list."""
        value = self.value(key)
        return list(value) if isinstance(value, tuple) else [str(value)]

    def value(self, key: str) -> Value:
        """Return the value of a key from the strongest layer that sets it."""
        return self._found(key)[0]

    def origin(self, key: str) -> str:
        """Return where the value comes from, as in "flag --ruleset" or "default"."""
        _, layer, where = self._found(key)
        return f"{layer} {where}".rstrip()

    def by_option(self, name: str) -> Setting | None:
        """Return the setting behind an option of the GUI's dialog, whatever the case."""
        known = (setting for setting in self.table.values() if setting.option is not None)
        return next((one for one in known if str(one.option).lower() == name.lower()), None)

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def _found(self, key: str) -> tuple[Value, str, str]:
        for layer in reversed(LAYERS):
            if key in self._layers[layer]:
                value, where = self._layers[layer][key]
                return value, layer, where
        raise KeyError(key)
