"""What real GUIs sent, replayed: everything arrives, in order, and no ruling is invented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.adjudication import Adjudicator

from proxy.arbiter import Arbiter
from proxy.conduct import Conduct
from proxy.delivery import offer, score
from proxy.rulesets import load_ruleset
from proxy.session.commands import Command, ToEngine, ToGui
from proxy.session.session import Session
from proxy.uci import zeros_to_ones

CAPTURES = sorted((Path(__file__).parent / "data" / "captures").glob("uci-*.txt"))
ARBITER = b"info string arbiter:"


def lines_of(path: Path) -> list[tuple[float, str, bytes]]:
    """Time, direction and text of each line, up to the first that the capture abbreviated."""
    found = []
    for line in path.read_bytes().splitlines():
        if re.search(rb" \(len \d+\)$", line):
            break
        if line.startswith(b"#"):
            continue
        time, direction, *text = line.split(b" ", 2)
        found.append((float(time), direction.decode(), text[0] if text else b""))
    return found


PROFILES = {
    "advise": Conduct(load_ruleset("online")),
    "offer": Conduct(load_ruleset("online"), deliver=offer.deliver),
    "score": Conduct(load_ruleset("online"), deliver=score.deliver),
    "zero-window": Conduct(load_ruleset("online"), deliver=score.deliver, zeros_to_ones=True),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_capture(path: Path, profile: str) -> None:
    """Whatever the delivery; under the 0-window an engine's zeros are ones, and end no game."""
    conduct = PROFILES[profile]
    session = Session()
    session.arbiter_loaded(Arbiter(conduct), 0.0)
    to_engine: list[bytes] = []
    to_gui: list[bytes] = []
    rulings: list[bytes] = []
    sent: dict[str, list[bytes]] = {"<": [], ">": []}

    def take(commands: list[Command]) -> None:
        for command in commands:
            match command:
                case ToEngine(line):
                    to_engine.append(line)
                case ToGui(line):
                    (rulings if line.startswith(ARBITER) else to_gui).append(line)

    for time, direction, text in lines_of(path):
        if direction in sent:
            sent[direction].append(text)
            event = session.gui_line if direction == ">" else session.engine_line
            take(event(text, time))
            take(session.settle(time))
    assert to_engine == sent[">"]
    said = [line + b"\n" for line in sent["<"]]
    heard = [zeros_to_ones(line) if conduct.zeros_to_ones else line for line in said]
    assert [line + b"\n" for line in to_gui] == heard
    assert rulings == []
    if conduct.zeros_to_ones:
        for program in ("cutechess-cli", "fastchess", "c-chess-cli"):
            runner = Adjudicator(program, 1, 1, 0)
            for lines in searches(to_gui):
                assert not runner.ends(lines, irreversible=False)


def searches(lines: list[bytes]) -> list[list[bytes]]:
    """What was written in each search, its `bestmove` last; those without a score are left out."""
    found: list[list[bytes]] = [[]]
    for line in lines:
        found[-1].append(line)
        if line.startswith(b"bestmove"):
            found.append([])
    return [one for one in found if any(b"score" in line for line in one)]
