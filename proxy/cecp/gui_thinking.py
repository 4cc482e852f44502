"""The engine's `info` lines as the thinking output of CECP (section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from proxy.cecp.score import write_mate
from proxy.cecp.thinking import Thinking, write_thinking
from proxy.game.castling import own_dialect
from proxy.uci import fields, number

if TYPE_CHECKING:
    from collections.abc import Sequence


TRUSTED_LIMIT = 9000  # cutechess with `trust` ends the game as won at a score from 9901 on


@dataclass(slots=True)
class Progress:
    """What the engine has shown of the search that runs: for `.`, and for the next thinking line.

    `move` is the root move that it looks at, UCI text, the `number`th.
    """

    depth: int = 0
    time_ms: int = 0
    nodes: int = 0
    move: str = ""
    number: int = 0

    def take(self, info: dict[bytes, list[bytes]]) -> None:
        """Take in the fields of an `info` line."""
        self.depth = _number(info, b"depth", self.depth)
        self.time_ms = _number(info, b"time", self.time_ms)
        self.nodes = _number(info, b"nodes", self.nodes)
        self.number = _number(info, b"currmovenumber", self.number)
        if words := info.get(b"currmove"):
            self.move = words[0].decode("ascii", "replace")

    def stat(self, board: chess.Board) -> str:
        """Return the answer to `.`: time, nodes, depth, moves left, moves, and the move."""
        total = board.legal_moves.count()
        left = max(total - self.number, 0) if self.number else 0
        move = _san(board, [self.move]) if self.move else ""
        line = f"stat01: {self.time_ms // 10} {self.nodes} {self.depth} {left} {total} {move}"
        return line.rstrip()


def think_line(
    line: bytes,
    progress: Progress,
    board: chess.Board,
    *,
    limit_mates: bool = False,
    pondered: str = "",
) -> str | None:
    """Return the thinking line for an `info` line, or None where it has no score.

    Depth, time and nodes are the line's own, or what `progress` has where it has none. `board` is
    where the search began and stays as it is. With `limit_mates` no score reaches what
    cutechess takes for a mate. `pondered` is the move, in SAN, that `board` is behind.
    """
    info = fields(line)
    score = _score(info, limit_mates=limit_mates)
    if score is None or b"string" in info:
        return None
    words = [word.decode("ascii", "replace") for word in info.get(b"pv", [])]
    pv = _san(board, words)
    bounds = [word for word in (b"upperbound", b"lowerbound") if word in info[b"score"]]
    return write_thinking(
        Thinking(
            depth=_number(info, b"depth", progress.depth),
            score=score,
            time_cs=_number(info, b"time", progress.time_ms) // 10,
            nodes=_number(info, b"nodes", progress.nodes),
            pv=f"({pondered}) {pv}" if pondered else pv,
            bound=bounds[0].decode() if bounds else None,
        )
    ).rstrip()


def _score(info: dict[bytes, list[bytes]], *, limit_mates: bool) -> int | None:
    match info.get(b"score"):
        case [b"cp" | b"mate" as kind, text, *_] if (value := number(text)) is not None:
            score = value if kind == b"cp" else write_mate(value)
            return max(-TRUSTED_LIMIT, min(score, TRUSTED_LIMIT)) if limit_mates else score
    return None


def _san(board: chess.Board, words: Sequence[str]) -> str:
    """Return the moves of a variation in SAN, as far as they are legal."""
    board = board.copy(stack=False)
    texts = []
    for word in words:
        try:
            move = own_dialect(board, chess.Move.from_uci(word))
        except chess.InvalidMoveError:
            break
        if not move or not board.is_legal(move):
            break
        texts.append(board.san_and_push(move))
    return " ".join(texts)


def _number(info: dict[bytes, list[bytes]], key: bytes, otherwise: int) -> int:
    try:
        return int(info[key][0])
    except (KeyError, IndexError, ValueError):
        return otherwise
