"""The static fixpoint: what stands for ever, where pieces can go, and what it must not prove."""

from __future__ import annotations

import chess
import pytest

from proxy.winnable.budget import Budget
from proxy.winnable.mating import mate_possible
from proxy.winnable.position import from_board
from proxy.winnable.static import walled, walled_in_cases
from proxy.winnable.walls import Reach


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
