"""Whether a perpetual check can be ruled: proven, and no forced mate is thrown away with it."""

from __future__ import annotations

from functools import lru_cache

import chess

from proxy.forced_mate import mates_within
from proxy.perpetual.checks import CheckGraph
from proxy.perpetual.fixpoint import Fixpoint
from proxy.perpetual.proof import NO, UNDETERMINED, prove

BUDGET = 2_000  # positions for each search: a game waits for the answer


def perpetual_stands(board: chess.Board, by: chess.Color, budget: int = BUDGET) -> bool | None:
    """Answer `Analysis.perpetual_proof`: `by` can check for ever and has no forced mate.

    None where the budget did not suffice, and in variants. Forced mates are looked for among those
    of nothing but checks, however long, and those in two moves of any kind.
    """
    if type(board) is not chess.Board:
        return None
    return _stands(board.epd(), board.chess960, by, budget)


@lru_cache(maxsize=64)
def _stands(epd: str, chess960: bool, by: chess.Color, budget: int) -> bool | None:
    board = chess.Board(epd, chess960=chess960)
    answer = prove(board, by, budget).answer
    if answer != UNDETERMINED:
        mates = answer != NO and has_forced_mate(board, by, budget)
        return None if mates is None else answer != NO and not mates
    return None


def has_forced_mate(board: chess.Board, by: chess.Color, budget: int) -> bool | None:
    """Return whether `by` has a forced mate: in two, or by checks only; None for not known."""
    in_two = mates_within(board, by, 2, budget)
    if in_two:
        return True
    by_checks = mates_by_checks(board, by, budget)
    return True if by_checks else (None if None in {in_two, by_checks} else False)


def mates_by_checks(board: chess.Board, by: chess.Color, budget: int) -> bool | None:
    """Return whether `by` can force mate with nothing but checks; None if the budget was too small.

    The other side's own fixpoint: it is safe if an evasion leaves only checks that it is safe in.
    """
    graph = CheckGraph()
    board = board.copy(stack=False)
    if board.turn == by:
        roots = list(graph.following_checks(board).values())
    elif board.is_check():
        roots = [graph.add(board)]
    else:
        return False
    safe = Fixpoint(roots, graph.escapes).run(budget)
    return None if safe is None else not safe
