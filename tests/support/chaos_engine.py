"""A UCI engine with random faults: a model for tests without processes, and a program.

    chaos_engine.py SEED BOOK LIVES [FAULT ...]

BOOK is a file of lines `MOVE POSITION-LINE`: what it answers to which position. LIVES is a file
that grows by one byte with each start, so that each incarnation has another fate. Faults:

crash     dies in a search            hang      answers no more, and reads no more
illegal   answers an illegal move     slow      answers seconds after its time
twice     says its bestmove twice
early     answers ponder and infinite at once   wordless  no info before a bestmove
deaf      loses an isready in a search, or answers it after the search
torn      writes two lines as one     noise     chatters: bytes that are no text, empty lines
control   control bytes after its move          badponder an illegal ponder move
blurt     says its handshake when it starts too blank     blanks after uciok
"""

from __future__ import annotations

import heapq
import os
import random
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Action = Callable[[], list[bytes]]
    Handler = Callable[[bytes], list[tuple[float, Action]]]

CHANCE = 0.05
FATAL = ("crash", "hang", "illegal", "slow")
HARMLESS = (
    "twice",
    "early",
    "wordless",
    "deaf",
    "torn",
    "noise",
    "control",
    "badponder",
    "blurt",
    "blank",
)
HANDSHAKE = [b"id name Chaos", b"option name Level type spin default 0 min 0 max 9999"]
NOISE = [b"", b"hash=16384MB", b"\xb7\xff", b"info string bestmove of all", b"  ", b"\x1b[31mred"]


class CrashError(Exception):
    """It is dead."""


class Engine:
    """Says what it does with a line: actions, each with a delay in seconds, that give lines."""

    def __init__(self, rng: random.Random, book: dict[bytes, bytes], faults: list[str]) -> None:
        self.options: list[bytes] = []
        self.faulted: set[str] = set()
        """The fatal faults that have happened."""
        self.said = 0
        self.hung = False
        self._rng = rng
        self._book = book
        self._faults = frozenset(faults)
        self._position = b""
        self._search = 0  # its number; 0: none
        self._searches = 0
        self._open_ended = False
        self._late_ready = 0

    @property
    def searching(self) -> bool:
        """Whether it owes a bestmove; it goes on to talk when it does not."""
        return self._search != 0

    def start(self) -> list[tuple[float, Action]]:
        """Begin to live."""
        return [(0.0, lambda: [*HANDSHAKE, b"uciok"])] if "blurt" in self._faults else []

    def hear(self, line: bytes) -> list[tuple[float, Action]]:
        """Take one line from the GUI."""
        if self.hung:
            return []
        word = line.partition(b" ")[0].decode("latin-1")
        handler: Handler | None = getattr(self, f"on_{word}", None)
        return handler(line) if handler is not None else []

    def on_uci(self, _line: bytes) -> list[tuple[float, Action]]:
        uciok = b"uciok " if "blank" in self._faults else b"uciok"
        return [(0.001, lambda: [*HANDSHAKE, uciok])]

    def on_isready(self, _line: bytes) -> list[tuple[float, Action]]:
        if self._search and "deaf" in self._faults:
            self._late_ready += self._rng.random() < 0.5
            return []
        if self._search and self._happens("torn", 0.3):
            return [(0.001, lambda: [self._info(b"hashfull 0readyok")])]
        return [(0.001, lambda: [b"readyok"])]

    def on_setoption(self, line: bytes) -> list[tuple[float, Action]]:
        self.options.append(line)
        return []

    def on_position(self, line: bytes) -> list[tuple[float, Action]]:
        self._position = line
        return []

    def on_go(self, line: bytes) -> list[tuple[float, Action]]:
        self._searches += 1
        number = self._search = self._searches
        words = line.split()
        self._open_ended = b"infinite" in words or b"ponder" in words
        talk: list[tuple[float, Action]] = []
        if "wordless" not in self._faults:
            talk = [(0.001 * n, lambda: [self._info(b"pv " + self._move())]) for n in range(1, 4)]
        if self._happens("noise", 0.3):
            talk.append((0.002, lambda: [self._rng.choice(NOISE)]))
        if self._happens("crash"):
            return [*talk, (0.004, self._crash)]
        if self._happens("hang"):
            self.hung = True
            return talk
        if self._open_ended and not self._happens("early", 0.3):
            return talk
        if self._happens("slow"):
            return [*talk, (4.0, lambda: self._answer(number))]
        return [*talk, (self._rng.choice((0.0, 0.003, 0.01, 0.05)), lambda: self._answer(number))]

    def on_stop(self, _line: bytes) -> list[tuple[float, Action]]:
        number = self._search
        return [(0.001, lambda: self._answer(number))] if number else []

    on_ponderhit = on_stop

    def on_quit(self, _line: bytes) -> list[tuple[float, Action]]:
        return [(0.001, self._crash)]

    def _crash(self) -> list[bytes]:
        raise CrashError

    def _answer(self, number: int) -> list[bytes]:
        if number != self._search or self.hung:
            return []
        self._search = 0
        bestmove = b"bestmove " + (b"a1a1" if self._happens("illegal") else self._move())
        if self._happens("badponder", 0.3):
            bestmove += b" ponder a1a1"
        if self._happens("control", 0.3):
            bestmove += b"\x00\xa0"
        lines = [bestmove]
        if self._happens("torn", 0.3):
            lines = [self._info(b"hashfull 0" + bestmove)]
        if self._happens("twice", 0.3):
            lines.append(bestmove)
        lines += [b"readyok"] * self._late_ready
        self._late_ready = 0
        return lines

    def _move(self) -> bytes:
        return self._book.get(self._position, b"0000")

    def _info(self, end: bytes) -> bytes:
        self.said += 1
        return b"info depth 3 score cp 13 nodes %d " % self.said + end

    def _happens(self, fault: str, chance: float = CHANCE) -> bool:
        happens = fault in self._faults and self._rng.random() < chance
        if happens and fault in FATAL:
            self.faulted.add(fault)
        return happens


def main(seed: str, book_path: str, lives_path: str, *faults: str) -> None:
    with open(lives_path, "ab+") as lives:
        lives.write(b".")
        lives.flush()
        rng = random.Random(f"{seed} {lives.tell()}")
    with open(book_path, "rb") as file:
        pairs = [line.rstrip(b"\n").split(b" ", 1) for line in file]
    engine = Engine(rng, {position: move for move, position in pairs}, list(faults))
    agenda: list[tuple[float, int, Action]] = []
    serial = 0
    rest = b""
    heard = engine.start()
    while True:
        now = time.monotonic()
        for delay, action in heard:
            serial += 1
            heapq.heappush(agenda, (now + delay, serial, action))
        heard = []
        while agenda and agenda[0][0] <= time.monotonic():
            try:
                write(rng, b"".join(line + b"\n" for line in heapq.heappop(agenda)[2]()))
            except CrashError:
                os._exit(3)
        wait = max(agenda[0][0] - time.monotonic(), 0) if agenda else None
        if select.select([0], [], [], wait)[0]:
            block = os.read(0, 65536)
            if not block:
                return
            *lines, rest = (rest + block).split(b"\n")
            heard = [one for line in lines for one in engine.hear(line)]


def write(rng: random.Random, data: bytes) -> None:
    """Write in pieces of any size, but for a bestmove and its echo.

    Nobody can tell an echo that comes after the next `go` from the answer to that.
    """
    while data:
        echo = data.count(b"bestmove") > 1
        cut = len(data) if echo else rng.choice((1, 7, len(data), len(data)))
        data = data[os.write(1, data[:cut]) :]


if __name__ == "__main__":
    main(*sys.argv[1:])
