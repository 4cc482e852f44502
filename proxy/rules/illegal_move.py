"""A final illegal move loses, but draws if the opponent cannot mate (7.5.5)."""

from proxy.rules import Forfeit

RULE = Forfeit("illegal-move", "7.5.5")
