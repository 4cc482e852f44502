"""Many games at once: a JSON line in, a JSON line out, in order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from proxy.errors import UserError
from proxy.events import parse_event
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

if TYPE_CHECKING:
    from proxy.analysis import Analysis

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


def answer_line(line: bytes, defaults: dict[str, Any], analysis: Analysis) -> dict[str, Any]:
    """Return the answer to one line of `uci-arbiter rule --batch`.

    Fields of a question override `defaults`; fields that are none of a question are carried
    through. A fault gives `{"error": one line}` beside them.
    """
    try:
        fields = json.loads(line)
    except ValueError as error:  # also what is no UTF-8
        return {"error": f"not a JSON line: {error}"}
    if not isinstance(fields, dict):
        return {"error": f"expected a JSON object, found {type(fields).__name__}"}
    carried = {key: value for key, value in fields.items() if key not in KINDS}
    try:
        asked = defaults | {key: fields[key] for key in KINDS if key in fields}
        return carried | _answer(asked, analysis)
    except UserError as error:
        return carried | {"error": str(error)}


def _answer(asked: dict[str, Any], analysis: Analysis) -> dict[str, Any]:
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
    )
    return rule_on(question, load_ruleset(asked["ruleset"]), analysis).to_json()
