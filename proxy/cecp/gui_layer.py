"""A GUI that speaks CECP before a session that speaks UCI.

The GUI's lines come as CECP and reach the session as UCI; what the session has for the GUI leaves
as CECP. The game is in `gui_player`, the engine's options are in `gui_setup`; here are the
handshake, the table of commands (section 8), and the way of each line.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from proxy.cecp.gui_player import GuiPlayer, tell
from proxy.cecp.gui_setup import GuiSetup
from proxy.cecp.moves import read_move
from proxy.offers import OFFER, RESIGN
from proxy.saying import PREFIX
from proxy.session.commands import Command, Ruled, ToGui
from proxy.session.fallback import FaultReport
from proxy.session.layer import Layer

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.session.session import Session

    Event = Callable[..., list[Command]]
    Take = Callable[[str, float], list[Command]]

COMMENT = "# arbiter: "  # `feature debug=1`: a GUI does not act on these

# What has no meaning for an engine that speaks UCI.
IGNORED = frozenset(("accepted", "rejected", "random", "hint", "bk", "ics", "hover", "put", "lift"))


class GuiLayer(Layer):
    """Translates between a session and its CECP GUI.

    `may_claim`: an arbiter is to come, who may have results claimed. `commands` is the table of
    what it understands, beside the handshake and bare moves.
    """

    is_transparent = False

    def __init__(self, inner: Session | Layer, *, may_claim: bool = True) -> None:
        super().__init__(inner)
        self._player = player = GuiPlayer(self._ask, self._announce)
        player.claimant.awaited = may_claim
        self._setup = setup = GuiSetup(self._ask, player)
        self._ready = False  # the engine has said `uciok`
        self._greeted = False  # we have said `uci`
        self._owes_features = False
        self._waiting: deque[str] = deque()  # lines that the engine is not ready for
        self._pings: deque[str] = deque()  # one for each `readyok` on its way
        self._late_pings: deque[str] = deque()  # to be answered after the move
        self._post = False
        self._searches = 0  # `go` that the session has been given and not answered
        self._passed: list[Command] = []  # what it has wanted done in the event of the moment
        self._events = 0  # each within the one before
        self._faults = FaultReport()
        self.commands: dict[str, Take] = {
            "new": lambda _rest, now: setup.new(now),
            "variant": setup.variant,
            "setboard": player.set_board,
            "force": lambda _rest, now: player.force(now),
            "go": lambda _rest, now: [*setup.send(now), *player.go(now)],
            "playother": lambda _rest, now: player.play_other(now),
            "usermove": player.user_move,
            "?": lambda _rest, now: player.move_now(now),
            "undo": lambda _rest, now: player.take_back(1, now),
            "remove": lambda _rest, now: player.take_back(2, now),
            "draw": lambda _rest, now: player.draw_offered(now),
            "result": self._result,
            "analyze": lambda _rest, now: self._analyse(now, on=True),
            "exit": lambda _rest, now: self._analyse(now, on=False),
            ".": lambda _rest, _now: player.status(),
            "ping": self._take_ping,
            "level": self._number(player.clock.level, "level"),
            "st": self._number(player.clock.per_move, "st"),
            "sd": self._number(player.clock.set_depth, "sd"),
            "time": self._number(player.clock.own, "time"),
            "otim": self._number(player.clock.opponent, "otim"),
            "post": lambda _rest, _now: self._show(on=True),
            "nopost": lambda _rest, _now: self._show(on=False),
            "hard": lambda _rest, now: setup.ponder(now, on=True),
            "easy": lambda _rest, now: setup.ponder(now, on=False),
            "computer": self._computer,
            "name": lambda rest, now: setup.opponent(now, name=rest),
            "rating": lambda rest, now: setup.opponent(now, rating=rest.rpartition(" ")[2]),
            "memory": lambda rest, now: setup.set("Hash", rest, now),
            "cores": lambda rest, now: setup.set("Threads", rest, now),
            "egtpath": setup.egtpath,
            "option": setup.option,
        }

    # --- events

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line of CECP from the GUI."""
        text = line.decode("utf-8", "replace").strip()
        word, _, rest = text.partition(" ")
        commands: list[Command] = []
        if not self._greeted:
            self._greeted = True
            commands = self._do(now, self._ask, "uci", now)
        match word:
            case "" | "xboard":
                return commands
            case "quit":
                return commands + self._do(now, self._ask, "quit", now)
            case "protover":
                return commands + self._do(now, self._protocol, rest)
        if not self._ready:
            self._waiting.append(text)
            return commands
        return commands + self._do(now, self._take, text, now)

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer; one that has been overtaken finds nothing to do."""
        match name:
            case "gui thinking":
                return self._do(now, self._show_thinking, now)
            case "gui claim":
                return self._do(now, self._player.unheard, now)
        return super().timer(name, now)

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """Take the arbiter: what he rules is claimed here."""
        self._player.claimant.arbiter = arbiter
        return super().arbiter_loaded(arbiter, now)

    def analysed(self, answer: bytes, now: float) -> list[Command]:
        """Take the analyst's answer, which may show that our last move has ended the game."""
        return [*super().analysed(answer, now), *self._do(now, self._player.learnt, now)]

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Turn the session's UCI lines for the GUI into CECP.

        What follows from a `bestmove` comes last: the session has let go on by then what had to
        wait for it. What was offered, given up or ruled goes with it, or is told by itself where
        the engine has spoken at another time.
        """
        translated: list[Command] = []
        answers: list[str] = []
        said: set[bytes] = set()
        ruled = False
        for command in commands:
            if not isinstance(command, ToGui):
                translated.append(command)
                self._passed.append(command)
                ruled = ruled or isinstance(command, Ruled)
            elif command.line in {OFFER, RESIGN}:
                said.add(command.line)
            elif command.line.startswith(b"bestmove"):
                answers.append(command.line.decode("utf-8", "replace"))
            elif command.line.startswith(b"info"):
                translated += self._info(command.line, now)
            else:
                translated += self._do(now, self._uci_line, command.line, now)
        for answer in answers:
            self._searches -= 1
            translated += self._do(now, self._best_move, answer, said, now)
        if not answers and (said or ruled):
            translated += self._do(now, self._spoken, said, now)
        return translated

    # --- the session

    def _ask(self, line: str, now: float) -> list[Command]:
        """Give the session a UCI line; return what comes of it."""
        self._searches += line.startswith("go")
        return self.translate(self.inner.gui_line(line.encode(), now), now)

    def _announce(self, now: float) -> list[Command]:
        """Have the arbiter look at the position and say what is to be said of it."""
        return self.translate(self.inner.announce(now), now)

    def _uci_line(self, line: bytes, now: float) -> list[Command]:
        text = line.decode("utf-8", "replace").strip()
        word, _, rest = text.partition(" ")
        match word:
            case "readyok" if self._pings:
                pong = tell(f"pong {self._pings[0]}")
                self._pings.popleft()  # after what may fail, for it is done again then
                return pong
            case "uciok" if not self._ready:
                return self._engine_ready(now)
            case "id" if rest.startswith("name "):
                self._setup.engine.name = rest[5:].strip()
            case "option":
                self._setup.engine.add(text)
        return []

    def _info(self, line: bytes, now: float) -> list[Command]:
        """Take what the arbiter says, or the engine's thinking; its own strings have no form."""
        if line.startswith(PREFIX):
            return tell(COMMENT + line.removeprefix(PREFIX).decode("utf-8", "replace"))
        search = self._player.shown
        try:
            return [] if search is None else search.take(line, now, post=self._post)
        except Exception as error:  # noqa: BLE001 - a line that is not shown costs nothing
            return self._tell(error)

    def _best_move(self, line: str, said: set[bytes], now: float) -> list[Command]:
        """Take an answer: between it and the next search the engine's options can be set."""
        commands = self._show_thinking(now)
        commands += self._setup.send(now)
        commands += self._player.best_move(line, said, now)
        if not self._player.thinking:
            late, self._late_pings = self._late_pings, deque()
            commands += [command for number in late for command in self._ping(number, now)]
        return commands

    def _spoken(self, said: set[bytes], now: float) -> list[Command]:
        return [*self._player.spoken(said, now), *self._player.learnt(now)]

    def _show_thinking(self, now: float) -> list[Command]:
        search = self._player.shown
        return [] if search is None else search.show(now)

    # --- faults of ours

    def _do(self, now: float, event: Event, *args: object) -> list[Command]:
        """Do what an event asks for; after a fault of ours go back to before it and do it again.

        What the session has wanted done meanwhile is not lost.
        """
        player, setup = self._player, self._setup
        kept, settings, mark = player.keep(), setup.keep(), len(self._passed)
        answering = event == self._best_move
        commands: list[Command] = []
        self._events += 1
        for again in (True, False):
            try:
                commands += event(*args)
                break
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                commands += self._tell(error)
                with suppress(Exception):
                    player.restore(kept)
                    setup.restore(settings)
                    self._go_by_session(now, answering=answering)
                    if answering and not again:
                        commands += player.bare_move(str(args[0]))
                commands += self._passed[mark:]
                mark = len(self._passed)
        self._events -= 1
        if not self._events:
            self._passed.clear()
        return commands

    def _go_by_session(self, now: float, *, answering: bool) -> None:
        """Have the player agree with the session, whose answer is still to be taken or not."""
        if not answering:
            self._player.align(now, searching=self._searches > 0)
        elif self._searches:
            self._ask("stop", now)  # the next has begun, and begins once more

    def _tell(self, error: Exception) -> list[Command]:
        return self._faults.tell(error, to_gui=False)

    # --- the handshake

    def _protocol(self, version: str) -> list[Command]:
        """Answer `protover`: with the features, or with the request to wait for them."""
        if version.strip() == "1":
            return []
        if self._ready:
            return self._features()
        self._owes_features = True
        return tell("feature done=0")

    def _engine_ready(self, now: float) -> list[Command]:
        commands = self._features() if self._owes_features else []
        self._ready = True
        while self._waiting:
            commands += self._do(now, self._take, self._waiting.popleft(), now)
        return commands

    def _features(self) -> list[Command]:
        pairs = [*self._setup.engine.features(), "done=1"]
        return tell(*(f"feature {pair}" for pair in pairs))

    # --- the GUI's commands

    def _take(self, text: str, now: float) -> list[Command]:
        """Take a command that the engine is ready for."""
        word, _, rest = text.partition(" ")
        if word in self.commands:
            return self.commands[word](rest.strip(), now)
        if word in IGNORED:
            return []
        if read_move(self._player.table.board, text) is not None:
            return self._player.user_move(text, now)
        return tell(f"Error (unknown command): {text}")

    def _result(self, rest: str, now: float) -> list[Command]:
        commands = self._player.force(now)
        return commands + self.translate(self.inner.gui_result(rest.encode(), now), now)

    def _analyse(self, now: float, *, on: bool) -> list[Command]:
        player = self._player
        commands = [*player.stop(now), *self._setup.analysing(now, on=on)]
        return commands + (player.analyse(now) if on else player.exit(now))

    def _take_ping(self, number: str, now: float) -> list[Command]:
        """Answer when all before it is done: the clause has the `pong` only after the move."""
        if self._player.thinking:
            self._late_pings.append(number)
            return []
        return self._ping(number, now)

    def _ping(self, number: str, now: float) -> list[Command]:
        self._pings.append(number)
        return self._ask("isready", now)

    def _number(self, read: Callable[[str], bool], word: str) -> Take:
        """Return the command that gives a text to the clock, or says that it cannot be read."""

        def take(rest: str, _now: float) -> list[Command]:
            return [] if read(rest) else tell(f"Error (not a number): {word} {rest}".rstrip())

        return take

    def _show(self, *, on: bool) -> list[Command]:
        self._post = on
        return []

    def _computer(self, _rest: str, now: float) -> list[Command]:
        self._player.claimant.human = False
        return self._setup.opponent(now)
