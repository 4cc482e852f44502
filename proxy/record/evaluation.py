"""What a `go` line says about the clocks, and what an `info` line says about the move."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from proxy.uci import fields

CLOCKS = {b"wtime": "white", b"btime": "black"}


def clocks_s(go: bytes) -> dict[str, float]:
    """Return what a `go` line says is left for each side, in seconds."""
    found = {}
    for word, value in pairwise(go.split()):
        if word in CLOCKS and value.lstrip(b"-").isdigit():
            found[CLOCKS[word]] = int(value) / 1000
    return found


def evaluation(info: bytes | None) -> dict[str, Any]:
    """Return `score_cp` or `score_mate`, and `depth`, of an `info` line with an exact score."""
    if info is None:
        return {}
    found = fields(info)
    kind, value = found[b"score"][:2]
    score = {"score_mate" if kind == b"mate" else "score_cp": int(value)}
    depth = found.get(b"depth", [b""])[0]
    return {**score, "depth": int(depth)} if depth.isdigit() else score
