"""The score channel: match runners adjudicate a draw when both sides say a score of 0.

After a certain ruling each answer is preceded by the engine's own last exact line with
`score cp 0`, until the game ends: a dead position with scores of 7.00 was once adjudicated a win.
What counts differs: cutechess takes the last line with multipv 1 or none and wants a depth of at
least 1; fastchess the last exact one, whose pv must begin with the bestmove; c-chess-cli the last
`score` on any line. So this line is the last before `bestmove`, exact, without multipv.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.uci import fields

if TYPE_CHECKING:
    from proxy.delivery import Answer

_KEPT = (b"seldepth", b"nodes", b"nps", b"hashfull", b"tbhits", b"time")


def deliver(answer: Answer) -> list[bytes]:
    """Return the line that says 0, where the ruling is a draw that nobody has to agree to."""
    if answer.ruling.winner is not None or not answer.certain:
        return []
    return [zero_line(answer.line or b"info depth 1", answer.move)]


def zero_line(line: bytes, move: bytes) -> bytes:
    """Return an `info` line with a score of 0 in place of its own."""
    found = fields(line)
    depth = found.get(b"depth", [b"1"])
    words = [b"info", b"depth", depth[0] if depth and depth[0].strip(b"0") else b"1"]
    for key in _KEPT:
        if values := found.get(key):
            words += [key, *values]
    words += [b"score", b"cp", b"0"]
    pv = found.get(b"pv", [])
    if pv and pv[0] == move:
        words += [b"pv", *pv]
    return b" ".join(words)
