"""What a match runner's command line will do with our rulings, and how it should read."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.gui.parent import Parent
from proxy.gui.profile import recognise
from proxy.gui.runner import LAUNCHER, read_runner

if TYPE_CHECKING:
    from proxy.gui.runner import EngineGroup, Runner


@dataclass(frozen=True, slots=True)
class Report:
    """What was found: facts, dangers, and the command that does it right; one line each.

    `corrected` is empty where the command is right as it stands.
    """

    facts: tuple[str, ...]
    dangers: tuple[str, ...]
    corrected: str


def examine(command: tuple[str, ...]) -> Report | None:
    """Examine a runner's command line; None: it is no match runner that we know."""
    runner = read_runner(command)
    if runner is None:
        return None
    window = recognise(Parent(runner.program, command, 0, 0.0)).zero_window
    facts = [_engine_fact(engine) for engine in runner.engines]
    facts.append(_draw_fact(runner))
    return Report(
        facts=tuple(facts),
        dangers=tuple(_dangers(runner)),
        corrected="" if _claims(runner) else _corrected(command, runner, window),
    )


def _claims(runner: Runner) -> bool:
    return runner.trusts_all and any(engine.claims for engine in runner.engines)


def _engine_fact(engine: EngineGroup) -> str:
    state = "wrapped" if engine.wrapped else "not wrapped"
    return f"engine {engine.name}: {state} ({engine.protocol}: {shlex.join(engine.command)})"


def _draw_fact(runner: Runner) -> str:
    if _claims(runner):
        return "draws: trust for every engine, so a ruling is claimed at once and ends the game"
    if runner.draw is None:
        return (
            "draws: no -draw, so a ruling is advice and the game goes on until the runner sees it"
        )
    if runner.draw.zero_window:
        return "draws: two scores of 0 in a row end the game, one or two plies after a ruling"
    return (
        f"draws: a ruling counts among {runner.draw.count} moves of both sides "
        f"within {runner.draw.score} centipawns"
    )


def _dangers(runner: Runner) -> list[str]:
    dangers = []
    plain = [engine.name for engine in runner.engines if not engine.wrapped]
    wrapped = len(plain) < len(runner.engines)
    if runner.draw is not None and runner.draw.zero_window and plain:
        dangers.append(
            f"{', '.join(plain)} is not wrapped and says 0.00 by itself: "
            "under this -draw such games are adjudicated drawn"
        )
    if runner.draw is not None and runner.draw.number < 1 and runner.program == "cutechess-cli":
        dangers.append("movenumber=0 switches -draw off in cutechess-cli: use 1")
    if runner.resign and plain and wrapped:
        dangers.append(
            f"-resign with {', '.join(plain)} not wrapped: "
            "a drawn position can be resigned by its score"
        )
    for engine in runner.engines:
        if engine.names_no_engine:
            dangers.append(f"{engine.name}: run starts nothing without -- before its engine")
        if not engine.protocol and not runner.config_file:
            dangers.append(f"{engine.name} has no proto=: {runner.program} refuses it")
    trusted = [engine.name for engine in runner.engines if engine.trusted]
    if trusted and len(trusted) < len(runner.engines):
        dangers.append(
            f"trust for {', '.join(trusted)} alone: claims are sent only where every engine has it"
        )
    mating = [engine.name for engine in runner.engines if engine.trusted and not engine.claims]
    if mating:
        dangers.append(f"trust turns the first mate score of {', '.join(mating)} into a win")
    if runner.config_file:
        dangers.append("settings in files (conf=, -config) are not seen here")
    return dangers


def _corrected(command: tuple[str, ...], runner: Runner, window: str) -> str:
    words: list[str] = []
    group = ""
    engines = iter(runner.engines)
    wrap = False
    for word in command:
        if word.startswith("-") and "=" not in word:
            group = word
            if group == "-engine":
                engine = next(engines)
                wrap = not engine.wrapped
                words += [word] if engine.protocol or runner.config_file else [word, "proto=uci"]
                continue
            wrap = False
        if group == "-draw":
            continue
        words += _wrapped(runner.program, word) if wrap and word.startswith("cmd=") else [word]
    words += window.split()
    return "" if tuple(words) == command else shlex.join(words)


def _wrapped(program: str, word: str) -> list[str]:
    """Return the words that start the engine of a `cmd=` word through us, as the runner has it."""
    engine = word.removeprefix("cmd=")
    if program == "cutechess-cli":
        return [f"cmd={LAUNCHER}", "arg=run", "arg=--", f"arg={engine}"]
    if program == "fastchess":
        return [f"cmd={LAUNCHER}", f"args=run -- {engine}"]
    return [f"cmd={LAUNCHER} run -- {engine}"]
