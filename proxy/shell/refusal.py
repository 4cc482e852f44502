"""Why nothing is started, said where a GUI shows it: most hide their engines' stderr."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress

GREETING = b"xboard"
PATIENCE = 0.5  # seconds for the GUI's first word; XBoard sends it at once


def say_to_gui(text: str) -> None:
    """Write one line that the GUI's log of the protocol shows, or XBoard in a window of its own."""
    how = "tellusererror uci-arbiter:" if _is_greeted_by_xboard() else "info string arbiter:"
    with suppress(OSError, ValueError):  # nobody reads; there is no stdout
        sys.stdout.write(f"{how} {text}\n")
        sys.stdout.flush()


def _is_greeted_by_xboard() -> bool:
    with suppress(OSError, ValueError):  # there is no stdin
        if not os.isatty(0) and select.select([0], [], [], PATIENCE)[0]:
            return os.read(0, len(GREETING)) == GREETING
    return False
