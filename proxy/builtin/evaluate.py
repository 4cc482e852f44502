"""The worth of a quiet position: material, the place of each piece, passed pawns, bare kings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import chess

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE_VALUES: Final = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 335,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 0,
}
"""Centipawns."""

_PHASE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
_FULL_PHASE = 24  # all pieces on the board: pure middlegame
_PASSED = (0, 5, 10, 20, 40, 70, 110, 0)  # endgame bonus by the rank as its owner counts
_BISHOP_PAIR = 30
_TEMPO = 10


def evaluate(board: chess.Board) -> int:
    """Return centipawns for the side to move, shrinking towards 0 as the fifty moves run out."""
    white, black = _Side(board, chess.WHITE), _Side(board, chess.BLACK)
    phase = min(white.phase + black.phase, _FULL_PHASE)
    middle = white.middle - black.middle
    end = white.end - black.end
    end += _drive(board, white, black) - _drive(board, black, white)
    # Divided by int(a / b), which rounds towards 0 for both colours alike.
    score = int((middle * phase + end * (_FULL_PHASE - phase)) / _FULL_PHASE)
    if _cannot_win(white if score > 0 else black, black if score > 0 else white):
        score = int(score / 8)
    score = int(score * (150 - min(board.halfmove_clock, 100)) / 150)
    return (score if board.turn else -score) + _TEMPO


class _Side:
    """What one side has: `middle` and `end` in centipawns, `phase` in units of minor pieces."""

    __slots__ = ("bare", "color", "end", "material", "middle", "pawns", "phase")

    def __init__(self, board: chess.Board, color: chess.Color) -> None:
        own = board.occupied_co[color]
        self.color = color
        self.pawns = board.pawns & own
        self.bare = own == board.kings & own
        self.middle = self.end = self.material = self.phase = 0
        tables = _TABLES[color]
        for piece_type, squares in (
            (chess.PAWN, self.pawns),
            (chess.KNIGHT, board.knights & own),
            (chess.BISHOP, board.bishops & own),
            (chess.ROOK, board.rooks & own),
            (chess.QUEEN, board.queens & own),
            (chess.KING, board.kings & own),
        ):
            if not squares:
                continue
            middle, end = tables[piece_type]
            for square in chess.scan_forward(squares):
                self.middle += middle[square]
                self.end += end[square]
            count = squares.bit_count()
            self.material += count * PIECE_VALUES[piece_type]
            self.phase += count * _PHASE.get(piece_type, 0)
            if piece_type == chess.BISHOP and count > 1:
                self.middle += _BISHOP_PAIR
                self.end += _BISHOP_PAIR
        self.middle += self.material
        self.end += self.material + self._passed(board.pawns & ~own)

    def _passed(self, enemy_pawns: chess.Bitboard) -> int:
        spans = _FRONT_SPANS[self.color]
        bonus = 0
        for square in chess.scan_forward(self.pawns):
            if not spans[square] & enemy_pawns:
                bonus += _PASSED[_rank(square, self.color)]
        return bonus


def _cannot_win(stronger: _Side, weaker: _Side) -> bool:
    """Whether the side ahead has no pawn and at most a minor piece more: hardly ever a win."""
    lead = stronger.material - weaker.material
    return not stronger.pawns and lead <= PIECE_VALUES[chess.BISHOP]


def _drive(board: chess.Board, hunter: _Side, hunted: _Side) -> int:
    """Return the bonus for a bare king near the edge with the other king close to it."""
    if not hunted.bare or hunter.material < PIECE_VALUES[chess.ROOK]:
        return 0
    king, target = board.king(hunter.color), board.king(hunted.color)
    if king is None or target is None:
        return 0
    return 15 * _from_centre(target) + 8 * (7 - chess.square_distance(king, target))


def _rank(square: chess.Square, color: chess.Color) -> int:
    """Return the rank from 0 to 7 as seen by `color`."""
    rank = chess.square_rank(square)
    return rank if color else 7 - rank


def _from_centre(square: chess.Square) -> int:
    """Return 0 for the four squares in the middle to 6 for a corner."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return abs(2 * file - 7) // 2 + abs(2 * rank - 7) // 2


def _place(piece_type: chess.PieceType, square: chess.Square, rank: int) -> tuple[int, int]:
    """Return the middlegame and endgame worth of a place, in centipawns; `rank` is the owner's."""
    centre = 3 - _from_centre(square)
    central_file = 3 - abs(2 * chess.square_file(square) - 7) // 2
    match piece_type:
        case chess.PAWN:
            return (rank * central_file * 2 + rank * 2, rank * 8)
        case chess.KNIGHT:
            return (7 * centre - (8 if rank == 0 else 0), 6 * centre)
        case chess.BISHOP:
            return (4 * centre - (10 if rank == 0 else 0), 3 * centre)
        case chess.ROOK:
            return (3 * central_file + (20 if rank == 6 else 0), 10 if rank == 6 else 0)
        case chess.QUEEN:
            return (centre, 4 * centre)
        case _:
            return (-15 * rank - 12 * central_file, 10 * centre)


def _tables(color: chess.Color) -> dict[chess.PieceType, tuple[list[int], list[int]]]:
    tables = {}
    for piece_type in chess.PIECE_TYPES:
        places = [_place(piece_type, square, _rank(square, color)) for square in chess.SQUARES]
        tables[piece_type] = ([middle for middle, _ in places], [end for _, end in places])
    return tables


def _front_spans(color: chess.Color) -> Iterator[chess.Bitboard]:
    """Yield for each square the squares ahead on its own and the neighbouring files."""
    for square in chess.SQUARES:
        file, rank = chess.square_file(square), _rank(square, color)
        yield sum(
            chess.BB_SQUARES[ahead]
            for ahead in chess.SQUARES
            if abs(chess.square_file(ahead) - file) <= 1 and _rank(ahead, color) > rank
        )


_TABLES: Final = {color: _tables(color) for color in chess.COLORS}
_FRONT_SPANS: Final = {color: list(_front_spans(color)) for color in chess.COLORS}
