"""The demonstration: real processes to each ending, and what it does when something is wrong."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import chess
import pytest
from support.wrapper import FAKE_ENGINE

from proxy.commands import demo
from proxy.demo.match import Match, Ply, Watcher
from proxy.demo.player import Answer, PlayerError
from proxy.demo.scenarios import ENDINGS, GAME, Scenario
from proxy.demo.view import Screen
from proxy.errors import UserError
from proxy.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

OWN_ENGINE = shlex.join([sys.executable, "-m", "proxy", "engine"])


def run(*args: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "proxy", "demo", *args],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("ending", "verdict", "line"),
    [
        ("stalemate", "Draw by stalemate (5.2.1)", "by stalemate (online 5.2.1)"),
        (
            "perpetual",
            "Perpetual check: White gave check with every move of the cycle",
            "threefold-repetition",
        ),
        ("threefold", "Draw by threefold repetition", "by threefold-repetition (online 9.2"),
        ("fifty", "(9.3.2) at ply 6.", "100 half-moves without capture or pawn move"),
        ("material", "Draw by insufficient material (5.2.2)", "by insufficient-material"),
    ],
)
def test_real_engines_come_to_the_ending_and_both_sides_are_told(
    ending: str, verdict: str, line: str
) -> None:
    code, out, err = run("--ending", ending, "--engine", OWN_ENGINE, "--nodes", "1500")
    assert (code, err) == (0, "")
    assert verdict in out
    told = [text.strip() for text in out.splitlines() if " is told: info string arbiter: " in text]
    rulings = [text for text in told if "arbiter: advice " not in text]
    assert sorted(text.split()[0] for text in rulings) == ["Black", "White"]
    assert all(line in text for text in rulings)
    assert len(told) - len(rulings) <= (2 if ending == "perpetual" else 0)
    assert "\x1b" not in out


def test_agreement_is_void_before_both_have_moved_and_the_wrappers_tell_nothing() -> None:
    code, out, err = run("--ending", "agreement", "--engine", OWN_ENGINE, "--nodes", "1500")
    assert (code, err) == (0, "")
    assert "The wrappers cannot see this" in " ".join(out.split())
    assert "no agreement before both sides have moved" in out
    assert "Draw by agreement (5.2.3) at ply 3." in out
    assert "is told" not in out


@pytest.mark.real("stockfish")
def test_stockfish_is_taken_where_it_is_installed() -> None:
    code, out, err = run("--ending", "perpetual", "--nodes", "20000")
    assert (code, err) == (0, "")
    assert "White: Stockfish" in out


def test_another_ending_than_asked_for_is_a_failure() -> None:
    mated = shlex.join([*FAKE_ENGINE, "moves=a6a1,b2a1"])
    code, out, err = run("--ending", "stalemate", "--engine", mated, "--movetime", "10")
    assert code == 1
    assert "Black wins by checkmate" in out
    assert "the game ended by checkmate, not as --ending stalemate asks for" in err


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("answer=e2e5", "White's engine plays e2e5, which is illegal"),
        ("answer=nonsense", "White's engine: "),
        ("crash=go", "White's wrapper has ended"),
    ],
)
def test_a_faulty_engine_ends_the_demo_in_one_line(fault: str, message: str) -> None:
    code, _, err = run("--engine", shlex.join([*FAKE_ENGINE, fault]), "--movetime", "10")
    assert code == 1
    assert f"uci-arbiter demo: {message}" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--engine", "no-such-engine"], "no-such-engine"),
        (["--engine", "a", "--engine", "b", "--engine", "c"], "given 3 times"),
        (["--engine", "'"], "cannot be read"),
        (["--engine", " "], "is empty"),
    ],
)
def test_mistakes_in_the_engines_are_told_in_one_line(args: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        demo.main(args)


@pytest.mark.parametrize("text", ["0", "-5", "fast"])
def test_movetime_is_a_number_above_0(text: str) -> None:
    with pytest.raises(UserError, match="is not a whole number above 0"):
        demo.main(["--movetime", text])


class ScriptedPlayer:
    """A player without a process: its answers, in order."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.side = "Scripted"
        self.answers = list(answers)
        self.limits: list[str] = []

    def ask(self, game: Game, limit: str, takes_s: float = 0.0) -> Answer:
        del game, takes_s
        self.limits.append(limit)
        return self.answers.pop(0)


def match(
    scenario: Scenario,
    white: Sequence[Answer],
    black: Sequence[Answer],
    limit_s: float | None = None,
) -> tuple[Match, dict[chess.Color, ScriptedPlayer], list[str]]:
    seen: list[str] = []
    watcher = Watcher(
        ply=lambda ply: seen.append(ply.san),
        told=lambda color, line: seen.append(f"{chess.COLOR_NAMES[color]}: {line}"),
        remark=seen.append,
    )
    players = {chess.WHITE: ScriptedPlayer(white), chess.BLACK: ScriptedPlayer(black)}
    one = Match(scenario, players, watcher, movetime_ms=100, limit_s=limit_s)
    return one, players, seen


STALEMATE_LINE = "info string arbiter: 1/2-1/2 by stalemate (online 5.2.1)"


def test_what_one_side_was_not_told_is_no_success() -> None:
    first = Answer("a6f6", (), 0)
    told, silent = Answer("b2f6", (STALEMATE_LINE,), 0), Answer("(none)", (), 0)
    one, _, _ = match(ENDINGS["stalemate"], [first, silent], [told])
    ruling = one.play()
    assert ruling.reason == "stalemate"
    assert not one.is_told(ruling)


def test_the_side_that_did_not_move_last_is_told_by_a_last_go() -> None:
    both = Answer("b2f6", (STALEMATE_LINE,), 0)
    one, _, seen = match(
        ENDINGS["stalemate"],
        [Answer("a6f6", (), 0), Answer("(none)", (STALEMATE_LINE,), 0)],
        [both],
    )
    assert one.is_told(one.play())
    assert seen == [
        "1. Qf6+",
        f"black: {STALEMATE_LINE}",
        "1... Qxf6",
        f"white: {STALEMATE_LINE}",
    ]


def test_nobody_agrees_to_a_draw_who_stands_better_or_has_no_score() -> None:
    moves = ["g1f3", "f3g1"]
    white = [Answer(moves[n % 2], (), score) for n, score in enumerate([0, 200, None, 10])]
    moves = ["g8f6", "f6g8"]
    black = [Answer(moves[n % 2], (), score) for n, score in enumerate([-90, 0, 0, -50])]
    one, _, seen = match(ENDINGS["agreement"], white, black)
    ruling = one.play()
    assert (ruling.reason, ruling.ply) == ("agreement", 7)
    assert seen.count("Black accepts.") == 1


def test_the_time_for_a_move_shrinks_with_the_time_for_the_game() -> None:
    answers = [Answer("a6f6", (), 0)]
    one, players, _ = match(ENDINGS["stalemate"], answers, [], limit_s=3.0)
    with pytest.raises(IndexError):  # Black has no answer
        one.play()
    assert players[chess.WHITE].limits[0] in {f"movetime {ms}" for ms in range(5, 21)}


def test_a_game_without_a_ruling_in_its_time_is_a_failure() -> None:
    one, _, _ = match(GAME, [], [], limit_s=0.0)
    with pytest.raises(PlayerError, match="no ruling within the time"):
        one.play()


def test_the_screen_is_redrawn_and_marks_the_move() -> None:
    written: list[str] = []
    screen = Screen(written.append)
    game = Game.start()
    screen.start(["heading"], game)
    game.push(game.parse("e2e4"))
    screen.ply(Ply(game, "1. e4", 30))
    screen.told(chess.WHITE, STALEMATE_LINE)
    screen.end(["verdict"])
    assert written[-1] == "\nverdict\n"
    assert all(text.startswith("\x1b[H\x1b[J") for text in written[:-1])
    last = written[-2]
    for part in ("heading", "1. e4", "score +0.30", STALEMATE_LINE):
        assert part in last
    assert "  4 . . . . \x1b[7mP\x1b[0m . . ." in last
    assert "  2 P P P P \x1b[7m.\x1b[0m P P P" in last


def test_without_stockfish_our_own_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_found(name: str) -> str:
        raise UserError(f"no {name}")

    monkeypatch.setattr(demo, "find_program", none_found)
    assert demo.choose_engines(None) == (shlex.split(OWN_ENGINE), shlex.split(OWN_ENGINE))


def test_each_side_can_have_an_engine_of_its_own() -> None:
    assert demo.choose_engines(["/bin/sh -c x", "/bin/cat"]) == (
        ["/bin/sh", "-c", "x"],
        ["/bin/cat"],
    )
