"""Auditing finished games: the right ruling for every game of a PGN file."""
