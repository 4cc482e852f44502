"""How much went through, and how fast the wrapper itself was."""

from __future__ import annotations

from collections import deque
from time import monotonic

SAMPLES = 100_000  # of the last held blocks


class Traffic:
    """One direction. *Held* is what the session looked at before it went on."""

    def __init__(self) -> None:
        self.lines = 0
        self.bytes = 0
        self.held: deque[float] = deque(maxlen=SAMPLES)
        """Seconds between the read and the write of each held block."""

    def count(self, block: bytes) -> None:
        """Count a block of whole lines."""
        self.lines += block.count(b"\n")
        self.bytes += len(block)

    def hold(self, block: bytes, since: float) -> None:
        """Count a block that was read at `since` and has now gone on."""
        self.count(block)
        self.held.append(monotonic() - since)

    def report(self) -> str:
        """Return the counts, and percentiles in milliseconds."""
        text = f"{self.lines} lines, {self.bytes} bytes"
        if not self.held:
            return text
        held = sorted(self.held)
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        times = [
            f"{name} {1000 * held[min(int(share * len(held)), len(held) - 1)]:.3f}"
            for name, share in shares.items()
        ]
        return f"{text}, {len(held)} blocks held for ms {' '.join(times)}"


class Stats:
    """Both directions."""

    def __init__(self) -> None:
        self.from_gui = Traffic()
        self.from_engine = Traffic()

    def report(self) -> str:
        """Return one line for each direction."""
        return (
            f"stats: from the GUI {self.from_gui.report()}\n"
            f"stats: from the engine {self.from_engine.report()}"
        )
