"""How much the session is to do about the faults of both sides."""

from __future__ import annotations

from proxy.session.repairs import SAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from proxy.settings import Settings


class Care:
    """Which repairs are on, and what is done about an engine that fails.

    `hang_margin` is in seconds, `restart_limit` counts for one game.
    """

    __slots__ = (
        "asks_again",
        "hang_margin",
        "judges",
        "plays_on",
        "repairs",
        "rescues",
        "rescues_hangs",
        "restart_limit",
        "restarts",
    )

    def __init__(
        self,
        repairs: Iterable[str] = SAFE,
        *,
        on_illegal: str = "forward",
        on_crash: str = "exit",
        on_hang: str = "wait",
        restart_limit: int = 3,
        hang_margin: float = 0.2,
    ) -> None:
        self.repairs = frozenset(repairs)
        self.asks_again = on_illegal == "ask-again"
        """An illegal answer is asked for once more."""
        self.plays_on = on_illegal == "pv"
        """In place of an illegal answer the engine's last line of play is followed."""
        self.judges = self.asks_again or self.plays_on
        """An illegal answer is not just passed on."""
        self.restarts = on_crash == "restart"
        self.rescues_hangs = on_hang == "rescue"
        self.rescues = self.restarts or self.rescues_hangs
        """An engine may be replaced, during which the GUI's clock runs on."""
        self.restart_limit = restart_limit
        self.hang_margin = hang_margin

    @classmethod
    def of(cls, settings: Settings) -> Care:
        """Return what the settings ask for."""
        return cls(
            settings.words("repairs"),
            on_illegal=settings.text("on-illegal"),
            on_crash=settings.text("on-crash"),
            on_hang=settings.text("on-hang"),
            restart_limit=settings.number("restart-limit"),
            hang_margin=settings.number("hang-margin") / 1000,
        )
