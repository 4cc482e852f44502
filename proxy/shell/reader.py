"""Who reads our stdout, and how long one is waited for who does not."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.shell.outlet import Outlet


class Reader:
    """The GUI, which may take its time to read what is left for it when an engine has gone.

    `patience`: the seconds that may pass without its reading anything, as the session has them.
    """

    def __init__(self, outlet: Outlet, patience: Callable[[], float]) -> None:
        self._outlet = outlet
        self._patience = patience
        self._read_at = float("inf")  # nobody is waited for yet

    def begin(self) -> None:
        """Wait from now on."""
        self._read_at = monotonic()

    @property
    def reads(self) -> bool:
        """Whether it takes more at once; also where nobody is left to read."""
        reads = self._outlet.takes_more
        if reads or self._read_at > monotonic():
            self.begin()
        return reads

    @property
    def is_waited_for(self) -> bool:
        """Whether it reads, or has not been silent for too long."""
        return self.reads or monotonic() - self._read_at <= self._patience()
