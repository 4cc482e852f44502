"""The grammar of CECP: features, options, moves, scores, thinking lines, words, time."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.cecp.clock import Control, level, tell_time, usable_ms
from proxy.cecp.features import Features, read_features, write_feature
from proxy.cecp.moves import read_line, read_move, write_move
from proxy.cecp.options import engine_options, read_option
from proxy.cecp.score import read_score, write_mate
from proxy.cecp.thinking import Thinking, read_thinking, write_thinking
from proxy.cecp.variants import cecp_variant, uci_variants
from proxy.cecp.variations import Variations
from proxy.cecp.words import Word, read_word
from proxy.limits import Limits

NUMBERS = st.integers(0, 10**9)


def test_features_are_pairs_with_or_without_quotes() -> None:
    line = 'feature myname="A b=1" ping=1  variants="normal,atomic" option="X -check 1" junk done=0'
    assert read_features(line) == [
        ("myname", "A b=1"),
        ("ping", "1"),
        ("variants", "normal,atomic"),
        ("option", "X -check 1"),
        ("done", "0"),
    ]


@given(st.text(st.characters(codec="ascii", exclude_categories=["C"], exclude_characters='"')))
def test_a_written_feature_is_read_again(text: str) -> None:
    assert read_features(write_feature("myname", text)) == [("myname", text)]
    assert read_features(write_feature("ping", 1)) == [("ping", "1")]


def test_only_known_features_are_accepted() -> None:
    features = Features()
    assert features.set("ping", "1")
    assert not features.set("ping", "yes")
    assert not features.set("teleport", "1")
    assert (features["ping"], features["setboard"], features["time"]) == (1, 0, 1)


@pytest.mark.parametrize(
    "text", ["", "Name", "Name -spin 1", "Name -unheard 1", "-check 1", "Name -spin 1 2"]
)
def test_what_declares_no_option_is_none(text: str) -> None:
    assert read_option(text) is None


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (chess.STARTING_FEN, "e2e4", "e2e4"),
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
        (chess.STARTING_FEN, "Ng1-f3", "g1f3"),
        (chess.STARTING_FEN, "Nf3!", "g1f3"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a7a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a8=N", "a7a8n"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7#", "f7g7"),
    ],
)
def test_moves_are_read_in_every_notation(fen: str, text: str, uci: str) -> None:
    move = read_move(chess.Board(fen), text)
    assert move == chess.Move.from_uci(uci)


@pytest.mark.parametrize("text", ["e2e5", "e7e5", "Nf6", "", "resign", "0000", "P@e4", "--"])
def test_what_is_no_legal_move_is_none(text: str) -> None:
    assert read_move(chess.Board(), text) is None


def test_moves_are_written_in_both_notations() -> None:
    board = chess.Board("rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 4 4")
    castling = chess.Move.from_uci("e1g1")
    assert write_move(board, castling) == "e1g1"
    assert write_move(board, castling, san=True) == "O-O"
    nine60 = chess.Board(board.fen(), chess960=True)
    assert write_move(nine60, chess.Move.from_uci("e1h1")) == "O-O"


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    board = chess.Board()
    for _ in range(data.draw(st.integers(0, 40))):
        if not any(board.legal_moves):
            return
        move = data.draw(st.sampled_from(sorted(board.legal_moves, key=str)))
        for san in (False, True):
            assert read_move(board, write_move(board, move, san=san)) == move
        board.push(move)


@pytest.mark.parametrize(
    "line", ["e4 e5 Nf3", "1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3 e8e1 a7a6"]
)
def test_a_variation_is_read_as_far_as_it_is_legal(line: str) -> None:
    board = chess.Board()
    assert [move.uci() for move in read_line(board, line)] == ["e2e4", "e7e5", "g1f3"]
    assert board.fen() == chess.STARTING_FEN


@pytest.mark.parametrize(
    ("score", "mate_plies", "expected"),
    [
        (35, None, ("cp", 35)),
        (-35, None, ("cp", -35)),
        (100003, None, ("mate", 3)),
        (-100002, None, ("mate", -2)),
        (-100000, None, ("mate", 0)),
        (9995, None, ("mate", 3)),
        (-9996, None, ("mate", -2)),
        (29995, 5, ("mate", 3)),
        (9899, None, ("cp", 9899)),
        (15000, None, ("cp", 15000)),
        (15000, 3, ("mate", 2)),
        (300, 3, ("cp", 300)),
    ],
)
def test_scores(score: int, mate_plies: int | None, expected: tuple[str, int]) -> None:
    assert read_score(score, mate_plies) == expected


@given(st.integers(-500, 500))
def test_a_written_mate_is_read_again(moves: int) -> None:
    assert read_score(write_mate(moves)) == ("mate", moves)


@given(
    st.builds(
        Thinking,
        depth=NUMBERS,
        score=st.integers(-200000, 200000),
        time_cs=NUMBERS,
        nodes=NUMBERS,
        pv=st.sampled_from(["", "e4", "e4 e5 2. Nf3", "(book) e4"]),
        bound=st.sampled_from([None, "upperbound", "lowerbound"]),
    )
    | st.builds(
        Thinking,
        depth=NUMBERS,
        score=NUMBERS,
        time_cs=NUMBERS,
        nodes=NUMBERS,
        pv=st.just("Nf3 d5"),
        seldepth=NUMBERS,
        nps=NUMBERS,
        tbhits=NUMBERS,
    )
)
def test_written_thinking_is_read_again(thinking: Thinking) -> None:
    assert read_thinking(write_thinking(thinking)) == thinking


@pytest.mark.parametrize(
    "line",
    ["", "move e2e4", "1. e2e4", "1. ... e7e5", "stat01: 1 2 3 4 5", "++", "1 2 3", "# 1 2 3 4 e4"],
)
def test_what_is_no_thinking_is_none(line: str) -> None:
    assert read_thinking(line) is None


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("move e2e4", Word("move", "e2e4")),
        ("12. ... Nf6", Word("move", "Nf6")),
        ("My move is : Qg7#", Word("echo", "Qg7#")),
        ("1. e2e4", Word("other")),
        ("1-0 {White mates}", Word("result", "1-0")),
        ("1/2-1/2 {Draw by repetition", Word("result", "1/2-1/2")),
        ("0-1 {White resigns}", Word("resign")),
        ("resign", Word("resign")),
        ("White resigns", Word("resign")),
        ("game is a draw by the 50 move rule", Word("result", "1/2-1/2")),
        ("checkmate", Word("result", "mate")),
        ("offer draw", Word("offer")),
        ("I offer a draw", Word("offer")),
        ("Error (unknown command): sd 4", Word("complaint", "sd 4")),
        ("Illegal move: e2e5", Word("complaint", "e2e5")),
        ("Illegal move (no matching move)e2e4", Word("complaint", "e2e4")),
        ("illegal move", Word("complaint")),
        ("Invalid move: uci", Word("complaint", "uci")),
        ("pong 7", Word("pong", "7")),
        ("telluser hi", Word("tell", "hi")),
        ("tellics offer draw", Word("other")),
        ("# offer draw", Word("other")),
        ("moved e2e4", Word("other")),
    ],
)
def test_words(line: str, word: Word) -> None:
    assert read_word(line) == word


@given(st.integers(-1000, 10**8), st.integers(0, 10_000), st.integers(0, 10**5))
def test_no_engine_is_told_of_more_time_than_it_has(left: int, margin: int, elapsed: int) -> None:
    limits = Limits(wtime=left, btime=left)
    timing = tell_time(limits, None, 0, chess.WHITE, margin_ms=margin, elapsed_ms=elapsed)
    told_ms = int(timing.commands[1].split()[1]) * 10
    assert told_ms <= max(left - elapsed, 10)
    assert timing.answer_in_ms == usable_ms(max(left - elapsed, 10), margin)


@pytest.mark.parametrize(
    ("left_ms", "base"), [(500, "0:01"), (61_999, "1:01"), (3_600_000, "60:00")]
)
def test_level_has_whole_minutes_and_seconds(left_ms: int, base: str) -> None:
    assert level(Control(40, 1500), left_ms) == f"level 40 {base} 1.5"


@given(st.integers(1, 60), st.integers(0, 200))
def test_a_session_is_told_once(moves: int, made: int) -> None:
    to_go = moves - made % moves
    limits = Limits(wtime=1000, btime=1000, movestogo=to_go)
    assert Control(moves, 0).holds(limits, made, chess.WHITE)
    assert not Control(0, 0).holds(limits, made, chess.WHITE)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("MultiPV -spin 1 1 500", "option name MultiPV type spin default 1 min 1 max 500"),
        ("multi-pv -spin 1 1 9", "option name MultiPV type spin default 1 min 1 max 9"),
        (
            "Multiple Variations -slider 2 1 9",
            "option name MultiPV type spin default 2 min 1 max 9",
        ),
        (
            "Multi-PV Margin -spin 0 0 50",
            "option name Multi-PV Margin type spin default 0 min 0 max 50",
        ),
        ("MultiPV -check 0", "option name MultiPV type check default false"),
    ],
)
def test_several_variations_are_an_option_that_every_gui_knows(text: str, line: str) -> None:
    option = read_option(text)
    assert option is not None
    assert option.line == line
    assert option.command("3").startswith(f"option {text.partition(' -')[0]}=")


def test_what_cecp_says_in_its_own_way_is_no_option() -> None:
    features = Features(options=["UCI_AnalyseMode -check 0", "Style -spin 1 0 9"])
    assert set(engine_options(features)) == {"ponder", "style"}


E4, D4, NF3 = map(chess.Move.from_uci, ("e2e4", "d2d4", "g1f3"))


@pytest.mark.parametrize(
    ("shown", "numbers"),
    [
        ([(E4, 5, ("cp", 30)), (D4, 5, ("cp", 20)), (NF3, 5, ("cp", 10))], [1, 2, 3]),
        ([(E4, 5, ("cp", 30)), (D4, 5, ("cp", 30)), (E4, 5, ("cp", 30))], [1, 2, 2]),
        ([(E4, 5, ("cp", 30)), (D4, 6, ("cp", 10)), (E4, 5, ("cp", 30))], [1, 1, 2]),
        ([(E4, 5, ("cp", 30)), (D4, 5, ("cp", 90)), (E4, 5, ("cp", 95))], [1, 1, 1]),
        ([(E4, 5, ("mate", 3)), (D4, 5, ("mate", 2)), (NF3, 5, ("cp", 9999))], [1, 1, 3]),
        ([(E4, 5, ("mate", -3)), (D4, 5, ("mate", -2)), (NF3, 5, ("cp", -9999))], [1, 2, 1]),
    ],
)
def test_variations_are_ranked_as_xboard_sorts_them(
    shown: list[tuple[chess.Move, int, tuple[str, int]]], numbers: list[int]
) -> None:
    variations = Variations(3)
    assert [variations.rank(*one) for one in shown] == numbers


def test_variants_have_two_names() -> None:
    assert uci_variants(("normal", "king-of-the-hill", "xiangqi")) == ["chess", "kingofthehill"]
    assert cecp_variant("kingofthehill", ("normal", "king-of-the-hill")) == "king-of-the-hill"
    assert cecp_variant("chess", ()) == ""
    assert cecp_variant("chess", (), chess960=True) == "fischerandom"
