"""Whoever oversteps the time loses, but draws if the opponent cannot mate (6.9)."""

from proxy.rules import Forfeit

RULE = Forfeit("time-forfeit", "6.9")
