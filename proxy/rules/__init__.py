"""One file a rule, pure, with its article; the file is named after the reason it gives.

A rule of the board says whether it holds in the position on the board; whether it then ends the
game by itself or has to be claimed is said by a ruleset. A forfeit follows from an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset

Holds = Callable[["Game", "Ruleset", "Analysis"], bool | None]


Winner = Callable[["Game", "Ruleset", "Analysis"], "chess.Color | None"]


def _nobody(_game: Game, _ruleset: Ruleset, _analysis: Analysis) -> chess.Color | None:
    return None


def _side_to_move(game: Game) -> chess.Color | None:
    return game.turn


@dataclass(frozen=True, slots=True)
class ByMove:
    """A claim by naming the next move, which will bring the draw about.

    `in_reach`: whether any move may do so; cheap, and False only where none can.
    """

    article: str
    in_reach: Callable[[Game], bool]


@dataclass(frozen=True, slots=True)
class Earliest:
    """What a rule needs before it can hold: occurrences of the position, half-moves on the clock.

    Said of chess with a legal move and with a pawn, rook or queen, who can mate told by material.
    """

    count: float = inf
    clock: float = inf


ANY_TIME = Earliest(0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule of the board; there is one of each, so rules are compared by identity.

    `reason`: its name in answers and rulesets; `article`: its article in the Laws.
    `holds`: whether it holds in the position on the board; None where that cannot be decided.
    `winner`: who has won where it holds, None for a draw.
    `claimant`: who may claim it where a ruleset leaves it to a claim.
    `by_move`: set where the player may also claim by naming a move.
    `earliest`: spares asking for it in most positions.
    """

    reason: str
    article: str
    holds: Holds
    winner: Winner = _nobody
    claimant: Callable[[Game], chess.Color | None] = _side_to_move
    by_move: ByMove | None = None
    earliest: Earliest = ANY_TIME


def earliest_of(rules: Iterable[Rule]) -> Earliest:
    """Return what the first of the rules needs."""
    needs = [rule.earliest for rule in rules]
    return Earliest(
        min((need.count for need in needs), default=inf),
        min((need.clock for need in needs), default=inf),
    )


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A rule that makes a side lose by an event, unless the ruleset's exception saves it."""

    reason: str
    article: str
