"""What a `go` line says about the clocks, and what an `info` line says about the move."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from proxy.uci import fields, number

CLOCKS = {b"wtime": "white", b"btime": "black"}


def clocks_s(go: bytes) -> dict[str, float]:
    """Return what a `go` line says is left for each side, in seconds."""
    pairs = pairwise(go.split())
    times = {CLOCKS[word]: number(value) for word, value in pairs if word in CLOCKS}
    return {side: time / 1000 for side, time in times.items() if time is not None}


def evaluation(info: bytes | None) -> dict[str, Any]:
    """Return `score_cp` or `score_mate`, and `depth`, of an `info` line with an exact score."""
    if info is None:
        return {}
    found = fields(info)
    kind, score = found[b"score"][:2]
    numbers = {
        "score_mate" if kind == b"mate" else "score_cp": number(score),
        "depth": number(found.get(b"depth", [b""])[0]),
    }
    return {name: value for name, value in numbers.items() if value is not None}
