"""Seeded games that run into rules: starts and styles of play that repeat, shuffle and trade down.

Random play from the start position alone ends in bare kings; it hardly ever repeats a position
with an en-passant or castling right at stake. So the starts and the styles are mixed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import chess

from proxy.game.game import Game

VARIANTS = (
    "atomic",
    "antichess",
    "crazyhouse",
    "horde",
    "kingofthehill",
    "racingkings",
    "3check",
)
PAWNS_ONLY = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
ROOKS_AT_HOME = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
EN_PASSANT_AT_ONCE = "4k2r/p7/1p6/6pP/2pP4/8/P6P/R3K3 b Qk d3 0 30"
MEN = "PPNBRQ"

Style = Callable[[random.Random, chess.Board], chess.Move]


class Opening(NamedTuple):
    """How a game begins: a FEN, or None for the start position of the variant."""

    variant: str
    fen: str | None
    chess960: bool

    def start(self) -> Game:
        return Game.start(self.fen, chess960=self.chess960, variant=self.variant)


def opening(rng: random.Random) -> Opening:
    """Draw a start: chess in seven of ten games, Chess960 in one, a variant in two."""
    kind = rng.randrange(10)
    if kind < 2:
        return Opening(rng.choice(VARIANTS), None, chess960=False)
    if kind == 2:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        return Opening("chess", board.fen(), chess960=True)
    fens = [None, PAWNS_ONLY, ROOKS_AT_HOME, EN_PASSANT_AT_ONCE]
    fen = rng.choice(fens) if kind < 6 else few_men(rng)
    return Opening("chess", fen, chess960=False)


def few_men(rng: random.Random) -> str:
    """Return an endgame of three to six men, its clock often near fifty or seventy-five moves."""
    clock = rng.choice([0, 0, rng.randrange(90, 100), rng.randrange(138, 150)])
    while True:
        board = chess.Board(None)
        letters = "Kk" + "".join(
            rng.choice((man, man.lower())) for man in rng.choices(MEN, k=rng.randint(1, 4))
        )
        for square, letter in zip(rng.sample(range(64), len(letters)), letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock, board.fullmove_number = clock, 80
        if board.is_valid():
            return board.fen()


def style(rng: random.Random) -> Style:
    """Draw a style of play for a whole game."""
    return rng.choice([wander, shuffle, shuffle, keep])


def wander(rng: random.Random, board: chess.Board) -> chess.Move:
    """Any legal move."""
    return rng.choice(list(board.legal_moves))


def shuffle(rng: random.Random, board: chess.Board) -> chess.Move:
    """Mostly take the own last move back, so that positions repeat."""
    if len(board.move_stack) > 1 and rng.random() < 0.85:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back and board.is_legal(back):
            return back
    return wander(rng, board)


def keep(rng: random.Random, board: chess.Board) -> chess.Move:
    """Mostly leave the pawns and the other side's men alone, so that the clock runs."""
    moves = list(board.legal_moves)
    for _ in range(8):
        move = rng.choice(moves)
        if not board.is_zeroing(move):
            return move
    return rng.choice(moves)
