"""Writes the games of one wrapper into a folder as they are played."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING

from proxy import __version__
from proxy.record.files import write_record, write_snapshot
from proxy.record.model import Wrapper
from proxy.record.recorder import Recorder

if TYPE_CHECKING:
    from proxy.record.model import GameRecord
    from proxy.session.noted import Note
    from proxy.settings import Settings

SNAPSHOT_INTERVAL = 1.0  # seconds between two writes of a game that goes on, at least
SNAPSHOT_SHARE = 0.01  # of the time, at most: of a long game, a snapshot costs tens of milliseconds

NOTHING = 0, 0, 0  # moves, rulings, advice


class Keeper:
    """Takes the notes of a session, and writes: moves soon; rulings, advice and ends at once.

    Every game has a name of its own in any folder: the second it began, this wrapper's token and
    its number. Methods raise `OSError` where the folder cannot be written.
    """

    def __init__(self, folder: str, recorder: Recorder) -> None:
        self._folder = folder
        self._recorder = recorder
        self._token = os.urandom(4).hex()
        self._written = NOTHING  # the last write of the current game
        self._next_snapshot = 0.0
        os.makedirs(folder, exist_ok=True)

    def take(self, note: Note) -> None:
        """Take in one event."""
        recorder = self._recorder
        recorder.take(note)
        self._write_finished()
        record = recorder.current
        if record is not None and _counts(record)[1:] != self._written[1:]:
            self._write(record)

    def idle(self) -> float | None:
        """Write how the game stands; return in how many seconds to call again, if at all."""
        record = self._recorder.current
        if record is None or _counts(record) == self._written:
            return None
        wait = self._next_snapshot - monotonic()
        if wait > 0:
            return wait
        self._note_written(record)
        began = monotonic()
        write_snapshot(self._folder, self._name(record), record)
        took = monotonic() - began
        self._next_snapshot = began + max(SNAPSHOT_INTERVAL, took / SNAPSHOT_SHARE)
        return None

    def close(self) -> None:
        """Write what has not been written."""
        self._recorder.finish(monotonic())
        self._write_finished()

    def _write_finished(self) -> None:
        finished = self._recorder.finished
        while finished:
            record = finished.pop(0)
            self._write(record)
            self._written = NOTHING

    def _write(self, record: GameRecord) -> None:
        self._note_written(record)
        write_record(self._folder, self._name(record), record)

    def _note_written(self, record: GameRecord) -> None:
        self._written = _counts(record)

    def _name(self, record: GameRecord) -> str:
        began = record.started[:19].replace("-", "").replace(":", "")
        return f"{began}-{self._token}-{record.number:04}"


def _counts(record: GameRecord) -> tuple[int, int, int]:
    return len(record.moves), len(record.rulings), len(record.advice)


def make_keeper(settings: Settings) -> Keeper:
    """Return the keeper that the settings ask for. Raises `OSError`."""
    began = datetime.now().astimezone() - timedelta(seconds=monotonic())
    engine = os.path.basename(settings.words("engine")[0])
    recorder = Recorder(
        describe(settings),
        engine,
        lambda now: (began + timedelta(seconds=now)).isoformat(timespec="milliseconds"),
    )
    return Keeper(settings.text("record"), recorder)


def describe(settings: Settings) -> Wrapper:
    """Return what a record says about this wrapper."""
    values = {key: {"value": settings.value(key), "from": settings.origin(key)} for key in settings}
    return Wrapper(program=f"uci-arbiter {__version__}", pid=os.getpid(), settings=values)
