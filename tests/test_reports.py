"""The games in public bug reports (data/reports.jsonl), each with its right ruling."""

from __future__ import annotations

import json
import os
from typing import Any

import chess
import pytest

from proxy.commands.rule import ANALYSIS
from proxy.events import parse_event
from proxy.game.game import Game
from proxy.game.key import position_key
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

with open(
    os.path.join(os.path.dirname(__file__), "data", "reports.jsonl"), encoding="utf-8"
) as file:
    REPORTS: dict[str, dict[str, Any]] = {report["id"]: report for report in map(json.loads, file)}


def rule(
    fen: str | None, moves: list[str], ruleset: str = "fide", event: str | None = None
) -> dict[str, Any]:
    question = Question(fen, moves, event=parse_event(event) if event else None)
    return rule_on(question, load_ruleset(ruleset), ANALYSIS).to_json()


def moves_after(text: str, word: str) -> list[str]:
    return text.partition(word)[2].partition(";")[0].split()


def quiet_moves(fen: str, plies: int) -> list[str]:
    """Moves without a capture, a pawn move, an end or a repetition that stands in their way."""
    board = chess.Board(fen)
    seen: dict[str, int] = {}

    def visits(move: chess.Move) -> tuple[int, str]:
        board.push(move)
        count = seen.get(board.board_fen(), 0) + 2 * board.is_game_over()
        board.pop()
        return count, move.uci()

    for _ in range(plies):
        board.push(min((m for m in board.legal_moves if not board.is_zeroing(m)), key=visits))
        seen[board.board_fen()] = seen.get(board.board_fen(), 0) + 1
    return [move.uci() for move in board.move_stack]


def standing_claims(answer: dict[str, Any]) -> list[str]:
    return [claim["reason"] for claim in answer["claims"] if claim["move"] is None]


@pytest.mark.parametrize(("report", "plies"), [("R001", 9), ("R006", 16), ("R015", 8), ("R016", 9)])
def test_a_threefold_stands_after_the_last_move(report: str, plies: int) -> None:
    text = REPORTS[report]["input"]
    moves = moves_after(text, "moves ")
    fen = None if "startpos" in text else text.split("FEN" if "FEN" in text else "fen")[1]
    fen = fen and " ".join(fen.split()[:6])
    assert len(moves) == plies
    answer = rule(fen, moves)
    assert standing_claims(answer) == ["threefold-repetition"]
    assert rule(fen, moves, "online")["ended_ply"] == plies


def test_r004_a_legal_en_passant_capture_makes_the_first_position_another() -> None:
    answer = rule(None, moves_after(REPORTS["R004"]["input"], "moves "))
    assert standing_claims(answer) == []
    assert answer["repetitions"] == 2
    assert [(claim["by"], claim["move"]) for claim in answer["claims"]] == [("white", "f1c4")]


@pytest.mark.parametrize(("report", "plies"), [("R007", 17), ("R018", 8)])
def test_a_threefold_in_a_game_reported_in_san(report: str, plies: int) -> None:
    fen, sans = REPORTS[report]["input"].removeprefix("FEN ").split(" ; ")
    words = sans.removeprefix("SAN ").removesuffix(" repeated").split()
    board = chess.Board(fen)
    while len(board.move_stack) < plies:
        board.push_san(words[len(board.move_stack) % len(words)])
    answer = rule(fen, [move.uci() for move in board.move_stack])
    assert standing_claims(answer) == ["threefold-repetition"]


def test_r009_a_promoted_rook_is_a_rook() -> None:
    fen = REPORTS["R009"]["input"].split(" ;")[0].removeprefix("FEN ")
    swap = ["h4g4", "d8d7", "g4h4", "f8d8", "h4g4", "d7f7", "g4h4", "f7f8"]
    answer = rule(fen, ["d7d8r", *swap])
    assert answer["occurrences"] == [1, 9]


@pytest.mark.parametrize("number", range(3))
def test_r021_an_impossible_en_passant_capture_is_not_in_the_key(number: int) -> None:
    fen, move = REPORTS["R021"]["input"].split(" | ")[number].split(" + ")
    game = Game.start(fen)
    game.push(game.parse(move))
    with_square = game.board.fen(en_passant="fen")
    without = game.board.fen(en_passant="legal")
    assert with_square.split()[3] != "-"
    assert without.split()[3] == "-"
    assert position_key(game.board) == position_key(chess.Board(without))


def test_r026_a_claim_is_judged_on_the_position_after_its_move() -> None:
    fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80"
    answer = rule(fen, [], event="claim:white:d2c2")
    assert (answer["result"], answer["reason"], answer["automatic"]) == (
        "1/2-1/2",
        "fifty-move",
        False,
    )


def test_r028_a_wrong_claim_ends_nothing() -> None:
    answer = rule(None, ["e2e4"], event="claim:black")
    assert answer["result"] == "*"
    assert answer["claim"] == {"valid": False, "penalty_s": 120, "to": "white"}


def test_r029_the_clock_of_the_fen_counts() -> None:
    fen = REPORTS["R029"]["input"].removeprefix("FEN ")
    answer = rule(fen, ["f5e4", "g8h7", "e4d3", "h7g8"], "online")
    assert (answer["reason"], answer["ended_ply"], answer["halfmove_clock"]) == (
        "fifty-move",
        3,
        100,
    )


def test_r031_the_clocks_of_an_epd_are_kept() -> None:
    game = Game.start("4k3/8/8/8/8/8/3R4/4K3 w - - hmvc 30; fmvn 40;")
    assert (game.halfmove_clock, game.board.fullmove_number) == (30, 40)
    assert Game.start("4k3/8/8/8/8/8/3R4/4K3 w - -").halfmove_clock == 0


def test_r032_castling_does_not_reset_the_clock() -> None:
    answer = rule("4k3/8/8/8/8/8/8/4K2R w K - 98 80", ["e1g1", "e8e7"])
    assert answer["halfmove_clock"] == 100


@pytest.mark.parametrize(
    ("ruleset", "plies", "reason"),
    [("online", 100, "fifty-move"), ("fide", 150, "seventy-five-move")],
)
def test_r034_the_limits_are_100_and_150_half_moves(ruleset: str, plies: int, reason: str) -> None:
    fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1"
    moves = quiet_moves(fen, 160)
    answer = rule(fen, moves, ruleset)
    assert (answer["reason"], answer["ended_ply"]) == (reason, plies)


@pytest.mark.parametrize("report", ["R035", "R037", "R038"])
def test_at_100_half_moves_fide_lets_claim_and_online_ends_the_game(report: str) -> None:
    assert "50" in REPORTS[report]["symptom"]
    fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80"
    assert rule(fen, ["d2c2"], "online")["reason"] == "fifty-move"
    answer = rule(fen, ["d2c2"])
    assert (answer["result"], standing_claims(answer)) == ("*", ["fifty-move"])


@pytest.mark.parametrize("number", range(3))
def test_r042_bishops_all_on_one_colour_are_insufficient(number: int) -> None:
    fen = REPORTS["R042"]["input"].split(" | ")[number]
    answer = rule(fen, [])
    assert (answer["result"], answer["reason"]) == ("1/2-1/2", "insufficient-material")


def test_r044_bishops_of_opposite_colours_can_mate() -> None:
    fen, moves = REPORTS["R044"]["input"].split(": ")
    assert rule(fen, [])["result"] == "*"
    answer = rule(fen, moves.removesuffix("#").split())
    assert (answer["result"], answer["reason"]) == ("1-0", "checkmate")


@pytest.mark.parametrize("number", range(2))
def test_r045_a_knight_can_mate_with_help(number: int) -> None:
    fen = REPORTS["R045"]["input"].split(" | ")[number]
    assert rule(fen, [])["result"] == "*"


def test_r046_a_locked_wall_is_dead_or_said_to_be_undetermined() -> None:
    answer = rule(REPORTS["R046"]["input"], [])
    assert answer["reason"] == "dead-position" or "dead-position" in answer["undetermined"]


def test_r048_a_lone_bishop_wins_on_time_against_a_pawn() -> None:
    fen = "4k3/p7/8/8/8/8/8/2B1K3 b - - 0 1"
    answer = rule(fen, [], event="flag:black")
    assert (answer["result"], answer["reason"]) == ("1-0", "time-forfeit")
