"""From what a session did to the records of its games; without IO.

A game begins with the first `go` that asks for a move in it, and ends with `ucinewgame`, with the
end of the session, or where the GUI's line goes on elsewhere.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import chess

from proxy.delivery.wording import evidence
from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.record.evaluation import clocks_s, evaluation
from proxy.record.model import GameRecord, Intervention, Move
from proxy.saying import PREFIX
from proxy.session.commands import (
    Advised,
    Intervened,
    KillEngine,
    Ruled,
    SpawnEngine,
    ToEngine,
    ToGui,
    Warn,
)
from proxy.session.search import Search, is_search
from proxy.session.words import split_word
from proxy.uci import last_exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.game.game import Game
    from proxy.gui.choice import Choice
    from proxy.record.model import Wrapper
    from proxy.ruling import Ruling
    from proxy.session.commands import Command
    from proxy.session.departure import Departure
    from proxy.session.noted import Note

TAKEBACK_PLIES = 6
"""A GUI that goes back further has begun another game without saying `ucinewgame`."""

RESULTS = frozenset(("1-0", "0-1", "1/2-1/2"))


class Recorder:
    """Takes the notes of one session in order.

    `wall` turns the time of a note into ISO 8601. `current` is the game that is being played,
    `finished` those that are over and not yet taken away.
    """

    def __init__(self, wrapper: Wrapper, engine: str, wall: Callable[[float], str]) -> None:
        self.current: GameRecord | None = None
        self.finished: list[GameRecord] = []
        self._wrapper = wrapper
        self._games = 0
        self._engine = engine
        self._opponent = "?"
        self._wall = wall
        self._follower = Follower(_look_away)
        self._moves: list[chess.Move] = []  # those of the current record
        self._advice: list[dict[str, Any]] = []  # also of other lines of play
        self._analysing = False
        self._position = b""
        self._expected = False  # the position has a move that the opponent may not play
        self._go = b""
        self._search: Search | None = None
        self._searching_since = 0.0
        self._chosen = b""  # what the engine itself answered

    def take(self, note: Note) -> None:
        """Take in one event of the session and what it caused."""
        event, subject, now, commands, blocks = note
        if event == "choice":
            self._chose(subject)  # type: ignore[arg-type]  # what `Observers.chose` notes
        elif event == "engine_line" and isinstance(subject, bytes):
            self._engine_said(subject)
        elif event == "gui_line" and isinstance(subject, bytes):
            self._gui_said(subject, now)
        elif event == "announce":
            self._catch_up()  # what is ruled has been completed by the opponent's move
        elif event == "gui_result" and isinstance(subject, bytes):
            self._gui_decided(subject.decode("utf-8", "replace"))
        for command in commands:
            self._carried_out(command, subject, now, blocks)
        if event == "engine_gone" and SpawnEngine() not in commands:
            self._engine_gone(subject, now)  # type: ignore[arg-type]  # the session's own argument

    def finish(self, now: float) -> None:
        """End the current game, if there is one."""
        self._catch_up()
        self._search = None
        self._close(now)

    def _close(self, now: float) -> None:
        record, self.current = self.current, None
        self._moves, self._advice = [], []
        if record is not None:
            record.ended = self._wall(now)
            self.finished.append(record)

    def _chose(self, choice: Choice) -> None:
        """Take in how rulings are delivered to the program that started us."""
        wrapper, parent = self._wrapper, choice.parent
        if parent is not None:
            wrapper.parent = f"{parent.program} {parent.pid} {parent.started:.0f}"
        wrapper.gui, wrapper.delivery = choice.gui, choice.delivery
        wrapper.reasons = list(choice.reasons)

    # --- the two sides

    def _engine_said(self, line: bytes) -> None:
        word, rest = split_word(line)
        if word == b"id" and rest.startswith(b"name "):
            self._engine = rest[5:].strip().decode("utf-8", "replace")
        elif word == b"bestmove":
            self._chosen = _move_of(line)

    def _gui_said(self, line: bytes, now: float) -> None:
        word, _ = split_word(line)
        if word == b"ponderhit" and self._search is not None and self._search.pondering:
            self._search.pondering = False
            self._expected = self._search.analysis
            self._begin(now)

    def _gui_decided(self, text: str) -> None:
        """Take the result that a CECP GUI has given the game; one that was ruled goes before it."""
        self._catch_up()
        record = self.current
        result, _, reason = text.partition(" ")
        if record is None or result not in RESULTS:
            return
        if record.result == "*":
            record.result, record.reason = result, reason.strip(" {}")
            record.termination = "normal"
        elif record.result != result:
            self._warn(f"the GUI's result is {text}, ours is {record.result} by {record.reason}")

    def _carried_out(
        self, command: Command, cause: object, now: float, blocks: tuple[bytes, ...]
    ) -> None:
        match command:
            case ToEngine(line):
                self._engine_told(line, cause, now)
            case ToGui(line) if line.startswith(PREFIX):
                self._intervened(now, f"said: {line[len(PREFIX) :].decode('utf-8', 'replace')}")
            case ToGui(line) if split_word(line)[0] == b"bestmove":
                self._answered(_move_of(line), now, blocks)
            case ToGui(line) if line != cause:
                self._intervened(now, f"sent: {line.decode('utf-8', 'replace')}")
            case Ruled(ruling):
                self._ruled(ruling)
            case Advised(ruling):
                self._advice.append(ruling_json(ruling))
                self._sort_advice()
            case Warn(text):
                self._warn(text)
            case KillEngine():
                self._intervened(now, "killed the engine")
            case Intervened(kind, text):
                self._intervened(now, text, kind)

    def _engine_told(self, line: bytes, cause: object, now: float) -> None:
        word, rest = split_word(line)
        match word:
            case b"position":
                self._position = line
                self._expected = self._analysing
            case b"go" if is_search(line):
                self._go = line
                self._search = Search(line, analysing=self._analysing)
                self._expected = self._search.pondering or self._search.analysis
                if not self._search.pondering:
                    self._begin(now)
            case b"setoption":
                self._option(rest)
            case b"ucinewgame":
                self.finish(now)
                self._follower.reset()
            case b"quit":
                self.finish(now)
            case b"stop" if isinstance(cause, bytes) and split_word(cause)[0] != b"stop":
                self._intervened(now, "stopped the engine's search")

    def _option(self, rest: bytes) -> None:
        name, _, value = rest.decode("utf-8", "replace").partition(" value ")
        name = name.removeprefix("name ").strip().lower()
        match name:
            case "uci_analysemode":
                self._analysing = value.strip().lower() == "true"
            case "uci_opponent":  # title, rating, human or computer, name
                self._opponent = " ".join(value.split()[3:]) or "?"
            case _:
                self._follower.set_option(name, value)

    # --- the game

    def _begin(self, now: float) -> None:
        """Take in the position of a search that is played in earnest."""
        self._searching_since = now
        if self._search is None or self._search.analysis:
            return
        try:
            self._follower.position(self._position, splice=True)
        except UserError as error:
            self._warn(str(error))
        game = self._follower.game
        if game is None:
            return
        self._sync(game, now)
        self._note_clocks(game.turn)

    def _catch_up(self) -> None:
        """Take in the moves that the GUI told last, for which no search followed."""
        record = self.current
        if record is None or self._expected:
            return
        try:
            self._follower.position(self._position, splice=True)
        except UserError as error:
            self._warn(str(error))
        game = self._follower.game
        if game is None or game.start_fen != record.start_fen:
            return
        known = len(self._moves)
        if _shared(self._moves, game.moves) == known:
            self._append(record, game, len(game.moves) - known, "gui")

    def _sync(self, game: Game, now: float) -> None:
        """Bring the record's moves to those of the game, or begin a new record."""
        shared = _shared(self._moves, game.moves)
        gone = len(self._moves) - shared
        if self.current is not None and (
            self.current.start_fen != game.start_fen or gone > TAKEBACK_PLIES
        ):
            self._close(now)
            shared = gone = 0
        record = self.current or self._open(game, now)
        if gone:
            self._intervened(now, f"went back {gone} plies with the GUI")
            del record.moves[shared:], self._moves[shared:]
            record.rulings = [one for one in record.rulings if one["ply"] <= shared]
            self._decide_result(record)
        self._append(record, game, len(game.moves) - shared, "gui")
        self._note_side(record, chess.COLOR_NAMES[game.turn])

    def _note_side(self, record: GameRecord, side: str) -> None:
        if record.engine_color not in {None, side}:
            side = "both"  # a program that lets the engine play against itself
        record.engine_color = side
        record.white = self._opponent if side == "black" else self._engine
        record.black = self._opponent if side == "white" else self._engine

    def _open(self, game: Game, now: float) -> GameRecord:
        self._games += 1
        self.current = GameRecord(
            wrapper=self._wrapper,
            number=self._games,
            started=self._wall(now),
            start_fen=game.start_fen,
            variant=game.variant,
            chess960=game.board.chess960,
            warnings=list(game.warnings),
        )
        return self.current

    def _append(self, record: GameRecord, game: Game, count: int, by: str) -> None:
        """Record the last `count` moves of the game."""
        for move in game.moves[len(game.moves) - count :]:
            record.moves.append(Move(move.uci(), by))
            self._moves.append(move)
        if self._advice:
            self._sort_advice()
        outcome = _on_board(game.board)
        if record.result == "*" and outcome is not None:
            record.result, record.reason = outcome.result(), outcome.termination.name.lower()
            record.termination = "normal"

    def _note_clocks(self, turn: chess.Color) -> None:
        """Give the last two moves what the clocks show now, before the next one."""
        record = self.current
        clocks = clocks_s(self._go)
        if record is None:
            return
        for move, side in zip(reversed(record.moves), (not turn, turn), strict=False):
            move.clock_s = clocks.get(chess.COLOR_NAMES[side], move.clock_s)

    def _answered(self, move: bytes, now: float, blocks: tuple[bytes, ...]) -> None:
        """Take in the `bestmove` that the GUI was given."""
        search, self._search = self._search, None
        game, record = self._follower.game, self.current
        if search is None or search.analysis or search.pondering:
            return
        if game is None or record is None:
            return
        if move != self._chosen:
            told, chosen = (word.decode("ascii", "replace") for word in (move, self._chosen))
            self._intervened(now, f"answered {told} in place of the engine's {chosen}")
        try:
            self._follower.own_move(move)
        except UserError as error:
            self._warn(f"no move recorded: {error}")
            return
        self._append(record, game, 1, "engine")
        last = record.moves[-1]
        last.time_s = round(now - self._searching_since, 3)
        for name, value in evaluation(last_exact(blocks)).items():
            setattr(last, name, value)

    # --- what happened to it

    def _ruled(self, ruling: Ruling) -> None:
        record = self.current
        if record is not None:
            record.rulings.append(ruling_json(ruling))
            self._decide_result(record)

    def _sort_advice(self) -> None:
        """Record what is about this game: it may be proven before its moves are known here."""
        record = self.current
        if record is None:
            return
        moves = [move.uci for move in record.moves]
        record.advice = [
            one
            for one in self._advice
            if moves[one["ply"] - len(one["cycle"]) : one["ply"]] == list(one["cycle"])
        ]

    def _decide_result(self, record: GameRecord) -> None:
        ruling = record.ruling
        record.result = ruling["result"] if ruling else "*"
        record.reason = f"{ruling['reason']} ({ruling['article']})" if ruling else ""
        record.termination = "normal" if ruling else "unterminated"

    def _intervened(self, now: float, what: str, kind: str = "") -> None:
        record = self.current
        if record is not None:
            done = Intervention(len(record.moves), self._wall(now), what, kind)
            record.interventions.append(done)

    def _warn(self, text: str) -> None:
        if self.current is not None:
            self.current.warnings.append(text)

    def _engine_gone(self, departure: Departure, now: float) -> None:
        record = self.current
        if record is not None and record.result == "*":
            record.termination, record.reason = "abandoned", departure.summary
        self.finish(now)


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling with its evidence as JSON takes it."""
    found = asdict(ruling)
    for name in ("winner", "perpetual"):
        color = found[name]
        found[name] = None if color is None else chess.COLOR_NAMES[color]
    return {"result": ruling.result, "evidence": evidence(ruling), **found}


def _shared(old: list[chess.Move], new: list[chess.Move]) -> int:
    """Return how many moves two lines begin with in common."""
    if new[: len(old)] == old:  # nearly always, and fast: they are the same objects
        return len(old)
    pairs = zip(old, new, strict=False)
    return next((ply for ply, (one, two) in enumerate(pairs) if one != two), len(new))


def _move_of(bestmove: bytes) -> bytes:
    words = bestmove.split()
    return words[1] if len(words) > 1 else b""


def _on_board(board: chess.Board) -> chess.Outcome | None:
    """Return what the board itself shows: mate, stalemate, the end of a variant."""
    if any(board.generate_legal_moves()) and not board.is_variant_end():
        return None
    return board.outcome()


def _look_away(_game: Game) -> None:
    """Take no interest in the positions: the session's arbiter has ruled on them."""
