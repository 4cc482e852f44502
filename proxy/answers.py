"""What can be mended in an engine's answer when the board is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proxy.errors import UserError
from proxy.ruling import decide
from proxy.uci import fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    import chess

    from proxy.game.game import Game
    from proxy.rulesets import Ruleset

NULL_MOVE = b"(none)"
NULL_MOVES = frozenset((b"(none)", b"<none>", b"0000", b"null"))


def move_of(bestmove: bytes) -> bytes:
    """Return the move of a `bestmove` line; "(none)" where it has none."""
    words = bestmove.split(None, 2)
    return words[1] if len(words) > 1 else NULL_MOVE


def legal_move(game: Game, text: bytes) -> chess.Move | None:
    """Return the legal move that a UCI text names; None: there is none."""
    try:
        move = game.parse(text.decode("ascii", "replace"))
    except UserError:
        return None
    return move if game.is_legal(move) else None


def objection(game: Game, bestmove: bytes) -> str:
    """Return why an answer loses the game, as in "e2e5 is illegal"; nothing: it does not."""
    move = move_of(bestmove)
    if not game.has_legal_move or legal_move(game, move) is not None:
        return ""
    return f"{move.decode('ascii', 'replace')} is illegal"


def own_choice(game: Game, written: Iterable[bytes]) -> bytes | None:
    """Return the legal move that an engine's last line of play begins with, else any legal move.

    `written` are the blocks that it wrote, in order. None: there is no legal move.
    """
    for block in reversed(list(written)):
        for line in reversed(block.splitlines()):
            found = fields(line)
            if found.get(b"multipv", [b"1"]) == [b"1"] and found.get(b"pv"):
                move = legal_move(game, found[b"pv"][0])
                if move is not None:
                    return game.uci(move).encode()
    any_move = next(iter(game.diagram.generate_legal_moves()), None)
    return None if any_move is None else game.uci(any_move).encode()


class Reading(NamedTuple):
    """What an engine's answer means: `move` on the board, None where it is not legal.

    `text` is how the GUI is to read it, which differs only where something was mended; `repair`
    is the name of what was, or nothing.
    """

    move: chess.Move | None
    text: bytes
    repair: str = ""


def mend(game: Game, text: bytes, repairs: frozenset[str]) -> Reading:
    """Read an answer, made one that the GUI takes where a repair that is on can do it.

    Capitals, a promotion without its piece (a queen is meant, as PolyGlot has it), castling in the
    dialect that the GUI does not speak (shakmaty #13).
    """
    move = legal_move(game, text)
    if move is None:
        move = legal_move(game, text + b"q") if len(text) == 4 else None
        if move is None or "promotion" not in repairs:
            return Reading(None, text)
        return Reading(move, game.uci(move).encode(), "promotion")
    written = game.uci(move).encode()
    if text == written:
        return Reading(move, text)
    kind = "capitals" if text.lower() == written else "castling"
    return Reading(move, written, kind) if kind in repairs else Reading(move, text)


def without_bad_ponder(
    game: Game, bestmove: bytes, ruleset: Ruleset, *, over: bool
) -> tuple[bytes, str]:
    """Return a `bestmove` line, its `ponder` taken off where nothing can come of it, and why.

    `game` is after the move; `over` tells whether it has ended by then. Clients raise at an illegal
    ponder move (python-chess #570); a GUI that sets up a mate and lets the engine ponder there
    crashes it (lichess-bot #702). Where the game has ended before and is played on, so may the
    engine ponder.
    """
    words = bestmove.split()
    if words[2:3] != [b"ponder"] or words[3:4] == [] or words[3].lower() in NULL_MOVES:
        return bestmove, ""
    text = words[3].decode("ascii", "replace")
    move = legal_move(game, words[3])
    if move is None:
        why = f"ponder move {text} is illegal"
    elif _ends(game, move, ruleset, over=over):
        why = f"no pondering on {text}: the game is over"
    else:
        return bestmove, ""
    return bestmove[: bestmove.rindex(b"ponder")].rstrip(), why


def _ends(game: Game, move: chess.Move, ruleset: Ruleset, *, over: bool) -> bool:
    game.push_legal(move)
    ends = not game.has_legal_move or (not over and decide(game, ruleset) is not None)
    game.pop()
    return ends
