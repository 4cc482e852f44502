"""Adjudications by score that the recorded scores do not bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.case import known_scores
from proxy.audit.finding import NOTE, WRONG, found
from proxy.audit.scores import breaks_draw_rule, breaks_resign_rule, write_score
from proxy.sides import side_name, winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import chess

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding

TITLE = "Adjudication against the scores"
EVIDENCE_PLIES = 8


def find(case: Case) -> Iterator[Finding]:
    """Hold an adjudication by score against the tournament's rule, or against common sense."""
    if case.ending.kind != "score-adjudication" or case.over or case.fault or case.result == "*":
        return
    winner = winner_of(case.result)
    scores = known_scores(case.transcript, case.restart().board.turn)
    broken = _breaks_draw(case, scores) if winner is None else _breaks_win(case, scores, winner)
    if broken is None:
        return
    why, is_rule = broken
    yield found(
        case,
        "score-adjudication",
        WRONG if is_rule else NOTE,
        f"the record says {case.ending.text!r} and {case.result}, but {why}",
        evidence=tuple(_evidence(case, scores)),
    )


def _unseen(case: Case) -> int:
    """Return 1 for c-chess-cli, which adjudicates before it plays the move whose score decided."""
    return int(case.ending.program == "c_chess_cli")


def _breaks_draw(case: Case, scores: dict[int, int]) -> tuple[str, bool] | None:
    rule = case.law.scores.draw
    if rule is None:
        return None
    game = case.full_game()
    unseen = _unseen(case)
    number = game.board.fullmove_number - 1 + unseen
    zeroing: list[int] = []
    if not unseen:  # c-chess-cli counts on through captures and pawn moves
        walk = case.restart()
        for move in case.moves:
            walk.push_legal(move)
            if walk.halfmove_clock == 0:
                zeroing.append(walk.ply)
    broken = breaks_draw_rule(rule, scores, case.plies, zeroing, number=number, unseen=unseen)
    return (f"{broken}, against the draw rule", True) if broken else None


def _breaks_win(case: Case, scores: dict[int, int], winner: chess.Color) -> tuple[str, bool] | None:
    loser_moved_last = case.game.turn == winner
    rule = case.law.scores.resign
    if rule is not None:
        broken = breaks_resign_rule(
            rule, scores, case.plies, loser_moved_last=loser_moved_last, unseen=_unseen(case)
        )
        return (f"{broken}, against the resign rule", True) if broken else None
    last = scores.get(case.plies - (not loser_moved_last))
    if last is not None and last >= 0:
        return f"the loser, {side_name(not winner)}, last saw {write_score(last)}", False
    return None


def _evidence(case: Case, scores: dict[int, int]) -> Iterator[str]:
    last = range(max(1, case.plies - EVIDENCE_PLIES + 1), case.plies + 1)
    words = case.transcript.words
    told = [f"{words[ply - 1]} {write_score(scores.get(ply))}" for ply in last]
    yield f"last scores, each from the mover's side: {', '.join(told)}"
