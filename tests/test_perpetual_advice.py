"""Perpetual check as advice: proven beside the game, said, recorded, and heard by the draw policy.

What is asked and said, line by line, is in the transcripts `advice_*` and `cecp_gui_*perpetual*`.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import chess
import chess.pgn
import pytest
from support.recorded import record
from support.wrapper import FAKE_ENGINE

from proxy.game.game import Game
from proxy.offers import DrawPolicy
from proxy.perpetual import advice
from proxy.perpetual.advice import Advisor
from proxy.record.files import read_records
from proxy.record.merge import join
from proxy.record.model import GameRecord
from proxy.record.pgn import pgn_text
from proxy.record.summary import summary_text
from proxy.rules.perpetual_check import checking_side
from proxy.rulesets import load_ruleset, ruleset_names
from proxy.winnable.worker import answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.wrapper import Wrapper

QUEEN = "6k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1"
CYCLE = "h5e8 g8h7 e8h5 h7g8"
SAID = f"advice at ply 4: perpetual check by white in the cycle {CYCLE}, proven to go on for ever"


def played(fen: str, moves: str) -> Game:
    game = Game.start(fen)
    for text in moves.split():
        game.push(game.parse(text))
    return game


def asked(fen: str, side: str, **more: object) -> dict[str, object]:
    return answer(json.dumps({"id": "p", "fen": fen, "perpetual": side, "positions": 400} | more))


@pytest.mark.parametrize(
    ("fen", "side", "verdict"),
    [
        (QUEEN, "white", "perpetual"),
        (QUEEN, "black", "no"),
        ("4Q1k1/6p1/8/8/8/8/1rq5/6K1 b - - 5 3", "white", "perpetual"),
        ("6k1/Q7/8/8/8/7P/6P1/5nBK b - - 4 3", "black", "perpetual"),
        ("6k1/6p1/r7/7Q/8/8/1rq5/6K1 w - - 4 3", "white", "no"),  # a rook steps in
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "white", "no"),  # it mates
        ("7K/8/8/8/8/8/qk6/6Q1 b - - 0 1", "black", "undetermined"),
    ],
)
def test_the_analyst_answers(fen: str, side: str, verdict: str) -> None:
    assert asked(fen, side) == {"id": "p", "verdict": verdict}


def test_the_analyst_is_not_confused() -> None:
    assert "error" in asked(QUEEN, "red")
    assert "error" in asked(QUEEN, "white", positions=None)


def test_it_is_asked_where_no_rule_speaks_of_it() -> None:
    game = played(QUEEN, CYCLE)
    for name in ruleset_names():
        question = Advisor().question(game, load_ruleset(name))
        assert (question is None) == (name == "classic"), name


def test_it_is_not_asked_in_variants() -> None:
    game = Game.start("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", variant="kingofthehill")
    for text in ("f1b5", "e8f8", "b5f1", "f8e8"):
        game.push(game.parse(text))
    assert game.count == 2
    assert Advisor().question(game, load_ruleset("online")) is None


def test_a_game_without_a_repetition_costs_no_look_at_its_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advice, "make_ruling", None)
    game = played(QUEEN, "h5e8 g8h7 e8h5")
    assert Advisor().question(game, load_ruleset("online")) is None


@pytest.mark.parametrize(
    ("moves", "side"),
    [
        ("h5e8 g8h7 e8h5", None),  # not yet repeated
        (CYCLE, chess.WHITE),
        (f"{CYCLE} h5e8", chess.WHITE),
        ("h5e5 g8h7 e5h5 h7g8", None),  # quiet at first
        ("h5h4 g8f8 h4h5 f8g8", None),
        (f"{CYCLE} h5e5 g8h7 e5h5 h7g8", None),  # all between three occurrences counts
    ],
)
def test_whose_checks_the_cycle_is_made_of(moves: str, side: chess.Color | None) -> None:
    game = played(QUEEN, moves)
    before = game.board.fen(), game.ply
    assert checking_side(game) is side
    assert (game.board.fen(), game.ply) == before


OURS, THEIRS = True, False


@pytest.mark.parametrize(
    ("perpetual", "score", "agrees"),
    [
        (THEIRS, 900, True),
        (THEIRS, None, True),
        (OURS, 5, True),
        (OURS, -900, True),
        (OURS, 6, False),
        (OURS, None, False),
        (None, 0, False),
    ],
)
def test_a_proof_stands_in_for_the_scores_and_the_move_number(
    perpetual: bool | None, score: int | None, agrees: bool
) -> None:
    game = played(QUEEN, f"{CYCLE} h5e8")
    if score is not None:
        game.scores[game.ply] = score
    policy = DrawPolicy(accept=True, offer=True, bound_cp=5)
    assert policy.accepts(game, perpetual) is agrees
    assert policy.offers(game, None, perpetual) is agrees
    assert not DrawPolicy(bound_cp=5).accepts(game, perpetual)
    assert not DrawPolicy(bound_cp=5).offers(game, None, perpetual)
    assert not policy.offers(game, game.ply - 4, perpetual)


# --- the record


def recorded(*more: str, ruleset: str = "fide", moves: str = CYCLE) -> GameRecord:
    """Return a game in which White could check for ever, as White's wrapper saw it."""
    (game,) = record(
        f"> position fen {QUEEN} moves {moves}",
        "> go movetime 10",
        '@ analysed {"id": "perpetual-1", "verdict": "perpetual"}',
        "» bestmove h5e8",
        *more,
        ruleset=ruleset,
    )
    return game


def test_the_record_holds_the_advice_and_no_result_comes_of_it() -> None:
    game = recorded()
    (advice,) = game.advice
    assert (advice["reason"], advice["ply"], advice["perpetual"]) == ("perpetual-check", 4, "white")
    assert (advice["occurrences"], advice["cycle"]) == ((0, 4), tuple(CYCLE.split()))
    assert advice["automatic"] is False
    assert (game.result, game.rulings, game.termination) == ("*", [], "unterminated")
    assert [one.what for one in game.interventions] == [f"said: {SAID}"]


def test_the_advice_is_read_back_and_stands_in_the_pgn() -> None:
    game = recorded()
    again = GameRecord.from_json(json.loads(json.dumps(game.to_json())))
    assert json.dumps(again.to_json()) == json.dumps(game.to_json())
    node = chess.pgn.read_game(io.StringIO(pgn_text(again)))
    assert node is not None
    assert [n.ply() for n in node.mainline() if "Arbiter" in n.comment] == [4]
    said = f"perpetual check by white in the cycle {CYCLE}, proven to go on for ever."
    assert f"Arbiter advises: {said}" in pgn_text(game).replace("\n", " ")


def test_a_record_without_advice_is_read_as_before() -> None:
    data = json.loads(json.dumps(recorded().to_json()))
    del data["advice"]
    assert GameRecord.from_json(data).advice == []


@pytest.mark.parametrize("damaged", [[1], "no", [{"ply": "4"}], [{"perpetual": "white"}]])
def test_damaged_advice_is_a_damaged_record(damaged: object) -> None:
    with pytest.raises(ValueError, match="advice"):
        GameRecord.from_json(recorded().to_json() | {"advice": damaged})


def test_what_is_taken_back_takes_its_advice_along() -> None:
    game = recorded(f"> position fen {QUEEN} moves h5e8 g8h7", "> go movetime 10")
    assert game.advice == []


def test_what_is_gone_through_again_is_noted_again_and_once() -> None:
    proven = [f'@ analysed {{"id": "perpetual-{n}", "verdict": "perpetual"}}' for n in range(2, 9)]
    again = (
        f"> position fen {QUEEN} moves h5e8 g8h7",
        "> go movetime 10",
        "» bestmove e8h5",
        f"> position fen {QUEEN} moves {CYCLE}",
        "> go movetime 10",
        *proven,
        "» bestmove h5e8",
    )
    assert [one["ply"] for one in recorded(*again).advice] == [4]
    at_once = ("> go movetime 10", *proven, "» bestmove h5e8")
    assert [one["ply"] for one in recorded(*at_once).advice] == [4]


def test_it_may_be_proven_before_its_last_move_is_known_to_be_played() -> None:
    def pondering(move: str) -> GameRecord:
        (game,) = record(
            f"> position fen {QUEEN} moves h5e8 g8h7",
            "> go wtime 1000 btime 1000",
            "» bestmove e8h5 ponder h7g8",
            f"> position fen {QUEEN} moves {CYCLE}",
            "> go ponder wtime 1000 btime 1000",
            '@ analysed {"id": "perpetual-1", "verdict": "perpetual"}',
            *(["> ponderhit"] if move == "h7g8" else ["> stop"]),
            "» bestmove h5e8",
            f"> position fen {QUEEN} moves h5e8 g8h7 e8h5 {move}",
            "> go wtime 1000 btime 1000",
            ruleset="fide",
        )
        return game

    assert len(pondering("h7g8").advice) == 1
    assert pondering("h7h6").advice == []


def test_what_is_analysed_between_two_moves_is_no_advice_in_the_game() -> None:
    knight = "6k1/Q7/8/8/8/7P/6P1/5nBK b - - 0 1"
    analysed = (
        f"> position fen {knight} moves f1g3 h1h2 g3f1 h2h1",
        "> go infinite",
        *(f'@ analysed {{"id": "perpetual-{n}", "verdict": "perpetual"}}' for n in range(2, 9)),
        "> stop",
        "» bestmove f1g3",
    )
    assert [one["perpetual"] for one in recorded(*analysed).advice] == ["white"]


def test_the_next_game_has_its_own_also_without_ucinewgame() -> None:
    def game(number: int) -> list[str]:
        return [
            "> position startpos",
            "> go movetime 10",
            "» bestmove e2e4",
            f"> position fen {QUEEN} moves {CYCLE}",
            "> go movetime 10",
            f'@ analysed {{"id": "perpetual-{number}", "verdict": "perpetual"}}',
            "» bestmove h5e8",
        ]

    games = record(*game(1), *game(3), ruleset="fide", history="as-sent")
    assert [len(one.advice) for one in games] == [0, 1, 0, 1]


def test_both_views_become_one() -> None:
    view = recorded()
    assert join(view, recorded()).advice == view.advice


def test_the_summary_tells_of_a_perpetual_that_was_lost() -> None:
    won, lost = recorded("@ result 1-0 {Black resigns}"), recorded("@ result 0-1 {White resigns}")
    text = summary_text([won, lost])
    assert "advice:\n       2  perpetual-check\n" in text
    assert "to look at: 1\n" in text
    assert "lost by white, who could check for ever at ply 4" in text
    assert "advice" not in summary_text([])


# --- a process, and a real analyst


@pytest.mark.parametrize(
    ("fen", "told"),
    [
        (QUEEN, [f"info string arbiter: {SAID}"]),
        ("6k1/6p1/r7/7Q/8/8/1rq5/6K1 w - - 0 1", []),  # a rook could step in
    ],
)
def test_a_wrapped_game(
    fen: str, told: list[str], wrapper: Callable[..., Wrapper], tmp_path: Path
) -> None:
    """White's wrapper: Black's move has completed the cycle, and White goes on with it."""
    log, games = tmp_path / "log", tmp_path / "games"
    games.mkdir()  # read below before the record's own thread may have made it
    options = ("--log", str(log), "--record", str(games))
    engine = wrapper(
        *FAKE_ENGINE, f"moves={CYCLE.replace(' ', ',')},h5e8,g8h7,e8h5", options=options
    )
    engine.handshake()
    engine.wait_for_the_arbiter(log)
    said = engine.go(f"fen {fen} moves {CYCLE}", "go wtime 1000 btime 1000")
    engine.wait_until(lambda: '@ analysed {"id": "perpetual-1"' in log.read_text())
    said += engine.go(f"fen {fen} moves {CYCLE} h5e8 g8h7", "go wtime 1000 btime 1000")
    assert [line for line in said if line.startswith("info string arbiter: ")] == told
    engine.wait_until(
        lambda: any(len(one.advice) == len(told) for _, one in read_records(str(games)))
    )
    assert engine.quit() == 0
    ((_, game),) = read_records(str(games))
    assert len(game.advice) == len(told)
    assert game.rulings == []
