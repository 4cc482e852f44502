"""Recording by real processes: many at once, killed at any moment, with no room on the disk."""

from __future__ import annotations

import io
import json
import resource
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import chess.pgn
import pytest
from support.program import ROOT, call
from support.wrapper import FAKE_ENGINE, Wrapper

from proxy.assembly import make_session
from proxy.observers import Observers
from proxy.record.files import read_records
from proxy.session.commands import Replace, ToEngine
from proxy.session.noted import Noted
from proxy.session.overhead import Overhead
from proxy.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Start = Callable[..., Wrapper]

MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
ENGINE = (*FAKE_ENGINE, f"moves={','.join(MOVES)}", "info=2")
WRAPPERS = 8
GAMES = 25
KILLED = {2: "go", 5: "bestmove", 7: "between"}
"""Wrappers that are killed in one more game: while it thinks, with its answer, as it is written."""


def play_game(one: Wrapper, white: bool) -> None:
    one.send("ucinewgame")
    for ply in range(not white, len(MOVES), 2):
        answer = one.go(f"startpos moves {' '.join(MOVES[:ply])}", "go wtime 1000 btime 1000")
        assert answer[-1] == f"bestmove {MOVES[ply]}"


def play_all(number: int, folder: Path) -> None:
    one = Wrapper(ENGINE, ("--record", str(folder)))
    try:
        one.handshake()
        for _ in range(GAMES):
            play_game(one, white=number % 2 == 0)
        if number in KILLED:
            one.send("ucinewgame")
            wait_until_written(one, folder)
            play_and_die(one, KILLED[number])
        else:
            assert one.quit() == 0
    finally:
        one.close()


def wait_until_written(one: Wrapper, folder: Path) -> None:
    """Wait until all games of this wrapper are in the folder."""

    def are_written() -> bool:
        records = [game for _, game in read_records(str(folder))]
        own = [game for game in records if game.wrapper.pid == one.process.pid]
        return sum(game.ended is not None for game in own) == GAMES

    one.wait_until(are_written)


def play_and_die(one: Wrapper, when: str) -> None:
    one.send("position startpos", "go movetime 10")
    if when != "go":
        one.read_until("bestmove")
    if when == "between":
        one.send("ucinewgame")
    one.process.kill()


def whole_games(folder: Path) -> list[list[str]]:
    """Read every file in the folder; return the moves of each record."""
    for path in folder.glob("*.pgn"):
        text = path.read_text()
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert game.errors == []
        assert text.endswith("\n\n")
        moves = [move.uci() for move in game.mainline_moves()]
        assert moves
    for path in folder.glob("*.json"):
        assert json.loads(path.read_text())["format"] == 1
    return [[move.uci for move in game.moves] for _, game in read_records(str(folder))]


def test_eight_wrappers_record_200_games_into_one_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor(WRAPPERS) as pool:
        done = [pool.submit(play_all, number, tmp_path) for number in range(WRAPPERS)]
    for one in done:
        one.result()
    games = whole_games(tmp_path)
    assert len([game for game in games if len(game) >= 5]) == WRAPPERS * GAMES
    assert len(games) <= WRAPPERS * GAMES + len(KILLED)  # of the last ones nothing may be there
    merged = call("record", "summary", str(tmp_path))
    assert merged.returncode == 0
    assert not [path for path in tmp_path.iterdir() if path.suffix not in {".json", ".pgn", ".tmp"}]


def test_a_ruling_is_on_the_disk_before_the_game_is_over(tmp_path: Path, wrapper: Start) -> None:
    """A GUI that acts on it may kill us at once."""
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    log, folder = tmp_path / "log", tmp_path / "games"
    folder.mkdir()
    options = ("--record", str(folder), "--log", str(log))
    one = wrapper(*FAKE_ENGINE, f"moves={','.join(shuffle)}", options=options)
    one.handshake()
    one.wait_for_the_arbiter(log)
    one.go(f"startpos moves {' '.join(shuffle[:7])}")
    one.wait_until(lambda: any(game.rulings for _, game in read_records(str(folder))))
    one.close()
    assert whole_games(folder) == [shuffle]


def test_the_folder_may_be_set_in_the_guis_dialog(tmp_path: Path, wrapper: Start) -> None:
    one = wrapper(*ENGINE)
    assert any(
        line.startswith("option name Arbiter Record type string") for line in one.handshake()
    )
    one.send(f"setoption name Arbiter Record value {tmp_path / 'games'}")
    play_game(one, white=True)
    assert one.quit() == 0
    assert whole_games(tmp_path / "games") == [MOVES[:5]]


def test_nothing_is_recorded_unless_asked(
    tmp_path: Path, wrapper: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    one = wrapper(*ENGINE)
    one.handshake()
    one.send("setoption name Arbiter Record value <empty>")
    play_game(one, white=True)
    assert one.quit() == 0
    assert list(tmp_path.iterdir()) == []


def play_on(one: Wrapper) -> str:
    """Play two games and leave; return what was said on stderr."""
    one.handshake()
    for _ in range(2):
        play_game(one, white=True)
    one.send("quit")
    _, err = one.finish()
    assert one.process.returncode == 0
    return err.decode()


@pytest.mark.parametrize("what", ["record", "log"])
def test_where_nothing_can_be_written_the_game_goes_on_with_one_warning(
    tmp_path: Path, wrapper: Start, what: str
) -> None:
    """For root no folder is read-only; nobody can make one below a file, or in /proc."""
    file = tmp_path / "file"
    file.write_text("mine")
    for path in (str(file / "below"), "/proc/uci-arbiter/below"):
        err = play_on(wrapper(*ENGINE, options=(f"--{what}", path)))
        told = f"no {what} from here on, the game goes on: cannot write {path}: "
        assert err.startswith(f"uci-arbiter: {told}")
        assert err.count("\n") == 1
    assert file.read_text() == "mine"


def test_who_notes_for_a_record_stands_aside_where_none_is_wanted() -> None:
    settings = Settings()
    noted = make_session(settings, None, Observers(settings).note)
    assert isinstance(noted, Noted)
    whole = Overhead(noted, 50)
    whole.gui_line(b"uci", 0.0)
    (change,) = [
        command
        for command in whole.gui_line(b"position startpos", 0.0)
        if isinstance(command, Replace)
    ]
    assert whole.replaced(change.layer, change.session) is whole
    assert whole.inner is noted.inner
    assert whole.gui_line(b"go depth 1", 0.0) == [ToEngine(b"go depth 1")]


@pytest.mark.parametrize("what", ["record", "log"])
def test_the_gui_is_told_once_what_cannot_be_written(wrapper: Start, what: str) -> None:
    """Few show what is said on stderr, and after the tournament it is too late."""
    one = wrapper(*ENGINE, options=(f"--{what}", "/proc/uci-arbiter/below"))
    one.handshake()
    told: list[str] = []

    def is_told() -> bool:
        told.extend(line for line in one.go("startpos") if f"no {what} from here on" in line)
        return bool(told)

    one.wait_until(is_told)
    assert told[0].startswith(f"info string arbiter: no {what} from here on, the game goes on: ")
    assert not any("from here on" in line for line in one.go("startpos"))
    assert one.quit() == 0


def test_with_a_full_disk_the_game_goes_on_with_one_warning(wrapper: Start) -> None:
    err = play_on(wrapper(*ENGINE, options=("--log", "/dev/full")))
    told = "the game goes on: cannot write /dev/full: No space left on device"
    assert err == f"uci-arbiter: no log from here on, {told}\n"


@pytest.mark.parametrize("what", ["record", "log"])
def test_with_no_room_for_a_whole_file_the_game_goes_on_with_one_warning(
    tmp_path: Path, wrapper: Start, what: str
) -> None:
    path = tmp_path / "here"
    one = wrapper(*ENGINE, options=(f"--{what}", str(path)))
    resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE, (512, 512))
    err = play_on(one)
    told = f"the game goes on: cannot write {path}: File too large"
    assert err == f"uci-arbiter: no {what} from here on, {told}\n"
    assert what == "log" or list(path.iterdir()) == []
