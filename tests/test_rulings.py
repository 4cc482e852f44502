"""Every case of data/rulings.jsonl: the right ruling, and what other programs were seen to do."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import chess
import pytest

from proxy.analysis import BY_MATERIAL, Analysis
from proxy.commands.rule import ANALYSIS
from proxy.events import parse_event
from proxy.game.game import Game
from proxy.game.illegal import IllegalMoveError
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

with open(
    os.path.join(os.path.dirname(__file__), "data", "rulings.jsonl"), encoding="utf-8"
) as file:
    CASES: list[dict[str, Any]] = [json.loads(line) for line in file]

# A01 to A07 describe how runners count scores; they test no ruling.
RULED = [case for case in CASES if case["expect"].get("event") != "score_adjudication"]
NEEDS_ANALYSIS = [case for case in RULED if case.get("needs") == "unwinnability"]
RUNNERS = ("fastchess", "cutechess", "c-chess-cli")
OBSERVED = [
    (case, runner)
    for case in RULED
    for runner in RUNNERS
    if not case.get("observed", {}).get(runner, "n/a").startswith("n/a")
]

REASONS = {
    "checkmate": {"checkmate"},
    "stalemate": {"stalemate"},
    "fivefold": {"fivefold-repetition"},
    "seventyfive": {"seventy-five-move"},
    "dead": {"insufficient-material", "dead-position"},
    "insufficient": {"insufficient-material"},
    "time": {"time-forfeit"},
    "time_vs_unwinnable": {"time-forfeit", "dead-position", "insufficient-material"},
    "resign": {"resignation"},
    "5.1.2 opponent cannot mate": {"resignation"},
    "7.5.5 opponent cannot mate": {"illegal-move"},
}
CLAIMS = {
    "threefold": ("threefold-repetition", False),
    "fifty": ("fifty-move", False),
    "threefold_by_intended_move": ("threefold-repetition", True),
    "fifty_by_intended_move": ("fifty-move", True),
}
SEEN_REASONS = {
    "3-fold": "threefold-repetition",
    "fifty moves": "fifty-move",
    "50 moves": "fifty-move",
    "insufficient": "insufficient-material",
    "mates": "checkmate",
    "checkmate": "checkmate",
    "stalemate": "stalemate",
    "time": "time-forfeit",
}


def case_id(value: object) -> str:
    return value["id"] if isinstance(value, dict) else str(value)


def event_of(case: dict[str, Any]) -> str | None:
    expect = case["expect"]
    match expect.get("event"):
        case "flag":
            return f"flag:{expect['flagged']}"
        case "resign":
            return f"resign:{expect['by']}"
        case "illegal_move_final":
            return f"illegal:{expect['by']}"
        case "claim":
            named = expect.get("intended_move")
            return f"claim:{expect['by']}" + (f":{named}" if named else "")
    return None


def rule(
    case: dict[str, Any],
    ruleset: str = "fide",
    analysis: Analysis = ANALYSIS,
    event: str | None = None,
    *,
    rapid: bool = False,
) -> dict[str, Any]:
    event = event or event_of(case)
    played = [case["expect"]["play"]] if "play" in case["expect"] else []
    question = Question(
        fen=case["fen"],
        moves=case["moves"] + played,
        variant=case.get("variant", "chess"),
        chess960=case.get("chess960", False),
        event=parse_event(event) if event else None,
        rapid=rapid,
    )
    return rule_on(question, load_ruleset(ruleset), analysis).to_json()


def by_verification(case: dict[str, Any]) -> Analysis:
    """Answer "can this side still mate?" as CHA did for the case's last position."""
    words = next(text for text in case["verified_by"] if text.startswith("CHA:"))[4:].split("/")
    known = [word == "winnable" for word in words]
    if len(known) == 2:
        answers = {chess.WHITE: known[0], chess.BLACK: known[1]}
    else:  # asked for the side that would win, which is White in all of them
        answers = {chess.WHITE: known[0]}
    last = rule(case, analysis=BY_MATERIAL)["fen"]

    def can_mate(board: chess.Board, color: chess.Color) -> bool | None:
        if board.fen() != last:
            return True  # only the last position was verified
        return answers.get(color)

    return Analysis(can_mate=can_mate)


def assert_right(case: dict[str, Any], answer: dict[str, Any]) -> None:
    expect = case["expect"]
    assert answer["result"] == expect["result"]
    if expect["result"] != "*":
        if "reason" in expect:
            assert answer["reason"] in REASONS[expect["reason"]]
        if "automatic" in expect:
            assert answer["automatic"] is expect["automatic"]
        assert answer["ended_ply"] == answer["ply"]
        if answer["reason"] != "dead-position":  # which a move may have come after
            assert answer["ply"] == len(case["moves"]) + ("play" in expect)
    else:
        assert answer["reason"] is None
        assert answer["ended_ply"] is None
    if "final_position_count" in expect and answer["ply"] == len(case["moves"]):
        assert answer["repetitions"] == len(answer["occurrences"]) == expect["final_position_count"]
        assert answer["halfmove_clock"] == expect["halfmove_clock"]


@pytest.mark.parametrize("case", RULED, ids=case_id)
def test_the_right_ruling_under_the_laws(case: dict[str, Any]) -> None:
    answer = rule(case)
    if case in NEEDS_ANALYSIS and answer["undetermined"]:
        # Material alone may leave it open: then it says so, and rules no draw it cannot prove.
        assert answer["undetermined"][0] == "dead-position"
        assert answer["result"] in {case["expect"]["result"], "*", "1-0"}
    else:
        assert_right(case, answer)


@pytest.mark.parametrize("case", NEEDS_ANALYSIS, ids=case_id)
def test_the_right_ruling_once_the_analysis_knows_who_can_mate(case: dict[str, Any]) -> None:
    assert_right(case, rule(case, analysis=by_verification(case)))


@pytest.mark.parametrize(
    "case", [case for case in RULED if "claimable_by" in case["expect"]], ids=case_id
)
def test_the_right_claims(case: dict[str, Any]) -> None:
    expect = case["expect"]
    claims = rule(case)["claims"]
    now = [claim for claim in claims if claim["move"] is None]
    reason, by_move = CLAIMS.get(expect["reason"], (None, False))
    if by_move:
        assert now == []
        assert {"by": expect["claimable_by"]}.items() <= claims[0].items()
        moves = [claim["move"] for claim in claims if claim["reason"] == reason]
        assert moves == expect["claim_moves"]
    elif reason:
        assert [(claim["reason"], claim["by"]) for claim in now] == [
            (reason, expect["claimable_by"])
        ]
    else:
        assert now == []


@pytest.mark.parametrize("case", RULED, ids=case_id)
def test_what_the_case_says_beside_the_ruling(case: dict[str, Any]) -> None:
    expect = case["expect"]
    answer = rule(case)
    if "fen_castling" in expect:
        assert answer["fen"].split()[2] == expect["fen_castling"]
    assert bool(answer["warnings"]) is ("fen_warning" in expect)
    if "engine_arena_result" in expect:
        assert rule(case, "online")["result"] == expect["engine_arena_result"]
    if "first_threefold_ply" in expect:
        assert rule(case, "online")["ended_ply"] == expect["first_threefold_ply"]
    game = Game.start(
        case["fen"], chess960="chess960" in case, variant=case.get("variant", "chess")
    )
    for move in expect.get("illegal_moves_at_root", []):
        with pytest.raises(IllegalMoveError):
            game.push(game.parse(move))
    for move in case["moves"]:
        game.push(game.parse(move))
    for move in expect.get("illegal_moves", []):
        assert not game.is_legal(game.parse(move))


@pytest.mark.parametrize(
    "case", [case for case in RULED if case["expect"].get("event") == "claim"], ids=case_id
)
def test_a_claim_and_its_penalty(case: dict[str, Any]) -> None:
    expect = case["expect"]
    other = {"white": "black", "black": "white"}[expect["by"]]
    answer = rule(case)["claim"]
    assert answer["valid"] is expect["valid"]
    assert answer["penalty_s"] == expect.get("penalty_seconds_to_opponent", 0)
    assert answer["to"] == (None if expect["valid"] else other)
    rapid = rule(case, rapid=True)["claim"]
    assert rapid["penalty_s"] == expect.get("penalty_rapid_blitz", 0)


@pytest.mark.parametrize(("case", "runner"), OBSERVED, ids=case_id)
def test_a_runners_ruleset_says_what_the_runner_was_seen_to_do(
    case: dict[str, Any], runner: str
) -> None:
    seen = case["observed"][runner]
    answer = rule(case, runner)
    if seen == "game on":
        assert (answer["result"], answer["ply"]) == ("*", len(case["moves"]))
        return
    found = re.fullmatch(r"(\S+) (.*?)(?: ply=(\d+))?", seen)
    assert found
    result, text, ply = found.groups()
    assert answer["result"] == result
    assert answer["reason"] == next(r for words, r in SEEN_REASONS.items() if words in text)
    assert ply is None or answer["ended_ply"] == int(ply)
