"""Following the GUI's lines: what is incremental equals what is replayed."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.errors import UserError
from proxy.game.follow import Follower
from proxy.game.game import Game

NUMBERS = st.lists(st.integers(0, 30), max_size=40)


def history(numbers: list[int], board: chess.Board | None = None) -> list[str]:
    """Legal moves from the start, one chosen by each number."""
    board = board or chess.Board()
    moves = []
    for number in numbers:
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[number % len(legal)])
        moves.append(board.peek().uci())
    return moves


def line(moves: list[str]) -> bytes:
    return f"position startpos moves {' '.join(moves)}".encode() if moves else b"position startpos"


def game_of(follower: Follower) -> Game:
    assert follower.game is not None
    return follower.game


def state(follower: Follower) -> tuple[str, int, list[int]]:
    game = game_of(follower)
    return game.board.fen(), game.count, game.occurrences()


def followed(*lines: bytes) -> tuple[Follower, list[int]]:
    plies: list[int] = []
    follower = Follower(lambda game: plies.append(game.ply))
    for text in lines:
        follower.position(text)
    return follower, plies


@given(NUMBERS, NUMBERS, st.integers(0, 40))
def test_incremental_equals_full_replay(first: list[int], second: list[int], common: int) -> None:
    """Whatever the line before: longer, shorter, another branch."""
    one = history(first)
    two = history(first[:common] + second)
    incremental, _ = followed(line(one), line(two))
    replayed, _ = followed(line(two))
    assert state(incremental) == state(replayed)


@given(NUMBERS)
def test_each_position_is_seen_once_and_in_order(numbers: list[int]) -> None:
    moves = history(numbers)
    lines = [line(moves[:ply]) for ply in range(0, len(moves) + 1, 2)]
    _, plies = followed(*lines, line(moves), line(moves))
    assert plies == list(range(len(moves) + 1))


@given(NUMBERS, st.integers(1, 30))
def test_own_moves_are_not_played_twice(numbers: list[int], size: int) -> None:
    moves = history(numbers)[: size * 2]
    follower, plies = followed(b"position startpos")
    for ply in range(0, len(moves) - 1, 2):
        follower.own_move(moves[ply].encode())
        follower.position(line(moves[: ply + 2]))
    even = moves[: len(moves) // 2 * 2]
    assert state(follower) == state(followed(line(even))[0])
    assert plies == list(range(len(even) + 1))


@pytest.mark.parametrize(
    "text",
    [
        b"position",
        b"position fen",
        b"position moves e2e4",
        b"position startpos extra",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        b"position fen \xff\xfe w",
        b"position startpos moves e2e5",
        b"position startpos moves e2e4 e2e4",
        b"position startpos moves \xff",
    ],
)
def test_a_bad_position_raises_and_forgets(text: bytes) -> None:
    follower, _ = followed(b"position startpos moves e2e4")
    with pytest.raises(UserError):
        follower.position(text)
    assert follower.game is None
    follower.position(b"position startpos moves e2e4 e7e5")
    assert game_of(follower).ply == 2


def test_an_illegal_own_move_changes_nothing() -> None:
    follower, _ = followed(b"position startpos moves e2e4")
    before = state(follower)
    for move in (b"e2e4", b"0000", b"\xff", b"e9e4"):
        with pytest.raises(UserError):
            follower.own_move(move)
    assert state(follower) == before


@pytest.mark.parametrize("length", [10, 600])
def test_a_new_ply_costs_the_same_however_long_the_game(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, not timed: board operations for one more ply."""
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 150
    follower, _ = followed(line(shuffle[:length]))
    calls: list[str] = []
    for name in ("push_legal", "pop", "parse", "is_legal"):
        original = getattr(Game, name)

        def counted(
            self: Game, *args: object, name: str = name, original: object = original
        ) -> object:
            calls.append(name)
            assert callable(original)
            return original(self, *args)

        monkeypatch.setattr(Game, name, counted)
    follower.position(line((shuffle * 2)[: length + 2]))
    assert sorted(calls) == sorted(["parse", "is_legal", "push_legal"] * 2)


@pytest.mark.parametrize(
    ("name", "value", "forgets"),
    [
        ("uci_chess960", "false", False),
        ("uci_chess960", "True ", True),
        ("uci_variant", "chess", False),
        ("uci_variant", "atomic", True),
        ("hash", "true", False),
    ],
)
def test_an_option_that_changes_nothing_ends_no_game(name: str, value: str, forgets: bool) -> None:
    follower, _ = followed(line(["e2e4"]))
    follower.set_option(name, value)
    assert (follower.game is None) is forgets
