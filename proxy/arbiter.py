"""The arbiter of one session: follows the game, rules, and says what the GUI is told.

Fails open: where the game cannot be followed he says so once, then rules nothing until the next
good position. Imported in the background, after `uciok`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from proxy.analysis import NoTablebase
from proxy.answers import NULL_MOVES, mend, move_of, objection, own_choice, without_bad_ponder
from proxy.delivery import Answer, wording
from proxy.errors import UserError
from proxy.exact import quick_analysis
from proxy.game.claiming import claimed
from proxy.game.follow import Follower
from proxy.inquiry import Inquiry
from proxy.offers import Dealings
from proxy.perpetual.advice import Advisor
from proxy.policy import steer
from proxy.rules import agreement
from proxy.ruling import decide
from proxy.saying import say
from proxy.uci import last_exact, score_cp

if TYPE_CHECKING:
    from collections.abc import Iterable

    import chess

    from proxy.analysis import Tablebase
    from proxy.conduct import Conduct
    from proxy.game.game import Game
    from proxy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Verdict:
    """What comes of an engine's answer: the lines to send, the last its `bestmove`.

    `ruling` is set with the answer that tells it. `repairs` are the names of what was mended, each
    with a text.
    """

    lines: list[bytes]
    ruling: Ruling | None = None
    repairs: list[tuple[str, str]] = field(default_factory=list)


class Arbiter:
    """Judges the game that `position` lines and the engine's answers tell."""

    def __init__(self, conduct: Conduct) -> None:
        self._syzygy_path = ""  # the engine's, as the GUI has set it
        self._borrowed: Tablebase | None = None  # and the tables there
        self.conduct = conduct
        self._follower = Follower(self._see, conduct.ruleset.reading)
        self._ending: Ruling | None = None
        self._told: Ruling | None = None
        self._trouble: list[bytes] = []  # what still has to be said
        self._lost = False
        self._inquiry = Inquiry()
        self._advisor = Advisor()
        self._dealings = Dealings(self._advisor.checker)
        self._agree(conduct)

    @property
    def ending(self) -> Ruling | None:
        """The first ruling that ended the game on the board, which may have gone on since."""
        game = self._follower.game
        ending = self._ending
        return (
            ending if game is not None and ending is not None and ending.ply <= game.ply else None
        )

    def set_option(self, name: bytes, value: bytes) -> None:
        """Take note of an option set in the GUI; `name` in lower case."""
        text = value.decode("utf-8", "replace")
        self._follower.set_option(name.decode("utf-8", "replace"), text)
        if name == b"syzygypath":
            self._syzygy_path = text
            self.conduct = self._with_tables(self.conduct)

    def say(self, text: str) -> None:
        """Have something said with the next answer."""
        self._trouble.append(say(text))

    def new_game(self) -> None:
        """Take in `ucinewgame`."""
        self._follower.reset()
        self._ending = self._told = None
        self._dealings = Dealings(self._advisor.checker)
        self._inquiry.new_game()
        self._advisor.new_game()

    def announce(self) -> Verdict:
        """Return the ruling that stands and has not been told yet, with the line that tells it."""
        ending = self.ending
        if ending is None or ending == self._told:
            return Verdict([])
        self._told = ending
        return Verdict([wording.ruling(ending, self.conduct.ruleset.name)], ending)

    def adopt(self, ruling: Ruling) -> None:
        """Take over a ruling on the engine's own word, which has been told.

        A draw by the rules is delivered from here on as one of his own. What the sides have agreed,
        or a win that UCI cannot tell, is the GUI's to end.
        """
        by_rule = ruling.winner is None and ruling.reason != agreement.RULE.reason
        if by_rule and self.ending is None:
            self._ending = self._told = ruling

    def draw_offered(self) -> list[bytes]:
        """Take in that the opponent offers a draw; return the lines that accept it at once.

        Otherwise it is answered with the engine's next move.
        """
        return self._dealings.offered(self._follower.game, self.conduct, self.ending)

    def compare(self, result: bytes) -> bytes | None:
        """Return what is to be said where the GUI's result is another than what was ruled."""
        ending, found = self.ending, result.decode("ascii", "replace")
        if ending is None or found in {ending.result, "*"}:
            return None
        return say(
            f"the game was recorded as {found}; it was {ending.result} by {ending.reason} "
            f"since ply {ending.ply}"
        )

    def act(self, conduct: Conduct) -> None:
        """Act in another way from now on; another ruleset holds from the next position."""
        if conduct.ruleset != self.conduct.ruleset:
            self._follower.change_reading(conduct.ruleset.reading)
            self._advisor.new_game()
            self._ending = self._told = None
        self.conduct = self._with_tables(conduct)
        self._agree(conduct)

    def may_splice(self, line: bytes) -> bool:
        """Tell whether the engine may have to be sent another line than this one. Cheap."""
        return self.conduct.splice and self._follower.may_splice(line)

    def whole_game(self, line: bytes) -> bytes:
        """Return what to send the engine for a `position` line that was just followed."""
        return self._follower.whole_game(line)

    def position(self, line: bytes, *, splice: bool = False) -> None:
        """Follow a `position` line; with `splice` a bare FEN may continue the game."""
        try:
            self._follower.position(line, splice=splice and self.conduct.splice)
            self._lost = False
        except UserError as error:
            self._lose(error)

    def terminal(self) -> list[bytes] | None:
        """Return the answer to a `go` where no legal move exists; None where one does."""
        game = self._follower.game
        if game is None or game.has_legal_move:
            return None
        score = b"mate 0" if game.diagram.is_check() else b"cp 0"
        return [b"info depth 0 score " + score, b"bestmove (none)"]

    def answer(self, bestmove: bytes, written: Iterable[bytes]) -> Verdict:
        """Judge the engine's `bestmove` line; `written` are the blocks it wrote before it."""
        text = move_of(bestmove)
        game = self._follower.game
        dealt: list[bytes] = []
        score = self._score(written)
        repairs: list[tuple[str, str]] = []
        if game is not None and text.lower() not in NULL_MOVES:
            move, mended, repair = mend(game, text, self.conduct.repairs)
            if repair:
                repairs.append(
                    (repair, f"{text.decode('ascii', 'replace')} sent as {mended.decode()}")
                )
                bestmove = bestmove.replace(text, mended, 1)
                text = mended
            mover = game.turn
            claims = self.conduct.claims.claims(score)
            if claims:
                self._claim(game, mover)
            if move is not None and self.conduct.steer:
                move, text, bestmove = self._steer(game, move, text, bestmove, score)
            resigning = self._dealings.resigns(game, self.conduct, self.ending, score)
            try:
                self._follower.own_move(text, move)
                if score is not None:
                    game.scores[game.ply] = score
                if claims:
                    self._claim(game, mover)
                ending = self.ending
                dealt = self._dealings.answer(game, self.conduct, ending, resigning=resigning)
                if b"ponder" in bestmove and "ponder" in self.conduct.repairs:
                    bestmove, why = without_bad_ponder(
                        game, bestmove, self.conduct.ruleset, over=ending is not None
                    )
                    repairs += [("ponder", why)] if why else []
            except UserError as error:
                self.say(str(error))
        return self._verdict(bestmove, text, written, dealt, repairs)

    def objection(self, bestmove: bytes) -> str:
        """Return why an answer would lose the game on the spot; nothing: it may pass."""
        game = self._follower.game
        return "" if game is None else objection(game, bestmove)

    def own_choice(self, written: Iterable[bytes]) -> bytes | None:
        """Return a legal move for an engine that gives none; None where the game is not known."""
        game = self._follower.game
        return None if game is None else own_choice(game, written)

    def _score(self, written: Iterable[bytes]) -> int | None:
        """Return the engine's last exact score in centipawns, where anything turns on it."""
        if not self.conduct.needs_scores:
            return None
        line = last_exact(written)
        return None if line is None else score_cp(line)

    def questions(self) -> list[bytes]:
        """Return what the analyst is to be asked about the position on the board, if anything."""
        game, ruleset = self._follower.game, self.conduct.ruleset
        if game is None or not self.conduct.exact or self.ending is not None:
            return []
        perpetual = self._advisor.question(game, ruleset) if game.count > 1 else None
        asked = [] if perpetual is None else [perpetual]
        dead = self._inquiry.question(game, ruleset)
        return asked if dead is None else [*asked, dead]

    def learn(self, answer: bytes) -> Ruling | None:
        """Take in an answer of the analyst: a position of this game may have been dead.

        Returned is what is proven and ends nothing, where that is news (see `proxy.perpetual`).
        """
        game = self._follower.game
        ruling = self._inquiry.answer(answer, game, self.conduct.ruleset)
        ending = self.ending
        if ruling is not None and (ending is None or not ending.automatic):
            self._ending = ruling
        return self._advisor.answer(answer, game)

    def _verdict(
        self,
        bestmove: bytes,
        move: bytes,
        written: Iterable[bytes],
        dealt: list[bytes],
        repairs: list[tuple[str, str]],
    ) -> Verdict:
        self._hear_tables()
        lines, self._trouble = [*dealt, *self._trouble], []
        ending = self.ending
        if ending is None:
            game = self._follower.game
            advice = None if game is None else self._advisor.take_unsaid(game)
            lines += [] if advice is None else [wording.advice(advice)]
            return Verdict([*lines, bestmove], None, repairs)
        news = self.announce()
        first = news.ruling is not None
        lines += news.lines
        certain = ending.automatic or self.conduct.both_claim()
        lines += self.conduct.deliver(Answer(ending, move, last_exact(written), first, certain))
        return Verdict([*lines, bestmove], ending if first else None, repairs)

    def _claim(self, game: Game, mover: chess.Color) -> None:
        """Claim for the engine, whose policy says so; an ending that stands goes first."""
        if self.ending is None:
            self._ending = claimed(game, self.conduct.ruleset, self.conduct.analysis, mover)

    def _steer(
        self, game: Game, own: chess.Move, text: bytes, bestmove: bytes, score: int | None
    ) -> tuple[chess.Move, bytes, bytes]:
        """Return the move to play, its text and its line: the engine's or a drawing one."""
        conduct = self.conduct
        if self.ending is not None:
            return own, text, bestmove
        chosen = steer(game, conduct.ruleset, conduct.claims, score, own, conduct.analysis)
        if chosen == own:
            return own, text, bestmove
        text = game.uci(chosen).encode()
        self.say(f"steered from {own.uci()} to {chosen.uci()}, which completes a 1/2-1/2")
        return chosen, text, b"bestmove " + text

    def _see(self, game: Game) -> None:
        if self._ending is not None and self._ending.ply >= game.ply:
            self._ending = self._told = None  # that was another line of play
        if self._ending is None or not self._ending.automatic:
            automatic = decide(game, self.conduct.ruleset, self.conduct.analysis)
            self._ending = automatic or self._ending

    def _hear_tables(self) -> None:
        """Take what has gone wrong with the tables, which may be others from now on."""
        for warning in self.conduct.analysis.tablebase.take_warnings():
            self.say(warning)

    def _with_tables(self, conduct: Conduct) -> Conduct:
        """Let the engine's endgame tables serve where tables rule and none are set for us."""
        self._hear_tables()
        path, wanted = self._syzygy_path, conduct.ruleset.modes["tablebase"] != "off"
        if not wanted or path in {"", "<empty>"}:
            return conduct
        given = conduct.analysis.tablebase
        if not isinstance(given, NoTablebase) and given is not self._borrowed:
            return conduct
        analysis = quick_analysis(path)
        self._borrowed = analysis.tablebase
        return replace(conduct, analysis=replace(conduct.analysis, tablebase=self._borrowed))

    def _agree(self, conduct: Conduct) -> None:
        if conduct.disagreement:
            self.say(conduct.disagreement)

    def _lose(self, error: UserError) -> None:
        self._ending = self._told = None
        if not self._lost:
            self._lost = True
            self.say(f"{error}; no rulings until the next good position")
