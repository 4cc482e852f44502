"""The whole answer about one game: the ruling, what can be claimed, and the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import chess

from proxy.analysis import BY_MATERIAL
from proxy.claims import Claim, claims_by_move, claims_now
from proxy.events import ClaimAnswer, Event, Judgement, judge
from proxy.game.game import Game
from proxy.replay import replay
from proxy.ruling import perpetual_label, undetermined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from proxy.analysis import Analysis
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Question:
    """One game to rule on; moves in UCI text, scores as `Game.scores`."""

    fen: str | None = None
    moves: Sequence[str] = ()
    variant: str = "chess"
    chess960: bool = False
    event: Event | None = None
    rapid: bool = False
    strict: bool = False
    scores: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The game at its end or after its last move, and what the ruleset says about it."""

    game: Game
    ruleset: Ruleset
    ruling: Ruling | None
    claims: tuple[Claim, ...]
    claim: ClaimAnswer | None
    undetermined: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def perpetual(self) -> chess.Color | None:
        """The side whose every move gave check on the way to the repetition that stands."""
        return self.ruling.perpetual if self.ruling else perpetual_label(self.game)

    def to_json(self) -> dict[str, Any]:
        """Return the answer of `uci-arbiter rule --json`."""
        game, ruling = self.game, self.ruling
        answer = {
            "fen": game.diagram.fen(),
            "ply": game.ply,
            "ended_ply": game.ply if ruling else None,
            "result": ruling.result if ruling else "*",
            "winner": _colour(ruling.winner) if ruling else None,
            "reason": ruling.reason if ruling else None,
            "article": ruling.article if ruling else None,
            "automatic": bool(ruling and ruling.automatic),
            "claims": [
                {
                    "reason": claim.reason,
                    "article": claim.article,
                    "by": _colour(claim.by),
                    "move": claim.move.uci() if claim.move else None,
                }
                for claim in self.claims
            ],
            "repetitions": game.count,
            "halfmove_clock": game.halfmove_clock,
            "occurrences": game.occurrences(),
            "perpetual": _colour(self.perpetual),
            "undetermined": list(self.undetermined),
        }
        if self.claim:
            answer["claim"] = {
                "valid": self.claim.valid,
                "penalty_s": self.claim.penalty_s,
                "to": _colour(self.claim.to),
            }
        answer["warnings"] = list(self.warnings)
        return answer


def rule_on(question: Question, ruleset: Ruleset, analysis: Analysis = BY_MATERIAL) -> Verdict:
    """Play the game, rule on its end, then on the event if the board has not ended it before.

    Raises `FenError` and `IllegalMoveError`.
    """
    game = Game.start(
        question.fen,
        chess960=question.chess960,
        variant=question.variant,
        reading=ruleset.reading,
    )
    ruling = replay(
        game,
        question.moves,
        ruleset,
        analysis,
        scores=question.scores,
        strict=question.strict,
    )
    if ruling:
        return Verdict(game, ruleset, ruling, (), _late_claim(question, ruling), (), game.warnings)
    judgement = Judgement(None)
    if question.event:
        judgement = judge(game, ruleset, question.event, analysis, rapid=question.rapid)
    claims: list[Claim] = []
    if judgement.ruling is None:
        claims = claims_now(game, ruleset, analysis) + claims_by_move(game, ruleset, analysis)
    return Verdict(
        game=game,
        ruleset=ruleset,
        ruling=judgement.ruling,
        claims=tuple(claims),
        claim=judgement.claim,
        undetermined=(*undetermined(game, ruleset, analysis), *judgement.undetermined),
        warnings=(*game.warnings, *([judgement.note] if judgement.note else [])),
    )


def _late_claim(question: Question, ruling: Ruling) -> ClaimAnswer | None:
    """Answer a claim in a game that is over: right if the board drew it, without penalty if not."""
    if question.event is None or question.event.kind != "claim":
        return None
    return ClaimAnswer(valid=ruling.winner is None)


def _colour(color: chess.Color | None) -> str | None:
    return None if color is None else chess.COLOR_NAMES[color]
