"""From the settings to a session and its arbiter: what `run` and `replay` share.

Light: the arbiter's code is imported when he is made, after `uciok`.
"""

from __future__ import annotations

from proxy.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.arbiter import Arbiter
    from proxy.session.layer import Layer
    from proxy.settings import Settings


def make_session(settings: Settings) -> Session | Layer:
    """Return the session that the settings ask for."""
    return Session(tracking=settings.on("tracking"))


def make_arbiter(settings: Settings) -> Arbiter:
    """Return the arbiter that the settings ask for. Raises `UserError` for a bad ruleset."""
    from proxy.arbiter import Arbiter
    from proxy.rulesets import load_ruleset

    return Arbiter(load_ruleset(settings.text("ruleset")))
