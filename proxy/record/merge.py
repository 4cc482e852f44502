"""Joining what the wrappers of both sides recorded of one game."""

from __future__ import annotations

from bisect import bisect_right
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
    alike = _Alike(left)
    taken: set[int] = set()
    merged = []
    for place, view in enumerate(left):
        if place in taken:
            continue
        others = [
            other
            for other in alike.later(place)
            if other not in taken and same_game(view, left[other])
        ]
        if not others:
            merged.append(view)
            continue
        nearest = min(others, key=lambda other: _distance(view, left[other]))
        taken.add(nearest)
        merged.append(join(view, left[nearest]))
    return merged


class _Alike:
    """Finds the views that may be of one game without comparing each with each.

    They are kept, in order of time, by start and moves: as they are, and without the last plies,
    which the other side may not have seen.
    """

    def __init__(self, views: list[GameRecord]) -> None:
        self._began = [_began(view) for view in views]
        self._latest = [_ended(view) + SLACK for view in views]
        self._keys = [_keys(view) for view in views]
        self._whole: dict[int, list[int]] = {}
        self._begun: dict[int, list[int]] = {}
        for place, (whole, *shorter) in enumerate(self._keys):
            self._whole.setdefault(whole, []).append(place)
            for key in (whole, *shorter):
                self._begun.setdefault(key, []).append(place)

    def later(self, place: int) -> list[int]:
        """Return the places of what began after a view and before its end, in order."""
        whole, *shorter = self._keys[place]
        found: set[int] = set()
        for places in (self._begun[whole], *(self._whole.get(key, []) for key in shorter)):
            for number in range(bisect_right(places, place), len(places)):
                if self._began[places[number]] > self._latest[place]:
                    break
                found.add(places[number])
        return sorted(found)


def _keys(view: GameRecord) -> list[int]:
    """Return hashes of start and moves: of all moves, then without the last ones."""
    moves = tuple(move.uci for move in view.moves)
    lengths = range(len(moves), max(len(moves) - UNSEEN_PLIES, 0) - 1, -1)
    return [hash((view.variant, view.start_fen, moves[:length])) for length in lengths]


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
        advice=longer.advice or shorter.advice,
        interventions=sorted(
            [*one.interventions, *two.interventions], key=lambda one: (one.ply, one.at)
        ),
        warnings=warnings,
        files=[*one.files, *two.files],
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
