"""An engine's claims, offers and resignations, judged by the arbiter's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.delivery import wording
from proxy.events import Event, judge
from proxy.game.claiming import claimed
from proxy.ruling import decide
from proxy.saying import say

if TYPE_CHECKING:
    import chess

    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling

DRAW, MATE = "1/2-1/2", "mate"


@dataclass(frozen=True, slots=True)
class Finding:
    """What becomes of an engine's word: a ruling where it ends the game, and what is said.

    `said` is empty where the arbiter has said it already.
    """

    right: bool
    ruling: Ruling | None = None
    said: bytes = b""


def judge_claim(game: Game, ruleset: Ruleset, side: chess.Color, result: str) -> Finding:
    """Judge the claim by `side` that the game is over with `result` (or `MATE`).

    What ends the game by itself, the arbiter has told with the move; a draw that must be claimed is
    ruled here. A claim right behind the own move is one by that move (9.2.2.1): CECP has no other
    way to write it down.
    """
    ending = decide(game, ruleset)
    if ending is not None and result in {ending.result, MATE if ending.winner is not None else ""}:
        return Finding(right=True)
    ruling = claimed(game, ruleset, BY_MATERIAL, side) if result == DRAW else None
    if ruling is not None:
        return Finding(True, ruling, wording.ruling(ruling, ruleset.name))
    return Finding(
        right=False, said=say(f"the engine's claim of {result} is wrong: it has to play on")
    )


def judge_offer(game: Game, ruleset: Ruleset, side: chess.Color, move: chess.Move) -> Finding:
    """Judge an offer made before `move`, which is yet to be played: a claim by it, or an offer."""
    game.push_legal(move)
    ruling = claimed(game, ruleset, BY_MATERIAL, side)
    game.pop()
    if ruling is not None:
        return Finding(True, ruling, wording.ruling(ruling, ruleset.name))
    return Finding(right=False, said=say("the engine would agree to 1/2-1/2"))


def judge_resignation(game: Game, ruleset: Ruleset, side: chess.Color) -> Finding:
    """Judge a resignation (5.1.2): a win for the opponent, or a draw where he cannot mate."""
    ruling = judge(game, ruleset, Event("resign", side)).ruling
    said = say(f"{ruling.result if ruling else '*'}: the engine gives up")
    return Finding(right=True, ruling=ruling, said=said)
