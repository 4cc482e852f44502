"""`uci-arbiter demo`: watch a real game come to its ruling."""

from __future__ import annotations

import shlex
import sys
import textwrap
from argparse import ArgumentTypeError
from contextlib import ExitStack
from typing import TYPE_CHECKING

import chess

from proxy.arguments import Parser
from proxy.demo.match import Match, Watcher
from proxy.demo.player import RULESET, WRAPPED, Player, PlayerError
from proxy.demo.scenarios import ENDINGS, GAME
from proxy.demo.view import Plain, Screen
from proxy.errors import UserError
from proxy.events import Event
from proxy.rulesets import load_ruleset
from proxy.shell.spawn import find_program
from proxy.verdict import Question, rule_on
from proxy.verdict_text import verdict_text

if TYPE_CHECKING:
    from argparse import Namespace

    from proxy.demo.scenarios import Scenario
    from proxy.game.game import Game

SUMMARY = "watch two real engines play to a ruling, each behind the arbiter"

_EPILOG = """\
Each engine runs behind its own `uci-arbiter run`, ruleset online, delivery advise. Shown are the
board, the counters, and every line that the arbiter sends to a side. Engine: stockfish if it is
installed, else `uci-arbiter engine`. Exit code 0: the ruling was reached and told, 1: it was not.

examples:
  uci-arbiter demo
  uci-arbiter demo --ending perpetual
  uci-arbiter demo --ending fifty --engine toga2 --movetime 500
  uci-arbiter demo --engine stockfish --engine 'uci-arbiter engine'
"""
_GAME_LIMIT_S = 26.0  # with start, end and a slow machine that is within 30 s


def main(args: list[str]) -> int:
    """Play and show one game; return 0 when its ruling was reached and told."""
    options = _parse(args)
    scenario = ENDINGS[options.ending] if options.ending else GAME
    engines = choose_engines(options.engine)
    view = (Plain if options.plain or not sys.stdout.isatty() else Screen)(_write)
    try:
        with ExitStack() as running:
            players = {
                color: running.enter_context(Player(color, engine))
                for color, engine in zip((chess.WHITE, chess.BLACK), engines, strict=True)
            }
            for player in players.values():
                player.handshake()
            match = Match(
                scenario,
                players,
                Watcher(view.ply, view.told, view.remark),
                movetime_ms=options.movetime or scenario.movetime_ms,
                limit_s=None if options.movetime or options.nodes else _GAME_LIMIT_S,
                nodes=options.nodes,
            )
            view.start(_heading(scenario, players), match.game)
            ruling = match.play()
            faults = []
            if not scenario.expects(ruling):
                faults.append(
                    f"the game ended by {ruling.reason}, not as --ending {scenario.name} asks for: "
                    "give it more with --movetime"
                )
            if not scenario.agreement and not match.is_told(ruling):
                faults.append("a wrapper has not told the ruling")
            view.end(_verdict(match.game, scenario))
    except PlayerError as error:
        faults = [str(error)]
    for fault in faults:
        sys.stderr.write(f"uci-arbiter demo: {fault}\n")
    return 1 if faults else 0


def _parse(args: list[str]) -> Namespace:
    parser = Parser(
        "uci-arbiter demo",
        "Watch two real engines play to a ruling, each behind the arbiter.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--ending",
        choices=list(ENDINGS),
        help="lead the game to this end (default: a quick game, to whatever end)",
    )
    parser.add_argument(
        "--engine",
        action="append",
        metavar="CMD",
        help="the engine with its arguments; given twice: White's and Black's",
    )
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--movetime",
        type=_above_0,
        metavar="MS",
        help="milliseconds for each move (default: such that all is over in 30 s)",
    )
    effort.add_argument(
        "--nodes",
        type=_above_0,
        metavar="N",
        help="positions for each move in place of a time, whatever the speed of the machine",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="no colour, no screen control; so it is anyway where stdout is no terminal",
    )
    return parser.parse_args(args)


def _above_0(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def choose_engines(given: list[str] | None) -> tuple[list[str], list[str]]:
    """Return White's and Black's engine commands."""
    if given is None:
        own = [sys.executable, "-m", "proxy", "engine"]
        try:
            engine = [find_program("stockfish")]
        except UserError:
            engine = own
        return engine, engine
    if len(given) > 2:
        raise UserError(f"--engine is given {len(given)} times: there are two sides")
    try:
        commands = [shlex.split(text) for text in given]
    except ValueError as error:
        raise UserError(f"--engine cannot be read: {error}") from None
    for command in commands:
        if not command:
            raise UserError("--engine is empty: give the engine's command")
        command[0] = find_program(command[0])
    return commands[0], commands[-1]


def _heading(scenario: Scenario, players: dict[chess.Color, Player]) -> list[str]:
    white, black = players[chess.WHITE].name, players[chess.BLACK].name
    return [
        f"uci-arbiter demo: {scenario.name}",
        f"White: {white}   Black: {black}",
        f"each behind its own `uci-arbiter {' '.join(WRAPPED)} ENGINE`",
        *textwrap.wrap(scenario.setting, 96),
    ]


def _verdict(game: Game, scenario: Scenario) -> list[str]:
    """Return the answer of `uci-arbiter rule` about the game that was played."""
    question = Question(
        fen=scenario.fen,
        moves=[move.uci() for move in game.moves],
        event=Event("agreement") if scenario.agreement else None,
    )
    return verdict_text(rule_on(question, load_ruleset(RULESET))).splitlines()


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
