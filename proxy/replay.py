"""A whole game, played to its first end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.game.illegal import IllegalMoveError
from proxy.rules import dead_position
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import chess

    from proxy.analysis import Analysis
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling


def replay(
    game: Game,
    moves: Sequence[str],
    ruleset: Ruleset,
    analysis: Analysis = BY_MATERIAL,
    *,
    scores: Mapping[int, int] | None = None,
    strict: bool = False,
) -> Ruling | None:
    """Play UCI moves on a game that has just begun until a position ends it by itself.

    `scores`: as `Game.scores`. Moves after the end are ignored, or refused where `strict`. Raises
    `IllegalMoveError`.

    On the way who can mate is judged by material; the exact analysis is asked at the end only. A
    dead position never comes alive again, so the first one is found by going back from there.
    """
    on_the_way = analysis.by_material()
    game.scores.update(scores or {})
    for text in moves:
        move = _legal_move(game, text)  # first, as it proves that this is no mate and no stalemate
        if decide(game, ruleset, on_the_way):
            break
        if move is None:
            game.push(game.parse(text))  # raises, and says why
        else:
            game.push_legal(move)
    ruling = _ruling_at_first_dead(game, ruleset, analysis)
    if strict and ruling and game.ply < len(moves):
        why = f"the game is over by {ruling.reason}"
        raise IllegalMoveError(game.ply + 1, moves[game.ply], why)
    return ruling


def _legal_move(game: Game, text: str) -> chess.Move | None:
    try:
        move = game.parse(text)
    except IllegalMoveError:
        return None
    return move if game.is_legal(move) else None


def _ruling_at_first_dead(game: Game, ruleset: Ruleset, analysis: Analysis) -> Ruling | None:
    """Decide here or, where the game went on in a dead position, at the first dead one."""
    ruling = decide(game, ruleset, analysis)
    if ruling is None or ruling.winner is not None or dead_position.RULE not in ruleset.automatic:
        return ruling
    while game.ply:
        move = game.pop()
        if not dead_position.holds(game, ruleset, analysis):
            game.push_legal(move)
            break
    return ruling if game.ply == ruling.ply else decide(game, ruleset, analysis)
