"""Which delivery to use: what the profile can do, as far as the runner's settings allow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.gui.match import Match
from proxy.gui.parent import find_parent
from proxy.gui.profile import load_profile, recognise
from proxy.gui.runner import read_runner
from proxy.gui.trust import Trust, find_trust

if TYPE_CHECKING:
    from proxy.gui.parent import Parent
    from proxy.gui.profile import Profile
    from proxy.gui.runner import Runner
    from proxy.settings import Settings

AUTO, CLAIM = "auto", "claim"


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, and why, one reason a line.

    `zeros_to_ones`: the engine's own scores of 0 are to become 1, since two of them would end the
    game in this runner. `trust` tells what claims the GUI believes, where it speaks CECP to us.
    `match` are the other wrappers of the program that started us. `offers_behind`: an offer is
    heard behind the move alone.
    """

    gui: str
    delivery: str
    zeros_to_ones: bool
    reasons: tuple[str, ...]
    parent: Parent | None = None
    trust: Trust = Trust.NONE
    match: Match | None = None
    offers_behind: bool = False


class Chooser:
    """Knows who has started us: looked up once."""

    def __init__(self, parent: Parent | None = None, trouble: str = "") -> None:
        self.parent, self._trouble = (parent, trouble) if parent or trouble else find_parent()
        self.match = Match(self.parent) if self.parent is not None else None

    def choose(self, settings: Settings) -> Choice:
        """Choose for the settings `gui` and `delivery`, either of which may be "auto".

        Raises `UserError` for a profile that there is not. Failure to look at the process table
        means the generic profile, and is said among the reasons.
        """
        parent = self.parent
        if settings.text("gui") == AUTO:
            profile = recognise(parent)
            seen = f"started by {parent.program} (pid {parent.pid})" if parent else self._trouble
            reasons = [f"{seen}: profile {profile.name}"]
        else:
            profile = load_profile(settings.text("gui"))
            reasons = [f"profile {profile.name}: by your setting"]
        runner = read_runner(parent.command) if parent else None
        cecp = settings.text("front") == "cecp"
        trust, believes = find_trust(profile, parent, runner) if cecp else (Trust.NONE, "")
        delivery = settings.text("delivery")
        if delivery == CLAIM and not cecp:
            delivery, why = "advise", "claims can only be made in the xboard protocol"
        elif delivery != AUTO:
            why = "by your setting"
            if delivery == CLAIM and trust is Trust.NONE:
                trust = Trust.BLIND
        elif cecp and profile.cecp == CLAIM and trust is not Trust.NONE:
            delivery, why = CLAIM, believes
        else:
            delivery, why = _allowed(profile, runner, cecp=cecp)
        reasons.append(f"delivery {delivery}: {why}")
        draw = runner.draw if runner else None
        filtering = delivery == "score" and (draw.zero_window if draw else not runner)
        if filtering:
            reasons.append("the engine's own scores of 0 become 1: a 0 means that we rule a draw")
        return Choice(
            profile.name,
            delivery,
            filtering,
            tuple(reasons),
            parent,
            trust,
            self.match,
            profile.offers_behind,
        )


def _allowed(profile: Profile, runner: Runner | None, *, cecp: bool) -> tuple[str, str]:
    """Return the delivery, other than a claim, that the runner's settings allow, and why."""
    if cecp and profile.cecp != CLAIM:
        return profile.cecp, profile.about
    if profile.delivery != "score":
        return profile.delivery, profile.about
    if runner is None:
        return "advise", "its settings are not on a command line; a draw by score is not certain"
    if runner.draw is not None:
        return "score", (
            f"-draw ends a game when both sides say a score within {runner.draw.score} "
            f"{runner.draw.count} times"
        )
    if runner.resign:
        return "score", "-resign is in force: a drawn game must not be given up for its scores"
    return "advise", f"the command line has no -draw; with {profile.zero_window} draws can be ruled"
