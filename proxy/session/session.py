"""The session between one GUI and one engine: events in, commands out.

Every method takes an event with its time (seconds, any monotonic clock) and returns the commands
that it causes. Lines are bytes without their newline. No method raises: what the arbiter cannot
follow is said once and then passes through untouched.

The rule on top of everything: a line goes on as it came unless this file says why not.
"""

from __future__ import annotations

from collections import deque

from proxy.session.commands import (
    Ask,
    Command,
    Exit,
    KillEngine,
    LoadArbiter,
    Ruled,
    SetTimer,
    ToEngine,
    ToGui,
    Warn,
)
from proxy.session.search import Search, is_search
from proxy.uci import zeros_to_ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.arbiter import Arbiter, Verdict
    from proxy.ruling import Ruling
    from proxy.session.departure import Departure
    from proxy.session.dialog import Dialog

LOAD_DELAY = 0.020  # begun at once, the import delays the first `isready` by 8 ms
WRITTEN = 32  # blocks with scores: the last exact one is among them
QUIT_PATIENCE = 5.0  # what cutechess allows an engine after `quit`
TERMINATE_PATIENCE = 1.0  # what xboard allows

BETWEEN_SEARCHES = frozenset((b"position", b"go", b"ucinewgame"))
DRAW_OFFER = b"drawoffer"  # PolyGlot's way to tell that the opponent offers a draw
DRAW_OFFERS = b"uci_drawoffers"  # an engine with this option deals with offers itself
LOAD, LEAVE = "load", "leave"  # the timers


class Session:
    """One GUI, one engine, the search between them, and the arbiter that watches."""

    def __init__(
        self,
        *,
        tracking: bool = True,
        zeros_to_ones: bool = False,
        dialog: Dialog | None = None,
        name_suffix: str = "",
    ) -> None:
        self.passes_info = False
        """`info` lines need not be shown to us: true once `uciok` has passed."""
        self.unsettled = False
        """A position waits to be followed: call `settle` when the engine has its lines."""
        self._tracking = tracking
        self._zeros_to_ones = zeros_to_ones
        self._dialog = dialog
        self._name_suffix = name_suffix
        self._engine_options: set[bytes] = set()
        self.written: deque[bytes] = deque(maxlen=WRITTEN)
        """The last blocks with scores that the engine has written in this search."""
        self._analysed = False
        self._load_asked = False
        self._arbiter: Arbiter | None = None
        self._options: dict[bytes, bytes] = {}
        self._position = b""
        self._search: Search | None = None
        self._backlog: deque[bytes] = deque()  # what waits for the search to end
        self._input_ended = False
        self._leave_by: float | None = None

    @property
    def passes_isready(self) -> bool:
        """Whether `isready` may go to the engine without being shown to us."""
        return self.passes_info and not self._backlog

    def pass_block(self, block: bytes) -> bytes:
        """Take in whole lines that pass by us; return them as the GUI is to see them.

        By the engine's thread alone, without the lock: it must not wait for a decision.
        """
        if b"score" in block:
            self.written.append(block)
            if self._zeros_to_ones:
                return zeros_to_ones(block)
        return block

    # --- the GUI

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line from the GUI."""
        word, rest = split_word(line)
        if self._must_wait(word):
            return self._hold(word, line, now)
        match word:
            case b"position":
                return self._take_position(line, now)
            case b"go":
                return self._go(line, now)
            case b"stop":
                return self._stop(line, now)
            case b"ponderhit":
                return self._ponderhit(line, now)
            case b"setoption":
                return self._set_option(line, rest)
            case b"ucinewgame":
                self._new_game()
            case b"quit":
                return self._leave(now, QUIT_PATIENCE, line)
        return [ToEngine(line)]

    def gui_result(self, result: bytes, now: float) -> list[Command]:
        """Take the result that the GUI has given the game: as PGN writes it, with its reason."""
        del now
        said = None if self._arbiter is None else self._arbiter.compare(split_word(result)[0])
        return [] if said is None else [ToGui(said)]

    def gui_closed(self, now: float) -> list[Command]:
        """Take the end of the GUI's lines: a finite search is finished, then we leave."""
        self._input_ended = True
        if self._search is not None and not self._search.open_ended:
            return []
        return self._leave(now, QUIT_PATIENCE)

    def gui_deaf(self, now: float) -> list[Command]:
        """Take the news that nobody reads our output any more."""
        return self._leave(now, QUIT_PATIENCE)

    def terminate(self, now: float) -> list[Command]:
        """Take SIGTERM or SIGHUP: leave, and sooner than after a `quit`."""
        return self._leave(now, TERMINATE_PATIENCE)

    # --- the engine

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line from the engine; after the handshake `info` lines need not come here."""
        word, rest = split_word(line)
        match word:
            case b"bestmove":
                return self._bestmove(line, now)
            case b"info":
                line = self.pass_block(line + b"\n")[:-1]
            case b"option" if not self.passes_info:
                self._engine_options.add(option_name(rest.partition(b" type ")[0]))
            case b"id" if self._name_suffix and rest.startswith(b"name "):
                line = line.rstrip() + self._name_suffix.encode()
            case b"uciok" if not self.passes_info:
                self.passes_info = True
                ours = self._dialog.lines(self._engine_options) if self._dialog else []
                return [*map(ToGui, ours), ToGui(line), SetTimer(LOAD, now + LOAD_DELAY)]
        return [ToGui(line)]

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """Take the end of the engine: exited, and all that it said has come."""
        del now
        if self._leave_by is not None:
            return [Exit(departure.own_code)]
        return [
            ToGui(b"info string arbiter: " + departure.summary.lower().encode()),
            Warn(f"{departure.summary}{departure.last_words}"),
            Exit(departure.exit_code),
        ]

    def ruled(self, ruling: Ruling, now: float) -> list[Command]:
        """Take a ruling on the engine's own word, which only a layer has understood."""
        del now
        return [Ruled(ruling)]

    # --- the clock and the arbiter

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer that was set by `SetTimer`."""
        del now
        match name:
            case "load":
                return self._ask_for_arbiter()
            case "leave":
                return [KillEngine()]
        return []

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """Take the arbiter, who had to be imported first; he sees the position at once."""
        self._arbiter = arbiter
        self._zeros_to_ones = arbiter.conduct.zeros_to_ones
        for name, value in self._options.items():
            arbiter.set_option(name, value)
        self.unsettled = bool(self._position)
        return self.settle(now)

    def settle(self, now: float) -> list[Command]:
        """Let the arbiter follow the last position; done while the engine already works."""
        del now
        if self.unsettled and self._arbiter is not None:
            self.unsettled = False
            self._arbiter.position(self._position, splice=not self._analysed)
            return self._questions()
        return []

    def analysed(self, answer: bytes, now: float) -> list[Command]:
        """Take the analyst's answer; what follows from it is told with the next `bestmove`."""
        del now
        if self._arbiter is not None:
            self._arbiter.learn(answer)
        return []

    def announce(self, now: float) -> list[Command]:
        """Tell what the opponent's move has ended, where no answer is to come."""
        commands = self.settle(now)
        return commands if self._arbiter is None else commands + _told(self._arbiter.announce())

    # --- what the events share

    def _ask_for_arbiter(self) -> list[Command]:
        if self._load_asked or not self._tracking:
            return []
        self._load_asked = True
        return [LoadArbiter()]

    def _take_position(self, line: bytes, now: float) -> list[Command]:
        self._position = line
        self.unsettled = self._tracking
        arbiter = self._arbiter
        if arbiter is not None and not self._analysed and arbiter.may_splice(line):
            self.settle(now)
            line = arbiter.whole_game(line)
        return [ToEngine(line), *self._ask_for_arbiter()]

    def _new_game(self) -> None:
        self._position = b""
        self.unsettled = False
        self._analysed = False
        if self._arbiter is not None:
            self._arbiter.new_game()

    def _set_option(self, line: bytes, rest: bytes) -> list[Command]:
        """Take `setoption`: ours never reaches the engine, its own is passed on as it came."""
        name, _, value = rest.partition(b" value")
        name, value = option_name(name), value.strip()
        if self._dialog is not None and self._dialog.takes(name, self._engine_options):
            wrong = self._dialog.change(name, value)
            return [ToGui(b"info string arbiter: " + wrong.lower().encode())] if wrong else []
        offered = name == DRAW_OFFER and DRAW_OFFERS not in self._engine_options
        if offered and self._tracking:
            lines = self._arbiter.draw_offered() if self._arbiter is not None else []
            return [ToGui(line) for line in lines]
        self._options[name] = value
        if self._arbiter is not None:
            self._arbiter.set_option(name, value)
        return [ToEngine(line)]

    def _go(self, line: bytes, now: float) -> list[Command]:
        if not is_search(line):
            return [ToEngine(line)]
        analysing = self._options.get(b"uci_analysemode", b"").lower() == b"true"
        search = self._search = Search(line, analysing=analysing)
        self.written.clear()
        self._analysed = search.analysis
        terminal = self._terminal(now)
        if terminal is None:
            return [ToEngine(line)]
        # Engines at a mated or stalemated root hang, crash or answer anything: we answer.
        info, bestmove = terminal
        if not search.open_ended:
            return [ToGui(info), *self._answer(search, bestmove, now)]
        search.held = bestmove
        return [ToGui(info)]

    def _terminal(self, now: float) -> list[bytes] | None:
        if self._arbiter is None or not self._position:
            return None
        self.settle(now)
        return self._arbiter.terminal()

    def _must_wait(self, word: bytes) -> bool:
        """Tell whether a GUI's line has to wait for the engine's answer."""
        if self._search is None:
            return False
        return word in BETWEEN_SEARCHES or (word == b"isready" and bool(self._backlog))

    def _hold(self, word: bytes, line: bytes, now: float) -> list[Command]:
        """Keep a line until the engine has answered: some engines go deaf or mix up positions.

        An open-ended search would never end by itself, so it is stopped; its `bestmove` is an
        answer that the GUI does not expect.
        """
        self._backlog.append(line)
        search = self._search
        if search is None or word == b"position" or not search.open_ended:
            return []
        search.abandoned = True
        return self._close(search, b"stop", now)

    def _stop(self, line: bytes, now: float) -> list[Command]:
        return [ToEngine(line)] if self._search is None else self._close(self._search, line, now)

    def _ponderhit(self, line: bytes, now: float) -> list[Command]:
        if self._search is None:
            return [ToEngine(line)]
        self._search.pondering = False
        return self._close(self._search, line, now)

    def _close(self, search: Search, line: bytes, now: float) -> list[Command]:
        """Let an open-ended search end: its early answer is due, or the engine is told."""
        search.open_ended = False
        if search.held is None:
            return [ToEngine(line)]
        return [*self._answer(search, search.held, now), *self._release(now)]

    def _bestmove(self, line: bytes, now: float) -> list[Command]:
        search = self._search
        if search is None:
            return [ToGui(line)]
        if search.open_ended:
            search.held = line
            return []
        return [*self._answer(search, line, now), *self._release(now)]

    def _answer(self, search: Search, line: bytes, now: float) -> list[Command]:
        self._search = None
        if search.abandoned:
            return []
        if self._arbiter is None or search.analysis or search.pondering:
            return [ToGui(line)]
        self.settle(now)
        return _told(self._arbiter.answer(line, self.written)) + self._questions()

    def _questions(self) -> list[Command]:
        question = None if self._arbiter is None else self._arbiter.question()
        return [] if question is None else [Ask(question)]

    def _release(self, now: float) -> list[Command]:
        """Let go on what waited for the search to end."""
        commands: list[Command] = []
        while self._backlog and self._search is None:
            commands += self.gui_line(self._backlog.popleft(), now)
        if self._input_ended and self._search is None:
            commands += self._leave(now, QUIT_PATIENCE)
        return commands

    def _leave(self, now: float, patience: float, line: bytes = b"quit") -> list[Command]:
        """Ask the engine to quit, once; the soonest deadline counts."""
        asked = self._leave_by is not None
        if self._leave_by is not None and self._leave_by <= now + patience:
            return []
        self._leave_by = now + patience
        timer = SetTimer(LEAVE, self._leave_by)
        return [timer] if asked else [ToEngine(line), timer]


def _told(verdict: Verdict) -> list[Command]:
    lines: list[Command] = [ToGui(line) for line in verdict.lines]
    return lines if verdict.ruling is None else [Ruled(verdict.ruling), *lines]


def option_name(text: bytes) -> bytes:
    """Return the name in `name NAME`, in lower case, its blanks single."""
    return b" ".join(text.split()[1:]).lower()


def split_word(line: bytes) -> tuple[bytes, bytes]:
    """Split off the first word of a line; blanks of any kind and number may stand around it."""
    parts = line.split(None, 1)
    if len(parts) == 2:
        return parts[0], parts[1]
    return (parts[0], b"") if parts else (b"", b"")
