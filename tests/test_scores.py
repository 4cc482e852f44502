"""TCEC's score rules: only where the scores of both sides are known."""

from __future__ import annotations

from typing import Any

import pytest

from proxy.batch import answer_fields
from proxy.commands.rule import ANALYSIS
from proxy.game.game import Game

FEN = "4k2r/p7/8/8/8/8/P7/4K2R w - - 0 34"
TOUR = ["h1h2", "h8h7", "h2h3", "h7h6", "h3g3", "h6g6", "g3g2", "g6g7", "g2f2", "g7f7"]
TOUR += ["f2f3", "f7f6", "f3e3", "e8f8", "e3d3", "f8g8"]
DEFAULTS = {
    "ruleset": "tcec",
    "variant": "chess",
    "chess960": False,
    "fen": None,
    "moves": "",
    "event": None,
    "rapid": False,
    "strict": False,
}


def rule(moves: list[str], scores: object, ruleset: str = "tcec") -> dict[str, Any]:
    fields = {"fen": FEN, "moves": moves, "scores": scores, "ruleset": ruleset}
    return answer_fields(fields, DEFAULTS, ANALYSIS)


def test_ten_level_plies_from_move_35_are_a_draw() -> None:
    answer = rule(TOUR, [15, -15, 0] * 5)
    assert (answer["reason"], answer["result"], answer["ended_ply"]) == (
        "score-draw",
        "1/2-1/2",
        10,
    )
    late = Game.start(FEN.replace(" 34", " 20")).start_fen
    fields = {"fen": late, "moves": TOUR, "scores": [0] * len(TOUR)}
    assert answer_fields(fields, DEFAULTS, ANALYSIS)["reason"] is None


@pytest.mark.parametrize(
    ("moves", "scores"),
    [
        (TOUR, [0] * 9 + [16] + [0] * 6),  # a score beyond the bound
        (TOUR, [0] * 9 + [None] + [0] * 6),  # a score that is not known
        (TOUR, [0] * 9),  # too few of them
        ([*TOUR[:8], "a2a3", "a7a6", *TOUR[8:14]], [0] * 16),  # pawn moves in between
        (TOUR, None),
        (TOUR, {"white": 0}),
        (TOUR, [True] * 16),
    ],
)
def test_without_ten_level_plies_in_a_row_play_goes_on(moves: list[str], scores: object) -> None:
    assert rule(moves, scores)["result"] == "*"


def test_ten_plies_of_ten_pawns_are_a_win_for_the_side_that_both_name() -> None:
    white = rule(TOUR, [1000, -1000] * 8)
    assert (white["reason"], white["winner"], white["ended_ply"]) == ("score-win", "white", 10)
    black = rule(TOUR, [-1200, 2500] * 8)
    assert (black["reason"], black["winner"], black["ended_ply"]) == ("score-win", "black", 10)


@pytest.mark.parametrize(
    "scores", [[1000, 1000] * 8, [999, -1000] * 8, [1000, -1000] * 4 + [1000, None] * 4]
)
def test_no_win_where_the_engines_do_not_agree(scores: list[int | None]) -> None:
    assert rule(TOUR, scores)["result"] == "*"


def test_other_rulesets_do_not_look_at_scores() -> None:
    assert rule(TOUR, [0] * 16, "online")["result"] == "*"


def test_taking_back_a_move_forgets_its_score() -> None:
    game = Game.start()
    game.push(game.parse("e2e4"))
    game.scores[1] = 30
    assert game.last_scores(10) == [30]
    game.pop()
    game.push(game.parse("d2d4"))
    assert game.last_scores(10) == []
