"""The searches of a session: one at a time, each with one answer; what comes meanwhile waits."""

from __future__ import annotations

from collections import deque

from proxy.session.commands import Command, Intervened, SetTimer, ToEngine, ToGui
from proxy.session.hang import HangWatch, is_due
from proxy.session.ready import PATIENCE, READY
from proxy.session.repairs import without_control_bytes
from proxy.session.restart import repeat, time_left
from proxy.session.search import is_search
from proxy.session.words import split_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.arbiter_link import ArbiterLink
    from proxy.session.care import Care
    from proxy.session.restart import Restart
    from proxy.session.search import Search

GIVEN_UP = 0.1  # a script sends its `ucinewgame` at once with all else, a GUI much later
JUDGE_PATIENCE = 2.0  # seconds; the arbiter is imported in a tenth of that
GIVE_UP, JUDGE = "give-up", "judge"  # the timers

BETWEEN_SEARCHES = frozenset((b"position", b"go", b"ucinewgame"))
TO_A_SEARCH = frozenset((b"stop", b"ponderhit"))
OF_A_SEARCH = TO_A_SEARCH | {b"go"}


class Searches:
    """The search that runs, and the lines of the GUI that wait for its end.

    After every method that may end a search the session lets go on what has waited.
    """

    def __init__(self, care: Care, link: ArbiterLink, restart: Restart) -> None:
        self.current: Search | None = None
        self.begun = False
        """There was a search."""
        self.asked_otherwise = False
        """Since the last search the GUI has said what UCI has not, as `bench`: all may follow."""
        self.input_ended = False
        """The GUI says no more: a script, all of whose answers are wanted."""
        self.backlog: deque[tuple[bytes, bytes, float]] = deque()
        """The GUI's lines that wait: the first word of each, the line, and when it came."""
        self._waiting_for_search = 0  # `stop`s and `ponderhit`s among them
        self._care = care
        self._repairs = care.repairs
        self._waiting_words = _waiting_words(care.repairs)
        self._link = link
        self._restart = restart
        self._hang_watch = HangWatch(care)
        self._passes_answers = False  # what the engine was asked is no search, or not known
        self._said_idle = False
        # Without the first nobody knows which search it is that has been answered.
        self._ends_searches = {"one-search", "idle-info"} <= care.repairs

    @property
    def over(self) -> bool:
        """Whether the engine has nothing to tell of a search: the last one has been answered."""
        return (
            self.current is None
            and self.begun
            and self._ends_searches
            and not self._passes_answers
            and not self.asked_otherwise
        )

    def idle_info(self) -> list[Command]:
        """Drop what an engine tells of no search; that is noted once between two of them.

        Engines with more than one thread do so (Lynx #284), and a runner reads it with the next
        search.
        """
        if self._said_idle:
            return []
        self._said_idle = True
        return self._did("idle-info", "dropped info of a search that was over")

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing waits."""
        return self.current is None and not self.backlog

    def next_line(self) -> tuple[bytes, float] | None:
        """Return the line that may go on now, with the time of its coming, and forget it.

        In a search that is what stands first and need not wait, or what belongs to the search.
        """
        if self._restart.going or not self.backlog:
            return None
        if self.current is None or self.backlog[0][0] not in self._waiting_words:
            return self._take_out(0)
        if not self._waiting_for_search:  # there may be hundreds of positions
            return None
        at, word = self._first_of_a_search()
        return self._take_out(at) if word in TO_A_SEARCH else None

    def _first_of_a_search(self) -> tuple[int, bytes]:
        """Return where the first `go`, `stop` or `ponderhit` waits, and which; b"" where none."""
        waiting = enumerate(word for word, _, _ in self.backlog)
        return next((one for one in waiting if one[1] in OF_A_SEARCH), (0, b""))

    def _take_out(self, at: int) -> tuple[bytes, float]:
        word, line, since = self.backlog[at]
        del self.backlog[at]
        self._waiting_for_search -= word in TO_A_SEARCH
        return line, since

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer."""
        match name:
            case "give-up":
                return self._give_up()
            case "hang":
                return self._time_is_up(now)
            case "judge":
                return self.judge(now)
        return []

    def go(self, line: bytes, now: float, since: float) -> list[Command]:
        """Take `go`: the engine is asked, unless there is no legal move to ask for."""
        self._passes_answers = not is_search(line)
        if self._passes_answers:
            return [ToEngine(line)]
        self.begun = True
        self.asked_otherwise = self._said_idle = False
        search = self.current = self._link.begin(line, since)
        terminal = self._link.terminal() if "terminal-root" in self._repairs else None
        commands: list[Command]
        if terminal is None:
            if self._care.rescues:
                line = time_left(search, self._link.position, now)
            commands = [ToEngine(line)]
        else:
            # Engines at a mated or stalemated root hang, crash or answer anything: we answer.
            info, search.held = terminal
            did = self._did("terminal-root", "no legal move here, so the engine is not asked")
            commands = [*did, ToGui(info)]
        if search.open_ended:
            return [*commands, *(self._abandon(search, now) if self._is_left_behind() else [])]
        if search.held is not None:
            return [*commands, *self._answer(search, search.held, now)]
        return [*commands, *self._hang_watch.begin(search, self._link.position)]

    def must_wait(self, word: bytes) -> bool:
        """Tell whether a GUI's line has to wait: for the engine's answer, or for an engine.

        What belongs to a waiting `go`, or asks whether what waits is done, waits with it.
        """
        if word == b"quit":
            return False
        if self._restart.going and (self.current is None or word not in TO_A_SEARCH):
            return True
        if self.backlog:
            return word == b"isready" or word in self._waiting_words or self._go_waits(word)
        return self.current is not None and word in self._waiting_words

    def _go_waits(self, word: bytes) -> bool:
        return word in TO_A_SEARCH and any(waiting == b"go" for waiting, _, _ in self.backlog)

    def hold(self, word: bytes, line: bytes, now: float) -> list[Command]:
        """Keep a line until the engine has answered: some engines go deaf or mix up positions.

        An open-ended search would never end by itself, so it is stopped for the next one; its
        `bestmove` is an answer that the GUI does not expect.
        """
        self.backlog.append((word, line, now))
        self._waiting_for_search += word in TO_A_SEARCH
        search = self.current
        if word == b"isready" and "isready" in self._repairs:
            return [SetTimer(READY, now + PATIENCE)]
        if search is None or word not in {b"go", b"ucinewgame"}:
            return []
        if search.open_ended:
            return self._abandon(search, now)
        late = word == b"ucinewgame" and now - search.since > GIVEN_UP and not search.stopped
        if not late or search.given_up or "late-bestmove" not in self._repairs:
            return []
        search.given_up = True
        return [SetTimer(GIVE_UP, now + PATIENCE)]

    def _is_left_behind(self) -> bool:
        """Tell whether the GUI went on to the next search before it ended this one."""
        return self._first_of_a_search()[1] == b"go"

    def _abandon(self, search: Search, now: float) -> list[Command]:
        search.abandoned = True
        did = self._did("one-search", "stopped a search for the next one")
        return [*did, *self._close(search, b"stop", now)]

    def _give_up(self) -> list[Command]:
        """Stop a search that keeps the GUI from its next game."""
        search = self.current
        if search is None or not search.given_up or search.stopped or self.input_ended:
            return []
        search.stopped = True
        did = self._did("late-bestmove", "stopped a search that ucinewgame had given up")
        return [*did, *self._tell(b"stop")]

    def take_isready(self) -> int:
        """Forget the `isready`s that wait behind other lines; return their number."""
        before = len(self.backlog)
        self.backlog = deque(waiting for waiting in self.backlog if waiting[0] != b"isready")
        return before - len(self.backlog)

    def told(self, word: bytes, line: bytes, now: float) -> list[Command]:
        """Take `stop`, or `ponderhit`: with that a search is in earnest, and its time runs."""
        search = self.current
        if search is None:
            return self._tell(line)
        if word == b"stop":
            return self._close(search, line, now)
        search.pondering = False
        search.since = now
        commands = self._close(search, line, now)
        if self.current is not search:
            return commands
        return [*commands, *self._hang_watch.begin(search, self._link.position)]

    def _close(self, search: Search, line: bytes, now: float) -> list[Command]:
        """Let an open-ended search end: its early answer is due, or the engine is told."""
        search.open_ended = False
        if search.held is not None:
            return self._answer(search, search.held, now)
        stops = split_word(line)[0] == b"stop"
        return [*self._tell(line), *(self._hang_watch.stopped(search, now) if stops else [])]

    def _tell(self, line: bytes) -> list[Command]:
        """Send the engine a line of the running search; a new engine hears of it otherwise."""
        return [] if self._restart.going else [ToEngine(line)]

    def bestmove(self, line: bytes, now: float) -> list[Command]:
        """Take a `bestmove` of the engine."""
        did: list[Command] = []
        clean = without_control_bytes(line) if "control-bytes" in self._repairs else line
        if clean != line:
            did = self._did("control-bytes", "bestmove had bytes in it that no move is made of")
        search = self.current
        if search is None and ("late-bestmove" not in self._repairs or self._passes_answers):
            return [*did, ToGui(clean)]
        if search is None or search.held is not None:
            return [*did, *self._did("late-bestmove", "dropped a bestmove that answers no go")]
        if search.open_ended and "early-bestmove" in self._repairs:
            search.held = clean
            return [*did, *self._did("early-bestmove", "bestmove came too early: held back")]
        return [*did, *self._answer(search, clean, now)]

    def lose_track(self, line: bytes) -> list[Command]:
        """Let the answer to what is asked pass: a fault of ours has left this line unread."""
        search, self.current = self.current, None
        self._passes_answers = True
        if self.backlog and self.backlog[-1][1] is line:
            self._take_out(-1)
        held = None if search is None or line.startswith(b"bestmove") else search.held
        return [] if held is None else [ToGui(held)]

    def resume(self, now: float) -> list[Command]:
        """Have a new engine go on where the one before it ended."""
        if self.current is not None and self.current.abandoned:
            self.current = None
        search, position = self.current, self._link.told_position
        if search is not None and search.held is None:
            return [*repeat(search, position, now)]
        return [ToEngine(position)] if position else []

    def _time_is_up(self, now: float) -> list[Command]:
        """Tell an engine to stop, and answer for it where that does not help."""
        search = self.current
        if search is None or not is_due(search, now):
            return []
        if not search.stopped and not self._restart.going:
            did = self._did("stop-in-time", "stopped the engine at the end of its time")
            return [*did, ToEngine(b"stop"), *self._hang_watch.stop(search, now)]
        move = self._link.own_choice()
        if move is None or not self._restart.within_limit:
            return []
        did = self._did("hang", f"the engine does not answer: {move.decode()} played for it")
        if not self._restart.going:
            did += self._restart.kill()
        return [*did, *self._answer(search, b"bestmove " + move, now)]

    def judge(self, now: float) -> list[Command]:
        """Let go on what has waited for the arbiter: an answer, or the rescue from a hang."""
        search = self.current
        if search is None or not search.waited or search.held is None:
            return self._time_is_up(now)
        return self._answer(search, search.held, now)

    def _answer(self, search: Search, line: bytes, now: float) -> list[Command]:
        """End a search with this answer, unless a rescue makes another of it."""
        judges = self._care.judges and not search.analysis and not search.pondering
        if judges and self._link.is_awaited and not search.waited:
            search.waited = True
            search.held = line
            return [SetTimer(JUDGE, now + JUDGE_PATIENCE)]
        self.current = None
        if search.abandoned:
            return []
        if search.given_up and not self.input_ended:
            return self._did("late-bestmove", "dropped the answer to a go given up")
        did: list[Command] = []
        wrong = self._link.objection(line) if judges else ""
        if wrong and self._care.asks_again and not search.asked_again and not self._restart.going:
            self.current = search
            return self._link.ask_again(search, wrong, now)
        if wrong and self._care.plays_on:
            move = self._link.own_choice()
            if move is not None:
                did = self._did("pv-move", f"{wrong}: {move.decode()} played for it")
                line = b"bestmove " + move
        return [*did, *self._link.answer(search, line)]

    def _did(self, kind: str, text: str) -> list[Command]:
        return self._link.note([Intervened(kind, text)])


def _waiting_words(repairs: frozenset[str]) -> frozenset[bytes]:
    """Return the first words of the lines that wait for the end of a search."""
    words = BETWEEN_SEARCHES if "one-search" in repairs else frozenset()
    return words | {b"setoption"} if "setoption" in repairs else words
