"""What the small engine finds, and that it ends when told to."""

from __future__ import annotations

import chess
import pytest

from proxy.builtin.score import mate_in
from proxy.builtin.search import Report, Search
from proxy.builtin.table import Table
from proxy.builtin.timing import UNLIMITED, Budget, Control
from proxy.limits import Limits


def think(
    board: chess.Board, limits: Limits, table: Table | None = None
) -> tuple[tuple[chess.Move, ...], list[Report]]:
    reports: list[Report] = []
    control = Control(UNLIMITED, held=False)
    search = Search(board.copy(), control, table or Table(1), limits, reports.append)
    return search.run(), reports


MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
MATE_IN_2 = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"
MATE_IN_3 = "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1"
QUIET_MATE_IN_2 = "8/8/8/8/8/1k6/8/K1q5 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "moves"), [(MATE_IN_1, 1), (MATE_IN_2, 2), (MATE_IN_3, 3), (QUIET_MATE_IN_2, 1)]
)
@pytest.mark.parametrize("by", ["mate", "depth"])
def test_finds_mate_and_plays_it(fen: str, moves: int, by: str) -> None:
    board = chess.Board(fen)
    limits = Limits(mate=moves) if by == "mate" else Limits(depth=2 * moves - 1)
    line, reports = think(board, limits)
    found = mate_in(reports[-1].score)
    assert found is not None
    assert 0 < found <= moves
    for move in line:
        board.push(move)
    assert board.is_checkmate()


def test_counts_the_moves_until_it_is_mated() -> None:
    board = chess.Board(MATE_IN_2)
    board.push_uci("d2h6")
    _, reports = think(board, Limits(depth=4))
    assert mate_in(reports[-1].score) == -1


def test_no_mate_in_so_many_moves_is_not_claimed() -> None:
    _, reports = think(chess.Board(MATE_IN_2), Limits(mate=1))
    assert mate_in(reports[-1].score) is None


def test_mate_comes_before_the_fifty_moves() -> None:
    board = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 99 100")
    line, reports = think(board, Limits(depth=2))
    assert line[0].uci() == "a1a8"
    assert mate_in(reports[-1].score) == 1


def test_takes_the_pawn_before_the_fifty_moves_run_out() -> None:
    board = chess.Board("8/8/8/3k4/8/8/p4K2/R7 w - - 99 100")
    line, reports = think(board, Limits(depth=3))
    assert line[0].uci() == "a1a2"
    assert reports[-1].score > 200


def test_losing_side_takes_the_perpetual_check() -> None:
    # A rook down, the checks on e8 and h5 go on for ever.
    board = chess.Board("6k1/6p1/8/8/8/8/qr3PPK/4Q3 w - - 0 1")
    line, reports = think(board, Limits(depth=6))
    assert line[0].uci() == "e1e8"
    assert reports[-1].score == 0


def test_winning_side_avoids_the_third_occurrence() -> None:
    board = chess.Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    for move in ("b1b2", "h8g8", "b2b1", "g8h8", "b1b2", "h8g8"):
        board.push_uci(move)
    line, reports = think(board, Limits(depth=4))
    assert line[0].uci() != "b2b1"  # Kh8 would bring the first position for the third time
    assert reports[-1].score > 500


def test_repeats_only_if_it_must() -> None:
    board = chess.Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    for move in ("b1b2", "h8g8", "b2b1", "g8h8", "b1b2", "h8g8"):
        board.push_uci(move)
    _, reports = think(board, Limits(depth=3, searchmoves=("b2b1",)))
    assert reports[-1].score == 0


def test_stalemate_is_worth_nothing() -> None:
    board = chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
    _, reports = think(board, Limits(depth=3, searchmoves=("g1g6",)))
    assert reports[-1].score == 0


def test_no_legal_move_gives_no_line() -> None:
    assert think(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limits(depth=3)) == ((), [])


def test_searchmoves_narrow_the_choice() -> None:
    line, _ = think(chess.Board(MATE_IN_1), Limits(depth=3, searchmoves=("h1g1", "h1h2")))
    assert line[0].uci() in {"h1g1", "h1h2"}


def test_searchmoves_without_a_legal_one_are_passed_over() -> None:
    line, _ = think(chess.Board(MATE_IN_1), Limits(depth=2, searchmoves=("h1h5",)))
    assert line[0].uci() == "a1a8"


@pytest.mark.parametrize("nodes", [1, 2, 50, 1000])
def test_nodes_are_a_hard_limit(nodes: int) -> None:
    board = chess.Board()
    search = Search(
        board.copy(),
        Control(UNLIMITED, held=False),
        Table(1),
        Limits(nodes=nodes),
        lambda _report: None,
    )
    assert search.run()[0] in board.legal_moves
    assert search.nodes <= nodes + 1


def test_depth_is_a_limit() -> None:
    _, reports = think(chess.Board(), Limits(depth=3))
    assert [report.depth for report in reports] == [1, 2, 3]


def test_stop_ends_the_search_at_the_next_node() -> None:
    control = Control(UNLIMITED, held=True)
    at_stop = []

    def report(known: Report) -> None:
        if known.depth == 3:
            control.stop()
            at_stop.append(known.nodes)

    board = chess.Board()
    search = Search(board.copy(), control, Table(1), Limits(infinite=True), report)
    assert search.run()[0] in board.legal_moves
    assert search.nodes <= at_stop[0] + 1


def test_only_move_needs_no_time_on_a_clock() -> None:
    only = chess.Board("R6k/6pp/8/8/8/8/5r2/7K b - - 0 1")
    assert [move.uci() for move in only.legal_moves] == ["f2f8"]
    reports: list[Report] = []
    control = Control(Budget(1e6, 1e6), held=False)
    assert Search(only, control, Table(1), Limits(), reports.append).run()[0].uci() == "f2f8"
    assert len(reports) == 1


def test_every_reported_line_is_legal() -> None:
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    _, reports = think(board, Limits(depth=4), Table(1))
    for report in reports:
        replay = board.copy()
        for move in report.pv:
            assert move in replay.legal_moves
            replay.push(move)


def test_a_table_full_of_collisions_does_no_harm() -> None:
    # Lasker and Reichhelm: the kings wander, so that the few slots are overwritten all the time.
    board = chess.Board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")
    table = Table(1)
    line, _ = think(board, Limits(nodes=8000), table)
    assert line[0] in board.legal_moves
    assert 0 < table.permille_full <= 1000
