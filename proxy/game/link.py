"""Recognising that a bare FEN continues a game that we remember."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess

    from proxy.game.game import Game

REACH = 2  # plies: the engine's own move, where we did not see it played, and the reply


def find_link(game: Game, target: Game, fields: int) -> list[chess.Move] | None:
    """Return the moves that lead from the position on `game`'s board to `target`'s, at most two.

    None: it is not reached. `fields` is how many fields the target's FEN had: the half-move clock
    (the fifth) and the move number (the sixth) must agree where they were given. `game` is left as
    it was.
    """
    line: list[chess.Move] = []
    return line if _reach(game, target, fields, REACH, line) else None


def _reach(game: Game, target: Game, fields: int, depth: int, line: list[chess.Move]) -> bool:
    if game.same_position(target):
        board, wanted = game.diagram, target.diagram
        return (fields < 5 or board.halfmove_clock == wanted.halfmove_clock) and (
            fields < 6 or board.fullmove_number == wanted.fullmove_number
        )
    if depth == 0:
        return False
    mover = game.turn
    goal = target.board.occupied_co[mover]
    for move in list(game.diagram.legal_moves):
        game.push_legal(move)
        line.append(move)
        # What the mover has now he still has at the goal, but for one piece taken by the reply.
        lost = (game.diagram.occupied_co[mover] & ~goal).bit_count()
        if lost <= depth - 1 and _reach(game, target, fields, depth - 1, line):
            game.pop()
            return True
        line.pop()
        game.pop()
    return False
