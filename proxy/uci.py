"""Reading UCI `info` lines, where they have to be read at all: at a `bestmove`, or for a filter."""

from __future__ import annotations

import re

from proxy.saying import PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MATE_CP = 100_000  # a mate in n counts as this many centipawns, less n

# What follows a key up to the next key. `pv` and `string` take the rest of the line.
_KEYS = frozenset(
    b"depth seldepth time nodes pv multipv score currmove currmovenumber hashfull nps tbhits "
    b"sbhits cpuload string refutation currline wdl".split()
)
_PLAY = frozenset((b"score", b"pv"))
SEARCHING = _KEYS - {b"string"}
"""The first words of what an engine tells of a search."""

_ZERO = re.compile(rb"(\bscore\s+cp\s+)[-+]?0+(?=\s)")


def zeros_to_ones(block: bytes) -> bytes:
    """Turn every score of exactly 0 centipawns in whole lines into 1; touch nothing else."""
    return _ZERO.sub(rb"\g<1>1", block)


def without_kinds(block: bytes, kinds: Collection[bytes]) -> bytes:
    """Take the `info` lines out of whole lines that tell of one of these keys, and of no score.

    A key is a word as `currmove`; what we ourselves say in words stays.
    """
    if not any(kind in block for kind in kinds):
        return block
    return b"\n".join(line for line in block.split(b"\n") if not _is_of(line, kinds))


def _is_of(line: bytes, kinds: Collection[bytes]) -> bool:
    if line.split(None, 1)[:1] != [b"info"] or line.startswith(PREFIX):
        return False
    found = fields(line)
    return not found.keys().isdisjoint(kinds) and found.keys().isdisjoint(_PLAY)


def kind_of(line: bytes) -> tuple[bytes, ...] | None:
    """Return what an `info` line tells, so that a later line of the same kind makes up for it.

    None where none does: what is said in words, and what is no such line.
    """
    head, pv, _ = line.partition(b" pv ")  # its moves are most of the line
    words = head.split()
    if words[:1] != [b"info"] or b"string" in words:
        return None
    if b"score" not in words:
        kinds = tuple(word for word in words if word in SEARCHING)
        return (*kinds, pv) if kinds or pv else None
    is_bound = b"lowerbound" in words or b"upperbound" in words
    number = words[words.index(b"multipv") + 1 :][:1] if b"multipv" in words else [b"1"]
    return b"score", b"bound" if is_bound else b"exact", *number


def fields(line: bytes) -> dict[bytes, list[bytes]]:
    """Return the words that follow each key of an `info` line."""
    found: dict[bytes, list[bytes]] = {}
    words: list[bytes] = []
    for word in line.split()[1:]:
        if word in _KEYS and b"pv" not in found and b"string" not in found:
            words = found[word] = []
        else:
            words.append(word)
    return found


def last_exact(blocks: Iterable[bytes]) -> bytes | None:
    """Return the last `info` line with an exact score of the first line of play.

    `blocks` are what the engine wrote, in order, each of whole lines.
    """
    for block in reversed(list(blocks)):
        for line in reversed(block.splitlines()):
            if b"score" in line and is_exact(line):
                return line
    return None


def is_exact(line: bytes) -> bool:
    """Tell whether a line has a score that is no bound and of the first line of play."""
    found = fields(line)
    score = found.get(b"score", [])
    return (
        line.split(None, 1)[0] == b"info"
        and len(score) == 2
        and b"string" not in found
        and found.get(b"multipv", [b"1"]) == [b"1"]
    )


def score_cp(line: bytes) -> int | None:
    """Return the score of an `info` line in centipawns; mates count beyond all others."""
    match fields(line).get(b"score"):
        case [b"cp", value, *_]:
            return number(value)
        case [b"mate", value, *_]:
            moves = number(value)
            if moves is None:
                return None
            return MATE_CP - moves if moves > 0 else -MATE_CP - moves
    return None


def number(text: bytes) -> int | None:
    """Return a whole number; None: it is none."""
    try:
        return int(text)
    except ValueError:
        return None
