"""Profiles: what is known of a GUI by experiment, one file each in configs/profiles/."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.errors import UserError
from proxy.gui.parent import PYTHON
from proxy.resources import config_names, find_config

if TYPE_CHECKING:
    from proxy.gui.parent import Parent

GENERIC = "generic"


@dataclass(frozen=True, slots=True)
class Profile:
    """A GUI: how it is recognised and what it can be told.

    `programs` are names of its process; `python` are words in the command line of a Python
    program, the empty word standing for any. `delivery` is the file in `proxy.delivery` that suits
    it best, `cecp` the one where it speaks CECP to us. `zero_window` is the runner's own option
    that lets the score channel end games. `trust` tells what claims it believes
    (`proxy.gui.trust`): "blind" all, "seen" what its flags show, "settings" as it is set, "none".
    """

    name: str
    about: str
    programs: tuple[str, ...]
    delivery: str
    python: tuple[str, ...] = ()
    zero_window: str = ""
    cecp: str = "advise"
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
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
        return Profile(
            name=os.path.splitext(os.path.basename(path))[0],
            about=table["about"],
            programs=tuple(table["programs"]),
            delivery=table["delivery"],
            python=tuple(table.get("python", ())),
            zero_window=table.get("zero-window", ""),
            cecp=table.get("cecp", "advise"),
            trust=table.get("trust", "none"),
        )
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from None
    except KeyError as error:
        raise UserError(f"{path}: {error.args[0]} is missing") from None


def recognise(parent: Parent | None) -> Profile:
    """Return the profile that fits the program that started us best; the generic one otherwise."""
    if parent is not None:
        profiles = [load_profile(name) for name in config_names("profiles")]
        best = max(profiles, key=lambda profile: profile.fit(parent))
        if best.fit(parent):
            return best
    return load_profile(GENERIC)
