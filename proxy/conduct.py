"""How an arbiter is to act: by whose rules, told in which way, claiming when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.delivery import advise, load_delivery
from proxy.exact import quick_analysis
from proxy.gui.trust import Trust
from proxy.offers import DrawPolicy, ResignPolicy
from proxy.policy import ClaimPolicy
from proxy.rulesets import load_ruleset
from proxy.session.repairs import SAFE

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.analysis import Analysis
    from proxy.delivery import Deliver
    from proxy.gui.choice import Choice
    from proxy.gui.match import Match
    from proxy.rulesets import Ruleset
    from proxy.settings import Settings

NO_CLAIMS = ClaimPolicy("never")
NO_OFFERS = DrawPolicy()
NO_RESIGNING = ResignPolicy()


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the arbiter is to act: by whose rules, told in which way, claiming when.

    `both_claim` tells whether the other side is known to claim always as we do: only then is a
    claim certain. `steer` lets him replace moves (see `proxy.policy`), `splice` continue games by
    bare FENs. With `exact` an analyst is asked about dead positions. `disagreement` is said once:
    how the other wrapper of this match differs. `delivery` is the name of `deliver`; `trust` tells
    what claims the GUI believes. `speaks`: offers and resignations, which `draws` and `resigning`
    make for the engine, reach the GUI, with `offers_behind` behind the move. `repairs` are those of
    `proxy.session.repairs` that are on.
    """

    ruleset: Ruleset
    deliver: Deliver = advise.deliver
    zeros_to_ones: bool = False
    claims: ClaimPolicy = NO_CLAIMS
    both_claim: Callable[[], bool] = lambda: False
    steer: bool = False
    splice: bool = True
    exact: bool = False
    disagreement: str = ""
    delivery: str = "advise"
    trust: Trust = Trust.NONE
    speaks: bool = False
    offers_behind: bool = False
    draws: DrawPolicy = NO_OFFERS
    resigning: ResignPolicy = NO_RESIGNING
    analysis: Analysis = BY_MATERIAL
    repairs: frozenset[str] = frozenset(SAFE)

    @property
    def needs_scores(self) -> bool:
        """Whether anything turns on what the engine says of the game."""
        if self.steer or self.ruleset.claimed:
            return True
        deals = self.draws.accept or self.draws.offer or self.resigning.resign
        return self.speaks and deals


TERMS = ("ruleset", "claims")  # what both wrappers of a match should have in common


def make_conduct(settings: Settings, choice: Choice) -> Conduct:
    """Return the conduct that the settings ask for, in the GUI that was recognised.

    Raises `UserError` for a ruleset or a delivery that there is not.
    """
    terms = " ".join(settings.text(key) for key in TERMS)
    match = choice.match
    if match is not None:
        match.join(terms)
    return Conduct(
        ruleset=load_ruleset(settings.text("ruleset")),
        both_claim=lambda: (
            settings.text("claims") == "always" and match is not None and match.agree(terms)
        ),
        disagreement=_disagreement(match, terms),
        deliver=load_delivery(choice.delivery),
        zeros_to_ones=choice.zeros_to_ones,
        claims=ClaimPolicy(settings.text("claims"), settings.number("claim-bound")),
        steer=settings.on("steer"),
        splice=settings.text("history") == "splice",
        repairs=frozenset(settings.words("repairs")),
        exact=settings.on("exact"),
        analysis=quick_analysis(settings.text("syzygy")),
        delivery=choice.delivery,
        trust=choice.trust,
        speaks=settings.text("front") == "cecp" or choice.delivery == "offer",
        offers_behind=choice.offers_behind,
        draws=DrawPolicy(
            accept=settings.on("handle-draws"),
            offer=settings.on("offer-draw"),
            bound_cp=settings.number("offer-draw-score"),
            moves=settings.number("offer-draw-moves"),
            first_move=settings.number("offer-draw-from"),
            again=settings.number("offer-draw-again"),
        ),
        resigning=ResignPolicy(
            resign=settings.on("resign"),
            score_cp=settings.number("resign-score"),
            moves=settings.number("resign-moves"),
        ),
    )


def _disagreement(match: Match | None, terms: str) -> str:
    for other in match.others() if match is not None else ():
        if other != terms:
            return f"the other side goes by {other}, this one by {terms} (ruleset, claims)"
    return ""
