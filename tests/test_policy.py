"""Who claims for an engine, and which move steers into a draw."""

from __future__ import annotations

import chess
import pytest

from proxy.game.game import Game
from proxy.policy import ClaimPolicy, drawing_moves, steer
from proxy.rulesets import load_ruleset

ALWAYS, NEVER = ClaimPolicy("always"), ClaimPolicy("never")
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]


def before_the_third() -> Game:
    game = Game.start()
    for text in SHUFFLE:
        game.push(game.parse(text))
    return game


@pytest.mark.parametrize(
    ("policy", "score_cp", "claims"),
    [
        (ALWAYS, 900, True),
        (ALWAYS, None, True),
        (NEVER, -900, False),
        (ClaimPolicy("when-not-better", 0), 0, True),
        (ClaimPolicy("when-not-better", 0), 1, False),
        (ClaimPolicy("when-not-better", 0), None, False),
        (ClaimPolicy("when-not-better", 25), 25, True),
        (ClaimPolicy("when-not-better", -25), 0, False),
    ],
)
def test_a_policy_claims_by_the_engines_own_score(
    policy: ClaimPolicy, score_cp: int | None, claims: bool
) -> None:
    assert policy.claims(score_cp) is claims


@pytest.mark.parametrize(
    ("ruleset", "policy", "score_cp", "played"),
    [
        ("fide", ALWAYS, -150, "f6g8"),
        ("online", ALWAYS, -150, "f6g8"),
        ("fide", ClaimPolicy("when-not-better", 0), -1, "f6g8"),
        ("fide", ClaimPolicy("when-not-better", 0), 0, "e7e5"),  # not worse than the bound
        ("fide", ALWAYS, 40, "e7e5"),
        ("fide", ALWAYS, None, "e7e5"),
        ("fide", NEVER, -150, "e7e5"),
        ("fide", ClaimPolicy("when-not-better", -200), -150, "e7e5"),
    ],
)
def test_steering_replaces_a_move_only_where_the_policy_claims_and_the_engine_is_worse(
    ruleset: str, policy: ClaimPolicy, score_cp: int | None, played: str
) -> None:
    game = before_the_third()
    bestmove = chess.Move.from_uci("e7e5")
    move = steer(game, load_ruleset(ruleset), policy, score_cp, bestmove)
    assert move.uci() == played
    assert game.ply == 7


def test_a_bestmove_that_draws_by_itself_is_kept() -> None:
    game = Game.start("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1")  # Qc7 and others stalemate
    fide = load_ruleset("fide")
    stalemates = drawing_moves(game, fide)
    assert "c1c7" in [move.uci() for move in stalemates]
    for move in stalemates:
        assert steer(game, fide, ALWAYS, -50, move) == move


def test_without_a_drawing_move_the_bestmove_stands() -> None:
    game = Game.start()
    bestmove = chess.Move.from_uci("e2e4")
    assert steer(game, load_ruleset("online"), ALWAYS, -500, bestmove) == bestmove


def test_a_draw_that_needs_no_claim_goes_first() -> None:
    game = Game.start("k7/8/1K6/8/8/8/8/2Q5 w - - 99 80")
    moves = [move.uci() for move in drawing_moves(game, load_ruleset("fide"))]
    assert moves[0] == "c1c7"
    assert "c1c2" in moves
    assert "c1c8" not in moves  # it mates
