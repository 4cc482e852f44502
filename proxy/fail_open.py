"""An arbiter whose own faults never cost a game."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from proxy.arbiter import Arbiter, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Args = ParamSpec("Args")
Result = TypeVar("Result")


def _guarded(
    method: Callable[Concatenate[Arbiter, Args], Result],
    otherwise: Callable[Concatenate[FailOpen, Args], Result],
) -> Callable[Concatenate[FailOpen, Args], Result]:
    """Return a method of `Arbiter`, in whose place `otherwise` is called when it fails, and after.

    A closure: a call through `super()` costs more than many of the methods do.
    """

    @wraps(method)
    def guarded(self: FailOpen, /, *args: Args.args, **named: Args.kwargs) -> Result:
        if not self.broken:
            try:
                return method(self, *args, **named)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                self.broken = True
                self.say(f"no rulings from here on, by a fault of ours: {type(error).__name__}")
        return otherwise(self, *args, **named)

    return guarded


def _nothing(_self: FailOpen, /, *_: object, **__: object) -> None:
    """Do nothing, or know nothing."""


def _no(_self: FailOpen, /, *_: object, **__: object) -> bool:
    return False


def _no_words(_self: FailOpen, /, *_: object, **__: object) -> str:
    return ""


def _line(_self: FailOpen, /, line: bytes) -> bytes:
    return line


def _no_verdict(_self: FailOpen, /) -> Verdict:
    return Verdict([])


def _no_lines(_self: FailOpen, /, *_: object, **__: object) -> list[bytes]:
    return []


class FailOpen(Arbiter):
    """An arbiter who, after a fault of his own, says so once and lets everything pass.

    The lines of a GUI or an engine must never be lost because a ruling went wrong.
    """

    broken = False

    def _let_pass(self, /, bestmove: bytes, written: Iterable[bytes]) -> Verdict:
        """Return an answer as it came, with what still has to be said."""
        del written
        told, self._trouble = [*self._trouble, bestmove], []
        return Verdict(told)

    set_option = _guarded(Arbiter.set_option, _nothing)
    new_game = _guarded(Arbiter.new_game, _nothing)
    act = _guarded(Arbiter.act, _nothing)
    may_splice = _guarded(Arbiter.may_splice, _no)
    whole_game = _guarded(Arbiter.whole_game, _line)
    position = _guarded(Arbiter.position, _nothing)
    terminal = _guarded(Arbiter.terminal, _nothing)
    answer = _guarded(Arbiter.answer, _let_pass)
    objection = _guarded(Arbiter.objection, _no_words)
    own_choice = _guarded(Arbiter.own_choice, _nothing)
    announce = _guarded(Arbiter.announce, _no_verdict)
    adopt = _guarded(Arbiter.adopt, _nothing)
    draw_offered = _guarded(Arbiter.draw_offered, _no_lines)
    compare = _guarded(Arbiter.compare, _nothing)
    questions = _guarded(Arbiter.questions, _no_lines)
    learn = _guarded(Arbiter.learn, _nothing)
