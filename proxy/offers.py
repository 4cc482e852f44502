"""Offers of a draw and resignations, by the engine's own scores: the wrapper speaks for it.

Engines that speak UCI have no word for either. The names of the settings are lichess-bot's and
polyglot's. Scores are those of `Game.scores`: centipawns from the side of the engine that moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.claims import claims_by_move, claims_now
from proxy.events import Event, judge
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.analysis import Analysis
    from proxy.conduct import Conduct
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset
    from proxy.ruling import Ruling

    Checker = Callable[[Game, chess.Color], chess.Color | None]

OFFER = b"info string DrawOffer"
"""What polyglot makes XBoard's `offer draw` of; so does our own CECP side."""
RESIGN = b"info string resign"
"""What polyglot resigns on."""


@dataclass(frozen=True, slots=True)
class DrawPolicy:
    """When to offer a draw, and when to accept one.

    The engine's last `moves` scores must lie within `bound_cp`, to accept not above it; at move
    number `first_move` at the earliest. It is offered again after `again` own moves.

    A proven perpetual check stands in for that: `perpetual` is True where it is the engine's own,
    who then must not think itself better, False where the opponent cannot be kept from it.
    """

    accept: bool = False
    offer: bool = False
    bound_cp: int = 0
    moves: int = 10
    first_move: int = 40
    again: int = 20

    def accepts(self, game: Game, perpetual: bool | None = None) -> bool:
        """Return whether the engine, having just moved or yet to move, takes a draw."""
        if not self.accept:
            return False
        if self._settled(game, perpetual):
            return True
        scores = self._last_scores(game)
        return bool(scores) and max(scores) <= self.bound_cp

    def offers(self, game: Game, last_offer: int | None, perpetual: bool | None = None) -> bool:
        """Return whether to offer with the move just made; `last_offer` is the ply of the last."""
        waits = last_offer is not None and 0 <= game.ply - last_offer < 2 * self.again
        if not self.offer or waits:
            return False
        if self._settled(game, perpetual):
            return True
        scores = self._last_scores(game)
        return bool(scores) and all(abs(cp) <= self.bound_cp for cp in scores)

    def _last_scores(self, game: Game) -> list[int]:
        """Return the scores that count; none while there are too few or it is too early."""
        if game.diagram.fullmove_number < self.first_move:
            return []
        scores = own_scores(game, self.moves)
        return scores if len(scores) == self.moves else []

    def _settled(self, game: Game, perpetual: bool | None) -> bool:
        """Whether a perpetual check makes the draw, whatever else the scores say."""
        if perpetual:
            return any(score <= self.bound_cp for score in own_scores(game, 1))
        return perpetual is False


@dataclass(frozen=True, slots=True)
class ResignPolicy:
    """When to resign: after `moves` own moves with scores of `score_cp` or more behind."""

    resign: bool = False
    score_cp: int = 600
    moves: int = 3

    def resigns(self, scores: list[int]) -> bool:
        """Return whether these scores, the last first, are the end."""
        last = scores[: self.moves]
        return self.resign and len(last) == self.moves and max(last) <= -self.score_cp


def own_scores(game: Game, count: int) -> list[int]:
    """Return up to `count` scores of the engine's last moves, the last first, without a gap.

    They stand at every second ply, its own: the opponent's are not known.
    """
    last = game.ply if game.ply in game.scores else game.ply - 1
    scores = []
    for ply in range(last, max(last - 2 * count, 0), -2):
        if ply not in game.scores:
            break
        scores.append(game.scores[ply])
    return scores


def loses_by_resigning(
    game: Game, ruleset: Ruleset, side: chess.Color, analysis: Analysis = BY_MATERIAL
) -> bool:
    """Return whether there is something to give up for `side`, which is on move.

    Not so where the game is drawn or `side` can claim a draw, and not where the opponent cannot
    mate, so that a resignation is a draw (5.1.2).
    """
    if decide(game, ruleset, analysis) is not None:
        return False
    claims = (*claims_now(game, ruleset, analysis), *claims_by_move(game, ruleset, analysis))
    if any(claim.by == side for claim in claims):
        return False
    ruling = judge(game, ruleset, Event("resign", side), analysis).ruling
    return ruling is not None and ruling.winner is not None


class Dealings:
    """What the two sides of one game have offered each other.

    `checker` tells who is known to have a perpetual check, in a game in which a side is the
    engine's (`proxy.perpetual.advice`).
    """

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._own: chess.Color | None = None  # the engine's side, once it has moved
        self._offered = False
        self._last_offer: int | None = None
        self._accepted_at: int | None = None

    def offered(self, game: Game | None, conduct: Conduct, ending: Ruling | None) -> list[bytes]:
        """Take in the opponent's offer; return the line that accepts it at once.

        Accepted is what has been ruled a draw anyway, and what the policy takes; once in a
        position, for PyChess makes a new offer to the opponent of what it does not believe: two
        wrappers would accept each other's for ever. It is answered once more with the next move,
        as PolyGlot listens only while the engine thinks.
        """
        if not conduct.speaks:
            return []
        self._offered = True
        if game is None or game.ply == self._accepted_at:
            return []
        perpetual = self._perpetual(game, self._own)
        accepts = ending is None and conduct.draws.accepts(game, perpetual)
        if accepts or _is_draw(ending):
            self._accepted_at = game.ply
            return [OFFER]
        return []

    def resigns(
        self, game: Game, conduct: Conduct, ending: Ruling | None, score: int | None
    ) -> bool:
        """Return whether the engine, on move and with this score, is to resign.

        Not with a perpetual check of its own in hand.
        """
        if ending is not None or score is None or not conduct.speaks:
            return False
        own = game.turn
        scores = [score, *own_scores(game, conduct.resigning.moves - 1)]
        return (
            conduct.resigning.resigns(scores)
            and not self._perpetual(game, own)
            and loses_by_resigning(game, conduct.ruleset, own, conduct.analysis)
        )

    def answer(
        self, game: Game, conduct: Conduct, ending: Ruling | None, *, resigning: bool
    ) -> list[bytes]:
        """Return what is said with the move that the engine has just made.

        The opponent's offer is answered with it, and declined where nothing is said. An ending that
        stands is told by the delivery.
        """
        offered, self._offered = self._offered, False
        if not conduct.speaks:
            return []
        if ending is not None:
            return [OFFER] if offered and _is_draw(ending) else []
        if resigning:
            return [RESIGN]
        self._own = not game.turn
        perpetual = self._perpetual(game, self._own)
        accepts = offered and conduct.draws.accepts(game, perpetual)
        if accepts or conduct.draws.offers(game, self._last_offer, perpetual):
            self._last_offer = game.ply
            return [OFFER]
        return []

    def _perpetual(self, game: Game, own: chess.Color | None) -> bool | None:
        """Return whose perpetual check is known: True: the engine's, False: its opponent's."""
        by = None if own is None else self._checker(game, own)
        return None if by is None else by == own


def _is_draw(ending: Ruling | None) -> bool:
    return ending is not None and ending.winner is None
