"""One game before the auditor: what its record says, and the game replayed to its first end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from proxy.audit.endings import Ending, read_ending
from proxy.audit.scores import read_score
from proxy.audit.start import read_san, read_start, start_game
from proxy.audit.transcript import RESULTS, Transcript, read_transcript
from proxy.replay import replay
from proxy.rules import score_draw, score_win
from proxy.ruling import Ruling, decide, ending_rule
from proxy.sides import result_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import chess

    from proxy.analysis import Analysis
    from proxy.audit.scores import ScoreRules
    from proxy.audit.split import RawGame
    from proxy.audit.start import Start
    from proxy.game.game import Game
    from proxy.rules import Rule
    from proxy.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Law:
    """What games are held against: a ruleset, the exact analyses, and the runner's score rules.

    `records` is the folder of the wrapper's own records, if there are any to compare with.
    """

    ruleset: Ruleset
    analysis: Analysis
    scores: ScoreRules
    records: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first move that cannot be played: its ply (from 1), the word, and why."""

    ply: int
    word: str
    why: str


@dataclass
class Case:
    """What the finders look at.

    `game` stands at the first position that ended it by itself, `over` being set, or after the last
    move that can be played; `plies` counts all of those. `moves` and `transcript` are made when
    asked for, as most games need neither. `fault` is the first move that cannot be played, `faults`
    are those of the PGN. `claim_plies`, where known, are all at which there can have been a claim.
    Finders set `undetermined`, what could not be decided, and `recorded`, if the wrapper saw it.
    """

    raw: RawGame
    law: Law
    tags: Mapping[str, str]
    start: Start
    result: str
    terminator: str | None
    ending: Ending
    game: Game
    plies: int
    over: bool
    read_moves: Callable[[], list[chess.Move]]
    fault: Fault | None = None
    faults: Sequence[str] = ()
    claim_plies: list[int] | None = None
    undetermined: set[str] = field(default_factory=set)
    recorded: bool = False

    @cached_property
    def transcript(self) -> Transcript:
        """The game as written, with its comments."""
        return read_transcript(self.raw)

    @cached_property
    def moves(self) -> list[chess.Move]:
        """All moves that can be played."""
        return self.read_moves()

    @cached_property
    def rule(self) -> Rule | None:
        """The rule that ended the game by itself."""
        return ending_rule(self.game, self.law.ruleset, self.law.analysis) if self.over else None

    @property
    def lawful(self) -> str | None:
        """The result that the first end of the game gives."""
        if self.rule is None:
            return None
        return result_of(self.rule.winner(self.game, self.law.ruleset, self.law.analysis))

    @cached_property
    def ruling(self) -> Ruling | None:
        """The ruling that ended the game, with its evidence."""
        return decide(self.full_game(), self.law.ruleset, self.law.analysis) if self.over else None

    def full_game(self) -> Game:
        """Return the game where `game` stands, with all its moves on the board's stack."""
        if len(self.game.moves) == self.game.ply:
            return self.game
        game = self.restart()
        game.scores.update(self.game.scores)
        for move in self.moves[: self.game.ply]:
            game.push_legal(move)
        return game

    def restart(self) -> Game:
        """Return the game at its start, to be walked through."""
        return start_game(self.start, self.law.ruleset.reading)

    def last_move(self, ply: int) -> str | None:
        """Return the move that led to a ply, in UCI text."""
        return self.moves[ply - 1].uci() if ply else None


def open_case(raw: RawGame, law: Law) -> Case:
    """Replay a game with python-chess. Raises `UserError` where its start cannot be read."""
    transcript = read_transcript(raw)
    start = read_start(transcript.tags)
    moves, fault = _read_moves(transcript, start, law)
    case = build_case(raw, law, transcript, start, moves)
    case.fault = fault
    return case


def build_case(
    raw: RawGame, law: Law, transcript: Transcript, start: Start, moves: list[chess.Move]
) -> Case:
    """Replay moves that are known to be legal to the first end of the game."""
    game = start_game(start, law.ruleset.reading)
    scores = known_scores(transcript, game.turn) if asks_scores(law.ruleset) else None
    uci = [move.uci() for move in moves]
    ruling = replay(game, uci, law.ruleset, law.analysis, scores=scores)
    tags = transcript.tags
    case = Case(
        raw=raw,
        law=law,
        tags=tags,
        start=start,
        result=recorded_result(tags, transcript.terminator),
        terminator=transcript.terminator,
        ending=read_ending(tags, transcript.closing_comment),
        game=game,
        plies=len(moves),
        over=ruling is not None,
        read_moves=lambda: moves,
        faults=transcript.faults,
    )
    case.transcript = transcript
    return case


def recorded_result(tags: Mapping[str, str], terminator: str | None) -> str:
    """Return the result of the record: the tag's, else the terminator's, else "*"."""
    tag = tags.get("Result", "")
    if tag in RESULTS and (tag != "*" or terminator is None):
        return tag
    return terminator or "*"


def asks_scores(ruleset: Ruleset) -> bool:
    """Whether a rule of the set asks what the engines said."""
    return any(ruleset.modes[rule.reason] != "off" for rule in (score_draw.RULE, score_win.RULE))


def known_scores(transcript: Transcript, turn: chess.Color) -> dict[int, int]:
    """Return the scores in the comments by ply, in centipawns from the mover's side.

    `turn` moved first.
    """
    scores = {
        ply: read_score(comment, turn == (ply % 2 == 1))
        for ply, comment in transcript.comments.items()
        if ply
    }
    return {ply: score for ply, score in scores.items() if score is not None}


def _read_moves(
    transcript: Transcript, start: Start, law: Law
) -> tuple[list[chess.Move], Fault | None]:
    board = start_game(start, law.ruleset.reading).board
    moves: list[chess.Move] = []
    for word in transcript.words:
        try:
            move = read_san(board, word)
        except ValueError as error:
            return moves, Fault(len(moves) + 1, word, str(error))
        board.push(move)
        moves.append(move)
    return moves, None
