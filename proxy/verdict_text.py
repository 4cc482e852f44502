"""A verdict in plain words, with its article, the evidence and a small board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.events import FORFEITS
from proxy.sides import side_name

if TYPE_CHECKING:
    import chess

    from proxy.claims import Claim
    from proxy.ruling import Ruling
    from proxy.verdict import Verdict

WORDS = {
    "fifty-move": "the fifty-move rule",
    "seventy-five-move": "the seventy-five-move rule",
    "two-knights": "two knights against a bare king",
    "variant-end": "the rules of the variant",
}
FORFEIT_REASONS = {rule.reason for rule in FORFEITS.values()}


def verdict_text(verdict: Verdict) -> str:
    """Return the answer of `uci-arbiter rule` for a reader, without a newline at the end."""
    ruling = verdict.ruling
    name = verdict.ruleset.name
    head = _ruling(ruling) if ruling else f"No ruling under '{name}': the game goes on."
    lines = [head, *_claim_answer(verdict), *_claims(verdict.claims), _evidence(verdict)]
    if verdict.perpetual is not None:
        cycle = " ".join(verdict.ruling.cycle) if verdict.ruling else ""
        shown = f" of the cycle {cycle}" if cycle else ""
        lines.append(
            f"Perpetual check: {side_name(verdict.perpetual)} gave check with every move{shown}."
        )
    if verdict.undetermined:
        lines.append(f"Not decided: {', '.join(verdict.undetermined)}.")
    lines += [f"Note: {warning}." for warning in verdict.warnings]
    return "\n".join([*lines, "", *board_lines(verdict.game.board)])


def _ruling(ruling: Ruling) -> str:
    how = "" if ruling.automatic or ruling.reason == "agreement" else ", on a right claim"
    reason = _words(ruling.reason)
    if ruling.winner is not None:
        outcome = f"{side_name(ruling.winner)} wins by {reason}"
    elif ruling.reason in FORFEIT_REASONS:
        outcome = f"Draw after {reason}, as the other side cannot win"
    else:
        outcome = f"Draw by {reason}{how}"
    return f"{ruling.result}  {outcome} ({ruling.article}) at ply {ruling.ply}."


def _claim_answer(verdict: Verdict) -> list[str]:
    claim = verdict.claim
    if claim is None or claim.valid:
        return []
    if claim.to is None:
        return ["The claim came after the end of the game."]
    return [
        f"The claim is wrong: {claim.penalty_s} seconds are added to "
        f"{side_name(claim.to)}'s clock, a named move must be played, and the claim "
        "stands as an offer of a draw (9.5.3, 9.1.2.3)."
    ]


def _claims(claims: tuple[Claim, ...]) -> list[str]:
    """One line for each reason that can be claimed at once, and one for each by naming a move."""
    lines: dict[tuple[str, str, chess.Color, bool], list[str]] = {}
    for claim in claims:
        key = (claim.reason, claim.article, claim.by, claim.move is None)
        lines.setdefault(key, []).append(claim.move.uci() if claim.move else "")
    return [
        f"{side_name(by)} can claim {_words(reason)} ({article})"
        + ("." if now else f" by naming {_either(moves)}.")
        for (reason, article, by, now), moves in lines.items()
    ]


def _evidence(verdict: Verdict) -> str:
    game = verdict.game
    plies = game.occurrences()
    times = f"{len(plies)} times, at plies" if len(plies) > 1 else "once, at ply"
    clock = game.halfmove_clock
    return (
        f"The position has occurred {times} {', '.join(map(str, plies))}; "
        f"{clock} half-move{'' if clock == 1 else 's'} without a capture or a pawn move."
    )


def board_lines(board: chess.Board) -> list[str]:
    """Return a small diagram: eight ranks from the eighth down, the files, the side to move."""
    rows = str(board).splitlines()
    ranks = [f"  {8 - number} {row}" for number, row in enumerate(rows)]
    return [*ranks, "    a b c d e f g h", f"  {side_name(board.turn)} to move"]


def _words(reason: str) -> str:
    return WORDS.get(reason, reason.replace("-", " "))


def _either(moves: list[str]) -> str:
    shown = moves if len(moves) <= 4 else [*moves[:3], f"{len(moves) - 3} more moves"]
    return " or ".join(shown)
