"""The game as one CECP engine plays it: from a UCI `go` to its `bestmove`.

What holds on top of everything: one `bestmove` for each `go`, whatever the engine says instead of a
move. In play the engine gets `time`, `otim` and the opponent's move, as xboard sends them, so that
it can ponder in its own way (`hard`); for any other step it is put into force mode first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.cecp import thought as kinds
from proxy.cecp.clock import DEFAULT_MARGIN_MS
from proxy.cecp.crossing import Crossing
from proxy.cecp.engine_board import DRAW, EngineBoard
from proxy.cecp.features import Features
from proxy.cecp.hearing import Hearing
from proxy.cecp.moves import illegal_in_uci, read_move
from proxy.cecp.setup import pondering
from proxy.cecp.thought import Thought, going_on
from proxy.cecp.told_game import ToldGame
from proxy.cecp.variants import cecp_variant
from proxy.cecp.wishes import Hear, Restart, send
from proxy.cecp.words import COMMANDS
from proxy.limits import parse_go
from proxy.saying import say
from proxy.session.commands import Command, KillEngine, SetTimer, ToGui
from proxy.session.hang import has_come

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.cecp.thinking import Thinking
    from proxy.cecp.words import Word
    from proxy.game.game import Game
    from proxy.rulesets import Ruleset

STOP_PATIENCE = 2.0  # for a move after `?`, which an engine may ignore
CLAIM_PATIENCE = 0.1  # for a move right behind a claim, a resignation or a complaint
RESIGNED_CP = -10_000  # beyond any match runner's bound for adjudicating a loss
CUT, ANSWER, CLAIM = "cecp cut", "cecp answer", "cecp claim"
TIMERS = (CUT, ANSWER, CLAIM)


class Player:
    """Plays for the session with the engine of the moment.

    `margin_ms` is kept back of the engine's clock, of which it has been told `overhead_ms` less
    already; `resign_score`: whether a resignation shows in the score as well.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        margin_ms: int = DEFAULT_MARGIN_MS,
        overhead_ms: int = 0,
        resign_score: bool = False,
    ) -> None:
        self.told = ToldGame(ruleset.reading)
        self.hearing = Hearing(ruleset)
        self.variations = 1  # that the GUI wants to see: UCI's MultiPV
        self._margin_ms, self._overhead_ms = margin_ms, overhead_ms
        self._resign_score = resign_score
        self.new_engine(Features())

    def new_engine(self, features: Features) -> None:
        """Take an engine that has just been started."""
        self._features = features
        self._board = EngineBoard(features)
        self.crossing = Crossing(features)
        self._thought: Thought | None = None
        self.hearing.new_engine()
        self._last_move = ""
        self._plan: list[chess.Move] = []  # the line that its last move began

    @property
    def busy(self) -> bool:
        """Whether an answer to a `go` is owed."""
        return self._thought is not None

    @property
    def _analyses(self) -> bool:
        return self._thought is not None and self._thought.kind == kinds.ANALYSE

    @property
    def can_start_over(self) -> bool:
        """Whether the engine's late answer to one question can be told from that to the next."""
        return bool(self._features["ping"]) and not self._analyses

    def start_over(self, position: str) -> None:
        """Have the engine set up anew: a fault of ours may have left anything half done."""
        self._thought = None
        self._board.forget()
        self.crossing.possible = True
        self.told.forget()
        self.told.position(position)

    # --- from the session

    def new_game(self) -> None:
        """Take in `ucinewgame`."""
        self.told.new_game()
        self.hearing.new_game()
        self._board.new_game()

    def set_pondering(self, *, on: bool) -> list[Command]:
        """Take in the option Ponder."""
        self._board.pondering = on
        return send(pondering(on=on))

    def go(self, line: str, now: float) -> list[Command]:
        """Take in a `go`: answered by one `bestmove`, whatever happens."""
        game = self.told.asked()
        if game is None or not game.has_legal_move:
            return [Hear("bestmove (none)")]
        limits = parse_go(line.split()[1:])
        self._board.variant = cecp_variant(
            self.told.variant, self._features.variants, chess960=self.told.chess960
        )
        plan = going_on(self._plan, game)
        thought = Thought(limits, game, now, plan, variations=self.variations)
        self._thought = thought
        notes = thought.limit_notes(excludes=bool(self._features["exclude"]))
        commands: list[Command] = [ToGui(say(note)) for note in notes]
        if limits.ponder:
            thought.kind = kinds.PONDER  # it ponders by itself, on the move that it expects
        elif limits.infinite and self._features["analyze"]:
            thought.kind = kinds.ANALYSE
            commands += send(*self._board.analyse(game))
        else:
            commands += self._think(thought, now)
        return commands

    def draw_offered(self) -> list[Command]:
        """Take in the opponent's offer, which xboard tells at once, whoever is on move."""
        if not self._features["draw"] or self._analyses or self.told.game is None:
            return []
        self.hearing.was_offered = True
        return send(DRAW) if self._board.stands else []

    def stop(self, now: float) -> list[Command]:
        """Take in `stop`. What is pondered ends with any legal move: the GUI throws it away."""
        thought = self._thought
        if thought is None:
            return []
        match thought.kind:
            case kinds.THINK if not thought.claimed:
                thought.answer_by = now
                return self._cut(now, STOP_PATIENCE)
            case kinds.THINK:
                self.crossing.possible = True  # it thinks that the game is over, and may yet move
            case kinds.ANALYSE:
                return [*send(*self._board.stop_analysis()), *self._answer(thought, thought.best())]
        return self._answer(thought, thought.best())

    def ponderhit(self, now: float) -> list[Command]:
        """Take in `ponderhit`: the move that the GUI expected has been played."""
        thought = self._thought
        if thought is None or thought.kind != kinds.PONDER:
            return []
        thought.kind = kinds.THINK
        thought.started = now
        return self._think(thought, now)

    # --- from the engine

    def word(self, word: Word, now: float) -> list[Command]:
        """Take in what the engine says of the game."""
        match word.kind:
            case "move":
                self._last_move = word.text
                return self._move(word.text, now)
            case "echo" if word.text == self._last_move:
                self._last_move = ""  # gnuchess says each move twice
            case "echo":
                return self._move(word.text, now)
            case "result":
                return self._ends(now, self.hearing.claim, word.text)
            case "resign":
                return self._ends(now, self.hearing.resign)
            case "offer":
                return self._offer()
            case "complaint":
                return self._complaint(word.text, now)
        return []

    def show(self, thinking: Thinking, now: float) -> list[Command]:
        """Take in a thinking line."""
        thought = self._thought
        if thought is None or self.crossing.waits:
            return []
        info = thought.info(thinking)
        if not info or (thought.kind == kinds.PONDER and not thought.pv):
            return []  # it ponders another move than the GUI has asked about
        commands: list[Command] = [Hear(info)]
        if thought.kind == kinds.THINK and thought.reaches(thinking) and not thought.cut:
            thought.answer_by = now
            commands += self._cut(now, STOP_PATIENCE)
        # It had nothing to show when it was due.
        if thought.cut and has_come(thought.answer_due, now):
            commands += _await_answer(thought, now, self._margin_ms / 2000)
        return commands

    def _move(self, text: str, now: float) -> list[Command]:
        thought, game = self._thought, self.told.game
        if thought is None or thought.kind != kinds.THINK or game is None or self.crossing.waits:
            return []
        move = read_move(thought.board, text)
        if move is None:
            return self._illegal(thought, text, now)
        commands = self.hearing.move(game, move)
        self._board.moved(move)
        return commands + self._answer(thought, move)

    @property
    def _on_move(self) -> bool:
        return self._thought is not None and self._thought.kind == kinds.THINK

    def _side(self, game: Game) -> chess.Color:
        """Return the engine's side: on move where it thinks, else it has just moved."""
        return game.turn if self._on_move else not game.turn

    def _offer(self) -> list[Command]:
        game = self.told.game
        if game is None or self._analyses or self.crossing.waits:
            return []
        return self.hearing.offer(game, self._side(game), thinking=self._on_move)

    def _ends(self, now: float, hear: Callable[..., list[Command]], *text: str) -> list[Command]:
        """Judge a claim or a resignation: in any case the engine thinks that the game is over."""
        game = self.told.game
        if game is None or self._analyses:
            return []
        return hear(game, self._side(game), *text) + self._over(now)

    def _complaint(self, text: str, now: float) -> list[Command]:
        """Learn which command it lacks, or that it takes a legal move for illegal."""
        subject = (text.split() or [""])[0]
        thought = self._thought
        if subject in COMMANDS:
            return self._learn(subject, now)
        sent = self._board.sent
        if thought is None or not sent or (subject and subject not in sent):
            return []
        self._board.forget()
        thought.fault = f"takes the legal move {subject or sent[-1]} for illegal"
        return self._await_move(thought, now)

    # --- the clock

    def timer(self, name: str, now: float) -> list[Command]:
        """Take the ring of one of `TIMERS`; one that has been overtaken finds nothing to do."""
        match name:
            case "cecp cut":
                return self._cut(now, self._margin_ms / 2000)
            case "cecp answer":
                return self._answer_for_it(now)
        return self._ask_again(now)

    def _cut(self, now: float, patience: float) -> list[Command]:
        """Tell it to move now."""
        thought = self._thought
        if thought is None or thought.answer_by is None or thought.cut:
            return []
        if not has_come(thought.answer_by, now):
            return []
        thought.cut = True
        # From when it was due: on a busy machine a timer rings late, and the flag does not wait.
        return [*send("?"), *_await_answer(thought, thought.answer_by, patience)]

    def _answer_for_it(self, now: float) -> list[Command]:
        """Answer with the move that it has shown last: it does not listen to `?`.

        What it says later must not be taken for an answer to the next search, so it is restarted.
        One that has shown nothing is waited for, as it would be without us.
        """
        thought = self._thought
        if thought is None or not thought.cut or not thought.line:
            return []
        if not has_come(thought.answer_due, now):
            return []
        move = thought.best()
        said = say("the engine did not move when told to: its last line's move is played")
        return [Restart(), ToGui(said), *self._answer(thought, move)]

    def _ask_again(self, now: float) -> list[Command]:
        """Set an engine to move again that would not, once.

        After that a move is made for one that thinks the game over; one that cannot follow the game
        has failed, and is treated as one that crashed.
        """
        thought = self._thought
        if thought is None or not thought.claimed:
            return []
        thought.claimed = False
        thought.refusals += 1
        self.crossing.possible = True
        told = [ToGui(say(f"the engine {thought.fault}"))] if thought.fault else []
        if thought.refusals <= 1:
            return [*told, *self._think(thought, now)]
        if thought.fault:
            return [*told, KillEngine()]
        said = "the engine does not play on: a move is made for it"
        return [ToGui(say(said)), *self._answer(thought, thought.best())]

    # --- what these share

    def _think(self, thought: Thought, now: float) -> list[Command]:
        game = self.told.game
        if game is None:
            return []
        lines, answer_in_ms = self._board.think(
            game,
            thought.limits,
            thought.depth_limit,
            margin_ms=max(self._margin_ms - self._overhead_ms, 0),
            elapsed_ms=thought.elapsed_ms(now),
            offered=self.hearing.was_offered,
        )
        thought.cut = False
        thought.answer_by = None if answer_in_ms is None else now + answer_in_ms / 1000
        timer = [] if thought.answer_by is None else [SetTimer(CUT, thought.answer_by)]
        return [*send(*self.crossing.fence(lines)), *timer]

    def _illegal(self, thought: Thought, text: str, now: float) -> list[Command]:
        """Pass on an illegal move: the fault is the engine's own, and the GUI's to see.

        What has no form in UCI cannot be passed on. It may be out of step: it is set up anew.
        """
        self._board.forget()
        move = illegal_in_uci(text)
        if move is not None:
            self._thought = None
            return [Hear(f"bestmove {move}")]
        thought.fault = f"answers '{text}', which is no legal move"
        return self._await_move(thought, now)

    def _answer(self, thought: Thought, move: chess.Move) -> list[Command]:
        """Answer the session's `go`."""
        self._thought = None
        self.told.own_move(thought.board, move)
        self._plan = thought.line if thought.line[:1] == [move] else []
        answer: list[Command] = [Hear(thought.answer(move))]
        if self.hearing.resigned and self._resign_score:
            answer.insert(0, Hear(f"info depth {max(thought.depth, 1)} score cp {RESIGNED_CP}"))
        return answer

    def _over(self, now: float) -> list[Command]:
        """Have it asked again, unless its move comes right behind."""
        thought, game = self._thought, self.told.game
        if game is not None:
            self._board.forget_history(game)
        if thought is None or thought.kind != kinds.THINK:
            return []
        return self._await_move(thought, now)

    def _await_move(self, thought: Thought, now: float) -> list[Command]:
        thought.claimed = True
        return [SetTimer(CLAIM, now + CLAIM_PATIENCE)]

    def _learn(self, command: str, now: float) -> list[Command]:
        thought = self._thought
        self._features.lack(command)
        if command == "analyze":
            self._board.stop_analysis()
            if thought is not None and thought.kind == kinds.ANALYSE:
                thought.kind = kinds.THINK
                return self._think(thought, now)
        elif command in {"setboard", "usermove"}:
            self._board.forget()
            if thought is not None:
                return self._await_move(thought, now)
        return []


def _await_answer(thought: Thought, since: float, patience: float) -> list[Command]:
    thought.answer_due = since + patience
    return [SetTimer(ANSWER, thought.answer_due)]
