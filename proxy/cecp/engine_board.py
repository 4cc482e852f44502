"""The board on the engine's side: what it has been told, and the commands up to its next search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.cecp.clock import Control, tell_time
from proxy.cecp.moves import read_move, write_move
from proxy.cecp.setup import Standing, move_texts, set_up, undos

if TYPE_CHECKING:
    import chess

    from proxy.cecp.features import Features
    from proxy.game.game import Game
    from proxy.limits import Limits

DRAW = "draw"  # the opponent offers one
FORCE, PLAY, ANALYSE = "force", "play", "analyze"
CLOCKS = ("time", "otim")
STICKY_ST = "GNU Chess"  # 6.2.7 goes on with `st` whatever `level` it is told afterwards


class EngineBoard:
    """One engine's board, mode and time control. Its methods return CECP lines.

    `variant` is xboard's name for the variant that is played, empty for normal chess.
    """

    def __init__(self, features: Features) -> None:
        self.variant = ""
        self.pondering = False
        self.sent: list[str] = []
        """The moves that it was last sent, as they were written."""
        self._features = features
        self._standing: Standing | None = None
        self._ended: Standing | None = None
        self._mode = FORCE
        self._control: Control | None = None
        self._has_depth = False

    @property
    def stands(self) -> bool:
        """Whether the engine has a game on its board that it may go on with."""
        return self._standing is not None

    def think(
        self,
        game: Game,
        limits: Limits,
        depth: int | None,
        *,
        margin_ms: int,
        elapsed_ms: int = 0,
        offered: bool = False,
    ) -> tuple[list[str], int | None]:
        """Have the engine think about the game's position and move.

        `offered`: an opponent's offer stands, of which one that is set up anew knows nothing.
        Return the commands and, in milliseconds from now, when it must be told to move.
        """
        if self._has_depth and depth is None:
            self.forget()  # only `new` takes a depth back
        count = self._undos(game)
        standing = self._standing
        goes_on = (
            self._mode == PLAY
            and standing is not None
            and count == 0
            and len(game.moves) == len(standing.moves) + 1
            and not limits.searchmoves
        )
        lines = [] if goes_on else self._arrive(game, count)
        timing = tell_time(
            limits,
            self._control,
            self._own_moves(game),
            game.turn,
            margin_ms=margin_ms,
            elapsed_ms=elapsed_ms,
            st=not self._features.myname.startswith(STICKY_ST),
        )
        self._control = timing.control
        lines += [line for line in timing.commands if self._understands(line)]
        if depth is not None:
            lines.append(f"sd {depth}")
            self._has_depth = True
        if offered and count is None and self._features["draw"]:
            lines.append(DRAW)
        lines += self._play_on(game) if goes_on else [*self._only(game, limits.searchmoves), "go"]
        self._mode = PLAY
        return lines, timing.answer_in_ms

    def analyse(self, game: Game) -> list[str]:
        """Have the engine think about the game's position until `stop_analysis`."""
        lines = self._arrive(game, self._undos(game))
        self._mode = ANALYSE
        return [*lines, "analyze"]

    def stop_analysis(self) -> list[str]:
        """Have it think no more."""
        self._mode = FORCE
        return ["exit", "force"]

    def moved(self, move: chess.Move) -> None:
        """Note the engine's own move."""
        if self._standing is not None:
            self._standing.moves.append(move)

    def forget(self) -> None:
        """Have the engine set up anew before the next search: its board cannot be trusted."""
        self._standing = None

    def forget_history(self, game: Game) -> None:
        """Have it set up with the bare position: it must not find the end of this game again."""
        self._standing = None
        self._ended = Standing(game.start_fen, list(game.moves))

    def new_game(self) -> None:
        """Forget all that was of the last game."""
        self._standing = None
        self._ended = None

    def _undos(self, game: Game) -> int | None:
        return None if self._standing is None else undos(self._standing, game)

    def _understands(self, line: str) -> bool:
        return self._features["time"] == 1 or line.partition(" ")[0] not in CLOCKS

    def _arrive(self, game: Game, count: int | None) -> list[str]:
        """Bring the engine to the game's position in force mode."""
        lines = {FORCE: [], PLAY: ["force"], ANALYSE: ["exit", "force"]}[self._mode]
        self._mode = FORCE
        standing = self._standing
        if count is not None and standing is not None:
            first = len(standing.moves) - count
            lines = [*lines, *["undo"] * count]
        else:
            first = len(game.moves) if self._goes_on_after_its_end(game) else 0
            base = game.board if first else game.board.root()
            lines = [*lines, *set_up(base, self.variant, self._features, ponders=self.pondering)]
            standing = self._standing = Standing(game.start_fen, floor=first)
            self._control = None
            self._has_depth = False
        standing.moves = list(game.moves)
        return [*lines, *self._moves(game, first)]

    def _goes_on_after_its_end(self, game: Game) -> bool:
        ended = self._ended
        if ended is None or ended.start_fen != game.start_fen:
            return False
        return game.moves[: len(ended.moves)] == ended.moves

    def _play_on(self, game: Game) -> list[str]:
        """Send the opponent's move, which sets the engine thinking."""
        if self._standing is not None:
            self._standing.moves = list(game.moves)
        return self._moves(game, len(game.moves) - 1)

    def _moves(self, game: Game, first: int) -> list[str]:
        self.sent = move_texts(game, first, san=bool(self._features["san"]))
        prefix = "usermove " if self._features["usermove"] else ""
        return [prefix + text for text in self.sent]

    def _only(self, game: Game, moves: tuple[str, ...]) -> list[str]:
        """Restrict the search to `moves`, in UCI's notation, where the engine can do that."""
        if not moves or not self._features["exclude"]:
            return []
        san = bool(self._features["san"])
        legal = [move for text in moves if (move := read_move(game.board, text))]
        texts = [write_move(game.board, move, san=san) for move in legal]
        return ["exclude all", *[f"include {text}" for text in texts]] if texts else []

    def _own_moves(self, game: Game) -> int:
        """Return how many moves of the side to move the engine has seen."""
        floor = 0 if self._standing is None else self._standing.floor
        return (len(game.moves) - floor) // 2
