r"""Thinking output (section 10): `ply score time nodes [more...\t] pv`."""

from __future__ import annotations

import re
from dataclasses import dataclass

LINE = re.compile(r"\s*(\d+)([.&+?!]?)\s+([-+]?\d+)\s+(\d+)\s+(\d+)(?:\s(.*))?$", re.DOTALL)
INTEGER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Thinking:
    """One line of it.

    `score` in centipawns or a CECP mate; `time_cs` in centiseconds; `bound` is "upperbound" or
    "lowerbound" where the line says so. `pv` is as the engine wrote it, in SAN or coordinates.
    """

    depth: int
    score: int
    time_cs: int
    nodes: int
    pv: str = ""
    seldepth: int | None = None
    nps: int | None = None
    tbhits: int | None = None
    bound: str | None = None


def read_thinking(line: str) -> Thinking | None:
    """Return what a thinking line says, or None where it is no such line."""
    match = LINE.match(line)
    if match is None:
        return None
    depth, flag, score, time, nodes, rest = match.groups()
    extras, pv = _split_extras(rest or "")
    bound = {"?": "upperbound", "!": "lowerbound"}.get(pv[-1:])
    # GNU Chess 4 puts a character behind the ply and counts in seconds.
    time_cs = int(time) * (100 if flag else 1)
    tbhits = extras.pop() if extras else None
    return Thinking(
        int(depth),
        int(score),
        time_cs,
        int(nodes),
        pv.rstrip("?!").rstrip() if bound else pv,
        seldepth=extras[0] if extras else None,
        nps=extras[1] if len(extras) > 1 else None,
        tbhits=tbhits,
        bound=bound,
    )


def write_thinking(thinking: Thinking) -> str:
    """Return the line for a CECP GUI; the extra numbers go before a tab, as the clause says."""
    line = f"{thinking.depth} {thinking.score} {thinking.time_cs} {thinking.nodes}"
    pv = thinking.pv + {"upperbound": " ?", "lowerbound": " !"}.get(thinking.bound or "", "")
    extras = (thinking.seldepth, thinking.nps, thinking.tbhits)
    if all(extra is None for extra in extras):
        return f"{line} {pv}"
    return f"{line} {' '.join(str(extra or 0) for extra in extras)}\t{pv}"


def _split_extras(rest: str) -> tuple[list[int], str]:
    """Split the numbers before the last tab that stands behind nothing but numbers from the PV."""
    head, tab, pv = rest.rpartition("\t")
    while tab:
        words = head.split()
        if all(INTEGER.fullmatch(word) for word in words):
            return [int(word) for word in words], pv.strip()
        head, tab, more = head.rpartition("\t")
        pv = f"{more}\t{pv}"
    return [], rest.strip()
