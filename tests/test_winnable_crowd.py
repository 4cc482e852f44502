"""Exhaustion by sets: exactly what the rules allow, and games in which pawns are the clock."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.winnable import crowd as module
from proxy.winnable.budget import Budget
from proxy.winnable.crowd import Crowd, walker
from proxy.winnable.geometry import bits
from proxy.winnable.material import cannot_mate
from proxy.winnable.position import Position, from_board, in_check, legal_moves, play
from proxy.winnable.verdict import analyse

CORNERS = ((chess.A1, True), (chess.H1, True), (chess.A8, False), (chess.H8, False))


def _scatter(rng: random.Random, walks: bool) -> chess.Board:
    """A board without the king that walks, with rooks and a king at home now and then."""
    board = chess.Board.empty()
    free = list(chess.SQUARES)
    rng.shuffle(free)
    home = chess.E8 if walks else chess.E1
    king = home if rng.random() < 0.3 else free.pop()
    board.set_piece_at(king, chess.Piece(chess.KING, not walks))
    for _ in range(rng.choice([2, 4, 6, 8, 12, 20])):
        square, kind = free.pop(), rng.choice([1, 1, 1, 2, 3, 3, 4, 4, 5])
        if square != king and (kind != chess.PAWN or 0 < square >> 3 < 7):
            board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.5))
    for square, side in CORNERS:
        if board.piece_at(square) is None and rng.random() < 0.2:
            board.set_piece_at(square, chess.Piece(chess.ROOK, side))
    return board


def _crowds(rng: random.Random, walks: bool) -> dict[Position, list[tuple[int, Position]]]:
    """By arrangement of the other men: squares of the king that walks, with their positions."""
    board = _scatter(rng, walks)
    board.turn = rng.random() < 0.5
    behind_a_pawn = rng.randrange(8) + (40 if board.turn else 16)
    crowds: dict[Position, list[tuple[int, Position]]] = {}
    for square in chess.SQUARES:
        if board.piece_at(square) is not None:
            continue
        full = board.copy()
        full.set_piece_at(square, chess.Piece(chess.KING, walks))
        full.castling_rights = full.rooks & chess.BB_CORNERS
        full.castling_rights = full.clean_castling_rights()
        full.ep_square = behind_a_pawn
        if full.status() & chess.STATUS_INVALID_EP_SQUARE:
            full.ep_square = None
        if not full.was_into_check():
            position = from_board(full, mirror=False)
            men, _ = module._split(position, walks)
            crowds.setdefault(men, []).append((square, position))
    return crowds


def _reached(crowd: Crowd, walks: bool) -> set[Position]:
    """Every position that was reached, the first arrangement's left out."""
    return {
        module._join(men, square, walks)
        for men, number in crowd._index.items()
        if number > 0
        for square in bits(crowd._seen[number])
    }


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=400, deadline=None)
def test_a_crowd_may_do_exactly_what_each_of_its_kings_may(seed: int, walks: bool) -> None:
    rng = random.Random(seed)
    for starts in _crowds(rng, walks).values():
        if cannot_mate(starts[0][1]):
            continue
        kings = starts if rng.random() < 0.5 else rng.sample(starts, (len(starts) + 1) // 2)
        expected, mates = set(), set()
        for square, position in kings:
            moves = legal_moves(position)
            if not moves and not position[7] and in_check(position):
                mates.add(square)
            expected |= {play(position, move) for move in moves}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "walker", lambda _: walks)
            crowd = Crowd(kings[0][1], Budget(1 << 62))
        crowd._seen[0] = sum(1 << square for square, _ in kings)
        crowd._open(0, crowd._seen[0])
        reached = _reached(crowd, walks)
        assert (crowd._mate is not None) == bool(mates)
        assert crowd._mate is None or crowd._mate[1] in mates
        assert mates or reached == {child for child in expected if not cannot_mate(child)}


# A king without a square, his pawns the only clock; one pawn further or not decides.
JAILED = [
    ("7k/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - 0 1", chess.WHITE, "winnable"),
    ("k7/p1p1p3/8/8/8/P5p1/2P1P1Pp/7K w - - 0 1", chess.WHITE, "winnable"),
    ("k7/p1p1p3/8/8/8/P1P3p1/4P1Pp/7K w - - 0 1", chess.WHITE, "unwinnable"),
    ("k7/3p1p2/7p/1p6/1P6/KP6/PP1P1P1P/8 w - - 0 1", chess.BLACK, "winnable"),
    ("8/3p1p1p/8/1p6/1P6/KP6/PP1P1P1P/k7 w - - 0 1", chess.BLACK, "unwinnable"),
    ("6k1/p3p1P1/p1p3PB/6P1/8/4P3/PKP5/8 w - - 0 1", chess.BLACK, "winnable"),
    ("1k6/1P5p/BP3p2/1P1p4/8/8/3P1PKP/8 w - - 0 1", chess.BLACK, "unwinnable"),
]


@pytest.mark.parametrize(("fen", "side", "expected"), JAILED)
def test_pawns_that_are_the_only_clock_are_counted_to_the_end(
    fen: str, side: chess.Color, expected: str
) -> None:
    verdict = analyse(chess.Board(fen), side, 100_000)
    assert (verdict.verdict, verdict.method) == (expected, "exhaustion")


@pytest.mark.parametrize("walks", [chess.WHITE, chess.BLACK])
@pytest.mark.parametrize(
    ("fen", "winnable"),
    [
        ("8/1p2k3/bPp5/BpP3K1/1P6/8/1P6/8 w - - 0 1", False),
        ("k1b5/1p6/1Pp5/B1P5/8/8/8/K7 w - - 0 1", True),
        ("7k/p7/P7/8/8/6p1/4B1Pp/7K w - - 0 1", True),
    ],
)
def test_either_king_may_be_the_crowd(
    fen: str, winnable: bool, walks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "walker", lambda _: walks)
    position = from_board(chess.Board(fen), mirror=False)
    crowd = Crowd(position, Budget(1 << 62))
    assert crowd.run(60_000) is winnable
    for move in crowd.line:
        assert move in legal_moves(position)
        position = play(position, move)
    assert not winnable or (in_check(position) and not position[7] and not legal_moves(position))


@pytest.mark.parametrize("walks", [chess.WHITE, chess.BLACK])
@pytest.mark.parametrize(
    ("fen", "move", "legal"),
    [
        ("2k5/3Q4/8/1K6/B7/8/7P/8 b - - 0 1", "c8d7", True),  # b5 screens the queen
        ("2k5/3Q4/8/K7/B7/8/7P/8 b - - 0 1", "c8d7", False),
        ("k7/8/b7/8/K7/8/7P/R7 b - - 0 1", "a6b7", True),  # a4 lifts the pin
        ("k7/8/b7/8/1K6/8/7P/R7 b - - 0 1", "a6b7", False),
        ("2r5/8/8/2k5/8/8/8/R3K3 w Q - 0 1", "e1c1", True),  # c5 screens c1
        ("2r5/8/8/1k6/8/8/8/R3K3 w Q - 0 1", "e1c1", False),
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6", False),  # both pawns would leave the rank
        ("8/8/K7/3pP2r/8/8/8/7k w - d6 0 1", "e5d6", True),
        ("7r/8/7k/3pP3/8/8/8/7K w - d6 0 1", "e5d6", True),
    ],
)
def test_where_the_king_is_decides_about_the_moves_of_others(
    fen: str, move: str, legal: bool, walks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = chess.Board(fen)
    assert (chess.Move.from_uci(move) in board.legal_moves) is legal
    monkeypatch.setattr(module, "walker", lambda _: walks)
    position = from_board(board, mirror=False)
    crowd = Crowd(position, Budget(1 << 62))
    crowd.run(1)
    reached = _reached(crowd, walks)
    children = {play(position, move) for move in legal_moves(position)}
    assert reached == {child for child in children if not cannot_mate(child)}


def test_a_search_in_shares_is_the_search_in_one() -> None:
    fen, side, _ = JAILED[2]
    position = from_board(chess.Board(fen), mirror=side == chess.BLACK)
    whole, shares = Crowd(position, Budget(1 << 62)), Crowd(position, Budget(1 << 62))
    found = None
    while found is None:
        found = shares.run(700)
    assert found is whole.run(1 << 62)
    assert shares.budget.spent == whole.budget.spent


def test_the_king_with_the_wider_field_walks() -> None:
    jailed = from_board(chess.Board(JAILED[0][0]), mirror=False)
    assert walker(jailed) == chess.BLACK
    turned = from_board(chess.Board(JAILED[0][0]), mirror=True)
    assert walker(turned) == chess.WHITE
