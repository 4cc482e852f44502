"""Settings: every layer, every fault, and the file that a launcher finds."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

import pytest
from support.program import INSTALLED, ROOT, call, run
from support.wrapper import FAKE_ENGINE

from proxy.commands.run import read_settings
from proxy.config_file import find_config_file, load_config_file
from proxy.errors import UserError
from proxy.kinds import Command, ListOf, OneOf, Whole, fault, from_text
from proxy.kinds import Path as PathKind
from proxy.resources import shipped_dir
from proxy.ruleset_file import read_ruleset_file
from proxy.settings import DEFAULT, FILE, FLAG, LAYERS, OPTION, Settings
from proxy.show_config import config_lines


def settings_from(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "fish.toml"
    path.write_text(text)
    settings = Settings()
    load_config_file(str(path), settings)
    return settings


@pytest.mark.parametrize("strongest", LAYERS)
def test_the_strongest_layer_that_sets_a_key_wins(strongest: str) -> None:
    settings = Settings()
    for layer in (FLAG, DEFAULT, FILE, OPTION):  # in whatever order they are set
        if LAYERS.index(layer) <= LAYERS.index(strongest):
            settings.put(layer, "ruleset", layer, "here")
    assert settings.text("ruleset") == strongest
    assert settings.origin("ruleset") == f"{strongest} here"


def test_defaults_are_those_of_the_commented_file() -> None:
    path = Path(shipped_dir("")) / "default.toml"
    settings = Settings()
    shown = {key: settings.value(key) for key in settings}
    load_config_file(str(path), settings)
    assert {key: settings.value(key) for key in settings} == shown
    assert list(tomllib.loads(path.read_text())) == list(settings)


def test_show_config_prints_a_file_of_settings_with_origins(tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text('engine = ["sh", "-c"]\nlog-size = 3\n')
    shown = call("run", "--config", str(config), "--stats", "--ruleset", "fide", "--show-config")
    assert shown.returncode == 0
    assert shown.stderr == ""
    lines = [line.split("#") for line in shown.stdout.splitlines()]
    origins = {line[0].split()[0]: line[1].strip() for line in lines}
    assert origins["engine"] == f"file {config}"
    assert origins["log-size"] == f"file {config}"
    assert origins["ruleset"] == "flag --ruleset"
    assert origins["stats"] == "flag --stats"
    assert origins["tracking"] == "default"
    values = tomllib.loads(shown.stdout)
    assert values["engine"] == ["sh", "-c"]
    assert values["ruleset"] == "fide"
    assert values["stats"] is True
    assert list(values) == list(Settings())


def test_a_long_value_stays_on_its_line_and_widens_no_other() -> None:
    shown = call("run", "--show-config", "--", "sh", "x" * 200).stdout.splitlines()
    assert [line.split(" = ")[0] for line in shown] == list(Settings())
    wide = [line for line in shown if len(line) > 80]
    assert [line.split(" = ")[0] for line in wide] == ["engine", "repairs"]
    assert len({line.index("  # ") for line in shown if line not in wide}) == 1


def test_shown_settings_can_be_read_again(tmp_path: Path) -> None:
    settings = Settings()
    settings.put(FLAG, "engine", ("ä b", '"x"\\'), "--")
    again = settings_from(tmp_path, "\n".join(config_lines(settings)))
    assert again.words("engine") == ["ä b", '"x"\\']


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("rulset = 'fide'", "rulset is not known: did you mean 'ruleset'?"),
        ("ruleset = 3", "ruleset is 3: expected a text"),
        ("tracking = 'on'", "tracking is 'on': expected true or false"),
        ("log-size = 0", "log-size is 0: expected a whole number from 1 to 100000"),
        ("log-size = true", "log-size is True: expected a whole number"),
        ("record = 1", "record is 1: expected a path"),
        ("engine = 1", "engine is 1: expected a program, or a list of texts"),
        ("engine = ['a', 1]", "engine is ['a', 1]: expected a program, or a list of texts"),
        ("[engine]\nname = 'x'", "engine is {'name': 'x'}: expected a program"),
        ("[engines]\nname = 'x'", "engines is not known: did you mean 'engine'?"),
        ("[arbiter]\nruleset = 'fide'", "has a section [arbiter]: its keys stand without any"),
        ("ruleset = ", "is not TOML: "),
        ('name-suffix = "a\\nb"', r"is 'a\nb': expected a text without control characters"),
        ('name-suffix = "\\u0085"', r"is '\x85': expected a text without control characters"),
        ('log = "a\\u0000b"', r"is 'a\x00b': expected a path without control characters"),
        ('engine = ["a\\u0000b"]', r"engine is ['a\x00b']: expected no NUL"),
        ('"a\\nb" = 1', r"a\nb is not known"),
        ('["a\\u001bb"]', r"has a section [a\x1bb]"),
    ],
)
def test_a_fault_in_a_file_names_file_key_found_and_expected(
    tmp_path: Path, text: str, wrong: str
) -> None:
    with pytest.raises(UserError) as caught:
        settings_from(tmp_path, text)
    message = str(caught.value)
    assert str(tmp_path / "fish.toml") in message
    assert wrong in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["--rulest", "fide"], "--rulest is not known: did you mean '--ruleset'?"),
        (["--rulest=fide"], "--rulest is not known: did you mean '--ruleset'?"),
        (["--rule", "fide"], "--rule is not known"),  # no abbreviations
        (["--log-size", "big"], "--log-size is 'big': expected a whole number from 1 to"),
        (["--tracking", "maybe"], "--tracking is 'maybe': expected on or off"),
        (["--log"], "--log: expected one argument"),
        (["stockfish"], "'stockfish' has no place here: the engine comes after --"),
        (["--ruleset", "fied"], "nothing named 'fied' among the rulesets: there are "),
        (["--ruleset", "/no/such.toml"], "no file '/no/such.toml'"),
        (["--gui", "arean"], "nothing named 'arean' among the profiles: there are "),
        (["--config", "/no/such.toml"], "cannot read /no/such.toml: No such file or directory"),
    ],
)
def test_a_fault_in_a_flag_is_one_line_and_exit_code_2(args: list[str], wrong: str) -> None:
    ran = call("run", *args, *([] if "stockfish" in args else ["--", "x"]))
    assert ran.returncode == 2
    assert ran.stdout == ran.stderr.replace("uci-arbiter:", "info string arbiter:", 1)
    assert wrong in ran.stderr
    assert ran.stderr.startswith("uci-arbiter: ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args",
    [
        ["a\nb"],
        ["run", "--config", "a\nb"],
        ["run", "--config", "a\x1b[2Jb"],
        ["run", "--a\nb"],
        ["run", "--ruleset", "a\nb", "--", "x"],
        ["run", "--name-suffix", "a\nb", "--", "x"],
        ["run", "--log", "a\rb", "--", "x"],
        ["replay", "a\nb"],
        ["rule", "--batch", "a\nb"],
        ["rule", "--ruleset", "a\nb.toml"],
        ["rule", "--fen", "a\nb"],
        ["winnable", "--batch", "a\nb"],
        ["audit", "a\nb"],
        ["record", "summary", "a\nb"],
        ["init", "a\nb"],
    ],
)
def test_a_name_with_control_characters_is_shown_in_one_line(args: list[str]) -> None:
    ran = call(*args)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.rstrip("\n").isprintable()
    assert not ran.stdout.strip() or ran.stdout.rstrip("\n").isprintable()


def unreadable_tomls(folder: Path) -> list[Path]:
    """One of each kind: what has no end, what waits for somebody, what is too large or too deep."""
    pipe, large, deep, long, binary = (folder / f"{name}.toml" for name in "pldnb")
    os.mkfifo(pipe)
    large.write_bytes(b"#" * 1_000_001)
    deep.write_text("x = " + "[" * 100_000)
    long.write_text("x = " + "1" * 100_000)
    binary.write_bytes(b"\xff\x00")
    link, directory = folder / "link.toml", folder / "directory.toml"
    link.symlink_to("/dev/zero")
    directory.mkdir()
    return [pipe, large, deep, long, binary, link, directory, Path("/dev/full"), Path("/dev/zero")]


def test_what_is_no_toml_file_is_refused_at_once_wherever_one_is_read(tmp_path: Path) -> None:
    for path in unreadable_tomls(tmp_path):
        with pytest.raises(UserError, match=str(path)):
            load_config_file(str(path), Settings())
        with pytest.raises(UserError, match=str(path)):
            read_ruleset_file(str(path))


def test_an_engine_with_control_characters_in_its_name_is_shown_in_one_line() -> None:
    ran = run("run", "--", "a\nb")
    assert ran.returncode == 2
    assert [shown.count("\n") for shown in (ran.stdout, ran.stderr)] == [1, 1]


def test_no_engine_is_one_line_and_exit_code_2() -> None:
    ran = run("run")
    assert ran.returncode == 2
    assert ran.stderr.startswith("uci-arbiter: no engine given")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (bool, "on", True),
        (bool, "False", False),
        (int, "7", 7),
        (Whole(-5, 5), "-5", -5),
        (OneOf(("a", "b")), "b", "b"),
        (ListOf(("a", "b")), "b a", ("b", "a")),
        (str, "x y", "x y"),
    ],
)
def test_texts_of_each_kind(kind: object, text: str, value: object) -> None:
    assert from_text(kind, text) == value  # type: ignore[arg-type]  # parametrised
    assert fault(kind, value) is None  # type: ignore[arg-type]  # parametrised


@pytest.mark.parametrize(
    ("kind", "found", "wrong"),
    [
        (bool, "yes", "expected true or false"),
        (int, "x", "expected a number"),
        (int, -1, "expected 0 or more"),
        (int, True, "expected a number"),
        (Whole(0, 3), 4, "expected a whole number from 0 to 3"),
        (OneOf(("left", "right")), "up", "expected 'left' or 'right'"),
        (ListOf(("left", "right")), ["lef"], "expected 'left' for 'lef'"),
        (ListOf(("left", "right")), "left", "expected a list"),
        (PathKind, 3, "expected a path"),
        (Command, ["a", 3], "expected a program, or a list of texts"),
    ],
)
def test_faults_of_each_kind(kind: object, found: object, wrong: str) -> None:
    assert fault(kind, found) == wrong  # type: ignore[arg-type]  # parametrised


def test_paths_in_a_file_are_relative_to_it(tmp_path: Path) -> None:
    text = 'engine = ["./bin/fish", "./x"]\nrecord = "games"\nlog = "logs/"\n'
    settings = settings_from(tmp_path, text)
    assert settings.words("engine") == [str(tmp_path / "bin" / "fish"), "./x"]
    assert settings.text("record") == str(tmp_path / "games")
    assert settings.text("log") == f"{tmp_path}/logs/"


def test_a_program_without_a_slash_is_looked_up_in_path(tmp_path: Path) -> None:
    assert settings_from(tmp_path, 'engine = "stockfish"').words("engine") == ["stockfish"]
    assert settings_from(tmp_path, "engine = []").words("engine") == []


def test_the_users_home_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert settings_from(tmp_path, 'engine = "~/fish"').words("engine") == ["/home/me/fish"]


def test_a_launcher_finds_its_file_beside_itself_then_here_then_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [tmp_path / "bin", tmp_path / "work", tmp_path / "home" / "uci-arbiter"]
    for place in places:
        place.mkdir(parents=True)
        (place / "my.fish-1.0.toml").write_text("")
    monkeypatch.chdir(places[1])
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    launcher = str(places[0] / "my.fish-1.0")
    for place in places:
        assert find_config_file(launcher, {}) == str(place / "my.fish-1.0.toml")
        (place / "my.fish-1.0.toml").unlink()
    assert find_config_file(launcher, {}) is None


def test_the_plain_program_searches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("uci-arbiter", "__main__.py"):
        (tmp_path / f"{name}.toml").write_text("")
        assert find_config_file(str(tmp_path / name), {}) is None


def test_the_variable_overrides(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text("")
    (tmp_path / "fish.toml").write_text("")
    variables = {"UCI_ARBITER_CONFIG": str(path)}
    assert find_config_file(str(tmp_path / "fish"), variables) == str(path)
    assert find_config_file("uci-arbiter", variables) == str(path)
    with pytest.raises(UserError, match=r"UCI_ARBITER_CONFIG names '/no/file.toml'"):
        find_config_file("uci-arbiter", {"UCI_ARBITER_CONFIG": "/no/file.toml"})


def test_an_engine_on_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "fish.toml"
    path.write_text('engine = "a"')
    settings, _ = read_settings(["--config", str(path), "--", "b", "--", "c"], "uci-arbiter")
    assert settings.words("engine") == ["b", "--", "c"]


@pytest.mark.parametrize("make", [os.symlink, shutil.copy])
def test_a_launcher_of_the_users_own_runs_without_arguments(tmp_path: Path, make: object) -> None:
    """As a GUI starts it: by its path, in another folder, with no arguments."""
    launcher = tmp_path / "myfish"
    make(INSTALLED, launcher)  # type: ignore[operator]  # parametrised
    (tmp_path / "myfish.toml").write_text(f"engine = {list(FAKE_ENGINE)!r}\n")
    ran = run(program=str(launcher), text="uci\nquit\n", cwd=Path("/"))
    assert ran.returncode == 0
    assert "uciok" in ran.stdout.split()


def test_a_launcher_takes_flags_and_commands_too(tmp_path: Path) -> None:
    launcher = tmp_path / "myfish"
    launcher.symlink_to(INSTALLED)
    shown = run("--ruleset", "fide", "--show-config", program=str(launcher), cwd=Path("/"))
    assert 'ruleset = "fide"' in shown.stdout
    assert run("--version", program=str(launcher)).stdout.startswith("uci-arbiter ")
    assert run("rule", program=str(launcher)).returncode == 0


def test_a_launcher_without_its_file_says_so(tmp_path: Path) -> None:
    launcher = tmp_path / "myfish"
    launcher.symlink_to(INSTALLED)
    ran = run(program=str(launcher), cwd=Path("/"))
    assert ran.returncode == 2
    assert "no engine given" in ran.stderr
    assert "myfish.toml" in ran.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "configs" / "guis").glob("*.toml")), ids=str)
def test_ready_files_are_right(path: Path) -> None:
    settings = Settings()
    load_config_file(str(path), settings)
    assert settings.words("engine") == ["stockfish"]
    assert path.read_text().startswith("# ")
