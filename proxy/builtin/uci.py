"""The UCI side of the engine: reads commands while the search runs."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

import chess

from proxy import __version__
from proxy.builtin.score import mate_in
from proxy.builtin.search import Report, Search
from proxy.builtin.table import Table
from proxy.builtin.timing import UNLIMITED, Control, budget
from proxy.errors import UserError
from proxy.game.game import Game
from proxy.limits import Limits, parse_go

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HASH_MB, _MAX_HASH_MB = 16, 1024
_OVERHEAD_MS, _MAX_OVERHEAD_MS = 30, 5000
_IDENTITY = (
    f"id name uci-arbiter engine {__version__}",
    "id author the uci-arbiter authors",
    f"option name Hash type spin default {_HASH_MB} min 1 max {_MAX_HASH_MB}",
    "option name Ponder type check default false",
    f"option name Move Overhead type spin default {_OVERHEAD_MS} min 0 max {_MAX_OVERHEAD_MS}",
    "option name UCI_Chess960 type check default false",
    "uciok",
)


@dataclass(frozen=True, slots=True)
class Job:
    """A search to be done: the position with its history, and what bounds the search."""

    board: chess.Board
    limits: Limits
    control: Control
    table: Table


class Engine:
    """Answers the lines of a GUI at once; searches are queued for another thread's `think`.

    `send` writes one line to the GUI and may be called by both threads.
    """

    def __init__(self, send: Callable[[str], None], now: Callable[[], float] = monotonic) -> None:
        self._send = send
        self._now = now
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._board = chess.Board()
        self._chess960 = False
        self._control = Control(UNLIMITED, held=False, now=now)
        self._pondering = False
        self._hash_mb = _HASH_MB
        self._overhead_ms = _OVERHEAD_MS
        self._table = Table(_HASH_MB)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
        }

    def read(self, lines: Iterator[str]) -> None:
        """Obey the lines until `quit` or their end; at their end a bounded search is finished."""
        try:
            for line in lines:
                words = line.split()
                while words and words[0] != "quit" and words[0] not in self._commands:
                    del words[0]  # UCI: an unknown word is passed over, the rest is read
                if not words:
                    continue
                if words[0] == "quit":
                    self._control.stop()
                    break
                self._commands[words[0]](words[1:])
        finally:
            if self._control.held:  # nobody is left to end it
                self._control.stop()
            self._jobs.put(None)

    def think(self) -> None:
        """Do the searches, one after the other, until `read` has ended."""
        while (job := self._jobs.get()) is not None:
            search = Search(
                job.board.copy(),
                job.control,
                job.table,
                job.limits,
                lambda report: self._send(info_line(report)),
            )
            line = search.run()
            if not line:
                score = "mate 0" if job.board.is_check() else "cp 0"
                self._send(f"info depth 0 score {score}")
            job.control.wait()
            self._send(bestmove_line(line))

    def _uci(self, _words: list[str]) -> None:
        for line in _IDENTITY:
            self._send(line)

    def _isready(self, _words: list[str]) -> None:
        self._send("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        self._table = Table(self._hash_mb)

    def _setoption(self, words: list[str]) -> None:
        name, value = _split_option(words)
        try:
            if name == "hash":
                self._hash_mb = min(max(int(value), 1), _MAX_HASH_MB)
                self._table = Table(self._hash_mb)
            elif name == "move overhead":
                self._overhead_ms = min(max(int(value), 0), _MAX_OVERHEAD_MS)
            elif name == "uci_chess960":
                self._chess960 = value.lower() == "true"
        except ValueError:
            self._send(f"info string option {name} needs a number, not {value}")

    def _position(self, words: list[str]) -> None:
        try:
            self._board = parse_position(words, chess960=self._chess960)
        except UserError as error:
            self._send(f"info string position ignored: {error}")

    def _go(self, words: list[str]) -> None:
        self._control.stop()  # a second `go` ends the first
        limits = parse_go(words)
        self._pondering = limits.ponder
        self._control = Control(
            budget(limits, self._board.turn, self._overhead_ms),
            held=limits.ponder or limits.endless,
            now=self._now,
        )
        self._jobs.put(Job(self._board, limits, self._control, self._table))

    def _stop(self, _words: list[str]) -> None:
        self._control.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        if self._pondering:
            self._pondering = False
            self._control.ponderhit()


def serve() -> None:
    """Be a UCI engine on stdin and stdout until `quit` or the end of input."""
    lock = threading.Lock()

    def send(line: str) -> None:
        data = line.encode() + b"\n"
        with lock:
            while data:
                data = data[os.write(1, data) :]

    def read() -> None:
        with contextlib.suppress(BrokenPipeError):  # the GUI has gone: `read` has ended the search
            engine.read(_lines(0))

    engine = Engine(send)
    threading.Thread(target=read, daemon=True).start()
    engine.think()


def parse_position(words: list[str], *, chess960: bool = False) -> chess.Board:
    """Read the words after `position`; raises `UserError` for a bad FEN or an illegal move."""
    split = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:split], words[split + 1 :]
    if head[:1] not in (["startpos"], ["fen"]):
        raise UserError("neither startpos nor fen")
    fen = " ".join(head[1:]) if head[0] == "fen" else None
    game = Game.start(fen, chess960=chess960)
    for word in moves:
        game.push(game.parse(word))
    return game.board


def info_line(report: Report) -> str:
    """Return the `info` line of an iteration."""
    mate = mate_in(report.score)
    score = f"cp {report.score}" if mate is None else f"mate {mate}"
    milliseconds = int(report.seconds * 1000)
    nps = int(report.nodes / max(report.seconds, 0.001))
    pv = " ".join(move.uci() for move in report.pv)
    return (
        f"info depth {report.depth} seldepth {report.seldepth} score {score} nodes {report.nodes} "
        f"nps {nps} hashfull {report.permille_full} time {milliseconds} pv {pv}"
    )


def bestmove_line(line: tuple[chess.Move, ...]) -> str:
    """Return the answer to `go`: the first move of the line and the expected reply."""
    if not line:
        return "bestmove (none)"
    ponder = f" ponder {line[1].uci()}" if len(line) > 1 else ""
    return f"bestmove {line[0].uci()}{ponder}"


def _lines(descriptor: int) -> Iterator[str]:
    """Yield the lines of a pipe; what follows the last line feed is lost, as its sender was.

    Read without Python's buffer: a daemon thread that holds its lock spoils the exit.
    """
    rest = b""
    while data := os.read(descriptor, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")


def _split_option(words: list[str]) -> tuple[str, str]:
    """Return name, in lower case, and value of the words after `setoption`."""
    text = " ".join(words).removeprefix("name ")
    name, _, value = text.partition(" value ")
    return name.lower(), value
