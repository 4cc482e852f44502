"""A CECP engine inside the test's own process, and a shell around it without a clock.

It plays the first legal move, thinks no time at all, and refuses what it should not be told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.assembly import make_arbiter
from proxy.gui.choice import Choice
from proxy.session.commands import (
    Command,
    KillEngine,
    LoadArbiter,
    Replace,
    Ruled,
    SetTimer,
    SpawnEngine,
    ToEngine,
    ToGui,
    Warn,
)
from proxy.session.departure import Departure
from proxy.session.fallback import Fallback

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.session.layer import Layer
    from proxy.session.session import Session
    from proxy.settings import Settings

FEATURES = "feature ping=1 setboard=1 usermove=1 colors=0 done=1"


class ModelEngine:
    """Protocol version 2 as section 8 has it; `said` are its lines that nobody has read yet."""

    def __init__(self, features: str = FEATURES) -> None:
        self.said: list[str] = []
        self._features = features
        self._board = chess.Board()
        self._plays: chess.Color | None = None
        self._analyses = False

    def take(self, line: str) -> None:  # noqa: C901 - one case for each command
        word, _, rest = line.partition(" ")
        match word:
            case "protover":
                self.said.append(self._features)
            case "ping":
                self.said.append(f"pong {rest}")
            case "new":
                self._board = chess.Board()
                self._plays = chess.BLACK
            case "setboard":
                self._board = chess.Board(rest)
            case "force" | "exit":
                self._plays = None
                self._analyses = False
            case "analyze":
                self._analyses = True
            case "undo":
                self._board.pop()
            case "go":
                self._plays = self._board.turn
            case "usermove":
                assert self._board.turn != self._plays, "not the opponent's turn"
                self._board.push_uci(rest)
        if word in {"go", "usermove"} and self._plays == self._board.turn:
            self._move()
        elif self._analyses and word in {"analyze", "usermove", "undo", "setboard"}:
            self.said.append(f"3 7 1 30 {self._first()}")

    def _first(self) -> chess.Move:
        return next(iter(self._board.legal_moves))

    def _move(self) -> None:
        move = self._first()
        self.said += [f"2 7 1 20 {move}", f"move {move}"]
        self._board.push(move)


class UciEngine:
    """The same in UCI."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._board = chess.Board()
        self._waits = False

    def take(self, line: str) -> None:
        words = line.split()
        match words[0]:
            case "uci":
                self.said += ["id name model", "uciok"]
            case "isready":
                self.said.append("readyok")
            case "position":
                self._board = chess.Board()
                for text in words[3:]:
                    self._board.push_uci(text)
            case "go" if not {"infinite", "ponder"} & {*words}:
                self._move()
            case "go":
                self._waits = True
            case "stop" | "ponderhit" if self._waits:
                self._move()

    def _move(self) -> None:
        self._waits = False
        move = next(iter(self._board.legal_moves))
        self.said += [f"info depth 2 score cp 7 pv {move}", f"bestmove {move}"]


class Bench:
    """Does what a session wants of the shell, with a model engine; `now` moves by rings alone.

    `features` are those of a CECP engine; None: it speaks UCI.
    """

    def __init__(self, session: Session | Layer, settings: Settings, features: str | None) -> None:
        self.session = session
        self.to_gui: list[str] = []
        self.ruled: list[str] = []
        self.warned: list[str] = []
        self.engines = 1
        self.to_engine: list[str] = []
        self._settings = settings
        self.features = features
        self._engine: ModelEngine | UciEngine | None = self._new_engine()
        self._fallback = Fallback()
        self._timers: dict[str, float] = {}
        self.now = 0.0

    def _new_engine(self) -> ModelEngine | UciEngine:
        return UciEngine() if self.features is None else ModelEngine(self.features)

    def send(self, *lines: str) -> None:
        """Give it lines of the GUI's, then let the engine speak."""
        for line in lines:
            self._event("gui_line", line.encode())
            self._event("settle")
            self._listen()

    def crash(self) -> None:
        """Have the engine die."""
        self._engine = None
        self._event("engine_gone", Departure("model", 9))
        self._listen()

    def say(self, line: str) -> None:
        """Have the engine say a line of its own."""
        self._event("engine_line", line.encode())
        self._listen()

    def ring(self) -> None:
        """Let time go on to the next timer."""
        name = min(self._timers, key=self._timers.__getitem__)
        self.now = max(self.now, self._timers.pop(name))
        self._event("timer", name)
        self._listen()

    def ring_until(self, done: Callable[[], object]) -> None:
        """Ring until that is so; after thirty timers it will not be."""
        for _ in range(30):
            if done():
                break
            self.ring()

    def _listen(self) -> None:
        while self._engine is not None and self._engine.said:
            self._event("engine_line", self._engine.said.pop(0).encode())

    def _event(self, name: str, *args: object) -> None:
        event = getattr(self.session, name)
        self._carry_out(self._fallback.call(self.session, event, args, self.now))

    def _carry_out(self, commands: list[Command]) -> None:  # noqa: C901 - as the shell's
        killed = False
        for command in commands:
            match command:
                case ToGui(line):
                    self.to_gui.append(line.decode())
                case ToEngine(line):
                    self.to_engine.append(line.decode())
                    if self._engine is not None:
                        self._engine.take(line.decode())
                case Replace():
                    self.session = self._fallback.replace(self.session, command)
                case SetTimer(name, at):
                    self._timers[name] = at
                case Ruled(ruling):
                    self.ruled.append(f"{ruling.result} {ruling.reason}")
                case Warn(text):
                    self.warned.append(text)
                case KillEngine():
                    killed = True
                case SpawnEngine():
                    self.engines += 1
                    self._engine = self._new_engine()
                case LoadArbiter():
                    arbiter = make_arbiter(self._settings, None, lambda _: ADVISE)
                    self._event("arbiter_loaded", arbiter)
        if killed:
            self._engine = None
            self._event("engine_gone", Departure("model", 9))


ADVISE = Choice("test", "advise", False, ())
