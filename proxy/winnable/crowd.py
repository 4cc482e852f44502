"""Exhaustion by sets: one king is a crowd, on every square at once where it may be by now.

What is kept is every arrangement of all the other men, and with it the set of squares where that
king may stand: fifty positions are opened at the price of two or three. Nothing is lost by it.
A king's steps depend on nothing but what the others attack once it is out of the way, the moves of
its own men only on whether it is in check or they shield it, and the moves of the other side on it
only where it is in the way, next to the other king's target, or shields him from its own men. Those
squares are opened one by one, by the rules in full; so are all where castling or en passant may be
possible.

Where one side has only pawns to move the other's king decides how long that lasts, and the two
pass through the same arrangements of pawns again and again: such a crowd is large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import chess

from proxy.bitboards.geometry import (
    ALL,
    BETWEEN,
    DIAGONALS,
    KING,
    KNIGHT,
    LINES,
    NOT_A,
    NOT_H,
    PAWN,
    RINGS,
    attacks,
    bits,
    diagonal,
    line,
    mating_corner_is_east,
)
from proxy.bitboards.position import (
    add_moves,
    add_pawn_moves,
    attacked_squares,
    in_check,
    legal_moves,
    play,
)
from proxy.winnable.distance import guesses
from proxy.winnable.frontier import Frontier, news_of
from proxy.winnable.material import cannot_mate

if TYPE_CHECKING:
    from proxy.bitboards.position import Position
    from proxy.winnable.budget import Budget

MOST_ARRANGEMENTS = 100_000  # about 200 MB
STALE = 320  # what it counts that nothing is new
AGAIN = 100  # and that it has been opened before: the later, the more squares at once
LOST = -1  # in place of an arrangement where White cannot mate by material


class _Plan(NamedTuple):
    """What may be played in one arrangement, wherever in the crowd the king is.

    moves: of all but the crowd: the arrangement after it, the squares of the crowd that let it be
    played, and the move. special: squares to be opened one by one. mates: whether Black is mated
    where none of all this is possible: everywhere but on the special squares, or, if the crowd is
    to move, where it is attacked. still, closed, attacked, theirs: if the crowd is to move, the
    arrangement after its quiet steps, where it cannot go, where it is in check, what it may take.
    """

    moves: list[tuple[int, int, int]]
    special: int
    mates: bool
    still: int = LOST
    closed: int = 0
    attacked: int = 0
    theirs: int = 0


class Crowd:
    """One exhaustion from a position, in as many runs as the budget likes.

    `line` holds the mate once `run` has said True. False is a proof that there is none, None that
    the share was spent or too much is kept.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.budget = budget
        self.line: list[int] = []
        self._walks = walker(position)  # whose king is the crowd
        self._index: dict[Position, int] = {}
        self._men: list[Position] = []  # by index, as all the lists that follow
        self._seen: list[int] = []
        self._waiting: list[int] = []
        # How the squares were come by: which, from which arrangement, from which squares, the move;
        # a step of the crowd's king is no move, for it may be several.
        self._ways: list[list[tuple[int, int, int, int | None]]] = []
        self._plans: dict[int, _Plan] = {}
        self._frontiers = (Frontier(), Frontier())
        self._news: set[tuple[int, int, int, int]] = set()
        self._walked: dict[tuple[int, int, int], int] = {}
        self._opened = 0
        self._from = (LOST, 0)
        self._mate: tuple[int, int] | None = None
        men, king = _split(position, self._walks)
        self._add(self._number(men), king, None)

    def run(self, nodes: int) -> bool | None:
        """Open what seems nearest to a mate, to a mate, to nothing left, or the share's end."""
        budget = self.budget
        end = budget.share(nodes)
        while self._mate is None:
            if budget.spent >= end or (not self._opened & 63 and budget.over):
                return None
            if len(self._men) > MOST_ARRANGEMENTS:
                return None
            try:
                number = self._frontiers[self._opened & 1].pop()
            except IndexError:
                return False
            crowd, self._waiting[number] = self._waiting[number], 0
            if crowd:  # else the other guess has been there before
                self._opened += 1
                self._open(number, crowd)
        self._trace(*self._mate)
        return True

    def _open(self, number: int, crowd: int) -> None:
        men = self._men[number]
        if men[9] or men[8] & (men[6] if self._walks else ~men[6]):
            self._open_each(number, crowd)
            return
        plan = self._plans.get(number)
        if plan is None:
            plan = (self._plan_crowd if men[7] == self._walks else self._plan_others)(men)
            self._plans[number] = plan
        moves, special, mates = plan[:3]
        self.budget.spent += len(moves) + 1
        self._from = number, crowd
        if men[7] == self._walks:
            self._step(number, crowd, plan)
        special &= crowd
        stuck = plain = crowd ^ special
        seen = self._seen
        for child, squares, move in moves:
            able = squares & plain
            stuck &= ~able
            if able & ~seen[child]:
                self._add(child, able, move)
        if mates and stuck and men[7] != self._walks:
            self._mate = number, stuck.bit_length() - 1
        if special:
            self._open_each(number, special)

    def _step(self, number: int, crowd: int, plan: _Plan) -> None:
        """Let every king of the crowd step and take, all at once."""
        _, _, mates, still, closed, attacked, theirs = plan
        if mates:
            for square in bits(crowd & attacked):
                if not KING[square] & ~closed:
                    self._mate = number, square
        beside = (crowd & NOT_H) << 1 | (crowd & NOT_A) >> 1
        row = crowd | beside
        steps = (beside | row << 8 | row >> 8) & ALL & ~closed
        self._add(still, steps & ~theirs, None)
        for square in bits(steps & theirs):
            self._add(self._number(_without(self._men[number], square)), 1 << square, None)

    def _plan_crowd(self, men: Position) -> _Plan:
        pawns, knights, bishops, rooks, queens, kings, white, turn, castling, _ = men
        occupied = pawns | knights | bishops | rooks | queens | kings
        own = white if turn else occupied & ~white
        attacked = attacked_squares(men, not turn)
        moves = []
        for move in _army_moves(men):
            origin, target = move & 63, move >> 6 & 63
            barred = BETWEEN[origin][target] | 1 << target
            moves.append((self._number(play(men, move)), ~barred, move))
        special = attacked | _shielded(men, occupied, own) if moves else 0
        still = self._number((*men[:7], not turn, castling, 0))
        # With other men to move, squares in check are special, and a mate is found there.
        mates = not turn and not moves
        return _Plan(moves, special, mates, still, own | attacked, attacked, occupied ^ own)

    def _plan_others(self, men: Position) -> _Plan:
        _, _, bishops, rooks, queens, kings, white, turn, castling, _ = men
        own = white if turn else ~white
        king = kings.bit_length() - 1
        special = _screened(men, king)
        if castling:  # a king in the way may also be what lets the other castle
            for slider in bits((bishops | rooks | queens) & ~own):
                special |= DIAGONALS[slider] | LINES[slider]
        moves = []
        for move in legal_moves(men):
            origin, target = move & 63, move >> 6 & 63
            barred = BETWEEN[origin][target] | 1 << target
            if origin == king:
                barred |= KING[target]
                if rooks & own & 1 << target:
                    special = ALL  # castling
            moves.append((self._number(play(men, move)), ~barred, move))
        return _Plan(moves, special, not turn and in_check(men))

    def _open_each(self, number: int, crowd: int) -> None:
        """Open position after position where the moves depend on where in the crowd the king is."""
        men = self._men[number]
        for square in bits(crowd):
            position = _join(men, square, self._walks)
            self._from = number, 1 << square
            moves = legal_moves(position)
            if not moves and not men[7] and in_check(position):
                self._mate = number, square
            for move in moves:
                self.budget.spent += 1
                child, king = _split(play(position, move), self._walks)
                self._add(self._number(child), king, move)

    def _number(self, men: Position) -> int:
        number = self._index.get(men)
        if number is None:
            if cannot_mate(men):
                number = LOST
            else:
                number = len(self._men)
                self._men.append(men)
                self._seen.append(0)
                self._waiting.append(0)
                self._ways.append([])
            self._index[men] = number
        return number

    def _add(self, number: int, crowd: int, move: int | None) -> None:
        """Let the crowd stand on more squares, and the arrangement wait to be opened."""
        if number < 0:
            return
        new = crowd & ~self._seen[number]
        if not new:
            return
        self._seen[number] |= new
        self._ways[number].append((new, *self._from, move))
        if self._waiting[number]:
            self._waiting[number] |= new
            return
        self._waiting[number] = new
        men = self._men[number]
        corner, anywhere = guesses(_join(men, self._nearest(men, new), self._walks))
        stale = 0 if self._is_news(men, new, move) else STALE
        if number in self._plans:
            stale += AGAIN
        self._frontiers[0].push(corner + stale, number)
        self._frontiers[1].push(anywhere + stale, number)

    def _nearest(self, men: Position, crowd: int) -> int:
        """Return the square of a crowd that is nearest to a mate in the corner."""
        if crowd & (crowd - 1):
            east = mating_corner_is_east(men[2], men[6])
            aims = (chess.A8, chess.H8, chess.B6, chess.G6)
            for ring in RINGS[aims[east + 2 * self._walks]]:
                if crowd & ring:
                    crowd &= ring
                    break
        return crowd.bit_length() - 1

    def _is_news(self, men: Position, new: int, move: int | None) -> bool:
        """Whether the piece just moved is where its like has not been among these men and pawns."""
        if move is None:
            among = news_of(men, 0)[:3]
            known = self._walked.get(among, 0)
            self._walked[among] = known | new
            return bool(new & ~known)
        news = news_of(men, move)
        if news in self._news:
            return False
        self._news.add(news)
        return True

    def _trace(self, number: int, square: int) -> None:
        while True:
            for squares, parent, origins, move in self._ways[number]:  # noqa: B007 - the one found
                if squares >> square & 1:
                    break
            if parent < 0:
                break
            if move is None:
                origin = (KING[square] & origins).bit_length() - 1
                self.line.append(origin | square << 6)
                square = origin
            else:
                self.line.append(move)
                if not origins & (origins - 1):
                    square = origins.bit_length() - 1
            number = parent
        self.line.reverse()


def walker(position: Position) -> bool:
    """Return the side whose king has more room to walk about: the larger crowd."""
    return _room(position, chess.WHITE) > _room(position, chess.BLACK)


def _room(position: Position, white: bool) -> int:
    """Count the squares that a king could walk to if nothing else moved and only pawns guarded."""
    pawns, knights, bishops, rooks, queens, kings, whites, _, _, _ = position
    own = whites if white else (pawns | knights | bishops | rooks | queens | kings) & ~whites
    closed = own
    for square in bits(pawns & ~own):
        closed |= PAWN[not white][square]
    room = todo = kings & own
    while todo:
        low = todo & -todo
        todo ^= low
        fresh = KING[low.bit_length() - 1] & ~closed & ~room
        room |= fresh
        todo |= fresh
    return room.bit_count()


def _join(men: Position, square: int, walks: bool) -> Position:
    king = 1 << square
    return (*men[:5], men[5] | king, men[6] | king if walks else men[6], *men[7:])


def _split(position: Position, walks: bool) -> tuple[Position, int]:
    white = position[6]
    king = position[5] & (white if walks else ~white)
    return (*position[:5], position[5] ^ king, white & ~king, *position[7:]), king


def _without(men: Position, square: int) -> Position:
    """Return the arrangement once the crowd's king has taken on a square."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, castling, _ = men
    rest = ~(1 << square)
    return (
        pawns & rest,
        knights & rest,
        bishops & rest,
        rooks & rest,
        queens & rest,
        kings,
        white & rest,
        not turn,
        castling & rest,
        0,
    )


def _shielded(men: Position, occupied: int, own: int) -> int:
    """Squares where one of its own men, and nothing else, stands between a king and a slider."""
    _, _, bishops, rooks, queens, _, _, _, _, _ = men
    shielded = 0
    for square in bits((bishops | queens) & ~own):
        first = diagonal(square, occupied)
        shielded |= diagonal(square, occupied & ~(first & own)) & ~first
    for square in bits((rooks | queens) & ~own):
        first = line(square, occupied)
        shielded |= line(square, occupied & ~(first & own)) & ~first
    return shielded


def _screened(men: Position, king: int) -> int:
    """Squares where one more man would shield the king to move, or a square he might step to."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = men
    through = pawns | knights | bishops | rooks | queens
    theirs = ~white if turn else white
    screened = 0
    for kind, rays, sliders in (
        (chess.BISHOP, DIAGONALS, (bishops | queens) & theirs),
        (chess.ROOK, LINES, (rooks | queens) & theirs),
    ):
        for slider in bits(sliders):
            if rays[slider] & kings:  # even if another man stands between: he would be pinned
                screened |= BETWEEN[slider][king]
            for target in bits(KING[king] & rays[slider]):
                if attacks(kind, turn, slider, through) >> target & 1:
                    screened |= BETWEEN[slider][target]
    return screened


def _army_moves(position: Position) -> list[int]:
    """Return the moves of the side to move but its king's, as if that were never in danger."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    own = white if turn else occupied ^ white
    moves: list[int] = []
    for square in bits((knights | bishops | rooks | queens) & own):
        piece = 1 << square
        if knights & piece:
            reach = KNIGHT[square]
        else:
            reach = 0 if rooks & piece else diagonal(square, occupied)
            if not bishops & piece:
                reach |= line(square, occupied)
        add_moves(moves, square, reach & ~own)
    add_pawn_moves(moves, pawns & own, occupied, occupied ^ own, ALL, turn)
    return moves
