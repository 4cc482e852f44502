"""What an analysis may spend: nodes, which repeat exactly, and for a person also time."""

from __future__ import annotations

import time


class Budget:
    """Counts nodes, moves played, up to a limit, or until a deadline of `perf_counter`.

    A static proof is charged what it costs beside a move, so that nodes stay a measure of time.
    """

    STATIC = 200

    def __init__(self, nodes: int, deadline: float | None = None) -> None:
        self.limit = nodes
        self.deadline = deadline
        self.spent = 0

    @property
    def over(self) -> bool:
        """Whether nothing is left; once the deadline has passed, for good."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            self.limit = 0
        return self.spent >= self.limit

    def share(self, nodes: int) -> int:
        """Return the count of `spent` at which a phase that may take so many nodes must end."""
        return min(self.limit, self.spent + nodes)
