"""The kinds of findings, one file each: `TITLE` and `find(case)`; `FIRST` ones go before others.

A finder looks only where its kind can be: a game that a finder before it has found broken, or over
by itself, is no matter for those that ask how its record says it ended.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding


class Kind(NamedTuple):
    """A kind of finding: its title in reports, and how it is found."""

    title: str
    find: Callable[[Case], Iterator[Finding]]


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds by name, in the order of their files' names."""
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        found[info.name.replace("_", "-")] = Kind(module.TITLE, module.find)
    return found


def find_all(case: Case) -> list[Finding]:
    """Return everything that is found in a game, what is wrong first."""
    findings = [finding for kind in kinds().values() for finding in kind.find(case)]
    return sorted(findings, key=lambda finding: finding.severity != "wrong")
