"""Draws that somebody could have claimed in a game that was not drawn: who, what, when."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from proxy.audit.finding import NOTE, found
from proxy.audit.scores import read_score, write_score
from proxy.audit.words import counters
from proxy.claims import claims_by_move, claims_now
from proxy.sides import side_name, winner_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import chess

    from proxy.audit.case import Case
    from proxy.audit.finding import Finding
    from proxy.claims import Claim
    from proxy.game.game import Game

TITLE = "A draw that nobody claimed"


def find(case: Case) -> Iterator[Finding]:
    """Find what the loser, or either side of a game without result, could have claimed."""
    if case.claim_plies == [] or not case.law.ruleset.claimed or case.result == "1/2-1/2":
        return
    if case.lawful == "1/2-1/2":
        return  # it was a draw without a claim
    winner = winner_of(case.result)
    first: dict[tuple[chess.Color, str], Finding] = {}
    plies: dict[tuple[chess.Color, str], set[int]] = {}
    for game, claim in _claims(case):
        if claim.by is not winner:
            key = (claim.by, claim.reason)
            if key not in first:
                first[key] = _finding(case, game, claim)
            plies.setdefault(key, set()).add(game.ply)
    for key, finding in first.items():
        count = len(plies[key])
        more = f" ({count} times in all)" if count > 1 else ""
        yield replace(finding, text=finding.text + more)


def _claims(case: Case) -> Iterator[tuple[Game, Claim]]:
    """Walk through the game and yield what could be claimed, with the game as it stood."""
    law = case.law
    game = case.restart()
    counts: list[int] = []
    last = case.game.ply if case.claim_plies is None else case.claim_plies[-1]
    for ply in range(last + 1):
        counts.append(game.count)
        if _may_claim(case, game, counts):
            for claims in (claims_now, claims_by_move):
                yield from ((game, c) for c in claims(game, law.ruleset, law.analysis))
        if ply < last:
            game.push_legal(case.moves[ply])


def _may_claim(case: Case, game: Game, counts: list[int]) -> bool:
    if case.claim_plies is not None:
        return game.ply in case.claim_plies
    # Only positions since the last capture or pawn move can come again.
    since = max(0, game.ply - game.halfmove_clock)
    return game.halfmove_clock >= 99 or max(counts[since:]) >= 2


def _finding(case: Case, game: Game, claim: Claim) -> Finding:
    how = f" by naming {game.board.san(claim.move)}" if claim.move else ""
    return found(
        case,
        "missed-claim",
        NOTE,
        f"{side_name(claim.by)} could have claimed {claim.reason.replace('-', ' ')}{how} "
        f"at ply {game.ply}; the result is {case.result}",
        at=game,
        article=claim.article,
        evidence=(*counters(game), *_scores(case, game)),
    )


def _scores(case: Case, game: Game) -> Iterator[str]:
    """Say what both sides last thought of the position."""
    for back in (0, 1):
        ply = game.ply - back
        mover = game.turn == bool(back)
        score = read_score(case.transcript.comments.get(ply, ""), mover) if ply > 0 else None
        if score is not None:
            yield f"{side_name(mover)}'s score at ply {ply} was {write_score(score)}"
