"""Following a game through the `position` lines of a GUI.

GUIs send the whole history with every move. A line that begins with the bytes of the last one
costs only its new plies; any other is compared move by move, so that a ponder move that was not
played, or a takeback, costs what it changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.errors import UserError
from proxy.game.game import Game
from proxy.game.key import LAWS, Reading
from proxy.game.link import find_link

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess


class Follower:
    """The game that the GUI's lines tell.

    `see` is called with each position once, at the start and after each new ply. `reading` is the
    ruleset's.
    """

    def __init__(self, see: Callable[[Game], None], reading: Reading = LAWS) -> None:
        self.game: Game | None = None
        """None before the first good position, and after a bad one."""
        self.chess960 = False
        self.variant = "chess"
        self._see = see
        self._reading = reading
        self._base: list[bytes] = []  # the words of the line before `moves`
        self._root: list[bytes] = []  # the base that the game began with
        self._moves: list[bytes] = []  # as they were written
        self._spliced = False  # the base is in the midst of a game, and what came before counts
        self._line = b""  # the line that leads to the board, blanks normalised

    def set_option(self, name: str, value: str) -> None:
        """Take UCI_Chess960 or UCI_Variant, `name` in lower case; no other option matters.

        The game is forgotten where that makes another of it.
        """
        before = self.chess960, self.variant
        if name == "uci_chess960":
            self.chess960 = value.strip().lower() == "true"
        elif name == "uci_variant":
            self.variant = value.strip()
        if before != (self.chess960, self.variant):
            self.reset()

    def change_reading(self, reading: Reading) -> None:
        """Read positions in another way from now on; forgets the game."""
        self._reading = reading
        self.reset()

    def reset(self) -> None:
        """Forget the game."""
        self.game = None
        self._base = []
        self._root = []
        self._spliced = False
        self._moves = []
        self._line = b""

    def position(self, line: bytes, *, splice: bool = False) -> None:
        """Follow a `position` line. Raises `UserError` and forgets the game where it is bad.

        With `splice` a bare FEN one or two moves on continues the game that is on the board.
        """
        try:
            if self.game is not None and self._continues(line):
                self._play(line[len(self._line) :].split())
            else:
                self._compare(line.split(), splice)
        except UserError:
            self.reset()
            raise

    def own_move(self, text: bytes, move: chess.Move | None = None) -> None:
        """Play the engine's answer: the GUI's next line will have it. `move` is set if it is legal.

        Raises `UserError`, and stays where it is, when the move is illegal.
        """
        if move is None or self.game is None:
            self._play([text])
            return
        self.game.push_legal(move)
        self._moves.append(text)
        self._see(self.game)
        self._line += b" " + text

    def may_splice(self, line: bytes) -> bool:
        """Tell whether a `position` line may stand in the midst of the game. Cheap."""
        if self.game is None or self._continues(line):
            return self._spliced
        return line.split(None, 2)[1:2] == [b"fen"]

    def whole_game(self, line: bytes) -> bytes:
        """Return the line that tells the whole game in place of `line`, which was just followed."""
        game = self.game
        if game is None or not self._spliced:
            return line
        moves = self._history(game)
        return b" ".join([b"position", *self._root, b"moves", *moves])

    def _history(self, game: Game) -> list[bytes]:
        board = game.board.root()
        moves = []
        for move in game.moves:
            moves.append(board.uci(move).encode())
            board.push(move)
        return moves

    def _continues(self, line: bytes) -> bool:
        end = len(self._line)
        return line.startswith(self._line) and line[end : end + 1] in b" "

    def _compare(self, words: list[bytes], splice: bool) -> None:
        at = words.index(b"moves") if b"moves" in words else len(words)
        base, moves = words[1:at], words[at + 1 :]
        game = self.game
        if game is None or base != self._base:
            game = self._start(base, splice)
        same = 0
        for old, new in zip(self._moves, moves, strict=False):
            if old != new:
                break
            same += 1
        while len(self._moves) > same:
            game.pop()
            self._moves.pop()
        self._line = b" ".join([b"position", *base, b"moves", *self._moves])
        self._play(moves[same:])

    def _start(self, base: list[bytes], splice: bool) -> Game:
        match base:
            case [b"startpos"]:
                fen = None
            case [b"fen", _, *_]:
                fen = b" ".join(base[1:]).decode("ascii", "replace")
            case _:
                found = b" ".join(base).decode("ascii", "replace")
                raise UserError(f"position {found!r}: neither startpos nor fen")
        new = Game.start(fen, chess960=self.chess960, variant=self.variant, reading=self._reading)
        if splice and fen is not None and self.game is not None:
            linked = find_link(self.game, new, fields=len(base) - 1)
            if linked is not None:
                return self._continue(self.game, base, linked)
        self.reset()
        self.game = new
        self._base = self._root = base
        self._see(new)
        return new

    def _continue(self, game: Game, base: list[bytes], linked: list[chess.Move]) -> Game:
        """Go on with the game: `base` is where the linking moves lead."""
        for move in linked:
            game.push(move)
            self._see(game)
        self._base = base
        self._moves = []
        # After a capture or a pawn move nothing that came before can occur again.
        self._spliced = game.halfmove_clock > 0 and game.ply > 0
        return game

    def _play(self, texts: list[bytes]) -> None:
        if not texts:
            return
        game = self.game
        if game is None:
            raise UserError("no position yet")
        played = False
        for text in texts:
            move = game.parse(text.decode("ascii", "replace"))
            legal = game.is_legal(move)
            if played:  # a legal move being known, the position need not be searched for one
                self._see(game)
            if not legal:
                game.push(move)  # says why it is not
            game.push_legal(move)
            self._moves.append(text)
            played = True
        self._see(game)
        self._line = b" ".join([self._line, *texts])
