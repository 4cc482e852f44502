"""Scores in the comments of all programs, and the runners' rules on the command line."""

from __future__ import annotations

import chess
import pytest

from proxy.audit.scores import MATE_CP, ScoreRule, parse_rule, read_score, write_score
from proxy.errors import UserError


@pytest.mark.parametrize(
    ("comment", "white", "black"),
    [
        ("+0.31/6 0.001s", 31, 31),
        ("-2.20/11 12s, White resigns", -220, -220),
        ("0.00/1 0s", 0, 0),
        ("31/6 5ms", 31, 31),
        ("-400/9", -400, -400),
        ("+M5/11 0.1s", MATE_CP - 5, MATE_CP - 5),
        ("-M2/11 0.1s", 2 - MATE_CP, 2 - MATE_CP),
        ("(Nb1-c3) +1.40/4 0", 140, 140),
        ("[%eval 0.31] [%clk 0:00:30]", 31, -31),
        ("[%eval #-3]", 3 - MATE_CP, MATE_CP - 3),
        ("[%eval -1]", -100, 100),
        ("book", None, None),
        ("a draw, 1/2-1/2 is fair", None, None),
        ("", None, None),
    ],
)
def test_scores(comment: str, white: int | None, black: int | None) -> None:
    assert read_score(comment, chess.WHITE) == white
    assert read_score(comment, chess.BLACK) == black


def test_scores_are_written_as_runners_do() -> None:
    assert [write_score(score) for score in (31, -220, MATE_CP - 5, 2 - MATE_CP, None)] == [
        *("+0.31", "-2.20", "M5", "-M2"),
        "none",
    ]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("movenumber=40 movecount=8 score=10", ScoreRule(40, 8, 10)),
        ("number=40 count=8 score=10", ScoreRule(40, 8, 10)),
        ("movecount=3 score=400 twosided=true", ScoreRule(0, 3, 400, two_sided=True)),
        ("twosided=0 score=5", ScoreRule(score_cp=5)),
        ("", ScoreRule()),
    ],
)
def test_rules(text: str, rule: ScoreRule) -> None:
    assert parse_rule("--draw", text) == rule


@pytest.mark.parametrize("text", ["moves=4", "score", "score=-5", "score=1.5", "movecount=two"])
def test_rules_that_are_none(text: str) -> None:
    with pytest.raises(UserError, match="expected some of movenumber=N"):
        parse_rule("--draw", text)
