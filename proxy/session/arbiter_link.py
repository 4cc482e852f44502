"""The session's link to the arbiter, who comes late or never: what he is told, what he answers."""

from __future__ import annotations

from proxy.saying import say
from proxy.session.commands import (
    Advised,
    Ask,
    Command,
    Intervened,
    LoadArbiter,
    Ruled,
    ToEngine,
    ToGui,
)
from proxy.session.repairs import QUIET
from proxy.session.restart import repeat
from proxy.session.search import Search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque

    from proxy.arbiter import Arbiter, Verdict
    from proxy.ruling import Ruling
    from proxy.session.care import Care

MOST_SAID = 20  # an engine that fails at every line is not quoted for ever


class ArbiterLink:
    """Keeps the position and the options for him, and what is to be said with the next answer.

    `written` are the last blocks with scores that the engine has written in this search.
    """

    __slots__ = (
        "_analysed",
        "_answered",
        "_arbiter",
        "_care",
        "_load_asked",
        "_options",
        "_tracking",
        "_unasked",
        "_unsaid",
        "_written",
        "position",
        "told_position",
        "unsettled",
    )

    def __init__(self, care: Care, written: deque[bytes], *, tracking: bool) -> None:
        self.position = b""
        """The GUI's last `position` line."""
        self.told_position = b""
        """What the engine was told in its place."""
        self.unsettled = False
        """The position waits to be followed."""
        self._care = care
        self._written = written
        self._tracking = tracking
        self._load_asked = False
        self._arbiter: Arbiter | None = None
        self._analysed = False
        self._answered = False  # since the last `position`
        self._unasked = False  # the analyst has not been asked about what is on the board
        self._options: dict[bytes, bytes] = {}
        self._unsaid: dict[str, None] = {}

    def ask_for_him(self) -> list[Command]:
        """Have him imported, once."""
        if self._load_asked or not self._tracking:
            return []
        self._load_asked = True
        return [LoadArbiter()]

    def loaded(self, arbiter: Arbiter) -> list[Command]:
        """Take him in; he hears of the options and sees the position."""
        self._arbiter = arbiter
        for name, value in self._options.items():
            arbiter.set_option(name, value)
        self.unsettled = bool(self.position)
        self.settle()
        return self.questions()

    def questions(self) -> list[Command]:
        """Return what the analyst is to be asked about what is new on the board."""
        if self._arbiter is None or not self._unasked:
            return []
        self._unasked = False
        return [*map(Ask, self._arbiter.questions())]

    def learn(self, answer: bytes) -> list[Command]:
        """Take the analyst's answer; what follows from it is told with the next `bestmove`."""
        advice = None if self._arbiter is None else self._arbiter.learn(answer)
        return [] if advice is None else [Advised(advice)]

    def adopt(self, ruling: Ruling) -> None:
        """Take a ruling on the engine's own word."""
        if self._arbiter is not None:
            self._arbiter.adopt(ruling)

    def announce(self) -> list[Command]:
        """Tell what the opponent's move has ended, where no answer is to come."""
        self.settle()
        return [] if self._arbiter is None else _told(self._arbiter.announce())

    def compare(self, result: bytes) -> list[Command]:
        """Take the result that the GUI has given the game, as PGN writes it."""
        said = None if self._arbiter is None else self._arbiter.compare(result)
        return [] if said is None else [ToGui(said)]

    def draw_offered(self) -> list[Command]:
        """Take the opponent's offer of a draw."""
        lines = [] if self._arbiter is None else self._arbiter.draw_offered()
        return [*map(ToGui, lines)]

    def settle(self) -> None:
        """Let him follow the last position."""
        if self.unsettled and self._arbiter is not None:
            self.unsettled = False
            self._unasked = True
            self._arbiter.position(self.position, splice=not self._analysed)

    def set_option(self, name: bytes, value: bytes) -> None:
        """Take an option that was set in the GUI; `name` in lower case."""
        self._options[name] = value
        if self._arbiter is not None:
            self._arbiter.set_option(name, value)

    def new_game(self) -> None:
        """Take `ucinewgame`."""
        self.position = self.told_position = b""
        self.unsettled = False
        self._analysed = False
        if self._arbiter is not None:
            self._arbiter.new_game()

    def take_position(self, line: bytes) -> list[Command]:
        """Take a `position` line: the engine may be told the whole game in its place."""
        self.position = line
        self._answered = False
        self.unsettled = self._tracking
        arbiter = self._arbiter
        if arbiter is not None and not self._analysed and arbiter.may_splice(line):
            self.settle()
            line = arbiter.whole_game(line)
        self.told_position = line
        return [ToEngine(line), *self.ask_for_him()]

    def begin(self, line: bytes, now: float) -> Search:
        """Take a `go` that asks for a move."""
        analysing = self._options.get(b"uci_analysemode", b"").lower() == b"true"
        if self._answered:  # to be asked once more: the answer to the last `go` was not played
            self._answered = False
            self.unsettled = self._tracking and bool(self.position)
        search = Search(line, analysing=analysing, since=now)
        self._analysed = search.analysis
        self._written.clear()
        return search

    def terminal(self) -> list[bytes] | None:
        """Return `info` and `bestmove` for a position without a legal move; None otherwise."""
        if self._arbiter is None or not self.position:
            return None
        self.settle()
        return self._arbiter.terminal()

    def own_choice(self) -> bytes | None:
        """Return a legal move for an engine that gives none: of its last line of play if it can."""
        if self._arbiter is None:
            return None
        self.settle()
        return self._arbiter.own_choice(self._written)

    @property
    def is_awaited(self) -> bool:
        """Whether no answer can be judged yet, for he is still being imported."""
        return self._load_asked and self._arbiter is None

    def objection(self, bestmove: bytes) -> str:
        """Return what is wrong with an answer that a rescue may replace; nothing: it may pass."""
        if self._arbiter is None:
            return ""
        self.settle()
        return self._arbiter.objection(bestmove)

    def ask_again(self, search: Search, wrong: str, now: float) -> list[Command]:
        """Have the engine search once more, with the time that is left."""
        search.asked_again = True
        search.held = None
        self._written.clear()
        did = self.note([Intervened("ask-again", f"{wrong}: asked again")])
        return [*did, *repeat(search, self.told_position, now)]

    def answer(self, search: Search, line: bytes) -> list[Command]:
        """Return the answer as the GUI is to hear it, after what there is to be said."""
        commands: list[Command] = []
        if not self._written and "bare-bestmove" in self._care.repairs:
            commands += self.note([Intervened("bare-bestmove", "bestmove came without info")])
            commands.append(ToGui(b"info depth 1 pv " + b"".join(line.split()[1:2])))
        if self._arbiter is None or search.analysis or search.pondering:
            return [*commands, *self.say_all(), ToGui(line)]
        self.settle()
        self._answered = self._unasked = True
        verdict = self._arbiter.answer(line, self._written)
        commands += self.note([Intervened(kind, text) for kind, text in verdict.repairs])
        return [*commands, *self.say_all(), *_told(verdict)]

    def note(self, commands: list[Command]) -> list[Command]:
        """Keep what was done among these commands, to be said with the next answer."""
        for command in commands:
            if not isinstance(command, Intervened) or command.kind in QUIET:
                continue
            if len(self._unsaid) < MOST_SAID:
                self._unsaid[command.text] = None
        return commands

    def say_all(self) -> list[Command]:
        """Say what was done since the last answer, each thing once."""
        texts = list(self._unsaid)
        self._unsaid.clear()
        return [ToGui(say(text)) for text in texts]


def _told(verdict: Verdict) -> list[Command]:
    lines = map(ToGui, verdict.lines)
    return [*lines] if verdict.ruling is None else [Ruled(verdict.ruling), *lines]
