"""What real GUIs sent, replayed: everything arrives, in order, and no ruling is invented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proxy.arbiter import Arbiter
from proxy.conduct import Conduct
from proxy.rulesets import load_ruleset
from proxy.session.commands import Command, ToEngine, ToGui
from proxy.session.session import Session

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


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_capture(path: Path) -> None:
    session = Session()
    session.arbiter_loaded(Arbiter(Conduct(load_ruleset("online"))), 0.0)
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
    assert to_gui == sent["<"]
    assert rulings == []
