"""What is said in an `info string`: safe in every GUI, given its wording.

xboard acts on any line with `Draw` in capitals or with
"offer" and "draw" together, polyglot resigns on `info string resign`, Lucas Chess looks for
`bestmove`, `readyok` and `uciok` anywhere in a line, c-chess-cli takes a `score` from any line.
So the text is in lower case and has none of these words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.ruling import Ruling

PREFIX = b"info string arbiter: "
_AVOIDED = {
    "draw": "1/2-1/2",
    "offer": "propos",
    "resign": "give up",
    "score": "count",
    "bestmove": "move",
    "readyok": "ready",
    "uciok": "uci",
}


def ruling(ruling: Ruling, ruleset: str) -> bytes:
    """Word a ruling and its evidence as one UCI line."""
    text = f"{ruling.result} by {ruling.reason} ({ruleset} {ruling.article})"
    return say(", ".join(filter(None, [text, evidence(ruling)])))


def evidence(ruling: Ruling) -> str:
    """Word what shows that a ruling is right; empty where the board itself does."""
    if ruling.perpetual is not None:
        side = "white" if ruling.perpetual else "black"
        return f"perpetual check by {side} in the cycle {' '.join(ruling.cycle)}"
    if ruling.reason in {"threefold-repetition", "fivefold-repetition"}:
        plies = ", ".join(map(str, ruling.occurrences))
        return f"the position of plies {plies}"
    if ruling.reason in {"fifty-move", "seventy-five-move"}:
        return f"{ruling.halfmove_clock} half-moves without capture or pawn move"
    return ""


def say(text: str) -> bytes:
    """Word any text as one UCI line that no GUI acts on."""
    text = " ".join(text.lower().split())
    for word, other in _AVOIDED.items():
        text = text.replace(word, other)
    return PREFIX + text.encode("ascii", "replace")
