"""The log: every line of both sides, private, rotated, and replayed."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.program import call
from support.wrapper import FAKE_ENGINE

from proxy.errors import UserError
from proxy.log_reader import read_log
from proxy.log_replay import replay_run
from proxy.log_text import FLOOD_SIZE, note_texts
from proxy.session.commands import Ask, Command, SetTimer, ToEngine, ToGui, Warn
from proxy.session.departure import Departure
from proxy.shell.log_file import KEPT, LogFile
from proxy.shell.scribe import BACKLOG, Scribe

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.wrapper import Wrapper

    from proxy.session.noted import Note

SHUFFLE = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
HEAD = "12:00:00.000 # uci-arbiter 1: log begun now\n"
FLOOD_BLOCK = b"info depth 1\n" * 400
GAME = ("moves=" + ",".join([*SHUFFLE.split(), "f6g8"]), "info=3")


def play(
    wrapper: Callable[..., Wrapper], log: Path, *faults: str, options: tuple[str, ...] = ()
) -> None:
    one = wrapper(*FAKE_ENGINE, *GAME, *faults, options=("--log", str(log), *options))
    one.handshake()
    one.wait_for_the_arbiter(log)
    one.send("ucinewgame")
    one.go("startpos")
    one.go(f"startpos moves {SHUFFLE}", "go wtime 1000 btime 1000")
    one.send("go infinite", "stop", "position startpos moves e2e5", "xyzzy")
    one.read_until("bestmove")
    assert one.quit() == 0


def note(event: str, subject: object, *commands: Command, at: float = 0.0) -> Note:
    return event, subject, at, list(commands), ()


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (note("gui_line", b"go", ToEngine(b"go")), "T > go\nT « go\n"),
        (note("engine_line", b"uciok", ToGui(b"uciok"), SetTimer("load", 3.1)),
         "T » uciok\nT < uciok\nT ! SetTimer(load)\n"),
        (note("engine_passed", b"info a\ninfo b\n"), "T »= info a\nT »= info b\n"),
        (note("engine_passed", FLOOD_BLOCK), f"T »* {len(FLOOD_BLOCK)}\n{FLOOD_BLOCK.decode()}"),
        (note("gui_passed", b"isready\n"), "T >= isready\n"),
        (note("stderr", b"oops\nno\n"), "T | oops\nT | no\n"),
        (note("timer", "leave"), "T @ timer leave\n"),
        (note("gui_closed", None), "T @ gui_closed\n"),
        (note("settle", None, Ask(b"{}")), "T @ settle\nT ! Ask(b'{}')\n"),
        (note("engine_gone", Departure("/x", 256), Warn("x\n  y")),
         "T @ engine_gone 256\nT ! Warn(x)\n"),
        (note("arbiter_missing", b"off"), "T @ arbiter_missing off\n"),
        (note("remark", "a\nb"), "T # a\nT # b\n"),
    ],
)  # fmt: skip
def test_what_stands_in_a_log(one: Note, text: str) -> None:
    assert b"".join(note_texts(one, b"T ")).decode() == text


def test_a_log_has_all_lines_with_milliseconds(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    play(wrapper, log)
    lines = log.read_text().splitlines()
    assert all(re.match(r"\d\d:\d\d:\d\d\.\d\d\d [#>»<«=@!|]", line) for line in lines)
    told = [line[13:] for line in lines]
    assert told[0].startswith("# uci-arbiter ")
    assert [line for line in told if line.startswith("#   ruleset")] == [
        told[2]
    ]  # the settings follow the header, in the order of the table
    for expected in ("> uci", "« uci", "» uciok", "< uciok", "> quit", "« quit", "! Exit(0)"):
        assert expected in told
    assert "»= info depth 3 score cp 13 nodes 3 pv f6g8" in told
    assert "! Ruled(1/2-1/2 threefold-repetition at ply 8)" in told


def test_a_log_is_private_even_where_it_was_not(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    log.write_text("")
    log.chmod(0o644)
    play(wrapper, log)
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_folder_gets_a_log_for_each_wrapper(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    for _ in range(2):
        play(wrapper, tmp_path)
    logs = list(tmp_path.iterdir())
    assert len(logs) == 2
    assert all(call("replay", str(log)).returncode == 0 for log in logs)


def test_two_wrappers_with_one_file_do_not_mix(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    """As when one launcher plays both sides."""
    log = tmp_path / "a.log"
    both = [wrapper(*FAKE_ENGINE, *GAME, options=("--log", str(log))) for _ in range(2)]
    for one in both:
        one.handshake()
    both[0].wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    assert [one.quit() for one in both] == [0, 0]
    logs = sorted(tmp_path.iterdir())
    assert len(logs) == 2
    assert log in logs
    for path in logs:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.read_text().count(" > uci\n") == 1
        assert call("replay", str(path)).returncode == 0


def test_the_engines_stderr_is_logged(tmp_path: Path, wrapper: Callable[..., Wrapper]) -> None:
    log = tmp_path / "a.log"
    one = wrapper(*FAKE_ENGINE, "crash=go", options=("--log", str(log)))
    one.handshake()
    one.send("position startpos", "go movetime 1")
    one.finish()
    assert "| fake engine: out of cheese" in log.read_text()
    assert call("replay", str(log)).returncode == 0


def test_replaying_a_log_shows_no_difference(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    play(wrapper, log)
    play(wrapper, log, options=("--ruleset", "fide"))  # a second run in the same file
    ran = call("replay", str(log))
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("no differences") == 2
    assert [len(one.entries) > 20 for one in read_log(str(log))] == [True, True]


def test_a_log_tells_what_the_threads_of_the_wrapper_did_when(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    """What passed unseen has scores that rulings are told by; blocks are settled at their end."""
    log = tmp_path / "a.log"
    engine = (*FAKE_ENGINE, "moves=g6g5,e1e2", "info=3")
    one = wrapper(*engine, options=("--log", str(log), "--delivery", "score"))
    one.handshake()
    one.wait_for_the_arbiter(log)
    wall = "position fen 4k3/8/6p1/p1p1p3/P1P1P1P1/8/8/4K3 b - - 0 1 moves g6g5"
    one.send(f"{wall}\nisready")
    one.read_until("readyok")
    one.wait_until(lambda: "@ analysed" in log.read_text())
    one.send("go movetime 10")
    one.read_until("bestmove")
    assert one.quit() == 0
    assert "»= info" in log.read_text()
    ran = call("replay", str(log))
    assert ran.returncode == 0, ran.stdout


def test_what_the_other_wrappers_of_a_match_want_is_replayed_from_the_log(
    tmp_path: Path, wrapper: Callable[..., Wrapper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a replay would take part in a match, and depend on who plays now."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    logs = [tmp_path / "first.log", tmp_path / "second.log"]
    for log, ruleset in zip(logs, ("online", "fide"), strict=True):
        one = wrapper(*FAKE_ENGINE, *GAME, options=("--ruleset", ruleset, "--log", str(log)))
        one.handshake()
        one.wait_for_the_arbiter(log)
    said = one.go("startpos")
    assert any("the other side goes by online" in line for line in said)
    assert one.quit() == 0
    assert '@ others ["online when-not-better"]' in logs[1].read_text()
    before = sorted(cache.rglob("*"))
    ran = call("replay", str(logs[1]))
    assert ran.returncode == 0, ran.stdout
    assert sorted(cache.rglob("*")) == before


def test_a_log_with_any_line_lost_or_torn_is_replayed_or_refused(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    one = wrapper(*FAKE_ENGINE, options=("--log", str(log)))
    one.handshake()
    assert one.quit() == 0
    lines = log.read_bytes().splitlines(keepends=True)
    refused: list[str] = []
    for place, line in enumerate(lines):
        for other in (b"", line[: len(line) // 2] + b"\n", line.replace(b'"', b"")):
            log.write_bytes(b"".join([*lines[:place], other, *lines[place + 1 :]]))
            try:
                for logged in read_log(str(log)):
                    replay_run(logged)
            except UserError as error:
                refused.append(str(error))
    assert 0 < len(refused) < 3 * len(lines)
    assert all(error.isprintable() for error in refused)


def test_replaying_a_crash_of_an_engine_whose_name_is_lost(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    play(wrapper, log)
    lines = log.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b" engine = " not in line]
    assert len(kept) == len(lines) - 1
    assert any(b"@ engine_gone" in line for line in kept)
    log.write_bytes(b"".join(kept))
    assert call("replay", str(log)).returncode in {0, 1}


def test_replaying_shows_where_it_would_differ(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    play(wrapper, log)
    text = log.read_text()
    assert "« xyzzy" in text
    log.write_text(text.replace("« xyzzy", "« frotz").replace('"online"', '"classic"'))
    ran = call("replay", str(log))
    assert ran.returncode == 1
    assert "> xyzzy\n  then  « frotz\n  now   « xyzzy\n" in ran.stdout
    assert "  then  ! Ruled(1/2-1/2 threefold-repetition at ply 8)" in ran.stdout
    assert re.search(r"line \d+, \d\d:\d\d:\d\d\.\d{3} » bestmove f6g8\n  then", ran.stdout)


def test_every_rotated_file_has_the_settings_and_all_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    sink = LogFile(str(path), 2000, lambda what: f"uci-arbiter 1: log {what} now\n  stats = true")
    for number in range(200):
        line = b"setoption name Hash value %d" % number
        sink.take(note("gui_line", line, ToEngine(line)))
        sink.idle()
    sink.close()
    names = sorted(one.name for one in tmp_path.iterdir())
    assert names == ["a.log", *(f"a.log.{number}" for number in range(1, KEPT + 1))]
    for one in tmp_path.iterdir():
        assert one.stat().st_size <= 2000
        assert stat.S_IMODE(one.stat().st_mode) == 0o600
        assert "stats = true" in one.read_text()
    (whole,) = read_log(str(path))
    assert not whole.whole  # its beginning is gone by now
    assert [one.subject for one in whole.entries] == [
        b"setoption name Hash value %d" % number for number in range(200 - len(whole.entries), 200)
    ]
    assert replay_run(whole) == []
    assert "its beginning is not there" in call("replay", str(path)).stdout


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "is no log of uci-arbiter: it has no header"),
        ("12:00:00.000 > uci\n", "line 1: expected the header"),
        ("12:00:00.000 # uci-arbiter 1: log begun now\nhello, this is no line\n", "line 2: "),
        ("12:00:00.000 # uci-arbiter 1: log begun now\n12:00:00.000 #   ruleset = \n"
         "12:00:00.000 > uci\n", "are damaged"),
        ("12:00:00.000 # uci-arbiter 1: log begun now\n12:00:00.000 #   rulset = 'x'\n"
         "12:00:00.000 > uci\n", "rulset is not known: did you mean 'ruleset'?"),
        (f"{HEAD}12:00:00.000 »* {'9' * 5000}\n", "is no line of a log"),
        ("12:00:00.000 # uci-arbiter 1: log begun now\n12:00:00.000 @ party\n", "no event 'party'"),
        ("12:00:00.000 # uci-arbiter 1: log begun now\n12:xx:00.000 > uci\n", "'12:xx:00.000'"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_log_is_one_line(tmp_path: Path, text: str, wrong: str) -> None:
    log = tmp_path / "a.log"
    log.write_text(text)
    ran = call("replay", str(log))
    assert ran.returncode == 2
    assert wrong in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_log_that_is_cut_off_is_read_to_its_last_whole_line(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text(
        "12:00:00.000 # uci-arbiter 1: log begun now\n"
        "12:00:00.000 > uci\n12:00:00.000 « uci\n12:00:00.000 ! SetTimer(start)\n12:00:0"
    )
    assert call("replay", str(log)).returncode == 0


def test_a_log_that_is_cut_off_anywhere_shows_no_difference(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    text = "12:00:00.000 > uci\n12:00:00.000 « uci\n12:00:00.000 ! SetTimer(start)\n"
    whole = (HEAD + text).encode()
    for end in range(len(HEAD), len(whole) + 1):
        log.write_bytes(whole[:end])
        for run in read_log(str(log)):
            assert replay_run(run) == []
    log.write_bytes(whole.replace("« uci".encode(), "« usi".encode()))
    assert len(replay_run(read_log(str(log))[0])) == 1


WORDS = ("info depth 1 score cp 3", "12:00:00.000 > quit", "", "»* 9", "readyok # uci")


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=20), st.integers(0, 300))
def test_a_flood_is_read_back_as_it_was_and_where_cut_off_left_out(
    words: list[str], cut: int
) -> None:
    """Whatever its lines look like: they are counted in bytes, not looked at."""
    block = ("\n".join(words) + "\n").encode() + b"x" * FLOOD_SIZE + b"\n"
    flood = b"".join(note_texts(note("engine_passed", block), b"12:00:00.000 "))
    after = b"12:00:00.000 > quit\n"
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "a.log"
        log.write_bytes(HEAD.encode() + flood + after)
        (run,) = read_log(str(log))
        assert [(one.name, one.subject) for one in run.entries] == [
            ("engine_passed", block[:-1]),
            ("gui_line", b"quit"),
        ]
        assert [one.line for one in run.entries] == [2, 3 + block.count(b"\n")]
        torn = flood[: 40 + cut]
        log.write_bytes(HEAD.encode() + torn)
        assert [one.entries for one in read_log(str(log))] == [[]]
        LogFile(str(log), 10**6, lambda _: "uci-arbiter 1: log begun now").close()
        with log.open("ab") as file:
            file.write(after)
        runs = read_log(str(log))
        assert [[one.subject for one in run.entries] for run in runs] == [[], [b"quit"]]


def test_a_run_behind_one_that_was_killed_in_the_midst_of_a_line_is_read(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    line = "12:00:00.000 > go infinite"
    for end in range(len(line)):
        log.write_text(f"{HEAD}12:00:00.000 > uci\n{line[:end]}")
        sink = LogFile(str(log), 10**6, lambda _: "uci-arbiter 1: log begun now")
        sink.take(note("gui_line", b"quit"))
        sink.close()
        runs = read_log(str(log))
        assert [[one.subject for one in run.entries] for run in runs] == [[b"uci"], [b"quit"]]


def test_stats_are_said_in_the_log_or_else_on_stderr(
    tmp_path: Path, wrapper: Callable[..., Wrapper]
) -> None:
    log = tmp_path / "a.log"
    play(wrapper, log, options=("--stats",))
    assert re.search(
        r"# stats: from the GUI \d+ lines, \d+ bytes, \d+ blocks held for ms p50 [\d.]+ p95 ",
        log.read_text(),
    )
    one = wrapper(*FAKE_ENGINE, options=("--stats",))
    one.handshake()
    one.send("quit")
    _, err = one.finish()
    assert re.search(rb"stats: from the engine 5 lines, \d+ bytes", err)


class SlowSink:
    """Takes nothing before it is let."""

    def __init__(self) -> None:
        self.taken: list[Note] = []

    def take(self, one: Note) -> None:
        self.taken.append(one)

    def idle(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_what_a_slow_disk_cannot_take_is_left_out_and_said() -> None:
    sink = SlowSink()
    scribe = Scribe(lambda: sink, pytest.fail)
    block = b"x" * (BACKLOG // 4)
    for _ in range(6):
        scribe.offer(note("engine_passed", block), len(block))
    scribe.put(note("gui_line", b"quit"))
    scribe.start()
    scribe.close()
    assert [one[0] for one in sink.taken] == ["engine_passed"] * 4 + ["gui_line"]
    scribe.offer(note("engine_passed", block), len(block))
    assert scribe._notes[0] == (
        "remark",
        "2 blocks left out here: the disk is too slow",
        0.0,
        [],
        (),
    )


def test_the_log_of_a_device_is_not_rotated(tmp_path: Path) -> None:
    sink = LogFile(os.devnull, 1, lambda _: "head")
    sink.take(note("gui_line", b"uci"))
    sink.close()
    assert list(tmp_path.iterdir()) == []
