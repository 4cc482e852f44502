"""What is claimed of the GUI, in which words, and when it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.gui.trust import Trust

if TYPE_CHECKING:
    from proxy.arbiter import Arbiter
    from proxy.game.game import Game
    from proxy.ruling import Ruling

NAMES = {
    "fifty-move": "Fifty-move rule",
    "seventy-five-move": "Seventy-five-move rule",
}
MAX_BARE = 4  # pieces: two kings with a bishop each is the most that XBoard takes for too little


class Claimant:
    """Claims of the GUI what the arbiter has ruled.

    `human`: the GUI has not said that the opponent is an engine. `awaited`: the arbiter is to come.
    """

    def __init__(self) -> None:
        self.arbiter: Arbiter | None = None
        self.awaited = True
        self.human = True

    @property
    def limits_mates(self) -> bool:
        """Whether a mate score could end the game, or it is not known yet whether it could."""
        if self.arbiter is None:
            return self.awaited
        conduct = self.arbiter.conduct
        return conduct.delivery == "claim" and conduct.trust is Trust.BLIND

    @property
    def delivers(self) -> bool:
        """Whether a draw is to be claimed, or offered where a claim is not believed."""
        return self.arbiter is not None and self.arbiter.conduct.delivery == "claim"

    @property
    def offers_behind(self) -> bool:
        """Whether an offer goes behind the move that it is made with; before it otherwise."""
        return self.arbiter is not None and self.arbiter.conduct.offers_behind

    def drawn(self) -> Ruling | None:
        """Return the ruling that has ended the game in a draw, if there is one."""
        ending = None if self.arbiter is None else self.arbiter.ending
        return ending if ending is not None and ending.winner is None else None

    def claim(self, ending: Ruling | None, game: Game) -> str:
        """Return the claim for the position on the board; empty where none may be made."""
        if self.arbiter is None or ending is None or not self.delivers:
            return ""
        conduct = self.arbiter.conduct
        try:
            if may_claim(conduct.trust, game, human=self.human):
                return claim_line(ending, conduct.ruleset.name)
        except Exception:  # noqa: BLE001 - whatever it is, the game goes on without the claim
            return ""
        return ""


def claim_line(ruling: Ruling, ruleset: str) -> str:
    """Return the claim of a ruling, as in `1/2-1/2 {Dead position, FIDE 5.2.2}`."""
    reason = NAMES.get(ruling.reason, ruling.reason.replace("-", " ").capitalize())
    article = f"FIDE {ruling.article}" if ruling.article[:1].isdigit() else ruling.article
    if article == ruling.reason.replace("-", " "):  # a rule that stands in no book of laws
        article = ruleset
    return f"{ruling.result} {{{reason}, {article}}}"


def may_claim(trust: Trust, game: Game, *, human: bool) -> bool:
    """Return whether a draw on the board can be claimed without risk; `human`: the opponent."""
    return trust is Trust.BLIND or (trust is Trust.SEEN and (human or is_shown(game)))


def is_shown(game: Game) -> bool:
    """Return whether XBoard's own flags show a draw in the position on the board.

    It looks no further back for a repetition than to the last move that left an en-passant square:
    where in doubt, the answer is no.
    """
    board = game.board
    if not game.has_legal_move:
        return not board.is_check()
    if board.halfmove_clock >= 100:
        return True
    if chess.popcount(board.occupied) <= MAX_BARE and board.is_insufficient_material():
        return True
    return game.count >= 3 and not _after_double_step(game)


def _after_double_step(game: Game) -> bool:
    """Return whether a pawn's double step led to the third last occurrence of the position."""
    ply = game.occurrences()[-3]
    if ply == 0:
        return game.start_fen.split()[3] != "-"
    move = game.moves[ply - 1]
    # A pawn has not moved since, or the position could not have come again.
    pawn = bool(game.board.pawns & chess.BB_SQUARES[move.to_square])
    return pawn and chess.square_distance(move.from_square, move.to_square) == 2


def over_line(board: chess.Board) -> str:
    """Return the result line for a position without a legal move."""
    if board.is_checkmate():
        return "0-1 {Black mates}" if board.turn else "1-0 {White mates}"
    outcome = board.outcome()
    if outcome is None or outcome.termination is chess.Termination.STALEMATE:
        return "1/2-1/2 {Stalemate}"
    return f"{outcome.result()} {{The end by the rules of the variant}}"
