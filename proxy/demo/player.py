"""The GUI's end of one wrapper with an engine behind it."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Self

import chess

from proxy.game.game import Game
from proxy.saying import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RULESET = "online"
WRAPPED = ("run", "--ruleset", RULESET, "--delivery", "advise", "--")
"""The arguments of `uci-arbiter` before the engine's command: rulings are told, no more."""
_TOLD = PREFIX.decode()
_PATIENCE_S = 10.0  # for an answer beyond the time it was asked to take
_QUIT_PATIENCE_S = 8.0  # the wrapper kills an engine that does not quit after 5 s


class PlayerError(Exception):
    """A wrapper or its engine does not answer as UCI asks for; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a `go`.

    `move`: the bestmove as it was written, "(none)" where there is no legal move.
    `told`: what the arbiter said before it, whole lines.
    `centipawns`: the engine's last score for its own side, None for a mate or no score.
    """

    move: str
    told: tuple[str, ...]
    centipawns: int | None


class Player:
    """`uci-arbiter run -- ENGINE` as a process; use it as a context manager.

    Raises `PlayerError` from every method that waits.
    """

    def __init__(self, color: chess.Color, engine: Sequence[str]) -> None:
        self.side = chess.COLOR_NAMES[color].capitalize()
        self.name = engine[0]
        self._buffer = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "proxy", *WRAPPED, *engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(PlayerError):
            self._send("quit")
        try:
            self._process.communicate(timeout=_QUIT_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()  # its watcher ends the engine
            self._process.communicate()

    def handshake(self) -> None:
        """Start the engine up and learn its name."""
        self._send("uci")
        for line in self._until("uciok", _PATIENCE_S):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
        self._wake_arbiter()
        self._send("ucinewgame", "isready")
        for _ in self._until("readyok", _PATIENCE_S):
            pass

    def ask(self, game: Game, limit: str, takes_s: float = 0.0) -> Answer:
        """Let the engine think about the position on the board, with the whole game before it.

        `limit` is what follows `go`, `takes_s` the seconds for which it asks.
        """
        moves = " ".join(["", "moves", *map(chess.Move.uci, game.moves)]) if game.moves else ""
        self._send(f"position fen {game.start_fen}{moves}", f"go {limit}")
        told = []
        centipawns = None
        move = ""
        for line in self._until("bestmove", takes_s + _PATIENCE_S):
            words = line.split()
            if line.startswith(_TOLD):
                told.append(line)
            elif "score" in words:
                centipawns = _centipawns(words)
            elif words[0] == "bestmove":
                move = words[1] if len(words) > 1 else "(none)"
        return Answer(move, tuple(told), centipawns)

    def _wake_arbiter(self) -> None:
        """Wait for the arbiter, whom the wrapper loads in the background, after `uciok`.

        A game of two plies could outrun him. Two bare kings are a ruling whatever is played.
        """
        bare_kings = Game.start("8/8/8/4k3/8/4K3/8/8 w - - 0 1")
        ends = monotonic() + _PATIENCE_S
        while not self.ask(bare_kings, "movetime 20").told:
            if monotonic() > ends:
                raise PlayerError(f"{self.side}'s wrapper has no arbiter")

    def _send(self, *lines: str) -> None:
        if self._process.stdin is None:
            raise PlayerError(f"{self.side}'s wrapper has no input")
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PlayerError(f"{self.side}'s wrapper has ended") from None

    def _until(self, word: str, patience_s: float) -> Iterator[str]:
        """Yield lines that are not empty up to the first that begins with `word`, with it."""
        ends = monotonic() + patience_s
        while True:
            line = self._line(ends)
            if line:
                yield line
            if line.split()[:1] == [word]:
                return

    def _line(self, ends: float) -> str:
        output = self._process.stdout
        if output is None:
            raise PlayerError(f"{self.side}'s wrapper has no output")
        while b"\n" not in self._buffer:
            if not select.select([output], [], [], max(ends - monotonic(), 0))[0]:
                raise PlayerError(f"{self.side}'s wrapper does not answer")
            data = os.read(output.fileno(), 1 << 16)
            if not data:
                raise PlayerError(f"{self.side}'s wrapper has ended")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").strip()


def _centipawns(words: list[str]) -> int | None:
    """Return the number after `score cp`."""
    at = words.index("score")
    if words[at + 1 : at + 2] != ["cp"] or len(words) < at + 3:
        return None
    try:
        return int(words[at + 2])
    except ValueError:
        return None
