"""How a game is shown: redrawn in place on a terminal, line by line anywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.verdict_text import board_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.demo.match import Ply
    from proxy.game.game import Game

_HOME_AND_CLEAR = "\x1b[H\x1b[J"
_REVERSE, _BOLD, _PLAIN = "\x1b[7m", "\x1b[1m", "\x1b[0m"
_BOARD_EVERY = 10  # plies, where the board is not redrawn in place


class Plain:
    """Writes one line a ply, and a board now and then; `write` takes text with its newlines."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write

    def start(self, heading: list[str], game: Game) -> None:
        """Show what is played, and the start position."""
        self._lines([*heading, "", *board_lines(game.board), ""])

    def ply(self, ply: Ply) -> None:
        """Show a move and the counters after it."""
        self._lines([f"{ply.san:<12}{_counters(ply)}"])
        if ply.game.ply % _BOARD_EVERY == 0:
            self._lines(["", *board_lines(ply.game.board), ""])

    def told(self, color: chess.Color, line: str) -> None:
        """Show what a side's wrapper says."""
        self._lines([_told(color, line)])

    def remark(self, text: str) -> None:
        """Show what happens beside the board."""
        self._lines([f"    {text}"])

    def end(self, lines: list[str]) -> None:
        """Show the verdict."""
        self._lines(["", *lines])

    def _lines(self, lines: list[str]) -> None:
        self._write("".join(f"{line}\n" for line in lines))


class Screen:
    """Redraws the board in place; what was said stays below it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._heading: list[str] = []
        self._middle: list[str] = []
        self._said: list[str] = []

    def start(self, heading: list[str], game: Game) -> None:
        """Show what is played, and the start position."""
        self._heading = heading
        self._middle = [*board_lines(game.board), ""]
        self._draw()

    def ply(self, ply: Ply) -> None:
        """Show the board with the move's squares marked, and the counters."""
        board = _marked(board_lines(ply.game.board), ply.game.moves[-1])
        self._middle = [*board, f"{_BOLD}{ply.san}{_PLAIN}  {_counters(ply)}"]
        self._draw()

    def told(self, color: chess.Color, line: str) -> None:
        """Show what a side's wrapper says."""
        self._said.append(f"{_BOLD}{_told(color, line)}{_PLAIN}")
        self._draw()

    def remark(self, text: str) -> None:
        """Show what happens beside the board."""
        self._said.append(f"    {text}")
        self._draw()

    def end(self, lines: list[str]) -> None:
        """Show the verdict below all else; where the screen is too low, the top scrolls away."""
        self._write("".join(f"{line}\n" for line in ["", *lines]))

    def _draw(self) -> None:
        lines = [*self._heading, "", *self._middle, "", *self._said]
        self._write(_HOME_AND_CLEAR + "".join(f"{line}\n" for line in lines))


def _counters(ply: Ply) -> str:
    game = ply.game
    score = "" if ply.centipawns is None else f"score {ply.centipawns / 100:+.2f}"
    return (
        f"{score:<14}fifty-move clock {game.halfmove_clock:>3} of 100   "
        f"this position {game.count} of 3"
    )


def _told(color: chess.Color, line: str) -> str:
    return f"    {chess.COLOR_NAMES[color].capitalize()} is told: {line}"


def _marked(lines: list[str], move: chess.Move) -> list[str]:
    """Return a diagram with the squares of a move in reverse; a rank is `  8 r n b q ...`."""
    rows = [list(line) for line in lines[:8]]
    for square in (move.from_square, move.to_square):
        row, column = 7 - chess.square_rank(square), 4 + 2 * chess.square_file(square)
        rows[row][column] = f"{_REVERSE}{rows[row][column]}{_PLAIN}"
    return ["".join(row) for row in rows] + lines[8:]
