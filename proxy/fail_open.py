"""An arbiter whose own faults never cost a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

from proxy.arbiter import Arbiter, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from proxy.conduct import Conduct
    from proxy.ruling import Ruling

Args = ParamSpec("Args")
Result = TypeVar("Result")


class FailOpen(Arbiter):
    """An arbiter who, after a fault of his own, says so once and lets everything pass.

    The lines of a GUI or an engine must never be lost because a ruling went wrong.
    """

    broken = False

    def set_option(self, name: bytes, value: bytes) -> None:
        """As `Arbiter.set_option`."""
        self._try(None, super().set_option, name, value)

    def new_game(self) -> None:
        """As `Arbiter.new_game`."""
        self._try(None, super().new_game)

    def act(self, conduct: Conduct) -> None:
        """As `Arbiter.act`."""
        self._try(None, super().act, conduct)

    def position(self, line: bytes, *, splice: bool = False) -> None:
        """As `Arbiter.position`."""
        self._try(None, super().position, line, splice=splice)

    def may_splice(self, line: bytes) -> bool:
        """As `Arbiter.may_splice`."""
        return self._try(False, super().may_splice, line)

    def whole_game(self, line: bytes) -> bytes:
        """As `Arbiter.whole_game`."""
        return self._try(line, super().whole_game, line)

    def terminal(self) -> list[bytes] | None:
        """As `Arbiter.terminal`."""
        return self._try(None, super().terminal)

    def objection(self, bestmove: bytes) -> str:
        """As `Arbiter.objection`."""
        return self._try("", super().objection, bestmove)

    def own_choice(self, written: Iterable[bytes]) -> bytes | None:
        """As `Arbiter.own_choice`."""
        return self._try(None, super().own_choice, written)

    def announce(self) -> Verdict:
        """As `Arbiter.announce`."""
        return self._try(Verdict([]), super().announce)

    def adopt(self, ruling: Ruling) -> None:
        """As `Arbiter.adopt`."""
        self._try(None, super().adopt, ruling)

    def draw_offered(self) -> list[bytes]:
        """As `Arbiter.draw_offered`."""
        nothing: list[bytes] = []
        return self._try(nothing, super().draw_offered)

    def compare(self, result: bytes) -> bytes | None:
        """As `Arbiter.compare`."""
        return self._try(None, super().compare, result)

    def answer(self, bestmove: bytes, written: Iterable[bytes]) -> Verdict:
        """As `Arbiter.answer`; what still has to be said is said here, broken or not."""
        told = [*self._trouble, bestmove] if self.broken else [bestmove]
        self._trouble = [] if self.broken else self._trouble
        return self._try(Verdict(told), super().answer, bestmove, written)

    def questions(self) -> list[bytes]:
        """As `Arbiter.questions`."""
        nothing: list[bytes] = []
        return self._try(nothing, super().questions)

    def learn(self, answer: bytes) -> Ruling | None:
        """As `Arbiter.learn`."""
        return self._try(None, super().learn, answer)

    def _try(
        self,
        otherwise: Result,
        method: Callable[Args, Result],
        *args: Args.args,
        **named: Args.kwargs,
    ) -> Result:
        if self.broken:
            return otherwise
        try:
            return method(*args, **named)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self.broken = True
            self.say(f"no rulings from here on, by a fault of ours: {type(error).__name__}")
            return otherwise
