"""The draws of old, each in a game that a real engine plays through the wrapper under `classic`.

Where the engine must make the drawing move it has no other; what is claimed is claimed for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.wrapper import Wrapper

QUEEN = "6k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1"
CYCLE = "h5e8 g8h7 e8h5 h7g8"


def under_classic(wrapper: Callable[..., Wrapper], log: Path) -> Wrapper:
    """Start Stockfish behind an arbiter who is there."""
    options = ("--ruleset", "classic", "--claims", "always", "--log", str(log))
    engine = wrapper("stockfish", options=options)
    engine.handshake()
    engine.wait_for_the_arbiter(log)
    return engine


@pytest.mark.real("stockfish")
@pytest.mark.parametrize(
    ("fen", "moves", "reason"),
    [
        ("k7/p7/P1P5/8/8/6p1/6Pp/7K w - - 0 1", "", "stalemate"),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "", "insufficient-material"),
        ("7K/8/8/8/8/8/1Q6/k5NN b - - 0 1", "", "two-knights"),
        (QUEEN, f"{CYCLE} h5e8 g8h7 e8h5", "threefold-repetition"),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 99 90", "", "fifty-move"),
        (QUEEN, CYCLE, "perpetual-check"),
    ],
)
def test_a_draw_under_classic(
    fen: str, moves: str, reason: str, wrapper: Callable[..., Wrapper], tmp_path: Path
) -> None:
    engine = under_classic(wrapper, tmp_path / "log")
    lines = engine.go(f"fen {fen} moves {moves}" if moves else f"fen {fen}", "go nodes 500")
    told = [line for line in lines if line.startswith("info string arbiter: ")]
    assert [line.split(" (")[0] for line in told] == [f"info string arbiter: 1/2-1/2 by {reason}"]
    assert lines[-1].startswith("bestmove")


@pytest.mark.real("stockfish")
def test_a_perpetual_that_is_none_is_not_claimed(
    wrapper: Callable[..., Wrapper], tmp_path: Path
) -> None:
    """The same checks, but a rook could have stepped in on h6."""
    engine = under_classic(wrapper, tmp_path / "log")
    fen = "6k1/6p1/r7/7Q/8/8/1rq5/6K1 w - - 0 1"
    lines = engine.go(f"fen {fen} moves {CYCLE}", "go nodes 500")
    assert not any(line.startswith("info string arbiter: ") for line in lines)
