"""From the settings to a session and its arbiter: what `run` and `replay` share.

Light: the arbiter's code is imported when he is made, after `uciok`.
"""

from __future__ import annotations

from proxy.resources import find_config, shipped_names
from proxy.session.care import Care
from proxy.session.dialog import Dialog
from proxy.session.door import Door
from proxy.session.noted import Noted
from proxy.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.arbiter import Arbiter
    from proxy.cecp.detection import Memory
    from proxy.cecp.engine_layer import EngineLayer
    from proxy.gui.choice import Choice
    from proxy.session.layer import Layer
    from proxy.session.noted import Note
    from proxy.settings import Settings

    Choose = Callable[[Settings], Choice]


def make_dialog(settings: Settings) -> Dialog | None:
    """Return our options in the GUI's dialog; None without tracking: there is nothing to set."""
    return Dialog(settings, shipped_names("rulesets")) if settings.on("tracking") else None


def check_names(settings: Settings) -> None:
    """Raise `UserError` for a ruleset or profile that there is not, or a ruleset that is faulty.

    Shipped ones are known to be right: `uciok` need not wait for them to be read.
    """
    ruleset, gui = settings.text("ruleset"), settings.text("gui")
    if ruleset not in shipped_names("rulesets"):
        from proxy.rulesets import load_ruleset

        load_ruleset(ruleset)
    if gui not in {"auto", *shipped_names("profiles")}:
        find_config("profiles", gui)


def make_session(
    settings: Settings, dialog: Dialog | None, note: Callable[[Note], bool] | None = None
) -> Session | Layer:
    """Return the session that the settings ask for; `note` is given a note of its every event."""
    tracking = settings.on("tracking")
    session = Session(
        tracking=tracking,
        # Until it is known who started us: here a score of 0 might end the game.
        zeros_to_ones=tracking and settings.text("delivery") in {"auto", "score"},
        dialog=dialog,
        name_suffix=settings.text("name-suffix"),
        care=Care.of(settings),
        hidden=settings.words("hide"),
    )
    noted = session if note is None else Noted(session, note)
    overhead_ms = settings.number("clock-overhead")
    if not overhead_ms:
        return noted
    from proxy.session.overhead import Overhead

    return Overhead(noted, overhead_ms)


def make_front(settings: Settings, session: Session | Layer) -> Session | Layer:
    """Return the session for a GUI of either protocol, as far as the settings leave it open."""
    return session if settings.text("front") == "uci" else Door(session, settings)


def make_back(
    settings: Settings, session: Session | Layer, command: list[str], memory: Memory
) -> Session | Layer:
    """Return the session for the engine's protocol, which is found out where it is left open.

    `command` is the engine's; what it says of the protocol is believed.
    """

    def as_cecp() -> EngineLayer:
        from proxy.cecp.engine_layer import EngineLayer
        from proxy.cecp.player import Player
        from proxy.rulesets import load_ruleset

        player = Player(
            load_ruleset(settings.text("ruleset")),
            margin_ms=settings.number("engine-margin"),
            overhead_ms=settings.number("clock-overhead"),
            resign_score=settings.text("resignation") == "score",
        )
        return EngineLayer(session, player, command[0].rpartition("/")[2])

    protocol = settings.text("engine-protocol")
    if protocol == "uci":
        return session
    from proxy.cecp.detection import Detection, is_hinted

    if protocol == "cecp" or is_hinted(command[1:]):
        return as_cecp()
    return Detection(session, as_cecp, memory)


def make_arbiter(
    settings: Settings, dialog: Dialog | None, choose: Choose | None = None
) -> Arbiter:
    """Return the arbiter that the settings ask for, who follows changes made in the dialog.

    `choose` finds the GUI; by default it looks at who has started us. Raises `UserError` for a
    ruleset, profile or delivery that there is not.
    """
    from proxy.conduct import make_conduct
    from proxy.fail_open import FailOpen

    if choose is None:
        from proxy.gui.choice import Chooser

        choose = Chooser().choose

    arbiter = FailOpen(make_conduct(settings, choose(settings)))
    if dialog is not None:
        dialog.changed = lambda: arbiter.act(make_conduct(settings, choose(settings)))
    return arbiter


def filters_zeros(settings: Settings, make_choose: Callable[[], Choose]) -> bool:
    """Tell whether the engine's scores of 0 become 1 where no arbiter could be made.

    They would end the game in a runner whose other side is still ruled upon; nobody else is to see
    changed scores. What kept the arbiter away may hide the runner as well.
    """
    try:
        return make_choose()(settings).zeros_to_ones
    except Exception:  # noqa: BLE001 - whatever it is, the setting remains
        return settings.text("delivery") == "score"
