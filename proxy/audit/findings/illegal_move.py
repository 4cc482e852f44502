"""Moves in the record that cannot be played: nothing after them can be audited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.finding import WRONG, found
from proxy.sides import side_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Illegal move in the record"


def find(case: Case) -> Iterator[Finding]:
    """Find the first move that cannot be played in a game that was not over before."""
    fault = case.fault
    if fault is None or case.over:
        return
    board = case.game.board
    yield found(
        case,
        "illegal-move",
        WRONG,
        f"{side_name(board.turn)}'s move {fault.word!r} at ply {fault.ply} cannot be played: "
        f"{fault.why}; the rest of the game is not audited",
    )
