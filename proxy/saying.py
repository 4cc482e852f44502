"""What we say for ourselves: one `info string` that no GUI acts on.

xboard acts on any line with `Draw` in capitals or with "offer" and "draw" together, polyglot gives
up on `info string resign`, Lucas Chess looks for `bestmove`, `readyok` and `uciok` in any line,
c-chess-cli takes a `score` from any line. So the text is in lower case and has none of them.
"""

from __future__ import annotations

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


def say(text: str) -> bytes:
    """Word any text as one UCI line, printable and in ASCII."""
    text = " ".join(text.lower().split())
    for word, other in _AVOIDED.items():
        text = text.replace(word, other)
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return PREFIX + shown.encode("ascii", "replace")
