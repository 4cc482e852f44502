"""Rulesets: which rule ends the game by itself, which must be claimed, which does not apply."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from proxy.game.key import LAWS, Reading
from proxy.resources import config_names, find_config
from proxy.rules import earliest_of
from proxy.ruleset_file import read_ruleset_file
from proxy.ruling import ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.rules import Earliest, Forfeit, Rule


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A checked ruleset.

    `modes`: for each rule's reason "automatic", "claim" or "off".
    `forfeits`: for each forfeit's reason the exception that saves the side from losing.
    `articles`: articles that this ruleset has in place of the Laws'.
    `penalty_s`, `rapid_penalty_s`: seconds that a wrong claim adds to the opponent's clock (9.5.3).
    `tablebase_men`: positions with so many men or fewer are looked up in endgame tables.
    `cursed_wins_count`: a win counts there though it comes too late for the fifty-move rule.
    `reading`, `material_table`, `material_at_start`, `fifty_move_at_start`, `order`: how a program
    is known to deviate.
    `automatic`, `claimed`: the rules by mode; `earliest`: that of the automatic ones together.
    """

    name: str
    about: str
    modes: Mapping[str, str]
    forfeits: Mapping[str, str]
    penalty_s: int
    rapid_penalty_s: int
    articles: Mapping[str, str]
    tablebase_men: int = 7
    cursed_wins_count: bool = False
    reading: Reading = LAWS
    material_table: str = "laws"
    material_at_start: bool = True
    fifty_move_at_start: bool = True
    order: tuple[str, ...] = ()
    automatic: tuple[Rule, ...] = field(init=False)
    claimed: tuple[Rule, ...] = field(init=False)
    earliest: Earliest = field(init=False)

    def __post_init__(self) -> None:
        """Sort the rules by mode, in the order of decision."""
        first = {reason: place for place, reason in enumerate(self.order)}
        ordered = sorted(ORDER, key=lambda rule: first.get(rule.reason, len(first)))
        for attribute, mode in (("automatic", "automatic"), ("claimed", "claim")):
            rules = tuple(rule for rule in ordered if self.modes[rule.reason] == mode)
            object.__setattr__(self, attribute, rules)
        object.__setattr__(self, "earliest", earliest_of(self.automatic))

    def article(self, rule: Rule | Forfeit) -> str:
        """Return the article of a rule in this ruleset."""
        return self.articles.get(rule.reason, rule.article)


def ruleset_names() -> list[str]:
    """Return the names of the shipped rulesets and the user's own."""
    return config_names("rulesets")


@lru_cache(maxsize=32)
def load_ruleset(name: str) -> Ruleset:
    """Load a ruleset by its name or by the path of its .toml file. Raises `UserError`."""
    return Ruleset(**read_ruleset_file(find_config("rulesets", name)))
