"""A stream of PGN is cut into the same games wherever its blocks end."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.audit import DATA, pgn

from proxy.audit.split import Chunk, chunks, split_games

NOTHING = Chunk("games.pgn", 1, b"")
GAMES = [
    pgn("1. e4 e5 {a comment\n[with a bracket] and { another}\n2. Nf3", "1-0"),
    pgn("1. d4 {never closed", "0-1", Round="2"),
    pgn("1. c4 (1. g3 e5", "0-1"),
    pgn("", "1/2-1/2"),
    pgn("1. e4 {[%eval 0.2]\n[%clk 0:01:00]} e5", "1-0").replace("\n\n", "\n \n"),
]
TEXT = "".join(GAMES).encode()


def lines_of(text: bytes) -> list[int]:
    """Return the lines on which the games begin, counted another way."""
    lines = text.decode().split("\n")
    return [number for number, line in enumerate(lines, 1) if line.startswith("[Event ")]


def test_games_and_their_lines() -> None:
    games = split_games(Chunk("", 1, TEXT))
    assert [game.line for game in games] == lines_of(TEXT)
    assert b"".join(TEXT[game.start : game.end] for game in games) == TEXT
    assert all(TEXT[game.start :].startswith(b"[Event ") for game in games)


@given(cuts=st.lists(st.integers(0, len(TEXT)), max_size=30), size=st.integers(1, 2 * len(TEXT)))
def test_any_blocks_and_any_size_of_chunk_give_the_same_games(cuts: list[int], size: int) -> None:
    edges = [0, *sorted(cuts), len(TEXT)]
    blocks = [TEXT[a:b] for a, b in itertools.pairwise(edges)]
    parts = list(chunks(blocks, NOTHING, size))
    assert b"".join(part.text for part in parts) == TEXT
    assert [part.offset for part in parts] == [
        sum(len(before.text) for before in parts[:number]) for number in range(len(parts))
    ]
    lines = [game.line for part in parts for game in split_games(part)]
    assert lines == lines_of(TEXT)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"\n\n", []),
        (b"1. e4 e5 1-0\n", [1]),
        (b"\n\n1. e4 e5 1-0\n", [3]),
        (b"\xef\xbb\xbf" + TEXT, lines_of(TEXT)),
        (b"\n\n" + TEXT, lines_of(b"\n\n" + TEXT)),
        (TEXT.replace(b"\n", b"\r\n"), lines_of(TEXT)),
        (b'[White "A"]\n\n[Black "B"]\n\n1. e4 1-0\n', [1]),  # a header with a gap is one header
        (b'[White "A"]\n\n[White "B"]\n\n1. e4 1-0\n', [1, 3]),
        (b'[Event "A"]\n[White "A"]\n\n*\n[Round "1.2"]\n[White "B"]\n\n1. e4 *', [1, 5]),
    ],
)
def test_beginnings(text: bytes, lines: list[int]) -> None:
    parts = list(chunks([text], NOTHING, 1 << 20))
    assert [game.line for part in parts for game in split_games(part)] == lines


def test_memory_stays_constant_where_no_game_ends() -> None:
    endless = (b"1. e4 e5 " * 100_000 for _ in range(60))
    sizes = [len(part.text) for part in chunks(endless, NOTHING, 1 << 20)]
    assert sum(sizes) == 60 * 900_000
    assert max(sizes) < 20 << 20


def test_a_large_chunk_ends_between_games() -> None:
    with open(f"{DATA}/fastchess.pgn", "rb") as file:
        text = file.read()
    parts = list(chunks([text] * 3, NOTHING, 10_000))
    assert len(parts) > 2
    assert all(part.text.startswith(b"[Event ") for part in parts)
