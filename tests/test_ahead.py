"""Playing ahead is playing: the same game, the same end, the same refusals, only sooner."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_game import CHESS960_STARTS, STARTS, choices, random_moves

from proxy import replay as replaying
from proxy.analysis import BY_MATERIAL
from proxy.game.game import Game
from proxy.game.illegal import IllegalMoveError
from proxy.resources import config_names
from proxy.rulesets import load_ruleset

NEVER = float("inf")
SHUFFLES = (
    "r3k3/p7/8/8/8/8/7P/4K2R w - - 0 1",
    "r3k3/p7/8/8/8/8/7P/4K2R b - - 92 70",
    "r3k3/8/8/8/8/8/8/4K2R w - - 140 90",
    "4k3/8/8/8/8/8/8/3QKNN1 w - - 0 1",
)
shuffling = st.lists(st.integers(min_value=0, max_value=1), min_size=8, max_size=60)
RULESETS = sorted(config_names("rulesets"))


def on_both(
    fen: str | None, texts: list[str], *, chess960: bool = False
) -> tuple[Game, Game, list[str]]:
    """Return a game played ahead, the same played move by move, and what was not played ahead."""
    ahead, plain = (Game.start(fen, chess960=chess960) for _ in range(2))
    ahead.play_ahead(texts, NEVER, NEVER)
    for text in texts[: ahead.ply]:
        plain.push(plain.parse(text))
    return ahead, plain, texts[ahead.ply :]


def looks(game: Game) -> tuple[object, ...]:
    board = game.diagram
    return (
        board.fen(en_passant="fen"),
        board.fullmove_number,
        list(board.legal_moves),
        board.is_check(),
        game.halfmove_clock,
        game.count,
        game.occurrences(),
        game.has_legal_move,
        game.start_fen,
    )


@given(st.sampled_from(STARTS), choices)
def test_the_game_is_the_same(fen: str | None, numbers: list[int]) -> None:
    moves = random_moves(chess.Board(fen) if fen else chess.Board(), numbers)
    ahead, plain, left = on_both(fen, [move.uci() for move in moves])
    assert not left or not ahead.diagram.pawns | ahead.diagram.rooks | ahead.diagram.queens
    assert looks(ahead) == looks(plain)
    assert [ahead.key_at(ply) for ply in range(ahead.ply)] == [
        plain.key_at(ply) for ply in range(plain.ply)
    ]
    assert ahead.board == plain.board  # and with the history
    assert ahead.moves == plain.moves
    while plain.ply:
        assert ahead.pop() == plain.pop()
    assert looks(ahead) == looks(plain)


@given(st.sampled_from(CHESS960_STARTS), choices)
def test_in_chess960_too(fen: str, numbers: list[int]) -> None:
    moves = random_moves(chess.Board(fen, chess960=True), numbers)
    ahead, plain, _ = on_both(fen, [move.uci() for move in moves], chess960=True)
    assert ahead.ply == len(moves) or not ahead.diagram.pawns | ahead.diagram.rooks
    assert looks(ahead) == looks(plain)
    assert ahead.board == plain.board


@given(
    st.sampled_from(STARTS),
    choices,
    st.integers(0, 63),
    st.integers(0, 63),
    st.sampled_from(" qkp"),
)
def test_it_stops_before_what_is_no_legal_move(
    fen: str | None, numbers: list[int], origin: int, target: int, promotion: str
) -> None:
    board = chess.Board(fen) if fen else chess.Board()
    texts = [move.uci() for move in random_moves(board, numbers)]
    text = chess.SQUARE_NAMES[origin] + chess.SQUARE_NAMES[target] + promotion.strip()
    try:
        legal = board.is_legal(Game.start(board.fen()).parse(text))
    except IllegalMoveError:
        legal = False
    ahead, plain, _ = on_both(fen, [*texts, text])
    assert legal or ahead.ply <= len(texts)
    assert looks(ahead) == looks(plain)


@pytest.mark.parametrize(
    "text", ["", "0000", "e2", "e2e4x", "P@e4", "e2e9", "e2e5", "e7e5", "e1g1"]
)
def test_no_move_is_left_to_be_refused(text: str) -> None:
    game = Game.start()
    game.play_ahead(["e2e4", "e7e5", text], NEVER, NEVER)
    assert game.ply == 2


def test_castling_is_understood_in_both_dialects() -> None:
    for text in ("e1g1", "e1h1"):
        game = Game.start("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        game.play_ahead([text, "e8c8"], NEVER, NEVER)
        assert game.diagram.fen() == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
        assert [move.uci() for move in game.moves] == ["e1g1", "e8c8"]


def test_en_passant_that_a_pin_forbids_is_no_right() -> None:
    game = Game.start("4k3/8/8/8/r2pP2K/8/4P3/8 w - - 0 1")
    before = game.key
    game.play_ahead(["e2e3"], NEVER, NEVER)
    assert game.key != before
    other = Game.start("8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1")
    other.play_ahead(["d7d5", "a5b5", "h5h6"], NEVER, NEVER)
    assert other.key_at(1) == Game.start("8/8/8/K1Pp3r/8/8/8/4k3 w - - 0 2").key


@settings(max_examples=400)
@given(
    st.sampled_from(RULESETS),
    st.sampled_from([*STARTS, *SHUFFLES]),
    choices | shuffling,
    st.sampled_from(["", "e2e5", "0000"]),
)
def test_a_replay_ends_where_and_as_it_would_move_by_move(
    name: str, fen: str | None, numbers: list[int], last: str
) -> None:
    moves = random_moves(chess.Board(fen) if fen else chess.Board(), numbers)
    texts = [*(move.uci() for move in moves), *filter(None, [last])]
    ruleset = load_ruleset(name)
    ends = []
    for plays_ahead in (True, False):
        game = Game.start(fen, reading=ruleset.reading)
        with pytest.MonkeyPatch.context() as patch:
            if not plays_ahead:
                patch.setattr(Game, "play_ahead", lambda *_: None)
            try:
                end: object = replaying.replay(game, texts, ruleset, BY_MATERIAL)
            except IllegalMoveError as error:
                end = str(error)
        ends.append((end, looks(game), game.board.fen()))
    assert ends[0] == ends[1]


def test_nor_is_a_perpetual_check_where_a_ruleset_makes_it_the_end() -> None:
    classic = load_ruleset("classic")
    ruleset = replace(classic, modes={**classic.modes, "perpetual-check": "automatic"})
    game = Game.start("4Q1k1/6p1/8/8/8/8/1q6/7K b - - 0 1")
    analysis = replace(BY_MATERIAL, perpetual_proof=lambda *_: True)
    ruling = replaying.replay(game, ["g8h7", "e8h5", "h7g8", "h5e8"] * 4, ruleset, analysis)
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
    ruling = replaying.replay(game, texts, load_ruleset(ruleset), BY_MATERIAL)
    assert ruling
    assert (ruling.reason, ruling.ply, game.ply) == (reason, ply, ply)
