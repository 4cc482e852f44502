"""The exact analyses behind the questions that rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.analysis import Analysis, NoTablebase
from proxy.perpetual.stands import perpetual_stands

if TYPE_CHECKING:
    from proxy.analysis import Tablebase


def exact_analysis(syzygy: str = "") -> Analysis:
    """Return all exact analyses; `syzygy` names folders of endgame tables, "" for none."""
    return Analysis(perpetual_proof=perpetual_stands, tablebase=_tables(syzygy))


def _tables(paths: str) -> Tablebase:
    if not paths:
        return NoTablebase()
    from proxy.syzygy import open_tables

    return open_tables(paths)
