"""The fast path: many games at once, as columns of numbers, a half-move of all of them a step.

`read` makes numbers of the words, `columns` plays them by NumPy, `facts` makes a case of each game.
It only plays what it fully understands: chess from the usual kind of start, in standard notation,
every move legal. Every other game is left to python-chess, so the answers are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.audit.case import Case, Law
    from proxy.audit.split import RawGame


def scan_games(games: list[RawGame], law: Law) -> list[Case | None]:
    """Return a case for each game that the fast path can play, None for the others.

    Without NumPy, or under a ruleset whose rules need the whole game at every half-move, there are
    none.
    """
    try:
        from proxy.audit.scan.facts import scan
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return [None] * len(games)
    return scan(games, law)
