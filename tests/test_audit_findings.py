"""Each kind of finding, found and not found, on the fast path and on the slow one."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest
from support.audit import audit, found, law, pgn

from proxy.analysis import Analysis
from proxy.audit import findings
from proxy.audit.scores import ScoreRule, ScoreRules

DRAW = "1/2-1/2"
MATE = "1. f3 e5 2. g4 Qh4#"
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "
LONE_KING = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"
STALEMATE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
DEAD_SOON = "4k3/8/8/8/8/8/r7/1B2K3 w - - 0 1"
LATE = "4k3/8/8/8/8/8/R7/4K3 w - - 98 90"
LATER = "4k3/8/8/8/8/8/R7/4K3 w - - 148 90"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (pgn(MATE, "0-1"), []),
        (pgn(MATE, "1-0"), [("wrong-result", "wrong", "0-1")]),
        (pgn(MATE, "*"), [("wrong-result", "wrong", "0-1")]),
        (pgn("1. Qf7", DRAW, FEN=STALEMATE), []),
        (pgn("1. Qf7", "1-0", FEN=STALEMATE), [("wrong-result", "wrong", DRAW)]),
        (pgn(SHUFFLE * 2, DRAW, Termination="3-fold repetition"), []),
        (
            pgn(SHUFFLE + "Nf3 Nf6", DRAW, Termination="3-fold repetition"),
            [("false-ending", "wrong", None)],
        ),
        (
            pgn(SHUFFLE + "Nf3 Nf6 Ng1", DRAW, Termination="3-fold repetition"),
            [("false-ending", "note", None)],  # it was there to be claimed, by naming Ng8
        ),
        (pgn("1. e4 e5 {White mates}", "1-0"), [("false-ending", "wrong", None)]),
        (pgn("1. Ra3 Ke7", DRAW, FEN=LATE, Termination="50 moves rule"), []),
        (
            pgn("1. Ra3", DRAW, FEN=LATE, Termination="50 moves rule"),
            [("false-ending", "note", None)],
        ),
        (
            pgn("1. e4", DRAW, Termination="50 moves rule"),
            [("false-ending", "wrong", None)],
        ),
        (pgn("1. Bxa2", DRAW, FEN=DEAD_SOON), []),
        (pgn("1. Bxa2 Kd7", DRAW, FEN=DEAD_SOON), [("played-on", "note", DRAW)]),
        (pgn("1. Bxa2 Kd7", "1-0", FEN=DEAD_SOON), [("played-on", "wrong", DRAW)]),
        (pgn(SHUFFLE * 4, DRAW), []),
        (pgn(SHUFFLE * 4 + "e4", DRAW), [("played-on", "note", DRAW)]),
        (pgn(SHUFFLE * 4 + "e4", "1-0"), [("played-on", "wrong", DRAW)]),
        (pgn("1. Ra3 Ke7", DRAW, FEN=LATER), []),
        (pgn("1. Ra3 Ke7 2. Ra4", "1-0", FEN=LATER), [("played-on", "wrong", DRAW)]),
        (pgn(MATE + " 3. e4", "0-1"), [("played-on", "note", "0-1")]),
        (
            pgn("1. Ra3 Kd7", "0-1", FEN=LONE_KING, Termination="time forfeit"),
            [("forfeit", "wrong", DRAW)],
        ),
        (pgn("1. Ra3 Kd7", "1-0", FEN=LONE_KING, Termination="time forfeit"), []),
        (pgn("1. Ra3 Kd7 {White resigns}", "0-1", FEN=LONE_KING), [("forfeit", "wrong", DRAW)]),
        (
            pgn("1. Ra3 Kd7 {White makes an illegal move: a3a3}", "0-1", FEN=LONE_KING),
            [("forfeit", "wrong", DRAW)],
        ),
        (pgn("1. Ra3 Kd7 {White disconnects}", "0-1", FEN=LONE_KING), [("forfeit", "wrong", DRAW)]),
        (pgn("1. Ra3 Kd7", "0-1", FEN=LONE_KING), [("forfeit", "wrong", DRAW)]),
        (pgn("1. e4 e5 {White loses on time}", "1-0"), [("contradiction", "wrong", "0-1")]),
        (pgn("1. e4 e5 0-1", "1-0"), [("contradiction", "wrong", None)]),
        (pgn("1. e4 e5 1-0", "won"), [("contradiction", "wrong", None)]),
        (pgn("1. e4 e5 {Draw by agreement}", "1-0"), [("contradiction", "wrong", None)]),
        (pgn("1. e4 e5 2. Nf6 d6", "1-0"), [("illegal-move", "wrong", None)]),
        (pgn("1. e4 e5 2. -- d6", "1-0"), [("illegal-move", "wrong", None)]),
        (pgn("1. e4 {never closed", "1-0"), [("unreadable", "wrong", None)]),
        (pgn("1. e4 (1. d4 e5", "1-0"), [("unreadable", "wrong", None)]),
        (pgn("1. e4 1-0 e5 1-0", "1-0"), [("unreadable", "wrong", None)]),
        (pgn("1. e4", "1-0", FEN="nonsense"), [("unreadable", "wrong", None)]),
        (pgn("1. e4", "1-0", Variant="Bughouse 4D"), [("unreadable", "wrong", None)]),
        (pgn("1. e4 e5", DRAW), []),
        (pgn("1. e4", DRAW), [("early-agreement", "note", None)]),
        (pgn("", "1-0"), []),
    ],
)
def test_finding(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert found(text) == expected


def test_missed_claims_name_who_what_when_and_the_scores() -> None:
    twice = SHUFFLE + "Nf3 {+0.10/9 1s} Nf6 {-3.00/9 1s} Ng1 {+0.10/9 1s}"
    moves = f"1. {twice} d5 {{-3.50/9 1s}} 6. e4"
    (one,) = audit(pgn(moves, "1-0")).audits[0].findings
    assert one.text == (
        "Black could have claimed threefold repetition by naming Ng8 at ply 7; the result is 1-0"
    )
    assert one.article == "9.2.2.1"
    assert "Black's score at ply 6 was -3.00" in one.evidence
    assert "White's score at ply 7 was +0.10" in one.evidence
    assert found(pgn(moves, "1-0")) == [("missed-claim", "note", None)]
    assert found(pgn(moves, "0-1")) == []  # the winner had no reason to claim
    assert found(pgn(moves, "1/2-1/2")) == []


def test_a_claim_that_stood_on_the_board() -> None:
    text = pgn(SHUFFLE * 2 + "e4 e5", "0-1")
    first = audit(text).audits[0].findings[0]
    assert "White could have claimed threefold repetition at ply 8" in first.text
    assert first.occurrences == (0, 4, 8)


def test_the_ruleset_decides() -> None:
    text = pgn(SHUFFLE * 2 + "e4", "1-0")
    assert found(text, law("online")) == [("played-on", "wrong", "1/2-1/2")]
    flag = pgn("1. Ra3 Kd7", "0-1", FEN=LONE_KING, Termination="time forfeit")
    assert found(flag, law("fastchess")) == []
    assert found(flag, law("cutechess")) == [("forfeit", "wrong", "1/2-1/2")]


def test_an_exact_analysis_comes_in_by_the_seam() -> None:
    walls = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"

    def dead(board: object, color: object) -> bool:
        del board, color
        return False

    text = pgn("1. Kd2 Kd7", "1-0", FEN=walls)
    assert found(text, law(analysis=Analysis(can_mate=dead))) == [
        ("played-on", "wrong", "1/2-1/2"),
    ]
    assert found(text) == []
    assert audit(text).undetermined == 1  # by material alone it is not known


def test_a_naive_count_is_explained() -> None:
    moves = "1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Rg1 Rg8 5. Rh1 Rh8"
    (one,) = audit(pgn(moves, "1/2-1/2", Termination="3-fold repetition")).audits[0].findings
    assert one.kind == "false-ending"
    assert any("castling or en passant" in line for line in one.evidence)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (ScoreRules(), []),
        (ScoreRules(draw=ScoreRule(move_count=2, score_cp=10)), []),
        (
            ScoreRules(draw=ScoreRule(move_count=2, score_cp=5)),
            [("score-adjudication", "wrong", None)],
        ),
        (
            ScoreRules(draw=ScoreRule(move_count=3, score_cp=10)),
            [("score-adjudication", "wrong", None)],
        ),
        (
            ScoreRules(draw=ScoreRule(move_number=9, move_count=2, score_cp=10)),
            [("score-adjudication", "wrong", None)],
        ),
    ],
)
def test_draws_by_score(rules: ScoreRules, expected: list[object]) -> None:
    scored = "1. e4 {+0.50/9 1s} e5 {-0.50/9 1s} 2. Nf3 {+0.10/9 1s} Nc6 {-0.05/9 1s} "
    scored += "3. Bc4 {0.00/9 1s} Bc5 {+0.01/9 1s, Draw by adjudication}"
    assert found(pgn(scored, "1/2-1/2"), law(scores=rules)) == expected


@pytest.mark.parametrize(
    ("loser", "rules", "expected"),
    [
        ("-9.00", ScoreRules(), []),
        ("+0.20", ScoreRules(), [("score-adjudication", "note", None)]),
        ("-9.00", ScoreRules(resign=ScoreRule(move_count=2, score_cp=400)), []),
        (
            "-3.00",
            ScoreRules(resign=ScoreRule(move_count=2, score_cp=400)),
            [("score-adjudication", "wrong", None)],
        ),
        ("-9.00", ScoreRules(resign=ScoreRule(move_count=2, score_cp=400, two_sided=True)), []),
        (
            "-9.00",
            ScoreRules(resign=ScoreRule(move_count=2, score_cp=600, two_sided=True)),
            [("score-adjudication", "wrong", None)],
        ),
    ],
)
def test_wins_by_score(loser: str, rules: ScoreRules, expected: list[object]) -> None:
    scored = f"1. e4 {{+5.00/9 1s}} e5 {{{loser}/9 1s}} 2. Nf3 {{+5.00/9 1s}} Nc6 "
    scored += f"{{{loser}/9 1s, White wins by adjudication}}"
    assert found(pgn(scored, "1-0"), law(scores=rules)) == expected


def test_every_kind_is_tested_here_and_told_in_the_docs() -> None:
    files = (Path(__file__), Path(__file__).with_name("test_audit_records.py"))
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    docs = Path("docs/audit.md").read_text(encoding="utf-8")
    for info in pkgutil.iter_modules(findings.__path__):
        kind = info.name.replace("_", "-")
        assert f'"{kind}"' in tests
        assert f"`{kind}`" in docs


def test_a_ruleset_with_score_rules_reads_the_scores() -> None:
    words = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "d6", "h3", "h6", "a3", "a6"]
    scores = ["+12.00" if ply % 2 == 0 else "-12.00" for ply in range(len(words))]
    scored = " ".join(f"{word} {{{score}/9 1s}}" for word, score in zip(words, scores, strict=True))
    assert found(pgn(scored, "1-0"), law("tcec")) == [("played-on", "note", "1-0")]
    assert found(pgn(scored, "0-1"), law("tcec")) == [("played-on", "wrong", "1-0")]
    assert found(pgn(scored, "0-1")) == []
