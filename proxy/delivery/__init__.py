"""How a ruling reaches the GUI: one file a way, named as the setting `delivery` names it.

UCI has no word for a draw. What each GUI can be told, and what it must never be sent, is in
docs/guis.md. Whatever the delivery, the ruling is also said in an `info string`, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.ruling import Ruling

    Deliver = Callable[["Answer"], list[bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An engine's answer in a game that has ended by a ruling.

    `move` is its move, UCI text; `line` its last `info` line with an exact score, if it wrote one;
    `first` tells whether the ruling is new, `certain` whether nobody has to agree to it.
    """

    ruling: Ruling
    move: bytes
    line: bytes | None
    first: bool
    certain: bool


def delivery_names() -> list[str]:
    """Return the names of all deliveries."""
    return sorted(module.name for module in iter_modules(__path__) if module.name != "wording")


def load_delivery(name: str) -> Deliver:
    """Return the function that gives the lines to send right before the answer's `bestmove`.

    Raises `UserError` for a name that there is not.
    """
    if name not in delivery_names():
        raise UserError(f"no delivery {name!r}: there are {', '.join(delivery_names())}")
    deliver: Deliver = import_module(f"proxy.delivery.{name}").deliver
    return deliver
