"""Many games at once: the question in the fields of a JSON line, and its answer."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from proxy.errors import UserError
from proxy.events import parse_event
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.json_lines import Fields

KINDS: dict[str, type | tuple[type, ...]] = {
    "ruleset": str,
    "variant": str,
    "chess960": bool,
    "fen": (str, type(None)),
    "moves": (str, list),
    "event": (str, type(None)),
    "rapid": bool,
    "strict": bool,
}
EXPECTED = {
    str: "a text",
    bool: "true or false",
    (str, type(None)): "a text or null",
    (str, list): "a text or a list of moves",
}


def answer_fields(fields: Fields, defaults: Fields, analysis: Analysis) -> Fields:
    """Return the answer to one question of `uci-arbiter rule --batch`. Raises `UserError`.

    Fields of a question override `defaults`; those that are none of a question are not looked at,
    but for `scores`, a list of centipawns beside the moves, each from its mover's side, which is
    used by rulesets that go by scores.
    """
    asked = defaults | {key: fields[key] for key in KINDS if key in fields}
    for key, kind in KINDS.items():
        if not isinstance(asked[key], kind):
            raise UserError(f"{key} is {asked[key]!r}: expected {EXPECTED[kind]}")
    moves = asked["moves"].split() if isinstance(asked["moves"], str) else asked["moves"]
    for number, move in enumerate(moves, 1):
        if not isinstance(move, str):
            raise UserError(f"ply {number}: {move!r} is not a move: expected a text")
    question = Question(
        fen=asked["fen"],
        moves=moves,
        variant=asked["variant"],
        chess960=asked["chess960"],
        event=parse_event(asked["event"]) if asked["event"] else None,
        rapid=asked["rapid"],
        strict=asked["strict"],
        scores=_scores(fields.get("scores")),
    )
    return rule_on(question, load_ruleset(asked["ruleset"]), analysis).to_json()


def _scores(given: Any) -> dict[int, int]:
    """Return the scores by ply from a list beside the moves; what is no number is not known."""
    scores = given if isinstance(given, list) else []
    return {ply: round(score) for ply, score in enumerate(scores, 1) if _is_number(score)}


def _is_number(score: Any) -> bool:
    """Tell a number from what JSON takes for one: a whole one may be too large for `isfinite`."""
    if isinstance(score, float):
        return isfinite(score)
    return isinstance(score, int) and not isinstance(score, bool)
