"""Variants by their names in the two protocols."""

from __future__ import annotations

# UCI's name (as in UCI_Variant) and xboard's, for those whose rules python-chess knows.
NAMES = (
    ("chess", "normal"),
    ("atomic", "atomic"),
    ("3check", "3check"),
    ("crazyhouse", "crazyhouse"),
    ("antichess", "giveaway"),
    ("suicide", "suicide"),
    ("horde", "horde"),
    ("kingofthehill", "king-of-the-hill"),
    ("kingofthehill", "kingofthehill"),
    ("racingkings", "racingkings"),
)
CHESS960 = "fischerandom"


def uci_variants(cecp: tuple[str, ...]) -> list[str]:
    """Return UCI's names for a list of xboard's; the game of the Laws is always among them."""
    found = [uci for uci, xboard in NAMES if xboard in cecp]
    return list(dict.fromkeys(["chess", *found]))


def cecp_variant(uci: str, known: tuple[str, ...], *, chess960: bool = False) -> str:
    """Return what `variant` is sent for a UCI variant; empty for normal chess, which needs none."""
    if uci == "chess":
        return CHESS960 if chess960 else ""
    names = [xboard for name, xboard in NAMES if name == uci]
    return next((name for name in names if name in known), names[0] if names else uci)
