"""One game, move by move, with its own count of repetitions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import chess

from proxy.game.castling import own_dialect
from proxy.game.fen import Start, read_fen
from proxy.game.heavy import Heavy
from proxy.game.illegal import IllegalMoveError, why_illegal
from proxy.game.key import LAWS, Reading, root_key
from proxy.game.light import Light

if TYPE_CHECKING:
    from proxy.game.key import Key

# The same few hundred moves come again and again, each from the GUI and from the engine.
_move_from = lru_cache(maxsize=2048)(chess.Move.from_uci)


class Game:
    """A game from a start position.

    Attributes:
        variant: its UCI name, "chess" for the game of the Laws.
        warnings: one line for each cleaned field of the start FEN.
        count: how many times the position on the board has occurred (9.2.3).
        scores: what the engine that moved to a ply said, in centipawns from its own side; only
            those that are known, set by whoever knows them.

    Chess read as by the Laws is played on integers, all else on a board of python-chess. A position
    is looked at as late as possible: whether it has a legal move is computed when asked, and known
    without computing wherever a legal move has been tried.

    """

    __slots__ = (
        "_counts",
        "_has_legal_move",
        "_keys",
        "_on",
        "_start_fen",
        "count",
        "scores",
        "variant",
        "warnings",
    )

    def __init__(self, start: Start, reading: Reading = LAWS) -> None:
        self._start_fen = ""  # until somebody asks: it costs as much as three plies
        self.variant = str(start.board.uci_variant)
        self.warnings = start.warnings
        self.count = 1
        self.scores: dict[int, int] = {}
        by_the_laws = reading == LAWS and type(start.board) is chess.Board
        self._on = Light(start.board) if by_the_laws else Heavy(start.board, reading)
        self._keys: list[Key] = [
            self._on.position
            if isinstance(self._on, Light)
            else root_key(start.board, start.given_ep, reading)
        ]
        self._counts: dict[Key, int] = {self._keys[0]: 1}
        self._has_legal_move: bool | None = None

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
        self._start_fen = self._start_fen or self._on.root.fen(en_passant="fen")
        return self._start_fen

    @property
    def board(self) -> chess.Board:
        """The position on the board, with its history."""
        return self._on.board

    @property
    def diagram(self) -> chess.Board:
        """The position on the board, to look at now: it may have no history, or stay behind."""
        return self._on.diagram

    @property
    def bitboards(self) -> tuple[int, int, int]:
        """The pawns, White's men, and all men."""
        return self._on.bitboards

    @property
    def turn(self) -> chess.Color:
        """The side to move."""
        return self._on.turn

    @property
    def moves(self) -> list[chess.Move]:
        """The moves made so far; not to be changed."""
        return self._on.moves

    @property
    def ply(self) -> int:
        """The number of moves made since the start position."""
        return len(self._keys) - 1

    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or pawn move, counted on from the FEN's clock."""
        return self._on.clock

    @property
    def has_legal_move(self) -> bool:
        """Whether the side to move can move at all."""
        if self._has_legal_move is None:
            self._has_legal_move = self._on.has_legal_move()
        return self._has_legal_move

    def is_before(self, count: float, clock: float) -> bool:
        """Whether a pawn, rook or queen is left in chess, and these two have not been reached."""
        on = self._on
        return self.count < count and on.clock < clock and on.has_major_or_pawn

    @property
    def has_major_or_pawn(self) -> bool:
        """Whether this is chess with a pawn, a rook or a queen: never insufficient material."""
        return self._on.has_major_or_pawn

    @property
    def has_repetition(self) -> bool:
        """Whether any position of the game has occurred more than once."""
        return len(self._counts) < len(self._keys)

    def occurrences(self) -> list[int]:
        """Return the plies at which the position on the board has occurred, this one last."""
        key = self._keys[-1]
        return [ply for ply, other in enumerate(self._keys) if other == key]

    def is_check_at(self, ply: int) -> bool:
        """Return whether the side to move was in check after so many plies."""
        return self._on.is_check_at(ply)

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
            move = _move_from(text.lower())
        except chess.InvalidMoveError:
            raise IllegalMoveError(
                self.ply + 1, text, "not a move in UCI form, as in e2e4 or e7e8q"
            ) from None
        return move if self._on.is_plain(move) else own_dialect(self.diagram, move)

    def uci(self, move: chess.Move) -> str:
        """Return a move as the board writes it, with castling in its dialect."""
        return move.uci() if self._on.is_plain(move) else str(self.diagram.uci(move))

    def is_legal(self, move: chess.Move) -> bool:
        """Return whether `move` can be played now."""
        legal = self._on.is_legal(move)
        if legal:
            self._has_legal_move = True
        return legal

    def push(self, move: chess.Move) -> None:
        """Play a move. Raises `IllegalMoveError`, and leaves the game as it was."""
        if not self.is_legal(move):
            raise IllegalMoveError(self.ply + 1, move.uci(), why_illegal(self.diagram, move))
        self.push_legal(move)

    def push_legal(self, move: chess.Move) -> None:
        """Play a move that is known to be legal."""
        key = self._on.push(move)
        self._keys.append(key)
        self.count = self._counts[key] = self._counts.get(key, 0) + 1
        self._has_legal_move = None

    def pop(self) -> chess.Move:
        """Take back the last move and return it. Raises `IndexError` at the start position."""
        move = self._on.pop()
        self.scores.pop(self.ply, None)
        key = self._keys.pop()
        if self._counts[key] == 1:
            del self._counts[key]
        else:
            self._counts[key] -= 1
        self.count = self._counts[self._keys[-1]]
        self._has_legal_move = True  # the move just taken back
        return move
