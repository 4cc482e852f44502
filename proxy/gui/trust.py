"""Whether a CECP GUI takes an engine's word for a result. Where it does not, a claim forfeits."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING

from proxy.gui.runner import is_wrapped
from proxy.launcher import default_engines_json

if TYPE_CHECKING:
    from proxy.gui.parent import Parent
    from proxy.gui.profile import Profile
    from proxy.gui.runner import Runner


class Trust(Enum):
    """What claims are believed."""

    NONE = "none"
    SEEN = "seen"
    """Those that the GUI's own flags show; every one in a game against a human."""
    BLIND = "blind"


def find_trust(profile: Profile, parent: Parent | None, runner: Runner | None) -> tuple[Trust, str]:
    """Return what the GUI believes, as far as its settings show, and why."""
    match profile.trust:
        case "blind":
            return Trust.BLIND, "it accepts every claim"
        case "seen":
            if parent is not None and not tests_claims(parent.command):
                return Trust.BLIND, "-testClaims false is on its command line"
            return Trust.SEEN, "it accepts what its own flags show, and all against a human"
        case "settings":
            return _by_settings(runner)
    return Trust.NONE, "it accepts no claim that it cannot see for itself"


def tests_claims(command: tuple[str, ...]) -> bool:
    """Read xboard's option testClaims (`-testClaims false`, `-xtestClaims`), by default true."""
    tests = True
    for word, following in zip(command, (*command[1:], ""), strict=True):
        name, equals, value = word.lstrip("-/").partition("=")
        if word[:1] in {"-", "/"} and name == "xtestClaims":
            tests = False
        elif word[:1] in {"-", "/"} and name == "testClaims":
            tests = (value if equals else following).lower() != "false"
    return tests


def _by_settings(runner: Runner | None) -> tuple[Trust, str]:
    """Cute Chess: `trust` for an engine on the command line, validateClaims in the GUI's file.

    The command line does not tell which of its engines we are: all must be trusted.
    """
    if runner is not None:
        if runner.trusts_all:
            return Trust.BLIND, "trust is on the command line for every engine"
        return Trust.NONE, "without trust for every engine a claim forfeits"
    path = default_engines_json()
    if unvalidated(path):
        return Trust.BLIND, f"{path} has validateClaims false for every engine of ours"
    return Trust.NONE, f"without validateClaims false in {path} a claim forfeits"


def unvalidated(path: str) -> bool:
    """Return whether Cute Chess's engine file has us, and everywhere with validateClaims false."""
    try:
        with open(path, encoding="utf-8") as file:
            engines = json.load(file)
        ours = [one for one in engines if is_wrapped((one["command"],))]
        return bool(ours) and all(one.get("validateClaims") is False for one in ours)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False  # no such file, or not as we know it
