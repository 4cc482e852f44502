"""One handshake for each `uci`: `id`, `option` and `uciok`, with our own options among them."""

from __future__ import annotations

from proxy.session.commands import Command, Intervened, SetTimer, ToEngine, ToGui
from proxy.session.words import option_name, split_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.dialog import Dialog

LOAD_DELAY = 0.020  # begun at once, the arbiter's import delays the first `isready` by 8 ms
EARLY, LOAD = "early", "load"  # the timers
EARLY_PATIENCE = 1.0  # seconds that an engine which spoke unasked has to answer `uci`
WORDS = frozenset((b"id", b"option", b"uciok"))


class Handshake:
    """What the engine says of itself, and how often the GUI has asked for it.

    Some engines say it all when they start (bbc #4): the GUI would take that for the answer to
    its `uci`, and the answer for one to something else.
    """

    __slots__ = ("_dialog", "_early", "_mends", "_name_suffix", "done", "options", "owed")

    def __init__(self, dialog: Dialog | None, name_suffix: str, *, mends: bool) -> None:
        self.done = False
        """`uciok` has passed."""
        self.options: set[bytes] = set()
        """The names of the engine's options in lower case."""
        self._dialog = dialog
        self._name_suffix = name_suffix.encode("utf-8", "surrogateescape")
        self._mends = mends
        self.owed = 0
        """The GUI waits for so many `uciok`s."""
        self._early: list[bytes] = []  # said before it was asked for

    def ask(self, line: bytes, now: float) -> list[Command]:
        """Take a `uci` of the GUI."""
        self.owed += 1
        commands: list[Command] = [ToEngine(line)]
        if self._early:
            commands.append(SetTimer(EARLY, now + EARLY_PATIENCE))
        return commands

    def line(self, line: bytes, now: float) -> list[Command]:
        """Take one line of the engine that begins with one of `WORDS`."""
        word, rest = split_word(line)
        if self._mends and not self.owed and (word == b"uciok" or not self.done):
            if not self.done:
                self._early.append(line)
            return [Intervened("handshake", f"{word.decode()} came without uci")]
        match word:
            case b"uciok":
                return self._uciok(line, now)
            case b"option":
                self.options.add(option_name(rest.partition(b" type ")[0]))
            case b"id" if self._name_suffix and rest.startswith(b"name "):
                line = line.rstrip() + self._name_suffix
        return [ToGui(line)]

    def early_is_all(self, now: float) -> list[Command]:
        """Pass on what was said too early, where the engine has not said it again."""
        early, self._early = self._early, []
        return [it for line in early for it in self.line(line, now)] if self.owed else []

    def _uciok(self, line: bytes, now: float) -> list[Command]:
        first, self.done = not self.done, True
        self.owed = max(self.owed - 1, 0)
        self._early.clear()
        ours = self._dialog.lines(self.options) if self._dialog else []
        commands: list[Command] = [*map(ToGui, ours), ToGui(b"uciok" if self._mends else line)]
        return [*commands, SetTimer(LOAD, now + LOAD_DELAY)] if first else commands
