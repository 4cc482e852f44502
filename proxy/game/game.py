"""One game, move by move, with its own count of repetitions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import chess

from proxy.game.castling import own_dialect
from proxy.game.fen import Start, read_fen
from proxy.game.illegal import IllegalMoveError, why_illegal
from proxy.game.key import LAWS, Reading, key_for, position_key, root_key
from proxy.game.quick import can_surely_move, is_surely_legal, unpinned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proxy.game.key import Key

# The same few hundred moves come again and again, each from the GUI and from the engine.
_move_from = lru_cache(maxsize=2048)(lambda text: chess.Move.from_uci(text.lower()))


class Game:
    """A game from a start position.

    Attributes:
        diagram: the position on the board, to be looked at only: there may be no history in it.
        variant: its UCI name, "chess" for the game of the Laws.
        warnings: one line for each cleaned field of the start FEN.
        count: how many times the position on the board has occurred (9.2.3).
        scores: what the engine that moved to a ply said, in centipawns from its own side; only
            those that are known, set by whoever knows them.

    A position is looked at as late as possible: whether it has a legal move is computed when asked,
    and known without computing wherever a legal move has been tried.

    """

    __slots__ = (
        "_ahead",
        "_board",
        "_castling_resets_clock",
        "_counts",
        "_has_legal_move",
        "_key_of",
        "_keys",
        "_root",
        "_start_fen",
        "_unpinned",
        "count",
        "diagram",
        "scores",
        "variant",
        "warnings",
    )

    def __init__(self, start: Start, reading: Reading = LAWS) -> None:
        self.diagram = self._board = start.board
        self._ahead: list[chess.Move] = []  # what has been played on `diagram` only
        self._root = start.board.copy(stack=False)
        self._start_fen: str | None = None  # not every game is asked for it
        self.variant = str(start.board.uci_variant)
        self.warnings = start.warnings
        self.count = 1
        self.scores: dict[int, int] = {}
        self._castling_resets_clock = reading.castling_resets_clock
        self._key_of = key_for(start.board, reading)
        self._keys: list[Key] = [root_key(start.board, start.given_ep, reading)]
        self._counts: dict[Key, int] = {self._keys[0]: 1}
        self._has_legal_move: bool | None = None
        self._unpinned = chess.BB_EMPTY  # known once a legal move has been looked for

    @classmethod
    def start(
        cls,
        fen: str | None = None,
        *,
        chess960: bool = False,
        variant: str = "chess",
        reading: Reading = LAWS,
    ) -> Game:
        """Start a game from a FEN, by default from the start position. Raises `FenError`.

        `reading` is a ruleset's: how the program that it describes departs from the Laws.
        """
        start = read_fen(fen, chess960=chess960, variant=variant, any_rook=reading.any_rook)
        return cls(start, reading)

    @property
    def start_fen(self) -> str:
        """The start position after cleaning."""
        if self._start_fen is None:
            self._start_fen = self._root.fen(en_passant="fen")
        return self._start_fen

    @property
    def board(self) -> chess.Board:
        """The position on the board, with its history."""
        if self._ahead:
            for move in self._ahead:
                self._board.push(move)
            self._ahead = []
            self.diagram = self._board
        return self._board

    @property
    def moves(self) -> list[chess.Move]:
        """The moves made so far; not to be changed."""
        return self.board.move_stack

    @property
    def ply(self) -> int:
        """The number of moves made since the start position."""
        return len(self._keys) - 1

    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or pawn move, counted on from the FEN's clock."""
        return self.diagram.halfmove_clock

    @property
    def has_legal_move(self) -> bool:
        """Whether the side to move can move at all."""
        if self._has_legal_move is None:
            board = self.diagram
            self._unpinned = free = unpinned(board)
            self._has_legal_move = can_surely_move(board, free) or any(board.generate_legal_moves())
        return self._has_legal_move

    @property
    def has_repetition(self) -> bool:
        """Whether any position of the game has occurred more than once."""
        return len(self._counts) < len(self._keys)

    def occurrences(self) -> list[int]:
        """Return the plies at which the position on the board has occurred, this one last."""
        key = self._keys[-1]
        return [ply for ply, other in enumerate(self._keys) if other == key]

    @property
    def key(self) -> Key:
        """What makes the position on the board the same as another (9.2.3)."""
        return self._keys[-1]

    def key_at(self, ply: int) -> Key | None:
        """Return the key of the position after so many plies; None before they were played."""
        return self._keys[ply] if ply < len(self._keys) else None

    def same_position(self, other: Game) -> bool:
        """Return whether both boards show the same position in the sense of 9.2.3."""
        return self._keys[-1] == other._keys[-1]

    def last_scores(self, plies: int) -> list[int]:
        """Return the known scores of the last moves, the last first, until one is not known."""
        scores = []
        for ply in range(self.ply, max(self.ply - plies, 0), -1):
            if ply not in self.scores:
                break
            scores.append(self.scores[ply])
        return scores

    def parse(self, text: str) -> chess.Move:
        """Return the move that a UCI text names, in either dialect of castling, whatever its case.

        The move need not be legal; a text that is no move raises `IllegalMoveError`.
        """
        try:
            move = _move_from(text)
        except chess.InvalidMoveError:
            raise IllegalMoveError(
                self.ply + 1, text, "not a move in UCI form, as in e2e4 or e7e8q"
            ) from None
        return own_dialect(self.board, move) if self.board.castling_rights else move

    def is_legal(self, move: chess.Move) -> bool:
        """Return whether `move` can be played now."""
        board = self.board
        legal = is_surely_legal(board, move, self._unpinned) or board.is_legal(move)
        if legal:
            self._has_legal_move = True
        return legal

    def push(self, move: chess.Move) -> None:
        """Play a move. Raises `IllegalMoveError`, and leaves the game as it was."""
        if not self.board.is_legal(move):
            raise IllegalMoveError(self.ply + 1, move.uci(), why_illegal(self.board, move))
        self.push_legal(move)

    def push_legal(self, move: chess.Move) -> None:
        """Play a move that is known to be legal."""
        board = self.board
        resets = self._castling_resets_clock and board.is_castling(move)
        board.push(move)
        if resets:
            board.halfmove_clock = 0
        key = self._key_of(board)
        self._keys.append(key)
        self.count = self._counts[key] = self._counts.get(key, 0) + 1
        self._has_legal_move = None
        self._unpinned = chess.BB_EMPTY

    def play_ahead(self, texts: Sequence[str], count: float, clock: float) -> None:
        """Play UCI moves quickly, as long as they are legal and nobody is down to minor pieces.

        Stops where the position has occurred `count` times or the clock stands at `clock`, and does
        nothing where positions are not read as by the Laws.
        """
        from proxy.game.ahead import Ahead

        if self._key_of is not position_key or self._castling_resets_clock:
            return
        ahead = Ahead(self.board)
        for text in texts:
            if self.count >= count or ahead.clock >= clock or ahead.is_bare:
                break
            try:
                key = ahead.play(_move_from(text))
            except chess.InvalidMoveError:
                break
            if key is None:
                break
            self._keys.append(key)
            self.count = self._counts[key] = self._counts.get(key, 0) + 1
        if ahead.moves:
            self._ahead = ahead.moves
            self.diagram = ahead.diagram()
            self._has_legal_move = None
            self._unpinned = chess.BB_EMPTY

    def pop(self) -> chess.Move:
        """Take back the last move and return it. Raises `IndexError` at the start position."""
        move = self.board.pop()
        self.scores.pop(self.ply, None)
        key = self._keys.pop()
        if self._counts[key] == 1:
            del self._counts[key]
        else:
            self._counts[key] -= 1
        self.count = self._counts[self._keys[-1]]
        self._has_legal_move = True  # the move just taken back
        self._unpinned = chess.BB_EMPTY
        return move
