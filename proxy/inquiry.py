"""Which positions the analyst is asked about, and what follows from his answers (5.2.2).

A gate of microseconds dismisses most positions. What it lets through is asked after each
irreversible move and every few plies: a dead position never comes alive again, so an answer that
comes late is a delay and no error, and it is used at the next chance.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from proxy.rules import dead_position
from proxy.ruling import Ruling
from proxy.winnable.gate import gate

if TYPE_CHECKING:
    from proxy.game.game import Game
    from proxy.game.key import Key
    from proxy.rulesets import Ruleset

NODES = 20_000  # for each side; a budget of nodes, so that the same game is ruled the same
EVERY = 8  # plies
MANY = 10  # men
WALL = 3  # pairs of locked pawns


def crowded(pawns: int, white: int, men: int) -> bool:
    """Whether there are many men and few locked pawns: alive at a glance, as in every opening.

    What is dead is either walled off or about to be bare. Given are `Game.bitboards`.
    """
    return men.bit_count() > MANY and ((pawns & white) << 8 & pawns & ~white).bit_count() < WALL


def read_answer(line: bytes) -> tuple[str | int, str]:
    """Return the `id` of the question that the analyst answers, and his verdict.

    Each is empty where the answer has none, or cannot be read.
    """
    try:
        told = json.loads(line)
        name, verdict = told["id"], told.get("verdict", "")
    except (ValueError, TypeError, KeyError, AttributeError):
        return "", ""
    return (name, verdict) if isinstance(name, str | int) else ("", "")


class _Asked(NamedTuple):
    ply: int
    key: Key
    halfmove_clock: int


class Inquiry:
    """The questions of one game after another, and the answers to them."""

    def __init__(self) -> None:
        self._number = 0
        self._open: dict[str | int, _Asked] = {}
        self._last: _Asked | None = None

    def new_game(self) -> None:
        """Begin a game: its positions are asked about anew, be they those of the last."""
        self._last = None
        self._open.clear()

    def question(self, game: Game, ruleset: Ruleset) -> bytes | None:
        """Return what to ask about the position on the board, one JSON line, or nothing."""
        if dead_position.RULE not in ruleset.automatic or game.variant != "chess":
            return None
        if crowded(*game.bitboards) or self._asked_lately(game):
            return None
        board = game.diagram
        if gate(board) or not game.has_legal_move:
            return None
        self._number += 1
        asked = _Asked(game.ply, game.key, game.halfmove_clock)
        self._open[self._number] = self._last = asked
        question = {
            "id": self._number,
            "fen": board.fen(),
            "side": None,
            "nodes": NODES,
        }
        return json.dumps(question).encode()

    def answer(self, line: bytes, game: Game | None, ruleset: Ruleset) -> Ruling | None:
        """Take in an answer; return the ruling if that position is dead and in this game."""
        name, verdict = read_answer(line)
        asked = self._open.pop(name, None)
        if verdict != "dead" or asked is None:
            return None
        if game is None or game.key_at(asked.ply) != asked.key:
            return None
        rule = dead_position.RULE
        return Ruling(
            reason=rule.reason,
            article=ruleset.article(rule),
            winner=None,
            automatic=True,
            ply=asked.ply,
            halfmove_clock=asked.halfmove_clock,
            occurrences=(asked.ply,),
        )

    def _asked_lately(self, game: Game) -> bool:
        """Tell whether the same has been asked a few plies ago, and nothing irreversible since."""
        last = self._last
        if last is None or game.key_at(last.ply) != last.key:
            return False
        plies = game.ply - last.ply
        return plies < EVERY and game.halfmove_clock >= last.halfmove_clock + plies
