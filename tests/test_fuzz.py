"""Every parser of the protocol under any line: kept ones, mutations of them, and noise."""

from __future__ import annotations

import codecs
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.answers import legal_move, mend, move_of, objection, own_choice, without_bad_ponder
from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.session.clock import time_limit, white_to_move, with_less_time, with_time_left
from proxy.session.departure import printable
from proxy.session.repairs import REPAIRS, is_move, split_torn, without_control_bytes
from proxy.session.words import option_name, split_word
from proxy.uci import fields, kind_of, last_exact, score_cp, without_kinds, zeros_to_ones

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
    less = time_limit(with_less_time(line, 50, white=white), white=white)
    assert (limit is None) == (less is None)
    assert limit is None or less is None or less[0] <= limit[0] <= max(4 * less[0] + 0.004, 0.001)


def _info(line: bytes) -> None:
    found_fields = fields(line)
    words = [word for values in found_fields.values() for word in values]
    assert not Counter([*found_fields, *words]) - Counter(line.split())
    score = score_cp(line)
    assert score is None or score_cp(line + b" pv e2e4") == score
    found = last_exact([line + b"\n"])
    assert found is None or found in line
    assert zeros_to_ones(line + b"\n").count(b"\n") == 1
    hidden = not without_kinds(line + b"\n", [b"string", b"currmove"])
    assert not hidden or line.split()[:1] == [b"info"]
    kind = kind_of(line)
    head = line.partition(b" pv ")[0].split()  # what follows belongs to the moves
    assert kind is None or (head[0] == b"info" and b"string" not in head)


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
    assert bool(objection(game, line)) == (legal_move(game, move_of(line)) is None)
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
        _, _, moves = b" ".join(line.split()).partition(b" moves ")
        assert follower.game is not None
        assert len(follower.game.moves) == len(moves.split())
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
