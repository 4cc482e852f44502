"""Can this side still mate? Exact answers for dead positions and time-outs (5.2.2, 6.9)."""
