"""Random games on a session, without processes: both sides faulty, in a time of their own."""

from __future__ import annotations

import heapq
import random
from functools import cache
from typing import TYPE_CHECKING

import chess

from proxy.conduct import Conduct
from proxy.fail_open import FailOpen
from proxy.rulesets import load_ruleset
from proxy.session.care import Care
from proxy.session.commands import (
    Command,
    Exit,
    KillEngine,
    LoadArbiter,
    SetTimer,
    SpawnEngine,
    ToEngine,
    ToGui,
)
from proxy.session.departure import Departure
from proxy.session.session import Session
from proxy.shell.pumps import deciding_part
from support.chaos_engine import FATAL, HARMLESS, CrashError, Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

PLIES = 8
CRASHED, KILLED = 3 << 8, 9
GUI_FAULTS = ("impatient", "curious", "fiddling", "doubling", "babbling", "rushing")
"""Goes on without stop; isready, setoption in a search; stop twice; no command; a new game while
the engine is still at the last one, whose time is over."""

# What a GUI waits for: the first word of a line, and for how many seconds.
Wait = tuple[bytes, float]
Script = "Generator[Wait, bytes | None]"


@cache
def random_games(count: int) -> list[list[bytes]]:
    """Return the moves of random legal games."""
    rng = random.Random(1)
    games = []
    for _ in range(count):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        games.append([move.uci().encode() for move in board.move_stack])
    return games


def position_line(moves: list[bytes]) -> bytes:
    return b"position startpos moves " + b" ".join(moves) if moves else b"position startpos"


@cache
def book_of(count: int) -> dict[bytes, bytes]:
    """Return the move that is right in each position of the random games."""
    return {
        position_line(game[:ply]): move
        for game in reversed(random_games(count))
        for ply, move in enumerate(game)
    }


@cache
def conduct() -> Conduct:
    return Conduct(load_ruleset("online"))


GAMES = 60


class LostError(AssertionError):
    """A game or a line was lost by us."""


class Table:
    """One session between a scripted GUI and chaos engines."""

    def __init__(self, seed: int, games: int) -> None:
        rng = self.rng = random.Random(seed)
        self.rescuing = rng.random() < 0.5
        self.faults = [one for one in (*FATAL, *HARMLESS) if rng.random() < 0.4]
        self.gui_faults = {one for one in GUI_FAULTS if rng.random() < 0.3}
        if "twice" in self.faults:  # its echo would meet a go that has waited for the first answer
            self.gui_faults.discard("impatient")
            self.faults = [one for one in self.faults if one != "slow"]
        care = Care(restart_limit=1000, on_illegal="pv", on_crash="restart", on_hang="rescue")
        self.session = Session(care=care if self.rescuing else None)
        self.book = book_of(GAMES)
        self.now = 0.0
        self.exit_code: int | None = None
        self.played = self.forfeited = 0
        self.heard: list[bytes] = []
        self.faulted: set[str] = set()
        self.log: list[tuple[float, str, object]] = []
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._serial = 0
        self._timers: dict[str, float] = {}
        self._due = {b"uciok": 0, b"readyok": 0, b"bestmove": 0}
        self._options = 0
        self._answers: list[bytes] = []
        self._wait: tuple[bytes, int] | None = None
        self._waits = 0
        self._engine = self._new_engine()
        self._script = self._play(games)

    # --- time

    def run(self) -> None:
        """Play until the wrapper has left. Raises `LostError`."""
        self._run_engine(self._engine, self._engine.start())
        self._step(None)
        while self._agenda and self.exit_code is None:
            self.now, _, action = heapq.heappop(self._agenda)
            action()
        if self.exit_code is None:
            raise LostError("the wrapper never left")

    def _at(self, delay: float, action: Callable[[], None]) -> None:
        self._serial += 1
        heapq.heappush(self._agenda, (self.now + delay, self._serial, action))

    # --- the wrapper

    def _tell(self, commands: list[Command]) -> None:
        for command in commands:
            self.log.append((self.now, "", command))
            match command:
                case ToGui(line):
                    self._gui_hears(line)
                case ToEngine(line):
                    engine = self._engine
                    self._run_engine(engine, engine.hear(line))
                case SetTimer(name, at):
                    self._set_timer(name, at)
                case KillEngine():
                    engine = self._engine
                    self._at(0.001, lambda engine=engine: self._die(engine, KILLED))  # type: ignore[misc]  # a bound default
                case SpawnEngine():
                    self._engine = self._new_engine()
                    self._run_engine(self._engine, self._engine.start())
                case LoadArbiter():
                    self._at(0.03, self._load)
                case Exit(code):
                    self.exit_code = code
        if self.session.unsettled:
            self.session.settle(self.now)

    def _set_timer(self, name: str, at: float) -> None:
        self._timers[name] = at

        def ring() -> None:
            if self._timers.get(name) == at:
                del self._timers[name]
                self.log.append((self.now, "timer", name))
                self._tell(self.session.timer(name, self.now))

        self._at(max(at - self.now, 0.0), ring)

    def _load(self) -> None:
        arbiter = FailOpen(conduct())
        self._tell(self.session.arbiter_loaded(arbiter, self.now))

    # --- the engine

    def _new_engine(self) -> Engine:
        return Engine(self.rng, self.book, self.faults)

    def _run_engine(
        self, engine: Engine, actions: list[tuple[float, Callable[[], list[bytes]]]]
    ) -> None:
        self.faulted |= engine.faulted
        for delay, action in actions:
            self._at(delay, lambda action=action: self._act(engine, action))  # type: ignore[misc]  # a bound default

    def _act(self, engine: Engine, action: Callable[[], list[bytes]]) -> None:
        if engine is not self._engine:
            return
        try:
            lines = action()
        except CrashError:
            self._die(engine, CRASHED)
            return
        self.faulted |= engine.faulted
        self.log += [(self.now, "engine", line) for line in lines]
        block = b"".join(line + b"\n" for line in lines)
        session = self.session
        start = deciding_part(block, session.passing)
        for line in self.session.pass_block(block[:start]).split(b"\n")[:-1]:
            self._gui_hears(line)
        for line in block[start:].split(b"\n")[:-1]:
            before = len(self.heard)
            self._tell(self.session.engine_line(line, self.now))
            heard = b"\n".join(self.heard[before:])
            if line.startswith(b"info") and engine.searching and line[:20] not in heard:
                raise LostError(f"{line!r} did not reach the GUI")

    def _die(self, engine: Engine, status: int) -> None:
        self.faulted |= engine.faulted
        if engine is self._engine and self.exit_code is None:
            self._tell(self.session.engine_gone(Departure("chaos", status), self.now))

    # --- the GUI

    def _gui_hears(self, line: bytes) -> None:
        self.heard.append(line)
        patient = self.gui_faults.isdisjoint(("rushing", "impatient"))
        if line.startswith(b"info depth") and patient and not self._due[b"bestmove"]:
            raise LostError(f"{line!r} tells of no search")
        word = line.split(None, 1)[0] if line.split() else b""
        if word in self._due:
            self._due[word] -= 1
            if self._due[word] < 0:
                raise LostError(f"{line!r} answers nothing")
            self._answers.append(line)
            self._look_for_answer()

    def _look_for_answer(self) -> None:
        """Let the GUI go on if what it waits for has come."""
        for line in self._answers:
            if self._wait is not None and line.split(None, 1)[0] == self._wait[0]:
                self._wait = None
                self._answers.remove(line)
                self._at(0.0, lambda line=line: self._step(line))  # type: ignore[misc]  # a bound default
                return

    def _step(self, line: bytes | None) -> None:
        try:
            word, patience = self._script.send(line) if self._waits else next(self._script)
        except StopIteration:
            return
        self._waits += 1
        number = self._waits
        self._wait = word, number

        def give_up() -> None:
            if self._wait == (word, number):
                self._wait = None
                self._step(None)

        self._at(patience, give_up)
        self._look_for_answer()

    def _send(self, *lines: bytes) -> None:
        answers = {b"uci": b"uciok", b"isready": b"readyok", b"go": b"bestmove"}
        for line in lines:
            answer = answers.get(line.partition(b" ")[0])
            if answer is not None:
                self._due[answer] += 1
            self.log.append((self.now, "gui", line))
            self._tell(self.session.gui_line(line, self.now))

    def _play(self, games: int) -> Generator[Wait, bytes | None]:
        rng = self.rng
        yield b"", rng.choice((0.0, 0.05))
        self._send(b"uci")
        if (yield b"uciok", 5.0) is None:
            raise LostError("no uciok")
        for _ in range(games):
            if not self._engine.hung:
                self.faulted.clear()
                self._engine.faulted.clear()
            self._send(b"ucinewgame", b"isready")
            if (yield b"readyok", 5.0) is None:
                raise LostError("no readyok")
            if not (yield from self._play_game(rng.choice(random_games(GAMES)))):
                self.forfeited += 1
                if not self.faulted:
                    raise LostError("a game was lost though the engine had no fault")
                if self.rescuing:
                    raise LostError(f"a game was lost though rescues are on, after {self.faulted}")
                if "hang" in self.faulted:
                    break
            self.played += 1
        else:
            yield from self._look_at_options()
        self._send(b"quit")

    def _look_at_options(self) -> Generator[Wait, bytes | None]:
        """Let everything come to rest: then the engine knows the last option."""
        self._due[b"bestmove"] += 1  # a search that was left open, if there is one
        self._send(b"stop")
        yield b"", 6.0
        if self._options and not self._engine.options[-1].endswith(b" %d" % self._options):
            raise LostError("an option was lost")

    def _play_game(self, game: list[bytes]) -> Generator[Wait, bytes | None, bool]:
        """Play one game; return whether the engine has answered each time with a legal move."""
        rng, faults = self.rng, self.gui_faults
        for ply in range(rng.randrange(2), len(game), 2):
            position = position_line(game[:ply])
            kind = rng.choice((b"movetime 100", b"wtime 1000 btime 1000", b"ponder", b"infinite"))
            self._send(
                position, b"go " + (kind if kind != b"ponder" else b"ponder wtime 1000 btime 1000")
            )
            yield from self._bother()
            if kind == b"infinite" and "impatient" in faults and rng.random() < 0.3:
                self._due[b"bestmove"] -= 1
                continue  # without stop: the next go follows
            counts = kind != b"infinite"
            if kind in {b"ponder", b"infinite"}:
                yield b"", rng.choice((0.0, 0.02))
                counts = kind == b"ponder" and rng.random() < 0.5
                self._send(b"ponderhit" if counts else b"stop")
                if "doubling" in faults:
                    self._send(b"stop")
            answer = yield b"bestmove", 3.0 if self.rescuing else 1.5
            if answer is None:
                if "rushing" not in faults:
                    return False
                self._due[b"bestmove"] -= 1  # it is not wanted any more
                return False
            move = answer.split()[1]
            if counts and move != self.book[position] and not self._legal(game[:ply], move):
                return False
        return True

    def _bother(self) -> Generator[Wait, bytes | None]:
        rng, faults = self.rng, self.gui_faults
        if "babbling" in faults and rng.random() < 0.3:
            self._send(rng.choice((b"", b"xyzzy", b"\xff\x00", b"position", b"debug on")))
        if "fiddling" in faults and rng.random() < 0.3:
            self._options += 1
            self._send(b"setoption name Level value %d" % self._options)
        if "curious" in faults and rng.random() < 0.3:
            self._send(b"isready")
            if (yield b"readyok", 2.0) is None and not self.faulted:
                raise LostError("no readyok in a search")

    def _legal(self, moves: list[bytes], move: bytes) -> bool:
        if not self.faulted:
            raise LostError(f"{move!r} is not what the engine said")
        board = chess.Board()
        for one in moves:
            board.push_uci(one.decode())
        return move in {one.uci().encode() for one in board.legal_moves}
