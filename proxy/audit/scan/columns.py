"""Many games played at once: each attribute is a column, and a step plays a half-move of them all.

The games are sorted, longest first, so that those still going on are always the first `n`. A game
whose move is not understood or not legal is marked as failed and its row is garbage from there on;
rows never touch each other.
"""

from __future__ import annotations

from typing import NamedTuple

import chess
import numpy as np

from proxy.audit.scan.attacks import attacked, lowest
from proxy.audit.scan.tables import (
    BETWEEN,
    BIT,
    EN_PASSANT_KEYS,
    KING,
    ORIGINS,
    PAWN,
    PAWN_REACH,
    PAWN_TAKES,
    PIECE_KEYS,
    PIECE_OF_KIND,
    RIGHT_KEYS,
    RIGHTS_KEPT,
    ROOK,
    SHORT,
    TURN_KEY,
    start_key,
)

CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
NO_SQUARE = 64


class Moves(NamedTuple):
    """The moves of one half-move of all games, as the words tell them; see `read.Words`."""

    kind: np.ndarray
    to: np.ndarray
    allowed: np.ndarray
    promotion: np.ndarray


class Begin(NamedTuple):
    """A start position: its bitboards for Black and White, its key, and its en-passant key."""

    board: chess.Board
    pieces: tuple[list[int], list[int]]
    key: int
    ep_key: int

    @classmethod
    def of(cls, board: chess.Board) -> Begin:
        """Return what the columns need of a board."""
        black, white = (
            [board.pieces_mask(piece, color) for piece in chess.PIECE_TYPES]
            for color in (chess.BLACK, chess.WHITE)
        )
        counts = board.ep_square is not None and board.has_legal_en_passant()
        ep_key = int(EN_PASSANT_KEYS[board.ep_square]) if counts else 0
        return cls(board, (black, white), start_key(board), ep_key)


class Columns:
    """The boards of many games.

    `pieces[color]` is flat, [piece * size + game]; `board(game)` makes a board of a row.
    `keys`, `clocks` have a row a ply, from the start position on; `moves` a row a move:
    from | to << 6 | promotion's piece << 12 | (captured piece + 1) << 16.
    """

    def __init__(self, begins: list[Begin], plies: int) -> None:
        boards = [begin.board for begin in begins]
        self.size = size = len(begins)
        self.rows = np.arange(size)
        pieces = np.array([begin.pieces for begin in begins], np.uint64)
        self.pieces = np.ascontiguousarray(pieces.transpose(1, 2, 0)).reshape(2, 6 * size)
        self.occupied = np.bitwise_or.reduce(self.pieces.reshape(2, 6, size), axis=1)
        self.king = np.array(
            [(b.king(chess.BLACK), b.king(chess.WHITE)) for b in boards], np.int64
        ).T.copy()
        self.rights = np.array([board.castling_rights for board in boards], np.uint64)
        self.ep_square = np.array([_ep_square(board) for board in boards])
        self.ep_key = np.array([begin.ep_key for begin in begins], np.uint64)
        self.failed = np.zeros(size, bool)
        self.keys = np.zeros((plies + 1, size), np.uint64)
        self.keys[0] = [begin.key for begin in begins]
        self.clocks = np.zeros((plies + 1, size), np.int32)
        self.clocks[0] = [board.halfmove_clock for board in boards]
        self.moves = np.zeros((plies, size), np.int32)

    def step(self, ply: int, color: chess.Color, n: int, moves: Moves) -> None:
        """Play move number `ply` (from 0) of the first `n` games, in all of which `color` moves."""
        kind, to, allowed, promotion = moves
        own, other = self.occupied[int(color), :n], self.occupied[int(not color), :n]
        filled = own | other
        target = BIT[to]
        piece = PIECE_OF_KIND[kind]
        place = piece * self.size + self.rows[:n]
        mine = self.pieces[int(color)][place]
        origins = mine & ORIGINS[color][kind * 64 + to] & allowed
        several = np.flatnonzero(origins & (origins - np.uint64(1)))
        if several.size:
            origins[several] = self._choose(color, several, origins[several], to[several], filled)
        start = np.bitwise_count(origins - np.uint64(1)).astype(np.int64) & 63
        taken = other & target
        bad = (origins == 0) | (BETWEEN[start * 64 + to] & filled != 0) | (own & target != 0)
        bad |= (kind == PAWN) & (taken != 0)
        castling = np.flatnonzero(kind >= SHORT)
        if castling.size:
            bad[castling] |= ~self._may_castle(color, castling, to[castling], filled)

        moved = BIT[start] | target
        self.pieces[int(color)][place] = mine ^ moved
        own ^= moved
        keys = PIECE_KEYS[color]
        key = self.keys[ply, :n] ^ TURN_KEY ^ self.ep_key[:n]
        key ^= keys[piece * 64 + start]
        key ^= keys[piece * 64 + to]
        captured = self._capture(color, moves, taken, key)
        bad |= (captured == 0) & ((taken != 0) | (kind == PAWN_TAKES))
        promoted = np.flatnonzero(promotion)
        if promoted.size:
            self._promote(color, promoted, to[promoted], promotion[promoted], key)
        if castling.size:
            self._move_rook(color, castling, to[castling], key)
        self._lose_rights(n, start, to, key)
        self.ep_square[:n] = NO_SQUARE
        self.ep_key[:n] = 0
        double = np.flatnonzero((kind == PAWN) & (np.abs(to - start) == 16))
        if double.size:
            self._double_step(color, double, start[double], to[double], key)
        kings = np.flatnonzero(piece == KING)
        self.king[int(color)][kings] = to[kings]

        bad |= self._in_check(color, n)
        self.failed[:n] |= bad
        self.keys[ply + 1, :n] = key
        clock = self.clocks[ply, :n] + 1
        clock[(piece == PAWN) | (taken != 0)] = 0
        self.clocks[ply + 1, :n] = clock
        self.moves[ply, :n] = start | to << 6 | promotion.astype(np.int64) << 12 | captured << 16

    def board(self, row: int, bits: list[list[int]], turn: chess.Color) -> chess.Board:
        """Return the board of a game that has been played, without its history.

        `bits` are the rows of `pieces` for this game as plain numbers, Black's first.
        """
        board = chess.Board(None)
        black, white = bits
        pairs = [a | b for a, b in zip(black, white, strict=True)]
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = pairs
        board.occupied_co[chess.BLACK] = sum(black)
        board.occupied_co[chess.WHITE] = sum(white)
        board.occupied = board.occupied_co[chess.BLACK] | board.occupied_co[chess.WHITE]
        board.castling_rights = int(self.rights[row])
        ep = int(self.ep_square[row])
        board.ep_square = None if ep == NO_SQUARE else ep
        board.turn = turn
        return board

    def _of(self, color: chess.Color, rows: np.ndarray | slice) -> np.ndarray:
        """Return the six bitboards of a side in some games, as rows."""
        chosen: np.ndarray = self.pieces[int(color)].reshape(6, self.size)[:, rows]
        return chosen

    def _in_check(self, color: chess.Color, n: int) -> np.ndarray:
        filled = self.occupied[0, :n] | self.occupied[1, :n]
        rows = slice(0, n)
        return attacked(not color, self.king[int(color), rows], filled, self._of(not color, rows))

    def _choose(
        self,
        color: chess.Color,
        rows: np.ndarray,
        origins: np.ndarray,
        to: np.ndarray,
        filled: np.ndarray,
    ) -> np.ndarray:
        """Return the one origin from which the move is legal, none where that is not one."""
        filled = filled[rows]
        clear = np.zeros_like(origins)
        rest = origins.copy()
        while rest.any():
            bit, square = lowest(rest)
            clear |= np.where(BETWEEN[to * 64 + (square & 63)] & filled == 0, bit, 0)
            rest ^= bit
        still = np.flatnonzero(clear & (clear - np.uint64(1)))
        if not still.size:
            return clear
        rows, target, filled = rows[still], BIT[to[still]], filled[still]
        enemies = self._of(not color, rows) & ~target
        king = self.king[int(color), rows]
        legal = np.zeros_like(rest[still])
        rest = clear[still]
        while rest.any():
            bit, _ = lowest(rest)
            pinned = attacked(not color, king, (filled & ~bit) | target, enemies)
            legal |= np.where(pinned, 0, bit)
            rest ^= bit
        clear[still] = np.where(legal & (legal - np.uint64(1)) == 0, legal, 0)
        return clear

    def _may_castle(
        self, color: chess.Color, rows: np.ndarray, to: np.ndarray, filled: np.ndarray
    ) -> np.ndarray:
        """Whether the right is held, the way is free, and the king neither in nor through check."""
        home = chess.E1 if color else chess.E8
        rook, passed = _rook_squares(home, to)
        held = self.rights[rows] & BIT[rook] != 0
        free = BETWEEN[home * 64 + rook] & filled[rows] == 0
        enemies = self._of(not color, rows)
        safe = np.ones(len(rows), bool)
        for square in (np.full(len(rows), home), passed):
            safe &= ~attacked(not color, square, filled[rows], enemies)
        result: np.ndarray = held & free & safe
        return result

    def _move_rook(
        self, color: chess.Color, rows: np.ndarray, to: np.ndarray, key: np.ndarray
    ) -> None:
        rook, passed = _rook_squares(chess.E1 if color else chess.E8, to)
        self.pieces[int(color)][ROOK * self.size + rows] ^= BIT[rook] | BIT[passed]
        self.occupied[int(color)][rows] ^= BIT[rook] | BIT[passed]
        keys = PIECE_KEYS[color]
        key[rows] ^= keys[ROOK * 64 + rook] ^ keys[ROOK * 64 + passed]

    def _capture(
        self, color: chess.Color, moves: Moves, taken: np.ndarray, key: np.ndarray
    ) -> np.ndarray:
        """Take what is captured off the board, also in passing; return its number + 1 or 0."""
        captured = np.zeros(len(taken), np.int64)
        rows = np.flatnonzero(taken)
        captured[rows] = self._remove(not color, rows, moves.to[rows], key)
        rows = np.flatnonzero((moves.kind == PAWN_TAKES) & (taken == 0))
        rows = rows[moves.to[rows] == self.ep_square[rows]]
        if rows.size:
            behind = moves.to[rows] + (-8 if color else 8)
            captured[rows] = self._remove(not color, rows, behind, key)
        return captured

    def _remove(
        self, color: chess.Color, rows: np.ndarray, square: np.ndarray, key: np.ndarray
    ) -> np.ndarray:
        """Take a piece off the board; return its number + 1, 0 where there was none or a king."""
        bit = BIT[square]
        gone = np.zeros(len(rows), np.int64)
        for piece in range(KING):
            hit = np.flatnonzero(self.pieces[int(color)][piece * self.size + rows] & bit)
            if hit.size:
                self.pieces[int(color)][piece * self.size + rows[hit]] ^= bit[hit]
                key[rows[hit]] ^= PIECE_KEYS[color][piece * 64 + square[hit]]
                gone[hit] = piece + 1
        self.occupied[int(color)][rows] &= ~bit
        return gone

    def _promote(
        self,
        color: chess.Color,
        rows: np.ndarray,
        to: np.ndarray,
        promotion: np.ndarray,
        key: np.ndarray,
    ) -> None:
        piece = promotion.astype(np.int64)
        keys = PIECE_KEYS[color]
        self.pieces[int(color)][PAWN * self.size + rows] ^= BIT[to]
        self.pieces[int(color)][piece * self.size + rows] ^= BIT[to]
        key[rows] ^= keys[PAWN * 64 + to] ^ keys[piece * 64 + to]

    def _lose_rights(self, n: int, start: np.ndarray, to: np.ndarray, key: np.ndarray) -> None:
        before = self.rights[:n]
        lost = before & ~(RIGHTS_KEPT[start] & RIGHTS_KEPT[to])
        rows = np.flatnonzero(lost)
        if not rows.size:
            return
        for corner in CORNERS:
            hit = rows[lost[rows] & BIT[corner] != 0]
            key[hit] ^= RIGHT_KEYS[corner]
        before[rows] ^= lost[rows]

    def _double_step(
        self,
        color: chess.Color,
        rows: np.ndarray,
        start: np.ndarray,
        to: np.ndarray,
        key: np.ndarray,
    ) -> None:
        """Set the en-passant square, and its key where the other side may legally capture there."""
        passed = (start + to) >> 1
        self.ep_square[rows] = passed
        enemy_pawns = self.pieces[int(not color)][PAWN * self.size + rows]
        takers = PAWN_REACH[color][passed] & enemy_pawns
        near = np.flatnonzero(takers)
        if not near.size:
            return
        rows, to, passed, rest = rows[near], to[near], passed[near], takers[near]
        filled = self.occupied[0][rows] | self.occupied[1][rows]
        attackers = self._of(color, rows).copy()
        attackers[PAWN] &= ~BIT[to]
        king = self.king[int(not color), rows]
        legal = np.zeros(len(rows), bool)
        while rest.any():
            bit, _ = lowest(rest)
            after = (filled & ~bit & ~BIT[to]) | BIT[passed]
            legal |= (bit != 0) & ~attacked(color, king, after, attackers)
            rest ^= bit
        number = np.where(legal, EN_PASSANT_KEYS[passed], 0).astype(np.uint64)
        self.ep_key[rows] = number
        key[rows] ^= number


def _ep_square(board: chess.Board) -> int:
    return NO_SQUARE if board.ep_square is None else board.ep_square


def unpack(packed: int) -> chess.Move:
    """Return a move from its number in `Columns.moves`."""
    promotion = (packed >> 12 & 15) + 1
    return chess.Move(packed & 63, packed >> 6 & 63, promotion if promotion > 1 else None)


def board_before(board: chess.Board, packed: int) -> chess.Board:
    """Return the position before a move, as far as pieces and side to move go.

    A pawn captured in passing comes back on the square that it passed.
    """
    before = board.copy(stack=False)
    move = unpack(packed)
    piece = before.remove_piece_at(move.to_square)
    before.turn = not board.turn
    if piece:
        kind = chess.PAWN if move.promotion else piece.piece_type
        before.set_piece_at(move.from_square, chess.Piece(kind, piece.color))
    if packed >> 16:
        before.set_piece_at(move.to_square, chess.Piece(packed >> 16, board.turn))
    return before


def _rook_squares(home: chess.Square, to: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return from where and to where the rook goes when the king castles to `to`."""
    short = to > home
    return np.where(short, home + 3, home - 4), np.where(short, home + 1, home - 1)
