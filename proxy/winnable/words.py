"""Why, in a sentence for a person. The position is always turned: White is the side asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.bitboards.geometry import bits
from proxy.bitboards.position import in_check, to_move
from proxy.sides import side_name

if TYPE_CHECKING:
    from proxy.bitboards.position import Position
    from proxy.winnable.walls import Reach


def terminal(position: Position, side: chess.Color) -> str:
    """Say how a game without a legal move has ended."""
    if not in_check(position):
        return "it is stalemate"
    return f"{side_name(side if position[7] else not side)} is mated"


def material(position: Position, side: chess.Color) -> str:
    """Say which material cannot mate."""
    _, knights, _, _, _, kings, white, _, _, _ = position
    if not white & ~kings:
        return f"{side_name(side)} has a bare king"
    if white & knights:
        return f"{side_name(side)} has one knight, and nothing is left that could block its king in"
    return "only bishops of one colour of squares are left"


def shallow(side: chess.Color) -> str:
    """Say that all lines end at once."""
    return f"every line ends within 4 plies without a mate by {side_name(side)}"


def forced(line: list[int], side: chess.Color, end: str) -> str:
    """Show the moves without a choice, and where they lead."""
    moves = " ".join(to_move(move, side == chess.BLACK).uci() for move in line)
    return f"every move is forced: {moves}, {end}"


def wall(reach: Reach, side: chess.Color) -> str:
    """Name the pieces that stand for ever, and the squares where the other king is safe."""
    flip = 0 if side else 56
    standing = " ".join(sorted(chess.square_name(square ^ flip) for square in bits(reach.steady)))
    stand = f"{standing} stand for ever, and" if standing else "wherever the pieces can go,"
    victim = side_name(not side)
    return f"a wall: {stand} {side_name(side)} can mate on no square that {victim}'s king can reach"


def walled_after(side: chess.Color) -> str:
    """Say that a wall closes with the next moves, whichever they are."""
    return (
        f"whatever is played, {side_name(side)} is then shut out by a wall or left without material"
    )


def searched(found: bool, plies: int, side: chess.Color) -> str:
    """Say what a finished search has seen."""
    if found:
        return f"{side_name(side)} mates in {plies} plies, if {side_name(not side)} helps"
    return f"every position that can arise was looked at, and none is a mate by {side_name(side)}"


def undetermined(nodes: int) -> str:
    """Say that the budget was not enough."""
    return f"neither a mate nor a proof within {nodes} nodes"
