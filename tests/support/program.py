"""The program `uci-arbiter` itself, run to its end."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from proxy import cli

ROOT = Path(__file__).parent.parent.parent
INSTALLED = Path(sys.executable).parent / "uci-arbiter"


def run(
    *args: str, program: str | None = None, text: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `uci-arbiter ARGS`, or another `program`, with `text` on its stdin."""
    command = [program] if program else [sys.executable, "-m", "proxy"]
    return subprocess.run(
        [*command, *args],
        input=text,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )


@dataclass(frozen=True)
class Called:
    """How a command went."""

    returncode: int
    stdout: str
    stderr: str


def call(*args: str) -> Called:
    """Run `uci-arbiter ARGS` in this process: much faster than `run`."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        try:
            code = cli.main(list(args))
        except SystemExit as end:  # as after --help
            code = int(end.code or 0)
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return Called(code, *texts)
