"""The clock that a `go` gives its engine, and what is left of it."""

from __future__ import annotations

import re

MOVETIME = b"movetime"
LEAST_MS = 1
LEAST_SHARE = 4  # of what is left a quarter is always told, as to CECP engines

_TIME = re.compile(rb"(?<!\S)(wtime|btime|movetime)(\s+)([0-9]{1,18})(?!\S)")


def white_to_move(position: bytes) -> bool:
    """Tell from a `position` line alone who is to move; White where it does not say."""
    words = position.split()
    at = words.index(b"moves") if b"moves" in words else len(words)
    white = not (words[1:2] == [b"fen"] and words[3:4] == [b"b"] and at > 3)
    plies = max(len(words) - at - 1, 0)
    return white == (plies % 2 == 0)


def time_limit(go: bytes, *, white: bool) -> tuple[float, bool] | None:
    """Return the seconds that a `go` gives the side to move, and whether they are its clock.

    The other kind is `movetime`, which engines use to the end. None: there is no limit.
    """
    words = go.split()
    own = b"wtime" if white else b"btime"
    for key, is_clock in ((MOVETIME, False), (own, True)):
        found = _number_after(words, key)
        if found is not None:
            return max(found, 0) / 1000, is_clock
    return None


def with_time_left(go: bytes, elapsed: float, *, white: bool) -> bytes:
    """Return a `go` for a search that has run for `elapsed` seconds, no longer pondering."""
    words = [word for word in go.split() if word != b"ponder"]
    own = b"wtime" if white else b"btime"
    for at, word in enumerate(words[:-1], start=1):
        if word in {own, MOVETIME}:
            left = _number_after(words, word)
            if left is not None:
                words[at] = b"%d" % max(left - int(1000 * elapsed), LEAST_MS)
    return b" ".join(words)


def with_less_time(go: bytes, overhead_ms: int, *, white: bool) -> bytes:
    """Return a `go` that gives the side to move so much less, on its clock and by `movetime`.

    All else stays as it came, byte for byte.
    """
    others = b"btime" if white else b"wtime"

    def less(found: re.Match[bytes]) -> bytes:
        word, blanks, number = found.groups()
        left = int(number)
        if word == others:
            return found[0]
        told = max(left - overhead_ms, left // LEAST_SHARE, min(left, LEAST_MS))
        return b"%s%s%d" % (word, blanks, told)

    return _TIME.sub(less, go)


def _number_after(words: list[bytes], key: bytes) -> int | None:
    try:
        return int(words[words.index(key) + 1])
    except (ValueError, IndexError):
        return None
