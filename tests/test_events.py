"""Flags, resignations, final illegal moves, agreements and claims."""

from __future__ import annotations

from typing import Any

import chess
import pytest

from proxy.analysis import BY_MATERIAL, Analysis
from proxy.errors import UserError
from proxy.events import Event, parse_event
from proxy.game.illegal import IllegalMoveError
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

BARE_KING_BEHIND = "4k3/8/8/8/8/8/r7/5K2 b - - 0 1"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def rule(
    event: str,
    fen: str | None = None,
    moves: list[str] | None = None,
    ruleset: str = "fide",
    analysis: Analysis = BY_MATERIAL,
) -> dict[str, Any]:
    question = Question(fen, moves or [], event=parse_event(event))
    return rule_on(question, load_ruleset(ruleset), analysis).to_json()


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("flag:white", Event("flag", chess.WHITE)),
        ("resign:black", Event("resign", chess.BLACK)),
        ("illegal:white", Event("illegal", chess.WHITE)),
        ("agreement", Event("agreement")),
        ("claim:white", Event("claim", chess.WHITE)),
        ("claim:black:f6g8", Event("claim", chess.BLACK, "f6g8")),
    ],
)
def test_events_are_read_as_the_command_line_writes_them(text: str, event: Event) -> None:
    assert parse_event(text) == event


@pytest.mark.parametrize(
    "text", ["flag", "flag:red", "flag:white:e2e4", "agreement:white", "claim", "mate:white", ""]
)
def test_other_events_are_refused(text: str) -> None:
    with pytest.raises(
        UserError, match=f"event '{text}' is not known: expected agreement, or flag"
    ):
        parse_event(text)


@pytest.mark.parametrize(
    ("event", "reason", "article"),
    [
        ("flag:black", "time-forfeit", "6.9"),
        ("resign:black", "resignation", "5.1.2"),
        ("illegal:black", "illegal-move", "7.5.5"),
    ],
)
def test_a_forfeit_loses_but_draws_against_a_side_that_cannot_mate(
    event: str, reason: str, article: str
) -> None:
    drawn = rule(event, BARE_KING_BEHIND)
    assert (drawn["result"], drawn["winner"], drawn["reason"], drawn["article"]) == (
        "1/2-1/2",
        None,
        reason,
        article,
    )
    lost = rule(event, analysis=Analysis(can_mate=lambda _board, _color: True))
    assert (lost["result"], lost["winner"], lost["automatic"], lost["ended_ply"]) == (
        "1-0",
        "white",
        True,
        0,
    )
    assert lost["reason"] == reason
    assert lost["undetermined"] == []


def test_a_forfeit_that_material_cannot_decide_is_lost_and_says_so() -> None:
    answer = rule("flag:white", "4k3/8/8/8/8/5n2/R7/4K3 w - - 0 1")
    assert (answer["result"], answer["undetermined"]) == (
        "0-1",
        ["dead-position", "can-mate:black"],
    )


def test_the_exact_analysis_goes_through_the_same_seam_for_every_forfeit() -> None:
    wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1"
    white_cannot = Analysis(can_mate=lambda _board, color: color == chess.BLACK)
    for event in ("flag:black", "resign:black", "illegal:black"):
        assert rule(event, wall, analysis=white_cannot)["result"] == "1/2-1/2"


@pytest.mark.parametrize(
    ("ruleset", "fen", "result"),
    [
        ("fastchess", BARE_KING_BEHIND, "1-0"),
        ("c-chess-cli", BARE_KING_BEHIND, "1-0"),
        ("cutechess", BARE_KING_BEHIND, "1/2-1/2"),
        ("cutechess", "4k3/8/8/8/8/5N2/q7/5K2 b - - 0 1", "1-0"),
        ("lichess", "4k3/8/8/8/8/5N2/q7/5K2 b - - 0 1", "1/2-1/2"),
        ("lichess", "4k3/8/8/8/8/5N2/r7/5K2 b - - 0 1", "1-0"),
        ("uscf", BARE_KING_BEHIND, "1/2-1/2"),
        ("uscf", "4k3/8/8/8/8/5N2/r7/5K2 b - - 0 1", "1/2-1/2"),
        ("uscf", "4k3/p7/8/8/8/5B2/8/5K2 b - - 0 1", "1/2-1/2"),
        ("uscf", "4k3/8/8/8/8/4NN2/8/5K2 b - - 0 1", "1/2-1/2"),
        ("uscf", "4k3/p7/8/8/8/4NN2/8/5K2 b - - 0 1", "1-0"),
        ("uscf", "4k3/8/8/8/8/5R2/8/5K2 b - - 0 1", "1-0"),
        ("uscf", "4k3/8/8/8/8/4BN2/8/5K2 b - - 0 1", "1-0"),
        # Forced wins: two knights mate at once, and a knight mates after the only reply, h3-h2.
        ("uscf", "4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", "1-0"),
        ("uscf", "8/8/8/8/3N4/7p/p1K5/k7 b - - 0 1", "1-0"),
    ],
)
def test_what_saves_from_a_flag_is_the_rulesets(ruleset: str, fen: str, result: str) -> None:
    assert rule("flag:black", fen, ruleset=ruleset)["result"] == result


def test_a_uscf_draw_says_where_a_deeper_forced_win_was_not_looked_for() -> None:
    certain = rule("flag:black", "4k3/8/8/8/8/4NN2/8/5K2 b - - 0 1", ruleset="uscf")
    assert "can-mate:white" not in certain["undetermined"]
    open_ = rule("flag:black", "4k3/8/8/8/8/5N2/r7/5K2 b - - 0 1", ruleset="uscf")
    assert "can-mate:white" in open_["undetermined"]


def test_the_board_ends_the_game_before_a_flag() -> None:
    answer = rule("flag:black", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (answer["result"], answer["reason"]) == ("1/2-1/2", "stalemate")
    answer = rule("flag:white", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert (answer["result"], answer["reason"]) == ("1-0", "checkmate")


def test_an_agreement_ends_the_game_once_both_have_moved() -> None:
    for moves in ([], ["e2e4"]):
        answer = rule("agreement", moves=moves)
        assert (answer["result"], answer["reason"]) == ("*", None)
        assert answer["warnings"] == ["no agreement before both sides have moved (5.2.3)"]
    answer = rule("agreement", moves=["e2e4", "e7e5"])
    assert (answer["result"], answer["reason"], answer["article"], answer["automatic"]) == (
        "1/2-1/2",
        "agreement",
        "5.2.3",
        False,
    )
    assert rule("agreement", "4k3/8/8/8/8/8/3R4/4K3 b - - 0 30")["result"] == "1/2-1/2"


def test_a_right_claim_ends_the_game_by_claim() -> None:
    answer = rule("claim:white", moves=SHUFFLE * 2)
    assert (answer["result"], answer["reason"], answer["automatic"]) == (
        "1/2-1/2",
        "threefold-repetition",
        False,
    )
    assert answer["claim"] == {"valid": True, "penalty_s": 0, "to": None}
    answer = rule("claim:black:f6g8", moves=[*SHUFFLE, *SHUFFLE[:3]])
    assert (answer["result"], answer["article"], answer["ply"]) == ("1/2-1/2", "9.2.2.1", 7)


@pytest.mark.parametrize(
    ("event", "moves"),
    [
        ("claim:black", SHUFFLE * 2),  # it is White's move, and White's claim
        ("claim:black", [*SHUFFLE, *SHUFFLE[:3]]),  # the move must be named
        ("claim:black:b8c6", [*SHUFFLE, *SHUFFLE[:3]]),  # the wrong move is named
        ("claim:white", [*SHUFFLE * 2, "e2e4", "e7e5"]),  # the right was lost with the move
    ],
)
def test_a_wrong_claim_costs_two_minutes_and_the_game_goes_on(event: str, moves: list[str]) -> None:
    answer = rule(event, moves=moves)
    assert answer["result"] == "*"
    other = "white" if event.split(":")[1] == "black" else "black"
    assert answer["claim"] == {"valid": False, "penalty_s": 120, "to": other}


def test_a_claim_that_names_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="ply 8: 'f6f1' is illegal"):
        rule("claim:black:f6f1", moves=[*SHUFFLE, *SHUFFLE[:3]])


def test_a_claim_after_the_end_costs_nothing() -> None:
    answer = rule("claim:white", moves=SHUFFLE * 2, ruleset="online")
    assert (answer["reason"], answer["automatic"]) == ("threefold-repetition", True)
    assert answer["claim"] == {"valid": True, "penalty_s": 0, "to": None}
    answer = rule("claim:black", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert (answer["result"], answer["claim"]["valid"]) == ("1-0", False)
