"""The extra `fast`: the same verdicts, lines and nodes as the plain install."""

from __future__ import annotations

import csv
import os

import chess
import pytest

from proxy.bitboards.position import from_board
from proxy.winnable import verdict as module
from proxy.winnable.budget import Budget
from proxy.winnable.dive import Dive

pytest.importorskip("rust_chess", reason="the extra is not installed: pip install '.[fast]'")

DATA = os.path.join(os.path.dirname(__file__), "data")


def test_verdicts_at_equal_budgets_are_identical(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.path.join(DATA, "unwinnable.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[::12]
    for row in rows:
        board, side = chess.Board(row["fen"]), row["intended_winner"] == "white"
        fast = module.analyse(board, side, 4_000)
        with monkeypatch.context() as patch:
            patch.setattr(module, "FastDive", None)
            plain = module.analyse(board, side, 4_000)
        assert fast == plain, row


def test_castling_is_left_to_the_plain_dive() -> None:
    castling = from_board(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), mirror=False)
    without = from_board(chess.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), mirror=False)
    from proxy.winnable.fast import FastDive

    assert type(module.new_dive(castling, Budget(1), 1)) is Dive
    assert type(module.new_dive(without, Budget(1), 1)) is FastDive


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/1k6/3Pp3/8/8/4K2Q b - d3 0 1",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "k1b5/1p1p4/1P1P4/B7/8/2B5/8/K7 w - - 0 1",
    ],
)
def test_the_dives_agree_node_for_node(fen: str) -> None:
    from proxy.winnable.fast import FastDive

    position = from_board(chess.Board(fen), mirror=False)
    plain, fast = Dive(position, Budget(3000), 300), FastDive(position, Budget(3000), 300)
    assert plain.run(3000) == fast.run(3000)
    assert (plain.line, plain.budget.spent) == (fast.line, fast.budget.spent)
