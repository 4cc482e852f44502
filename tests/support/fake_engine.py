"""A scripted UCI engine with faults on demand: `fake_engine.py [KEY=VALUE ...]`.

moves=e2e4,e7e5   the game it plays: at `go` it answers the move whose number is the ply
answer=TEXT       what stands after `bestmove` at every `go` instead
info=N            N info lines before each bestmove (1 unless given)
crash=WORD        exits with code 3, after a word on stderr, when a line begins with WORD
kill=WORD         kills itself with SIGSEGV likewise
deaf=WORD         reads no more after a line that begins with WORD, and lives on
silent=WORD       closes its stdout likewise, and lives on
stubborn=1        ignores `quit` and the end of its input
wait=1            answers `go` only after `stop` or `ponderhit`
early=1           answers `go ponder` and `go infinite` at once, which is wrong
belated=1         an info line with a score before each readyok
crlf=1            ends its lines with CR LF
torn=1            writes each line in two halves
child=KIND        starts a grandchild that sleeps: plain, setsid (own session), fork2 (twice forked)
"""

import os
import signal
import sys
import time

OPTIONS = dict(word.split("=", 1) for word in sys.argv[1:])
MOVES = OPTIONS.get("moves", "").split(",")
END = b"\r\n" if "crlf" in OPTIONS else b"\n"


def say(*lines: str) -> None:
    data = b"".join(line.encode("latin-1") + END for line in lines)
    if "torn" in OPTIONS:
        for half in (data[: len(data) // 2], data[len(data) // 2 :]):
            os.write(1, half)
            time.sleep(0.002)  # a torn line needs two reads at the other end
        return
    while data:
        data = data[os.write(1, data) :]


def start_child(kind: str) -> None:
    if os.fork():
        return
    if kind == "setsid":
        os.setsid()
    if kind == "fork2":
        if os.fork():
            os._exit(0)
        os.setsid()
    os.execv("/bin/sleep", ["sleep", "1000"])


def fault(word: str) -> None:
    if OPTIONS.get("crash") == word:
        os.write(2, b"fake engine: out of cheese\n")
        os._exit(3)
    if OPTIONS.get("kill") == word:
        os.kill(os.getpid(), signal.SIGSEGV)
    if OPTIONS.get("silent") == word:
        os.close(1)
    if OPTIONS.get("deaf") == word or OPTIONS.get("silent") == word:
        while True:
            signal.pause()


def bestmove(ply: int) -> None:
    move = OPTIONS.get("answer") or (MOVES[ply] if ply < len(MOVES) else "0000")
    lines = [
        f"info depth {n} score cp 13 nodes {n} pv {move}"
        for n in range(1, 1 + int(OPTIONS.get("info", "1")))
    ]
    say(*lines, f"bestmove {move}")


class Engine:
    """What it knows between two lines."""

    def __init__(self) -> None:
        self.ply = 0
        self.thinking = False

    def uci(self, _line: str) -> None:
        say(
            "id name Fake", "id author uci-arbiter", "option name Hash type spin default 1", "uciok"
        )

    def isready(self, _line: str) -> None:
        if "belated" in OPTIONS:
            say("info depth 99 score cp 99")
        say("readyok")

    def position(self, line: str) -> None:
        self.ply = len(line.partition(" moves ")[2].split())

    def go(self, line: str) -> None:
        waits = "wait" in OPTIONS or "infinite" in line or "ponder" in line
        self.thinking = waits and "early" not in OPTIONS
        if not self.thinking:
            bestmove(self.ply)

    def stop(self, _line: str) -> None:
        if self.thinking:
            self.thinking = False
            bestmove(self.ply)

    ponderhit = stop

    def quit(self, _line: str) -> None:
        if "stubborn" not in OPTIONS:
            sys.exit()


def main() -> None:
    if "child" in OPTIONS:
        start_child(OPTIONS["child"])
    engine = Engine()
    for raw in iter(sys.stdin.buffer.readline, b""):
        line = raw.decode("latin-1").rstrip("\n")
        word = line.partition(" ")[0]
        fault(word)
        getattr(engine, word, lambda _line: None)(line)
    while "stubborn" in OPTIONS:
        signal.pause()


main()
