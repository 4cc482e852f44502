"""A CECP engine behind a session that speaks UCI.

The session's lines to the engine come as `ToEngine` commands and leave as CECP; the engine's lines
come as CECP and reach the session as UCI. The game itself is in `player`, the options are in
`engine_settings`; here are the handshake and the engine's life.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from proxy.cecp.engine_settings import EngineSettings
from proxy.cecp.features import Features, read_features
from proxy.cecp.mending import Mender
from proxy.cecp.player import TIMERS, Player
from proxy.cecp.thinking import read_thinking
from proxy.cecp.wishes import Hear, Restart, send
from proxy.cecp.words import PROMPT, Word, read_word
from proxy.saying import say
from proxy.session.commands import (
    Command,
    KillEngine,
    Ruled,
    SetTimer,
    SpawnEngine,
    ToEngine,
    ToGui,
)
from proxy.session.hang import has_come
from proxy.session.layer import Layer
from proxy.session.search import is_search
from proxy.session.session import DRAW_OFFER
from proxy.session.words import option_of, split_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.session.departure import Departure
    from proxy.session.session import Session

    Event = Callable[..., list[Command]]

FEATURE_PATIENCE = 2.0  # section 9, done: "listens for feature commands for two seconds"
SLOW_PATIENCE = 60.0  # after done=0; the clause says an hour, which no UCI GUI waits
NUDGE_INTERVAL = 0.1
MUTE_RESTARTS = 2
FEATURES, NUDGE = "cecp features", "cecp nudge"

OFFERED = "draw"  # the opponent's offer, among the session's lines

NEW, SHAKING, READY, RESTARTING = "new", "shaking", "ready", "restarting"


class EngineLayer(Layer):
    """Translates between a session and its CECP engine; `name`: where it does not say its own."""

    is_transparent = False

    def __init__(self, inner: Session | Layer, player: Player, name: str = "CECP engine") -> None:
        super().__init__(inner)
        self._player = player
        self._name = name
        self._waiting: deque[str] = deque()  # UCI lines that the engine is not ready for
        self._settings = EngineSettings(player)
        self._announced = True  # the session has had its `uciok`
        self._leaving = False
        self._mender = Mender(player, inner.written)
        self._restarts_left = MUTE_RESTARTS
        self._reset_engine()

    def _reset_engine(self) -> None:
        """Know nothing of the engine: it has just been started."""
        self._phase = NEW
        self._features = Features()
        self._settings.new_engine()
        self._features_due = 0.0
        self._mute = True  # it has not said a word yet
        self._deaf = True  # nothing that it has said answers the greeting
        self._pings = 0
        self._ready_owed: list[str] = []  # the pings that stand for isready
        self._asks_owed = False
        self._player.new_engine(self._features)

    # --- events

    def translate(self, commands: list[Command], now: float) -> list[Command]:
        """Turn the session's UCI lines for the engine into CECP."""
        translated: list[Command] = []
        for command in commands:
            match command:
                case ToEngine(line):
                    translated += self._uci_line(line.decode("utf-8", "replace").strip(), now)
                case SpawnEngine():  # the session will ask it again itself
                    self._reset_engine()
                    self._mender.answered()
                    self._waiting.clear()
                    translated.append(command)
                case Ruled(ruling) if self._player.hearing.has_ruled(ruling):
                    pass  # on the engine's own claim; so with what was said of it
                case ToGui(line) if line == self._player.hearing.last_said:
                    pass
                case Ruled(ruling):
                    self._player.hearing.note_ruling(ruling)
                    translated.append(command)
                case _:
                    translated.append(command)
        return translated

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """Take a line of the GUI: an offer of a draw is for the engine as well as for the arbiter.

        It comes at once where the session would have an option wait for the end of a search.
        """
        commands = super().gui_line(line, now)
        return [*commands, *self._do(now, self._gui_offers, line, now)]

    def arbiter_loaded(self, arbiter: Arbiter, now: float) -> list[Command]:
        """Take the arbiter, by whose rules the engine's words are judged."""
        self._player.hearing.arbiter = arbiter
        return super().arbiter_loaded(arbiter, now)

    def engine_line(self, line: bytes, now: float) -> list[Command]:
        """Take one line of CECP from the engine."""
        if self._phase == RESTARTING:
            return []
        self._mute = False
        return [*self._do(now, self._hear, line, now), *self._release(now)]

    def engine_gone(self, departure: Departure, now: float) -> list[Command]:
        """Take its end: one that we brought about is followed by a new start."""
        if self._phase != RESTARTING or self._leaving:
            return super().engine_gone(departure, now)
        self._reset_engine()
        return [SpawnEngine(), *self._do(now, self._shake_hands, now)]

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of a timer; one that has been overtaken finds nothing to do."""
        if name == FEATURES:
            return [*self._do(now, self._features_end, now), *self._release(now)]
        if name == NUDGE:
            return self._nudge(now)
        if name in TIMERS:
            return self._do(now, self._player.timer, name, now)
        return super().timer(name, now)

    def join(self, now: float, *, asked: bool) -> list[Command]:
        """Take over an engine that has been greeted with `xboard` and `protover` already.

        `asked`: the session has sent it `uci` as well, and awaits the answer.
        """
        self._announced = not asked
        return self._shake_hands(now)[2:]

    def _gui_offers(self, line: bytes, now: float) -> list[Command]:
        word, rest = split_word(line)
        offers = word == b"setoption" and option_of(rest)[0] == DRAW_OFFER
        return self._uci_line(OFFERED, now) if offers else []

    # --- the handshake

    def _shake_hands(self, now: float) -> list[Command]:
        self._phase = SHAKING
        timers = [self._wait(now, FEATURE_PATIENCE), SetTimer(NUDGE, now + NUDGE_INTERVAL)]
        return [*send("xboard", "protover 2"), *timers]

    def _nudge(self, now: float) -> list[Command]:
        """Repeat the greeting for an engine that has not answered it.

        What gnuchess is sent while it starts, it loses or sees only when more comes, though its
        banner shows already; sometimes it never sees anything, and one that stays mute is therefore
        restarted.
        """
        if self._phase != SHAKING or not self._deaf:
            return []
        return [*send("protover 2"), SetTimer(NUDGE, now + NUDGE_INTERVAL)]

    def _wait(self, now: float, patience: float) -> Command:
        self._features_due = now + patience
        return SetTimer(FEATURES, self._features_due)

    def _feature(self, text: str, now: float) -> list[Command]:
        commands: list[Command] = []
        slow = self._features.done is False
        for name, value in read_features(text):
            accepted = self._features.set(name, value)
            commands += send(f"{'accepted' if accepted else 'rejected'} {name}")
        if self._phase == SHAKING and self._features.done:
            commands += self._shaken()
        elif self._phase == SHAKING and self._features.done is False and not slow:
            commands.append(self._wait(now, SLOW_PATIENCE))
        return commands

    def _features_end(self, now: float) -> list[Command]:
        """Wait no longer for features."""
        if self._phase != SHAKING or not has_come(self._features_due, now):
            return []
        return [Restart()] if self._mute and self._restart_mute() else self._shaken()

    def _restart_mute(self) -> bool:
        """Tell whether an engine is to be started again whose features are not known."""
        self._restarts_left -= 1
        return self._restarts_left >= 0

    def _shaken(self) -> list[Command]:
        """Begin the work: the engine has said what it can."""
        self._phase = READY
        self._restarts_left = MUTE_RESTARTS
        commands = self._settings.begin(self._features)
        commands += [] if self._announced else self._announce()
        self._asks_owed = True
        return commands

    def _announce(self) -> list[Command]:
        name = self._features.myname or self._name
        lines = (f"id name {name}", "id author unknown (CECP)", *self._settings.lines, "uciok")
        said: list[Command] = [Hear(line) for line in lines]
        self._announced = True
        return said

    # --- from the session

    def _uci_line(self, line: str, now: float) -> list[Command]:
        word = line.partition(" ")[0]
        if word == "quit":
            self._leaving = True
            return send("quit")
        if self._phase == NEW:
            self._announced = word != "uci"
            if word != "uci":
                self._waiting.append(line)
            return self._do(now, self._shake_hands, now)
        if self._phase != READY:
            self._waiting.append(line)
            return []
        self._mender.owed.take(line, now)
        if word == "uci":
            self._announced = False
        elif word == "isready":
            self._ready_owed.append(str(self._pings + 1))
        return self._do(now, self._ready_line, line, now)

    def _ready_line(self, line: str, now: float) -> list[Command]:
        """Take a UCI line that the engine is ready for; `debug` and the like have no meaning."""
        match line.partition(" ")[0]:
            case "uci":
                return self._announce()
            case "isready":
                return self._is_ready()
            case "setoption":
                return self._settings.take(line.partition(" ")[2])
            case "ucinewgame":
                self._player.new_game()
                return [] if self._features["reuse"] else [Restart()]
            case "position":
                self._player.told.position(line)
            case "go":
                return self._go(line, now)
            case "stop" | "ponderhit":
                return self._player.stop(now) if line == "stop" else self._player.ponderhit(now)
            case "draw":
                return self._player.draw_offered()
        return []

    def _go(self, line: str, now: float) -> list[Command]:
        """Have it play, unless the session awaits no answer and holds nothing back for one."""
        if not is_search(line.encode()):
            return [ToGui(say("perft has no word in cecp: nothing is counted"))]
        return self._mender.go(line, now)

    def _is_ready(self) -> list[Command]:
        """Answer at once while it thinks: section 8 has the `pong` only after the move."""
        number = self._ready_owed[-1]
        if self._player.busy or not self._features["ping"]:
            return self._pong(number)
        self._pings += 1
        return send(f"ping {number}")

    # --- from the engine

    def _hear(self, line: bytes, now: float) -> list[Command]:
        text = PROMPT.sub("", line.decode("utf-8", "replace")).rstrip()
        told: list[Command] = []
        try:
            thinking = read_thinking(text)
            if thinking is not None:
                return self._player.show(thinking, now)
        except Exception as error:  # noqa: BLE001 - a line not shown costs nothing, a move may be one
            told = self._mender.tell(error)
        return [*told, *self._word(read_word(text), now)]

    def _word(self, word: Word, now: float) -> list[Command]:
        if word.kind in {"feature", "complaint"}:
            self._deaf = False
        match word.kind:
            case "feature":
                return self._feature(word.text, now)
            case "pong":
                return self._pong(word.text)
            case "tell":
                return [ToGui(say(f"the engine says: {word.text}"))]
        if self._phase != READY:
            return []
        if word.kind == "complaint" and word.text.partition(" ")[0] == "ping":
            self._features.lack("ping")
            self._player.crossing.forget()
            return self._all_ready()
        return self._player.word(word, now)

    def _pong(self, number: str) -> list[Command]:
        self._player.crossing.pong(number)
        if number not in self._ready_owed:
            return []  # gnuchess answers twice
        self._ready_owed.remove(number)
        return [Hear("readyok")]

    def _all_ready(self) -> list[Command]:
        """Answer every `isready` that is owed."""
        owed, self._ready_owed = self._ready_owed, []
        return [Hear("readyok") for _ in owed]

    # --- what the events share

    def _do(self, now: float, event: Event, *args: object) -> list[Command]:
        """Carry out what an event wants done; a fault of ours in it is to cost no game."""
        try:
            wishes = event(*args)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            wishes = self._mend(error, now)
        return self._carry_out(wishes, now)

    def _mend(self, error: Exception, now: float) -> list[Command]:
        """Pay what is owed but for the search, and see to that."""
        told = self._mender.tell(error)
        if self._phase != READY:
            again = self._phase != RESTARTING and self._restart_mute()
            return [*told, Restart()] if again else told
        answers = self._all_ready()
        if not self._announced:
            self._announced = True
            answers.insert(0, Hear("uciok"))
        return [*told, *answers, *self._mender.mend(now)]

    def _carry_out(self, commands: list[Command], now: float) -> list[Command]:
        """Do what concerns the session and the engine's life; the rest is the shell's."""
        done: list[Command] = []
        for command in commands:
            match command:
                case Hear(line):
                    if line.startswith("bestmove"):
                        self._mender.answered()
                        if self._phase == READY:
                            done += self._do(now, self._settings.send)
                    done += self.translate(self.inner.engine_line(line.encode(), now), now)
                case Ruled(ruling):  # through the session, for whoever takes notes of it
                    done += self.translate(self.inner.ruled(ruling, now), now)
                case Restart():
                    self._phase = RESTARTING
                    done.append(KillEngine())
                case _:
                    done.append(command)
        return done

    def _ask_owed(self, now: float) -> list[Command]:
        """Ask what the engine before this one has not answered; a fault in it is to ask no more."""
        lines = self._mender.owed.question(now)
        return [one for line in lines for one in self._ready_line(line, now)]

    def _release(self, now: float) -> list[Command]:
        """Take the lines that have waited for the engine to be ready."""
        commands: list[Command] = []
        if self._phase == READY and self._asks_owed:
            self._asks_owed = False
            commands = self._do(now, self._ask_owed, now)
        while self._waiting and self._phase == READY:
            commands += self._uci_line(self._waiting.popleft(), now)
        return commands
