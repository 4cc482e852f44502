"""The floor: two threads that pass bytes on and look at none, the least that Python can do.

    python thread_relay.py ENGINE [ARGS]

What a figure of the wrapper has above this one is its own; what this one has above the C relay is
Python's.
"""

import os
import subprocess
import sys
from threading import Thread

BLOCK = 65536


def relay(source: int, target: int) -> None:
    """Pass bytes on until the input ends; then close the output."""
    while block := os.read(source, BLOCK):
        os.write(target, block)
    os.close(target)


def main() -> None:
    """Run the engine between our stdin and stdout."""
    with subprocess.Popen(
        sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as engine:
        if engine.stdin is None or engine.stdout is None:
            raise RuntimeError("no pipes")
        Thread(target=relay, args=(0, engine.stdin.fileno()), daemon=True).start()
        relay(engine.stdout.fileno(), 1)
        os._exit(engine.wait())  # the other thread may read for ever


if __name__ == "__main__":
    main()
