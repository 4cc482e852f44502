"""uci-arbiter: the arbiter between a chess engine and its GUI."""

__version__ = "0.1.0"
