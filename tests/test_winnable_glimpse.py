"""A glimpse may miss a mate, but where it sees one there is one."""

from __future__ import annotations

import csv
import os
import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.bitboards.position import from_board
from proxy.winnable.glimpse import Glimpse
from proxy.winnable.verdict import analyse

DATA = os.path.join(os.path.dirname(__file__), "data")


def rows(name: str) -> list[dict[str, str]]:
    with open(os.path.join(DATA, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ROWS, HELPMATES = rows("unwinnable.csv"), rows("helpmates.csv")


def sees_mate(board: chess.Board, side: chess.Color, nodes: int = 1000) -> bool:
    return Glimpse(nodes).sees_mate(from_board(board, mirror=side == chess.BLACK))


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["expected"] == "unwinnable"], ids=lambda row: row["fen"]
)
def test_no_mate_is_seen_where_there_is_none(row: dict[str, str]) -> None:
    assert not sees_mate(chess.Board(row["fen"]), row["intended_winner"] == "white")


@given(st.integers(0, 2**32))
def test_a_mate_that_is_seen_is_there(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board(rng.choice(HELPMATES + ROWS)["fen"])
    for _ in range(rng.randrange(12)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    for side in chess.COLORS:
        if sees_mate(board, side):
            assert analyse(board, side, 5000).verdict != "unwinnable", board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1",
    ],
)
def test_a_mate_is_seen_in_ordinary_positions(fen: str) -> None:
    assert sees_mate(chess.Board(fen), chess.WHITE)


@pytest.mark.parametrize(
    "fen",
    [
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",  # mate in one
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",  # mate already
    ],
)
def test_what_is_there_at_once_takes_no_search(fen: str) -> None:
    assert sees_mate(chess.Board(fen), chess.WHITE, nodes=1)


def test_stalemate_is_no_mate() -> None:
    assert not sees_mate(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), chess.WHITE)
