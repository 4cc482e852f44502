"""Endgame tables: the clock, cursed wins, the rulesets that want them, files that cannot be read.

The table of KRvK here is written by the test and true: with the rook's side to move every position
is won, with the other side to move every one is lost in which the rook cannot be taken, and that
the prober sees for itself. With real tables in the folder UCI_ARBITER_SYZYGY more is tested.
"""

from __future__ import annotations

import dataclasses
import os
from typing import TYPE_CHECKING

import chess
import pytest

from proxy.analysis import Analysis, NoTablebase, TableEntry
from proxy.arbiter import Arbiter
from proxy.assembly import make_arbiter, make_dialog
from proxy.cli import main
from proxy.conduct import Conduct
from proxy.exact import exact_analysis
from proxy.gui.choice import Choice
from proxy.rules.tablebase import result_with_clock
from proxy.rulesets import load_ruleset
from proxy.settings import Settings
from proxy.syzygy import SyzygyTables, open_tables
from proxy.verdict import Question, Verdict, rule_on

if TYPE_CHECKING:
    from pathlib import Path

TCEC = load_ruleset("tcec")
CURSED_WINS = dataclasses.replace(TCEC, cursed_wins_count=True)
KRVK = "8/8/8/4k3/8/8/8/KR6 {} - - {} 80"
MAGIC = bytes.fromhex("71e8235d")
BLACK_KING, WHITE_KING, WHITE_ROOK = 14, 6, 4
WIN, LOSS = 4, 0  # WDL as it is stored: two more than as it is told


class FakeTables(NoTablebase):
    """One entry for every position."""

    def __init__(self, entry: TableEntry | None) -> None:
        self.entry = entry
        self.probed: list[str] = []

    def probe(self, board: chess.Board) -> TableEntry | None:
        self.probed.append(board.fen())
        return self.entry


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A folder with the table of KRvK, one value for each side to move."""
    pieces = [piece | piece << 4 for piece in (BLACK_KING, WHITE_KING, WHITE_ROOK)]
    head = MAGIC + bytes([1, 0, *pieces, 0, 0x80, WIN, 0x80, LOSS])
    (tmp_path / "KRvK.rtbw").write_bytes(head.ljust(64, b"\0") + bytes(16))
    return tmp_path


def rule(fen: str, tablebase: SyzygyTables | FakeTables, ruleset: str = "tcec") -> Verdict:
    analysis = Analysis(tablebase=tablebase)
    return rule_on(Question(fen=fen), load_ruleset(ruleset), analysis)


@pytest.mark.parametrize(
    ("wdl", "dtz", "clock", "result"),
    [
        (2, 20, 0, 1),
        (-2, -20, 0, -1),
        (2, None, 0, 1),
        (2, None, 1, None),  # the clock may make a draw of it, and nobody knows
        (2, 20, 79, 1),
        (2, 20, 80, None),  # the true number may be 21
        (2, 20, 81, 0),
        (-2, -20, 79, -1),
        (-2, -20, 81, 0),
        (1, 101, 0, 0),
        (-1, -101, 0, 0),
        (0, 0, 99, 0),
        (0, None, 0, 0),
    ],
)
def test_a_win_must_come_in_time(wdl: int, dtz: int | None, clock: int, result: int | None) -> None:
    entry = TableEntry(wdl, dtz)
    assert result_with_clock(entry, clock, cursed_wins_count=False) == result


@pytest.mark.parametrize(("wdl", "result"), [(2, 1), (1, 1), (0, 0), (-1, -1), (-2, -1)])
def test_a_ruleset_can_count_cursed_wins(wdl: int, result: int) -> None:
    assert result_with_clock(TableEntry(wdl), 99, cursed_wins_count=True) == result


@pytest.mark.parametrize(
    ("wdl", "side", "result"),
    [(2, "w", "1-0"), (2, "b", "0-1"), (-2, "w", "0-1"), (-2, "b", "1-0"), (0, "w", "1/2-1/2")],
)
def test_the_result_is_that_of_the_side_to_move(wdl: int, side: str, result: str) -> None:
    ruling = rule(KRVK.format(side, 0), FakeTables(TableEntry(wdl, wdl))).ruling
    assert ruling is not None
    assert (ruling.reason, ruling.result, ruling.automatic) == ("tablebase", result, True)


def test_cursed_wins_in_a_game() -> None:
    analysis = Analysis(tablebase=FakeTables(TableEntry(1, 110)))
    question = Question(fen=KRVK.format("w", 0))
    drawn, won = (rule_on(question, ruleset, analysis).ruling for ruleset in (TCEC, CURSED_WINS))
    assert drawn is not None
    assert won is not None
    assert (drawn.result, won.result) == ("1/2-1/2", "1-0")


@pytest.mark.parametrize(
    ("fen", "ruleset"),
    [
        (KRVK.format("w", 0), "online"),  # does not want them
        ("rnb1k3/8/8/8/8/8/8/KRNB4 w - - 0 1", "tcec"),  # eight men are too many
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "tcec"),  # no table knows castling
    ],
)
def test_they_are_not_even_asked(fen: str, ruleset: str) -> None:
    fake = FakeTables(TableEntry(2, 1))
    assert rule(fen, fake, ruleset).ruling is None
    assert fake.probed == []


@pytest.mark.parametrize(("wdl", "claims"), [(2, []), (0, ["tablebase"])])
def test_only_a_draw_can_be_claimed_by_them(wdl: int, claims: list[str]) -> None:
    ruleset = dataclasses.replace(TCEC, modes={**TCEC.modes, "tablebase": "claim"})
    analysis = Analysis(tablebase=FakeTables(TableEntry(wdl)))
    verdict = rule_on(Question(fen=KRVK.format("w", 0)), ruleset, analysis)
    assert verdict.ruling is None
    assert [claim.reason for claim in verdict.claims] == claims


def test_the_end_on_the_board_goes_first() -> None:
    fake = FakeTables(TableEntry(2, 1))
    mate = rule("4k2R/8/4K3/8/8/8/8/8 b - - 0 1", fake).ruling
    assert mate is not None
    assert mate.reason == "checkmate"


def test_a_table_on_disk(tables: Path) -> None:
    tablebase = SyzygyTables(str(tables))
    for fen, result in {
        KRVK.format("w", 0): "1-0",
        KRVK.format("b", 0): "1-0",
        chess.Board(KRVK.format("w", 0)).mirror().fen(): "0-1",
        "8/8/8/8/8/2k5/1R6/4K3 b - - 0 1": "1/2-1/2",  # the rook is taken
        "8/8/8/8/8/2k5/1R6/K7 b - - 0 1": "1-0",  # and here it is not
    }.items():
        ruling = rule(fen, tablebase).ruling
        assert ruling is not None
        assert (ruling.reason, ruling.result) == ("tablebase", result)
    assert tablebase.take_warnings() == []


def test_a_missing_dtz_table_is_said_once(tables: Path) -> None:
    tablebase = SyzygyTables(str(tables))
    for _ in range(2):
        verdict = rule(KRVK.format("w", 4), tablebase)
        assert verdict.ruling is None
        assert "tablebase" in verdict.undetermined
    (warning,) = tablebase.take_warnings()
    assert "dtz table KRvK" in warning
    assert tablebase.take_warnings() == []


HEAD = MAGIC + bytes([1, 0, 0xEE, 0x66, 0x44, 0])
OUTSIDE = bytes.fromhex("06ffffff00010002ff02020802ff00000200ff0202")  # sizes beyond the file


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no table",
        MAGIC + bytes(76),
        bytes(80),
        HEAD + b"\1",
        (HEAD + OUTSIDE).ljust(80, b"\0"),
    ],
    ids=["empty", "text", "nothing behind the magic", "zeros", "cut off", "points outside"],
)
def test_a_corrupt_table_is_a_warning_and_no_ruling(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "KRvK.rtbw").write_bytes(data)
    tablebase = SyzygyTables(str(tmp_path))
    assert rule(KRVK.format("w", 0), tablebase).ruling is None
    (warning,) = tablebase.take_warnings()
    assert "KRvK" in warning
    assert "cannot be read" in warning


def test_a_folder_that_is_not_there_and_one_that_is_empty(tmp_path: Path) -> None:
    paths = os.pathsep.join([str(tmp_path / "none"), str(tmp_path)])
    missing, empty = SyzygyTables(paths).take_warnings()
    assert "none" in missing
    assert "no file *.rtbw" in empty


BAD_NAMES = ["a\0b", "\ud800", "a" * 300, "/dev/null", "\n"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_none_of_a_folder_is_a_warning(name: str) -> None:
    (warning,) = SyzygyTables(name).take_warnings()
    assert warning.startswith("no tablebases in")
    assert warning.isprintable()


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("path_first", [True, False])
def test_an_engines_bad_path_costs_no_ruling(name: str, *, path_first: bool) -> None:
    open_tables.cache_clear()  # the same tables would not say it again
    settings = Settings()
    dialog = make_dialog(settings)
    assert dialog is not None
    arbiter = make_arbiter(settings, dialog, lambda _: Choice("test", "advise", False, ()))
    value = name.encode("utf-8", "surrogatepass")

    def choose_ruleset() -> None:
        assert dialog.change(b"arbiter ruleset", b"tcec") == ""

    def set_path() -> None:
        arbiter.set_option(b"syzygypath", value)

    for step in (set_path, choose_ruleset) if path_first else (choose_ruleset, set_path):
        step()
    arbiter.position(f"position fen {KRVK.format('w', 0)}".encode())
    lines = arbiter.answer(b"bestmove b1b2", []).lines
    assert any(b"no tablebases in" in line for line in lines)
    arbiter.position(b"position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 moves f1f7")
    assert arbiter.ending is not None
    assert arbiter.ending.reason == "stalemate"


def test_the_command(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["rule", "--ruleset", "tcec", "--fen", KRVK.format("b", 0), "--syzygy"]
    assert main([*command, str(tables)]) == 0
    assert capsys.readouterr().out.startswith("1-0  White wins by tablebase")
    assert main([*command, str(tables / "none")]) == 0
    told = capsys.readouterr()
    assert "no tablebases in" in told.err
    assert told.out.startswith("No ruling")


def test_the_engines_own_tables_serve_the_arbiter(tables: Path) -> None:
    position = f"position fen {KRVK.format('w', 0)}".encode()
    arbiter = Arbiter(Conduct(TCEC))
    arbiter.set_option(b"syzygypath", str(tables).encode())
    arbiter.position(position)
    assert arbiter.ending is not None
    assert arbiter.ending.reason == "tablebase"
    arbiter.set_option(b"syzygypath", b"<empty>")
    other = Arbiter(Conduct(load_ruleset("online")))
    other.set_option(b"syzygypath", str(tables).encode())
    other.position(position)
    assert other.ending is None


def test_the_arbiter_says_what_is_wrong_with_the_tables(tmp_path: Path) -> None:
    arbiter = Arbiter(Conduct(TCEC, analysis=exact_analysis(str(tmp_path / "none"))))
    arbiter.position(f"position fen {KRVK.format('w', 0)}".encode())
    lines = arbiter.answer(b"bestmove b1b2", []).lines
    assert any(b"no tablebases in" in line for line in lines)
    assert lines[-1] == b"bestmove b1b2"


if REAL := os.environ.get("UCI_ARBITER_SYZYGY", ""):  # by hand: no table comes with the project

    @pytest.mark.parametrize(
        ("fen", "result"),
        [
            ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", "1-0"),
            ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 70 1", "1/2-1/2"),  # it takes over 30 half-moves
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1-0"),
            ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", "1/2-1/2"),
            ("4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", "1-0"),
        ],
    )
    def test_real_tables(fen: str, result: str) -> None:
        tablebase = SyzygyTables(REAL)
        ruling = rule(fen, tablebase).ruling
        assert tablebase.take_warnings() == []
        assert ruling is not None
        assert (ruling.reason, ruling.result) == ("tablebase", result)


class Broken(NoTablebase):
    """Tables of which one thing has gone wrong."""

    def __init__(self) -> None:
        self._warnings = ["the tables are broken"]

    def take_warnings(self) -> list[str]:
        warnings, self._warnings = self._warnings, []
        return warnings


def test_a_warning_is_said_once_also_where_other_tables_follow() -> None:
    plain = Conduct(load_ruleset("fide"))
    for change in (True, False):
        broken = dataclasses.replace(
            plain, analysis=dataclasses.replace(plain.analysis, tablebase=Broken())
        )
        arbiter = Arbiter(broken)
        arbiter.position(b"position startpos")
        if change:
            arbiter.act(plain)
        said = arbiter.answer(b"bestmove e2e4", []).lines
        assert said == [b"info string arbiter: the tables are broken", b"bestmove e2e4"]
        assert arbiter.answer(b"bestmove e7e5", []).lines == [b"bestmove e7e5"]
