"""The fast path against python-chess: the same moves, keys, clocks, last positions and answers."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.audit import DATA, answers, audit, law, pgn

from proxy.analysis import BY_MATERIAL
from proxy.audit.case import open_case
from proxy.audit.scan import scan_games
from proxy.audit.split import Chunk, split_games
from proxy.exact import exact_analysis
from proxy.resources import shipped_names

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW = (chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.KNIGHT, chess.ROOK, chess.PAWN)
NEAR_A8 = [square for square in chess.SQUARES if chess.square_distance(square, chess.A8) <= 4]
EXACT = exact_analysis()
FAST = [
    name
    for name in shipped_names("rulesets")
    if scan_games(split_games(Chunk("", 1, pgn("1. e4").encode())), law(name)) != [None]
]
STARTS = (
    None,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # en passant that a pin forbids
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 10",
    "4k3/8/8/8/4n3/2b2N2/8/R3K2R w KQ - 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
    "3qk3/8/8/8/8/1N3N2/8/3K1N2 w - - 10 20",
    "7k/5Q2/5K2/8/8/8/8/8 b - - 97 100",
    "8/8/4k3/8/2b5/8/1B6/4K2N w - - 140 100",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
)


def random_game(rng: random.Random, fen: str | None, plies: int) -> chess.Board:
    """Play at random, with a liking for what is rare: castling, promotion, passing, going back."""
    board = chess.Board(fen) if fen else chess.Board()
    while len(board.move_stack) < plies:
        moves = list(board.legal_moves)
        if not moves:
            break
        rare = [m for m in moves if board.is_castling(m) or m.promotion or board.is_en_passant(m)]
        back = [m for m in moves if len(board.move_stack) > 1 and _undoes(board, m)]
        steps = [m for m in moves if abs(m.to_square - m.from_square) == 16]
        pool = rng.choice([moves, moves, rare or moves, back or moves, steps or moves])
        board.push(rng.choice(pool))
    return board


def _undoes(board: chess.Board, move: chess.Move) -> bool:
    own = board.move_stack[-2]
    return (move.from_square, move.to_square) == (own.to_square, own.from_square)


def text_of(board: chess.Board, rng: random.Random) -> str:
    """Return the moves as programs write them, some with numbers, comments and marks."""
    walk = board.root()
    words = []
    for move in board.move_stack:
        san = walk.san(move)
        words.append(f"{walk.fullmove_number}." if walk.turn else "")
        words.append(san.rstrip("+#") if rng.random() < 0.1 else san)
        words.append(rng.choice(["", "", "{+0.10/3 0.1s}", "$1", "{[%clk 0:01:00]}"]))
        walk.push(move)
    return " ".join(filter(None, words))


@given(seed=st.integers(0, 2**32), start=st.sampled_from(STARTS), plies=st.integers(0, 160))
@settings(max_examples=80, deadline=None)
def test_random_games_are_played_alike(seed: int, start: str | None, plies: int) -> None:
    rng = random.Random(seed)
    board = random_game(rng, start, plies)
    tags = {"FEN": start} if start else {}
    ruleset = rng.choice(["fide", "online", "lichess", "uscf", "cutechess", "fastchess"])
    against = law(ruleset)
    text = pgn(text_of(board, rng), rng.choice(["1-0", "0-1", "1/2-1/2", "*"]), **tags)
    assert answers(audit(text, against)) == answers(audit(text, against, fast=False))
    (raw,) = split_games(Chunk("", 1, text.encode()))
    (case,) = scan_games([raw], against)
    slow = open_case(raw, against)
    if case is None:  # left are what may have been over before its last move, and deviating keys
        assert slow.over or (start and "c6" in start and ruleset in {"cutechess", "fastchess"})
        return
    assert case.moves == slow.moves == board.move_stack
    assert case.game.board.fen() == slow.game.board.fen() == board.fen()
    assert case.game.occurrences() == slow.game.occurrences()
    assert case.plies == case.game.ply == slow.plies
    assert case.rule == slow.rule
    assert case.ending == slow.ending


@given(seed=st.integers(0, 2**32), start=st.sampled_from(STARTS))
@settings(max_examples=30, deadline=None)
def test_claims_are_seen_alike(seed: int, start: str | None) -> None:
    """Games that shuffle about: what can be claimed is found by keys and by walking the same."""
    rng = random.Random(seed)
    board = chess.Board(start) if start else chess.Board()
    for _ in range(40):
        moves = list(board.legal_moves)
        quiet = [m for m in moves if not board.is_zeroing(m)]
        back = [m for m in moves if len(board.move_stack) > 1 and _undoes(board, m)]
        if not moves:
            break
        board.push(rng.choice(rng.choice([back or moves, back or moves, quiet or moves])))
    tags = {"FEN": start} if start else {}
    for result in ("1-0", "0-1", "*"):
        text = pgn(text_of(board, rng), result, **tags)
        assert answers(audit(text)) == answers(audit(text, fast=False))


@pytest.mark.parametrize("ruleset", FAST)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_dead_games_that_were_played_on_are_audited_alike(ruleset: str, seed: int) -> None:
    """Few pieces around a king in the corner, played on to stalemate or mate, or to no end."""
    rng = random.Random(seed)
    texts = [
        pgn(text_of(board, rng), rng.choice(["1/2-1/2", "1-0"]), FEN=board.root().fen())
        for board in (cornered_game(rng) for _ in range(4))
    ]
    for analysis in (BY_MATERIAL, EXACT):
        against = law(ruleset, analysis)
        fast, slow = (audit("".join(texts), against, fast=way) for way in (True, False))
        assert answers(fast) == answers(slow)


@pytest.mark.parametrize("ruleset", FAST)
def test_a_dead_game_that_ends_by_another_rule_was_played_on(ruleset: str) -> None:
    """The last move gives stalemate and completes fifty moves: one of them has the first word."""
    text = pgn("1... Ka8 2. Kb6", "1/2-1/2", FEN="8/k7/2KB4/8/8/8/8/8 b - - 98 80")
    for way in (True, False):
        (one,) = audit(text, law(ruleset), fast=way).audits
        assert [finding.kind for finding in one.findings] == ["played-on"]


def cornered_game(rng: random.Random) -> chess.Board:
    """Play a game of few pieces, mates and stalemates taken where they are to be had."""
    board = chess.Board(None)
    men = [
        chess.Piece(piece, rng.random() < 0.8)
        for piece in rng.choices(FEW, k=rng.choice([1, 1, 2]))
    ]
    squares = rng.sample(NEAR_A8, len(men) + 1)
    board.set_piece_at(chess.A8, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    for square, man in zip(squares[1:], men, strict=True):
        board.set_piece_at(square, man)
    board.halfmove_clock = rng.choice([0, 90, 97, 140])
    if not board.is_valid():
        return cornered_game(rng)
    for _ in range(rng.randrange(24)):
        moves = list(board.legal_moves)
        if not moves:
            break
        last = [move for move in moves if _ends(board, move)]
        board.push(rng.choice(last or moves))
    return board


def _ends(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    ended = not any(board.legal_moves)
    board.pop()
    return ended


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_broken_games_among_good_ones(data: st.DataObject, seed: int) -> None:
    """A word is changed, lost, doubled or damaged: both paths say the same of every game."""
    rng = random.Random(seed)
    games = [text_of(random_game(rng, None, 30), rng) for _ in range(3)]
    words = games[1].split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    damage = st.sampled_from(
        ["", "Nf3", "e5", "O-O", "exd5", "{", "}", "(", "Qh5 Qh5", "1-0", ";", "e8=Q", "Kxe8", "%"]
    )
    words[at] = data.draw(damage)
    games[1] = " ".join(words)
    text = "".join(pgn(game, "1-0") for game in games)
    fast, slow = audit(text), audit(text, fast=False)
    assert answers(fast) == answers(slow)
    assert fast.games == 3


@pytest.mark.parametrize("name", ["fastchess", "cutechess", "c-chess-cli"])
@pytest.mark.parametrize("ruleset", ["fide", "online", "classic", "c-chess-cli"])
def test_real_games_are_audited_alike(name: str, ruleset: str) -> None:
    with open(f"{DATA}/{name}.pgn", "rb") as file:
        text = file.read()
    fast, slow = (audit(text, law(ruleset), fast=way) for way in (True, False))
    assert answers(fast) == answers(slow)


def test_the_fast_path_takes_the_games_that_it_is_made_for() -> None:
    with open(f"{DATA}/cutechess.pgn", "rb") as file:
        games = split_games(Chunk("", 1, file.read()))
    assert None not in scan_games(games, law())


def test_what_it_does_not_understand_is_left_to_python_chess() -> None:
    texts = [
        pgn("1. e4 (1. d4) e5", "1-0"),
        pgn("1. e2e4 e7e5", "1-0"),
        pgn("1. Ng1f3 e5", "1-0"),
        pgn("1. e4 e5", "1-0", Variant="chess960"),
        pgn("1. e4 e5", "1-0", Variant="crazyhouse"),
        pgn("1. O-O", "1-0", FEN="4k3/8/8/8/8/8/8/4KR2 w F - 0 1"),
        pgn("1. e4 e5 2. Nf6", "1-0"),
        pgn("1. e4 e5 2. O-O", "1-0"),
        pgn("1. e4 {a { b} e5", "1-0"),
    ]
    games = [split_games(Chunk("", 1, text.encode()))[0] for text in texts]
    cases = scan_games(games, law())
    taken = [text for text, case in zip(texts, cases, strict=True) if case is not None]
    assert taken == [texts[2]]  # a full origin is standard where it is needed, and harmless here


def test_a_ruleset_that_needs_the_whole_game_is_left_to_python_chess() -> None:
    games = split_games(Chunk("", 1, pgn("1. e4 e5", "1-0").encode()))
    assert scan_games(games, law("classic")) == [None]
    assert scan_games(games, law("c-chess-cli")) == [None]


def test_keys_tell_positions_apart_as_the_laws_do() -> None:
    rng = random.Random(5)
    boards = [random_game(rng, start, 120) for start in STARTS for _ in range(4)]
    texts = [pgn(text_of(board, rng), "*", FEN=board.root().fen()) for board in boards]
    games = [split_games(Chunk("", 1, text.encode()))[0] for text in texts]
    compared = 0
    for raw, case in zip(games, scan_games(games, law("online")), strict=True):
        slow = open_case(raw, law("online"))
        if case is not None:
            assert _shape(case.game._keys) == _shape(slow.game._keys)
            compared += 1
    assert compared > len(boards) // 3


def _shape(keys: Iterable[object]) -> list[int]:
    """Return for each key the place of the first that equals it."""
    seen: dict[object, int] = {}
    return [seen.setdefault(key, place) for place, key in enumerate(keys)]


def test_without_numpy_the_slow_path_plays_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("proxy.audit.scan.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    games = split_games(Chunk("", 1, pgn("1. e4 e5", "1-0").encode()))
    assert scan_games(games, law()) == [None]
    assert Counter(audit(pgn("1. e4 e5", "1-0")).pairings) == {("A", "B", "1-0", "1-0"): 1}
