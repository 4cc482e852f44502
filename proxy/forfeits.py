"""What saves the side that has flagged, resigned or made its final illegal move from losing.

A ruleset names one exception for each kind of forfeit; each is asked about the side that would win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proxy.forced_mate import mates_within

if TYPE_CHECKING:
    from collections.abc import Callable

    import chess

    from proxy.analysis import Analysis


FORCED_WIN_MOVES = 3
FORCED_WIN_BUDGET = 5_000  # positions: a second or two, once in a game


class Answer(NamedTuple):
    """Whether the game is drawn after all, and whether that is certain."""

    drawn: bool
    certain: bool = True


def none(_board: chess.Board, _winner: chess.Color, _analysis: Analysis) -> Answer:
    """Nothing saves: the forfeit always loses, as in fastchess and c-chess-cli."""
    return Answer(drawn=False)


def bare_king(board: chess.Board, winner: chess.Color, _analysis: Analysis) -> Answer:
    """Only an opponent's bare king saves, as in cutechess."""
    return Answer(_is_bare(board, winner))


def material(board: chess.Board, winner: chess.Color, _analysis: Analysis) -> Answer:
    """Lichess: an opponent whose material cannot mate saves, whatever the position."""
    return Answer(board.has_insufficient_material(winner))


def cannot_mate(board: chess.Board, winner: chess.Color, analysis: Analysis) -> Answer:
    """Articles 6.9, 5.1.2, 7.5.5: an opponent who cannot mate by any legal moves saves."""
    can_mate = analysis.ask_can_mate(board, winner)
    return Answer(drawn=can_mate is False, certain=can_mate is not None)


def uscf_14e(board: chess.Board, winner: chess.Color, analysis: Analysis) -> Answer:
    """Insufficient material to win on time (USCF 14E1 to 14E3).

    A lone king saves; a king with one bishop or knight without a forced win; and two knights
    against a side without pawns, without a forced win. Forced wins are searched for a few moves
    deep: one is all that two knights can have against a bare king, and none can be had where no
    series of moves mates. Elsewhere the answer is a draw that is not certain.
    """
    own = board.occupied_co[winner]
    minors = own & (board.bishops | board.knights)
    count = own.bit_count()
    lone_minor = count == 2 and minors
    two_knights = count == 3 and (own & board.knights).bit_count() == 2
    loser_has_pawns = board.pawns & board.occupied_co[not winner]
    if count == 1:
        return Answer(drawn=True)
    if not (lone_minor or (two_knights and not loser_has_pawns)):
        return Answer(drawn=False)
    if mates_within(board, winner, FORCED_WIN_MOVES, FORCED_WIN_BUDGET):
        return Answer(drawn=False)
    certain = _is_bare(board, not winner) or analysis.ask_can_mate(board, winner) is False
    return Answer(drawn=True, certain=certain)


def _is_bare(board: chess.Board, color: chess.Color) -> bool:
    return board.occupied_co[color].bit_count() == 1


EXCEPTIONS: dict[str, Callable[[chess.Board, chess.Color, Analysis], Answer]] = {
    "none": none,
    "bare-king": bare_king,
    "material": material,
    "cannot-mate": cannot_mate,
    "uscf-14e": uscf_14e,
}
