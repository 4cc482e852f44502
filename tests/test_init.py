"""`uci-arbiter init`: two files, the GUI's list of engines, and nothing half-written."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from support.program import ROOT, call, run
from support.wrapper import FAKE_ENGINE

from proxy.config_file import load_config_file
from proxy.launcher import gui_names
from proxy.settings import Settings

ENGINE = (FAKE_ENGINE[0], "--", *FAKE_ENGINE[1:])


def init(folder: Path, *options: str) -> str:
    ran = call("init", "--dir", str(folder), "--name", "fish", *options, *ENGINE)
    assert ran.stderr == ""
    assert ran.returncode == 0
    return ran.stdout


@pytest.mark.parametrize("gui", gui_names())
def test_the_launcher_runs_the_engine_and_the_steps_name_it(tmp_path: Path, gui: str) -> None:
    said = init(tmp_path, "--gui", gui)
    assert str(tmp_path / "fish") in said
    assert not {"LAUNCHER", "NAME", "FOLDER"} & set(said.split())
    settings = Settings()
    load_config_file(str(tmp_path / "fish.toml"), settings)
    assert settings.words("engine") == list(FAKE_ENGINE)
    played = run(program=str(tmp_path / "fish"), text="uci\nquit\n", cwd=Path("/"))
    assert "uciok" in played.stdout.split()


def test_the_page_of_guis_and_the_ready_files_are_of_the_same_guis() -> None:
    page = (ROOT / "docs" / "guis.md").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"init --gui ([a-z-]+)", page))) == gui_names()


def command_line(said: str, begins: str) -> list[str]:
    """Return the words that a shell makes of a line of what `init` says."""
    return next(shlex.split(line) for line in said.splitlines() if line.strip().startswith(begins))


@pytest.mark.parametrize("name", ["fish", "a b", "o'fish", "a  $HOME"])
def test_a_printed_command_line_can_be_given_to_a_shell(tmp_path: Path, name: str) -> None:
    """XBoard takes the word after -fcp apart again, and c-chess-cli what follows cmd=."""
    for gui in ("cutechess", "fastchess"):
        said = call("init", "--gui", gui, "--dir", str(tmp_path), "--name", f"{name} {gui}", "sh")
        words = command_line(said.stdout, "-engine")
        assert f"cmd={tmp_path / name} {gui}" in words
        assert gui == "cutechess" or f"name={name} {gui}" in words
    said = call("init", "--gui", "c-chess-cli", "--dir", str(tmp_path), "--name", name, "sh")
    assert f"cmd={tmp_path / name}".replace(" ", "\\ ") in command_line(said.stdout, "-engine")
    for old in tmp_path.glob(f"{name}*"):
        old.unlink()
    said = call("init", "--gui", "xboard", "--dir", str(tmp_path), "--name", name, "sh")
    program = command_line(said.stdout, "xboard")[2]
    assert program.strip('"') == str(tmp_path / name)
    assert program.startswith('"') == (name != "fish")


def test_a_launcher_is_started_by_xboard_with_an_empty_word(tmp_path: Path) -> None:
    """That is what it makes of the end of a line behind quotes."""
    init(tmp_path)
    played = run("", program=str(tmp_path / "fish"), text="uci\nquit\n")
    assert "uciok" in played.stdout.split()


def test_names_in_the_users_own_path_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "my NAME FOLDER"
    folder.mkdir()
    said = init(folder, "--gui", "lichess-bot")
    assert f'dir: "{folder}"' in said


def test_the_engines_own_name_is_the_default(tmp_path: Path) -> None:
    engine = tmp_path / "fishy"
    engine.write_text("")
    engine.chmod(0o755)
    assert run("init", str(engine), cwd=tmp_path).returncode == 0
    assert (tmp_path / "fishy-arbiter.toml").is_file()
    assert (tmp_path / "fishy-arbiter").is_symlink()


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ([], "no engine given"),
        (["no-such-engine"], "engine 'no-such-engine' is neither in PATH nor"),
        (["/"], "engine '/' is a folder: name the program in it"),
        (["--gui", "arenna", "sh"], "no ready file for 'arenna': there are arena, "),
        (["sh -x"], "its arguments are words of their own"),
        (["--name", "a/b", "sh"], "--name 'a/b' is a path"),
        (["--name", "uci-arbiter", "sh"], "--name 'uci-arbiter' is our own"),
        (["--add", "sh"], "--add is for Cute Chess alone"),
        (["--dir", "/no/such", "sh"], "cannot write /no/such/sh-arbiter: No such file"),
        (["--nmae", "x", "sh"], "unrecognized arguments: --nmae"),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], wrong: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = call("init", *args)
    assert ran.returncode == 2
    assert wrong in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert ran.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["fish", "fish.toml"])
def test_what_is_there_is_never_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    ran = call("init", "--dir", str(tmp_path), "--name", "fish", "sh")
    assert ran.returncode == 2
    assert "is there already" in ran.stderr
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_cute_chess_gets_the_engine_and_a_copy_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cutechess" / "engines.json"
    path.parent.mkdir()
    old = json.dumps([{"command": "/x", "name": "Old", "protocol": "uci"}])
    path.write_text(old)
    said = init(tmp_path, "--gui", "cutechess", "--add", "--engines-json", str(path))
    engines = json.loads(path.read_text())
    assert [engine["name"] for engine in engines] == ["Old", "fish"]
    assert engines[1]["command"] == str(tmp_path / "fish")
    assert engines[1]["protocol"] == "uci"
    (copy,) = path.parent.glob("engines.json.*.bak")
    assert copy.read_text() == old
    assert f"added 'fish' to Cute Chess's engines in {path} (as it was before: {copy})\n" in said
    assert "unless --add has added it" in said


def test_cute_chess_without_a_list_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "engines.json"
    said = init(tmp_path, "--gui", "cutechess", "--add", "--engines-json", str(path))
    assert f"added 'fish' to Cute Chess's engines in {path} (a new list)\n" in said
    assert [engine["name"] for engine in json.loads(path.read_text())] == ["fish"]
    assert os.listdir(path.parent) == ["engines.json"]


def test_cute_chess_gets_a_list_in_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    init(tmp_path, "--gui", "cutechess", "--add", "--engines-json", "ej")
    assert [engine["name"] for engine in json.loads((tmp_path / "ej").read_text())] == ["fish"]


@pytest.mark.parametrize("path", ["file/engines.json", "/dev/full", "."])
def test_a_list_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, path: str) -> None:
    (tmp_path / "file").write_text("a file and no folder")
    ran = call(
        *("init", "--gui", "cutechess", "--dir", str(tmp_path), "--name", "fish", "--add"),
        *("--engines-json", str(tmp_path / path), "sh"),
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_list_that_turns_out_unwritable_takes_the_launcher_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("proxy.launcher.os.makedirs", fail)
    ran = call(
        *("init", "--gui", "cutechess", "--dir", str(tmp_path), "--name", "fish", "--add"),
        *("--engines-json", str(tmp_path / "ej"), "sh"),
    )
    assert "No space left" in ran.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a\nengine = 3", "a\x1b[2J", "a\udcff"])
def test_a_name_that_no_file_of_settings_can_hold_is_refused(tmp_path: Path, name: str) -> None:
    ran = call("init", "--dir", str(tmp_path), "--name", name, "sh")
    assert ran.returncode == 2
    assert "must be printable" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{", "is not JSON"),
        ("{}", "holds no list of engines"),
        ('[{"name": "fish"}]', "has an engine 'fish' already"),
        ("[" * 100_000, "is not JSON"),
        ('["\\ud800"]', "cannot be written anew"),
    ],
)
def test_a_list_that_cannot_be_added_to_is_left_alone(
    tmp_path: Path, text: str, wrong: str
) -> None:
    path = tmp_path / "engines.json"
    path.write_text(text)
    ran = call(
        *("init", "--gui", "cutechess", "--dir", str(tmp_path), "--name", "fish", "--add"),
        *("--engines-json", str(path), "sh"),
    )
    assert ran.returncode == 2
    assert wrong in ran.stderr
    assert [one.read_text() for one in tmp_path.iterdir()] == [text]


def test_the_default_list_is_where_cute_chess_keeps_it() -> None:
    shown = call("init", "--help").stdout
    assert "cutechess/engines.json" in "".join(shown.split())


def test_the_link_is_to_the_installed_program(tmp_path: Path) -> None:
    init(tmp_path)
    assert (tmp_path / "fish").resolve() == Path(sys.executable).parent / "uci-arbiter"
    assert (ROOT / "configs").is_dir()
