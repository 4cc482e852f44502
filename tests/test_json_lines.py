"""Batches over a pipe: a program asks, waits for the answer, and asks again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.program import call

from proxy.errors import UserError
from proxy.json_lines import answer_batch, read_json

if TYPE_CHECKING:
    from pathlib import Path

    from proxy.json_lines import Fields

FEN = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
JSON = json.dumps({"id": 1, "fen": FEN, "side": "white"})


@pytest.mark.parametrize(
    ("command", "head", "question"),
    [("rule", "", JSON), ("winnable", "", JSON), ("winnable", "id,fen,side\n", f"1,{FEN},white")],
)
def test_each_question_is_answered_before_the_next_is_asked(
    command: str, head: str, question: str
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "proxy", command, "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(head)
        for _ in range(3):
            program.stdin.write(f"{question}\n")
            answer = json.loads(program.stdout.readline())
            assert int(answer["id"]) == 1
            assert "error" not in answer
        program.stdin.close()
        assert program.stdout.read() == ""
    assert program.returncode == 0


@pytest.mark.parametrize("command", ["rule", "winnable"])
def test_nobody_reads_the_answers_any_more(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "proxy", command, "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        program.stdout.close()
        program.stdout = None
        _, errors = program.communicate(f"{JSON}\n{JSON}\n")
    assert (program.returncode, errors) == (0, "")


NUMBERS: tuple[object, ...] = (True, 10**330, -0.5, 1e300, [10**330])
ODD = (*NUMBERS, None, "", "w\0", "\ud800", [], ["w"], {}, {"a": [1]})
FIELDS = ["id", "fen", "side", "intended_winner", "moves", "scores", "event", "ruleset"]
DEPTHS = (500, 900, 1500, 5000, 20_000, 100_000)


@pytest.mark.parametrize("command", ["rule", "winnable"])
def test_no_line_ends_the_batch(command: str, tmp_path: Path) -> None:
    """Any kind of value in any field, as deep as it may be, and what is not UTF-8 or no JSON."""
    question = json.loads(JSON)
    lines = [json.dumps(question | {field: odd}) for field in FIELDS for odd in ODD]
    lines += [f'{{"{name}": {"[" * n}{"]" * n}}}' for name in FIELDS for n in DEPTHS]
    lines += ["[" * n for n in DEPTHS] + ['{"id": NaN, "scores": [1e999, NaN]}', "7" * 5000, "\0"]
    path = tmp_path / "batch"
    path.write_bytes(b"\n".join([b"[\xff", *(line.encode() for line in lines), JSON.encode()]))
    ran = call(command, "--batch", str(path))
    assert (ran.returncode, ran.stderr) == (1, "")
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(lines) + 2
    assert answers[-1]["id"] == 1
    assert "error" not in answers[-1]
    assert not [answer["error"] for answer in answers if "\n" in answer.get("error", "")]


@pytest.mark.parametrize(
    "row", [b"2," + b"x" * 200_000 + b",white", b"2,\xff,white", b"2\r3,4,5", b"2", b"2,3,4,5,6"]
)
def test_no_row_ends_the_batch(row: bytes, tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    good = f"1,{FEN},white".encode()
    path.write_bytes(b"\n".join([b"\xef\xbb\xbfid,fen,side", good, row, good]))
    ran = call("winnable", "--batch", str(path))
    assert (ran.returncode, ran.stderr) == (1, "")
    first, bad, last = map(json.loads, ran.stdout.splitlines())
    assert [one["verdict"] for one in (first, last)] == ["unwinnable"] * 2
    assert "\n" not in bad["error"]


def test_a_header_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    path.write_bytes(b"\xff\n1,2,3\n")
    ran = call("winnable", "--batch", str(path))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "the batch cannot be read as CSV" in ran.stderr


@pytest.mark.parametrize("text", ["4k3/8/8/8/8/8/r7/5K2 b - - 0 1\n", "id,position\n1,2\n"])
def test_a_list_without_a_column_of_fens_is_one_fault(text: str, tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    path.write_text(text)
    ran = call("winnable", "--batch", str(path))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "neither JSON lines nor CSV with 'fen' in its first line" in ran.stderr


def test_an_answer_that_cannot_be_written_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Some Pythons read what is nested more deeply than they write."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    questions: list[Fields | UserError] = [{"id": 1, "deep": deep}, {"id": 2}]
    assert answer_batch(os.devnull, dict, read=lambda _: questions) == 1
    bad, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert bad == {"error": "a field is too deeply nested"}
    assert good == {"id": 2}


def test_what_is_no_question_is_told_from_one() -> None:
    deep = b"[" * 100_000
    found = list(read_json([b"{}", b"x", b"[1]", b"\xff", b"null", deep, b'{"a": 1}']))
    assert (found[0], found[-1]) == ({}, {"a": 1})
    errors = [str(one) for one in found[1:-1]]
    starts = ["not a JSON line: "] * 5
    starts[1], starts[3] = "expected a JSON object, found list", "expected a JSON object, found No"
    assert all(error.startswith(start) for error, start in zip(errors, starts, strict=True))


def test_a_file_that_cannot_be_read_is_one_fault() -> None:
    with pytest.raises(UserError, match="cannot read tests: Is a directory"):
        answer_batch("tests", dict)
