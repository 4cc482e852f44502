"""Joining what the wrappers of both sides recorded of one game."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proxy.record.model import GameRecord, Move

SLACK = timedelta(seconds=5)
"""How far apart the two wrappers may see a game begin or end, beside the time that they share."""

UNSEEN_PLIES = 2
"""A side sees neither the last move of the other nor, where it came late, its own."""


def merge_views(views: Sequence[GameRecord]) -> list[GameRecord]:
    """Return one record for each game, in the order in which the games began.

    Two views are of one game when they agree in start position and moves, have different sides,
    and were played at the same time; of several that fit, those of one parent and of the nearest
    beginning are paired. A view without its like stands alone.
    """
    left = sorted(views, key=_began)
    merged = []
    while left:
        view = left.pop(0)
        others = [other for other in left if same_game(view, other)]
        if not others:
            merged.append(view)
            continue
        other = min(others, key=lambda other: _distance(view, other))
        left.remove(other)
        merged.append(join(view, other))
    return merged


def same_game(one: GameRecord, two: GameRecord) -> bool:
    """Tell whether two records may be the two sides' views of one game."""
    if {one.engine_color, two.engine_color} != {"white", "black"}:
        return False
    if (one.variant, one.start_fen) != (two.variant, two.start_fen):
        return False
    if _began(one) > _ended(two) + SLACK or _began(two) > _ended(one) + SLACK:
        return False
    short, long = sorted(([move.uci for move in view.moves] for view in (one, two)), key=len)
    return long[: len(short)] == short and len(long) - len(short) <= UNSEEN_PLIES


def join(one: GameRecord, two: GameRecord) -> GameRecord:
    """Return the game with what each side knows of its own moves and of its own name."""
    white, black = (one, two) if one.engine_color == "white" else (two, one)
    longer = one if len(one.moves) >= len(two.moves) else two
    shorter = two if longer is one else one
    moves = [_better(move, other) for move, other in zip(longer.moves, shorter.moves, strict=False)]
    first = one if one.result != "*" else two
    result, termination, reason = first.result, first.termination, first.reason
    warnings = sorted({*one.warnings, *two.warnings})
    if {one.result, two.result} - {"*", result}:
        warnings.append(f"the two sides recorded {white.result} (White) and {black.result} (Black)")
        result, termination, reason = "*", "unterminated", ""
    return replace(
        longer,
        started=min(one, two, key=_began).started,
        ended=max(one, two, key=_ended).ended,
        white=white.white,
        black=black.black,
        engine_color="both",
        result=result,
        termination=termination,
        reason=reason,
        moves=[*moves, *longer.moves[len(moves) :]],
        rulings=first.rulings,
        interventions=sorted(
            [*one.interventions, *two.interventions], key=lambda one: (one.ply, one.at)
        ),
        warnings=warnings,
    )


def _better(one: Move, two: Move) -> Move:
    """Return the move as its own side saw it; the clock may be known to the other alone."""
    own, other = (one, two) if one.by == "engine" else (two, one)
    return own if own.clock_s is not None else replace(own, clock_s=other.clock_s)


def _distance(one: GameRecord, two: GameRecord) -> tuple[bool, timedelta]:
    return one.wrapper.parent != two.wrapper.parent, abs(_began(one) - _began(two))


def _began(view: GameRecord) -> datetime:
    return datetime.fromisoformat(view.started)


def _ended(view: GameRecord) -> datetime:
    return datetime.fromisoformat(view.ended or view.started)
