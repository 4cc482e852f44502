"""Perpetual check, proven: a strategy that answers every evasion with another check, for ever."""
