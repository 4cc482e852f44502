"""The score channel in the runners that it is for, as their own counting was seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.adjudication import Adjudicator

from proxy.arbiter import Arbiter
from proxy.assembly import filters_zeros, make_session
from proxy.conduct import Conduct
from proxy.delivery import score
from proxy.gui.choice import Choice, Chooser
from proxy.gui.parent import Parent
from proxy.rulesets import load_ruleset
from proxy.session.commands import Command, ToGui
from proxy.session.session import Session
from proxy.settings import FLAG, Settings
from proxy.uci import fields, is_exact, last_exact, score_cp, zeros_to_ones

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parent / "data"
CASES = {
    case["id"]: case for case in map(json.loads, (DATA / "rulings.jsonl").read_text().splitlines())
}
PROGRAMS = ("cutechess-cli", "fastchess", "c-chess-cli")
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


@pytest.mark.parametrize("case", ["A01", "A02", "A03", "A04"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_emulated_runners_count_as_the_real_ones_did(case: str, program: str) -> None:
    game = CASES[case]
    draw = game["config"]["draw"]
    board = chess.Board(game["fen"])
    runner = Adjudicator(
        program, draw["movenumber"], draw["movecount"], draw["score"], board.fullmove_number
    )
    ended = None
    for ply, (move, value) in enumerate(zip(game["moves"], game["scores"], strict=True), start=1):
        parsed = chess.Move.from_uci(move)
        zeroing = board.is_zeroing(parsed)
        board.push(parsed)
        if runner.ends_by(value, irreversible=zeroing):
            ended = ply
            break
    seen = game["expect"]["ends_after_ply"]
    expected = seen["ccli" if program == "c-chess-cli" else program.removesuffix("-cli")]
    if isinstance(expected, str):
        expected = int("".join(filter(str.isdigit, expected)))
    assert ended == expected


class Side:
    """A wrapped engine: what the runner sees of it at each move."""

    def __init__(self) -> None:
        conduct = Conduct(load_ruleset("online"), deliver=score.deliver, zeros_to_ones=True)
        self.session = Session()
        self.session.arbiter_loaded(Arbiter(conduct), 0.0)

    def answer(self, moves: list[str], move: str, infos: list[bytes]) -> list[bytes]:
        self.session.gui_line(b"position startpos moves " + " ".join(moves).encode(), 0.0)
        self.session.gui_line(b"go movetime 1", 0.0)
        said: list[Command] = []
        for line in [*infos, f"bestmove {move}".encode()]:
            said += self.session.engine_line(line, 0.0)
        return [command.line for command in said if isinstance(command, ToGui)]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "info",
    [
        b"info depth 9 multipv 1 score cp 0 nodes 5 pv a1a1",
        b"info depth 9 score mate 3",
        b"info depth 9 score cp 700 lowerbound",
        b"info string nothing to say",
    ],
)
def test_a_ruled_draw_ends_the_game_within_two_plies(program: str, info: bytes) -> None:
    """Whatever the engines themselves say, and not one ply before the ruling."""
    runner = Adjudicator(program, 1, 1, 0)
    sides = [Side(), Side()]
    ended = None
    for ply, move in enumerate(SHUFFLE * 3):
        moves = (SHUFFLE * 3)[:ply]
        # c-chess-cli reads the absence of a score as 0: give it one that is none of ours.
        infos = [b"info depth 1 score cp 13", info] if program == "c-chess-cli" else [info]
        if runner.ends(sides[ply % 2].answer(moves, move, infos), irreversible=False):
            ended = ply + 1
            break
    assert ended is not None
    assert 8 < ended <= 8 + 2 if program != "c-chess-cli" else 8 <= ended <= 8 + 2


@pytest.mark.parametrize("program", PROGRAMS)
def test_zeros_of_the_engines_never_end_a_game(program: str) -> None:
    """Tracking or not: after an illegal history the filter goes on."""
    runner = Adjudicator(program, 1, 1, 0)
    sides = [Side(), Side()]
    sides[1].session.gui_line(b"position startpos moves e2e5", 0.0)
    zero = b"info depth 9 score cp 0 pv a2a3"
    board = chess.Board()
    moves: list[str] = []
    for ply in range(60):
        move = max(map(str, board.legal_moves)) if ply % 3 else min(map(str, board.legal_moves))
        history = ["e2e5"] if ply == 31 else moves
        assert not runner.ends(sides[ply % 2].answer(history, move, [zero]), irreversible=False)
        board.push_uci(move)
        moves.append(move)
        if board.is_game_over() or board.is_repetition(2):
            break
    assert len(moves) > 20


@given(
    st.lists(
        st.sampled_from(
            [
                b"info depth 1 score cp 0 pv e2e4",
                b"info score cp -0",
                b"info  score   cp  00",
                b"info depth 1 score cp 10",
                b"info depth 1 score cp -105 upperbound",
                b"info depth 0 score mate 0",
                b"info string score cp 0",
                b"bestmove e2e4",
                b"",
                b"\xff cp 0 \x00",
            ]
        ),
        max_size=12,
    )
)
def test_the_filter_changes_zeros_and_nothing_else(lines: list[bytes]) -> None:
    block = b"".join(line + b"\n" for line in lines)
    filtered = zeros_to_ones(block)
    assert len(filtered.splitlines()) == len(block.splitlines())
    for before, after in zip(block.split(b"\n"), filtered.split(b"\n"), strict=True):
        value = before.split()[-1] if before.split()[-2:-1] == [b"cp"] else b""
        if b"score cp 0" in b" ".join(before.split()) or value in {b"-0", b"00"}:
            assert after != before or b"score" not in before
        else:
            assert after == before
    assert zeros_to_ones(filtered) == filtered


@pytest.mark.parametrize(
    ("line", "exact", "value"),
    [
        (b"info depth 3 score cp -15 pv e2e4", True, -15),
        (b"info depth 3 multipv 1 score mate -2 pv e2e4", True, -99_998),
        (b"info depth 3 score mate 1", True, 99_999),
        (b"info depth 3 multipv 2 score cp 5", False, 5),
        (b"info depth 3 score cp 5 lowerbound", False, 5),
        (b"info string score cp 5", False, None),
        (b"info depth 3 nodes 7", False, None),
        (b"info score", False, None),
        (b"info score cp x", True, None),
    ],
)
def test_scores_are_read(line: bytes, exact: bool, value: int | None) -> None:
    assert is_exact(line) is exact
    assert score_cp(line) == value


def test_the_last_exact_line_is_found_among_blocks() -> None:
    blocks = [
        b"info depth 1 score cp 1\ninfo depth 2 score cp 2\n",
        b"info depth 3 score cp 3\ninfo depth 3 multipv 2 score cp 9\n",
        b"info depth 4 score cp 4 lowerbound\n",
    ]
    assert last_exact(blocks) == b"info depth 3 score cp 3"
    assert last_exact([]) is None


def test_a_pv_keeps_words_that_are_keys_elsewhere() -> None:
    assert fields(b"info depth 2 pv e2e4 depth 9")[b"pv"] == [b"e2e4", b"depth", b"9"]


ZERO, ONE = b"info depth 1 score cp 0 pv e2e4", b"info depth 1 score cp 1 pv e2e4"


@pytest.mark.parametrize("delivery", ["auto", "score", "advise", "offer"])
@pytest.mark.parametrize("runner", ["zero window", "other", "unknown"])
def test_without_an_arbiter_zeros_become_ones_for_a_runner_alone(
    delivery: str, runner: str
) -> None:
    settings = Settings()
    settings.put(FLAG, "delivery", delivery)
    draw = ("movenumber=1", "movecount=1", "score=0")
    options = {"zero window": ("-draw", *draw), "other": (), "unknown": None}[runner]

    def make_choose() -> Callable[[Settings], Choice]:
        if options is None:
            raise ImportError
        return Chooser(Parent("fastchess", ("fastchess", *options), 1, 0.0)).choose

    session = make_session(settings, None)
    before = session.pass_block(ZERO + b"\n").rstrip()
    assert before == (ONE if delivery in {"auto", "score"} else ZERO)
    filters = filters_zeros(settings, make_choose)
    assert session.arbiter_missing(b"on" if filters else b"off", 0.0) == []
    channel = delivery == "score" or (delivery == "auto" and runner == "zero window")
    expected = channel and runner != "other"
    assert session.pass_block(ZERO + b"\n").rstrip() == (ONE if expected else ZERO)
