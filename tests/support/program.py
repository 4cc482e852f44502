"""The program `uci-arbiter` itself, run to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
