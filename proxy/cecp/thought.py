"""One `go`, as a CECP engine works on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.cecp.moves import read_line
from proxy.cecp.score import read_score
from proxy.cecp.variations import Variations

if TYPE_CHECKING:
    import chess

    from proxy.cecp.thinking import Thinking
    from proxy.game.game import Game
    from proxy.limits import Limits

THINK, ANALYSE, PONDER = "think", "analyse", "ponder"


class Thought:
    """A search: its limits, the position it is about, and what the engine has shown of it.

    Attributes:
        kind: `THINK` ends by the engine's move; `ANALYSE` only when it is told to; `PONDER` is on a
            move that the opponent has not played yet.
        pv: the last variation that began with a legal move, the first one where it shows several.
        plan: how its last variation went on, where the opponent has played what it expected.
        refusals: how often the engine claimed, resigned or complained instead of moving.
        answer_by: when `?` is to be sent, or None.
        cut: `?` has been sent.
        answer_due: when the engine is answered for, if it has shown a line by then.
        fault: what it did in place of a right answer, or empty.
        claimed: the engine has spoken of the end of the game and may or may not move yet.

    """

    __slots__ = (
        "_variations",
        "answer_by",
        "answer_due",
        "board",
        "claimed",
        "cut",
        "depth",
        "fault",
        "kind",
        "limits",
        "plan",
        "pv",
        "refusals",
        "started",
    )

    def __init__(
        self,
        limits: Limits,
        game: Game,
        now: float,
        plan: list[chess.Move] | None = None,
        *,
        variations: int = 1,
    ) -> None:
        self.limits = limits
        self.board: chess.Board = game.board.copy(stack=False)
        self.started = now
        self.kind = THINK
        self.pv: list[chess.Move] = []
        self.plan = plan or []
        self._variations = Variations(variations)
        self.depth = 0
        self.refusals = 0
        self.fault = ""
        self.answer_by: float | None = None
        self.cut = False
        self.answer_due = 0.0
        self.claimed = False

    @property
    def depth_limit(self) -> int | None:
        """The depth to stop at, in plies: for `mate N` twice as many."""
        return self.limits.depth or 2 * (self.limits.mate or 0) or None

    def limit_notes(self, *, excludes: bool) -> list[str]:
        """Say which of its limits CECP has no word for, and what is done instead.

        `excludes`: the engine has the feature `exclude`.
        """
        notes = []
        if self.limits.nodes is not None:
            notes.append("nodes: told to move when its thinking shows that many")
        if self.limits.mate is not None:
            notes.append(f"mate: searched to depth {self.depth_limit}")
        if self.limits.searchmoves and not excludes:
            notes.append("searchmoves: this engine searches all moves")
        return notes

    def elapsed_ms(self, now: float) -> int:
        """Return how long it has been going on."""
        return int((now - self.started) * 1000)

    def info(self, thinking: Thinking) -> str:
        """Take in a thinking line; return it as UCI's `info`.

        Nothing of a variation that is not among as many as the GUI wants to see.
        """
        moves = read_line(self.board, thinking.pv.lstrip("( "))
        mates = len(moves) if moves and self._is_mate(moves) else None
        kind, value = read_score(thinking.score, mates)
        number, several = 1, self._variations.most > 1 and bool(moves)
        if several:
            number = self._variations.rank(moves[0], thinking.depth, (kind, value))
            if number > self._variations.most:
                return ""
        self.depth = thinking.depth
        parts = [f"info depth {thinking.depth}"]
        if thinking.seldepth is not None:
            parts.append(f"seldepth {thinking.seldepth}")
        if several:
            parts.append(f"multipv {number}")
        parts.append(f"score {kind} {value}")
        if thinking.bound:
            parts.append(thinking.bound)
        time_ms = thinking.time_cs * 10
        parts.append(f"nodes {thinking.nodes}")
        nps = thinking.nps or (thinking.nodes * 1000 // time_ms if time_ms else None)
        if nps is not None:
            parts.append(f"nps {nps}")
        if thinking.tbhits is not None:
            parts.append(f"tbhits {thinking.tbhits}")
        parts.append(f"time {time_ms}")
        if moves:
            self.pv = moves if number == 1 else self.pv
            parts.append(f"pv {' '.join(self._uci(moves))}")
        return " ".join(parts)

    def reaches(self, thinking: Thinking) -> bool:
        """Return whether a line shows that a limit other than time has been reached."""
        limits, depth = self.limits, self.depth_limit
        if depth is not None and thinking.depth > depth:
            return True
        if limits.nodes is not None and thinking.nodes >= limits.nodes:
            return True
        kind, value = read_score(thinking.score)
        return limits.mate is not None and kind == "mate" and 0 < value <= limits.mate

    def best(self) -> chess.Move:
        """Return what is answered for an engine that does not: its last variation's move.

        Where it has shown none, the first legal move. There must be one.
        """
        line = self.line
        return line[0] if line else next(iter(self.board.legal_moves))

    @property
    def line(self) -> list[chess.Move]:
        """What the engine means to play: this search's last variation, or the one before."""
        return self.pv or self.plan

    def answer(self, move: chess.Move) -> str:
        """Return the `bestmove` line, with the reply that the engine expects where it has said."""
        line = self.pv[:2] if self.pv[:1] == [move] else [move]
        return " ponder ".join(["bestmove " + self._uci(line)[0], *self._uci(line)[1:]])

    def _uci(self, moves: list[chess.Move]) -> list[str]:
        board = self.board.copy(stack=False)
        texts = []
        for move in moves:
            texts.append(board.uci(move))
            board.push(move)
        return texts

    def _is_mate(self, moves: list[chess.Move]) -> bool:
        board = self.board.copy(stack=False)
        for move in moves:
            board.push(move)
        return board.is_checkmate()


def going_on(plan: list[chess.Move], game: Game) -> list[chess.Move]:
    """Return how a line of the engine's goes on, if its first two moves are the game's last."""
    rest = plan[2:] if plan[:2] == game.moves[-2:] else []
    return rest if rest and game.board.is_legal(rest[0]) else []
