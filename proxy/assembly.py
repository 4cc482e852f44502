"""From the settings to a session and its arbiter: what `run` and `replay` share.

Light: the arbiter's code is imported when he is made, after `uciok`.
"""

from __future__ import annotations

from proxy.resources import shipped_names
from proxy.session.dialog import Dialog
from proxy.session.door import Door
from proxy.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.gui.choice import Choice
    from proxy.session.layer import Layer
    from proxy.settings import Settings

    Choose = Callable[[Settings], Choice]


def make_dialog(settings: Settings) -> Dialog | None:
    """Return our options in the GUI's dialog; None without tracking: there is nothing to set."""
    return Dialog(settings, shipped_names("rulesets")) if settings.on("tracking") else None


def make_session(settings: Settings, dialog: Dialog | None) -> Session | Layer:
    """Return the session that the settings ask for."""
    tracking = settings.on("tracking")
    return Session(
        tracking=tracking,
        # Until it is known who started us: here a score of 0 might end the game.
        zeros_to_ones=tracking and settings.text("delivery") in {"auto", "score"},
        dialog=dialog,
        name_suffix=settings.text("name-suffix"),
    )


def make_front(settings: Settings, session: Session | Layer) -> Session | Layer:
    """Return the session for a GUI of either protocol, as far as the settings leave it open."""
    return session if settings.text("front") == "uci" else Door(session, settings)


def make_arbiter(
    settings: Settings, dialog: Dialog | None, choose: Choose | None = None
) -> Arbiter:
    """Return the arbiter that the settings ask for, who follows changes made in the dialog.

    `choose` finds the GUI; by default it looks at who has started us. Raises `UserError` for a
    ruleset, profile or delivery that there is not.
    """
    from proxy.arbiter import Arbiter
    from proxy.conduct import make_conduct

    if choose is None:
        from proxy.gui.choice import Chooser

        choose = Chooser().choose

    arbiter = Arbiter(make_conduct(settings, choose(settings)))
    if dialog is not None:
        dialog.changed = lambda: arbiter.act(make_conduct(settings, choose(settings)))
    return arbiter
