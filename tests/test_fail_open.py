"""A fault of ours: said once, and nothing else changes."""

from __future__ import annotations

import pytest

from proxy.arbiter import Arbiter
from proxy.conduct import Conduct
from proxy.fail_open import FailOpen
from proxy.game.follow import Follower
from proxy.rulesets import load_ruleset


@pytest.mark.parametrize("name", ["position", "own_move", "reset", "whole_game", "may_splice"])
def test_a_fault_in_following_is_said_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arbiter = FailOpen(Conduct(load_ruleset("online")))

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Follower, name, fail)
    lines: list[bytes] = []
    monkeypatch.setattr(Follower, "change_reading", fail)
    for _ in range(3):
        arbiter.new_game()
        arbiter.set_option(b"uci_chess960", b"true")
        assert arbiter.may_splice(b"position startpos") is False
        assert arbiter.whole_game(b"position startpos") == b"position startpos"
        arbiter.position(b"position startpos")
        assert arbiter.terminal() is None
        assert arbiter.question() is None
        arbiter.learn(b"{}")
        arbiter.act(Conduct(load_ruleset("fide")))
        assert arbiter.draw_offered() == []
        assert arbiter.compare(b"1-0") is None
        assert arbiter.announce().lines == []
        lines += arbiter.answer(b"bestmove e2e4", []).lines
    said = [line for line in lines if line.startswith(b"info string")]
    assert [line for line in lines if line not in said] == [b"bestmove e2e4"] * 3
    assert len(said) == 1
    assert b"fault of ours" in said[0]


def test_every_method_of_the_arbiter_is_covered() -> None:
    harmless = {"say", "ending"}
    public = {name for name in vars(Arbiter) if not name.startswith("_")} - harmless
    assert public <= {name for name in vars(FailOpen) if not name.startswith("_")}
