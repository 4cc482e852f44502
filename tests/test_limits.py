"""What a UCI `go` asks for, as our engine and the layer of a CECP engine read it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.limits import Limits, parse_go

if TYPE_CHECKING:
    import random


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("", Limits()),
        ("infinite", Limits(infinite=True)),
        ("depth 5 nodes 100 mate 3", Limits(depth=5, nodes=100, mate=3)),
        (
            "wtime 1000 btime -5 winc 50 binc 0 movestogo 7",
            Limits(wtime=1000, btime=-5, winc=50, movestogo=7),
        ),
        (
            "ponder searchmoves e2e4 d2d4 movetime 100",
            Limits(ponder=True, movetime=100, searchmoves=("e2e4", "d2d4")),
        ),
        ("wtime --5 btime x binc 5", Limits(binc=5)),
        ("depth five movetime 9 turbo 3", Limits(movetime=9)),
        ("searchmoves", Limits()),
        ("movetime", Limits()),
    ],
)
def test_parse_go(text: str, limits: Limits) -> None:
    assert parse_go(text.split()) == limits


NUMBERS = st.dictionaries(
    st.sampled_from(["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes"]),
    st.integers(-10, 10**30),
)
JUNK = ["turbo", "mate", "depth", "x9", "--", "1e3", "movetime"]


@given(NUMBERS, st.lists(st.sampled_from(JUNK), max_size=8), st.randoms())
def test_parse_go_finds_its_words_among_any_others(
    numbers: dict[str, int], junk: list[str], rng: random.Random
) -> None:
    """A key without a number, or what is no key, changes nothing; the last of a key counts."""
    parts = [f"{key} {value}" for key, value in numbers.items()] + junk
    rng.shuffle(parts)
    assert asdict(parse_go(" ".join(parts).split())) == asdict(Limits()) | numbers


def test_a_go_without_any_limit_is_endless() -> None:
    assert Limits().endless
    assert Limits(depth=3, infinite=True).endless
    assert not Limits(depth=3).endless
    assert not Limits(wtime=0, btime=0).endless
