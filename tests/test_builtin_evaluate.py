"""The judgement of the small engine."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.builtin.evaluate import evaluate


@given(st.integers(0, 2**32), st.integers(0, 120))
def test_both_colours_are_judged_alike(seed: int, plies: int) -> None:
    chooser = random.Random(seed)
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chooser.choice(moves))
    assert evaluate(board) == evaluate(board.mirror())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(
            "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "4k3/8/8/8/8/8/4P3/4K2N w - - 0 1", id="material"
        ),
        pytest.param(
            "k7/8/8/8/8/2K5/8/7Q w - - 0 1", "8/8/3k4/8/8/2K5/8/7Q w - - 0 1", id="king-driven"
        ),
        pytest.param(
            "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", id="passed-pawn"
        ),
        pytest.param(
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2N w - - 0 1", id="can-win"
        ),
        pytest.param(
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 90 80", id="fifty-far"
        ),
    ],
)
def test_preference(better: str, worse: str) -> None:
    assert evaluate(chess.Board(better)) > evaluate(chess.Board(worse))
