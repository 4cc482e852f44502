"""Chess960 and the variants that python-chess knows, also played by fairy-stockfish through us."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import chess.variant
import pytest
from support import games
from support.wrapper import FAKE_ENGINE

from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.wrapper import Wrapper

ONLINE = load_ruleset("online")
RULING = "info string arbiter: "
VARIANTS = ("chess", *games.VARIANTS)


def count_after(variant: str, fen: str | None, moves: str, *, chess960: bool = False) -> int:
    game = Game.start(fen, variant=variant, chess960=chess960)
    for text in moves.split():
        game.push(game.parse(text))
    return game.count


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "count"),
    [
        ("chess", None, "g1f3 g8f6 f3g1 f6g8", 2),
        ("crazyhouse", None, "g1f3 g8f6 f3g1 f6g8", 2),
        # A rook has gone from pocket to pocket.
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@e7 e8e7 e1e2 e7d8 e2e1 d8e8", 1),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "e1e2 e8d8 e2e1 d8e8", 2),
        # A check more was given on the way.
        ("3check", "k7/8/8/8/8/8/8/K6R w - - 3+3 0 1", "h1h8 a8a7 h8h1 a7a8", 1),
        ("3check", "k7/8/8/8/8/8/8/K5R1 w - - 3+3 0 1", "g1g2 a8a7 g2g1 a7a8", 2),
        ("atomic", None, "g1f3 g8f6 f3g1 f6g8", 2),
        ("horde", None, "a4a5 b8c6 e4e5 c6b8", 1),
        ("racingkings", None, "h2h3 a2a3 h3h2 a3a2", 2),
    ],
)
def test_what_makes_two_positions_the_same(
    variant: str, fen: str | None, moves: str, count: int
) -> None:
    assert count_after(variant, fen, moves) == count


def test_in_chess960_a_right_belongs_to_its_rook() -> None:
    """The rook that moves loses its right though it comes back."""
    fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"
    assert count_after("chess", fen, "g1g2 g8g7 g2g1 g7g8", chess960=True) == 1
    kept = "e1e2 e8e7 e2e1 e7e8"
    assert count_after("chess", fen.replace("GBgb", "-"), kept, chess960=True) == 2


@pytest.mark.parametrize(
    ("variant", "fen", "drawn"),
    [
        ("chess", "k7/8/8/8/8/8/8/KN6 w - - 0 1", True),
        ("crazyhouse", "k7/8/8/8/8/8/P7/K7[] w - - 0 1", False),
        ("kingofthehill", "k7/8/8/8/8/8/8/K7 w - - 0 1", False),
        ("3check", "k7/8/8/8/8/8/8/KN6 w - - 3+3 0 1", False),
        ("3check", "k7/8/8/8/8/8/8/K7 w - - 3+3 0 1", True),
        ("atomic", "k7/8/8/2b5/8/3B4/8/K7 w - - 0 1", True),
        ("atomic", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", False),
        ("horde", "k7/8/8/8/8/8/8/1N6 w - - 0 1", False),
        ("racingkings", "8/8/8/8/8/8/k7/7K w - - 0 1", False),
        ("antichess", "8/8/2b5/8/8/3B4/8/8 w - - 0 1", False),
        ("antichess", "8/8/2b5/8/8/4B3/8/8 w - - 0 1", True),  # they never meet
    ],
)
def test_each_variant_has_its_own_table_of_material(variant: str, fen: str, drawn: bool) -> None:
    ruling = decide(Game.start(fen, variant=variant), ONLINE)
    assert (ruling is not None and ruling.reason == "insufficient-material") is drawn


@pytest.mark.parametrize(
    ("variant", "clock", "reason"),
    [("crazyhouse", 160, None), ("atomic", 100, "fifty-move"), ("horde", 150, "seventy-five-move")],
)
def test_the_clock_is_no_rule_of_crazyhouse(variant: str, clock: int, reason: str | None) -> None:
    board = chess.variant.find_variant(variant)()
    board.halfmove_clock = clock
    ruling = decide(Game.start(board.fen(), variant=variant), ONLINE)
    assert (ruling.reason if ruling else None) == reason


def ended(board: chess.Board) -> str | None:
    """How python-chess says that a game under `online` has ended."""
    outcome = board.outcome()
    if outcome:
        return outcome.result()
    return "1/2-1/2" if board.is_repetition(3) or board.is_fifty_moves() else None


def play(engine: Wrapper, board: chess.Board, start: str) -> None:
    """Let the engine play both sides; the ruling comes with the move that ends the game."""
    for _ in range(500):
        moves = " ".join(move.uci() for move in board.move_stack)
        lines = engine.go(f"{start} moves {moves}" if moves else start, "go nodes 100")
        told = [line for line in lines if line.startswith(RULING)]
        board.push_uci(lines[-1].split()[1])
        result = ended(board)
        assert bool(told) is bool(result), (board.fen(), told)
        if result:
            assert told[0].startswith(f"{RULING}{result} by ")
            return
    pytest.fail("the game did not end")


@pytest.mark.real("fairy-stockfish")
@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "atomic"] + ["chess960"])
def test_a_game_by_fairy_stockfish(
    variant: str, wrapper: Callable[..., Wrapper], tmp_path: Path
) -> None:
    engine = wrapper("fairy-stockfish", options=("--log", str(tmp_path / "log")))
    options = engine.handshake()
    engine.wait_for_the_arbiter(tmp_path / "log")
    chess960 = variant == "chess960"
    kind = "chess" if chess960 else variant
    assert any(f"var {kind} " in f"{line} " for line in options)
    board = chess.variant.find_variant(kind)(chess960=chess960)
    start = "startpos"
    if chess960:
        board.set_chess960_pos(42)
        start = f"fen {board.fen()}"
        engine.send("setoption name UCI_Chess960 value true")
    engine.send(f"setoption name UCI_Variant value {kind}", "ucinewgame", "isready")
    engine.read_until("readyok")
    play(engine, board, start)


def test_a_game_of_atomic_by_a_scripted_engine(
    wrapper: Callable[..., Wrapper], tmp_path: Path
) -> None:
    """Debian's fairy-stockfish does not play it: here the king explodes beside his own pawn."""
    moves = ["g1f3", "d7d6", "f3g5", "d6d5", "g5f7"]
    log = tmp_path / "log"
    engine = wrapper(*FAKE_ENGINE, f"moves={','.join(moves)}", options=("--log", str(log)))
    engine.handshake()
    engine.wait_for_the_arbiter(log)
    engine.send("setoption name UCI_Variant value atomic")
    board = chess.variant.AtomicBoard()
    for ply, move in enumerate(moves):
        assert ended(board) is None
        played = " ".join(moves[:ply])
        lines = engine.go(f"startpos moves {played}" if played else "startpos")
        board.push_uci(move)
    assert ended(board) == "1-0"
    told = [line for line in lines if line.startswith(RULING)]
    assert told == [f"{RULING}1-0 by variant-end (online variant)"]
