"""What the session repairs, by name, and the repairs that need only the line itself.

Plain data and bytes: light enough for the start of `run`.
"""

from __future__ import annotations

SAFE = (
    "one-search",
    "early-bestmove",
    "late-bestmove",
    "terminal-root",
    "setoption",
    "isready",
    "torn-lines",
    "handshake",
    "ponder",
    "control-bytes",
    "idle-info",
)
"""On by default: none of them can change the result of a game."""

CHANGING = ("capitals", "promotion", "castling", "bare-bestmove")
"""Off by default: they turn an answer that may lose the game into one that does not."""

REPAIRS = (*SAFE, *CHANGING)

RESCUES = ("ask-again", "pv-move", "restart", "stop-in-time", "hang")
"""What the session says of itself where `on-illegal`, `on-crash` or `on-hang` have it act."""

UNRATED = frozenset((*CHANGING, *RESCUES))
"""A game in which one of these was done tells nothing about the strength of the engine."""

QUIET = frozenset(("ponder", "terminal-root", "idle-info"))
"""Not said: they belong to sound games, in which nothing else is to be read."""

_PRINTABLE = bytes((9, *range(32, 127)))
_CONTROL = bytes(set(range(256)) - set(_PRINTABLE))


def without_control_bytes(bestmove: bytes) -> bytes:
    """Return a `bestmove` line without what no move is made of: engines write NUL and worse."""
    return bestmove.translate(None, _CONTROL)


def split_torn(line: bytes, word: bytes) -> tuple[bytes, bytes] | None:
    """Return the two lines that two threads of an engine wrote as one; None: it is not torn.

    `word` is the answer that is owed: it is looked for where a line of its own was meant to begin,
    as in "info depth 3 hashfull 0readyok" (python-chess #83). Chatter is left alone: what follows
    `info string`, and a `bestmove` without a move.
    """
    at = line.rfind(word)
    if at < 0 or not line[:at].strip() or b"string" in line[:at].split():
        return None
    rest = line[at:].split()
    torn = (
        len(rest) == 1
        if word == b"readyok"
        else len(rest) > 1 and is_move(without_control_bytes(rest[1]))
    )
    return (line[:at], line[at:]) if torn else None


def is_move(text: bytes) -> bool:
    """Tell whether a word has the form of a move: two squares, then perhaps a piece."""
    squares = text[:4].lower()
    return (
        len(text) in {4, 5}
        and not squares[::2].strip(b"abcdefgh")
        and not squares[1::2].strip(b"12345678")
    )
