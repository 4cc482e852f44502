"""The game on the board of a CECP GUI, and the same as UCI's `position` line."""

from __future__ import annotations

import chess

from proxy.cecp.moves import read_move
from proxy.errors import UserError
from proxy.game.game import Game
from proxy.game.illegal import IllegalMoveError, why_illegal

Kept = tuple[str | None, str, bool, tuple[str, ...]]  # start (None: impossible), variant, moves


class GuiGame:
    """A game that can be set up, played and taken back.

    `playable` is false after an impossible position was set up: then no move is legal (section 8).
    """

    def __init__(self) -> None:
        self.game = Game.start()
        self.playable = True
        self._variant = "chess"
        self._chess960 = False
        self._texts: list[str] = []  # its moves as UCI writes them

    @property
    def board(self) -> chess.Board:
        """The position on the board."""
        return self.game.board

    @property
    def is_over(self) -> bool:
        """Whether there is no legal move, or no position."""
        return not self.playable or not self.game.has_legal_move

    def set_variant(self, uci: str = "chess", *, chess960: bool = False) -> None:
        """Begin in a variant, by its UCI name."""
        self._variant, self._chess960 = uci, chess960
        self.set_up(None)

    def set_up(self, fen: str | None) -> UserError | None:
        """Begin from a position, by default the variant's own; return what is wrong with it."""
        try:
            self.game = Game.start(fen, chess960=self._chess960, variant=self._variant)
        except UserError as error:
            self.playable = False
            return error
        self.playable = True
        self._texts = []
        return None

    def read(self, text: str) -> chess.Move:
        """Return the legal move that a text names. Raises `IllegalMoveError` with the reason."""
        game = self.game
        if not self.playable:
            raise IllegalMoveError(game.ply + 1, text, "the position is illegal")
        move = read_move(game.board, text)
        if move is not None:
            return move
        if not text[:1].islower():
            raise IllegalMoveError(game.ply + 1, text, "no legal move of this name")
        raise IllegalMoveError(game.ply + 1, text, why_illegal(game.board, game.parse(text)))

    def push(self, move: chess.Move) -> None:
        """Play a legal move."""
        self._texts.append(self.game.board.uci(move))
        self.game.push_legal(move)

    def take_back(self, count: int) -> None:
        """Take back so many moves, as far as there are any."""
        for _ in range(min(count, self.game.ply)):
            self.game.pop()
            self._texts.pop()

    def keep(self) -> Kept:
        """Return what `restore` takes."""
        fen = self.game.start_fen if self.playable else None
        return fen, self._variant, self._chess960, tuple(self._texts)

    def restore(self, kept: Kept) -> None:
        """Go back to what was kept, all of it read anew."""
        fen, self._variant, self._chess960, texts = kept
        self.set_up(fen)
        self.playable = fen is not None
        for text in texts:
            self.push(self.game.parse(text))

    def moves_of(self, side: chess.Color) -> int:
        """Return how many moves a side has made."""
        game = self.game
        first = game.turn if game.ply % 2 == 0 else not game.turn
        return (game.ply + (side == first)) // 2

    def position(self, expected: chess.Move | None = None) -> str:
        """Return the `position` line, with a move that has not been played yet."""
        game = self.game
        line = f"position fen {game.start_fen}"
        if game.start_fen == chess.STARTING_FEN:
            line = "position startpos"
        texts = self._texts if expected is None else [*self._texts, game.board.uci(expected)]
        return f"{line} moves {' '.join(texts)}" if texts else line
