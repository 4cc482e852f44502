"""Perpetual check where no rule speaks of it: what the analyst is asked, and what he has proven.

Asked is about a position that has come again by nothing but checks of one side; what that costs in
any other game is one comparison a ply. A proof is a fact about its position and makes no ruling:
it is said once, stands in the record, and lets a side that may agree to a draw do so (`offers`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import chess

from proxy.inquiry import read_answer
from proxy.perpetual.proof import PERPETUAL
from proxy.rules import perpetual_check
from proxy.ruling import Ruling, make_ruling

if TYPE_CHECKING:
    from proxy.game.game import Game
    from proxy.game.key import Key
    from proxy.rulesets import Ruleset


POSITIONS = 400  # for each search: a second or two in the worst case, beside the engine


class _Asked(NamedTuple):
    ruling: Ruling
    key: Key
    game: Game

    def is_of(self, game: Game) -> bool:
        """Whether that position is one of this game, and not taken back."""
        return game is self.game and game.key_at(self.ruling.ply) == self.key


class Advisor:
    """The questions of one game after another, and what is proven of its positions.

    Advice is the `Ruling` that a ruleset which rules perpetual check would let the checker claim.
    """

    def __init__(self) -> None:
        self._number = 0
        self._open: dict[str | int, _Asked] = {}
        self._proven: dict[int, _Asked] = {}  # by ply
        self._told: list[_Asked] = []
        self._unsaid: _Asked | None = None

    def new_game(self) -> None:
        """Forget the game; answers about it may still come."""
        self._open.clear()
        self._proven.clear()
        self._told.clear()
        self._unsaid = None

    def question(self, game: Game, ruleset: Ruleset) -> bytes | None:
        """Return what to ask about the position on the board, one JSON line, or nothing."""
        rule = perpetual_check.RULE
        if game.variant != "chess" or ruleset.modes[rule.reason] != "off":
            return None
        side = perpetual_check.checking_side(game)
        if side is None:
            return None
        ruling = make_ruling(game, rule.reason, ruleset.article(rule), automatic=False)
        self._number += 1
        name = f"perpetual-{self._number}"
        self._open[name] = _Asked(ruling, game.key, game)
        question = {
            "id": name,
            "fen": game.diagram.fen(),
            "perpetual": chess.COLOR_NAMES[side],
            "positions": POSITIONS,
        }
        return json.dumps(question).encode()

    def answer(self, line: bytes, game: Game | None) -> Ruling | None:
        """Take in an answer of the analyst; return what is news, once for each side that checks.

        An answer to another question, or about another line of play, changes nothing.
        """
        name, verdict = read_answer(line)
        asked = self._open.pop(name, None)
        if verdict != PERPETUAL or asked is None or game is None or not asked.is_of(game):
            return None
        self._proven[asked.ruling.ply] = asked
        self._told = [told for told in self._told if told.is_of(game)]
        if any(told.ruling.perpetual == asked.ruling.perpetual for told in self._told):
            return None
        self._told.append(asked)
        self._unsaid = asked
        return asked.ruling

    def take_unsaid(self, game: Game) -> Ruling | None:
        """Return the news that has not been said yet, if it is about this line of play."""
        unsaid, self._unsaid = self._unsaid, None
        return unsaid.ruling if unsaid is not None and unsaid.is_of(game) else None

    def checker(self, game: Game, own: chess.Color) -> chess.Color | None:
        """Return who can check for ever, as far as that is proven of what is on the board.

        A move of `own` has not changed it if that side is the one in check, or has checked again.
        """
        now, before = (self._proven.get(ply) for ply in (game.ply, game.ply - 1))
        if now is not None and now.is_of(game):
            return now.ruling.perpetual
        if before is None or not before.is_of(game) or game.turn == own:
            return None
        by = before.ruling.perpetual
        return by if by != own or game.diagram.is_check() else None
