"""Every parser of the protocol under any line: kept ones, mutations of them, and noise."""

from __future__ import annotations

import codecs
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.answers import mend, move_of, objection, own_choice, without_bad_ponder
from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.session.clock import time_limit, white_to_move, with_time_left
from proxy.session.departure import printable
from proxy.session.repairs import REPAIRS, is_move, split_torn, without_control_bytes
from proxy.session.words import option_name, split_word
from proxy.uci import fields, last_exact, score_cp, zeros_to_ones

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = [
    codecs.escape_decode(line)[0]
    for line in (Path(__file__).parent / "data" / "odd_lines.txt").read_bytes().split(b"\n")
    if not line.startswith(b"#")
]


def _cut(line: bytes, at: int, more: bytes) -> bytes:
    at %= len(line) + 1
    return (line[:at] + more + line[at:]).replace(b"\n", b"")


LINES = st.builds(
    _cut,
    st.sampled_from(CORPUS),
    st.integers(0, 200),
    st.binary(max_size=8) | st.sampled_from(CORPUS),
)


def _words(line: bytes) -> None:
    word, rest = split_word(line)
    assert word == b"".join(line.split()[:1])
    assert rest.split() == line.split()[1:]
    assert option_name(line) == option_name(line).lower()


def _torn(line: bytes) -> None:
    for word in (b"readyok", b"bestmove"):
        torn = split_torn(line, word)
        assert torn is None or (b"".join(torn) == line and torn[1].startswith(word))


def _clock(line: bytes) -> None:
    white = white_to_move(line)
    limit = time_limit(line, white=white)
    assert limit is None or limit[0] >= 0
    left = with_time_left(line, 0.5, white=white)
    after = time_limit(left, white=white)
    assert (limit is None) == (after is None)
    assert after is None or limit is None or after[0] <= max(limit[0], 0.001)
    assert b"ponder" not in left.split()


def _info(line: bytes) -> None:
    fields(line)
    score_cp(line)
    found = last_exact([line + b"\n"])
    assert found is None or found in line
    assert zeros_to_ones(line + b"\n").count(b"\n") == 1


def _text(line: bytes) -> None:
    assert printable(line).isprintable()
    clean = without_control_bytes(line)
    assert clean.decode("ascii").replace("\t", " ").isprintable()
    assert not is_move(line) or len(line) in {4, 5}


def _answer(line: bytes) -> None:
    game = Game.start()
    reading = mend(game, move_of(line), frozenset(REPAIRS))
    assert reading.move is None or game.is_legal(reading.move)
    assert not reading.repair or game.parse(reading.text.decode()) == reading.move
    objection(game, line)
    chosen = own_choice(game, [line + b"\n"])
    assert chosen is not None
    assert game.is_legal(game.parse(chosen.decode()))
    bestmove, why = without_bad_ponder(game, line, load_ruleset("online"), over=False)
    assert line.startswith(bestmove)
    assert (bestmove == line) == (not why)


def _position(line: bytes) -> None:
    follower = Follower(lambda _game: None)
    with suppress(UserError):
        follower.position(line)
        return
    assert follower.game is None


PARSERS = [_words, _torn, _clock, _info, _text, _answer, _position]


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__name__)
@pytest.mark.parametrize("line", CORPUS, ids=repr)
def test_a_kept_line_is_read(parser: Callable[[bytes], None], line: bytes) -> None:
    parser(line)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__name__)
@given(line=LINES)
def test_any_line_is_read(parser: Callable[[bytes], None], line: bytes) -> None:
    parser(line)
