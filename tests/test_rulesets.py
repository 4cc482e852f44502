"""Rulesets: the nine that ship, the user's own, and faults that the user can mend."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from proxy.errors import UserError
from proxy.game.game import Game
from proxy.resources import shipped_dir
from proxy.rulesets import Ruleset, load_ruleset, ruleset_names
from proxy.ruling import decide

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = (
    "c-chess-cli",
    "classic",
    "cutechess",
    "fastchess",
    "fide",
    "lichess",
    "online",
    "tcec",
    "uscf",
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a user's config folder of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    load_ruleset.cache_clear()
    folder = tmp_path / "uci-arbiter" / "rulesets"
    folder.mkdir(parents=True)
    return folder


def write(folder: Path, text: str, name: str = "mine") -> str:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def reasons(ruleset: Ruleset, mode: str) -> set[str]:
    return {reason for reason, value in ruleset.modes.items() if value == mode}


def test_the_nine_ship_and_each_says_what_it_is_about() -> None:
    assert tuple(ruleset_names()) == SHIPPED
    for name in SHIPPED:
        assert load_ruleset(name).about
        assert os.path.isfile(os.path.join(shipped_dir("rulesets"), f"{name}.toml"))


@pytest.mark.parametrize(
    ("name", "repetition", "fifty"),
    [
        ("fide", "claim", "claim"),
        ("online", "automatic", "automatic"),
        ("lichess", "claim", "automatic"),
        ("cutechess", "automatic", "automatic"),
        ("fastchess", "automatic", "automatic"),
        ("c-chess-cli", "automatic", "automatic"),
        ("uscf", "claim", "claim"),
        ("tcec", "automatic", "automatic"),
        ("classic", "claim", "claim"),
    ],
)
def test_who_ends_the_game_at_three_and_at_fifty(name: str, repetition: str, fifty: str) -> None:
    modes = load_ruleset(name).modes
    assert (modes["threefold-repetition"], modes["fifty-move"]) == (repetition, fifty)


def test_only_classic_rules_perpetual_check_and_two_knights() -> None:
    for name in SHIPPED:
        modes = load_ruleset(name).modes
        expected = ("claim", "automatic") if name == "classic" else ("off", "off")
        assert (modes["perpetual-check"], modes["two-knights"]) == expected


def test_mate_goes_before_all_counters_in_every_ruleset() -> None:
    for name in SHIPPED:
        order = [
            rule.reason for rule in load_ruleset(name).automatic if rule.reason != "variant-end"
        ]
        assert order[0] == "checkmate"


def test_a_users_ruleset_lies_over_its_base(own_folder: Path) -> None:
    write(own_folder, 'about = "club"\nbase = "fide"\n[rules]\nfifty-move = "automatic"\n', "club")
    club = load_ruleset("club")
    fide = load_ruleset("fide")
    assert club.name == "club"
    assert reasons(club, "automatic") == reasons(fide, "automatic") | {"fifty-move"}
    assert club.forfeits == fide.forfeits
    assert "club" in ruleset_names()


def test_a_users_ruleset_by_its_path(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "online"\n[rules]\nfifty-move = "off"\n')
    assert load_ruleset(path).modes["fifty-move"] == "off"


def test_a_users_ruleset_may_build_on_the_shipped_one_of_its_own_name(own_folder: Path) -> None:
    write(own_folder, 'base = "fide"\n[rules]\ntwo-knights = "automatic"\n', "fide")
    assert load_ruleset("fide").modes["two-knights"] == "automatic"
    assert load_ruleset("fide").modes["checkmate"] == "automatic"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "[rules]\nfifty-moves = 'off'",
            "rules.fifty-moves is not known: did you mean 'fifty-move'?",
        ),
        ("[ruels]\nfifty-move = 'off'", "ruels is not known: did you mean 'rules'?"),
        ("bsae = 'fide'", "bsae is not known: did you mean 'base'?"),
        (
            "[rules]\nfifty-move = 'auto'",
            "rules.fifty-move is 'auto': expected 'automatic' or 'claim' or 'off'",
        ),
        ("[rules]\nfifty-move = true", "rules.fifty-move is True: expected 'automatic'"),
        ("[claims]\npenalty-s = '120'", "claims.penalty-s is '120': expected a number"),
        ("[claims]\npenalty-s = true", "claims.penalty-s is True: expected a number"),
        ("[claims]\npenalty-s = -1", "claims.penalty-s is -1: expected 0 or more"),
        ("about = 3", "about is 3: expected a text"),
        ("rules = 3", "rules is 3: expected a section, as in [rules]"),
        ("[about]\nx = 1", "about is {'x': 1}: expected a text"),
        ("[forfeits]\nresignation = 'draw'", "forfeits.resignation is 'draw': expected 'none' or"),
        (
            "[deviations]\norder = ['checkmat']",
            "deviations.order is ['checkmat']: expected 'checkmate' for",
        ),
        ("[deviations]\norder = [3]", "deviations.order is [3]: expected 'variant-end' or"),
        ("[deviations]\norder = 'mate'", "deviations.order is 'mate': expected a list"),
        ("[deviations]\nfifty-move-at-start = 1", "expected true or false"),
        ("[reading]\ncastling-key = ['a9']", "reading.castling-key is ['a9']: expected 'a"),
        (
            "about = 'no base'",
            "rules.variant-end is missing: set it, or name a base, as in base = 'fide'",
        ),
        ("[rules\n", "is not TOML: "),
    ],
)
def test_a_fault_names_file_key_found_and_expected(tmp_path: Path, text: str, fault: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UserError) as caught:
        load_ruleset(path)
    message = str(caught.value)
    assert message.startswith(path)
    assert fault in message
    assert "\n" not in message


def test_bases_that_lead_in_a_circle_are_refused(own_folder: Path) -> None:
    write(own_folder, "base = 'two'", "one")
    write(own_folder, "base = 'one'", "two")
    with pytest.raises(UserError, match=r"base 'two' leads back to this file"):
        load_ruleset("one")


def test_an_unknown_name_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"nothing named 'fidde' among the rulesets: there are c-ch"
    ):
        load_ruleset("fidde")
    with pytest.raises(UserError, match=r"no file '.*gone\.toml'"):
        load_ruleset(str(tmp_path / "gone.toml"))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"about = '\xff'")
    with pytest.raises(UserError, match="is not TOML"):
        load_ruleset(str(path))


def test_cutechess_asks_for_material_after_a_move_only() -> None:
    fen = "8/8/8/4k3/8/8/8/K7 w - - 0 1"
    cutechess, online = load_ruleset("cutechess"), load_ruleset("online")
    game = Game.start(fen)
    assert decide(game, online) is not None
    assert decide(game, cutechess) is None
    game.push(game.parse("a1a2"))
    ruling = decide(game, cutechess)
    assert ruling is not None
    assert ruling.reason == "insufficient-material"


def test_cutechess_asks_for_the_clock_before_repetitions() -> None:
    game = Game.start("4k3/8/8/8/8/8/8/R3K3 w - - 92 80")
    for text in ["a1b1", "e8d8", "b1a1", "d8e8"] * 2:
        game.push(game.parse(text))
    reasons = {}
    for name in ("cutechess", "online"):
        ruling = decide(game, load_ruleset(name))
        reasons[name] = ruling.reason if ruling else None
    assert reasons == {"cutechess": "fifty-move", "online": "threefold-repetition"}
