"""`uci-arbiter rule`: JSON, words for a reader, batches, faults."""

from __future__ import annotations

import io
import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

import pytest

from proxy.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SHUFFLE = "g1f3 g8f6 f3g1 f6g8"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
FIELDS = [
    "fen",
    "ply",
    "ended_ply",
    "result",
    "winner",
    "reason",
    "article",
    "automatic",
    "claims",
    "repetitions",
    "halfmove_clock",
    "occurrences",
    "perpetual",
    "undetermined",
    "warnings",
]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["rule", *args])
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    code, out, err = run(capsys, "--json", *args)
    assert (code, err, out.count("\n")) == (0, "", 1)
    fields: dict[str, Any] = json.loads(out)
    return fields


def test_the_json_answer_has_all_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    fields = answer(capsys, "--moves", f"{SHUFFLE} {SHUFFLE}")
    assert list(fields) == FIELDS
    assert fields["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"
    assert fields["claims"] == [
        {"reason": "threefold-repetition", "article": "9.2.2.2", "by": "white", "move": None},
        {"reason": "threefold-repetition", "article": "9.2.2.1", "by": "white", "move": "g1f3"},
    ]
    assert (fields["repetitions"], fields["occurrences"]) == (3, [0, 4, 8])
    with_claim = answer(capsys, "--event", "claim:white")
    assert list(with_claim) == [*FIELDS[:-1], "claim", "warnings"]


def test_moves_after_the_end_are_ignored_or_with_strict_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ["--ruleset", "online", "--moves", f"{SHUFFLE} {SHUFFLE} e2e4 garbage"]
    fields = answer(capsys, *args)
    assert (fields["ply"], fields["ended_ply"], fields["reason"]) == (8, 8, "threefold-repetition")
    code, out, err = run(capsys, "--strict", *args)
    assert (code, out) == (2, "")
    assert err == (
        "uci-arbiter: ply 9: 'e2e4' is illegal: the game is over by threefold-repetition\n"
    )
    code, _, _ = run(capsys, "--strict", "--ruleset", "online", "--moves", f"{SHUFFLE} {SHUFFLE}")
    assert code == 0


def test_a_wrong_claim_costs_less_in_rapid(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "--event", "claim:white")["claim"]["penalty_s"] == 120
    assert answer(capsys, "--event", "claim:white", "--rapid")["claim"]["penalty_s"] == 60


def test_chess960_and_variants_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "nqrnb1kr/8/8/8/8/8/8/NQRNBBKR b kq - 0 1"
    assert answer(capsys, "--chess960", "--fen", fen, "--moves", "g8h8")["ply"] == 1
    hill = "k7/8/8/8/8/3K4/8/8 w - - 0 1"
    fields = answer(capsys, "--variant", "kingofthehill", "--fen", hill, "--moves", "d3d4")
    assert (fields["winner"], fields["reason"]) == ("white", "variant-end")


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (
            ["--fen", STALEMATE],
            [
                "1/2-1/2  Draw by stalemate (5.2.1) at ply 0.",
                "The position has occurred once, at ply 0; 0 half-moves without a capture",
                "  8 . . . . . . . k",
                "    a b c d e f g h",
                "  Black to move",
            ],
        ),
        (
            ["--moves", f"{SHUFFLE} {SHUFFLE}"],
            [
                "No ruling under 'fide': the game goes on.",
                "White can claim threefold repetition (9.2.2.2).",
                "White can claim threefold repetition (9.2.2.1) by naming g1f3.",
                "The position has occurred 3 times, at plies 0, 4, 8; 8 half-moves without",
            ],
        ),
        (
            ["--moves", f"{SHUFFLE} {SHUFFLE}", "--event", "claim:white"],
            ["1/2-1/2  Draw by threefold repetition, on a right claim (9.2.2.2) at ply 8."],
        ),
        (
            ["--event", "claim:white"],
            ["The claim is wrong: 120 seconds are added to Black's clock"],
        ),
        (
            ["--event", "claim:white", "--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"],
            ["1-0  White wins by checkmate (5.1.1)", "The claim came after the end of the game."],
        ),
        (
            ["--event", "flag:black", "--fen", "4k3/8/8/8/8/8/r7/5K2 b - - 3 1"],
            ["1/2-1/2  Draw after time forfeit, as the other side cannot win (6.9) at ply 0."],
        ),
        (
            ["--fen", "4k3/8/8/8/8/8/3R4/4K3 w K - 99 80"],
            [
                "White can claim the fifty-move rule (9.3.1) by naming d2a2 or d2b2 or",
                "Note: castling rights 'K' cleaned to '-'",
            ],
        ),
        (
            [
                "--fen",
                "6k1/6p1/8/7Q/8/8/1q6/7K w - - 0 1",
                "--moves",
                "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8",
            ],
            ["Perpetual check: White gave check with every move."],
        ),
    ],
)
def test_the_answer_for_a_reader(
    capsys: pytest.CaptureFixture[str], args: list[str], lines: list[str]
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, err) == (0, "")
    for line in lines:
        assert any(found.startswith(line) for found in out.splitlines()), out


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (["--moves", "e2e4 e7e5 e4e5"], "ply 3: 'e4e5' is illegal: the pawn on e4 cannot go to e5"),
        (["--moves", "e2e4 Nf6"], "ply 2: 'Nf6' is illegal: not a move in UCI form"),
        (
            ["--fen", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"],
            "FEN side to move is 'x': expected 'w' or 'b'",
        ),
        (["--event", "flag:red"], "event 'flag:red' is not known: expected agreement"),
        (["--ruleset", "fidde"], "nothing named 'fidde' among the rulesets"),
        (["--variant", "shogi"], "no variant 'shogi'"),
        (["--batch", "/no/such/file"], "cannot read /no/such/file: No such file or directory"),
        (["--ruleset", "fidde", "--batch", "/no/such/file"], "nothing named 'fidde'"),
    ],
)
def test_a_fault_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], args: list[str], fault: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"uci-arbiter: {fault}")


def batch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: list[str], *args: str
) -> tuple[int, list[dict[str, Any]]]:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(line.encode("latin-1") + b"\n" for line in lines))
    code, out, err = run(capsys, *args, "--batch", str(path))
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


def test_a_batch_answers_in_order_and_carries_other_fields_through(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    questions = [
        {"id": 1, "moves": f"{SHUFFLE} {SHUFFLE}", "expect": {"x": [1]}},
        {"id": 2, "moves": SHUFFLE.split() * 2, "ruleset": "fide"},
        {"id": 3, "fen": STALEMATE, "event": "flag:black", "result": "?"},
        {"id": 4, "event": "claim:white", "rapid": True, "scores": [1, None]},
        {},
    ]
    code, answers = batch(
        capsys, tmp_path, [*map(json.dumps, questions), "", "  "], "--ruleset", "online"
    )
    assert code == 0
    assert [fields.get("id") for fields in answers] == [1, 2, 3, 4, None]
    assert [fields["reason"] for fields in answers] == [
        "threefold-repetition",
        None,
        "stalemate",
        None,
        None,
    ]
    assert answers[0]["expect"] == {"x": [1]}
    assert answers[2]["result"] == "1/2-1/2"
    assert answers[3]["claim"]["penalty_s"] == 60
    assert answers[3]["scores"] == [1, None]
    assert "moves" not in answers[0]


def test_the_options_are_the_defaults_of_a_batch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, answers = batch(capsys, tmp_path, ['{"event": null}', '{"fen": null}'], "--fen", STALEMATE)
    assert [fields["reason"] for fields in answers] == ["stalemate", None]


def test_unreadable_lines_give_an_error_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [
        "not json",
        "[1]",
        '{"id": 1, "moves": "e2e5"}',
        '{"id": 2, "moves": [1]}',
        '{"id": 3, "fen": "8/8 w"}',
        '{"id": 4, "rapid": "yes"}',
        '{"id": 5, "moves": null}',
        '{"id": 6, "ruleset": "fidde"}',
        '{"id": 7, "event": "x"}',
        '{"id": "\xff"}',
        '{"id": 8}',
    ]
    code, answers = batch(capsys, tmp_path, lines)
    assert code == 1
    assert len(answers) == len(lines)
    errors = [fields.get("error", "") for fields in answers]
    for error, start in zip(
        errors,
        [
            "not a JSON line: ",
            "expected a JSON object, found list",
            "ply 1: 'e2e5' is illegal: ",
            "ply 1: 1 is not a move: expected a text",
            "FEN '8/8 w' has 2 field(s)",
            "rapid is 'yes': expected true or false",
            "moves is None: expected a text or a list of moves",
            "nothing named 'fidde' among the rulesets",
            "event 'x' is not known",
            "not a JSON line: ",
            "",
        ],
        strict=True,
    ):
        assert error.startswith(start)
        assert "\n" not in error
    assert [fields.get("id") for fields in answers[2:9]] == [1, 2, 3, 4, 5, 6, 7]
    assert answers[-1]["result"] == "*"


def test_a_batch_is_read_from_stdin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b'{"id": 1}\n{"id": 2}'))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = run(capsys, "--batch", "-")
    assert (code, [json.loads(line)["id"] for line in out.splitlines()]) == (0, [1, 2])


def test_the_help_shows_examples_that_work(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["rule", "--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert "c-chess-cli, classic, cutechess" in out

    examples = [line for line in out.splitlines() if line.startswith("  uci-arbiter rule")]
    assert len(examples) == 5
    for example in examples:
        if "--batch" not in example:
            assert main(shlex.split(example)[1:]) == 0
