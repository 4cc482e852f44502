"""Endings that were none: a "threefold" of two, a "mate" with a way out, claimed or adjudicated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.endings import BOARD_KINDS
from proxy.audit.finding import NOTE, WRONG, found
from proxy.audit.words import counters
from proxy.claims import claims_by_move
from proxy.rules import fifty_move, threefold_repetition
from proxy.ruling import ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "An ending that was none"
RULES = {rule.reason: rule for rule in ORDER}
BY_MOVE = (threefold_repetition.RULE.reason, fifty_move.RULE.reason)


def find(case: Case) -> Iterator[Finding]:
    """Find a game whose record names an ending of the board that does not hold there."""
    kind = case.ending.kind
    if kind not in BOARD_KINDS or case.over or case.fault:
        return
    law = case.law
    if RULES[kind].holds(case.game, law.ruleset, law.analysis):
        if law.ruleset.modes[kind] != "off":
            return  # it could be claimed by the side to move, as it has been
        why = f"the ruleset '{law.ruleset.name}' does not know it"
    else:
        why = "it does not hold in the final position"
    named = _by_named_move(case, kind)
    yield found(
        case,
        "false-ending",
        NOTE if named else WRONG,
        f"the record says {case.ending.text!r}, but {why}"
        + (f"; it could have been claimed by naming {named}" if named else ""),
        article=law.ruleset.article(RULES[kind]),
        evidence=(*counters(case.game), *_naive_count(case, kind)),
    )


def _by_named_move(case: Case, kind: str) -> str | None:
    if kind not in BY_MOVE or case.result != "1/2-1/2":
        return None
    game = case.full_game()
    claims = claims_by_move(game, case.law.ruleset, case.law.analysis)
    moves = [claim.move for claim in claims if claim.reason == kind and claim.move]
    return game.board.san(moves[0]) if moves else None


def _naive_count(case: Case, kind: str) -> tuple[str, ...]:
    """Say where a count by the pieces alone comes to more, as some programs count."""
    if kind != threefold_repetition.RULE.reason:
        return ()
    game = case.full_game()
    board = game.board.copy()
    last = (board.board_fen(), board.turn)
    same = 0
    while True:
        same += (board.board_fen(), board.turn) == last
        if not board.move_stack:
            break
        board.pop()
    if same <= game.count:
        return ()
    return (
        f"the pieces stood so {same} times; castling or en passant made the difference (9.2.3)",
    )
