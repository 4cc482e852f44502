"""A short run of the differential test: seeded games against python-chess and pgn-extract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import differential
import pytest
import runner_games
from support import games, pgn_extract

if TYPE_CHECKING:
    from pathlib import Path

    from proxy.game.game import Game


@pytest.mark.real("pgn-extract")
def test_the_laws_are_on_our_side_wherever_programs_disagree() -> None:
    tally = differential.run(15_000, seed=9)
    assert tally.against_the_law == 0, differential.report(tally, 0.0)
    assert tally.plies >= 15_000
    assert tally.pgn_games > 10
    assert tally.pgn_plies > 300
    endings = {"checkmate", "insufficient-material", "seventy-five-move", "fivefold-repetition"}
    assert endings <= set(tally.rulings)
    assert set(games.VARIANTS) | {"chess", "chess960"} == set(tally.variants)


def test_a_wrong_ruling_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let us forget the fifty moves: the tool must say that the Laws are against us."""
    right = differential.our_answer

    def wrong(game: Game) -> set[str]:
        return right(game) - {"fifty-move"}

    monkeypatch.setattr(differential, "our_answer", wrong)
    tally = differential.run(4_000, seed=9, with_pgn_extract=False)
    assert tally.against_the_law > 0
    assert any("fifty-move" in law for _, _, _, law in tally.kinds)


def test_the_same_seed_plays_the_same_games() -> None:
    one, two = (differential.run(1_500, seed=3, with_pgn_extract=False) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("g1f3 g8f6 f3g1 f6g8", 2),
        ("e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8", 1),  # an e.p. capture was there at first
        ("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 g1f3 g8f6 f3g1 f6g8", 2),  # castling was there at first
    ],
)
def test_the_slow_count_goes_by_what_can_be_played(moves: str, count: int) -> None:
    board = chess.Board()
    for text in moves.split():
        board.push_uci(text)
    assert differential.laws_count(board) == count


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        (None, "g1f3", "Ng1f3"),
        (None, "e2e4", "e2e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5xd6"),
        ("4k3/8/8/8/8/8/q7/R3K3 w - - 0 1", "a1a2", "Ra1xa2"),
    ],
)
def test_moves_for_pgn_extract(fen: str | None, move: str, text: str) -> None:
    board = chess.Board(fen) if fen else chess.Board()
    assert pgn_extract.move_text(board, chess.Move.from_uci(move)) == text


def test_a_runners_game_is_held_against_its_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mate = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# {-M1/1 0.0s, Black mates} 0-1\n\n'
    flag = '[Result "0-1"]\n\n1. f3 e5 {White loses on time} 0-1\n\n'
    wrong = '[Result "1/2-1/2"]\n\n1. Nf3 Nf6 {Draw by 3-fold repetition} 1/2-1/2\n\n'
    pgn = tmp_path / "games.pgn"
    for text, code, told in (
        (mate + flag, 0, "1 games agree, 4 plies, 1 left out"),
        (mate + wrong, 1, "OURS * nothing THEIRS 1/2-1/2 threefold-repetition"),
    ):
        pgn.write_text(text)
        monkeypatch.setattr("sys.argv", ["runner_games.py", "--ruleset", "fastchess", str(pgn)])
        assert runner_games.main() == code
        assert told in capsys.readouterr().out
