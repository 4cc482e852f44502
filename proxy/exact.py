"""The exact analyses behind the questions that rules ask."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from proxy.analysis import Analysis, NoTablebase
from proxy.perpetual.stands import perpetual_stands

if TYPE_CHECKING:
    import chess

    from proxy.analysis import Tablebase


def exact_analysis(syzygy: str = "") -> Analysis:
    """Return all exact analyses; `syzygy` names folders of endgame tables, "" for none."""
    return Analysis(can_mate, glance, perpetual_stands, _tables(syzygy))


def quick_analysis(syzygy: str = "") -> Analysis:
    """Return what may be asked with a game under way: who can mate is told by material.

    About dead positions beyond that an analyst is asked, off the engine's clock (`proxy.inquiry`).
    """
    return Analysis(perpetual_proof=perpetual_stands, tablebase=_tables(syzygy))


GLANCE = 150  # nodes: what shows a mate in most positions of a game, in a millisecond
BRIEF = 1000  # nodes: some 30 ms at worst


def brief_analysis(analysis: Analysis) -> Analysis:
    """Return the same with who can mate told exactly, within a budget for one word of an engine.

    Cheap beside the wait for the move that may follow a claim or a resignation.
    """
    return replace(analysis, can_mate=_can_mate_briefly, glance=glance)


def can_mate(board: chess.Board, color: chess.Color) -> bool | None:
    """Say whether any series of legal moves ends in mate by `color`; None past the node budget."""
    return _can_mate(board.epd(en_passant="fen"), color)


def glance(board: chess.Board, color: chess.Color) -> bool | None:
    """As `can_mate`, within a budget so small that it answers in a millisecond or two."""
    return _can_mate(board.epd(en_passant="fen"), color, GLANCE)


def _can_mate_briefly(board: chess.Board, color: chess.Color) -> bool | None:
    return _can_mate(board.epd(en_passant="fen"), color, BRIEF)


@lru_cache(maxsize=1024)
def _can_mate(epd: str, color: chess.Color, nodes: int | None = None) -> bool | None:
    """Remember the answers: several rules ask the same of one position. No clock matters to it."""
    # Only where it is asked: the searches would cost every running game memory.
    from proxy.winnable.board import read_board
    from proxy.winnable.verdict import NODES, analyse

    verdict = analyse(read_board(f"{epd} 0 1"), color, nodes or NODES).verdict
    return None if verdict == "undetermined" else verdict == "winnable"


def _tables(paths: str) -> Tablebase:
    if not paths:
        return NoTablebase()
    from proxy.syzygy import open_tables

    return open_tables(paths)
