"""What pgn-extract (Debian's package) says about games: their ends, repetitions, fifty moves, FENs.

It is asked through files: one PGN with all games, numbered by their Round tag.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

import chess

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

FLAGS = {
    "checkmate": "--checkmate",
    "stalemate": "--stalemate",
    "threefold-repetition": "--repetition",
    "fifty-move": "--fifty",
}
ROUND = re.compile(r'^\[Round "(\d+)"\]', re.MULTILINE)
COMMENT = re.compile(r"\{([^}]*)\}")


def flags(pgn: Path) -> dict[str, set[int]]:
    """Return for each reason the numbers of the games in which pgn-extract finds it."""
    return {
        reason: {int(number) for number in ROUND.findall(_run("--nochecks", option, pgn))}
        for reason, option in FLAGS.items()
    }


def fens(pgn: Path) -> dict[int, list[str]]:
    """Return for each game the FEN after each ply."""
    games: dict[int, list[str]] = {}
    text = _run("--nochecks", "--fencomments", pgn)
    starts = list(ROUND.finditer(text))
    for start, end in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=True):
        comments = COMMENT.findall(text[start.end() : end])
        games[int(start.group(1))] = [" ".join(comment.split()) for comment in comments]
    return games


def game_text(number: int, fen: str | None, moves: Iterable[str]) -> str:
    """Return one game as PGN; `moves` as `move_text` writes them."""
    setup = "" if fen is None else f'[SetUp "1"]\n[FEN "{fen}"]\n'
    return f'[Round "{number}"]\n[Result "*"]\n{setup}\n{" ".join(moves)} *\n\n'


def move_text(board: chess.Board, move: chess.Move) -> str:
    """Return a move in SAN with its full origin, which needs no look at the other pieces."""
    if board.is_castling(move):
        return "O-O" if board.is_kingside_castling(move) else "O-O-O"
    uci = move.uci()
    piece = board.piece_type_at(move.from_square)
    letter = "" if piece in {None, chess.PAWN} else chess.piece_symbol(piece or 0).upper()
    promotion = f"={uci[4].upper()}" if move.promotion else ""
    capture = "x" if board.is_capture(move) else ""
    return f"{letter}{uci[:2]}{capture}{uci[2:4]}{promotion}"


def _run(*words: str | Path) -> str:
    command: Sequence[str] = ["pgn-extract", "-s", *map(str, words)]
    path = f"{os.environ['PATH']}:/usr/games"
    done = subprocess.run(
        command, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True
    )
    return done.stdout
