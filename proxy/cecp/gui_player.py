"""The game as a CECP GUI has it played: from its moves to the engine's, and what is said with them.

The GUI's moves become UCI's `position` and `go`; the engine's `bestmove` becomes a move, with an
offer before it or a claim behind it. Each `go` is answered by one `bestmove`: those of searches
that the GUI has ended are thrown away.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

import chess

from proxy.cecp.gui_claims import Claimant, over_line
from proxy.cecp.gui_clock import GuiClock
from proxy.cecp.gui_game import GuiGame
from proxy.cecp.gui_search import ANALYSE, PONDER, THINK, GuiSearch
from proxy.cecp.moves import read_move, write_move
from proxy.game.illegal import IllegalMoveError
from proxy.offers import OFFER, RESIGN
from proxy.session.commands import Command, SetTimer, ToGui

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.ruling import Ruling

    Ask = Callable[[str, float], list[Command]]
    Announce = Callable[[float], list[Command]]

NULL_MOVES = frozenset(("(none)", "<none>", "0000", "null"))
CLAIM_PATIENCE = 1.0  # for the GUI to end the game on a claim made in place of a move
UNHEARD = "gui claim"  # the timer for it


class GuiPlayer:
    """Plays for the GUI with the engine of the session.

    `ask` gives the session a UCI line and returns what comes of it, translated; `announce` has
    its arbiter rule on the position. `side` is the engine's colour, None in force mode.
    """

    def __init__(self, ask: Ask, announce: Announce) -> None:
        self.claimant = Claimant()
        self.clock = GuiClock()
        self.ponder = False
        self.table = GuiGame()
        self.side: chess.Color | None = None
        self.analysing = False
        self._ask = ask
        self._announce = announce
        self._search: GuiSearch | None = None  # until its answer has come
        self._due = ""  # the kind of search that begins then
        self._claimed_at: int | None = None  # the ply of a claim made in place of a move
        self._heard = True

    @property
    def shown(self) -> GuiSearch | None:
        """The search that the GUI is shown, if one runs."""
        search = self._search
        return None if search is None or search.dropped else search

    @property
    def thinking(self) -> bool:
        """Whether the GUI waits for a move."""
        return self._due == THINK or (self.shown is not None and self.shown.kind == THINK)

    @property
    def idle(self) -> bool:
        """Whether the engine owes no answer."""
        return self._search is None

    # --- where a fault of ours is mended

    def keep(self) -> tuple[object, ...]:
        """Return what `restore` takes: the state between two events."""
        values = (self.side, self.analysing, self.ponder, self._due, self._claimed_at, self._heard)
        return self.table.keep(), copy(self.clock), copy(self._search), values

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Go back to what was kept."""
        table, clock, search, values = kept
        self._search = copy(search)
        self.side, self.analysing, self.ponder, self._due, self._claimed_at, self._heard = values
        self.clock.restore(clock)
        self.table.restore(table)

    def align(self, now: float, *, searching: bool) -> None:
        """Go by what the session does; a search that is not known of is ended."""
        if not searching:
            self._search = None
        elif self._search is None:
            self._search = self._new_search(THINK, now)
            self.stop(now)

    def bare_move(self, line: str) -> list[Command]:
        """Pass on an answer as it is, for want of anything better."""
        search, self._search = self._search, None
        if search is None or search.dropped or search.kind != THINK:
            return []
        text = line.split()[1]
        self.table.push(self.table.read(text))
        return tell(f"move {text}")

    # --- the GUI sets up

    def new(self, now: float) -> list[Command]:
        """Begin a game from the start position: the engine plays Black, and no depth is set."""
        commands = self.stop(now)
        self.clock.reset()
        self.claimant.human = True
        self.side = None if self.analysing else chess.BLACK
        self.table.set_variant()
        return commands + self._begin_game(now)

    def set_variant(self, uci: str, now: float, *, chess960: bool) -> list[Command]:
        """Begin again in another variant, by its UCI name."""
        commands = self.stop(now)
        self.table.set_variant(uci, chess960=chess960)
        return commands + self._begin_game(now)

    def set_board(self, fen: str, now: float) -> list[Command]:
        """Begin from a position, or say that it is impossible."""
        wrong = self.table.set_up(fen)
        if wrong is not None:
            return [*self.force(now), *tell(f"tellusererror Illegal position: {wrong}")]
        return [*self.stop(now), *self._begin_game(now)]

    def take_back(self, count: int, now: float) -> list[Command]:
        """Take back moves: one for `undo`, two for `remove`, as far as there are any."""
        commands = self.stop(now)
        self.table.take_back(count)
        self._claimed_at = None
        return commands + self.analyse_on(now)

    def _begin_game(self, now: float) -> list[Command]:
        self._claimed_at = None
        return [*self._ask("ucinewgame", now), *self.analyse_on(now)]

    # --- the GUI plays

    def force(self, now: float) -> list[Command]:
        """Play for neither side."""
        self.side = None
        self._heard = True
        return self.stop(now)

    def go(self, now: float) -> list[Command]:
        """Play the side on move, from now on."""
        turn = self.table.board.turn
        if self.thinking and self.side == turn:
            return []
        if not self.table.playable:
            return tell("Error (illegal position): go")
        self.side = turn
        return [*self.stop(now), *self._think(now)]

    def play_other(self, now: float) -> list[Command]:
        """Play the side that is not on move."""
        self.side = not self.table.board.turn
        return self.stop(now)

    def user_move(self, text: str, now: float) -> list[Command]:
        """Take a move of the GUI's, in coordinates or SAN."""
        if self.side is not None and self.table.board.turn == self.side:
            return tell(f"Illegal move (it is the engine's turn): {text}")
        try:
            move = self.table.read(text)
        except IllegalMoveError as error:
            return tell(f"Illegal move ({error.why}): {text}")
        self.table.push(move)
        if self.side is None:
            return [*self.stop(now), *self.analyse_on(now)]
        search = self.shown
        if search is None or search.expected != move:
            return [*self.stop(now), *self._think(now)]
        told, claim = self._judge_root(now)
        if claim:
            return [*self.stop(now), *told, *claim]
        search.hit(now)
        return [*told, *self._ask("ponderhit", now)]

    def move_now(self, now: float) -> list[Command]:
        """Have the engine move at once, where it thinks."""
        return self._ask("stop", now) if self.thinking and self.shown is not None else []

    def draw_offered(self, now: float) -> list[Command]:
        """Take the opponent's offer of a draw."""
        return self._ask("setoption name DrawOffer", now)

    # --- analysis

    def analyse(self, now: float) -> list[Command]:
        """Think about whatever is on the board until `exit`."""
        self.side = None
        self.analysing = True
        return [*self.stop(now), *self.analyse_on(now)]

    def exit(self, now: float) -> list[Command]:
        """Leave the analysis, into force mode."""
        self.analysing = False
        return self.force(now)

    def status(self) -> list[Command]:
        """Answer `.`: how far the analysis is."""
        search = self.shown
        if search is None or search.kind != ANALYSE:
            return []
        return tell(search.progress.stat(search.board))

    def analyse_on(self, now: float) -> list[Command]:
        """Think about what is on the board now, in analysis and where there is a move at all."""
        if not self.analysing or self.table.is_over:
            return []
        if not self.idle:
            self._due = ANALYSE
            return []
        commands = self._ask(self.table.position(), now)
        return commands + self._begin(self._new_search(ANALYSE, now), "go infinite", now)

    # --- the engine

    def stop(self, now: float) -> list[Command]:
        """End the search that runs; its answer will be thrown away."""
        self._due = ""
        if self.shown is None:
            return []
        self.shown.dropped = True
        return self._ask("stop", now)

    def spoken(self, said: set[bytes], now: float) -> list[Command]:
        """Pass on what is offered or given up (`OFFER`, `RESIGN`) at another time than a move's."""
        if RESIGN in said:
            self.side = None
            return [*tell("resign"), *self.stop(now)]
        return tell("offer draw") if OFFER in said else []

    def best_move(self, line: str, said: set[bytes], now: float) -> list[Command]:
        """Take the engine's answer to the last `go`, with what is `said` beside it."""
        search, self._search = self._search, None
        if search is None:
            return []
        if search.dropped:
            due, self._due = self._due, ""
            return self._think(now) if due == THINK else self.analyse_on(now)
        if search.kind == ANALYSE:
            return []
        if RESIGN in said:
            self.side = None
            return tell("resign")
        words = line.split()
        text = words[1] if len(words) > 1 else "(none)"
        move = read_move(self.table.board, text)
        if move is None:
            return self._no_move(text)
        claim = self._claim_alone(self.claimant.drawn(), now)
        return claim or self._move(move, words[3:4], search, now, offering=OFFER in said)

    def unheard(self, now: float) -> list[Command]:
        """Go on: a claim in place of a move has not ended the game."""
        heard, self._heard = self._heard, True
        if heard or not self.idle or self.side is None or self.table.board.turn != self.side:
            return []
        return self._think(now)

    def learnt(self, now: float) -> list[Command]:
        """Claim what is known only now, while the opponent thinks: that our move was the last."""
        game = self.table.game
        waits = self.side is not None and game.turn != self.side and not self.thinking
        if not waits or self._claimed_at == game.ply:
            return []
        claim = self.claimant.claim(self.claimant.drawn(), game)
        if not claim:
            return []
        self._claimed_at = game.ply
        return [*self.stop(now), *self._announce(now), *tell(claim)]

    def _no_move(self, text: str) -> list[Command]:
        """Pass on an illegal move as it is; no move at all, which has no form, loses the game."""
        turn, self.side = self.table.board.turn, None
        if text not in NULL_MOVES:
            return tell(f"move {text}")
        return tell(f"{'0-1' if turn else '1-0'} {{the engine gives no move: bestmove {text}}}")

    def _move(
        self,
        move: chess.Move,
        expected: list[str],
        search: GuiSearch,
        now: float,
        *,
        offering: bool,
    ) -> list[Command]:
        """Play the engine's move and say what goes with it, all in one write."""
        mover = self.table.game.turn
        text = f"move {write_move(self.table.board, move)}"
        self.table.push(move)
        self.clock.moved(search.elapsed_ms(now), self.table.moves_of(mover))
        ending = self.claimant.drawn()
        claim = self.claimant.claim(ending, self.table.game)
        if not claim and self.table.is_over:
            claim = over_line(self.table.board)
        if claim:
            return tell(text, claim)
        offers = offering or (ending is not None and self.claimant.delivers)
        said = [text]
        if offers:
            said.insert(1 if self.claimant.offers_behind else 0, "offer draw")
        return [*tell(*said), *self._ponder_on(expected, now)]

    def _ponder_on(self, expected: list[str], now: float) -> list[Command]:
        """Think about the move that the engine expects of the opponent."""
        board = self.table.board
        move = read_move(board, expected[0]) if expected and self.ponder else None
        if move is None:
            return []
        behind = board.copy()
        san = behind.san_and_push(move)
        if not any(behind.generate_legal_moves()):
            return []
        commands = self._ask(self.table.position(move), now)
        go = self.clock.go(self.table.moves_of(behind.turn), white=behind.turn)
        search = GuiSearch(
            PONDER,
            behind,
            now,
            limit_mates=self.claimant.limits_mates,
            expected=move,
            pondered=san,
        )
        return commands + self._begin(search, f"go ponder{go.removeprefix('go')}", now)

    def _think(self, now: float) -> list[Command]:
        """Find a move; at once, or when the answer to the last search has come."""
        if not self.idle:
            self._due = THINK
            return []
        commands = self._ask(self.table.position(), now)
        told, claim = self._judge_root(now)
        commands += told
        if self.table.is_over:
            claim = claim or tell(over_line(self.table.board))
        if claim:
            return commands + claim
        white = self.table.board.turn
        go = self.clock.go(self.table.moves_of(white), white=white)
        return commands + self._begin(self._new_search(THINK, now), go, now)

    def _new_search(self, kind: str, now: float) -> GuiSearch:
        board = self.table.board.copy(stack=False)
        return GuiSearch(kind, board, now, limit_mates=self.claimant.limits_mates)

    def _begin(self, search: GuiSearch, go: str, now: float) -> list[Command]:
        self._search = search
        return self._ask(go, now)

    # --- claims

    def _judge_root(self, now: float) -> tuple[list[Command], list[Command]]:
        """Return what is said of the position that the opponent has brought, and the claim of it.

        The engine's clock runs: it is looked at only where a claim would end the game, or no answer
        of the engine is to come.
        """
        if not self.claimant.delivers and not self.table.is_over:
            return [], []
        told = self._announce(now)
        return told, self._claim_alone(self.claimant.drawn(), now)

    def _claim_alone(self, ending: Ruling | None, now: float) -> list[Command]:
        """Claim in place of a move, once; where the GUI goes on, so do we."""
        game = self.table.game
        if ending is None or ending.ply != game.ply or self._claimed_at == game.ply:
            return []
        claim = self.claimant.claim(ending, game)
        if not claim:
            return []
        self._claimed_at = game.ply
        self._heard = False
        return [*tell(claim), SetTimer(UNHEARD, now + CLAIM_PATIENCE)]


def tell(*lines: str) -> list[Command]:
    """Return the commands that tell the GUI CECP lines, in one write."""
    return [ToGui(line.encode()) for line in lines]
