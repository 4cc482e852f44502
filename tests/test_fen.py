"""FEN hygiene: what is accepted, what is cleaned with a warning, what is refused and how."""

from __future__ import annotations

import chess
import chess.variant
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proxy.errors import UserError
from proxy.game.fen import FenError, read_fen

KINGS = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "clocks"),
    [
        (f"{KINGS} w - -", (0, 1)),
        (f"{KINGS} w - - 7", (7, 1)),
        (f"{KINGS} w - - 7 30", (7, 30)),
        (f"  {KINGS}   w -  - 256 1 ", (256, 1)),
        (f"{KINGS} w - - 0 0", (0, 1)),
        (f"{KINGS} w - - hmvc 30; fmvn 40;", (30, 40)),
        (f'{KINGS} w - - bm Kd1; id "a 1"; hmvc 3;', (3, 1)),
    ],
)
def test_fens_of_four_five_and_six_fields_and_epds_are_read(
    fen: str, clocks: tuple[int, int]
) -> None:
    start = read_fen(fen)
    assert (start.board.halfmove_clock, start.board.fullmove_number) == clocks
    assert start.warnings == ()


@pytest.mark.parametrize(
    ("fen", "cleaned", "warning"),
    [
        ("4k3/8/8/8/8/8/8/3RK3 w KQkq - 0 1", "-", "castling rights 'KQkq' cleaned to '-'"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "-", "castling rights 'K' cleaned to '-'"),
        ("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "Qk", "castling rights 'KQkq' cleaned to 'Qk'"),
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "-", "castling rights"),
    ],
)
def test_impossible_castling_rights_are_cleaned(fen: str, cleaned: str, warning: str) -> None:
    start = read_fen(fen)
    assert start.board.fen().split()[2] == cleaned
    assert len(start.warnings) == 1
    assert start.warnings[0].startswith(warning)


@pytest.mark.parametrize(
    "fen",
    [
        "6k1/8/8/4P3/8/8/8/4K3 w - d6 0 2",  # no pawn to take
        "6k1/3p4/8/3pP3/8/8/8/4K3 w - d6 0 2",  # the pawn's home square is not empty
        "6k1/8/3n4/3pP3/8/8/8/4K3 w - d6 0 2",  # the pawn cannot have jumped over a knight
        "6k1/8/8/3pP3/8/8/8/4K3 b - d6 0 2",  # it is the mover's own pawn
        "6k1/8/8/3pP3/8/8/8/4K3 w - d4 0 2",  # no rank for it
        "4k3/8/8/3pP2b/8/8/4K3/8 w - d6 0 2",  # the check was not given by the double step
    ],
)
def test_impossible_en_passant_squares_are_cleaned(fen: str) -> None:
    start = read_fen(fen)
    assert start.board.ep_square is None
    assert len(start.warnings) == 1
    assert start.warnings[0].startswith("en-passant square")


def test_an_en_passant_square_that_nobody_can_use_is_no_fault() -> None:
    start = read_fen("6k1/8/8/3p4/8/8/8/4K3 w - d6 0 2")
    assert start.warnings == ()


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "FEN '' has 0 field(s): expected 4, 5 or 6"),
        ("startpos", "FEN 'startpos' has 1 field(s): expected 4, 5 or 6"),
        (f"{KINGS} w - - 0 1 2", "has 7 field(s)"),
        (f"{KINGS} x - - 0 1", "FEN side to move is 'x': expected 'w' or 'b'"),
        (f"{KINGS} w Z - 0 1", "FEN castling rights are 'Z'"),
        (f"{KINGS} w KQQ - 0 1", "FEN castling rights 'KQQ'"),
        (f"{KINGS} w - e9 0 1", "FEN en-passant square is 'e9'"),
        (f"{KINGS} w - - -1 1", "FEN halfmove clock is '-1': expected a number, 0 or more"),
        (f"{KINGS} w - - 1.5 1", "FEN halfmove clock is '1.5'"),
        (f"{KINGS} w - - 0 ²", "FEN fullmove number is '²'"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "FEN piece placement '4k3/8/8/8/8/8/4K3': expected 8 rows"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "FEN piece placement '4k4/8/8/8/8/8/8/4K3': "),
        ("4k2z/8/8/8/8/8/8/4K3 w - - 0 1", "FEN piece placement"),
    ],
)
def test_a_fen_that_cannot_be_read_is_refused_by_its_field(fen: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        read_fen(fen)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "there is no piece at all"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "a side has more than one king"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has more than 8 pawns"),
        ("4k3/8/8/NNNNNNNN/8/NNNNNNNN/8/4K3 w - - 0 1", "White has more than 16 pieces"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that has just moved is in check"),
        ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", "no move can have given this check"),
        ("4k3/8/8/4r3/7b/1b6/8/4K1r1 w - - 0 1", "more than two pieces"),
    ],
)
def test_an_impossible_position_is_refused(fen: str, reason: str) -> None:
    with pytest.raises(FenError) as caught:
        read_fen(fen)
    assert str(caught.value).startswith("FEN piece placement")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("3check", "k7/8/8/8/8/8/8/KN6 w - - 2+1 0 1"),
        ("3check", "k7/8/8/8/8/8/8/KN6 w - - 0 1 +1+2"),
        ("3check", "k7/8/8/8/8/8/8/KN6 w - -"),
    ],
)
def test_the_checks_left_of_3check_are_read_in_both_places(variant: str, fen: str) -> None:
    board = read_fen(fen, variant=variant).board
    assert board.fen().split()[:4] == fen.split()[:4]
    if "+" in fen:
        assert board.fen().split()[4] == "2+1"


def test_an_unknown_variant_is_refused_with_those_there_are() -> None:
    with pytest.raises(UserError, match=r"no variant 'shogi': there are chess, .*crazyhouse"):
        read_fen(None, variant="shogi")


def test_the_rights_of_chess960_are_those_of_the_named_rooks() -> None:
    start = read_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", chess960=True)
    assert start.warnings == ()
    assert start.board.castling_rights.bit_count() == 4


MUTATIONS = st.lists(
    st.tuples(st.integers(0, 70), st.sampled_from("kKqQpPrRnN18/ -wbeE36x~[]+;\n0²")), max_size=6
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/8/8/8/8/4K2R[Pp] w K - 0 1",
            "k7/8/8/8/8/8/8/KN6 w - - 2+1 0 1",
        )
    ),
    MUTATIONS,
    st.sampled_from([variant.uci_variant for variant in chess.variant.VARIANTS]),
    st.booleans(),
)
def test_any_text_is_read_or_refused_in_one_line(
    fen: str, mutations: list[tuple[int, str]], variant: str, chess960: bool
) -> None:
    for place, character in mutations:
        fen = fen[:place] + character + fen[place + 1 :]
    refused, start = "", None
    try:
        start = read_fen(fen, variant=variant, chess960=chess960)
    except FenError as error:
        refused = str(error)
    assert "\n" not in refused
    if start is None:
        assert refused.startswith("FEN ")
    else:
        assert start.board.status() == chess.STATUS_VALID
        again = read_fen(start.board.fen(en_passant="fen"), variant=variant, chess960=chess960)
        assert again.board == start.board
        assert again.warnings == ()
