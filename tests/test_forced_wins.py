"""Two knights, and what US Chess's 14E asks when a flag has fallen: is there a forced win?"""

from __future__ import annotations

from itertools import combinations

import chess
import pytest

from proxy.analysis import BY_MATERIAL
from proxy.forced_mate import is_mate_forced, mates_within
from proxy.game.game import Game
from proxy.rules import two_knights
from proxy.rulesets import load_ruleset
from proxy.ruling import decide
from proxy.verdict import Question, rule_on

CLASSIC = load_ruleset("classic")
USCF = load_ruleset("uscf")
CORNERS = chess.BB_CORNERS
EDGES = chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H


def position(turn: chess.Color, black: int, king: int, knights: tuple[int, int]) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
    for square in knights:
        board.set_piece_at(square, chess.Piece(chess.KNIGHT, chess.WHITE))
    board.turn = turn
    return board


def mates() -> list[chess.Board]:
    """All mates by two knights: the king is on the edge, a knight checks, White's king is near."""
    found = []
    for black in chess.scan_forward(EDGES):
        kings = [s for s in chess.SQUARES if chess.square_distance(black, s) == 2]
        checkers = list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[black]))
        for king in kings:
            empty = [s for s in chess.SQUARES if s not in {black, king}]
            for knights in combinations(empty, 2):
                if knights[0] not in checkers and knights[1] not in checkers:
                    continue
                board = position(chess.BLACK, black, king, knights)
                if board.is_valid() and board.is_checkmate():
                    found.append(board)
    return found


def mates_in_one(mated: list[chess.Board]) -> dict[str, chess.Board]:
    """All positions one move of White before a mate."""
    found = {}
    for after in mated:
        for square in chess.scan_forward(after.occupied_co[chess.WHITE]):
            piece = after.piece_at(square)
            assert piece is not None
            attacks = chess.BB_KNIGHT_ATTACKS if piece.piece_type == chess.KNIGHT else None
            attacks = attacks or chess.BB_KING_ATTACKS
            for origin in chess.scan_forward(attacks[square] & ~after.occupied):
                before = after.copy(stack=False)
                before.remove_piece_at(square)
                before.set_piece_at(origin, piece)
                before.turn = chess.WHITE
                if before.is_valid():
                    found[before.epd()] = before
    return found


def test_two_knights_force_mate_at_once_or_never() -> None:
    """616 mates in one, 384 of them with the king on an edge but in no corner; none deeper."""
    before = mates_in_one(mates())
    assert len(before) == 616
    assert (
        sum(not board.kings & board.occupied_co[False] & CORNERS for board in before.values())
        == 384
    )
    for board in before.values():
        assert is_mate_forced(board, chess.WHITE)
        black = board.king(chess.BLACK)
        assert black is not None
        for origin in chess.scan_forward(chess.BB_KING_ATTACKS[black] & ~board.occupied):
            earlier = board.copy(stack=False)
            earlier.remove_piece_at(black)
            earlier.set_piece_at(origin, chess.Piece(chess.KING, chess.BLACK))
            earlier.turn = chess.BLACK
            # Were every move of Black's here a way into such a position, a mate in two would exist.
            assert not earlier.is_valid() or not is_mate_forced(earlier, chess.WHITE)


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", False),  # Nd6 mates
        ("4k3/2K5/6N1/8/2N5/8/8/8 b - - 0 1", True),  # the king goes to f7
        ("k7/8/1K6/3N4/8/8/8/6N1 w - - 0 1", True),
        ("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", True),
        ("8/8/8/4k3/8/8/7p/KNN5 w - - 0 1", False),  # no bare king
        ("8/8/8/4k3/8/8/8/KNNN4 w - - 0 1", False),
    ],
)
def test_classic_draws_two_knights_without_a_forced_mate(fen: str, drawn: bool) -> None:
    ruling = decide(Game.start(fen), CLASSIC)
    assert (ruling is not None and ruling.reason == "two-knights") is drawn
    assert decide(Game.start(fen), load_ruleset("fide")) is None


def test_two_knights_of_a_variant_are_another_matter() -> None:
    game = Game.start("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", variant="kingofthehill")
    assert not two_knights.holds(game, CLASSIC, BY_MATERIAL)


def flag_falls(fen: str, loser: str) -> tuple[str, list[str]]:
    from proxy.events import parse_event

    verdict = rule_on(Question(fen=fen, event=parse_event(f"flag:{loser}")), USCF)
    assert verdict.ruling is not None
    return verdict.ruling.result, [u for u in verdict.undetermined if u.startswith("can-mate")]


@pytest.mark.parametrize(
    ("fen", "result", "open_question"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1/2-1/2", False),  # a lone king
        ("4k3/8/8/8/8/8/8/RB2K3 b - - 0 1", "1-0", False),
        ("4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", "1/2-1/2", False),  # one bishop, no win
        ("4k3/2K5/6N1/8/2N5/8/8/8 b - - 0 1", "1/2-1/2", False),  # two knights, nothing forced
        ("4k3/2K5/6N1/8/2N5/8/8/8 w - - 0 1", "1-0", False),  # Nd6 mates
        ("4k3/2K5/6N1/8/2N5/8/7p/8 b - - 0 1", "1-0", False),  # two knights, but a pawn flagged
        ("8/8/8/8/8/1K6/p7/k1B5 b - - 0 1", "1/2-1/2", True),
        ("7k/5K1p/8/8/8/8/3B4/8 w - - 0 1", "1-0", False),  # Bc3 mates
        ("q3k3/8/8/8/8/8/8/2N1K3 b - - 0 1", "1/2-1/2", False),  # a knight cannot mate past a queen
    ],
)
def test_14e(fen: str, result: str, open_question: bool) -> None:
    loser = "white" if "R3K3" in fen else "black"
    assert flag_falls(fen, loser) == (result, ["can-mate:white"] if open_question else [])


@pytest.mark.parametrize(
    ("fen", "moves", "mates"),
    [
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 1, False),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2, True),
        ("7k/5K1p/7p/8/8/8/3B4/8 b - - 0 1", 1, True),  # h5, the only move, and Bc3 mates
        ("7k/5K1p/8/8/8/8/3B4/8 b - - 0 1", 2, False),
        ("7k/8/6QK/8/8/8/8/8 b - - 0 1", 2, False),  # stalemate is no mate
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, True),
    ],
)
def test_a_mate_in_so_many_moves(fen: str, moves: int, mates: bool) -> None:
    for board in (chess.Board(fen), chess.Board(fen).mirror()):
        attacker = board.turn if fen.split()[1] == "w" else not board.turn
        assert mates_within(board, attacker, moves) is mates


def test_a_search_ends_with_its_budget() -> None:
    board = chess.Board()
    assert mates_within(board, chess.WHITE, 3, budget=10) is None
    assert board == chess.Board()
