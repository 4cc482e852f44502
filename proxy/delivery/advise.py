"""Advice: the ruling is said, and the game goes on with legal moves. Safe everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.delivery import Answer


def deliver(answer: Answer) -> list[bytes]:
    """Send nothing beyond the `info string` that every delivery has."""
    del answer
    return []
