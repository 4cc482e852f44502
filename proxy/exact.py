"""The exact analyses behind the questions that rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.analysis import Analysis, NoTablebase
from proxy.perpetual.stands import perpetual_stands
from proxy.winnable import analyse

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Tablebase


def exact_analysis(syzygy: str = "") -> Analysis:
    """Return all exact analyses; `syzygy` names folders of endgame tables, "" for none."""
    return Analysis(can_mate, perpetual_stands, _tables(syzygy))


def quick_analysis(syzygy: str = "") -> Analysis:
    """Return what may be asked with a game under way: who can mate is told by material.

    About dead positions beyond that an analyst is asked, off the engine's clock (`proxy.inquiry`).
    """
    return Analysis(perpetual_proof=perpetual_stands, tablebase=_tables(syzygy))


def can_mate(board: chess.Board, color: chess.Color) -> bool | None:
    """Say whether any series of legal moves ends in mate by `color`; None past the node budget."""
    verdict = analyse(board, color).verdict
    return None if verdict == "undetermined" else verdict == "winnable"


def _tables(paths: str) -> Tablebase:
    if not paths:
        return NoTablebase()
    from proxy.syzygy import open_tables

    return open_tables(paths)
