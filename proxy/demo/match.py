"""Plays a scenario with two players until the arbiter has ruled and both have been told."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import chess

from proxy.delivery import wording
from proxy.demo.player import RULESET, PlayerError
from proxy.errors import UserError
from proxy.events import Event, judge
from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from proxy.demo.player import Answer
    from proxy.demo.scenarios import Scenario
    from proxy.ruling import Ruling

_WITHIN_CENTIPAWNS = 50  # of an even game: then a player is content with a draw
_LEAST_MS = 5
_PLIES_AHEAD = 150  # how many plies the time that is left has to last for


@dataclass(frozen=True, slots=True)
class Ply:
    """One step to be shown: the game after the move, and what belongs to it."""

    game: Game
    san: str
    centipawns: int | None


@dataclass(frozen=True, slots=True)
class Watcher:
    """Whom the match tells as it goes: a move, a line from the arbiter to a side, a remark."""

    ply: Callable[[Ply], None]
    told: Callable[[chess.Color, str], None]
    remark: Callable[[str], None]


class Mover(Protocol):
    """Who chooses the moves of a side: a `Player`, or a stand-in."""

    side: str

    def ask(self, game: Game, limit: str, takes_s: float = 0.0) -> Answer:
        """Answer for the position on the board; `limit` is what follows `go`."""


class Match:
    """One game of a scenario.

    `limit_s` is for the whole game; the time for a move shrinks if the game gets long. None: every
    move gets its full time. With `nodes` the engines count instead: no time limits them.
    """

    def __init__(
        self,
        scenario: Scenario,
        players: Mapping[chess.Color, Mover],
        watcher: Watcher,
        *,
        movetime_ms: int,
        limit_s: float | None,
        nodes: int | None = None,
    ) -> None:
        self.game = Game.start(scenario.fen)
        self.told: dict[chess.Color, list[str]] = {chess.WHITE: [], chess.BLACK: []}
        self._scenario = scenario
        self._players = players
        self._watcher = watcher
        self._movetime_ms = movetime_ms
        self._nodes = nodes
        self._ends = None if limit_s is None else monotonic() + limit_s
        self._ruleset = load_ruleset(RULESET)

    def play(self) -> Ruling:
        """Play to a ruling of the board, or to an agreement; raises `PlayerError`."""
        content = False
        while (ruling := decide(self.game, self._ruleset)) is None:
            turn = self.game.turn
            answer = self._ask(turn)
            was_content, content = content, _is_content(answer)
            if self._scenario.agreement and turn == chess.BLACK and was_content and content:
                agreed = self._agree()
                if agreed is not None:
                    return agreed
            self._play(answer)
            if self._scenario.agreement and turn == chess.WHITE and content:
                self._watcher.remark(f"White offers a draw after {self.game.moves[-1].uci()}.")
        if not self._has_told(self.game.turn, ruling):
            self._ask(self.game.turn)  # its next `go` brings the ruling there, too
        return ruling

    def is_told(self, ruling: Ruling) -> bool:
        """Whether both sides' wrappers have told this very ruling."""
        return all(self._has_told(color, ruling) for color in chess.COLORS)

    def _has_told(self, color: chess.Color, ruling: Ruling) -> bool:
        return wording.ruling(ruling, RULESET).decode() in self.told[color]

    def _ask(self, turn: chess.Color) -> Answer:
        player = self._players[turn]
        if self._nodes is not None:
            answer = player.ask(self.game, f"nodes {self._nodes}")
        else:
            milliseconds = self._move_time()
            answer = player.ask(self.game, f"movetime {milliseconds}", milliseconds / 1000)
        for line in answer.told:
            self.told[turn].append(line)
            self._watcher.told(turn, line)
        return answer

    def _play(self, answer: Answer) -> None:
        game = self.game
        side = self._players[game.turn].side
        try:
            move = game.parse(answer.move)
            if not game.is_legal(move):
                raise PlayerError(f"{side}'s engine plays {answer.move}, which is illegal")
        except UserError as error:
            raise PlayerError(f"{side}'s engine: {error}") from None
        number = f"{game.board.fullmove_number}.{'' if game.turn else '..'}"
        san = f"{number} {game.board.san(move)}"
        game.push_legal(move)
        self._watcher.ply(Ply(game, san, answer.centipawns))

    def _agree(self) -> Ruling | None:
        """Have the consent judged, which counts only once both sides have moved (9.1)."""
        self._watcher.remark("Black accepts.")
        judgement = judge(self.game, self._ruleset, Event("agreement"))
        if judgement.note:
            self._watcher.remark(f"The arbiter: {judgement.note}. The game goes on.")
        return judgement.ruling

    def _move_time(self) -> int:
        if self._ends is None:
            return self._movetime_ms
        left_ms = 1000 * (self._ends - monotonic())
        if left_ms <= 0:
            raise PlayerError("there was no ruling within the time for the game")
        return max(min(self._movetime_ms, int(left_ms / _PLIES_AHEAD)), _LEAST_MS)


def _is_content(answer: Answer) -> bool:
    return answer.centipawns is not None and abs(answer.centipawns) <= _WITHIN_CENTIPAWNS
