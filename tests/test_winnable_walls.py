"""The static fixpoint: what stands for ever, where pieces can go, and what it must not prove."""

from __future__ import annotations

import csv
import os
import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.bitboards.position import from_board, legal_moves
from proxy.winnable.budget import Budget
from proxy.winnable.dive import Dive
from proxy.winnable.mating import mate_possible
from proxy.winnable.static import walled, walled_after, walled_in_cases
from proxy.winnable.walls import Reach

DATA = os.path.join(os.path.dirname(__file__), "data")
with open(os.path.join(DATA, "helpmates.csv"), encoding="utf-8", newline="") as file:
    HELPMATES = [row["fen"] for row in csv.DictReader(file)]


def _position(fen: str) -> tuple[int, int, int, int, int, int, int, bool, int, int]:
    return from_board(chess.Board(fen), mirror=False)


def _names(squares: int) -> str:
    return " ".join(chess.SQUARE_NAMES[square] for square in chess.scan_forward(squares))


def test_a_locked_wall_stands_for_ever_and_keeps_the_kings_apart() -> None:
    reach = Reach(_position("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"))
    assert _names(reach.steady) == "a4 d4 g4 a5 d5 g5"
    assert not reach.capturable
    assert not reach.king_stands(chess.WHITE) & (chess.BB_RANK_5 | chess.BB_RANK_6)
    assert not mate_possible(reach)


def test_a_gap_in_the_wall_is_found() -> None:
    reach = Reach(_position("4k3/8/8/p2p4/P2P4/8/8/4K3 w - - 0 1"))
    assert mate_possible(reach)


def test_a_pawn_that_can_promote_ends_the_proof() -> None:
    assert Reach(_position("4k3/8/8/p2p2p1/P2P2P1/8/7P/4K3 w - - 0 1")).white_promotes


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/p1pPp1p1/P1P1P1P1/8/8/4K3 w - c6 0 1",  # dxc6 opens it
        "r3k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K2R w Kq - 0 1",
    ],
)
def test_castling_and_en_passant_are_left_to_the_search(fen: str) -> None:
    budget = Budget(1000)
    assert walled(_position(fen), budget) is None
    assert walled_in_cases(_position(fen), budget) is None
    assert budget.spent == 0


def test_a_double_step_that_can_be_taken_en_passant_opens_the_wall() -> None:
    # b2-b4 passes the pawn on c4, which takes it on b3.
    reach = Reach(_position("4k3/8/8/p2p2p1/P1pP2P1/2P5/1P6/4K3 w - - 0 1"))
    pawn = reach.pieces.index((chess.C4, chess.PAWN, chess.BLACK))
    assert reach.stands[pawn] & chess.BB_B3


def test_promoted_bishops_of_one_colour_do_not_pass_the_other() -> None:
    fen = "8/8/1k6/8/2b1b3/1b1b4/8/K7 w - - 0 1"
    assert walled(_position(fen), Budget(1000)) is not None  # White has nothing to mate with


JAILED = "8/8/7p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1"


def test_a_step_that_stalemates_is_not_part_of_the_way_to_mate() -> None:
    # Kh2 and Kxg2 take the last square of the king on h4, and give no check.
    assert walled(from_board(chess.Board(JAILED), mirror=True), Budget(1000)) is not None


def test_a_step_that_stalemates_counts_where_it_uncovers_a_check() -> None:
    # As above, but without the pawn on g3 the king leaves f2 with check from e1.
    board = chess.Board("8/8/7p/5p1P/5p1K/5P2/5kP1/4b3 b - - 0 1")
    assert walled(from_board(board, mirror=True), Budget(1000)) is None


@pytest.mark.parametrize(
    "fen",
    [
        "7B/1b6/3k4/Bp1p4/1P1Pp1p1/1pppP1P1/2p5/2K5 b - - 0 1",  # b2 and d2 are mate
        "8/4b3/7p/5p1P/3b1p1K/5Pp1/6P1/5kb1 w - - 0 1",  # so is every bishop's check
    ],
)
def test_a_black_mate_is_not_part_of_the_way_to_a_white_one(fen: str) -> None:
    assert walled(_position(fen), Budget(1000)) is not None


def test_the_wall_behind_a_check_is_found() -> None:
    board = chess.Board("8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1")
    position = from_board(board, mirror=True)
    assert walled(position, Budget(1000)) is None
    assert walled_after(position, Budget(1000))


def test_a_rook_does_not_see_through_its_own_king() -> None:
    fen = "B2b4/8/8/4k2B/1p1p1p1p/1PpP1P1P/K1P5/RB6 b - - 0 1"
    assert walled(_position(fen), Budget(1000)) is not None


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_no_wall_is_proven_where_a_mate_is_found(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board(rng.choice(HELPMATES))
    for _ in range(rng.randrange(12)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(rng.choice(moves))
    for mirror in (False, True):
        position = from_board(board, mirror)
        proven = walled(position, Budget(1000)) or walled_in_cases(position, Budget(1000))
        if legal_moves(position) and (proven or walled_after(position, Budget(1000), 2)):
            assert not Dive(position, Budget(4000), 300).run(4000), (board.fen(), mirror)
