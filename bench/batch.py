"""What a line of `rule --batch` costs: `python -m bench.batch [--lines N] [--plies N]`.

Games of random legal moves are ruled on by `uci-arbiter rule --batch`, and played by python-chess
without a question asked (`Board.push_uci`); both read them from the same file. Prints the CPU
seconds of each for 10,000 lines, start and all, and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

import chess

SEED = 7
PLAY = """\
import chess, json, sys
for line in open(sys.argv[1]):
    board = chess.Board()
    for move in json.loads(line)["moves"]:
        board.push_uci(move)
"""


def write_games(path: str, lines: int, plies: int) -> None:
    """Write JSON lines of games that neither mate nor stalemate has cut short."""
    rng = random.Random(SEED)
    with open(path, "w", encoding="utf-8") as file:
        written = 0
        while written < lines:
            board = chess.Board()
            while board.ply() < plies and (moves := list(board.legal_moves)):
                board.push(rng.choice(moves))
            if board.ply() == plies:
                json.dump({"moves": [move.uci() for move in board.move_stack]}, file)
                file.write("\n")
                written += 1


def cpu_seconds(command: list[str]) -> float:
    """Run a command to its end and return the CPU time it took, in user and kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure one after the other; it takes some two minutes."""
    parser = argparse.ArgumentParser(prog="bench.batch", description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=10_000, metavar="N", help="10000 by default")
    parser.add_argument("--plies", type=int, default=80, metavar="N", help="80 by default")
    options = parser.parse_args()
    arbiter = os.path.join(os.path.dirname(sys.executable), "uci-arbiter")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        write_games(path, options.lines, options.plies)
        commands = {
            "uci-arbiter rule --batch": [arbiter, "rule", "--batch", path],
            "python-chess, moves only": [sys.executable, "-c", PLAY, path],
        }
        times = {name: cpu_seconds(command) for name, command in commands.items()}
    for name, seconds in times.items():
        print(f"{name}: {seconds:.1f} s for {options.lines} lines of {options.plies} plies")
    ours, theirs = times.values()
    print(f"ratio: {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
