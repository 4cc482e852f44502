"""One game: repetition counts, replay, taking back, and the texts of moves."""

from __future__ import annotations

import chess
import chess.variant
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.game.game import Game
from proxy.game.illegal import IllegalMoveError

# Few men, so that random moves repeat positions, with all that a key is about.
STARTS = (
    None,
    "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4r1k1/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
    "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "8/2p5/8/KP5r/8/8/8/7k b - - 0 1",
    "7k/P7/8/8/8/8/p7/7K w - - 97 80",
)
CHESS960_STARTS = (
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "nqrnbbkr/pppppppp/8/8/8/8/PPPPPPPP/NQRNBBKR w KQkq - 0 1",
    "rk6/8/8/8/8/8/8/RK5R w HAa - 0 1",
)
choices = st.lists(st.integers(min_value=0, max_value=10_000), max_size=80)


def random_moves(board: chess.Board, numbers: list[int]) -> list[chess.Move]:
    for number in numbers:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        board.push(moves[number % len(moves)])
    return board.move_stack


def count_by_python_chess(board: chess.Board) -> int:
    key = board._transposition_key()
    board = board.copy()
    count = 1
    while board.move_stack:
        board.pop()
        count += board._transposition_key() == key
    return count


def state(game: Game) -> tuple[object, ...]:
    return (
        game.board.fen(),
        game.count,
        game.ply,
        game.occurrences(),
        game.has_legal_move,
        game.has_repetition,
    )


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(STARTS), choices)
def test_counts_are_those_of_python_chess(fen: str | None, numbers: list[int]) -> None:
    board = chess.Board(fen) if fen else chess.Board()
    moves = random_moves(board.copy(), numbers)
    game = Game.start(fen)
    for move in moves:
        game.push(move)
        board.push(move)
        assert game.count == count_by_python_chess(board)
        assert game.halfmove_clock == board.halfmove_clock
        assert game.has_legal_move is any(board.legal_moves)
    assert game.moves == moves


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CHESS960_STARTS), choices)
def test_counts_are_those_of_python_chess_in_chess960(fen: str, numbers: list[int]) -> None:
    board = chess.Board(fen, chess960=True)
    moves = random_moves(board.copy(), numbers)
    game = Game.start(fen, chess960=True)
    for move in moves:
        game.push(game.parse(move.uci()))
        board.push(move)
    assert game.count == count_by_python_chess(board)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(STARTS), choices, st.integers(min_value=0, max_value=80))
def test_taking_back_and_playing_on_is_the_same_as_a_full_replay(
    fen: str | None, numbers: list[int], back: int
) -> None:
    moves = random_moves(chess.Board(fen) if fen else chess.Board(), numbers)
    game = Game.start(fen)
    for move in moves:
        game.push(move)
    back = min(back, len(moves))
    taken = [game.pop() for _ in range(back)]
    shorter = Game.start(fen)
    for move in moves[: len(moves) - back]:
        shorter.push(move)
    assert state(game) == state(shorter)
    for move in reversed(taken):
        game.push(move)
    full = Game.start(fen)
    for move in moves:
        full.push(move)
    assert state(game) == state(full)


def test_the_game_knows_its_start_and_its_moves() -> None:
    game = Game.start("6k1/8/8/4P3/8/8/8/4K3 w - d6 0 2")
    game.push(game.parse("e1f1"))
    assert game.start_fen == "6k1/8/8/4P3/8/8/8/4K3 w - - 0 2"
    assert game.warnings[0].startswith("en-passant square 'd6'")
    assert (game.ply, game.moves, game.variant) == (1, [chess.Move.from_uci("e1f1")], "chess")


def test_taking_back_the_start_position_is_an_error() -> None:
    with pytest.raises(IndexError):
        Game.start().pop()


@pytest.mark.parametrize(
    ("fen", "chess960", "text", "played"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False, "e1g1", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False, "e1h1", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False, "e1a1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", False, "E8H8", "e8g8"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", True, "e1g1", "e1h1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", True, "e1c1", "e1a1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", True, "e1h1", "e1h1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", True, "e1f1", "e1f1"),
        ("nqrnb1kr/8/8/8/8/8/8/NQRNBBKR b kq - 0 1", True, "g8h8", "g8h8"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", True, "e1c1", "e1b1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", False, "A7A8Q", "a7a8q"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", True, "e1e2", "e1e2"),
        ("3k4/8/8/8/8/8/8/4K2R w K - 0 1", False, "h1h2", "h1h2"),
    ],
)
def test_a_move_is_understood_in_either_dialect_and_case(
    fen: str, chess960: bool, text: str, played: str
) -> None:
    game = Game.start(fen, chess960=chess960)
    move = game.parse(text)
    assert move.uci() == played
    game.push(move)
    assert [m.uci() for m in game.moves] == [played]


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (None, "e2e5", "the pawn on e2 cannot go to e5"),
        (None, "e7e5", "it is White's turn, and the pawn on e7 is the opponent's"),
        (None, "e4e5", "there is no piece on e4"),
        (None, "e1g1", "castling has no right, is blocked, or goes out of, through or into check"),
        (None, "e1e3", "the king on e1 cannot go to e3"),
        (None, "0000", "a null move is no move"),
        (None, "Nf3", "not a move in UCI form, as in e2e4 or e7e8q"),
        (None, "", "not a move in UCI form, as in e2e4 or e7e8q"),
        (None, "P@e4", "nothing can be dropped there"),
        (None, "e2e4q", "a promotion names its piece, as in e7e8q, and only a promotion does"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", "a promotion names its piece"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8k", "the pawn on a7 cannot go to a8"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "it leaves the king in check"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "f7f6", "the game is over"),
    ],
)
def test_an_illegal_move_names_ply_move_and_why(fen: str | None, text: str, why: str) -> None:
    game = Game.start(fen)
    before = state(game)
    with pytest.raises(IllegalMoveError) as caught:
        game.push(game.parse(text))
    assert caught.value.ply == 1
    assert caught.value.why.startswith(why)
    assert str(caught.value).startswith(f"ply 1: {text!r} is illegal: ")
    assert state(game) == before


def test_crazyhouse_pockets_and_checks_left_make_positions_different() -> None:
    pocket = Game.start("4k3/8/8/8/8/8/8/4K2R[P] w - - 0 1", variant="crazyhouse")
    for text in ("P@a4", "e8e7", "h1h2", "e7e8"):
        pocket.push(pocket.parse(text))
    assert pocket.count == 1
    checks = Game.start("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", variant="3check")
    for text in ("a1a8", "e8e7", "a8a1", "e7e8"):
        checks.push(checks.parse(text))
    assert checks.count == 1
    quiet = Game.start("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", variant="3check")
    for text in ("a1b1", "e8e7", "b1a1", "e7e8"):
        quiet.push(quiet.parse(text))
    assert quiet.count == 2


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1g1"),  # no right on that side
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1q"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "d1f1"),  # not where a castling king goes
    ],
)
def test_a_king_cannot_castle_where_it_has_no_right(fen: str, text: str) -> None:
    game = Game.start(fen, chess960=True)
    assert not game.is_legal(game.parse(text))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abcdefghABCDEFGH12345678qnkQ@P0 é", max_size=6))
def test_any_text_is_played_or_refused_in_one_line(text: str) -> None:
    game = Game.start("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1")
    refused = ""
    try:
        game.push(game.parse(text))
    except IllegalMoveError as error:
        refused = str(error)
    assert "\n" not in refused
    assert game.ply == (0 if refused else 1)
