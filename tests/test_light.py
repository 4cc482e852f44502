"""The game on integers is python-chess's, and asking for few rules is asking for all."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_game import CHESS960_STARTS, STARTS, choices, random_moves
from test_winnable_position import TRICKY

from proxy.analysis import BY_MATERIAL
from proxy.game.game import Game
from proxy.game.illegal import IllegalMoveError
from proxy.replay import replay
from proxy.resources import config_names
from proxy.rules import ANY_TIME
from proxy.rulesets import load_ruleset

OPPOSED = (
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
    "8/8/3k4/3P4/3K4/8/8/1b5R w - - 0 1",
    "8/8/8/3k4/5R2/3K1N2/8/3r4 w - - 0 1",
    "8/3P4/8/5k1K/5p1P/8/6P1/2n5 w - - 0 1",
)
MANY_KINDS = [
    *STARTS,
    *CHESS960_STARTS,
    *OPPOSED,
    *(fen for fen in TRICKY[:9] if not Game.start(fen).warnings),
]
RULESETS = sorted(config_names("rulesets"))
SHUFFLES = (
    "r3k3/p7/8/8/8/8/7P/4K2R w - - 0 1",
    "r3k3/p7/8/8/8/8/7P/4K2R b - - 92 70",
    "r3k3/8/8/8/8/8/8/4K2R w - - 140 90",
    "4k3/8/8/8/8/8/8/3QKNN1 w - - 0 1",
)
shuffling = st.lists(st.integers(min_value=0, max_value=1), min_size=8, max_size=60)


def play(fen: str | None, texts: list[str], *, chess960: bool = False) -> Game:
    game = Game.start(fen, chess960=chess960)
    for text in texts:
        game.push(game.parse(text))
    return game


def both(fen: str | None, numbers: list[int]) -> tuple[Game, chess.Board]:
    """Play the same on a game and on a board."""
    chess960 = fen in CHESS960_STARTS
    board = chess.Board(fen or chess.STARTING_FEN, chess960=chess960)
    moves = random_moves(board, numbers)
    return play(fen, [move.uci() for move in moves], chess960=chess960), board


def looks(board: chess.Board) -> tuple[object, ...]:
    """All that may be asked of a board without history."""
    return (
        board.fen(en_passant="fen"),
        board.turn,
        set(board.legal_moves),
        board.is_check(),
        board.is_insufficient_material(),
        board.chess960,
        board.occupied_co,
    )


@given(st.sampled_from(MANY_KINDS), choices)
def test_it_is_the_game_of_python_chess(fen: str | None, numbers: list[int]) -> None:
    game, board = both(fen, numbers)
    assert looks(game.diagram) == looks(board)
    assert (game.turn, game.halfmove_clock) == (board.turn, board.halfmove_clock)
    assert game.has_legal_move is any(board.legal_moves)
    assert game.moves == board.move_stack
    assert game.board == board  # and with the history
    assert game.board.move_stack == board.move_stack


@given(st.sampled_from(MANY_KINDS), choices, st.lists(st.booleans(), max_size=40))
def test_the_board_may_be_asked_for_at_any_time(
    fen: str | None, numbers: list[int], asks: list[bool]
) -> None:
    """While the game goes back and on, the board that follows is never behind or beside it."""
    game, board = both(fen, numbers)
    moves = list(board.move_stack)
    for asked in asks:
        if not game.ply:
            break
        assert game.pop() == board.pop()
        if asked:
            assert game.board == board
        assert looks(game.diagram) == looks(board)
    for move in moves[game.ply :]:
        game.push(move)
        board.push(move)
    assert game.board == board


@given(st.sampled_from(MANY_KINDS), choices)
def test_what_is_no_legal_move_is_refused(fen: str | None, numbers: list[int]) -> None:
    game, board = both(fen, numbers)
    for origin in chess.SQUARES:
        for target in chess.SQUARES:
            for promotion in (None, chess.QUEEN, chess.KING):
                move = chess.Move(origin, target, promotion)
                assert game.is_legal(move) is board.is_legal(move), (board.fen(), move)


def test_a_legal_move_that_was_tried_is_not_mistaken_for_another() -> None:
    game = Game.start()
    assert game.is_legal(chess.Move.from_uci("e2e4"))
    game.push_legal(chess.Move.from_uci("d2d4"))
    assert game.diagram.fen() == "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"


def test_en_passant_that_a_pin_forbids_is_no_right() -> None:
    game = play("8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1", ["d7d5", "a5b5", "h5h6"])
    assert game.key_at(1) == Game.start("8/8/8/K1Pp3r/8/8/8/4k3 w - - 0 2").key


@settings(max_examples=400)
@given(
    st.sampled_from(RULESETS),
    st.sampled_from([*STARTS, *SHUFFLES]),
    choices | shuffling,
    st.sampled_from(["", "e2e5", "0000"]),
)
def test_rules_that_cannot_hold_yet_need_not_be_asked(
    name: str, fen: str | None, numbers: list[int], last: str
) -> None:
    moves = random_moves(chess.Board(fen) if fen else chess.Board(), numbers)
    texts = [*(move.uci() for move in moves), *filter(None, [last])]
    ruleset = load_ruleset(name)
    unhurried = load_ruleset.__wrapped__(name)
    object.__setattr__(unhurried, "earliest", ANY_TIME)
    ends = []
    for one in (ruleset, unhurried):
        game = Game.start(fen, reading=ruleset.reading)
        try:
            end: object = replay(game, texts, one, BY_MATERIAL)
        except IllegalMoveError as error:
            end = str(error)
        ends.append((end, looks(game.diagram)))
    assert ends[0] == ends[1]


def test_nor_is_a_perpetual_check_where_a_ruleset_makes_it_the_end() -> None:
    classic = load_ruleset("classic")
    ruleset = replace(classic, modes={**classic.modes, "perpetual-check": "automatic"})
    game = Game.start("4Q1k1/6p1/8/8/8/8/1q6/7K b - - 0 1")
    analysis = replace(BY_MATERIAL, perpetual_proof=lambda *_: True)
    ruling = replay(game, ["g8h7", "e8h5", "h7g8", "h5e8"] * 4, ruleset, analysis)
    assert ruling
    assert (ruling.reason, ruling.ply) == ("perpetual-check", 4)


KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
ROOKS = ["a1b1", "a8b8", "b1c1", "b8c8"]


@pytest.mark.parametrize(
    ("ruleset", "fen", "texts", "reason", "ply"),
    [
        ("fide", None, KNIGHTS * 6, "fivefold-repetition", 16),
        ("online", None, KNIGHTS * 6, "threefold-repetition", 8),
        ("fide", "r3k3/8/8/8/8/8/8/R3K3 w - - 148 90", ROOKS, "seventy-five-move", 2),
        ("online", "r3k3/8/8/8/8/8/8/R3K3 w - - 98 90", ROOKS, "fifty-move", 2),
        ("fide", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", ["e1d2", "e8e7"], "insufficient-material", 1),
        ("classic", "4k3/8/8/8/8/8/3r1NN1/4K3 w - - 0 1", ["e1d2", "e8e7"], "two-knights", 1),
    ],
)
def test_no_end_is_played_past(
    ruleset: str, fen: str | None, texts: list[str], reason: str, ply: int
) -> None:
    game = Game.start(fen)
    ruling = replay(game, texts, load_ruleset(ruleset), BY_MATERIAL)
    assert ruling
    assert (ruling.reason, ruling.ply, game.ply) == (reason, ply, ply)
