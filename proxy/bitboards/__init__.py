"""Positions as bitboards in plain integers: attacks, legal moves, moves made."""
