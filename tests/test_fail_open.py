"""A fault of ours: said once, and nothing else changes."""

from __future__ import annotations

import pytest

from proxy.arbiter import Arbiter
from proxy.conduct import Conduct
from proxy.fail_open import FailOpen
from proxy.game.follow import Follower
from proxy.rulesets import load_ruleset
from proxy.session.commands import Command, ToEngine, ToGui, Warn
from proxy.session.fallback import ENDINGS, Fallback
from proxy.session.layer import Layer
from proxy.session.session import Session


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
        assert arbiter.questions() == []
        arbiter.learn(b"{}")
        arbiter.act(Conduct(load_ruleset("fide")))
        assert arbiter.draw_offered() == []
        assert arbiter.compare(b"1-0") is None
        assert arbiter.announce().lines == []
        lines += arbiter.answer(b"bestmove e2e4", []).lines
    said = [line for line in lines if line.startswith(b"info string")]
    assert [line for line in lines if line not in said] == [b"bestmove e2e4"] * 3
    assert len(said) == 1
    assert lines[0] == said[0]
    assert b"fault of ours" in said[0]


def test_every_method_of_the_arbiter_is_covered() -> None:
    harmless = {"say", "ending"}
    public = {name for name in vars(Arbiter) if not name.startswith("_")} - harmless
    assert public <= {name for name in vars(FailOpen) if not name.startswith("_")}


class Broken(Layer):
    """A layer of which every event raises."""

    def __getattribute__(self, name: str) -> object:
        if name not in vars(Layer) or name in {"inner", "is_transparent"} or name.startswith("_"):
            return super().__getattribute__(name)

        def event(*_: object) -> list[Command]:
            raise ZeroDivisionError

        event.__name__ = name
        return event


class BrokenTranslator(Broken):
    """One between two protocols."""

    is_transparent = False


@pytest.mark.parametrize("layer", [Broken, BrokenTranslator])
def test_a_layer_that_raises_ends_no_game(layer: type[Layer]) -> None:
    broken = layer(Session())
    fallback = Fallback()
    seen: list[Command] = []
    for _ in range(3):
        seen += fallback.call(broken, broken.gui_line, (b"go depth 1",), 0.0)
        seen += fallback.call(broken, broken.engine_line, (b"bestmove e2e4",), 0.0)
        seen += fallback.call(broken, broken.timer, ("hang",), 0.0)
        seen += fallback.call(broken, broken.settle, (), 0.0)
    said = [one for one in seen if isinstance(one, Warn) or b"arbiter" in getattr(one, "line", b"")]
    passed = [one for one in seen if one not in said]
    uci = layer is Broken
    assert passed == ([ToEngine(b"go depth 1"), ToGui(b"bestmove e2e4")] * 3 if uci else [])
    assert [type(one) for one in said] == ([Warn, ToGui] if uci else [Warn])


@pytest.mark.parametrize("name", sorted(ENDINGS))
def test_a_fault_in_an_ending_is_not_hidden(name: str) -> None:
    broken = Broken(Session())
    args = (None,) if name == "engine_gone" else ()
    with pytest.raises(ZeroDivisionError):
        Fallback().call(broken, getattr(broken, name), args, 0.0)
