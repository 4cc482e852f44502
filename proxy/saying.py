"""What we say for ourselves: one `info string` that no GUI acts on.

xboard acts on any line with `Draw` in capitals or with "offer" and "draw" together, polyglot gives
up on `info string resign`, Lucas Chess looks for `bestmove`, `readyok` and `uciok` in any line,
c-chess-cli takes a `score` from any line. So the text is in lower case and has none of them:
where a value of the user's or a word of the engine's is one, it is spelled out: s-c-o-r-e.
"""

from __future__ import annotations

PREFIX = b"info string arbiter: "
_AVOIDED = {"bestmove": "move", "readyok": "ready", "uciok": "uci"}
_AVOIDED |= {word: "-".join(word) for word in ("draw", "offer", "resign", "score")}


def say(text: str) -> bytes:
    """Word any text as one UCI line, printable and in ASCII."""
    text = " ".join(text.lower().split())
    for word, other in _AVOIDED.items():
        text = text.replace(word, other)
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return PREFIX + shown.encode("ascii", "replace")
