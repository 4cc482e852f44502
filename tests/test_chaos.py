"""Random games with faults on both sides: none is lost by us, no line is lost, nothing is left.

A seed that fails is tried again with `Table(seed, games).run()`; its `log` tells what happened.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from support.chaos import GAMES, Table, book_of, position_line, random_games
from support.chaos_engine import HARMLESS
from support.wrapper import wait_until_gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.wrapper import Wrapper

    Start = Callable[..., Wrapper]

ENGINE = Path(__file__).parent / "support" / "chaos_engine.py"
RESCUES = ("--on-illegal", "pv", "--on-crash", "restart", "--on-hang", "rescue")
LIMIT = ("--restart-limit", "1000")
MEGABYTE = 2**20


@pytest.mark.parametrize("first", range(0, 1400, 140))
def test_games_without_processes(first: int) -> None:
    """More than 10,000 games: each table plays ten, unless its engine hangs for good."""
    played = 0
    for seed in range(first, first + 140):
        table = Table(seed, 10)
        table.run()
        played += table.played
    assert played > 1000


class RealGui:
    """Plays games against a chaos engine behind a wrapper, and writes in pieces of any size."""

    def __init__(self, wrapper: Wrapper, seed: int) -> None:
        self.wrapper = wrapper
        self.rng = random.Random(seed)

    def send(self, *lines: bytes) -> None:
        data = b"".join(line + self.rng.choice((b"\n", b"\r\n")) for line in lines)
        while data:
            cut = self.rng.choice((1, 5, len(data), len(data)))
            os.write(self.wrapper.stdin.fileno(), data[:cut])
            data = data[cut:]

    def expect(self, word: str) -> list[str]:
        """Read up to a line that begins with `word`; no other answer may stand before it."""
        lines = self.wrapper.read_until(word)
        others = {"uciok", "readyok", "bestmove"} - {word}
        assert [line for line in lines if line.split()[:1] and line.split()[0] in others] == []
        return lines

    def play(self, game: list[bytes]) -> None:
        self.send(b"ucinewgame", b"isready")
        self.expect("readyok")
        for ply in range(self.rng.randrange(2), len(game), 2):
            position = position_line(game[:ply])
            ponders = self.rng.random() < 0.3
            self.send(position, b"go %swtime 600 btime 600" % (b"ponder " if ponders else b""))
            if self.rng.random() < 0.3:
                self.send(b"setoption name Level value %d" % ply)
            if ponders:
                self.send(b"ponderhit")
            lines = self.expect("bestmove")
            said = any(line.startswith("info string arbiter: ") for line in lines)
            assert lines[-1].split()[1].encode() == book_of(GAMES)[position] or said

    def usage(self) -> tuple[int, int]:
        """Return the wrapper's open descriptors, and its memory in bytes."""
        process = psutil.Process(self.wrapper.process.pid)
        return process.num_fds(), process.memory_info().rss


@pytest.mark.parametrize("seed", range(15))
def test_games_with_processes(seed: int, wrapper: Start, tmp_path: Path) -> None:
    """Three hundred games, ten wrappers of fifteen with engines that crash, hang and cheat.

    R115, R117, R132: lines come whole however they are written, with LF or CR LF; an engine may
    be dead before it is killed.
    """
    rng = random.Random(seed)
    book = tmp_path / "book"
    pairs = book_of(GAMES).items()
    book.write_bytes(b"".join(b"%s %s\n" % (move, position) for position, move in pairs))
    fatal = ("crash", "illegal", "hang") if seed % 3 == 0 else ("crash", "illegal")
    faults = [one for one in HARMLESS if rng.random() < 0.5 and one != "deaf"]
    faults += fatal if seed % 3 < 2 else ()
    engine = (
        sys.executable,
        "-S",
        "-E",
        str(ENGINE),
        str(seed),
        str(book),
        str(tmp_path / "lives"),
    )
    one = wrapper(*engine, *faults, options=(*RESCUES, *LIMIT))
    gui = RealGui(one, seed)
    gui.send(b"uci")
    gui.expect("uciok")
    for number in range(20):
        gui.play(rng.choice(random_games(GAMES)))
        if number == 4:  # the arbiter has been imported
            descriptors, memory = gui.usage()
    after = gui.usage()
    assert abs(after[0] - descriptors) <= 3  # an engine may just be started again
    assert after[1] - memory < 4 * MEGABYTE
    pids = one.children()
    assert one.quit() in {0, 3}
    assert wait_until_gone(pids) == []
