"""The exact analyses behind the questions that rules ask."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from proxy.analysis import Analysis, NoTablebase
from proxy.game.key import position_key
from proxy.perpetual.stands import perpetual_stands

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.analysis import Tablebase


def exact_analysis(syzygy: str = "") -> Analysis:
    """Return all exact analyses; `syzygy` names folders of endgame tables, "" for none."""
    return Analysis(can_mate, glance, perpetual_stands, _tables(syzygy))


def quick_analysis(syzygy: str = "") -> Analysis:
    """Return what may be asked with a game under way: who can mate is told by material.

    About dead positions beyond that an analyst is asked, off the engine's clock (`proxy.inquiry`).
    """
    return Analysis(perpetual_proof=perpetual_stands, tablebase=_tables(syzygy))


MOST_ANSWERS = 1024
BRIEF = 1000  # nodes: some 30 ms at worst


def brief_analysis(analysis: Analysis) -> Analysis:
    """Return the same with who can mate told exactly, within a budget for one word of an engine.

    Cheap beside the wait for the move that may follow a claim or a resignation.
    """
    return replace(analysis, can_mate=_can_mate_briefly, glance=glance)


def can_mate(board: chess.Board, color: chess.Color) -> bool | None:
    """Say whether any series of legal moves ends in mate by `color`; None past the node budget."""
    return _remembered(_can_mate, board, color)


def glance(board: chess.Board, color: chess.Color) -> bool | None:
    """Say True where a glimpse of a millisecond shows a mate by `color`.

    The line is not replayed: no more follows from it than that the position is not called dead.
    """
    return _remembered(_sees_mate, board, color)


def _can_mate_briefly(board: chess.Board, color: chess.Color) -> bool | None:
    return _remembered(_can_mate, board, color, BRIEF)


# The searches are imported only where they are asked: they would cost every running game memory.


def _can_mate(board: chess.Board, color: chess.Color, nodes: int | None = None) -> bool | None:
    from proxy.winnable.verdict import NODES, analyse

    verdict = analyse(board, color, nodes or NODES).verdict
    return None if verdict == "undetermined" else verdict == "winnable"


def _sees_mate(board: chess.Board, color: chess.Color) -> bool | None:
    from proxy.bitboards.position import from_board
    from proxy.winnable.glimpse import ENOUGH, Glimpse

    position = from_board(board, mirror=color == chess.BLACK)
    return Glimpse(ENOUGH).sees_mate(position) or None


def _remembered(
    question: Callable[..., bool | None], board: chess.Board, *rest: object
) -> bool | None:
    """Ask once: several rules ask the same of one position. No clock matters to the answer."""
    key = (question, position_key(board), *rest)
    if key not in _answers:
        if len(_answers) >= MOST_ANSWERS:
            _answers.clear()
        _answers[key] = question(board, *rest)
    return _answers[key]


_answers: dict[tuple[object, ...], bool | None] = {}


def _tables(paths: str) -> Tablebase:
    if not paths:
        return NoTablebase()
    from proxy.syzygy import open_tables

    return open_tables(paths)
