"""The generator of `proxy.winnable.position` makes exactly python-chess's moves and positions."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.winnable.position import (
    exact_key,
    from_board,
    in_check,
    is_attacked,
    legal_moves,
    piece_on,
    play,
    quiet_change,
    to_move,
)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TRICKY = (
    chess.STARTING_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would bare the king along the rank
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",  # en passant takes the blocker of a check
    "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "r1k2r2/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1",
)


def _moves(board: chess.Board) -> dict[chess.Move, int]:
    numbers = {}
    for number in legal_moves(from_board(board, mirror=False)):
        move = to_move(number, mirror=False)
        if board.is_castling(move):
            move = chess.Move.from_uci(board.uci(move))
        numbers[move] = number
    return numbers


def _assert_same(board: chess.Board) -> None:
    position = from_board(board, mirror=False)
    numbers = _moves(board)
    assert set(numbers) == set(board.legal_moves), board.fen()
    assert in_check(position) == board.is_check()
    for color in chess.COLORS:
        king = board.king(color)
        assert king is not None
        assert in_check(position, white=color) == board.is_attacked_by(not color, king)
        for square in chess.SQUARES:
            attacked = is_attacked(position, square, white=color, occupied=board.occupied)
            assert attacked == board.is_attacked_by(color, square)
    for move, number in numbers.items():
        child = board.copy(stack=False)
        child.push(move)
        expected, found = from_board(child, mirror=False), play(position, number)
        assert found[:9] == expected[:9], (board.fen(), move.uci())
        assert not expected[9] or found[9] == expected[9], (board.fen(), move.uci())
        assert (exact_key(found) == exact_key(position)) is (found == position)
        kind = piece_on(position, move.from_square)
        assert position[kind] >> move.from_square & 1
        if _is_quiet(board, move):
            change = quiet_change(kind, board.turn, number)
            assert exact_key(found) == exact_key(position) ^ change, (board.fen(), move.uci())


def _is_quiet(board: chess.Board, move: chess.Move) -> bool:
    far = chess.square_distance(move.from_square, move.to_square) > 1
    double = board.piece_type_at(move.from_square) == chess.PAWN and far
    rights = board.castling_rights or board.has_legal_en_passant()
    return not (rights or board.is_capture(move) or move.promotion or double)


@pytest.mark.parametrize("fen", TRICKY)
def test_tricky_positions_have_the_right_moves(fen: str) -> None:
    board = chess.Board(fen, chess960="k2r" in fen and "rk" in fen)
    _assert_same(board)


@given(st.integers(0, 2**32), st.integers(0, 959))
@settings(max_examples=25, deadline=None)
def test_random_games_have_the_right_moves(seed: int, start: int) -> None:
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(start) if seed % 2 else chess.Board()
    while not board.is_game_over() and board.ply() < 120:
        if board.ply() % 4 == 0:
            _assert_same(board)
        moves = list(board.legal_moves)
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(captures if captures and rng.random() < 0.3 else moves))


@pytest.mark.parametrize(
    ("fen", "depth", "count"), [(chess.STARTING_FEN, 3, 8902), (KIWIPETE, 2, 2039)]
)
def test_perft(fen: str, depth: int, count: int) -> None:
    level = [from_board(chess.Board(fen), mirror=False)]
    for _ in range(depth):
        level = [play(position, move) for position in level for move in legal_moves(position)]
    assert len(level) == count


@pytest.mark.parametrize("fen", TRICKY)
def test_a_mirrored_position_has_the_mirrored_moves(fen: str) -> None:
    board = chess.Board(fen)
    plain = {to_move(move, mirror=False) for move in legal_moves(from_board(board, mirror=False))}
    turned = {to_move(move, mirror=True) for move in legal_moves(from_board(board, mirror=True))}
    assert plain == turned


def test_a_phantom_en_passant_square_is_not_part_of_the_position() -> None:
    phantom = chess.Board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
    assert from_board(phantom, mirror=False)[9] == 0


def test_impossible_castling_rights_are_not_part_of_the_position() -> None:
    phantom = chess.Board("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1")
    assert from_board(phantom, mirror=False)[8] == 0
