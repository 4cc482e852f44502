"""How a ruling and its evidence are worded for a GUI."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.saying import say

if TYPE_CHECKING:
    from proxy.ruling import Ruling


PROVEN = "proven to go on for ever"


def ruling(ruling: Ruling, ruleset: str) -> bytes:
    """Word a ruling and its evidence as one UCI line."""
    text = f"{ruling.result} by {ruling.reason} ({ruleset} {ruling.article})"
    return say(", ".join(filter(None, [text, evidence(ruling)])))


def advice(ruling: Ruling) -> bytes:
    """Word a proof that ends nothing as one UCI line."""
    return say(f"advice at ply {ruling.ply}: {evidence(ruling)}, {PROVEN}")


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
