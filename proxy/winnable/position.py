"""A position as a tuple of integers, with its legal moves: five times the speed of `chess.Board`.

The tuple is its own exact hash key. Only what the question needs is in it: no clocks, no history.
Moves are integers: from-square, to-square << 6, promotion piece << 12. Castling is written as in
Chess960, king takes own rook. The generator is held to python-chess's move for move by the tests.
"""

from __future__ import annotations

import struct

import chess

from proxy.winnable.geometry import (
    ALL,
    BETWEEN,
    DIAGONALS,
    KING,
    KNIGHT,
    LINES,
    NOT_A,
    NOT_H,
    PAWN,
    RANKS,
    diagonal,
    line,
)

# pawns, knights, bishops, rooks, queens, kings, white, white to move, castling rooks, en passant.
# All are bitboards; the last is empty unless an enemy pawn stands ready to take on that square.
Position = tuple[int, int, int, int, int, int, int, bool, int, int]

_PROMOTIONS = (chess.QUEEN << 12, chess.ROOK << 12, chess.BISHOP << 12, chess.KNIGHT << 12)
PROMOTES = 1 << 12  # a move of this number or a greater one is a promotion
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def from_board(board: chess.Board, mirror: bool) -> Position:
    """Translate a board; `mirror` exchanges the colours, so that the side asked about is White."""
    if mirror:
        board = board.mirror()
    ep = 1 << board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else 0
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.clean_castling_rights(),
        ep,
    )


def in_check(position: Position, *, white: bool | None = None) -> bool:
    """Whether a side's king is attacked, be it by the other king; by default the side to move."""
    pawns, knights, bishops, rooks, queens, kings, white_men, turn, _, _ = position
    if white is None:
        white = turn
    occupied = pawns | knights | bishops | rooks | queens | kings
    king = (kings & (white_men if white else ~white_men)).bit_length() - 1
    return is_attacked(position, king, white=not white, occupied=occupied)


def is_attacked(position: Position, square: int, *, white: bool, occupied: int) -> bool:
    """Whether a side attacks a square, the lines ending at `occupied` squares."""
    pawns, knights, bishops, rooks, queens, kings, white_men, _, _, _ = position
    men = white_men if white else ~white_men
    if men & (PAWN[not white][square] & pawns | KNIGHT[square] & knights | KING[square] & kings):
        return True
    # Mostly nothing stands on those lines at all.
    sliders = DIAGONALS[square] & men & (bishops | queens)
    if sliders and sliders & diagonal(square, occupied):
        return True
    sliders = LINES[square] & men & (rooks | queens)
    return bool(sliders and sliders & line(square, occupied))


# The two functions below are the inner loop: calls would cost more than their length does.
def legal_moves(position: Position) -> list[int]:  # noqa: C901, PLR0912, PLR0915 - see above
    """Return every legal move of the side to move."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, castling, ep = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    own = white if turn else occupied ^ white
    theirs = occupied ^ own
    king = (kings & own).bit_length() - 1
    diagonals, lines = (bishops | queens) & theirs, (rooks | queens) & theirs

    attacked = _attacked(pawns & theirs, knights & theirs, kings & theirs, not turn)
    through_king = occupied ^ (1 << king)
    sliders = diagonals
    while sliders:
        low = sliders & -sliders
        sliders ^= low
        attacked |= diagonal(low.bit_length() - 1, through_king)
    sliders = lines
    while sliders:
        low = sliders & -sliders
        sliders ^= low
        attacked |= line(low.bit_length() - 1, through_king)

    moves: list[int] = []
    add_moves(moves, king, KING[king] & ~own & ~attacked)

    target, checkers = ALL, 0
    if attacked >> king & 1:
        checkers = theirs & (PAWN[turn][king] & pawns | KNIGHT[king] & knights)
        checkers |= diagonal(king, occupied) & diagonals | line(king, occupied) & lines
        if checkers & (checkers - 1):
            return moves  # double check: only the king can move
        target = BETWEEN[king][checkers.bit_length() - 1] | checkers
    elif castling & own:
        _add_castling(moves, castling & own, king, occupied, attacked, lines)
    pinned = 0
    pin_rays: dict[int, int] = {}
    snipers = DIAGONALS[king] & diagonals | LINES[king] & lines
    while snipers:
        low = snipers & -snipers
        snipers ^= low
        ray = BETWEEN[king][low.bit_length() - 1]
        guard = ray & occupied
        if guard & own and not guard & (guard - 1):
            pinned |= guard
            pin_rays[guard.bit_length() - 1] = ray | low

    open_squares = target & ~own
    pieces = knights & own & ~pinned
    while pieces:
        low = pieces & -pieces
        pieces ^= low
        square = low.bit_length() - 1
        add_moves(moves, square, KNIGHT[square] & open_squares)
    pieces = (bishops | rooks | queens) & own
    while pieces:
        low = pieces & -pieces
        pieces ^= low
        square = low.bit_length() - 1
        reach = 0
        if not low & rooks:
            reach = diagonal(square, occupied)
        if not low & bishops:
            reach |= line(square, occupied)
        if low & pinned:
            reach &= pin_rays[square]
        add_moves(moves, square, reach & open_squares)
    own_pawns = pawns & own
    if own_pawns:
        start = len(moves)
        add_pawn_moves(moves, own_pawns, occupied, theirs & target, target, turn)
        if pinned & own_pawns:
            moves[start:] = [
                move
                for move in moves[start:]
                if not pinned >> (move & 63) & 1 or pin_rays[move & 63] >> (move >> 6 & 63) & 1
            ]
        if ep:
            taken = ep >> 8 if turn else ep << 8
            if not checkers & ~taken & (pawns | knights):
                _add_en_passant(moves, own_pawns, ep, king, occupied ^ taken | ep, diagonals, lines)
    return moves


def play(position: Position, move: int) -> Position:  # noqa: C901, PLR0912, PLR0915 - see above
    """Return the position after a legal move."""
    pawns, knights, bishops, rooks, queens, kings, white, turn, castling, ep = position
    origin, target = 1 << (move & 63), 1 << (move >> 6 & 63)
    if castling:
        if kings & origin and (white if turn else ~white) & rooks & target:
            return _castle(position, origin, target)
        castling &= ~(origin | target)
        if kings & origin:
            castling &= ~(RANKS[0] if turn else RANKS[7])
    if (pawns | knights | bishops | rooks | queens) & target:
        rest = ~target
        pawns &= rest
        knights &= rest
        bishops &= rest
        rooks &= rest
        queens &= rest
        white &= rest
    new_ep = 0
    change = origin | target
    if pawns & origin:
        promotion = move >> 12
        if promotion:
            pawns ^= origin
            if promotion == chess.QUEEN:
                queens |= target
            elif promotion == chess.ROOK:
                rooks |= target
            elif promotion == chess.BISHOP:
                bishops |= target
            else:
                knights |= target
        else:
            pawns ^= change
            if target == ep:
                taken = target >> 8 if turn else target << 8
                pawns ^= taken
                white &= ~taken
            elif target == origin << 16 or target == origin >> 16:
                theirs = pawns & (~white if turn else white)
                if theirs & ((target & NOT_H) << 1 | (target & NOT_A) >> 1):
                    new_ep = target >> 8 if turn else target << 8
    elif knights & origin:
        knights ^= change
    elif bishops & origin:
        bishops ^= change
    elif rooks & origin:
        rooks ^= change
    elif queens & origin:
        queens ^= change
    else:
        kings ^= change
    if turn:
        white ^= change
    return pawns, knights, bishops, rooks, queens, kings, white, not turn, castling, new_ep


def exact_key(position: Position) -> int:
    """Return the position as one number, its bitboards side by side."""
    return int.from_bytes(_pack(*position), "little")


def quiet_change(kind: int, white: bool, move: int) -> int:
    """Return what turns the key before a quiet move into that after it, by xor.

    Quiet: nothing is taken or promoted, no pawn goes two squares, and nobody has a right to castle
    or to take en passant. `kind` is that of `piece_on`.
    """
    index = move | kind << 12 | white << 15
    change = _quiet_changes.get(index)
    if change is None:
        squares = 1 << (move & 63) | 1 << (move >> 6 & 63)
        change = squares << 64 * kind | (squares << 64 * 6 if white else 0) | 1 << 64 * 7
        _quiet_changes[index] = change
    return change


def piece_on(position: Position, square: int) -> int:
    """Return the place of a piece's bitboard in a position; its square must not be empty."""
    piece = 1 << square
    for kind in (5, 0, 1, 2, 3):
        if position[kind] & piece:
            return kind
    return 4


_pack = struct.Struct("<7Q?2Q").pack
_quiet_changes: dict[int, int] = {}


def to_move(move: int, mirror: bool) -> chess.Move:
    """Translate a move for python-chess, back to the colours of the board it came from."""
    flip = 56 if mirror else 0
    return chess.Move((move & 63) ^ flip, (move >> 6 & 63) ^ flip, move >> 12 or None)


def _attacked(pawns: int, knights: int, king: int, white: bool) -> int:
    """Squares attacked by the pieces whose attacks nothing blocks."""
    attacked = KING[king.bit_length() - 1] if king else 0
    if white:
        attacked |= (pawns & NOT_H) << 9 | (pawns & NOT_A) << 7
    else:
        attacked |= (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    while knights:
        low = knights & -knights
        knights ^= low
        attacked |= KNIGHT[low.bit_length() - 1]
    return attacked


def add_moves(moves: list[int], origin: int, targets: int) -> None:
    """Add the moves from a square to those of a bitboard."""
    while targets:
        low = targets & -targets
        targets ^= low
        moves.append(origin | (low.bit_length() - 1) << 6)


def add_pawn_moves(
    moves: list[int], pawns: int, occupied: int, prey: int, target: int, white: bool
) -> None:
    """Add pushes to `target` squares and captures of `prey`, pins and en passant left aside."""
    if white:
        single = pawns << 8 & ~occupied & ALL
        steps = (
            (8, single & target),
            (16, (single & RANKS[2]) << 8 & ~occupied & target),
            (7, (pawns & NOT_A) << 7 & prey),
            (9, (pawns & NOT_H) << 9 & prey),
        )
    else:
        single = pawns >> 8 & ~occupied
        steps = (
            (-8, single & target),
            (-16, (single & RANKS[5]) >> 8 & ~occupied & target),
            (-7, (pawns & NOT_H) >> 7 & prey),
            (-9, (pawns & NOT_A) >> 9 & prey),
        )
    for step, squares in steps:
        reached = squares
        while reached:
            low = reached & -reached
            reached ^= low
            square = low.bit_length() - 1
            move = square - step | square << 6
            if low & _LAST_RANKS:
                moves += [move | promotion for promotion in _PROMOTIONS]
            else:
                moves.append(move)


def _add_en_passant(
    moves: list[int], pawns: int, ep: int, king: int, after: int, diagonals: int, lines: int
) -> None:
    """Add the captures on `ep` that leave the king alone; `after` is the board without its prey."""
    square = ep.bit_length() - 1
    takers = pawns & (PAWN[chess.BLACK][square] if square >= 32 else PAWN[chess.WHITE][square])
    while takers:
        low = takers & -takers
        takers ^= low
        occupied = after ^ low
        if not (diagonal(king, occupied) & diagonals or line(king, occupied) & lines):
            moves.append(low.bit_length() - 1 | square << 6)


def _castling_squares(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook end: the c and d files on the queen's side, g and f on the king's."""
    rank = king & 56
    return (rank + 2, rank + 3) if rook < king else (rank + 6, rank + 5)


def _add_castling(
    moves: list[int], castling: int, king: int, occupied: int, attacked: int, lines: int
) -> None:
    while castling:
        low = castling & -castling
        castling ^= low
        rook = low.bit_length() - 1
        king_to, rook_to = _castling_squares(king, rook)
        king_path = BETWEEN[king][king_to] | 1 << king_to
        rook_path = BETWEEN[rook][rook_to] | 1 << rook_to
        others = occupied ^ low ^ 1 << king
        if (king_path | rook_path) & others or king_path & attacked:
            continue
        if line(king_to, others | 1 << rook_to) & lines:
            continue  # Chess960: the rook was the king's shield
        moves.append(king | rook << 6)


def _castle(position: Position, king: int, rook: int) -> Position:
    pawns, knights, bishops, rooks, queens, kings, white, turn, castling, _ = position
    king_to, rook_to = _castling_squares(king.bit_length() - 1, rook.bit_length() - 1)
    rooks = rooks & ~rook | 1 << rook_to
    kings = kings & ~king | 1 << king_to
    if turn:
        white = white & ~(king | rook) | 1 << king_to | 1 << rook_to
    castling &= ~(RANKS[0] if turn else RANKS[7])
    return pawns, knights, bishops, rooks, queens, kings, white, not turn, castling, 0


def attacked_squares(position: Position, white: bool) -> int:
    """Squares that a side attacks, its own men's among them."""
    pawns, knights, bishops, rooks, queens, kings, whites, _, _, _ = position
    occupied = pawns | knights | bishops | rooks | queens | kings
    side = whites if white else occupied ^ whites
    attacked = _attacked(pawns & side, knights & side, kings & side, white)
    sliders = (bishops | queens) & side
    while sliders:
        low = sliders & -sliders
        sliders ^= low
        attacked |= diagonal(low.bit_length() - 1, occupied)
    sliders = (rooks | queens) & side
    while sliders:
        low = sliders & -sliders
        sliders ^= low
        attacked |= line(low.bit_length() - 1, occupied)
    return attacked
