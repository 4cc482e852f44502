"""What the benchmark wants to know, as pure functions of what the driver measured.

Every figure of one run is a median over blocks. Where it compares two subjects, it compares their
blocks of the same number, which were measured one right after the other: what disturbs the machine
disturbs both, so the ratio is steadier than either time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BARE, RELAY, FLOOR, OFF = "bare", "relay", "threads", "off"
ON, LOG, CONTROL = "on", "log", "asyncio"
SUBJECTS = {
    BARE: "bare engine",
    RELAY: "C relay",
    FLOOR: "two Python threads",
    OFF: "tracking off",
    ON: "tracking on",
    LOG: "with a log",
    CONTROL: "asyncio proxy",
}

# Searches that stand for one ply of the game: nine of them around it, every second ply.
WINDOW = 9


class Block(NamedTuple):
    """One turn of one subject: see the head of driver.c."""

    cpu_ns: int
    rss_kb: int
    samples_ns: list[int]


Blocks = dict[str, list[Block]]


def parse_blocks(lines: Iterable[str]) -> Blocks:
    """Read the driver's JSON lines; the blocks of each subject come in their order."""
    blocks: Blocks = defaultdict(list)
    for line in lines:
        row = json.loads(line)
        blocks[row["subject"]].append(Block(row["cpu_ns"], row["rss_kb"], row["samples_ns"]))
    return dict(blocks)


def quantile(samples: Iterable[int], share: float) -> int:
    """Return the smallest sample that at least `share` (0 to 1) of the samples do not exceed."""
    ordered = sorted(samples)
    below = -int(-share * len(ordered) // 1)  # rounded up
    return ordered[max(below, 1) - 1]


def p50_us(block: Block) -> float:
    """Median latency in microseconds."""
    return median(block.samples_ns) / 1e3


def p99_us(block: Block) -> float:
    """Latency in microseconds that one sample of a hundred exceeds."""
    return quantile(block.samples_ns, 0.99) / 1e3


def cpu_us(block: Block) -> float:
    """CPU time in microseconds for each sample."""
    return block.cpu_ns / 1e3 / len(block.samples_ns)


def start_ms(block: Block) -> float:
    """Median latency in milliseconds."""
    return p50_us(block) / 1e3


def cpu_ms(block: Block) -> float:
    """CPU time in milliseconds for each sample."""
    return cpu_us(block) / 1e3


def resident_mb(block: Block) -> float:
    """Resident memory in megabytes of 10^6 bytes."""
    return block.rss_kb * 1024 / 1e6


def growth(block: Block) -> float:
    """Latency at the end of a game over that at its 10th ply (its first search is left out)."""
    samples = block.samples_ns
    return median(samples[-WINDOW:]) / median(samples[1 : WINDOW + 1])


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that each subject has, less being better, with the goal that `ON` should not exceed.

    `against` is the subject it is compared with, by the `how` of it. `control` says that the
    asyncio proxy must miss the goal, or else the run could not tell good from bad.
    """

    key: str
    part: str
    title: str
    measure: Callable[[Block], float]
    how: Literal["ratio", "difference", "value"] = "ratio"
    against: str = RELAY
    unit: str = ""
    goal: float | None = None
    stretch: float | None = None
    control: bool = False

    def of(self, blocks: Blocks, subject: str) -> float:
        """Return the figure of `subject`: the median over its blocks."""
        values = [self.measure(block) for block in blocks[subject]]
        if self.how == "value":
            return median(values)
        base = [self.measure(block) for block in blocks[self.against]]
        pairs = zip(values, base, strict=True)
        if self.how == "difference":
            return median(value - reference for value, reference in pairs)
        return median(value / reference for value, reference in pairs)


FIGURES = (
    Figure(
        "roundtrip_p50", "roundtrip", "round trip p50 / C relay", p50_us, goal=1.4, control=True
    ),
    Figure("roundtrip_p99", "roundtrip", "round trip p99 / C relay", p99_us, goal=2.0),
    Figure(
        "roundtrip_cpu", "roundtrip", "round trip CPU / C relay", cpu_us, goal=1.7, control=True
    ),
    Figure(
        "burst_lines",
        "burst-lines",
        "burst of lines, one write each / bare",
        p50_us,
        against=BARE,
        goal=1.2,
        control=True,
    ),
    Figure(
        "burst_blocks",
        "burst-blocks",
        "burst of lines in blocks / C relay",
        p50_us,
        goal=1.6,
        control=True,
    ),
    Figure(
        "game_tracking",
        "game",
        "position + go over 600 plies / tracking off",
        p50_us,
        against=OFF,
        goal=3.0,
    ),
    Figure("game_cpu", "game", "position + go CPU / tracking off", cpu_us, against=OFF),
    Figure(
        "game_growth", "game", "position + go, 600th ply / 10th ply", growth, how="value", goal=1.5
    ),
    Figure(
        "game_memory",
        "game",
        "resident after a game",
        resident_mb,
        how="value",
        unit="MB",
        goal=30,
    ),
    Figure(
        "start_time",
        "start",
        "start to uciok, over bare",
        start_ms,
        how="difference",
        against=BARE,
        unit="ms",
        goal=60,
        stretch=30,
    ),
    # a busy machine moves this less: look here when the goal above is missed
    Figure(
        "start_cpu",
        "start",
        "CPU from start to uciok, over bare",
        cpu_ms,
        how="difference",
        against=BARE,
        unit="ms",
    ),
    Figure(
        "start_memory",
        "start",
        "resident at uciok",
        resident_mb,
        how="value",
        unit="MB",
        goal=18,
        stretch=14,
    ),
    Figure(
        "lateness_p99",
        "lateness",
        "late info lines, long positions in a search, p99 / C relay",
        p99_us,
        goal=3.0,
    ),
    Figure("search_cpu", "search", "CPU of a search of 10 ms / C relay", cpu_us, goal=2.2),
    Figure("search_p99", "search", "its late info lines, p99 / C relay", p99_us),
    Figure(
        "search_new_p99",
        "search-new",
        "the same, each search in another long game / C relay",
        p99_us,
    ),
)
