"""Profiles: what is known of a GUI by experiment, one file each in configs/profiles/."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.checked_toml import file_error, read_tables
from proxy.delivery import delivery_names
from proxy.gui.parent import PYTHON
from proxy.kinds import OneOf, Texts
from proxy.resources import config_names, find_config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.gui.parent import Parent
    from proxy.kinds import Kind

GENERIC = "generic"
DELIVERIES = tuple(delivery_names())
SCHEMA: Mapping[str, Mapping[str, Kind]] = {
    "": {
        "about": str,
        "programs": Texts,
        "python": Texts,
        "delivery": OneOf(name for name in DELIVERIES if name != "claim"),  # UCI has no claims
        "zero-window": str,
        "cecp": OneOf(DELIVERIES),
        "offers-behind": bool,
        "trust": OneOf(("blind", "seen", "settings", "none")),
    }
}
REQUIRED = ("about", "programs", "delivery")


@dataclass(frozen=True, slots=True)
class Profile:
    """A GUI: how it is recognised and what it can be told.

    `programs` are names of its process; `python` are words in the command line of a Python
    program, the empty word standing for any. `delivery` is the file in `proxy.delivery` that suits
    it best, `cecp` the one where it speaks CECP to us; with `offers_behind` it hears an offer only
    behind the move. `zero_window` is the runner's own option that lets the score channel end games.
    `trust` tells what claims it believes (`proxy.gui.trust`): "blind" all, "seen" what its flags
    show, "settings" as it is set, "none".
    """

    name: str
    about: str
    programs: tuple[str, ...]
    delivery: str
    python: tuple[str, ...] = ()
    zero_window: str = ""
    cecp: str = "advise"
    offers_behind: bool = False
    trust: str = "none"

    def fit(self, parent: Parent) -> int:
        """Return how well it fits a parent: 0 not at all, more is better."""
        if parent.program in self.programs:
            return 3
        if not parent.program.startswith(PYTHON):
            return 0
        line = " ".join(parent.command).lower()
        return max((2 if word else 1 for word in self.python if word in line), default=0)


def load_profile(name: str) -> Profile:
    """Load a profile by its name or the path of its .toml file. Raises `UserError`."""
    path = find_config("profiles", name)
    table = read_tables(path, SCHEMA)[""]
    for key in REQUIRED:
        if key not in table:
            raise file_error(path, "", key, "is missing")
    return Profile(
        name=os.path.splitext(os.path.basename(path))[0],
        about=table["about"],
        programs=tuple(table["programs"]),
        delivery=table["delivery"],
        python=tuple(table.get("python", ())),
        zero_window=table.get("zero-window", ""),
        cecp=table.get("cecp", "advise"),
        offers_behind=table.get("offers-behind", False),
        trust=table.get("trust", "none"),
    )


def recognise(parent: Parent | None) -> Profile:
    """Return the profile that fits the program that started us best; the generic one otherwise."""
    if parent is not None:
        profiles = [load_profile(name) for name in config_names("profiles")]
        best = max(profiles, key=lambda profile: profile.fit(parent))
        if best.fit(parent):
            return best
    return load_profile(GENERIC)
