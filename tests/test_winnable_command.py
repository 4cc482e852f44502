"""`uci-arbiter winnable` and the worker process: what they print, and how they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import chess
import pytest

from proxy.cli import main
from proxy.exact import can_mate
from proxy.winnable.board import read_board
from proxy.winnable.worker import answer

if TYPE_CHECKING:
    from pathlib import Path

LOCKED = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"
CASTLING = "4k3/8/8/8/8/5p1p/4pP1P/6KR w H - 0 1"
"""Without the right of the rook beside the king it is stalemate."""
KNIGHT = "8/8/8/8/8/2k5/2n5/K1r5 w - - 0 1"


def test_json_has_exactly_the_promised_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["winnable", "--fen", KNIGHT, "--side", "black", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["fen", "side", "verdict", "helpmate", "method", "nodes", "ms"]
    assert (answer["fen"], answer["side"], answer["verdict"]) == (KNIGHT, "black", "winnable")
    board = chess.Board(KNIGHT)
    for move in answer["helpmate"]:
        board.push_uci(move)
    assert board.is_checkmate()


def test_people_see_the_helpmate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["winnable", "--fen", KNIGHT, "--side", "black"]) == 0
    out = capsys.readouterr().out
    assert "winnable for black: Black mates in" in out
    assert "#" in out


def test_people_see_the_wall(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["winnable", "--fen", LOCKED, "--side", "white", "--budget", "2s"]) == 0
    assert "unwinnable for white: a wall: a4 a5 d4 d5 g4 g5 stand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--fen", LOCKED], "--side is missing"),
        (["--fen", LOCKED, "--side", "white", "--budget", "soon"], "--budget 'soon'"),
        (["--batch", "/nowhere/positions.jsonl"], "cannot read /nowhere/positions.jsonl"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["winnable", *args]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


@pytest.mark.parametrize(
    "fen",
    [
        *("", "nonsense", "4k3/8/8/8/8/8/r7/5K2", "8/8/8/8/8/8/8/8 w - - 0 1"),
        *("4k3/8/8/8/8/8/r8/5K2 w - - 0 1", "4k3/8/8/8/8/8/r7/5K1P w - - 0 1"),
        *("4k3/8/8/8/8/8/r7/5K2 x - - 0 1", "4k3/8/8/8/8/8/r7/5K2 w XX - 0 1"),
        *("4k3/8/8/8/8/8/r7/5K2 w - e9 0 1", "4k3/8/8/8/8/8/r7/5K2 w - - -1 1"),
        *("4k3/8/8/8/8/8/P7/4rK2 b - - 0 1", "4k1k1/8/8/8/8/8/4r3/4K3 w - - 0 1"),
    ],
)
def test_a_bad_fen_is_refused_in_the_words_of_rule(
    fen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rule", "--fen", fen]) == 2
    said = capsys.readouterr().err
    assert main(["winnable", "--fen", fen, "--side", "white"]) == 2
    assert capsys.readouterr().err == said
    assert said.startswith("uci-arbiter: FEN ")
    assert "error" in answer(json.dumps({"id": 1, "fen": fen, "side": "white"}))


@pytest.mark.parametrize(
    "placement",
    [
        "4k3/8/8/8/P7/P7/PPPPPPPP/4K3",
        "4k3/2N1Q1N1/8/8/8/8/8/4K3",
        "4k3/8/8/8/NNNNNNNN/NNNNNNNN/8/4K3",
    ],
)
def test_a_composed_position_is_answered(
    placement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["winnable", "--fen", f"{placement} b - - 0 1", "--side", "white"]) == 0
    assert capsys.readouterr().out.startswith("winnable")


def test_castling_rights_of_chess960_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["winnable", "--fen", CASTLING, "--side", "black"]) == 0
    assert "winnable for black: Black mates" in capsys.readouterr().out
    assert answer(json.dumps({"id": 1, "fen": CASTLING, "side": None}))["verdict"] == "alive"
    reply = answer(json.dumps({"id": 1, "fen": CASTLING, "side": "black"}))
    assert (reply["verdict"], reply["helpmate"][0]) == ("winnable", "g1h1")
    assert can_mate(chess.Board(CASTLING, chess960=True), chess.BLACK)


def test_castling_with_a_rook_at_home_is_written_as_in_chess() -> None:
    board = read_board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert board.uci(board.parse_san("O-O")) == "e1g1"
    assert not read_board("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1").chess960


def _batch(
    path: Path, text: str, capsys: pytest.CaptureFixture[str], *args: str
) -> tuple[int, list[dict[str, Any]]]:
    path.write_text(text, encoding="utf-8")
    code = main(["winnable", "--batch", str(path), "--budget", "5000", *args])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_batch_carries_other_fields_and_goes_on_after_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        json.dumps({"id": "a", "fen": LOCKED, "side": "white"}),
        "not json",
        json.dumps({"id": "c", "fen": "nonsense", "side": "white"}),
        "[1]",
        json.dumps({"id": "e", "fen": LOCKED, "side": ["green"]}),
        "",
        json.dumps({"id": "g", "fen": KNIGHT, "side": "black", "note": [1]}),
    ]
    code, answers = _batch(tmp_path / "q.jsonl", "\n".join(lines), capsys)
    assert code == 1
    assert [line.get("id") for line in answers] == ["a", None, "c", None, "e", "g"]
    assert ["error" in line for line in answers] == [False, True, True, True, True, False]
    assert answers[0]["verdict"] == "unwinnable"
    assert (answers[5]["verdict"], answers[5]["note"]) == ("winnable", [1])


def test_a_batch_without_errors_ends_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = json.dumps({"fen": LOCKED})
    code, answers = _batch(tmp_path / "q.jsonl", question, capsys, "--side", "black")
    assert (code, answers[0]["side"], answers[0]["verdict"]) == (0, "black", "unwinnable")


def test_a_batch_may_be_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"fen,intended_winner,expected\n{LOCKED},white,unwinnable\n{KNIGHT},black,winnable\n"
    code, answers = _batch(tmp_path / "q.csv", text, capsys)
    assert code == 0
    assert answers[0]["fen"] == LOCKED
    assert [line["verdict"] for line in answers] == [line["expected"] for line in answers]


def test_an_empty_batch_answers_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _batch(tmp_path / "q.jsonl", "", capsys) == (0, [])


def _start_worker() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "proxy.winnable.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def test_the_worker_answers_line_by_line_and_ends_at_the_end_of_its_stdin() -> None:
    with _start_worker() as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        questions: list[tuple[str, str]] = [
            (json.dumps({"id": 1, "fen": LOCKED, "side": "white", "nodes": 1000}), "unwinnable"),
            (json.dumps({"id": 2, "fen": LOCKED, "side": None, "nodes": 1000}), "dead"),
            (json.dumps({"id": 3, "fen": KNIGHT, "side": "black", "nodes": 1000}), "winnable"),
        ]
        for number, (question, verdict) in enumerate(questions, 1):
            worker.stdin.write(question + "\n")
            reply = json.loads(worker.stdout.readline())
            assert (reply["id"], reply["verdict"]) == (number, verdict)
        if hasattr(os, "getpriority"):
            assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= 10
        worker.stdin.write("nonsense\n")
        assert "error" in json.loads(worker.stdout.readline())
        worker.stdin.close()
        assert worker.wait(timeout=60) == 0
        assert worker.stdout.read() == ""
        assert worker.stderr.read() == ""


def test_the_worker_says_nothing_when_nobody_reads() -> None:
    with _start_worker() as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(json.dumps({"id": 1, "fen": LOCKED, "side": None}) + "\n")
        assert worker.wait(timeout=60) == 0
        assert worker.stderr.read() == ""


@pytest.mark.parametrize(
    "question",
    [
        "",
        "[]",
        "{}",
        '{"id": 5}',
        '{"id": 5, "fen": 7, "side": "white"}',
        '{"id": 5, "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "side": "white"}',
        json.dumps({"id": 5, "fen": LOCKED, "side": "green"}),
        json.dumps({"id": 5, "fen": LOCKED, "side": "white", "nodes": "many"}),
    ],
)
def test_a_bad_question_gets_an_error_and_keeps_its_id(question: str) -> None:
    reply = answer(question)
    assert "error" in reply
    assert reply["id"] == (5 if '"id": 5' in question else None)
    assert "verdict" not in reply
