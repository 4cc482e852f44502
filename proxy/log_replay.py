"""Driving a session again from a log, to see what it does now beside what it did then."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.assembly import make_arbiter, make_back, make_dialog, make_front, make_session
from proxy.errors import UserError
from proxy.gui.choice import Chooser
from proxy.gui.match import Match
from proxy.gui.parent import Parent
from proxy.kinds import fault
from proxy.log_text import command_texts
from proxy.session.commands import Replace
from proxy.session.departure import Departure
from proxy.settings import FILE, Settings

if TYPE_CHECKING:
    from proxy.log_reader import Entry, Run
    from proxy.session.commands import Command
    from proxy.session.dialog import Dialog
    from proxy.session.layer import Layer
    from proxy.session.session import Session

NOBODY = "the log does not tell who started it"
PLAIN = frozenset(("gui_closed", "gui_deaf", "settle", "terminate"))


@dataclass(frozen=True, slots=True)
class Difference:
    """An event after which the session now wants something else done than it did."""

    entry: Entry
    now: list[bytes]


class LoggedMatch(Match):
    """The other wrappers of the match, as the log tells; a replay takes no part in a match."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def join(self, terms: str) -> None:
        """Leave nothing anywhere."""

    def others(self) -> list[str]:
        """Return the terms that the log told last."""
        return self.told


class Logged:
    """What was remembered of the engine in a run: it shows in what its question was followed by."""

    def __init__(self, run: Run) -> None:
        asked = b"protocol recall"
        self._known = any(one.outputs for one in run.entries if one.subject == asked)

    def recall(self) -> bool:
        """Return whether the engine was known to speak CECP."""
        return self._known

    def store(self) -> None:
        """Learn nothing: what is replayed has been."""


def replay_run(run: Run) -> list[Difference]:
    """Drive a session through the events of a run. Raises `UserError` for what it cannot read."""
    settings = _settings(run)
    dialog = make_dialog(settings)
    session = _make_session(run, settings, dialog)
    match = LoggedMatch()
    chooser = Chooser(_parent(run), NOBODY)
    chooser.match = match
    differences = []
    day = 0.0
    before = 0.0
    for entry in run.entries:
        time = _seconds(entry)
        if time < before - HALF_A_DAY:
            day += DAY
        before = time
        now = day + time
        if entry.name == "arbiter_loaded":
            arbiter = make_arbiter(settings, dialog, chooser.choose)
            commands = session.arbiter_loaded(arbiter, now)
        elif entry.name == "others":
            match.told = _others(entry)
            continue
        else:
            commands = _again(session, entry, settings, now)
        if not run.tells_settling:
            commands = [*commands, *session.settle(now)]
        for command in commands:
            if isinstance(command, Replace):
                session = session.replaced(command.layer, command.session)
        outputs = command_texts(commands)
        if entry is run.entries[-1]:  # the log may have been cut off in the midst of them
            outputs = outputs[: len(entry.outputs)]
        if outputs != entry.outputs:
            differences.append(Difference(entry, outputs))
    return differences


def _make_session(run: Run, settings: Settings, dialog: Dialog | None) -> Session | Layer:
    session = make_session(settings, dialog)
    # A log without that key is older than it; one without its beginning lacks the handshake.
    if run.whole and "engine-protocol" in run.values():
        session = make_back(settings, session, _engine(settings), Logged(run))
    return make_front(settings, session)


DAY = 86_400.0
HALF_A_DAY = DAY / 2


def _settings(run: Run) -> Settings:
    settings = Settings()
    for key, value in run.values().items():
        settings.put(FILE, key, tuple(value) if isinstance(value, list) else value, run.title)
        wrong = fault(settings.table[key].kind, value)
        if wrong:
            raise UserError(f"{run.title}: {key} is {value!r}: {wrong}")
    return settings


def _engine(settings: Settings) -> list[str]:
    """Return the engine's command, or a stand-in where the log has lost the line that tells it."""
    return settings.words("engine") or ["engine"]


def _parent(run: Run) -> Parent | None:
    if run.parent is None:
        return None
    try:
        return Parent(**{**run.parent, "command": tuple(run.parent["command"])})
    except (TypeError, KeyError):
        raise UserError(f"the parent of the run {run.title!r} is damaged") from None


def _others(entry: Entry) -> list[str]:
    try:
        return [str(terms) for terms in json.loads(entry.subject)]
    except (ValueError, TypeError):
        raise UserError(f"line {entry.line}: {entry.subject!r} is no list of terms") from None


def _again(session: Session | Layer, entry: Entry, settings: Settings, now: float) -> list[Command]:
    match entry.name:
        case "gui_line":
            return session.gui_line(entry.subject, now)
        case "engine_line":
            return session.engine_line(entry.subject, now)
        case "engine_passed":
            session.pass_block(entry.subject + b"\n")
            return []
        case "arbiter_missing":
            return session.arbiter_missing(entry.subject, now)
        case "analysed":
            return session.analysed(entry.subject, now)
        case "timer":
            return session.timer(entry.subject.decode("ascii", "replace"), now)
        case "engine_gone" if entry.subject.isdigit():
            program = os.path.basename(_engine(settings)[0])
            return session.engine_gone(Departure(program, int(entry.subject)), now)
        case name if name in PLAIN:
            commands: list[Command] = getattr(session, name)(now)
            return commands
    raise UserError(f"line {entry.line}: no event {entry.name!r} is known")


def _seconds(entry: Entry) -> float:
    """Return the seconds since midnight that an entry's time tells."""
    try:
        hours, minutes, seconds = entry.time.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    except ValueError:
        raise UserError(f"line {entry.line}: {entry.time!r} is no time") from None
