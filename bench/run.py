"""Measure the wrapper beside a bare engine, a C relay and an asyncio proxy: `make bench`.

Builds the C parts with gcc, runs all parts pinned to one core, and compares the best of three
attempts with the goals. A full run writes RESULTS.md. Exit code: 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import compileall
import datetime as dt
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import proxy
from bench import report
from bench.figures import BARE, CONTROL, FLOOR, LOG, OFF, ON, RELAY, Blocks, parse_blocks
from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "build")
GAME = os.path.join(HERE, "game600.txt")
RESULTS = os.path.join(HERE, "RESULTS.md")

CFLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-pthread")
PROGRAMS = {
    "engine": ("engine.c",),
    "relay": ("relay.c",),
    "driver": ("driver.c", "subject.c"),
}

PART_TIMEOUT_S = 200

EPILOG = """\
examples:
  make bench
  python -m bench.run --quick --only roundtrip
  python -m bench.run --only game --json game.json
  python -m bench.run --wrapper '/opt/other/bin/uci-arbiter run'
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A run of the driver: its arguments before the subjects, for a full and for a quick run."""

    full: tuple[str, ...]
    quick: tuple[str, ...]


PARTS = {
    "roundtrip": Part(("roundtrip", "60", "200"), ("roundtrip", "3", "50")),
    "burst-lines": Part(("burst", "7", "200000", "nodes"), ("burst", "1", "20000", "nodes")),
    "burst-blocks": Part(("burst", "9", "200000", "depth"), ("burst", "1", "20000", "depth")),
    "game": Part(("game", "5", "2", GAME), ("game", "1", "2", GAME)),
    "start": Part(("start", "20"), ("start", "2")),
    "lateness": Part(("lateness", "5", "1000", GAME), ("lateness", "1", "50", GAME)),
    "search": Part(("search", "5", "60", "growing", GAME), ("search", "1", "5", "growing", GAME)),
    "search-new": Part(("search", "3", "60", "new", GAME), ("search", "1", "5", "new", GAME)),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; 0: goals met or not judged, 1: a goal missed, 2: it cannot run."""
    options = _parser().parse_args(argv)
    try:
        result = _measure(options)
    except UserError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    print(report.plain(report.figure_table(result)))
    print()
    print(report.plain(report.median_table(result)))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=2)
            file.write("\n")
    if not options.quick and not options.only and not options.wrapper:
        with open(RESULTS, "w", encoding="utf-8") as file:
            file.write(report.results_page(result))
    missed = report.missed(result)
    print("", *missed, sep="\n")
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bench",
        description="Measure the wrapper beside the bare engine and the same relay in C.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="a smoke run: one attempt, not judged")
    parser.add_argument(
        "--only", metavar="PART", action="append", choices=PARTS, help=", ".join(PARTS)
    )
    parser.add_argument("--json", metavar="FILE", help="write the result there too")
    parser.add_argument(
        "--wrapper", metavar="CMD", help="measure CMD in the place of our own `uci-arbiter run`"
    )
    parser.add_argument("--attempts", type=int, default=3, metavar="N", help="3 by default")
    return parser


def _measure(options: argparse.Namespace) -> dict[str, object]:
    if not sys.platform.startswith("linux"):
        raise UserError(
            f"it reads /proc and pins to a core, which needs Linux; this is {sys.platform}"
        )
    machine = _machine()
    build()
    subjects = _subjects(options.wrapper)
    attempts: list[report.Attempt] = []
    for number in range(1 if options.quick else options.attempts):
        attempt: report.Attempt = {}
        for name in options.only or PARTS:
            print(f"attempt {number + 1}: {name}", file=sys.stderr)
            part = PARTS[name]
            attempt[name] = run_part(part.quick if options.quick else part.full, subjects)
        attempts.append(attempt)
    return report.build(machine, attempts, judged=not options.quick)


def build() -> None:
    """Compile the C parts into bench/build/, and the package as an installed wheel is compiled."""
    compileall.compile_dir(os.path.dirname(proxy.__file__), quiet=1)
    if not shutil.which("gcc"):
        raise UserError("no gcc found: install it with 'apt-get install gcc libc6-dev'")
    os.makedirs(BUILD, exist_ok=True)
    for program, sources in PROGRAMS.items():
        paths = [os.path.join(HERE, source) for source in sources]
        command = ["gcc", *CFLAGS, "-o", os.path.join(BUILD, program), *paths]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            first = next((line for line in done.stderr.splitlines() if "error" in line), "")
            raise UserError(f"gcc cannot build {program}: {first or done.stderr.strip()}")


def _subjects(wrapper: str | None) -> dict[str, list[str]]:
    """Return the command of each subject, by its name."""
    if wrapper:
        run = shlex.split(wrapper)
    else:
        run = [os.path.join(os.path.dirname(sys.executable), "uci-arbiter"), "run"]
    if not shutil.which(run[0]):
        raise UserError(f"no program {run[0]}: 'make bench' installs it, or name one by --wrapper")
    engine = [os.path.join(BUILD, "engine"), GAME]
    return {
        BARE: engine,
        RELAY: [os.path.join(BUILD, "relay"), *engine],
        FLOOR: [sys.executable, os.path.join(HERE, "thread_relay.py"), *engine],
        OFF: [*run, "--tracking", "off", "--", *engine],
        ON: [*run, "--", *engine],
        LOG: [*run, "--log", os.path.join(BUILD, "bench.log"), "--", *engine],
        CONTROL: [sys.executable, os.path.join(HERE, "asyncio_proxy.py"), *engine],
    }


def run_part(arguments: Sequence[str], subjects: Mapping[str, Sequence[str]]) -> Blocks:
    """Run the driver, and so all subjects, on one core; return what it measured."""
    command = [os.path.join(BUILD, "driver"), *arguments]
    for name, subject in subjects.items():
        command += ["+", name, *subject]
    cores = os.sched_getaffinity(0)
    # into files: a pipe would wake us, on the same core, in the midst of the next block
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as output,
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
    ):
        os.sched_setaffinity(0, {max(cores)})
        try:
            done = subprocess.run(
                command, stdout=output, stderr=errors, timeout=PART_TIMEOUT_S, check=False
            )
        except subprocess.TimeoutExpired:
            raise UserError(f"no end of '{' '.join(arguments)}' in {PART_TIMEOUT_S} s") from None
        finally:
            os.sched_setaffinity(0, cores)
        if done.returncode:
            errors.seek(0)
            said = "; ".join(errors.read().splitlines()[-3:])
            raise UserError(f"'{' '.join(arguments)}' failed: {said}")
        output.seek(0)
        return parse_blocks(output)


def _machine() -> dict[str, str]:
    now = dt.datetime.now(dt.UTC)
    kernel = f"{platform.system()} {platform.release()}"
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return {
        "date": f"{now:%Y-%m-%d %H:%M} UTC",
        "commit": _commit(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{_cpu_model()}, {os.cpu_count()} cores, {kernel}",
        "load before the run (1, 5, 15 minutes)": load,
    }


def _cpu_model() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.machine()


def _commit() -> str:
    """Return the short hash of the commit, marked when the work tree differs from it."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", HERE, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    try:
        changes = git("status", "--porcelain", "--", ":/", f":(exclude){RESULTS}")
        return git("rev-parse", "--short", "HEAD") + (" with changes" if changes else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown (no git)"


if __name__ == "__main__":
    sys.exit(main())
