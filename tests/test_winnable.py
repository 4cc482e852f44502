"""Whether a side can still mate: no wrong verdict, helpmates that replay, and exact repetition."""

from __future__ import annotations

import csv
import dataclasses
import os
from typing import NamedTuple

import chess
import pytest

from proxy.winnable.gate import gate
from proxy.winnable.verdict import analyse, is_dead

DATA = os.path.join(os.path.dirname(__file__), "data")
NODES = 5_000
DECIDED = 0.74  # of cases chosen to be hard: at this budget, more must not be lost


class Case(NamedTuple):
    fen: str
    side: chess.Color
    expected: str
    kind: str


def _cases() -> list[Case]:
    with open(os.path.join(DATA, "unwinnable.csv"), encoding="utf-8", newline="") as file:
        return [
            Case(row["fen"], row["intended_winner"] == "white", row["expected"], row["class"])
            for row in csv.DictReader(file)
        ]


CASES = _cases()
LOCKED = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"
CORNERED = "6Rk/8/7K/8/8/8/8/8 b - - 0 1"


def _ends_in_mate(fen: str, moves: list[chess.Move], side: chess.Color) -> bool:
    board = chess.Board(fen)
    for move in moves:
        assert board.is_legal(move), (fen, move.uci())
        board.push(move)
    return board.is_checkmate() and board.turn != side


def test_no_verdict_is_wrong_and_every_helpmate_replays() -> None:
    decided = 0
    for case in CASES:
        verdict = analyse(chess.Board(case.fen), case.side, NODES)
        assert verdict.verdict in {case.expected, "undetermined"}, (case, verdict)
        assert verdict.reason
        assert verdict.method
        decided += verdict.verdict != "undetermined"
        if verdict.verdict == "winnable":
            assert _ends_in_mate(case.fen, verdict.helpmate, case.side), (case, verdict)
        else:
            assert not verdict.helpmate
    assert decided >= DECIDED * len(CASES)


def test_the_known_helpmates_are_in_agreement_with_the_cases() -> None:
    expected = {(case.fen, case.side): case.expected for case in CASES}
    with open(os.path.join(DATA, "helpmates.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            side = row["intended_winner"] == "white"
            moves = [chess.Move.from_uci(text) for text in row["helpmate_uci"].split()]
            assert _ends_in_mate(row["fen"], moves, side), row["fen"]
            assert expected.get((row["fen"], side), "winnable") == "winnable"


@pytest.mark.parametrize("kind", ["material", "terminal"])
def test_simple_endings_are_decided_for_next_to_nothing(kind: str) -> None:
    for case in CASES:
        if case.kind == kind:
            verdict = analyse(chess.Board(case.fen), case.side, 2_000)
            assert verdict.verdict == case.expected, case


def test_a_node_budget_repeats_exactly() -> None:
    for case in CASES[::40]:
        board = chess.Board(case.fen)
        assert analyse(board, case.side, 3_000) == analyse(board, case.side, 3_000)


def test_a_larger_budget_never_changes_a_verdict() -> None:
    for case in CASES[::40]:
        board = chess.Board(case.fen)
        small = analyse(board, case.side, 1_000).verdict
        assert small in {"undetermined", analyse(board, case.side, 10_000).verdict}


def test_colours_exchanged_give_the_same_verdict() -> None:
    for case in CASES[::30]:
        board = chess.Board(case.fen)
        plain = analyse(board, case.side, 3_000)
        turned = analyse(board.mirror(), not case.side, 3_000)
        assert (plain.verdict, plain.nodes) == (turned.verdict, turned.nodes), case


def test_neither_clocks_nor_the_board_itself_matter() -> None:
    board = chess.Board(LOCKED)
    late = chess.Board("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 256 9999")
    assert analyse(board, chess.WHITE) == analyse(late, chess.WHITE)
    assert board == chess.Board(LOCKED)
    assert not board.move_stack


def test_a_budget_of_nothing_still_knows_mate_and_material() -> None:
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert analyse(mated, chess.WHITE, 0).verdict == "winnable"
    assert analyse(mated, chess.BLACK, 0).verdict == "unwinnable"
    assert analyse(chess.Board(), chess.WHITE, 0).verdict == "undetermined"


def test_a_deadline_in_the_past_leaves_it_open() -> None:
    hard = chess.Board("8/4b3/7p/5p1P/3b1p1K/5Pp1/6P1/5kb1 w - - 0 1")
    assert analyse(hard, chess.WHITE, 1 << 62, deadline=0.0).verdict == "undetermined"


@pytest.mark.parametrize(
    ("fen", "side", "method", "words"),
    [
        (LOCKED, chess.WHITE, "wall", "a4 a5 d4 d5 g4 g5 stand for ever"),
        (CORNERED, chess.WHITE, "shallow", "every line ends"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", chess.BLACK, "material", "Black has a bare king"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE, "terminal", "it is stalemate"),
        (
            "k1b5/1p1p4/1P1P4/8/8/4p1p1/4P1P1/5B1K w - - 0 1",
            chess.WHITE,
            "forced",
            "h1g1 a8b8 g1h1 b8a8",
        ),
    ],
)
def test_the_reason_is_given_in_words(fen: str, side: chess.Color, method: str, words: str) -> None:
    verdict = analyse(chess.Board(fen), side)
    assert (verdict.verdict, verdict.method) == ("unwinnable", method)
    assert words in verdict.reason


def test_a_position_in_which_castling_matters_is_searched() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert analyse(board, chess.WHITE).verdict == "winnable"


def test_chess960_castling_stays_legal_in_the_helpmate() -> None:
    board = chess.Board("1k6/8/8/8/8/8/8/1K1R4 w D - 0 1", chess960=True)
    verdict = analyse(board, chess.WHITE)
    assert verdict.verdict == "winnable"
    for move in verdict.helpmate:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "k6P/8/8/8/8/8/8/K7 w - - 0 1",
        "k6R/8/8/8/8/8/8/K7 w - - 0 1",
    ],
)
def test_a_board_without_a_game_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match="not a chess position"):
        analyse(chess.Board(fen), chess.WHITE)


def test_a_verdict_cannot_be_changed() -> None:
    verdict = analyse(chess.Board(LOCKED), chess.WHITE)
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.verdict = "winnable"  # type: ignore[misc]  # that it is refused is the test


@pytest.mark.parametrize(
    ("fen", "answer"),
    [
        (LOCKED, "dead"),
        (CORNERED, "dead"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "dead"),
        (chess.STARTING_FEN, "alive"),
        ("8/8/8/8/8/2k5/2n5/K1r5 w - - 0 1", "alive"),
    ],
)
def test_a_position_is_dead_when_neither_side_can_mate(fen: str, answer: str) -> None:
    assert is_dead(chess.Board(fen), 20_000) == answer


def test_is_dead_needs_both_proofs() -> None:
    assert is_dead(chess.Board(), 0) == "undetermined"


def test_the_gate_dismisses_common_positions_and_hardly_a_dead_one() -> None:
    expected: dict[str, set[str]] = {}
    for case in CASES:
        expected.setdefault(case.fen, set()).add(f"{case.side} {case.expected}")
    dead = {"True unwinnable", "False unwinnable"}
    positions = [
        fen
        for fen, answers in expected.items()
        if answers == dead and any(chess.Board(fen).legal_moves)
    ]
    assert len(positions) > 50
    let_by = [fen for fen in positions if gate(chess.Board(fen))]
    assert len(let_by) * 20 <= len(positions), let_by
    assert gate(chess.Board("r3kb1r/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B1KB1R w KQkq - 0 1"))
    assert gate(chess.Board())
    assert gate(chess.Board("8/5k2/8/8/2P5/8/5K2/8 w - - 0 1"))
    assert not gate(chess.Board(LOCKED))


@pytest.mark.parametrize(
    ("fen", "side"),
    [
        ("8/5k2/6p1/5pPp/p1p1pP1P/PpPpP1K1/1P1P4/2B2RR1 w - - 0 1", chess.WHITE),
        ("k1b1b1b1/8/8/BpBpBpBp/1PbP1PpP/6P1/6P1/K1B5 w - - 0 1", chess.BLACK),
    ],
)
def test_a_search_through_a_wall_is_not_spent_on_walks_of_kings(
    fen: str, side: chess.Color
) -> None:
    verdict = analyse(chess.Board(fen), side, 30_000)
    assert verdict.verdict == "winnable"
    assert _ends_in_mate(fen, verdict.helpmate, side)
