"""The door: which protocol a GUI speaks, by its first line."""

from __future__ import annotations

from proxy.session.commands import Command, Replace
from proxy.session.layer import Layer
from proxy.settings import OPTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.session.session import Session
    from proxy.settings import Settings

XBOARD = b"xboard"


class Door(Layer):
    """Stands before a session until the GUI has spoken, then steps aside.

    A UCI GUI has the session itself after its first line, and nothing of the other protocol is
    imported for it. What still reaches the door from another thread goes on to what it let in.
    """

    def __init__(self, inner: Session | Layer, settings: Settings) -> None:
        super().__init__(inner)
        self._settings = settings
        self._open = False

    def gui_line(self, line: bytes, now: float) -> list[Command]:
        """Take a line from the GUI; the first that is not blank decides."""
        if self._open or not line.strip():
            return self.inner.gui_line(line, now)
        self._open = True
        if self._speaks_cecp(line):
            from proxy.cecp.gui_layer import GuiLayer

            settings = self._settings
            settings.put(OPTION, "front", "cecp")
            may_claim = settings.on("tracking") and settings.text("delivery") in {"auto", "claim"}
            self.inner = GuiLayer(self.inner, may_claim=may_claim)
        return [Replace(self, self.inner), *self.inner.gui_line(line, now)]

    def _speaks_cecp(self, line: bytes) -> bool:
        front = self._settings.text("front")
        return front == "cecp" or (front == "auto" and line.split()[0] == XBOARD)
