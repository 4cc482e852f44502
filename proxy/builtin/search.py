"""The search: iterative deepening, alpha-beta with a principal variation, quiescence at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from proxy.builtin.evaluate import evaluate
from proxy.builtin.ordering import Ordering, gain, is_noisy, noisy_moves
from proxy.builtin.score import MATE, MATE_BOUND, from_table, to_table
from proxy.builtin.table import EXACT, LOWER, UPPER, Entry, Table
from proxy.game.key import position_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.builtin.timing import Control
    from proxy.limits import Limits

_MAX_DEPTH = 64
_MAX_PLY = 100  # with check extensions; captures after that find an end of their own
_CLOCK_EVERY = 16  # nodes between two looks at the clock, about 2 ms
_NULL_REDUCTION = 3
_FUTILITY_MARGIN = 120
_DELTA_MARGIN = 150


@dataclass(frozen=True, slots=True)
class Report:
    """What a search knows after an iteration; `score` in centipawns for the side to move."""

    depth: int
    seldepth: int
    score: int
    nodes: int
    seconds: float
    permille_full: int
    pv: tuple[chess.Move, ...]


class _EndOfSearch(Exception):  # noqa: N818 - an end, not an error
    """Unwinds the tree when the search has to end."""


class Search:
    """One search from one position.

    `board` is used up; its move stack is the history that repetitions are counted in.
    `limits` gives depth, nodes, mate and searchmoves; the time is up to `control`. For `mate`
    nothing is pruned on a guess, so that a mate in so many moves cannot be missed.
    """

    def __init__(
        self,
        board: chess.Board,
        control: Control,
        table: Table,
        limits: Limits,
        report: Callable[[Report], None],
    ) -> None:
        self.nodes = 0
        self._board = board
        self._control = control
        self._report = report
        self._mate = limits.mate
        self._full_width = limits.mate is not None
        self._table = Table(1) if self._full_width else table  # a proof takes no hints
        self._max_depth = _max_depth(limits)
        self._max_nodes = limits.nodes
        self._keys = _history(board)
        self._root_index = len(self._keys)
        legal = list(board.legal_moves)
        wanted = [move for move in legal if move.uci() in limits.searchmoves]
        self._root_moves = wanted or legal
        self._depth = 0
        self._seldepth = 0
        self._score = 0
        self._pv: list[list[chess.Move]] = [[] for _ in range(2 * _MAX_PLY)]
        self._ordering = Ordering(2 * _MAX_PLY)

    def run(self) -> tuple[chess.Move, ...]:
        """Think until a limit is reached; return the best line, empty without a legal move."""
        if not self._root_moves:
            return ()
        self._root_moves = self._ordering.sort(self._board, self._root_moves, None, 0)
        best: tuple[chess.Move, ...] = (self._root_moves[0],)
        for depth in range(1, self._max_depth + 1):
            self._depth = depth
            self._seldepth = depth
            try:
                self._root(depth)
            except _EndOfSearch:
                if self._pv[0][:1] in ([], [best[0]]):
                    break
                self._say()  # a better move turned up in the iteration that was cut off
                return tuple(self._pv[0])
            best = tuple(self._pv[0])
            self._say()
            if self._settled() or not self._control.may_deepen():
                break
        return best

    def _settled(self) -> bool:
        """Whether a deeper search could change nothing that matters."""
        if abs(self._score) >= MATE_BOUND and self._depth >= MATE - abs(self._score):
            return self._mate is None or self._score > 0
        return self._control.timed and len(self._root_moves) == 1

    def _say(self) -> None:
        self._report(
            Report(
                self._depth,
                self._seldepth,
                self._score,
                self.nodes,
                self._control.elapsed,
                self._table.permille_full,
                tuple(self._pv[0]),
            )
        )

    def _root(self, depth: int) -> None:
        """Search every root move; the best goes first, its score and line are kept."""
        alpha, beta = -MATE, MATE
        self._pv[0] = []
        self._keys.append(_key(self._board))
        for index, move in enumerate(tuple(self._root_moves)):
            score = self._after(move, depth - 1, alpha, beta, 0, whole=index == 0)
            if score > alpha:
                alpha = self._score = score
                self._pv[0] = [move, *self._pv[1]]
                self._root_moves.insert(0, self._root_moves.pop(index))
        self._keys.pop()

    def _after(
        self, move: chess.Move, depth: int, alpha: int, beta: int, ply: int, *, whole: bool
    ) -> int:
        """Return the score of a move for who plays it.

        Without `whole` it must first prove, in a window of one, that it is above `alpha`.
        """
        board = self._board
        board.push(move)
        if whole:
            score = -self._node(depth, -beta, -alpha, ply + 1)
        else:
            score = -self._node(depth, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -self._node(depth, -beta, -alpha, ply + 1)
        board.pop()
        return score

    def _node(self, depth: int, alpha: int, beta: int, ply: int, *, null: bool = False) -> int:
        """Return the score for the side to move; `null` says that the last move was none."""
        self._enter(ply)
        board = self._board
        key = _key(board)
        if self._drawn(key):
            return 0
        check = board.is_check()
        if check and ply < 2 * self._depth:
            depth += 1
        if depth <= 0 or ply >= _MAX_PLY:
            return self._quiet(alpha, beta, ply)
        narrow = beta - alpha == 1
        entry = self._table.get(key)
        if entry is not None and narrow and entry.depth >= depth:
            score = from_table(entry.score, ply)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and score >= beta)
                or (entry.bound == UPPER and score <= alpha)
            ):
                return score
        self._keys.append(key)
        if (
            narrow
            and not check
            and not null
            and not self._full_width
            and self._prune(depth, beta, ply)
        ):
            self._keys.pop()
            return beta
        score = self._moves(depth, alpha, beta, ply, entry.move if entry else None)
        self._keys.pop()
        return score

    def _prune(self, depth: int, beta: int, ply: int) -> bool:
        """Whether the side to move is so well off that its best move is hardly needed."""
        board = self._board
        own = board.occupied_co[board.turn]
        if abs(beta) >= MATE_BOUND or own == own & (board.pawns | board.kings):
            return False  # in pawn endings having to move may be the whole trouble
        margin = evaluate(board) - beta
        if depth <= 2 and margin >= _FUTILITY_MARGIN * depth:
            return True
        if depth < 2 or margin < 0:
            return False
        board.push(chess.Move.null())
        score = -self._node(depth - _NULL_REDUCTION, -beta, 1 - beta, ply + 1, null=True)
        board.pop()
        return score >= beta

    def _moves(self, depth: int, alpha: int, beta: int, ply: int, hint: chess.Move | None) -> int:
        """Search the moves of a node whose key is on top of the line, and remember the result."""
        board = self._board
        moves = self._ordering.sort(board, list(board.legal_moves), hint, ply)
        if not moves:
            return ply - MATE if board.is_check() else 0
        best, best_move, floor = -MATE, moves[0], alpha
        check = board.is_check()
        for index, move in enumerate(moves):
            quiet = not is_noisy(board, move)
            late = index >= 4 and depth >= 3 and quiet and not check and not self._full_width
            score = alpha + 1
            if late:
                score = self._after(move, depth - 2, alpha, alpha + 1, ply, whole=True)
            if score > alpha:
                score = self._after(move, depth - 1, alpha, beta, ply, whole=index == 0)
            if score <= best:
                continue
            best, best_move = score, move
            if score > alpha:
                alpha = score
                self._pv[ply] = [move, *self._pv[ply + 1]]
            if alpha >= beta:
                if quiet:
                    self._ordering.learn(board, move, depth, ply)
                break
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        self._table.put(Entry(self._keys[-1], depth, to_table(best, ply), bound, best_move))
        return best

    def _quiet(self, alpha: int, beta: int, ply: int) -> int:
        """Follow captures, promotions and ways out of check until the position is quiet."""
        board = self._board
        if board.is_check():
            moves = self._ordering.sort(board, list(board.legal_moves), None, ply)
            if not moves:
                return ply - MATE
            best = -MATE
            floor = -MATE
        else:
            best = floor = evaluate(board)
            if best >= beta or ply >= _MAX_PLY:
                return best
            alpha = max(alpha, best)
            moves = self._ordering.sort(board, noisy_moves(board), None, ply)
        for move in moves:
            if floor > -MATE and floor + gain(board, move) + _DELTA_MARGIN <= alpha:
                continue
            board.push(move)
            self._enter(ply + 1)
            score = -self._quiet(-beta, -alpha, ply + 1)
            board.pop()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self._pv[ply] = [move, *self._pv[ply + 1]]
                    if alpha >= beta:
                        break
        return best

    def _enter(self, ply: int) -> None:
        """Count a node; raises `_EndOfSearch` when a limit is reached."""
        self.nodes += 1
        self._pv[ply] = []
        self._seldepth = max(self._seldepth, ply)
        control = self._control
        if (
            control.stopped
            or (self.nodes % _CLOCK_EVERY == 0 and control.expired())
            or (self._max_nodes is not None and self.nodes > self._max_nodes)
        ):
            raise _EndOfSearch

    def _drawn(self, key: int) -> bool:
        """Whether the game is a draw here, or goes round in a circle that either side may keep up.

        A position counts as drawn at its third occurrence (9.2), or at its second since the root.
        """
        board = self._board
        clock = board.halfmove_clock
        if clock >= 4:
            recent = self._keys[-clock:]
            before = recent.count(key)
            if before > 1:
                return True
            if before and len(self._keys) - len(recent) + recent.index(key) >= self._root_index:
                return True
            if clock >= 100:
                return not board.is_checkmate()  # 5.1.1 comes before 9.3
        return not (board.pawns | board.rooks | board.queens) and board.is_insufficient_material()


def _max_depth(limits: Limits) -> int:
    depth = _MAX_DEPTH if limits.depth is None else limits.depth
    if limits.mate is not None:
        depth = min(depth, 2 * limits.mate - 1)
    return min(max(depth, 1), _MAX_DEPTH)


def _key(board: chess.Board) -> int:
    """Return the position key as one number, which is small to keep and quick to compare."""
    return hash(position_key(board))


def _history(board: chess.Board) -> list[int]:
    """Return the keys of all positions before the one on the board, the oldest first."""
    replay = board.root()
    keys = []
    for move in board.move_stack:
        keys.append(_key(replay))
        replay.push(move)
    return keys
