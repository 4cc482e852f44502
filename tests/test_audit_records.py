"""Final results beside the wrapper's own records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.audit import audit, pgn

from proxy.analysis import BY_MATERIAL
from proxy.audit.case import Law
from proxy.audit.records import load_records
from proxy.audit.scores import ScoreRules
from proxy.commands.audit import main
from proxy.errors import UserError
from proxy.game.game import Game
from proxy.record.files import write_record
from proxy.record.model import GameRecord, Intervention, Move, Wrapper
from proxy.record.recorder import ruling_json
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

if TYPE_CHECKING:
    from pathlib import Path

SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "
UCI = ["g1f3", "g8f6", "f3g1", "f6g8"]


def ruled() -> dict[str, object]:
    """Return the ruling that the wrapper makes at the third occurrence, as its record has it."""
    game = Game.start()
    for uci in UCI * 2:
        game.push(game.parse(uci))
    ruling = decide(game, load_ruleset("online"))
    assert ruling
    return ruling_json(ruling)


def write(folder: Path, name: str, color: str, moves: list[str], **fields: object) -> None:
    record = GameRecord(
        wrapper=Wrapper("uci-arbiter", 1),
        number=1,
        started="2026-11-30T12:00:00+00:00",
        ended="2026-11-30T12:01:00+00:00",
        start_fen=Game.start().start_fen,
        engine_color=color,
        white="A",
        black="B",
        moves=[Move(uci=uci, by="engine") for uci in moves],
    )
    for key, value in fields.items():
        setattr(record, key, value)
    write_record(str(folder), name, record)


def texts(folder: Path, game: str) -> list[tuple[str, str]]:
    load_records.cache_clear()
    against = Law(load_ruleset("fide"), BY_MATERIAL, ScoreRules(), str(folder))
    fast, slow = (audit(game, against, fast=way) for way in (True, False))
    assert fast == slow
    return [
        (f.severity, f.text)
        for one in fast.audits
        for f in one.findings
        if f.kind == "wrapper-record"
    ]


def test_a_ruling_that_the_result_does_not_follow(tmp_path: Path) -> None:
    write(tmp_path, "one", "white", UCI * 2 + ["e2e4"], rulings=[ruled()], result="1/2-1/2")
    game = pgn(SHUFFLE * 2 + "e4 e5", "1-0")  # the wrapper did not see the last move
    assert texts(tmp_path, game) == [
        ("wrong", "the wrapper recorded 1/2-1/2, and the final result is 1-0"),
        (
            "note",
            "the wrapper ruled 1/2-1/2 by threefold repetition at ply 8, "
            "and the final result is 1-0",
        ),
    ]
    assert texts(tmp_path, game.replace("1-0", "1/2-1/2")) == []


def test_interventions_and_games_to_discard(tmp_path: Path) -> None:
    done = [Intervention(2, "x", "answered e2e4, not e2e5"), Intervention(2, "x", "said: hello")]
    write(tmp_path, "one", "white", UCI, interventions=done)
    write(tmp_path, "two", "black", UCI[:3], warnings=["lost track\nof it"])
    assert texts(tmp_path, pgn(SHUFFLE, "1/2-1/2")) == [
        ("note", "the wrapper intervened 1 time"),
        ("note", "a game to discard or look at: lost track"),
    ]


def test_another_game_has_no_record(tmp_path: Path) -> None:
    write(tmp_path, "one", "white", UCI, warnings=["lost track"])
    assert texts(tmp_path, pgn(SHUFFLE + "e4 e5 d4", "1/2-1/2")) == []
    assert texts(tmp_path, pgn("1. d4 d5 2. c4 e6", "1/2-1/2")) == []


def test_records_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    write(folder, "one", "white", UCI)
    games = tmp_path / "games.pgn"
    games.write_text(pgn(SHUFFLE, "1/2-1/2") + pgn("1. d4 d5 2. c4 e6", "1/2-1/2"))
    assert main([str(games), "--records", str(folder), "--jobs", "1"]) == 0
    assert "The wrapper has records of 1 of the games." in capsys.readouterr().out
    with pytest.raises(UserError, match="cannot read the folder"):
        main([str(games), "--records", str(tmp_path / "no"), "--jobs", "1"])
