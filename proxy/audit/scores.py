"""Scores in comments, and the rules by which match runners adjudicate on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import chess

MATE_CP = 100_000
RUNNER_SCORE = re.compile(
    r"(?:^|[\s)])(?P<sign>[-+]?)(?:M(?P<mate>\d+)|(?P<pawns>\d*\.\d+)|(?P<cp>\d+))/\d+(?![-\d/.])"
)
EVAL_SCORE = re.compile(r"\[%eval (?P<sign>[-+]?)(?:#(?P<mate>-?\d+)|(?P<pawns>\d+(?:\.\d+)?))")
SPELLINGS = {
    "movenumber": "move_number",
    "number": "move_number",
    "movecount": "move_count",
    "count": "move_count",
    "score": "score_cp",
    "twosided": "two_sided",
}


def read_score(comment: str, color: chess.Color) -> int | None:
    """Return the score of a move's comment in centipawns from the mover's side, mates beyond all.

    Match runners write pawns with a point, c-chess-cli whole centipawns, both from the mover's
    side; `[%eval]` is from White's. `color` made the move.
    """
    match = RUNNER_SCORE.search(comment)
    from_white = match is None
    match = match or EVAL_SCORE.search(comment)
    if match is None:
        return None
    groups = match.groupdict()
    if groups["mate"]:
        moves = int(groups["mate"])
        score = MATE_CP - moves if moves >= 0 else -MATE_CP - moves
    elif groups["pawns"]:
        score = round(float(groups["pawns"]) * 100)
    else:
        score = int(groups["cp"])
    if groups["sign"] == "-":
        score = -score
    return score if color or not from_white else -score


def write_score(score: int | None) -> str:
    """Return a score as runners write it: pawns, or M and the moves to mate."""
    if score is None:
        return "none"
    if abs(score) > MATE_CP // 2:
        return f"{'-' if score < 0 else ''}M{MATE_CP - abs(score)}"
    return f"{score / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """A runner's `-draw` or `-resign`: from which move on, for how many moves, at which score."""

    move_number: int = 0
    move_count: int = 1
    score_cp: int = 0
    two_sided: bool = False


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """The rules of the tournament, as far as the director names them."""

    draw: ScoreRule | None = None
    resign: ScoreRule | None = None


def parse_rule(option: str, text: str) -> ScoreRule:
    """Read a rule in the runner's own spelling, as in "movenumber=40 movecount=8 score=10".

    Raises `UserError`.
    """
    values: dict[str, int] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        value = {"true": "1", "false": "0"}.get(value, value)
        if key not in SPELLINGS or not value.isdigit():
            known = ", ".join(f"{name}=N" for name in SPELLINGS)
            raise UserError(f"{option} {text!r} has {word!r}: expected some of {known}")
        values[SPELLINGS[key]] = int(value)
    two_sided = bool(values.pop("two_sided", 0))
    return ScoreRule(**values, two_sided=two_sided)


def breaks_draw_rule(
    rule: ScoreRule,
    scores: Mapping[int, int],
    ply: int,
    zeroing: Iterable[int],
    *,
    number: int,
    unseen: int = 0,
) -> str | None:
    """Return how a draw at `ply` breaks the rule, None if it does not.

    `scores` are by ply; `zeroing` are the plies of captures and pawn moves, which start the count
    anew with their own score; `number` is the number of the last full move; `unseen` is 1 where the
    last score that the runner counted came with a move that it no longer played.
    """
    window = range(ply - 2 * rule.move_count + 1 + unseen, ply + 1)
    if number < rule.move_number:
        return f"it came at move {number}, before move {rule.move_number}"
    for at in window:
        score = scores.get(at)
        if score is None:
            return f"ply {at} has no score, and {len(window)} in a row are needed"
        if abs(score) > rule.score_cp:
            return (
                f"the score at ply {at} is {write_score(score)}, outside {rule.score_cp / 100:.2f}"
            )
    if reset := [at for at in zeroing if at in window[1:]]:
        return f"ply {reset[-1]} is a capture or a pawn move, which starts the count anew"
    return None


def breaks_resign_rule(
    rule: ScoreRule,
    scores: Mapping[int, int],
    ply: int,
    *,
    loser_moved_last: bool,
    unseen: int = 0,
) -> str | None:
    """Return how a loss at `ply` breaks the rule, None if it does not; see `breaks_draw_rule`."""
    loser = [ply - 2 * back - (not loser_moved_last) for back in range(rule.move_count - unseen)]
    winner = [ply - 2 * back - loser_moved_last for back in range(rule.move_count)]
    for at in loser:
        score = scores.get(at)
        if score is None or score > -rule.score_cp:
            return f"the loser's score at ply {at} is {write_score(score)}"
    for at in winner if rule.two_sided else ():
        score = scores.get(at)
        if score is None or score < rule.score_cp:
            return f"the winner's score at ply {at} is {write_score(score)}"
    return None
