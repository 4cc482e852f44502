"""What a flag, a resignation, a final illegal move, an agreement or a claim does to the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from proxy.analysis import BY_MATERIAL
from proxy.claims import claims_by_move, claims_now
from proxy.errors import UserError
from proxy.forfeits import EXCEPTIONS
from proxy.game.illegal import IllegalMoveError, why_illegal
from proxy.rules import agreement, illegal_move, resignation, time_forfeit
from proxy.ruling import make_ruling

if TYPE_CHECKING:
    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rules import Forfeit
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling

FORFEITS: dict[str, Forfeit] = {
    "flag": time_forfeit.RULE,
    "resign": resignation.RULE,
    "illegal": illegal_move.RULE,
}
EXPECTED = (
    "expected agreement, or flag:COLOUR, resign:COLOUR, illegal:COLOUR, claim:COLOUR or "
    "claim:COLOUR:MOVE with COLOUR white or black"
)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: `kind` is a key of `FORFEITS`, "agreement" or "claim".

    `side` flagged, resigned, made the illegal move or claims; `move` is the named one (UCI text).
    """

    kind: str
    side: chess.Color | None = None
    move: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """Whether a claim is right; a wrong one adds `penalty_s` to the clock of `to` (9.5.3)."""

    valid: bool
    penalty_s: int = 0
    to: chess.Color | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What follows from an event: a ruling or none, and what could not be decided about it."""

    ruling: Ruling | None
    claim: ClaimAnswer | None = None
    undetermined: tuple[str, ...] = ()
    note: str | None = None


def parse_event(text: str) -> Event:
    """Read an event as the command line writes it. Raises `UserError`.

    `flag:white`, `resign:black`, `illegal:white`, `agreement`, `claim:white`, `claim:black:f6g8`.
    """
    kind, _, rest = text.partition(":")
    colour, _, move = rest.partition(":")
    if text == "agreement":
        return Event("agreement")
    known = kind in FORFEITS or kind == "claim"
    if not known or colour not in chess.COLOR_NAMES or (move and kind != "claim"):
        raise UserError(f"event {text!r} is not known: {EXPECTED}")
    return Event(kind, colour == "white", move or None)


def judge(
    game: Game,
    ruleset: Ruleset,
    event: Event,
    analysis: Analysis = BY_MATERIAL,
    *,
    rapid: bool = False,
) -> Judgement:
    """Judge an event in a game that the board has not ended.

    `rapid`: the smaller penalty of rapid and blitz (A.3) for a wrong claim. A named move that is
    illegal raises `IllegalMoveError`.
    """
    if event.kind == "agreement":
        return _agree(game, ruleset, analysis)
    if event.side is None:
        raise ValueError(f"{event.kind} needs a side")
    if event.kind == "claim":
        penalty_s = ruleset.rapid_penalty_s if rapid else ruleset.penalty_s
        return _claim(game, ruleset, analysis, event, penalty_s)
    return _forfeit(game, ruleset, analysis, FORFEITS[event.kind], loser=event.side)


def _agree(game: Game, ruleset: Ruleset, analysis: Analysis) -> Judgement:
    rule = agreement.RULE
    if not rule.holds(game, ruleset, analysis):
        return Judgement(None, note="no agreement before both sides have moved (5.2.3)")
    article = ruleset.article(rule)
    return Judgement(make_ruling(game, rule.reason, article, automatic=False))


def _forfeit(
    game: Game, ruleset: Ruleset, analysis: Analysis, rule: Forfeit, *, loser: chess.Color
) -> Judgement:
    exception = EXCEPTIONS[ruleset.forfeits[rule.reason]]
    answer = exception(game.board, not loser, analysis)
    winner = None if answer.drawn else not loser
    open_question = f"can-mate:{chess.COLOR_NAMES[not loser]}"
    return Judgement(
        make_ruling(game, rule.reason, ruleset.article(rule), winner),
        undetermined=() if answer.certain else (open_question,),
    )


def _claim(
    game: Game, ruleset: Ruleset, analysis: Analysis, event: Event, penalty_s: int
) -> Judgement:
    if event.move is None:
        claims = claims_now(game, ruleset, analysis)
    else:
        move = game.parse(event.move)
        if not game.is_legal(move):
            raise IllegalMoveError(game.ply + 1, event.move, why_illegal(game.board, move))
        claims = [c for c in claims_by_move(game, ruleset, analysis) if c.move == move]
    for claim in claims:
        if claim.by == event.side:
            ruling = make_ruling(game, claim.reason, claim.article, automatic=False)
            return Judgement(ruling, ClaimAnswer(valid=True))
    return Judgement(None, ClaimAnswer(valid=False, penalty_s=penalty_s, to=not event.side))
