"""Can this side still mate? Exact answers for dead positions and time-outs (5.2.2, 6.9)."""

from proxy.winnable.board import read_board
from proxy.winnable.gate import gate
from proxy.winnable.verdict import NODES, Verdict, analyse, is_dead

__all__ = ["NODES", "Verdict", "analyse", "gate", "is_dead", "read_board"]
