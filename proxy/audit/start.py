"""Where a game begins, by its tags: the FEN, the variant, and the dialect of castling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import chess
import chess.variant

from proxy.errors import UserError
from proxy.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.game.key import Reading

CHESS960 = ("960", "fischer", "freestyle")
STANDARD = ("", "standard", "chess", "normal", "from position", "?")


class Start(NamedTuple):
    """The start of a game; `fen` is None for the start position of the variant."""

    fen: str | None
    variant: str
    chess960: bool


STANDARD_START = Start(None, "chess", chess960=False)


def read_start(tags: Mapping[str, str]) -> Start:
    """Return the start that the tags name. Raises `UserError` for a variant that is not known."""
    if "Variant" not in tags and "FEN" not in tags:
        return STANDARD_START
    name = tags.get("Variant", "").strip().lower()
    chess960 = any(word in name for word in CHESS960)
    fen = tags.get("FEN") or None
    if chess960 or name in STANDARD:
        return Start(fen, "chess", chess960)
    try:
        variant = chess.variant.find_variant(name)
    except ValueError:
        raise UserError(f"variant {tags['Variant']!r} is not known") from None
    return Start(fen, variant.uci_variant or "chess", chess960=False)


def start_game(start: Start, reading: Reading) -> Game:
    """Start a game. Raises `FenError`."""
    return Game.start(start.fen, chess960=start.chess960, variant=start.variant, reading=reading)


def read_san(board: chess.Board, word: str) -> chess.Move:
    """Return the move that a word of a PGN names. Raises `ValueError`, whose text says why not."""
    try:
        move = board.parse_san(word.rstrip("+#"))
    except chess.AmbiguousMoveError:
        raise ValueError("more than one piece can make it") from None
    except chess.IllegalMoveError:
        raise ValueError("no piece can make it") from None
    except chess.InvalidMoveError:
        raise ValueError("it is not a move") from None
    if not move:
        raise ValueError("a null move is no move")
    return move
