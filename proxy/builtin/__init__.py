"""A small UCI engine of our own, so that a game can be shown where no other engine is installed.

It plays legal, sensible and weak chess: an alpha-beta search in pure Python that sees some thirty
thousand positions a second. `uci` is the protocol, `timing` says when to stop,
`search` thinks, `evaluate` judges, `table` remembers.
"""
