"""What looks on while a session runs, as the settings ask: the record, the log, the counts.

Light: what they need is imported in their own threads, and not before the first position.
"""

from __future__ import annotations

from time import monotonic

from proxy.shell.scribe import Scribe
from proxy.shell.shell import say
from proxy.shell.watch import Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.gui.choice import Choice
    from proxy.session.noted import Note
    from proxy.settings import Settings
    from proxy.shell.scribe import Sink

MEGABYTE = 1_000_000


class Observers:
    """The observers of one run: `note` is for the session, `watch` for the shell."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._trouble: list[str] = []  # not told to the GUI yet
        self._tell: Callable[[str], None] = self._trouble.append
        self._record: Scribe | None = Scribe(
            lambda: _make_keeper(settings), lambda why: self._fail("record", why)
        )
        self._recording = False
        self._log: Scribe | None = None
        if settings.text("log"):
            self._log = Scribe(lambda: _make_log_file(settings), lambda why: self._fail("log", why))
            self._log.start()
        self.watch = _make_watch(settings, self._log)

    def note(self, note: Note) -> bool:
        """Take a note of the session; return whether a record is wanted, as far as is known.

        That is settled at the first position: its folder may be set in the GUI's dialog, which
        comes before.
        """
        if self._record is None:
            return False
        self._record.put(note)
        line = note[1]
        if self._recording or not (isinstance(line, bytes) and line.startswith(b"position")):
            return True
        self._recording = bool(self._settings.text("record"))
        if self._recording:
            self._record.start()
        else:
            self._record = None
        return self._recording

    def tell_by(self, tell: Callable[[str], None]) -> None:
        """Have the GUI told by `tell` of what cannot be written: few show their engines' stderr."""
        self._tell = tell
        while self._trouble:
            tell(self._trouble.pop())

    def _fail(self, what: str, why: str) -> None:
        where = self._settings.text(what)
        text = f"no {what} from here on, the game goes on: cannot write {where}: {why}"
        say(text)
        self._tell(text)

    def chooser(self) -> Callable[[Settings], Choice]:
        """Return what finds the GUI that started us, and has what was chosen for it noted."""
        from proxy.gui.choice import Chooser

        chooser = Chooser()

        def choose(settings: Settings) -> Choice:
            choice = chooser.choose(settings)
            for scribe in (self._record, self._log):
                if scribe is not None:
                    scribe.put(("choice", choice, monotonic(), [], ()))
            return choice

        if chooser.match is not None and self._log is not None:
            chooser.match.heard = self._noter_of_others(self._log)
        return choose

    def _noter_of_others(self, log: Scribe) -> Callable[[list[str]], None]:
        """Return what notes the terms of the match's other wrappers, where they have changed."""
        last: list[str] = []

        def note(others: list[str]) -> None:
            if others != last:
                last[:] = others
                log.put(("others", list(others), monotonic(), [], ()))

        return note

    def close(self) -> None:
        """Have everything written."""
        if self.watch is not None:
            self.watch.close()
        if self._record is not None:
            self._record.close()


def _make_keeper(settings: Settings) -> Sink:
    from proxy.record.keeper import make_keeper

    return make_keeper(settings)


def _make_log_file(settings: Settings) -> Sink:
    from proxy.shell.log_file import LogFile
    from proxy.show_config import log_header

    limit = settings.number("log-size") * MEGABYTE
    return LogFile(settings.text("log"), limit, lambda what: log_header(settings, what))


def _make_watch(settings: Settings, log: Scribe | None) -> Watch | None:
    if not settings.on("stats"):
        return None if log is None else Watch(log, None, say)
    from proxy.shell.stats import Stats

    return Watch(log, Stats(), say)
