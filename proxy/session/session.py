"""The session between one GUI and one engine: events in, commands out.

Every method takes an event with its time (seconds, any monotonic clock) and returns the commands
that it causes. Lines are bytes without their newline. No method raises: what the arbiter cannot
follow is said once and then passes through untouched.

The rule on top of everything: a line goes on as it came unless this file says why not. Each such
reason is a repair with a name (`proxy.session.repairs`) that can be switched off; rescues from an
engine that fails (`restart.py`, `hang.py`) have to be switched on.
"""

from __future__ import annotations

from collections import deque

from proxy.saying import say
from proxy.session.arbiter_link import ArbiterLink
from proxy.session.care import Care
from proxy.session.commands import (
    Command,
    Exit,
    Intervened,
    KillEngine,
    Ruled,
    SetTimer,
    ToEngine,
    ToGui,
    Warn,
)
from proxy.session.departure import printable
from proxy.session.handshake import WORDS, Handshake
from proxy.session.ready import PATIENCE, READY, Ready, answered_for_engine
from proxy.session.repairs import split_torn
from proxy.session.restart import Restart
from proxy.session.searches import Searches
from proxy.session.words import option_of, split_word
from proxy.uci import SEARCHING, without_kinds, zeros_to_ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from proxy.arbiter import Arbiter
    from proxy.ruling import Ruling
    from proxy.session.departure import Departure
    from proxy.session.dialog import Dialog
    from proxy.session.layer import Layer, Passing

WRITTEN = 32  # blocks with scores: the last exact one is among them
HEARD = 5  # lines of the engine that a diagnosis shows
QUIT_PATIENCE = 5.0  # what cutechess allows an engine after `quit`
TERMINATE_PATIENCE = 1.0  # what xboard allows
PIPE_PATIENCE = 60.0  # of the end of input, for whoever pages through our output
FOR_EVER = float("inf")
START_PATIENCE = 10.0  # before an engine that does not get ready is reported

DRAW_OFFER = b"drawoffer"  # PolyGlot's way to tell that the opponent offers a draw
DRAW_OFFERS = b"uci_drawoffers"  # an engine with this option deals with offers itself
ANSWERED_BY_NO_INFO = frozenset((b"", b"debug", b"register"))  # what else UCI has
LEAVE, START = "leave", "start"  # timers; the others stand where they are set


class Session:
    """One GUI, one engine, the search between them, and the arbiter that watches."""

    is_transparent = True
    """Whether both sides speak one protocol, so that a line may pass as it came."""

    def __init__(
        self,
        *,
        tracking: bool = True,
        zeros_to_ones: bool = False,
        dialog: Dialog | None = None,
        name_suffix: str = "",
        care: Care | None = None,
        hidden: Iterable[str] = (),
    ) -> None:
        self.written: deque[bytes] = deque(maxlen=WRITTEN)
        """The last blocks with scores that the engine has written in this search."""
        care = care or Care()
        self._mends_torn_lines = "torn-lines" in care.repairs
        self._tracking = tracking
        self._zeros_to_ones = zeros_to_ones
        self._hidden = [kind.encode() for kind in hidden]
        self._dialog = dialog
        self._handshake = Handshake(dialog, name_suffix, mends="handshake" in care.repairs)
        self._ready = Ready(mends="isready" in care.repairs)
        self._restart = Restart(care)
        self._link = ArbiterLink(care, self.written, tracking=tracking)
        self._searches = Searches(care, self._link, self._restart)
        self._heard: deque[bytes] = deque(maxlen=HEARD)
        self._leave_by: float | None = None
        self.reading_patience = FOR_EVER
        """The seconds that the GUI may let pass without reading what is left for it to read."""

    @property
    def unsettled(self) -> bool:
        """Whether a position waits to be followed: call `settle` when the engine has its lines."""
        return self._link.unsettled

    def replaced(self, layer: Layer, session: Session | Layer) -> Session:
        """As `Layer.replaced`: there is no layer in here."""
        del layer, session
        return self

    @property
    def passing(self) -> Passing:
        """What need not be shown to us, until the next event."""
        handshake, ready, searches = self._handshake, self._ready, self._searches
        info = (
            handshake.done
            and (ready.proved or searches.begun)  # an engine may say it all twice
            and not (handshake.owed or ready.asked or self._restart.going)
        )
        if searches.current is not None:
            return info, False, False
        isready = info and ready.proved and not (searches.backlog or self._restart.on_crash)
        return info, isready, searches.over

    def pass_block(self, block: bytes) -> bytes:
        """Take in whole lines that pass by us; return them as the GUI is to see them.

        By the engine's thread alone, without the lock: it must not wait for a decision.
        """
        if block.find(b"score") >= 0:
            self.written.append(block)
            if self._zeros_to_ones:
                block = zeros_to_ones(block)
        return without_kinds(block, self._hidden) if self._hidden else block

    # --- the GUI

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line from the GUI."""
        word, rest = split_word(line)
        if word == b"setoption" and self._is_ours(rest):
            return self._set_own_option(rest)
        if self._searches.must_wait(word):
            return self._followed(self._searches.hold(word, line, now), now)
        return self._followed(self._take(word, rest, line, now, now), now)

    def _take(
        self, word: bytes, rest: bytes, line: bytes, now: float, since: float
    ) -> list[Command]:
        """Take one line whose turn it is, with its first word and the rest; it came at `since`."""
        match word:
            case b"position":
                return self._link.take_position(line)
            case b"go":
                return self._searches.go(line, now, since)
            case b"stop" | b"ponderhit":
                return self._searches.told(word, line, now)
            case b"setoption":
                return self._set_option(line, rest)
            case b"isready":
                return self._isready(line, now)
            case b"uci":
                return [*self._handshake.ask(line, now), SetTimer(START, now + START_PATIENCE)]
            case b"ucinewgame":
                self._restart.new_game()
                self._link.new_game()
            case b"quit":
                self.reading_patience = min(self.reading_patience, QUIT_PATIENCE)
                return self._leave(now, QUIT_PATIENCE, line)
            case _ if word not in ANSWERED_BY_NO_INFO:
                self._searches.asked_otherwise = self._searches.current is None
        return [ToEngine(line)]

    def gui_result(self, result: bytes, now: float) -> list[Command]:
        """Take the result that the GUI has given the game: as PGN writes it, with its reason."""
        del now
        return self._link.compare(split_word(result)[0])

    def gui_closed(self, now: float) -> list[Command]:
        """Take the end of the GUI's lines: a finite search is finished, then we leave."""
        self.reading_patience = min(self.reading_patience, PIPE_PATIENCE)
        self._searches.input_ended = True
        search = self._searches.current
        if not search.open_ended if search is not None else self._restart.going:
            return []
        return self._leave(now, QUIT_PATIENCE)

    def gui_deaf(self, now: float) -> list[Command]:
        """Take the news that nobody reads our output any more."""
        return self._leave(now, QUIT_PATIENCE)

    def terminate(self, now: float) -> list[Command]:
        """Take SIGTERM or SIGHUP: leave, and sooner than after a `quit`."""
        self.reading_patience = min(self.reading_patience, TERMINATE_PATIENCE)
        return self._leave(now, TERMINATE_PATIENCE)

    # --- the engine

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line from the engine; after the handshake `info` lines need not come here."""
        word, rest = split_word(line)
        self._heard.append(line)
        if self._restart.going:
            commands = self._restart.line(word)
            return commands if self._restart.going else [*commands, *self._resume(now)]
        torn = self._torn(line)
        if torn is not None:
            first, second = torn
            parts = f"{printable(first[-20:])!r} and {printable(second)!r}"
            did = self._link.note([Intervened("torn-lines", f"{parts} came as one line")])
            return [*did, *self.engine_line(first, now), *self.engine_line(second, now)]
        match word:
            case b"bestmove":
                if self._searches.current is not None:
                    self._ready.forget_old()
                return self._followed(self._searches.bestmove(line, now), now)
            case b"readyok":
                return self._ready.answered(line, now)
            case b"info":
                if self._searches.over and split_word(rest)[0] in SEARCHING:
                    return self._searches.idle_info()
                shown = self.pass_block(line + b"\n").split(b"\n")[:-1]
                return [*map(ToGui, shown)]
            case _ if word in WORDS:
                return self._link.note(self._handshake.line(line, now))
        return [ToGui(line)]

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """Take the end of the engine: exited, and all that it said has come."""
        killed = departure.exit_code != departure.own_code
        if self._leave_by is not None and (killed or not self._handshake.owed):
            return [Exit(departure.own_code)]
        if self._handshake.done and self._restart.takes_over:
            return self._link.note(self._restart.begin(departure, now))
        told = departure.summary
        if not self._handshake.done:
            told += " before it was ready"
            if not departure.last_words:
                told += " and without a word: start it by hand to see why"
        return [
            *self._link.say_all(),
            ToGui(say(told)),
            Warn(f"{told}{departure.last_words}"),
            Exit(departure.exit_code),
        ]

    def ruled(self, ruling: Ruling, now: float) -> list[Command]:
        """Take a ruling on the engine's own word, which only a layer has understood."""
        del now
        self._link.adopt(ruling)
        return [Ruled(ruling)]

    # --- the clock and the arbiter

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer that was set by `SetTimer`."""
        match name:
            case "load":
                return self._link.ask_for_him()
            case "leave":
                return [KillEngine()]
            case "start":
                return self._report_slow_start()
            case "early":
                return self._link.note(self._handshake.early_is_all(now))
            case "ready":
                return self._answer_isready(now)
            case "restart":
                return self._restart.overdue()
        return self._followed(self._searches.timer(name, now), now)

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """Take the arbiter, who had to be imported first; he sees the position at once."""
        self._zeros_to_ones = arbiter.conduct.zeros_to_ones
        return self._followed([*self._link.loaded(arbiter), *self._searches.judge(now)], now)

    def arbiter_missing(self, filters: bytes, now: float) -> list[Command]:
        """Take the news that none could be made; `filters`: b"on" where zeros still become ones."""
        del now
        self._zeros_to_ones = filters == b"on"
        return []

    def settle(self, now: float) -> list[Command]:
        """Let the arbiter follow the last position; done while the engine already works."""
        del now
        self._link.settle()
        return self._link.questions()

    def analysed(self, answer: bytes, now: float) -> list[Command]:
        """Take the analyst's answer; what follows from it is told with the next `bestmove`."""
        del now
        return self._link.learn(answer)

    def announce(self, now: float) -> list[Command]:
        """Tell what the opponent's move has ended, where no answer is to come."""
        return [*self.settle(now), *self._link.announce()]

    def lose_track(self, line: bytes, now: float) -> list[Command]:
        """Go on after a fault of ours, for which a line passes unread.

        Else its answer would be dropped, or the next search would wait for one that has passed.
        """
        match split_word(line)[0]:
            case b"position":
                self._link.new_game()
            case b"go" | b"stop" | b"ponderhit" | b"bestmove":
                return [*self._searches.lose_track(line), *self._release(now)]
        return []

    # --- before a game

    def _torn(self, line: bytes) -> tuple[bytes, bytes] | None:
        """Look for an answer that is owed at the end of a line of something else."""
        if not self._mends_torn_lines:
            return None
        torn = split_torn(line, b"readyok") if self._ready.asked else None
        if torn is None and self._searches.current is not None and b"bestmove" in line:
            torn = split_torn(line, b"bestmove")
        return torn

    def _isready(self, line: bytes, now: float) -> list[Command]:
        commands = self._ready.ask(line, now, searching=self._searches.current is not None)
        if not self._ready.proved:
            commands.append(SetTimer(START, now + START_PATIENCE))
        return commands

    def _report_slow_start(self) -> list[Command]:
        """Say that the engine does not get ready, which may be its right: networks are large."""
        if self._handshake.owed:
            question = "uci"
        elif self._ready.owed and not self._ready.proved:
            question = "isready"
        else:
            return []
        text = f"the engine has not answered {question} for {START_PATIENCE:.0f} s"
        heard = "".join(f"\n  {printable(line)}" for line in self._heard)
        return [
            ToGui(say(text)),
            Warn(text + (f"; its last lines:{heard}" if heard else ", nor said anything")),
        ]

    def _is_ours(self, rest: bytes) -> bool:
        """Tell whether an option is one of our own, which no search has to end for."""
        name, _ = option_of(rest)
        engines = self._handshake.options
        if name == DRAW_OFFER and DRAW_OFFERS not in engines:
            return self._tracking
        return self._dialog is not None and self._dialog.takes(name, engines)

    def _set_own_option(self, rest: bytes) -> list[Command]:
        """Take `setoption` for an option of our own, which never reaches the engine."""
        name, value = option_of(rest)
        if name == DRAW_OFFER:
            return self._link.draw_offered()
        wrong = self._dialog.change(name, value) if self._dialog is not None else ""
        return [ToGui(say(wrong))] if wrong else []

    def _set_option(self, line: bytes, rest: bytes) -> list[Command]:
        """Take `setoption` for an option of the engine, passed on as it came."""
        name, value = option_of(rest)
        self._restart.option(name, line)
        self._link.set_option(name, value)
        return [ToEngine(line)]

    # --- what the events share

    def _answer_isready(self, now: float) -> list[Command]:
        """Answer for an engine that is deaf in its search, also what waits behind other lines."""
        if self._restart.going:
            return [SetTimer(READY, now + PATIENCE)]
        searching = self._searches.current is not None
        waiting = self._searches.take_isready() if searching else 0
        due = self._ready.overdue(searching=searching)
        return self._link.note([*due, *answered_for_engine(waiting)])

    def _resume(self, now: float) -> list[Command]:
        """Have a new engine, which has just said that it is ready, go on for the one before it."""
        return [*self._ready.pay_all(), *self._searches.resume(now), *self._release(now)]

    def _followed(self, commands: list[Command], now: float) -> list[Command]:
        """Add to what an event wants done what follows from it: for whom waited, and questions."""
        if self._searches.backlog or self._searches.input_ended:
            commands = [*commands, *self._release(now)]
        return [*commands, *self._link.questions()]

    def _release(self, now: float) -> list[Command]:
        """Let go on what waited for the search to end."""
        commands: list[Command] = []
        while (waiting := self._searches.next_line()) is not None:
            line, since = waiting
            commands += self._take(*split_word(line), line, now, since)
        if self._searches.input_ended and self._searches.idle and not self._restart.going:
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
