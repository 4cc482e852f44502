"""Records: what a session did, as games."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recorded import record

from proxy.record.evaluation import clocks_s, evaluation
from proxy.record.model import GameRecord, Move
from proxy.record.pgn import move_comment, pgn_text

if TYPE_CHECKING:
    from collections.abc import Sequence

SHUFFLE = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
CPU = "setoption name UCI_Opponent value GM 2800 computer Shredder 12"


def only(games: Sequence[GameRecord]) -> GameRecord:
    (game,) = games
    return game


def read_pgn(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def ruled() -> GameRecord:
    return only(
        record(
            "> " + CPU,
            "> ucinewgame",
            f"> position startpos moves {SHUFFLE}",
            "> go wtime 61500 btime 60000",
            "= info depth 9 score cp 20 lowerbound pv f6g8",
            "= info depth 8 multipv 1 score cp 13 pv f6g8\ninfo depth 8 multipv 2 score cp 1",
            "1.25",
            "» bestmove f6g8",
            "> quit",
        )
    )


def test_a_ruled_game_has_its_result_its_reason_and_its_evidence() -> None:
    game = ruled()
    assert (game.result, game.termination) == ("1/2-1/2", "normal")
    assert game.reason == "threefold-repetition (9.2.2.2)"
    assert game.rulings[0]["occurrences"] == (0, 4, 8)
    assert game.rulings[0]["winner"] is None
    assert (game.white, game.black, game.engine_color) == ("Shredder 12", "Fish 1", "black")
    assert game.wrapper.delivery == "advise"
    assert game.wrapper.reasons == ["a test"]
    assert game.interventions[0].what.startswith("said: 1/2-1/2 by threefold-repetition")


FOOLS = "f2f3 e7e5 g2g4"


def played(*more: str) -> GameRecord:
    return only(
        record(
            f"> position startpos moves {FOOLS}", "> go wtime 1 btime 1", "» bestmove b8c6", *more
        )
    )


def test_the_result_of_a_cecp_gui_is_that_of_the_record() -> None:
    game = played("@ result 0-1 {White resigns}")
    assert (game.result, game.reason, game.termination) == ("0-1", "White resigns", "normal")
    assert played("@ result *").result == "*"
    assert played("@ result nonsense").result == "*"


def test_a_result_that_was_ruled_stands_and_the_guis_is_noted() -> None:
    lines = (
        f"> position startpos moves {SHUFFLE}",
        "> go wtime 61500 btime 60000",
        "» bestmove f6g8",
        "@ result 1-0 {Black forfeits on time}",
    )
    game = only(record(*lines))
    assert game.result == "1/2-1/2"
    assert game.warnings == [
        "the GUI's result is 1-0 {Black forfeits on time}, ours is 1/2-1/2 by "
        "threefold-repetition (9.2.2.2)"
    ]
    assert any("it was 1/2-1/2 by threefold" in one.what for one in game.interventions)


def test_a_claim_in_place_of_a_move_is_a_ruling_of_the_record() -> None:
    game = only(
        record(
            "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6",
            "> go wtime 61500 btime 60000",
            "» bestmove f3g1",
            f"> position startpos moves {SHUFFLE} f6g8",
            "@ announce",
        )
    )
    assert game.moves[-1].uci == "f6g8"
    assert game.rulings[0]["ply"] == 8
    assert game.reason == "threefold-repetition (9.2.2.2)"


def test_moves_have_score_depth_time_and_clock() -> None:
    moves = ruled().moves
    assert [move.uci for move in moves] == [*SHUFFLE.split(), "f6g8"]
    assert [move.by for move in moves] == ["gui"] * 7 + ["engine"]
    assert moves[-1] == Move("f6g8", "engine", score_cp=13, depth=8, time_s=1.25)
    assert (moves[-2].clock_s, moves[-3].clock_s) == (61.5, 60.0)
    assert moves[0].clock_s is None


def test_pgn_is_read_by_python_chess() -> None:
    text = pgn_text(ruled())
    game = read_pgn(text)
    headers = game.headers
    assert headers["Result"] == "1/2-1/2"
    assert headers["Termination"] == "normal"
    assert headers["Reason"] == "threefold-repetition (9.2.2.2)"
    assert headers["Ruleset"] == "online"
    assert headers["Date"] == "2026.11.30"
    last = game.end()
    assert last.comment.startswith("+0.13/8 1.25s Arbiter: 1/2-1/2 by threefold-repetition")
    assert "(9.2.2.2, the position of plies 0, 4, 8)." in last.comment
    before = last.parent
    assert before is not None
    assert before.clock() == 61.5
    assert text.endswith("\n\n")


def test_json_is_read_back_whole() -> None:
    game = ruled()
    data = json.loads(json.dumps(game.to_json()))
    assert data["game_id"] == game.game_id
    again = GameRecord.from_json(data)
    assert again.to_json() == {**data}
    assert pgn_text(again) == pgn_text(game)


@pytest.mark.parametrize(
    ("move", "comment"),
    [
        (Move("e2e4", "gui"), ""),
        (Move("e2e4", "engine", score_cp=-7, depth=1, time_s=0.0104), "-0.07/1 0.0104s"),
        (Move("e2e4", "engine", score_mate=-3, clock_s=3723.04), "[%clk 1:02:03.0] -M3"),
        (Move("e2e4", "engine", score_mate=1, depth=4), "+M1/4"),
        (Move("e2e4", "engine", clock_s=-0.2, time_s=12.0), "[%clk 0:00:00.0] 12s"),
    ],
)
def test_the_comment_of_a_move(move: Move, comment: str) -> None:
    assert move_comment(move) == comment


@pytest.mark.parametrize(
    ("info", "found"),
    [
        (b"info depth 3 score cp -5 pv e2e4", {"score_cp": -5, "depth": 3}),
        (b"info score mate -2 depth x", {"score_mate": -2}),
        (b"info depth 2 score cp x", {"depth": 2}),
        (None, {}),
    ],
)
def test_what_an_info_line_says(info: bytes | None, found: dict[str, int]) -> None:
    assert evaluation(info) == found


def test_what_a_go_line_says() -> None:
    assert clocks_s(b"go wtime 1500 btime -20 winc 5") == {"white": 1.5, "black": -0.02}
    assert clocks_s(b"go movetime 5 wtime") == {}
    assert clocks_s(b"go wtime --5 btime soon") == {}


def test_each_ucinewgame_begins_a_record() -> None:
    one = ("> ucinewgame", "> position startpos", "> go movetime 1", "» bestmove e2e4")
    games = record(*one, "> ucinewgame", *one, "> quit")
    assert [[move.uci for move in game.moves] for game in games] == [["e2e4"], ["e2e4"]]
    assert [game.number for game in games] == [1, 2]
    assert games[0].ended is not None


def test_another_game_without_ucinewgame_begins_a_record() -> None:
    moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6"
    games = record(
        f"> position startpos moves {moves}",
        "> go movetime 1",
        "» bestmove e1g1",
        "> position startpos moves d2d4 d7d5",
        "> go movetime 1",
        "» bestmove c2c4",
    )
    assert [len(game.moves) for game in games] == [9, 3]


def test_a_takeback_stays_in_its_record_and_takes_a_ruling_back() -> None:
    game = only(
        record(
            f"> position startpos moves {SHUFFLE}",
            "> go movetime 1",
            "» bestmove f6g8",
            "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 d2d4",
            "> go movetime 1",
            "» bestmove d7d5",
        )
    )
    assert [move.uci for move in game.moves[-2:]] == ["d2d4", "d7d5"]
    assert "went back 2 plies with the GUI" in [one.what for one in game.interventions]
    assert game.rulings == []
    assert (game.result, game.reason) == ("*", "")


def test_the_last_moves_that_the_gui_tells_are_recorded_without_a_go() -> None:
    game = only(
        record(
            "> position startpos moves f2f3 e7e5",
            "> go movetime 1",
            "» bestmove g2g4",
            "> position startpos moves f2f3 e7e5 g2g4 d8h4",
            "> quit",
        )
    )
    assert "Qh4#" in pgn_text(game)
    assert (game.result, game.reason) == ("0-1", "checkmate")


def test_a_move_that_was_only_expected_is_not_recorded() -> None:
    game = only(
        record(
            "> position startpos",
            "> go movetime 1",
            "» bestmove e2e4 ponder e7e5",
            "> position startpos moves e2e4 e7e5",
            "> go ponder wtime 100 btime 100",
            "> stop",
            "» bestmove g1f3",
            "> quit",
        )
    )
    assert [move.uci for move in game.moves] == ["e2e4"]


def test_a_ponder_move_that_was_played_is_recorded_with_the_time_since_then() -> None:
    game = only(
        record(
            "> position startpos",
            "> go movetime 1",
            "» bestmove e2e4 ponder e7e5",
            "> position startpos moves e2e4 e7e5",
            "> go ponder wtime 100 btime 100",
            "5",
            "> ponderhit",
            "0.5",
            "» bestmove g1f3",
        )
    )
    assert [move.uci for move in game.moves] == ["e2e4", "e7e5", "g1f3"]
    assert game.moves[-1].time_s == 0.5


@pytest.mark.parametrize("go", ["go infinite", "go mate 3", "go depth 3 searchmoves e2e4"])
def test_analysis_is_no_game(go: str) -> None:
    assert record("> position startpos", f"> {go}", "> stop", "» bestmove e2e4", "> quit") == []
    option = "> setoption name UCI_AnalyseMode value true"
    assert record(option, "> position startpos", "> go depth 1", "» bestmove e2e4") == []


def test_an_engine_that_dies_abandons_the_game() -> None:
    game = only(record("> position startpos", "> go movetime 1", "@ quit"))
    assert (game.result, game.termination) == ("*", "abandoned")
    assert game.reason == "engine fish exited with code 3"
    assert game.warnings == ["engine fish exited with code 3"]
    assert "exited with code 3" in read_pgn(pgn_text(game)).comment


def test_an_illegal_move_is_a_warning_and_not_recorded() -> None:
    game = only(record("> position startpos", "> go movetime 1", "» bestmove e2e5"))
    assert game.moves == []
    assert "e2e5" in game.warnings[0]


def test_a_position_that_cannot_be_followed_is_a_warning() -> None:
    game = only(
        record(
            "> position startpos",
            "> go movetime 1",
            "» bestmove e2e4",
            "> position startpos moves e2e4 e7e4",
            "> go movetime 1",
            "» bestmove d2d4",
        )
    )
    assert [move.uci for move in game.moves] == ["e2e4"]
    assert "e7e4" in " ".join(game.warnings)


def test_what_was_sent_besides_is_an_intervention() -> None:
    game = only(
        record(
            f"> position startpos moves {SHUFFLE}",
            "> go movetime 1",
            "= info depth 8 score cp 13 pv f6g8",
            "» bestmove f6g8",
            delivery="score",
        )
    )
    sent = [one.what for one in game.interventions if one.what.startswith("sent: ")]
    assert sent == ["sent: info depth 8 score cp 0 pv f6g8"]


def test_an_engine_that_plays_both_sides() -> None:
    game = only(
        record(
            "> position startpos",
            "> go movetime 1",
            "» bestmove e2e4",
            "> position startpos moves e2e4",
            "> go movetime 1",
            "» bestmove e7e5",
        )
    )
    assert game.engine_color == "both"
    assert (game.white, game.black) == ("Fish 1", "Fish 1")


def test_chess960_and_variants_are_written_as_such() -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
    game = only(
        record(
            "> setoption name UCI_Chess960 value true",
            f"> position fen {fen}",
            "> go movetime 1",
            "» bestmove e1g1",
        )
    )
    assert [move.uci for move in game.moves] == ["e1g1"]
    assert "O-O" in pgn_text(game)
    assert read_pgn(pgn_text(game)).headers["Variant"] == "Chess960"
    game = only(
        record(
            "> setoption name UCI_Variant value atomic",
            "> position startpos",
            "> go movetime 1",
            "» bestmove g1f3",
        )
    )
    assert read_pgn(pgn_text(game)).headers["Variant"] == "Atomic"


def test_bare_fens_that_continue_each_other_are_one_game() -> None:
    """As c-chess-cli sends them: a new base after each irreversible move."""
    game = only(
        record(
            "> position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "> go wtime 5100 btime 5000",
            "» bestmove g2g4",
            "> position fen rnbqkbnr/1ppppppp/8/p7/6P1/8/PPPPPP1P/RNBQKBNR w KQkq - 0 2",
            "> go wtime 5100 btime 5000",
            "» bestmove e2e3",
        )
    )
    assert [move.uci for move in game.moves] == ["g2g4", "a7a5", "e2e3"]


def test_a_steered_answer_is_an_intervention() -> None:
    game = only(
        record(
            f"> position startpos moves {SHUFFLE}",
            "> go movetime 1",
            "= info depth 3 score cp -300 pv b8c6",
            "» bestmove b8c6",
            ruleset="fide",
            steer=True,
        )
    )
    assert game.moves[-1].uci == "f6g8"
    said = [one.what for one in game.interventions]
    assert "answered f6g8 in place of the engine's b8c6" in said


WORDS = (
    "position startpos",
    "position startpos moves e2e4",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e9",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen k7/8/K7/8/8/8/8/7R b - - 99 80 moves a8b8",
    "position",
    "go wtime 1000 btime x",
    "go ponder",
    "go infinite",
    "stop",
    "ponderhit",
    "ucinewgame",
    "setoption name UCI_Variant value atomic",
    "setoption name UCI_Variant value nonsense",
    "setoption name UCI_Chess960 value true",
    "setoption",
    "quit",
)
ANSWERS = (
    "bestmove e2e4",
    "bestmove e7e5 ponder g1f3",
    "bestmove (none)",
    "bestmove",
    "bestmove P@e4",
    "bestmove é",
    "id name",
    "info depth x score cp y",
)
LINE = st.one_of(
    st.sampled_from(WORDS).map("> {}".format),
    st.sampled_from(ANSWERS).map("» {}".format),
    st.just("= info depth 3 score mate x"),
    st.just("1.5"),
    st.just("@ quit"),
)


@given(st.lists(LINE, max_size=25))
def test_whatever_is_said_can_be_recorded_and_written(lines: list[str]) -> None:
    for game in record(*lines):
        data = json.loads(json.dumps(game.to_json()))
        read_pgn(pgn_text(GameRecord.from_json(data)))


def test_without_tracking_games_are_recorded_without_rulings() -> None:
    game = only(
        record(
            f"> position startpos moves {SHUFFLE}",
            "> go movetime 1",
            "» bestmove f6g8",
            tracking=False,
        )
    )
    assert len(game.moves) == 8
    assert (game.result, game.rulings) == ("*", [])


def test_the_game_id_is_that_of_both_sides() -> None:
    line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"
    moves = line.split()
    white = only(record(f"> position startpos moves {line}", "> go movetime 1", "» bestmove h2h3"))
    black = only(
        record(
            f"> position startpos moves {' '.join(moves[:15])}",
            "> go movetime 1",
            f"» bestmove {moves[15]}",
        )
    )
    assert white.game_id == black.game_id
    other = replace(white, start_fen="8/8/8/8/8/8/8/K1k5 w - - 0 1")
    assert other.game_id != white.game_id
