"""How many positions are decided, and how fast: `python bench/winnable.py FILE... [--nodes N]`.

A file is CSV with the columns fen, intended_winner and (for the check) expected, or lines of two
marks and a FEN, as in `W- 8/8/...`: W or - for White, B or - for Black. Times are CPU seconds of
this process, so that a busy machine does not spoil them. Exits with 1 when a verdict is wrong.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import chess

from proxy.winnable.verdict import analyse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIMITS = (0.05, 0.2, 1.0)  # seconds
NODES = 500_000  # more than a second's worth


class Question(NamedTuple):
    """One position and who would have to mate there; `expected` is empty where nobody knows."""

    fen: str
    side: chess.Color
    expected: str


def questions(path: str) -> Iterator[Question]:
    """Yield the questions of a file, in its order."""
    with open(path, encoding="utf-8", newline="") as file:
        if path.endswith(".csv"):
            for row in csv.DictReader(file):
                winner = row["intended_winner"] == "white"
                yield Question(row["fen"], winner, row.get("expected", ""))
            return
        yield from _marked(file)


def _marked(lines: Iterable[str]) -> Iterator[Question]:
    for line in lines:
        if line.strip() and not line.startswith("#"):
            marks, fen = line[:2], line[3:].strip()
            for side, mark in ((chess.WHITE, marks[0]), (chess.BLACK, marks[1])):
                yield Question(fen, side, "unwinnable" if mark == "-" else "winnable")


def measure(path: str, every: int, nodes: int) -> int:
    """Print one line of figures for a file; return the number of wrong verdicts."""
    times, decided, wrong = [], [], 0
    for question in list(questions(path))[::every]:
        board = chess.Board(question.fen)
        begun = time.process_time()
        verdict = analyse(board, question.side, nodes)
        spent = time.process_time() - begun
        times.append(spent)
        if verdict.verdict != "undetermined":
            decided.append(spent)
            if question.expected not in {"", verdict.verdict}:
                wrong += 1
                print(f"WRONG {verdict.verdict}: {question}")
    times.sort()
    print(f"{path}: {len(times)} questions, {wrong} wrong")
    for limit in (*LIMITS, float("inf")):
        share = sum(spent <= limit for spent in decided) / len(times)
        print(f"  decided {100 * share:6.2f} % within {limit * 1000:g} ms")
    print(f"  median {times[len(times) // 2] * 1000:.2f} ms, worst {times[-1] * 1000:.0f} ms")
    return wrong


def main() -> int:
    """Measure each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every Nth question only")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"budget, default {NODES}")
    options = parser.parse_args()
    wrong = [measure(p, options.every, options.nodes) for p in options.files]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
