"""Can this side still mate? The phases, cheapest first, and the answer in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import chess

from proxy.bitboards.position import from_board, legal_moves, to_move
from proxy.winnable import words
from proxy.winnable.budget import Budget
from proxy.winnable.crowd import Crowd
from proxy.winnable.dive import Dive
from proxy.winnable.exhaust import Exhaust
from proxy.winnable.glimpse import ENOUGH, Glimpse
from proxy.winnable.material import cannot_mate
from proxy.winnable.shallow import all_lines_end, forced, mates
from proxy.winnable.static import walled, walled_after, walled_in_cases

try:
    from proxy.winnable.fast import FastDive
except ImportError:  # the plain install, without the extra `fast`
    FastDive = None  # type: ignore[assignment, misc]  # None says that it is not there

if TYPE_CHECKING:
    from proxy.bitboards.position import Position

NODES = 100_000
CHECKS = 3  # plies that a wall is looked for behind checks

_Answer = Literal["winnable", "unwinnable", "undetermined"]
_ANSWERS: dict[bool | None, _Answer] = {
    True: "winnable",
    False: "unwinnable",
    None: "undetermined",
}
_UNSOUND = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one side can still mate by any series of legal moves.

    verdict: `winnable`, with a helpmate that was replayed to mate; `unwinnable`, proven; or
    `undetermined`, the budget spent. method: the phase that decided. nodes: what it cost.
    reason: one sentence for a person.
    """

    verdict: _Answer
    helpmate: list[chess.Move]
    method: str
    nodes: int
    reason: str


def analyse(
    board: chess.Board, side: chess.Color, nodes: int = NODES, deadline: float | None = None
) -> Verdict:
    """Decide whether `side` can mate from `board` by any series of legal moves (5.2.2, 6.9).

    The count of repetitions and of moves without progress is ignored. With the same `nodes` the
    answer is always the same; `deadline`, an instant of `time.perf_counter`, may end it before.
    Raises ValueError for a board on which no game is possible.
    """
    if board.status() & _UNSOUND:
        raise ValueError(f"not a chess position: {board.status()!r}")
    analysis = _Analysis(from_board(board, side == chess.BLACK), Budget(nodes, deadline), side)
    winnable, method, reason = analysis.decide()
    helpmate: list[chess.Move] = []
    if winnable:
        mate = _replay(board, side, analysis.line)
        if mate is None:
            winnable, reason = None, "a line was found that does not replay: please report this"
        else:
            helpmate = mate
    return Verdict(_ANSWERS[winnable], helpmate, method, analysis.budget.spent, reason)


def is_dead(board: chess.Board, nodes: int = NODES) -> Literal["dead", "alive", "undetermined"]:
    """Decide whether the position is dead: neither side can mate (5.2.2). `nodes` for each side."""
    answers = set()
    for side in (board.turn, not board.turn):
        answers.add(analyse(board, side, nodes).verdict)
        if "winnable" in answers:
            return "alive"
    return "dead" if answers == {"unwinnable"} else "undetermined"


class _Analysis:
    """The question for one position, turned so that White is the side asked about."""

    def __init__(self, position: Position, budget: Budget, side: chess.Color) -> None:
        self.position = position
        self.budget = budget
        self.side = side
        self.line: list[int] = []

    def decide(self) -> tuple[bool | None, str, str]:
        """Return the answer, the phase that found it, and the reason; fill `line` with the mate."""
        position, budget, side = self.position, self.budget, self.side
        if not legal_moves(position):
            return mates(position), "terminal", words.terminal(position, side)
        if cannot_mate(position):
            return False, "material", words.material(position, side)
        if all_lines_end(position, budget):
            return False, "shallow", words.shallow(side)
        line, position, repeats = forced(position, budget)
        self.line = line
        if repeats:
            return False, "forced", words.forced(line, side, "and so round for ever")
        if line and not legal_moves(position):
            how = words.terminal(position, side)
            return mates(position), "forced", words.forced(line, side, how)
        if line and cannot_mate(position):
            return False, "forced", words.forced(line, side, words.material(position, side))
        return self._search(position)

    def _search(self, position: Position) -> tuple[bool | None, str, str]:
        budget, side = self.budget, self.side
        if self._glimpse(position):
            return True, "glimpse", words.searched(True, len(self.line), side)
        found = self._dive(new_dive(position, budget, 300), 600, range(1, 2))
        if found is None and _roomy(position):
            found = self._dive(new_dive(position, budget, 300), 3_000, range(2, 100))
        if found is None and not budget.over:
            reach = walled(position, budget) or walled_in_cases(position, budget)
            if reach:
                return False, "wall", words.wall(reach, side)
            if walled_after(position, budget, CHECKS):
                return False, "wall-after", words.walled_after(side)
        if found is not None:
            return found, "dive", words.searched(found, len(self.line), side)
        found = self._dive(new_dive(position, budget, 300), 900, range(1, 100))
        if found is None:
            found = self._exhaust(position)
            if found is not None:
                return found, "exhaustion", words.searched(found, len(self.line), side)
            found = self._dive(new_dive(position, budget, 10_000), 1 << 62, range(1, 100))
        if found is not None:
            return found, "dive", words.searched(found, len(self.line), side)
        return None, "budget", words.undetermined(budget.spent)

    def _exhaust(self, position: Position) -> bool | None:
        """Exhaust by sets, one by one for a while, and by sets to the end or all there is room for.

        Sets are the sooner through, but where both kings have a board to themselves single
        positions run the straighter to a mate.
        """
        crowd = Crowd(position, self.budget)
        found = crowd.run(5_000)
        if found is None:
            exhaust = Exhaust(position, self.budget)
            found = exhaust.run(20_000)
            self.line += exhaust.line
        if found is None:
            found = crowd.run(1 << 62)
        self.line += crowd.line
        return found

    def _glimpse(self, position: Position) -> bool:
        share = max(0, self.budget.share(ENOUGH) - self.budget.spent)
        glimpse = Glimpse(share)
        found = glimpse.sees_mate(position)
        self.budget.spent += share - glimpse.left
        if found:
            self.line += glimpse.line
        return found

    def _dive(self, dive: Dive, nodes: int, depths: range) -> bool | None:
        found = dive.run(nodes, depths)
        if found:
            self.line += dive.line
        return found


def _roomy(position: Position) -> bool:
    """Whether there are many men and few locked pawns: no place to look for a wall first."""
    pawns, knights, bishops, rooks, queens, _, white, _, _, _ = position
    locked = (pawns & white) << 8 & pawns & ~white
    return (pawns | knights | bishops | rooks | queens).bit_count() > 8 and locked.bit_count() < 3


def new_dive(position: Position, budget: Budget, width: int) -> Dive:
    """Return the fastest dive that is installed; castling is left to the plain one."""
    dive = Dive if FastDive is None or position[8] else FastDive
    return dive(position, budget, width)


def _replay(board: chess.Board, side: chess.Color, line: list[int]) -> list[chess.Move] | None:
    """Return the line as moves if every one is legal and the last is mate by `side`."""
    board = board.copy(stack=False)
    mirror = side == chess.BLACK
    moves = []
    for number in line:
        move = to_move(number, mirror)
        if board.is_castling(move):
            move = chess.Move.from_uci(board.uci(move))
        if not board.is_legal(move):
            return None
        moves.append(move)
        board.push(move)
    return moves if board.is_checkmate() and board.turn != side else None
