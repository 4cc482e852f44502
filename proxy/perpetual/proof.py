"""The proof that a side can check for ever, or cannot: every evasion is met by another check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import chess

from proxy.perpetual.checks import CheckGraph
from proxy.perpetual.fixpoint import Fixpoint

if TYPE_CHECKING:
    from proxy.game.key import Key

PERPETUAL, NO, UNDETERMINED = "perpetual", "no", "undetermined"
BUDGET = 10_000  # positions with the checker to move: some ten seconds at most


@dataclass(frozen=True, slots=True)
class Step:
    """What the checker plays in a position (EPD): a check, and the position after each evasion.

    A check without evasions is mate.
    """

    check: chess.Move
    evasions: dict[chess.Move, str]


@dataclass(frozen=True, slots=True)
class Proof:
    """`answer` is "perpetual", "no" or "undetermined"; `strategy` is there for the first only.

    `fen` is the position asked about, `by` the side that checks. If it has the move the strategy
    begins in that position, else in each that an evasion in `evasions` leads to. The strategy is a
    tree whose leaves lead back into it or are mate, written as a dictionary by EPD.
    `positions` counts those looked at.
    """

    answer: str
    by: chess.Color
    fen: str
    evasions: dict[chess.Move, str]
    strategy: dict[str, Step]
    positions: int

    def to_json(self) -> dict[str, Any]:
        """Return the answer of `uci-arbiter perpetual --json`."""
        return {
            "answer": self.answer,
            "by": chess.COLOR_NAMES[self.by],
            "fen": self.fen,
            "positions": self.positions,
            "evasions": _by_text(self.evasions),
            "strategy": {
                epd: {
                    "check": step.check.uci(),
                    "mate": not step.evasions,
                    "evasions": _by_text(step.evasions),
                }
                for epd, step in self.strategy.items()
            },
        }


def prove(board: chess.Board, by: chess.Color | None = None, budget: int = BUDGET) -> Proof:
    """Say whether `by` (None: the side to move) can give check with every move for ever.

    Mate counts for the checker. A line in which he has no check left, though it may be drawn by
    other means, counts against him. `budget` is the number of positions that may be looked at; the
    answer depends on nothing else. The board is one of chess or Chess960, with any clocks.
    """
    by = board.turn if by is None else by
    graph = CheckGraph()
    roots, evasions = _roots(graph, board, by)
    if roots is None:
        return Proof(NO, by, board.fen(), {}, {}, 0)
    search = Fixpoint(roots, graph.checks)
    good = search.run(budget)
    if not good:
        answer = UNDETERMINED if good is None else NO
        return Proof(answer, by, board.fen(), {}, {}, search.expanded)
    return Proof(
        answer=PERPETUAL,
        by=by,
        fen=board.fen(),
        evasions={move: _epd(graph, key) for move, key in evasions.items()},
        strategy=_strategy(graph, search, roots),
        positions=search.expanded,
    )


def _roots(
    graph: CheckGraph, board: chess.Board, by: chess.Color
) -> tuple[list[Key] | None, dict[chess.Move, Key]]:
    """Return the checker's first positions and, if he is not on move, how they come about."""
    if board.turn == by:
        return [graph.add(board)], {}
    if not board.is_check():
        return None, {}
    evasions = graph.evasions(board.copy(stack=False))
    return list(evasions.values()), evasions


def _strategy(graph: CheckGraph, search: Fixpoint[Key], roots: list[Key]) -> dict[str, Step]:
    """Collect what the checker plays in each position that can come about."""
    steps: dict[str, Step] = {}
    waiting = list(reversed(roots))
    while waiting:
        key = waiting.pop()
        epd = _epd(graph, key)
        if epd in steps:
            continue
        option = search.choice(key)
        answers = {move: _epd(graph, target) for move, target in option.answers.items()}
        steps[epd] = Step(option.move, answers)
        waiting += reversed(option.answers.values())
    return steps


def _epd(graph: CheckGraph, key: Key) -> str:
    return graph.board(key).epd()


def _by_text(moves: dict[chess.Move, str]) -> dict[str, str]:
    return {move.uci(): epd for move, epd in moves.items()}
