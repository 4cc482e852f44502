"""How an engine's board comes to the position of the game: play on, take back, or set up anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import chess

from proxy.cecp.moves import write_move

if TYPE_CHECKING:
    from proxy.cecp.features import Features
    from proxy.game.game import Game

UNDO_LIMIT = 8  # taking back more is slower, and less tried, than setting up


@dataclass(slots=True)
class Standing:
    """What stands on an engine's board: a start position and the moves since.

    The first `floor` moves it was not told of, having been set up behind them: it cannot take
    them back.
    """

    start_fen: str
    moves: list[chess.Move] = field(default_factory=list)
    floor: int = 0


def undos(standing: Standing, game: Game) -> int | None:
    """Return how many moves the engine takes back before the game's new ones can be played.

    None: it has to be set up anew.
    """
    if standing.start_fen != game.start_fen:
        return None
    same = 0
    for old, new in zip(standing.moves, game.moves, strict=False):
        if old != new:
            break
        same += 1
    count = len(standing.moves) - same
    return count if same >= standing.floor and count <= UNDO_LIMIT else None


def move_texts(game: Game, first: int, *, san: bool) -> list[str]:
    """Return the game's moves from the ply `first` on (0: all) as CECP writes them."""
    board = game.board.copy()
    later = [board.pop() for _ in range(len(game.moves) - first)]
    texts = []
    for move in reversed(later):
        texts.append(write_move(board, move, san=san))
        board.push(move)
    return texts


def pondering(*, on: bool) -> str:
    """Return the command that turns thinking on the opponent's time on or off."""
    return "hard" if on else "easy"


def set_up(board: chess.Board, variant: str, features: Features, *, ponders: bool) -> list[str]:
    """Return the commands that put `board`, without its history, before an engine in force mode.

    `variant` is xboard's name, empty for normal chess. Whether `new` changes what was said about
    output and pondering, section 8 leaves to the engine: it is said anew.
    """
    lines = ["new", *([f"variant {variant}"] if variant else [])]
    lines += ["force", "post", pondering(on=ponders)]
    fen = board.fen(en_passant="fen")
    if fen == chess.STARTING_FEN and not board.chess960:
        return lines
    if features["setboard"]:
        return [*lines, f"setboard {fen}"]
    return [*lines, *_edit(board)]


def _edit(board: chess.Board) -> list[str]:
    """Set up by `edit`, for engines older than setboard.

    It says nothing of castling rights (assumed where king and rook are at home), en passant and
    the fifty-move count, and leaves the side to move as it is: Black's turn comes by a2a3.
    """
    white, black = (
        [
            f"{chess.piece_symbol(piece.piece_type).upper()}{chess.square_name(square)}"
            for square, piece in board.piece_map().items()
            if piece.color == color
        ]
        for color in (chess.WHITE, chess.BLACK)
    )
    turn = [] if board.turn else ["a2a3"]
    return [*turn, "edit", "#", *white, "c", *black, "."]
