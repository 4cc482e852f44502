"""A scripted CECP engine with faults on demand: `fake_cecp_engine.py [KEY=VALUE ...]`.

moves=e2e4,e7e5   the game it plays: on move it answers the move whose number is the ply
features=TEXT     what stands behind its `feature`; "none": protocol version 1
instead=TEXT      what it says in place of its first move; `+` stands for a blank
before=TEXT       what it says right before each move
after=TEXT        what it says right after each move
refuses=1         takes every move for illegal
waits=1           moves only after `?`
deaf=1            never moves, and ignores `?`
quiet=1           shows no thinking
leaves=WORD       exits with code 1 when a line begins with WORD
mute=N            does not see its first N lines until another comes, as gnuchess
crash=WORD        kills itself with SIGSEGV when a line begins with WORD
log=FILE          appends what it is sent
torn=1            writes each line in two halves
crlf=1            ends its lines with CR LF
"""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator

OPTIONS = dict(word.split("=", 1) for word in sys.argv[1:])
MOVES = OPTIONS.get("moves", "").split(",")
FEATURES = OPTIONS.get("features", "ping=1 setboard=1 usermove=1 done=1")
MOVE = re.compile(r"(?:usermove )?([a-h][1-8][a-h][1-8][qrbn]?)$")
KNOWN = frozenset(
    [
        "xboard",
        "protover",
        "ping",
        "post",
        "easy",
        "hard",
        "level",
        "st",
        "sd",
        "time",
        "otim",
        "accepted",
        "rejected",
        "setboard",
        "analyze",
        "?",
    ]
)
END = b"\r\n" if "crlf" in OPTIONS else b"\n"


def say(line: str) -> None:
    data = line.encode("latin-1") + END
    if "torn" in OPTIONS:
        os.write(1, data[:3])
        time.sleep(0.002)  # a torn line needs two reads at the other end
        data = data[3:]
    os.write(1, data)


def told(key: str) -> str:
    return OPTIONS.get(key, "").replace("+", " ")


class Engine:
    """What it knows between two lines."""

    def __init__(self) -> None:
        self.ply = 0
        self.forced = False
        self.thinking = False
        self.stubborn = bool(told("instead"))

    def line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if match := MOVE.match(line):
            self.opponent_moves(match[1])
        elif word in {"protover", "ping"} and FEATURES == "none":
            say(f"Error (unknown command): {line}")
        elif word == "protover":
            say(f"feature {FEATURES}")
        elif word == "ping":
            say(f"pong {rest}")
        else:
            self.command(word, line)

    def command(self, word: str, line: str) -> None:
        match word:
            case "new":
                self.ply = 0
                self.forced = False
            case "force" | "exit":
                self.forced = True
                self.thinking = False
            case "go":
                self.forced = False
                self.think()
            case "?" if self.thinking and "deaf" not in OPTIONS:
                self.move()
            case "quit":
                sys.exit()
            case _ if word not in KNOWN:
                say(f"Error (unknown command): {line}")

    def opponent_moves(self, move: str) -> None:
        if "refuses" in OPTIONS:
            say(f"Illegal move: {move}")
            return
        self.ply += 1
        if not self.forced:
            self.think()

    def think(self) -> None:
        self.thinking = True
        if "quiet" not in OPTIONS:
            say(f"1 13 0 1 {self.next_move()}")
        if self.stubborn:
            self.stubborn = self.thinking = False
            say(told("instead"))
        elif "waits" not in OPTIONS and "deaf" not in OPTIONS:
            self.move()

    def next_move(self) -> str:
        return MOVES[self.ply] if self.ply < len(MOVES) else "0000"

    def move(self) -> None:
        self.thinking = False
        if told("before"):
            say(told("before"))
        say(f"move {self.next_move()}")
        self.ply += 1
        if told("after"):
            say(told("after"))


def lines() -> Iterator[str]:
    """Yield the lines that come; the first ones only in company."""
    held: list[str] = []
    mute = int(OPTIONS.get("mute", "0"))
    for raw in iter(sys.stdin.buffer.readline, b""):
        held.append(raw.decode("latin-1").rstrip("\r\n"))
        if len(held) > mute:
            mute = 0
            yield from held
            held = []


def main() -> None:
    engine = Engine()
    for line in lines():
        if "log" in OPTIONS:
            with open(OPTIONS["log"], "a", encoding="latin-1") as log:
                log.write(f"{line}\n")
        word = line.partition(" ")[0]
        if OPTIONS.get("leaves") == word:
            sys.exit(1)
        if OPTIONS.get("crash") == word:
            os.kill(os.getpid(), signal.SIGSEGV)
        engine.line(line)


main()
