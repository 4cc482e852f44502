"""An engine's claims, offers and resignations, judged by the arbiter's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.delivery import advise
from proxy.events import Event, judge
from proxy.ruling import decide, make_ruling

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
    ruling = _claimed(game, ruleset, side) if result == DRAW else None
    if ruling is not None:
        return Finding(True, ruling, advise.ruling(ruling, ruleset.name))
    return Finding(
        right=False, said=advise.say(f"the engine's claim of {result} is wrong: it has to play on")
    )


def judge_offer(game: Game, ruleset: Ruleset, side: chess.Color, move: chess.Move) -> Finding:
    """Judge an offer made before `move`, which is yet to be played: a claim by it, or an offer."""
    ruling = _claimed_by_move(game, ruleset, side, move)
    if ruling is not None:
        return Finding(True, ruling, advise.ruling(ruling, ruleset.name))
    return Finding(right=False, said=advise.say("the engine would agree to 1/2-1/2"))


def judge_resignation(game: Game, ruleset: Ruleset, side: chess.Color) -> Finding:
    """Judge a resignation (5.1.2): a win for the opponent, or a draw where he cannot mate."""
    ruling = judge(game, ruleset, Event("resign", side)).ruling
    said = advise.say(f"{ruling.result if ruling else '*'}: the engine gives up")
    return Finding(right=True, ruling=ruling, said=said)


def _claimed(game: Game, ruleset: Ruleset, side: chess.Color) -> Ruling | None:
    if game.board.turn == side:
        return judge(game, ruleset, Event("claim", side)).ruling
    if not game.moves:
        return None
    move = game.pop()
    ruling = _claimed_by_move(game, ruleset, side, move)
    game.push_legal(move)
    return ruling


def _claimed_by_move(
    game: Game, ruleset: Ruleset, side: chess.Color, move: chess.Move
) -> Ruling | None:
    """Judge a claim by a move, with the evidence of the position that the move brings about."""
    ruling = judge(game, ruleset, Event("claim", side, game.board.uci(move))).ruling
    if ruling is None:
        return None
    game.push_legal(move)
    ruling = make_ruling(game, ruling.reason, ruling.article, automatic=False)
    game.pop()
    return ruling
