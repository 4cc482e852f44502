"""A noted session, told as lines, and the records that come of it.

> line            from the GUI
» line            from the engine, as far as the session looks at it
= line            from the engine, passing by
+SECONDS          the clock goes on
@ result TEXT     a CECP GUI gives the game a result
@ announce        a claim is made in place of a move
@ analysed JSON   the analyst answers
@ quit            the engine exits
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from proxy.assembly import make_arbiter, make_session
from proxy.gui.choice import Choice
from proxy.gui.parent import Parent
from proxy.record.keeper import describe
from proxy.record.recorder import Recorder
from proxy.session.commands import LoadArbiter
from proxy.session.departure import Departure
from proxy.settings import FLAG, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.record.model import GameRecord
    from proxy.session.commands import Command
    from proxy.session.layer import Layer
    from proxy.session.noted import Note
    from proxy.session.session import Session

MIDNIGHT = datetime(2026, 11, 30, tzinfo=UTC)
PARENT = Parent("cutechess-cli", ("cutechess-cli",), 42, 1000.0)
HANDSHAKE = ("> uci", "» id name Fish 1", "» uciok")


def wall(now: float) -> str:
    return (MIDNIGHT + timedelta(seconds=now)).isoformat(timespec="milliseconds")


def keeper(notes: list[Note]) -> Callable[[Note], bool]:
    """Return what keeps all notes of a session."""

    def note(note: Note) -> bool:
        notes.append(note)
        return True

    return note


def record(*lines: str, start: float = 0.0, **values: str | bool | int) -> list[GameRecord]:
    """Return the games of a session whose settings are `values`; a handshake goes before."""
    settings = Settings()
    for key, value in values.items():
        settings.put(FLAG, key.replace("_", "-"), value)
    recorder = Recorder(describe(settings), "fish", wall)
    notes: list[Note] = []
    session = make_session(settings, None, keeper(notes))

    def choose(settings: Settings) -> Choice:
        delivery = settings.text("delivery").replace("auto", "advise")
        choice = Choice("test", delivery, zeros_to_ones=False, reasons=("a test",), parent=PARENT)
        notes.append(("choice", choice, 0.0, [], ()))
        return choice

    now = start
    for line in (*HANDSHAKE, *lines):
        mark, _, text = line.partition(" ")
        if mark.startswith("+") or mark[0].isdigit():
            now += float(mark)
            continue
        commands = _event(session, mark, text, now)
        if any(isinstance(command, LoadArbiter) for command in commands):
            session.arbiter_loaded(make_arbiter(settings, None, choose), now)
        session.settle(now)
    for note in notes:
        recorder.take(note)
    recorder.finish(now)
    return recorder.finished


def _event(session: Session | Layer, mark: str, text: str, now: float) -> list[Command]:
    match mark:
        case ">":
            return session.gui_line(text.encode(), now)
        case "»":
            return session.engine_line(text.encode(), now)
        case "=":
            session.pass_block(text.encode() + b"\n")
            return []
    match text.partition(" "):
        case ("announce", _, _):
            return session.announce(now)
        case ("analysed", _, answer):
            return session.analysed(answer.encode(), now)
        case ("result", _, result):
            return session.gui_result(result.encode(), now)
    return session.engine_gone(Departure("/opt/fish", 3 << 8), now)
