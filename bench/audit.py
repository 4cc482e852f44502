"""Measure the audit beside pgn-extract, which is written in C.

    python bench/audit.py GAMES.pgn

Both look for threefold repetition and fifty moves in the same file, turn by turn, best of 3. CPU
seconds are those of all processes; wall seconds tell little while the machine is busy. The goals of
the audit are 3 times pgn-extract's time with one job and 1.7 times with two.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

import psutil

ATTEMPTS = 3
SAMPLE_S = 0.02
SUBJECTS = {
    "pgn-extract": ["pgn-extract", "-s", "--quiet", "-r", "--repetition", "--fifty"],
    "audit --jobs 1": [sys.executable, "-m", "proxy", "audit", "--quick", "--jobs", "1"],
    "audit --jobs 2": [sys.executable, "-m", "proxy", "audit", "--quick", "--jobs", "2"],
}


class Cost(NamedTuple):
    """What a run took, in seconds."""

    wall_s: float
    cpu_s: float


def measure(command: list[str]) -> Cost:
    """Run a command and return what it and all its descendants took."""
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        root = psutil.Process(process.pid)
        used: dict[int, float] = {}
        while process.poll() is None:
            _sample(root, used)
            time.sleep(SAMPLE_S)
    return Cost(time.perf_counter() - begin, sum(used.values()))


def _sample(root: psutil.Process, used: dict[int, float]) -> None:
    try:
        family = [root, *root.children(recursive=True)]
    except psutil.Error:
        return
    for process in family:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        used[process.pid] = times.user + times.system


def main(path: str) -> None:
    """Measure and print a table."""
    search = f"{os.environ['PATH']}:/usr/games"
    program = shutil.which("pgn-extract", path=search)
    if program is None:
        sys.exit("bench/audit.py: needs pgn-extract: apt-get install pgn-extract")
    commands = {name: [*words, path] for name, words in SUBJECTS.items()}
    commands["pgn-extract"][0] = program
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(ATTEMPTS):
        for name, command in commands.items():
            costs[name].append(measure(command))
    best = {
        name: Cost(min(c.wall_s for c in runs), min(c.cpu_s for c in runs))
        for name, runs in costs.items()
    }
    base = best["pgn-extract"]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{path}: {os.path.getsize(path) / 1e6:.0f} MB; load {load}")
    print(f"{'':<16} {'wall s':>8} {'ratio':>6} {'CPU s':>8} {'ratio':>6}")
    for name, cost in best.items():
        print(
            f"{name:<16} {cost.wall_s:8.2f} {cost.wall_s / base.wall_s:6.2f} "
            f"{cost.cpu_s:8.2f} {cost.cpu_s / base.cpu_s:6.2f}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
