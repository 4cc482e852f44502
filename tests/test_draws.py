"""Perpetual check, two knights, dead positions through the seam, and variants."""

from __future__ import annotations

from typing import Any

import chess
import pytest

from proxy.analysis import BY_MATERIAL, Analysis
from proxy.events import parse_event
from proxy.game.game import Game
from proxy.rules.perpetual_check import checking_side
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on
from proxy.verdict_text import verdict_text

PERPETUAL = "6k1/6p1/8/7Q/8/8/1q6/7K w - - 0 1"
CHECKS = ["h5e8", "g8h7", "e8h5", "h7g8"]


def rule(
    fen: str | None = None,
    moves: list[str] | None = None,
    ruleset: str = "fide",
    analysis: Analysis = BY_MATERIAL,
    event: str | None = None,
    **options: Any,
) -> dict[str, Any]:
    question = Question(fen, moves or [], event=parse_event(event) if event else None, **options)
    return rule_on(question, load_ruleset(ruleset), analysis).to_json()


def test_perpetual_check_is_a_label_of_the_threefold() -> None:
    answer = rule(PERPETUAL, CHECKS * 2)
    assert answer["perpetual"] == "white"
    assert answer["claims"][0]["reason"] == "threefold-repetition"
    answer = rule(PERPETUAL, CHECKS * 2, "online")
    assert (answer["reason"], answer["perpetual"]) == ("threefold-repetition", "white")


def test_there_is_no_label_before_the_threefold_or_where_a_move_gave_no_check() -> None:
    assert rule(PERPETUAL, CHECKS)["perpetual"] is None
    one_quiet = ["h5g5", "g8h8", "g5h5", "h8g8"]
    quiet = rule(PERPETUAL, one_quiet + CHECKS)
    assert (quiet["repetitions"], quiet["perpetual"]) == (3, None)


def test_black_can_be_the_one_who_checks() -> None:
    mirrored = chess.Board(PERPETUAL).mirror().fen()
    moves = [
        chess.Move(
            chess.square_mirror(chess.parse_square(text[:2])),
            chess.square_mirror(chess.parse_square(text[2:])),
        ).uci()
        for text in CHECKS * 2
    ]
    assert rule(mirrored, moves)["perpetual"] == "black"


def test_a_cycle_in_which_both_check_names_nobody() -> None:
    game = Game.start("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert checking_side(game) is None


def test_classic_lets_the_checking_side_claim_a_proven_perpetual_after_one_cycle() -> None:
    proven = Analysis(perpetual_proof=lambda _board, color: color == chess.WHITE)
    answer = rule(PERPETUAL, CHECKS, "classic", proven)
    assert (answer["claims"][0]["reason"], answer["claims"][0]["by"]) == (
        "perpetual-check",
        "white",
    )
    ruled = rule(PERPETUAL, CHECKS, "classic", proven, "claim:white")
    assert (ruled["result"], ruled["reason"], ruled["perpetual"]) == (
        "1/2-1/2",
        "perpetual-check",
        "white",
    )
    after_the_check = rule(PERPETUAL, [*CHECKS, CHECKS[0]], "classic", proven)
    assert after_the_check["claims"][0]["by"] == "white"


def test_classic_says_that_a_perpetual_is_undetermined_without_a_proof() -> None:
    answer = rule(PERPETUAL, CHECKS, "classic")
    assert "perpetual-check" in answer["undetermined"]
    assert answer["claims"] == []
    refuted = Analysis(perpetual_proof=lambda _board, _color: False)
    assert "perpetual-check" not in rule(PERPETUAL, CHECKS, "classic", refuted)["undetermined"]


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/1N2K1N1 b - - 0 1", True),
        ("1n2k1n1/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", False),  # Nd6 mates
        ("4k3/2K5/6N1/8/2N5/8/8/8 b - - 0 1", True),  # in check no more: Black gets away
        ("4k3/8/8/8/8/8/8/1N2K1n1 w - - 0 1", False),
        ("4k3/p7/8/8/8/8/8/1N2K1N1 w - - 0 1", False),
    ],
)
def test_two_knights_are_a_draw_in_classic_unless_they_mate_at_once(fen: str, drawn: bool) -> None:
    assert (rule(fen, ruleset="classic")["reason"] == "two-knights") is drawn
    assert rule(fen)["reason"] is None


def test_a_mate_by_two_knights_wins_even_in_classic() -> None:
    answer = rule("4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", ["c4d6"], "classic")
    assert (answer["result"], answer["reason"]) == ("1-0", "checkmate")


def test_a_dead_position_is_ruled_at_its_first_ply_by_the_exact_analysis() -> None:
    start = "4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1"
    locked = Analysis(can_mate=lambda board, _color: not board.pawns & chess.BB_G5)
    moves = ["g6g5", "e1e2", "e8e7", "e2e1", "e7e8"]
    answer = rule(start, moves, analysis=locked)
    assert (answer["result"], answer["reason"], answer["ended_ply"]) == (
        "1/2-1/2",
        "dead-position",
        1,
    )
    assert answer["undetermined"] == []


def test_a_later_draw_does_not_hide_that_the_position_had_been_dead_before() -> None:
    start = "4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1"
    locked = Analysis(can_mate=lambda board, _color: not board.pawns & chess.BB_G5)
    moves = ["g6g5", *["e1e2", "e8e7", "e2e1", "e7e8"] * 2]
    assert rule(start, moves, "online")["reason"] == "threefold-repetition"
    answer = rule(start, moves, "online", locked)
    assert (answer["reason"], answer["ended_ply"]) == ("dead-position", 1)


def test_rulesets_by_material_only_never_ask_for_the_exact_analysis() -> None:
    def refuse(_board: chess.Board, _color: chess.Color) -> bool:
        raise AssertionError

    for ruleset in ("lichess", "cutechess", "fastchess", "c-chess-cli"):
        answer = rule(ruleset=ruleset, analysis=Analysis(can_mate=refuse), event="flag:white")
        assert (answer["result"], answer["undetermined"]) == ("0-1", [])


def test_what_material_leaves_open_is_told_to_a_reader_too() -> None:
    verdict = rule_on(Question(), load_ruleset("fide"), BY_MATERIAL)
    assert "Not decided: dead-position." in verdict_text(verdict).splitlines()


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "result", "reason"),
    [
        ("kingofthehill", "k7/8/8/8/8/3K4/8/8 w - - 0 1", ["d3d4"], "1-0", "variant-end"),
        ("3check", "k7/8/8/8/8/8/8/K6R w - - 1+3 0 1", ["h1h8"], "1-0", "variant-end"),
        ("atomic", "k7/1p6/8/8/8/8/8/KQ6 w - - 0 1", ["b1b7"], "1-0", "variant-end"),
        ("antichess", "8/8/8/8/8/p7/P7/8 w - - 0 1", [], "1-0", "variant-end"),
        ("horde", "k7/8/8/8/8/8/8/8 w - - 0 1", [], "0-1", "variant-end"),
        ("racingkings", "8/6K1/8/8/8/8/k7/8 w - - 0 1", ["g7g8"], "1-0", "variant-end"),
        ("crazyhouse", "k7/8/8/8/8/8/8/K7[] w - - 0 1", [], "1/2-1/2", "insufficient-material"),
        ("crazyhouse", "k7/8/8/8/8/8/8/K6R[] w - - 150 90", [], "*", None),
        ("atomic", "k7/8/8/8/8/8/8/K6R w - - 0 1", [], "1/2-1/2", "insufficient-material"),
    ],
)
def test_variants_end_by_their_own_rules(
    variant: str, fen: str, moves: list[str], result: str, reason: str | None
) -> None:
    answer = rule(fen, moves, variant=variant)
    assert (answer["result"], answer["reason"]) == (result, reason)


def test_the_exact_analysis_is_not_asked_about_variants() -> None:
    def refuse(_board: chess.Board, _color: chess.Color) -> bool:
        raise AssertionError

    answer = rule(variant="atomic", analysis=Analysis(can_mate=refuse), event="flag:white")
    assert (answer["result"], answer["undetermined"]) == (
        "0-1",
        ["dead-position", "can-mate:black"],
    )
