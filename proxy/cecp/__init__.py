"""CECP, the Chess Engine Communication Protocol of xboard, version 2.

The clauses cited in this package are those of "engine-intf.html" as xboard 4.9 ships it.
"""
