"""Perpetual check: proofs that are checked move by move, refutations, and the ruling of classic."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import chess
import pytest

from proxy.analysis import Analysis
from proxy.cli import main
from proxy.events import Event
from proxy.forced_mate import mates_within
from proxy.perpetual.proof import NO, PERPETUAL, UNDETERMINED, Proof, prove
from proxy.perpetual.stands import has_forced_mate, mates_by_checks, perpetual_stands
from proxy.rulesets import load_ruleset
from proxy.verdict import Question, rule_on

ANALYSIS = Analysis(perpetual_proof=perpetual_stands)
CLASSIC = load_ruleset("classic")
KNIGHT = "6k1/Q7/8/8/8/7P/6P1/5nBK b - - 0 1"
QUEEN = "6k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1"
CHECK_BY_CHECK = "8/4r3/8/k1K5/5r1R/5q2/2Q5/8 w - - 0 1"

PROVEN = {
    "a knight from f1 and g3, king on h1 and h2": KNIGHT,
    "a queen from h5 and e8": QUEEN,
    "the same with a rook that may step in": "4r1k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1",
    "a queen, the king in the corner a1 and b1": "8/8/7K/8/6Q1/8/pr6/k2r4 w - - 0 1",
    "a queen, the king on a2 and b1": "8/8/8/8/3QK3/p7/1p5r/rk6 w - - 0 1",
    "two rooks on one file": "8/8/3rr3/p3R3/3R4/8/k2K2p1/8 w - - 0 1",
    "two rooks, nine evasions": "8/7q/1K6/8/r7/3R4/8/2kr1R2 w - - 0 1",
    "mate by a second move is no escape": "8/2r5/1p1K4/8/2p4k/R7/2R5/1r6 w - - 0 1",
    "an evasion gives check itself": CHECK_BY_CHECK,
    "mate at once": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
}
REFUTED = {
    "no check at all": chess.STARTING_FEN,
    "the rook on the seventh is in the way of h7": "6k1/5rp1/8/7Q/8/8/1rq5/6K1 w - - 0 1",
    "a rook steps in on h6": "6k1/6p1/r7/7Q/8/8/1rq5/6K1 w - - 0 1",
    "the knight is taken on g3": "6k1/B7/8/8/8/5P1P/5QP1/5nBK b - - 0 1",
    "the rook takes the knight on f1": "6k1/Q7/8/8/8/7P/6P1/5nRK b - - 0 1",
    "stalemate of the checker is no check": "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
}


def check_strategy(proof: Proof) -> None:
    """Follow the whole strategy with nothing but the rules of chess."""
    assert proof.answer == PERPETUAL
    board = chess.Board(proof.fen)
    firsts = [board.epd()]
    if board.turn != proof.by:
        assert board.is_check()
        firsts = check_answers(board, proof.evasions)
    assert set(firsts) <= proof.strategy.keys()
    for epd, step in proof.strategy.items():
        board = chess.Board(epd)
        assert board.turn == proof.by
        assert board.is_legal(step.check)
        board.push(step.check)
        assert board.is_check()
        assert set(check_answers(board, step.evasions)) <= proof.strategy.keys()
        assert step.evasions or board.is_checkmate()


def check_answers(board: chess.Board, evasions: dict[chess.Move, str]) -> list[str]:
    assert set(evasions) == set(board.legal_moves)
    for move, epd in evasions.items():
        board.push(move)
        assert board.epd() == epd
        board.pop()
    return list(evasions.values())


def by_brute_force(board: chess.Board, limit: int) -> bool | None:
    """The greatest fixpoint over the whole graph: strike out what has no check that holds."""
    graph: dict[str, list[list[str]]] = {}
    waiting = [board.epd()]
    while waiting:
        epd = waiting.pop()
        if epd in graph:
            continue
        if len(graph) == limit:
            return None
        here = chess.Board(epd)
        graph[epd] = []
        for move in here.legal_moves:
            after = here.copy()
            after.push(move)
            if after.is_check():
                replies = []
                for reply in after.legal_moves:
                    after.push(reply)
                    replies.append(after.epd())
                    after.pop()
                graph[epd].append(replies)
                waiting += replies
    good = set(graph)
    while True:
        left = {epd for epd in good if any(good.issuperset(r) for r in graph[epd])}
        if left == good:
            return board.epd() in good
        good = left


def corner_position(rng: random.Random) -> chess.Board:
    """A king shut in by its own pawns, with rooks or queens in need of one tempo."""
    while True:
        board = chess.Board(None)
        board.set_piece_at(rng.choice([chess.A1, chess.B1]), chess.Piece.from_symbol("k"))
        for square in rng.sample([8, 9, 10, 16, 17, 18], rng.randint(1, 3)):
            board.set_piece_at(square, chess.Piece.from_symbol("p"))
        men = "K" + rng.choice("QQRN") + "".join(rng.choices("rqnb", k=2))
        empty = [square for square in chess.SQUARES if not board.piece_at(square)]
        for man, square in zip(men, rng.sample(empty, len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = chess.WHITE
        if board.is_valid() and any(board.gives_check(move) for move in board.legal_moves):
            return board


@pytest.mark.parametrize("fen", PROVEN.values(), ids=PROVEN.keys())
def test_a_proof_stands_up_move_by_move(fen: str) -> None:
    proof = prove(chess.Board(fen))
    check_strategy(proof)
    check_strategy(prove(chess.Board(fen).mirror()))
    board = chess.Board(fen)
    board.push(next(iter(proof.strategy.values())).check)
    if not board.is_checkmate():
        check_strategy(prove(board, not board.turn))


@pytest.mark.parametrize("fen", REFUTED.values(), ids=REFUTED.keys())
def test_one_escape_is_enough(fen: str) -> None:
    for board in (chess.Board(fen), chess.Board(fen).mirror()):
        assert prove(board).answer == NO


def test_it_agrees_with_brute_force() -> None:
    rng = random.Random(1)
    answers = {True: 0, False: 0}
    for _ in range(600):
        board = corner_position(rng)
        expected = by_brute_force(board, 12)
        if expected is None:
            continue
        answers[expected] += 1
        proof = prove(board)
        assert proof.answer == (PERPETUAL if expected else NO), board.fen()
        if expected:
            check_strategy(proof)
    assert min(answers.values()) >= 3


def test_an_evasion_with_check_is_answered_with_a_check() -> None:
    strategy = prove(chess.Board(CHECK_BY_CHECK)).strategy
    assert any(chess.Board(epd).is_check() for epd in strategy)


def test_the_side_that_has_just_moved_must_have_given_check() -> None:
    board = chess.Board(QUEEN)
    assert prove(board, chess.BLACK).answer == NO
    assert prove(board, chess.BLACK).positions == 0


def test_the_budget_ends_a_search_without_an_answer() -> None:
    board = chess.Board("7K/8/8/8/8/8/qk6/6Q1 b - - 0 1")
    proof = prove(board, budget=50)
    assert (proof.answer, proof.positions, proof.strategy) == (UNDETERMINED, 50, {})
    assert proof == prove(board, budget=50)


def test_it_is_the_same_in_every_process() -> None:
    """Hashes differ from process to process; the strategy may not."""
    fen = "8/2r5/1p1K4/8/2p4k/R7/2R5/1r6 w - - 0 1"
    command = [sys.executable, "-m", "proxy", "perpetual", "--json", "--fen", fen]
    told = {
        subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "123"
    }
    assert len(told) == 1
    assert json.loads(told.pop())["answer"] == PERPETUAL


@pytest.mark.parametrize(
    ("fen", "by_checks", "in_two"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", True, True),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", True, True),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", False, True),  # a quiet move first
        ("8/8/8/3k4/8/8/8/R2K4 w - - 0 1", False, False),
        (QUEEN, False, False),
    ],
)
def test_forced_mates(fen: str, by_checks: bool, in_two: bool) -> None:
    board = chess.Board(fen)
    assert mates_by_checks(board, board.turn, 2000) is by_checks
    assert mates_within(board, board.turn, 2) is in_two
    assert has_forced_mate(board, board.turn, 2000) is (by_checks or in_two)


def test_a_forced_mate_takes_the_perpetual_away() -> None:
    assert perpetual_stands(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), chess.WHITE) is False
    assert perpetual_stands(chess.Board(QUEEN), chess.WHITE) is True


def cycle(fen: str, moves: str, **more: object) -> Question:
    return Question(fen=fen, moves=moves.split(), **more)  # type: ignore[arg-type] # test shorthand


CYCLE = "h5e8 g8h7 e8h5 h7g8"


def test_classic_rules_it_once_the_cycle_has_been_gone_through() -> None:
    before = rule_on(cycle(QUEEN, "h5e8 g8h7 e8h5"), CLASSIC, ANALYSIS)
    assert [claim.reason for claim in before.claims] == []
    after = rule_on(cycle(QUEEN, CYCLE), CLASSIC, ANALYSIS)
    assert [(c.reason, c.by) for c in after.claims] == [("perpetual-check", chess.WHITE)]
    claimed = rule_on(
        cycle(QUEEN, CYCLE, event=Event("claim", chess.WHITE)), CLASSIC, ANALYSIS
    ).ruling
    assert claimed is not None
    assert (claimed.reason, claimed.result) == ("perpetual-check", "1/2-1/2")
    assert claimed.perpetual == chess.WHITE
    wrong = rule_on(cycle(QUEEN, CYCLE, event=Event("claim", chess.BLACK)), CLASSIC, ANALYSIS)
    assert wrong.ruling is None


def test_classic_rules_no_cycle_that_can_be_left() -> None:
    """The checks were repeated, but White's rook could step in."""
    fen = "6k1/6p1/r7/7Q/8/8/1rq5/6K1 w - - 0 1"
    assert rule_on(cycle(fen, CYCLE), CLASSIC, ANALYSIS).claims == ()


def test_other_rulesets_wait_for_the_third_time() -> None:
    online = load_ruleset("online")
    assert rule_on(cycle(QUEEN, CYCLE), online, ANALYSIS).ruling is None
    ruling = rule_on(cycle(QUEEN, f"{CYCLE} {CYCLE}"), online, ANALYSIS).ruling
    assert ruling is not None
    assert (ruling.reason, ruling.perpetual) == ("threefold-repetition", chess.WHITE)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perpetual", "--fen", KNIGHT]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "Perpetual: Black can check for ever (2 positions looked at).",
        "    1. Ng3+    Kh2: 2",
        "    2. Nf1+    Kh1: 1",
    ]
    assert main(["perpetual", "--fen", KNIGHT, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["answer"] == "perpetual"
    start = chess.Board(KNIGHT).epd()
    assert answer["strategy"][start]["check"] == "f1g3"
    second = answer["strategy"][start]["evasions"]["h1h2"]
    assert answer["strategy"][second] == {
        "check": "g3f1",
        "mate": False,
        "evasions": {"h2h1": start},
    }


def test_the_command_says_no_and_not_decided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perpetual", "--fen", KNIGHT, "--by", "white"]) == 0
    assert capsys.readouterr().out.startswith("No perpetual check")
    open_board = "7K/8/8/8/8/8/qk6/6Q1 b - - 0 1"
    assert main(["perpetual", "--fen", open_board, "--budget", "9"]) == 0
    assert capsys.readouterr().out.startswith("Not decided: 9 positions")
    assert main(["perpetual", "--fen", open_board, "--budget", "0"]) == 2
    assert "--budget is 0" in capsys.readouterr().err
