"""Batches over a pipe: a program asks, waits for the answer, and asks again."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from proxy.errors import UserError
from proxy.json_lines import answer_batch, read_json

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
