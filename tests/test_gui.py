"""Who started us, what its command line says, and what follows for the delivery."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
import pytest

from proxy.commands.doctor import main as doctor_main
from proxy.delivery import delivery_names, load_delivery
from proxy.errors import UserError
from proxy.gui.choice import Chooser
from proxy.gui.doctor import examine
from proxy.gui.match import Match
from proxy.gui.parent import Parent, find_parent
from proxy.gui.profile import Profile, load_profile, recognise
from proxy.gui.runner import Draw, read_runner
from proxy.gui.trust import Trust, unvalidated
from proxy.kinds import OneOf
from proxy.launcher import EnginesJson, default_engines_json
from proxy.resources import shipped_names
from proxy.settings import FLAG, OPTION, TABLE, Settings

if TYPE_CHECKING:
    from pathlib import Path

OURS = "cmd=uci-arbiter"
WINDOW = ("-draw", "movenumber=1", "movecount=1", "score=0")


def parent(*command: str) -> Parent:
    return Parent(command[0].rpartition("/")[2].lower(), command, 1, 0.0)


def chosen(*command: str, **settings: str) -> tuple[str, str, bool]:
    values = Settings()
    for key, value in settings.items():
        values.put(FLAG, key, value)
    choice = Chooser(parent(*command)).choose(values)
    return choice.gui, choice.delivery, choice.zeros_to_ones


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("cutechess-cli", "-engine", OURS, *WINDOW), ("cutechess", "score", True)),
        (("/opt/fastchess", "-engine", OURS, *WINDOW), ("fastchess", "score", True)),
        (
            ("c-chess-cli", "-engine", OURS, "-draw", "number=1", "count=1", "score=0"),
            ("c-chess-cli", "score", True),
        ),
        (
            ("fastchess", "-draw", "movenumber=40", "movecount=8", "score=10"),
            ("fastchess", "score", False),
        ),
        (("fastchess", "-resign", "movecount=3", "score=400"), ("fastchess", "score", False)),
        (("fastchess", "-engine", OURS), ("fastchess", "advise", False)),
        (("cutechess",), ("cutechess", "advise", False)),
        (("polyglot", "x.ini"), ("polyglot", "offer", False)),
        (("python3", "lichess-bot.py"), ("lichess-bot", "advise", False)),
        (("python3.11", "/usr/bin/pychess"), ("pychess", "advise", False)),
        (("python3", "match.py"), ("python-chess", "advise", False)),
        (("arena.exe",), ("generic", "advise", False)),
    ],
)
def test_the_delivery_is_what_the_runner_allows(
    command: tuple[str, ...], expected: tuple[str, str, bool]
) -> None:
    assert chosen(*command) == expected


EACH = ("-engine", OURS, "-engine", "cmd=toga2", "-each", "proto=xboard", "tc=9")


@pytest.mark.parametrize(
    ("command", "delivery", "trust"),
    [
        (("cutechess-cli", *EACH, "trust"), "claim", Trust.BLIND),
        (("cutechess-cli", *EACH, "trust", *WINDOW), "claim", Trust.BLIND),
        (
            ("cutechess-cli", "-engine", OURS, "trust", "-engine", "cmd=toga2", "trust"),
            "claim",
            Trust.BLIND,
        ),
        # Which of the two is ours cannot be seen.
        (("cutechess-cli", "-engine", OURS, "trust", "-engine", "x"), "advise", Trust.NONE),
        (("cutechess-cli", *EACH), "advise", Trust.NONE),
        (("cutechess-cli", *EACH, *WINDOW), "score", Trust.NONE),
        (("xboard", "-fcp", "uci-arbiter run -- toga2"), "claim", Trust.SEEN),
        (("xboard", "-testClaims", "true"), "claim", Trust.SEEN),
        (("xboard", "-testClaims", "false"), "claim", Trust.BLIND),
        (("xboard", "/testClaims=false"), "claim", Trust.BLIND),
        (("xboard", "-xtestClaims"), "claim", Trust.BLIND),
        (("winboard",), "claim", Trust.SEEN),
        (("knights",), "claim", Trust.BLIND),
        (("gnome-chess",), "offer", Trust.NONE),
        (("python3", "/usr/bin/pychess"), "offer", Trust.NONE),
        (("python3", "lichess-bot.py"), "offer", Trust.NONE),
        (("python3", "match.py"), "offer", Trust.NONE),
        (("arena.exe",), "advise", Trust.NONE),
    ],
)
def test_in_cecp_a_claim_is_made_where_it_is_believed(
    command: tuple[str, ...], delivery: str, trust: Trust
) -> None:
    values = Settings()
    values.put(OPTION, "front", "cecp")
    choice = Chooser(parent(*command)).choose(values)
    assert (choice.delivery, choice.trust) == (delivery, trust)


def test_a_claim_by_setting_is_believed_and_needs_cecp() -> None:
    values = Settings()
    values.put(FLAG, "delivery", "claim")
    assert Chooser(parent("cutechess")).choose(values).delivery == "advise"
    values.put(OPTION, "front", "cecp")
    choice = Chooser(parent("cutechess")).choose(values)
    assert (choice.delivery, choice.trust) == ("claim", Trust.BLIND)
    # XBoard's own flags still decide what can be claimed without a forfeit.
    assert Chooser(parent("xboard")).choose(values).trust is Trust.SEEN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"command": "uci-arbiter run -- sf", "validateClaims": false}]', True),
        ('[{"command": "uci-arbiter run -- sf"}]', False),
        ('[{"command": "stockfish", "validateClaims": false}]', False),
        (
            '[{"command": "uci-arbiter", "validateClaims": false}, {"command": "uci-arbiter"}]',
            False,
        ),
        ("[]", False),
        ("{}", False),
        ('{"command": "x"}', False),
        ('[{"command": 3}]', False),
        ("[", False),
    ],
)
def test_cute_chess_keeps_in_its_file_whom_it_believes(
    tmp_path: Path, text: str, expected: bool
) -> None:
    path = tmp_path / "engines.json"
    assert not unvalidated(str(path))
    path.write_text(text)
    assert unvalidated(str(path)) == expected


def test_the_file_of_cute_chess_lies_where_init_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    values = Settings()
    values.put(OPTION, "front", "cecp")
    choice = Chooser(parent("cutechess")).choose(values)
    assert choice.trust is Trust.NONE
    engines = EnginesJson(default_engines_json())
    engines.prepare("/opt/uci-arbiter")
    engines.write()
    path = tmp_path / "cutechess" / "engines.json"
    path.write_text(path.read_text().replace("{", '{"validateClaims": false,'))
    choice = Chooser(parent("cutechess")).choose(values)
    assert (choice.delivery, choice.trust) == ("claim", Trust.BLIND)
    assert str(path) in choice.reasons[1]


def test_settings_go_before_what_is_seen() -> None:
    assert chosen("fastchess", *WINDOW, delivery="advise") == ("fastchess", "advise", False)
    assert chosen("arena", gui="cutechess", delivery="score") == ("cutechess", "score", True)
    with pytest.raises(UserError, match="nothing named 'nonsense' among the profiles"):
        chosen("arena", gui="nonsense")


def test_an_unknown_process_table_means_the_generic_profile() -> None:
    choice = Chooser(None, "the process table does not tell: denied").choose(Settings())
    assert (choice.gui, choice.delivery, choice.zeros_to_ones) == ("generic", "advise", False)
    assert "denied" in choice.reasons[0]


def test_a_refused_process_table_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise psutil.AccessDenied(1)

    monkeypatch.setattr(psutil.Process, "parents", refuse)
    found, why = find_parent()
    assert found is None
    assert "process table" in why


def test_the_parent_of_this_test_is_found() -> None:
    found, _ = find_parent()
    assert found is None or found.program not in {"sh", "bash", "timeout"}


def test_every_profile_is_whole() -> None:
    for name in shipped_names("profiles"):
        profile = load_profile(name)
        assert (profile.trust == "none") == (profile.cecp != "claim")
        assert bool(profile.zero_window) == (profile.delivery == "score")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("programs = 3", "programs is 3: expected a list of texts"),
        ("programs = [3]", "programs is [3]: expected a list of texts"),
        ("programs = 'arena'", "programs is 'arena': expected a list of texts"),
        ("about = 3", "about is 3: expected a text"),
        ("python = ''", "python is '': expected a list of texts"),
        ("delivery = 'telepathy'", "delivery is 'telepathy': expected 'advise' or 'offer' or"),
        ("delivery = 'claim'", "delivery is 'claim': expected 'advise' or 'offer' or"),
        ("cecp = 'clam'", "cecp is 'clam': expected 'advise' or 'claim' or"),
        ("trust = true", "trust is True: expected 'blind' or"),
        ("zero_window = ''", "zero_window is not known: did you mean 'zero-window'?"),
        ("[score]", "has a section [score]: its keys stand without any"),
        ("delivery", " is not TOML: "),
        ("", "programs is missing"),
    ],
)
def test_a_fault_in_a_profile_of_the_user_is_named(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "own.toml"
    lines = {"about": "about = 'mine'", "delivery": "delivery = 'advise'"}
    lines.pop(text.partition(" ")[0], None)
    path.write_text("\n".join([*lines.values(), text]))
    with pytest.raises(UserError) as error:
        load_profile(str(path))
    assert str(error.value).startswith(str(path))
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


def test_a_profile_of_the_user_is_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("about = 'mine'\nprograms = ['shredder']\ndelivery = 'offer'\npython = ['x']")
    profile = load_profile(str(path))
    assert profile == Profile("own", "mine", ("shredder",), "offer", ("x",))
    assert profile.fit(parent("shredder")) == 3


def test_every_delivery_is_a_setting_and_has_its_function() -> None:
    kind = next(setting.kind for setting in TABLE if setting.key == "delivery")
    assert isinstance(kind, OneOf)
    assert {*delivery_names(), "auto"} == set(kind)
    for name in delivery_names():
        assert callable(load_delivery(name))
    with pytest.raises(UserError, match="no delivery 'telepathy'"):
        load_delivery("telepathy")


def test_recognising_prefers_the_named_program() -> None:
    assert recognise(parent("python3", "-m", "lichess-bot")).name == "lichess-bot"
    assert recognise(None).name == "generic"


def test_a_runner_is_read() -> None:
    runner = read_runner(
        (
            "/opt/cutechess-cli", "-engine", "cmd=uci-arbiter", "arg=run", "arg=--", "arg=sf",
            "name=A", "trust", "-engine", "conf=B", "-each", "proto=xboard", "tc=10+0.1",
            *WINDOW, "-resign", "movecount=3", "score=400",
        )
    )  # fmt: skip
    assert runner is not None
    assert [engine.name for engine in runner.engines] == ["A", "B"]
    assert [engine.wrapped for engine in runner.engines] == [True, False]
    assert [engine.trusted for engine in runner.engines] == [True, False]
    assert {engine.protocol for engine in runner.engines} == {"xboard"}
    assert runner.draw == Draw(1, 1, 0)
    assert runner.resign
    assert runner.config_file
    assert read_runner(("arena",)) is None
    assert read_runner(()) is None


def test_a_malformed_draw_is_no_draw() -> None:
    for words in (("movenumber=x",), (), ("movenumber=1", "movecount=1")):
        runner = read_runner(("fastchess", "-draw", *words))
        assert runner is not None
        assert runner.draw is None


def test_the_doctor_corrects_a_command() -> None:
    report = examine(("fastchess", "-engine", "cmd=sf", "name=A", "-engine", OURS, "name=B"))
    assert report is not None
    assert report.corrected == (
        "fastchess -engine cmd=uci-arbiter 'args=run -- sf' name=A "
        "-engine cmd=uci-arbiter name=B -draw movenumber=1 movecount=1 score=0"
    )
    bare = examine(("cutechess-cli", "-engine", OURS, *WINDOW))
    assert bare is not None
    assert bare.corrected.startswith("cutechess-cli -engine proto=uci cmd=uci-arbiter -draw")
    again = examine(
        ("fastchess", "-engine", OURS, "args=run -- sf", "-engine", OURS, "name=B", *WINDOW)
    )
    assert again is not None
    assert again.corrected == ""
    assert again.dangers == ()


def test_a_word_that_no_shell_can_read_is_not_wrapped() -> None:
    report = examine(("cutechess-cli", "-engine", "cmd=it's", "-engine", OURS, "arg=a\\"))
    assert report is not None
    assert report.facts[0].startswith("engine it's: not wrapped")
    assert report.facts[1].startswith("engine uci-arbiter: wrapped")
    assert chosen("fastchess", "-engine", "cmd=it's") == ("fastchess", "advise", False)


def test_the_doctor_knows_claims() -> None:
    report = examine(("cutechess-cli", "-engine", OURS, "-each", "proto=xboard", "trust"))
    assert report is not None
    assert report.facts[-1].startswith("draws: trust for every engine")
    assert (report.dangers, report.corrected) == ((), "")


@pytest.mark.parametrize(
    ("command", "danger"),
    [
        (("cutechess-cli", "-engine", OURS, "-engine", "cmd=sf", *WINDOW), "says 0.00 by itself"),
        (
            ("fastchess", "-engine", OURS, "-engine", "cmd=sf", "-resign", "movecount=3"),
            "-resign with",
        ),
        (("cutechess-cli", "-engine", OURS, "trust", "-engine", OURS), "trust for"),
        (("cutechess-cli", "-engine", OURS, "-each", "trust"), "trust turns"),
        (
            ("cutechess-cli", "-engine", OURS, "-draw", "movenumber=0", "movecount=1", "score=0"),
            "switches -draw off",
        ),
        (("fastchess", "-config", "file=x.json"), "not seen here"),
        (("cutechess-cli", "-engine", OURS, "arg=run", "arg=sf", "proto=uci"), "without -- before"),
        (("cutechess-cli", "-engine", OURS, "arg=run", "arg=--", "arg=sf"), "has no proto="),
    ],
)
def test_the_doctor_warns(command: tuple[str, ...], danger: str) -> None:
    report = examine(command)
    assert report is not None
    assert any(danger in line for line in report.dangers)
    assert doctor_main(["--", *command]) == 1


def test_wrappers_of_one_match_see_each_other(tmp_path: object) -> None:
    folder = str(tmp_path)
    one, other = Match(parent("fastchess"), folder), Match(parent("fastchess"), folder)
    other._own = f"{other._prefix}{psutil.Process().ppid()}"  # as another process of the match
    one.join("online always")
    assert not one.agree("online always")  # alone
    other.join("online always")
    assert one.agree("online always")
    assert one.others() == ["online always"]
    other.join("fide always")
    assert not one.agree("online always")
    stranger = Match(Parent("fastchess", (), 2, 0.0), folder)
    assert stranger.others() == []


def test_a_match_without_a_folder_is_no_failure() -> None:
    match = Match(parent("fastchess"), "/proc/no/folder")
    match.join("online always")
    assert match.others() == []
