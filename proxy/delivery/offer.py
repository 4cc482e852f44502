"""Draw offers through PolyGlot: `info string DrawOffer` becomes XBoard's `offer draw`.

XBoard grants an offer at once where its own flags show the draw; otherwise the opponent's engine
is asked, and two offers end the game by agreement. An offer never forfeits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.delivery import Answer

OFFER = b"info string DrawOffer"


def deliver(answer: Answer) -> list[bytes]:
    """Offer with every answer to a drawn game: an offer lapses when the opponent moves."""
    return [OFFER] if answer.ruling.winner is None else []
