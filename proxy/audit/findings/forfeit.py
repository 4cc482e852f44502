"""Flags, resignations, illegal moves and lost connections, where the winner cannot mate.

Articles 6.9, 5.1.2 and 7.5.5: the other side wins, but it is a draw if that side cannot mate by any
series of legal moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.audit.endings import FORFEIT_KINDS
from proxy.audit.finding import WRONG, found
from proxy.events import FORFEITS
from proxy.forfeits import EXCEPTIONS
from proxy.sides import result_of, side_name, winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Forfeit against a side that cannot mate"


def find(case: Case) -> Iterator[Finding]:
    """Find a forfeit whose result is not what the ruleset makes of it."""
    if case.over or case.fault:
        return
    kind = case.ending.kind
    if kind == "flag-without-mating-material":
        yield from _draw_after_flag(case)
    elif case.result in {"1-0", "0-1"} and kind in {*FORFEIT_KINDS, "unknown", "adjudication"}:
        yield from _win(case, FORFEITS[FORFEIT_KINDS.get(kind, "resign")].reason)


def _win(case: Case, reason: str) -> Iterator[Finding]:
    law = case.law
    winner = winner_of(case.result) is chess.WHITE
    answer = EXCEPTIONS[law.ruleset.forfeits[reason]](case.game.board, winner, law.analysis)
    if not answer.certain:
        case.undetermined.add(f"can-mate:{chess.COLOR_NAMES[winner]}")
    if not answer.drawn:
        return
    how = case.ending.text or "nothing about how the game ended"
    yield found(
        case,
        "forfeit",
        WRONG,
        f"{side_name(winner)} cannot mate by any series of legal moves, so this is a draw; "
        f"the record says {case.result} ({how})",
        article=law.ruleset.article(FORFEITS_BY_REASON[reason]),
        right="1/2-1/2",
        evidence=(f"{side_name(winner)} has {_pieces(case.game.board, winner)}",),
    )


def _draw_after_flag(case: Case) -> Iterator[Finding]:
    """Hold a draw by a site's table of material against the Laws, which ask for any mate."""
    if case.result != "1/2-1/2":
        return
    law = case.law
    loser = case.game.turn  # only the side to move can flag
    rule = FORFEITS["flag"]
    answer = EXCEPTIONS[law.ruleset.forfeits[rule.reason]](case.game.board, not loser, law.analysis)
    if answer.drawn:
        return
    if not answer.certain:
        case.undetermined.add(f"can-mate:{chess.COLOR_NAMES[not loser]}")
        return
    yield found(
        case,
        "forfeit",
        WRONG,
        f"{side_name(loser)} flagged and {side_name(not loser)} can mate, so the flag loses; "
        f"the record says {case.ending.text!r}",
        article=law.ruleset.article(rule),
        right=result_of(not loser),
        evidence=(f"{side_name(not loser)} has {_pieces(case.game.board, not loser)}",),
    )


FORFEITS_BY_REASON = {rule.reason: rule for rule in FORFEITS.values()}


def _pieces(board: chess.Board, color: chess.Color) -> str:
    names = [
        f"{count} {chess.piece_name(kind)}{'s' if count > 1 else ''}"
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
        if (count := len(board.pieces(kind, color)))
    ]
    return ", ".join(["a king", *names])
