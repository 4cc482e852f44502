"""Our options in the GUI's dialog: taken in any case, refused in words that hold together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from proxy.assembly import make_arbiter, make_dialog
from proxy.gui.choice import Choice
from proxy.kinds import OneOf
from proxy.resources import shipped_names
from proxy.session.session import Session
from proxy.settings import TABLE, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from proxy.session.dialog import Dialog
    from proxy.settings import Setting

OPTIONS = [setting for setting in TABLE if setting.option is not None]
COMBOS = [
    (setting, word)
    for setting in OPTIONS
    for word in (
        setting.kind
        if isinstance(setting.kind, OneOf)
        else shipped_names("rulesets")
        if setting.key == "ruleset"
        else ()
    )
]


def dialog_of(settings: Settings) -> Dialog:
    dialog = make_dialog(settings)
    assert dialog is not None
    make_arbiter(settings, dialog, lambda _: Choice("test", "advise", False, ()))
    return dialog


@pytest.mark.parametrize("written", [str.lower, str.upper, str.title])
@pytest.mark.parametrize(("setting", "word"), COMBOS)
def test_a_word_is_taken_in_any_case(
    setting: Setting, word: str, written: Callable[[str], str]
) -> None:
    settings = Settings()
    name = str(setting.option).lower().encode()
    assert dialog_of(settings).change(name, written(word).encode()) == ""
    assert settings.text(setting.key) == word


@pytest.mark.parametrize("value", ["myrules", "MYRULES", "MyRules"])
def test_a_ruleset_of_the_users_own_is_taken_in_any_case(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "uci-arbiter" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "MyRules.toml").write_text("base = 'fide'\n")
    settings = Settings()
    assert dialog_of(settings).change(b"arbiter ruleset", value.encode()) == ""
    assert settings.text("ruleset") == "MyRules"


@pytest.mark.parametrize("setting", OPTIONS)
@pytest.mark.parametrize("value", ["FIED", "Always so", "1e9"])
def test_no_message_offers_what_it_refuses(setting: Setting, value: str) -> None:
    session = Session(dialog=dialog_of(Settings()))
    line = f"setoption name {setting.option} value {value}".encode()
    for command in session.gui_line(line, 0.0):
        said = getattr(command, "line", b"").decode()
        refused, _, offered = said.partition(": ")[2].partition(": ")
        assert value.lower() in refused
        assert value.lower() not in offered


@pytest.mark.parametrize("setting", OPTIONS)
@pytest.mark.parametrize("value", ["score", "draw offers", "bestmove"])
def test_no_refusal_names_another_value_than_there_is(setting: Setting, value: str) -> None:
    """A word that no line of ours may hold is spelled out, so that nobody sets its stand-in."""
    session = Session(dialog=dialog_of(Settings()))
    for command in session.gui_line(f"setoption name {setting.option} value {value}".encode(), 0.0):
        said = getattr(command, "line", b"").decode()
        refused, _, offered = said.partition(": ")[2].partition(": ")
        assert value == "bestmove" or value in refused.replace("-", "")
        kind = setting.kind
        if isinstance(kind, OneOf):
            assert [word.replace("-", "") for word in offered.split("'")[1::2]] == [
                word.replace("-", "") for word in kind
            ]


def test_a_ruleset_that_there_is_not_is_refused_before_the_arbiter_is_there() -> None:
    """Else he could not be made later, and the one line about it goes where no GUI looks."""
    settings = Settings()
    dialog = make_dialog(settings)
    assert dialog is not None
    assert "nothing named 'foo'" in dialog.change(b"arbiter ruleset", b"foo")
    assert settings.text("ruleset") == "online"
    assert not dialog.change(b"arbiter ruleset", b"FIDE")
    assert settings.text("ruleset") == "fide"
