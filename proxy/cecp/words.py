"""What an engine says (section 9), and the idioms of older engines (section 13)."""

from __future__ import annotations

import re
from dataclasses import dataclass

PROMPT = re.compile(r"^(?:(?:White|Black) \(\d+\) : )+")  # gnuchess, whenever it leaves xboard mode
OLD_MOVE = re.compile(r"\d+\.? ?\.\.\. ?(\S+)$")
# gnuchess says so behind every move, and alone once `exit` has thrown it out of xboard mode.
ECHO = re.compile(r"My move is ?: (\S+)$")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b\s*(?:\{(.*?)\}?)?\s*$")
COMPLAINT = re.compile(
    r"(?:error|illegal move|invalid move|unknown command)\s*(?:\([^)]*\))?\s*[:,]?\s*(.*)",
    re.IGNORECASE,
)
# "These forms are recognised if they begin a line"; "mate" leaves the winner to the board.
OLD_RESULTS = (
    ("White resigns", "resign"),
    ("Black resigns", "resign"),
    ("computer resigns", "resign"),
    ("White mates", "1-0"),
    ("Black mates", "0-1"),
    ("game is a draw", "1/2-1/2"),
    ("Draw", "1/2-1/2"),
    ("checkmate", "mate"),
    ("computer mates", "mate"),
    ("opponent mates", "mate"),
)

# What an engine may not know; a complaint about one of these is none about a move.
COMMANDS = frozenset(
    {"uci", "xboard", "protover", "accepted", "rejected", "new", "variant", "force", "post"}
    | {"easy", "hard", "setboard", "edit", "usermove", "undo", "go", "?", "analyze", "exit"}
    | {"level", "st", "sd", "time", "otim", "ping", "quit", "exclude", "include"}
    | {"memory", "cores", "egtpath", "option", "draw"}
)


@dataclass(frozen=True, slots=True)
class Word:
    """One line of an engine: `kind` and its `text`.

    Kinds: "feature", "pong", "move", "echo" (a move that may have been said), "result" (text: the
    result, or "mate"), "resign", "offer", "complaint" (text: what it complains of), "tell" (text:
    for the user), "other".
    """

    kind: str
    text: str = ""


def read_word(line: str) -> Word:
    """Return what a line says. Thinking output is not among it: it is "other"."""
    head, _, rest = line.partition(" ")
    match head:
        case "feature" | "pong" | "move":
            return Word(head, rest.strip())
        case "resign":
            return Word("resign")
        case "telluser" | "tellusererror" | "tellall":
            return Word("tell", rest.strip())
        case "tellics" | "tellicsnoalias" | "tellothers" | "tellopponent" | "whisper" | "kibitz":
            return Word("other")
    return Word("other") if line.startswith("#") else _read_idiom(line)


def _read_idiom(line: str) -> Word:
    if match := OLD_MOVE.match(line):
        return Word("move", match[1])
    if match := ECHO.match(line):
        return Word("echo", match[1])
    if match := RESULT.match(line):
        return Word("resign") if "resign" in (match[2] or "") else Word("result", match[1])
    for start, meaning in OLD_RESULTS:
        if line.startswith(start):
            return Word("resign") if meaning == "resign" else Word("result", meaning)
    if match := COMPLAINT.match(line):
        return Word("complaint", match[1].strip())
    if "offer" in line and "draw" in line:
        return Word("offer")
    return Word("other")
