"""Whoever resigns loses, but draws if the opponent cannot mate (5.1.2)."""

from proxy.rules import Forfeit

RULE = Forfeit("resignation", "5.1.2")
