"""A process that answers questions while the engine thinks: `python -m proxy.winnable.worker`.

One JSON line in, one JSON line out, in the order asked, until its stdin ends:

    {"id": 7, "fen": "...", "side": "white", "nodes": 50000}
    {"id": 7, "verdict": "unwinnable", "helpmate": [], "method": "wall", "nodes": 205,
     "reason": "..."}   (on one line)

With `"side": null` the question is whether the position is dead, and the verdict `dead`, `alive` or
`undetermined`. With `"perpetual": "white", "positions": 400` in place of `side` and `nodes` it is
whether White can check for ever and has no forced mate: `perpetual`, `no` or `undetermined`. A
question that cannot be understood is answered with `"error"`, and the next is read. The worker is
nice to the engine, knows no clock, and writes nothing else, not even to stderr.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import chess

from proxy.errors import UserError
from proxy.winnable.board import read_board
from proxy.winnable.verdict import NODES, analyse, is_dead

if TYPE_CHECKING:
    from typing import TextIO

NICENESS = 10
_SIDES = {"white": chess.WHITE, "black": chess.BLACK}


def answer(question: str) -> dict[str, Any]:
    """Answer one JSON line; a bad one with `error` instead of a verdict. Never raises."""
    reply: dict[str, Any] = {"id": None}
    try:
        asked = json.loads(question)
        reply["id"] = asked["id"]
        board = read_board(asked["fen"])
        if "perpetual" in asked:
            side, budget = _SIDES[asked["perpetual"]], int(asked["positions"])
            return reply | {"verdict": _perpetual(board, side, budget)}
        nodes = int(asked.get("nodes", NODES))
        if asked["side"] is None:
            return reply | {"verdict": is_dead(board, nodes)}
        verdict = analyse(board, _SIDES[asked["side"]], nodes)
    except (UserError, ValueError, TypeError, KeyError, AttributeError) as error:
        return reply | {"error": f"{type(error).__name__}: {error}"}
    return reply | {
        "verdict": verdict.verdict,
        "helpmate": [move.uci() for move in verdict.helpmate],
        "method": verdict.method,
        "nodes": verdict.nodes,
        "reason": verdict.reason,
    }


def _perpetual(board: chess.Board, side: chess.Color, budget: int) -> str:
    # Only where it is asked: most games never come to a check that is repeated.
    from proxy.perpetual.proof import NO, PERPETUAL, UNDETERMINED
    from proxy.perpetual.stands import perpetual_stands

    return {True: PERPETUAL, False: NO, None: UNDETERMINED}[perpetual_stands(board, side, budget)]


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer line after line until the questions end or nobody reads the answers any more."""
    for question in questions:
        if question.strip():
            try:
                answers.write(json.dumps(answer(question)) + "\n")
                answers.flush()
            except BrokenPipeError:
                return


def main() -> None:
    """Be nice, ignore the Ctrl-C that is meant for the match runner, and serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    serve(sys.stdin, sys.stdout)
    os._exit(0)  # no flush of a pipe that may be gone, no message about it


if __name__ == "__main__":
    main()
