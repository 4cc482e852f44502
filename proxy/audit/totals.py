"""The sums of an audit: findings by kind, and the standings before and after."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from proxy.audit.auditor import ChunkAudit, Pairing

MOST_PAIRINGS = 20_000  # of players: in a database of millions of games a table says nothing
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}  # half points of White and Black


class Standing(NamedTuple):
    """A player's games with a result and half points, by the record and by the law."""

    player: str
    games: int
    recorded: int
    games_right: int
    right: int


@dataclass(slots=True)
class Totals:
    """What has been audited so far; `crowded` once there are too many players for a crosstable."""

    games: int = 0
    plies: int = 0
    wrong: int = 0
    noted: int = 0
    changed: int = 0
    undetermined: int = 0
    recorded: int = 0
    unreadable_files: int = 0
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    pairings: Counter[Pairing] = field(default_factory=Counter)
    crowded: bool = False

    def add(self, result: ChunkAudit) -> None:
        """Add a chunk."""
        self.games += result.games
        self.plies += result.plies
        self.undetermined += result.undetermined
        self.recorded += result.recorded
        if not self.crowded:
            self.pairings.update(result.pairings)
            self.crowded = len(self.pairings) > MOST_PAIRINGS
        if self.crowded:
            self.pairings.clear()
        for audit in result.audits:
            self.wrong += audit.is_wrong
            self.noted += not audit.is_wrong
            self.changed += audit.right != audit.result
            self.kinds.update({(f.severity, f.kind) for f in audit.findings})

    def standings(self) -> list[Standing]:
        """Return the players by points of the right results, then by name."""
        sums: dict[str, list[int]] = {}
        for (white, black, recorded, right), count in self.pairings.items():
            for player, side in ((white, 0), (black, 1)):
                row = sums.setdefault(player, [0, 0, 0, 0])
                for at, result in ((0, recorded), (2, right)):
                    if result in POINTS:
                        row[at] += count
                        row[at + 1] += POINTS[result][side] * count
        rows = [Standing(player, *row) for player, row in sums.items()]
        return sorted(rows, key=lambda row: (-row.right, row.player))

    def crosstable(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Return for each player against each opponent: games, half points recorded and right."""
        cells: dict[tuple[str, str], tuple[int, int, int]] = {}
        for (white, black, recorded, right), count in self.pairings.items():
            for side, key in enumerate(((white, black), (black, white))):
                games, before, after = cells.get(key, (0, 0, 0))
                cells[key] = (
                    games + count,
                    before + POINTS.get(recorded, (0, 0))[side] * count,
                    after + POINTS.get(right, (0, 0))[side] * count,
                )
        return cells

    def to_json(self) -> dict[str, Any]:
        """Return the sums as the last line of `--json` has them."""
        kinds: dict[str, dict[str, int]] = {}
        for (severity, kind), count in sorted(self.kinds.items()):
            kinds.setdefault(severity, {})[kind] = count
        return {
            "games": self.games,
            "plies": self.plies,
            "wrong": self.wrong,
            "noted": self.noted,
            "changed": self.changed,
            "undetermined": self.undetermined,
            "recorded": self.recorded,
            "unreadable_files": self.unreadable_files,
            "kinds": kinds,
            "standings": [row._asdict() for row in self.standings()],
        }

    def to_state(self) -> dict[str, Any]:
        """Return everything, for the state file of `--resume`."""
        state = asdict(self)
        for name in ("kinds", "pairings"):
            state[name] = [[*key, count] for key, count in getattr(self, name).items()]
        return state

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Totals:
        """Return what `to_state` has written."""
        counters = {
            name: Counter({tuple(key): count for *key, count in state[name]})
            for name in ("kinds", "pairings")
        }
        return cls(**(state | counters))


def points(half_points: int) -> str:
    """Return half points as chess writes them, as in 3½."""
    whole, half = divmod(half_points, 2)
    return f"{whole or (0 if not half else '')}{'½' if half else ''}"
