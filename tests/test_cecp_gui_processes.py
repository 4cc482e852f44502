"""The CECP side toward the GUI, as a process: from its first line to its end."""

from __future__ import annotations

import os
import select
from time import monotonic
from typing import TYPE_CHECKING

from support.wrapper import FAKE_ENGINE, PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.wrapper import Wrapper

TWO_KNIGHTS = "k7/8/1K6/8/8/3N4/5p2/6N1 w - - 0 1"
CLAIMING = ("--delivery", "claim", "--ruleset", "classic")


def move_block(gui: Wrapper) -> bytes:
    """Return the block, as one read gives it, that has the engine's move."""
    block = b""
    while b"move" not in block:
        assert select.select([gui.stdout], [], [], PATIENCE)[0]
        block = os.read(gui.stdout.fileno(), 65536)
    return block


def test_a_game_with_claims(wrapper: Callable[..., Wrapper]) -> None:
    """The move and the claim behind it are read as one block, as they were written."""
    gui = wrapper(*FAKE_ENGINE, "moves=d3f2", options=CLAIMING)
    gui.send("xboard", "protover 2")
    features = gui.read_until("feature done=1")
    assert features[0] == "feature done=0"
    assert 'feature myname="Fake"' in features
    gui.send("new", "ping 1")
    gui.read_until("pong 1")
    gui.send("force", f"setboard {TWO_KNIGHTS}", "go")
    block = move_block(gui)
    ends = monotonic() + PATIENCE
    while b"1/2-1/2 {" not in block and monotonic() < ends:  # the arbiter is still being loaded
        gui.send("undo", "go")
        block = move_block(gui)
    assert block.endswith(b"move d3f2\n1/2-1/2 {Two knights, classic}\n")
    assert gui.quit() == 0


def test_the_end_of_input_ends_it(wrapper: Callable[..., Wrapper]) -> None:
    gui = wrapper(*FAKE_ENGINE)
    gui.send("xboard", "protover 2")
    gui.read_until("feature done=1")
    gui.stdin.close()
    gui.finish()
    assert gui.process.returncode == 0


def test_the_front_can_be_fixed(wrapper: Callable[..., Wrapper]) -> None:
    """An engine of its own may understand `xboard`: with `--front uci` it is passed on."""
    gui = wrapper(*FAKE_ENGINE, options=("--front", "uci"))
    gui.send("xboard", "uci")
    assert gui.read_until("uciok")[0] == "id name Fake"
    assert gui.quit() == 0
