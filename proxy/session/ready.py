"""Who still owes whom a `readyok`."""

from __future__ import annotations

from proxy.session.commands import Command, Intervened, SetTimer, ToEngine, ToGui

READY = "ready"  # the timer
PATIENCE = 0.5  # seconds that an engine in a search has for its answer
READYOK = b"readyok"


class Ready:
    """The debts of `isready`.

    Many engines do not read their input while they search (Ethereal #177): where one has not
    answered in time, we do, and its own answer is dropped when it comes after all. Whether it
    comes is not known: an engine that answers a later `isready` once may have lost the first.
    """

    __slots__ = ("_doubtful", "_mends", "_old", "_urgent", "asked", "owed", "proved")

    def __init__(self, *, mends: bool) -> None:
        self._mends = mends
        self.owed = 0
        """The GUI waits for so many answers."""
        self.asked = 0
        """The engine has not answered so many: while it owes any, its lines have to be seen."""
        self._urgent = 0  # of those owed: not to be waited for longer than PATIENCE
        self._doubtful = False  # the last answer may have been a late one
        self._old = 0  # of those not answered: asked in the search before the last
        self.proved = False
        """The engine has answered once."""

    def ask(self, line: bytes, now: float, *, searching: bool) -> list[Command]:
        """Take an `isready` of the GUI."""
        self.owed += 1
        self.asked += 1
        if not searching or not self._mends:
            return [ToEngine(line)]
        self._urgent += 1
        return [ToEngine(line), SetTimer(READY, now + PATIENCE)]

    def answered(self, line: bytes, now: float) -> list[Command]:
        """Take a `readyok` of the engine."""
        self.proved = True
        late = self.asked > self.owed
        self.asked = max(self.asked - 1, 0)
        if late and self._mends:
            self._old = max(self._old - 1, 0)
            if not self.owed:
                return []
            # The answer to the new question, or the late one to the old? A second one will tell.
            self._doubtful = True
            self._urgent = self.owed
            return [SetTimer(READY, now + PATIENCE)]
        self._doubtful = False
        self.owed = max(self.owed - 1, 0)
        self._urgent = max(self._urgent - 1, 0)
        return [ToGui(line)]

    def overdue(self, *, searching: bool) -> list[Command]:
        """Answer for the engine what was asked too long ago."""
        due, self._urgent = min(self._urgent, self.owed), 0
        self.owed -= due
        if self._doubtful and not searching:  # it was not late: the engine has lost one
            self.asked -= min(due, self.asked)
        self._doubtful = False
        return answered_for_engine(due)

    def forget_old(self) -> None:
        """Expect no late answer any more to what was asked before the last search."""
        late = max(self.asked - self.owed, 0)
        forgotten = min(self._old, late)
        self.asked -= forgotten
        self._old = late - forgotten

    def pay_all(self) -> list[Command]:
        """Answer all that is owed: a new engine has just said that it is ready."""
        owed, self.owed = self.owed, 0
        self.asked = self._urgent = self._old = 0
        self._doubtful = False
        return [ToGui(READYOK)] * owed


def answered_for_engine(count: int) -> list[Command]:
    """Return so many answers to `isready` in the engine's place."""
    if not count:
        return []
    return [Intervened("isready", "readyok said for the engine"), *[ToGui(READYOK)] * count]
