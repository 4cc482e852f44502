"""JSON as the types that it was written from: what is damaged or foreign is told by its place."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

LARGEST = 1 << 53
"""No number in a record is larger, and each up to here is the same as a float."""

NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def read_as(kind: Any, value: Any, where: str = "") -> Any:
    """Return a JSON value as a type: a plain one, a list, a dict, a union, a data class.

    Raises `ValueError` that says in words at which field (below `where`) it is of another type.
    """
    if is_dataclass(kind):
        return _read_fields(kind, value, where)
    inner = get_args(kind)
    match get_origin(kind):
        case None:
            return _read_plain(kind, value, where)
        case origin if origin is list:
            if not isinstance(value, list):
                raise ValueError(f"{where} is no list")
            return [read_as(inner[0], one, f"{where}[{n}]") for n, one in enumerate(value)]
        case origin if origin is dict:
            if not isinstance(value, dict):
                raise ValueError(f"{where} is no object")
            return {key: read_as(inner[1], one, f"{where}.{key}") for key, one in value.items()}
    # What is left is a type or None.
    return None if value is None else read_as(inner[0], value, where)


def _read_fields(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise ValueError(f"{where or 'it'} is no object")
    hints, needed = _fields(kind)
    place = f"{where}." if where else ""
    for name in needed - value.keys():
        raise ValueError(f"{place}{name} is missing")
    for name in value.keys() - hints.keys():
        raise ValueError(f"{place}{name!r} is not known")
    return kind(**{key: read_as(hints[key], one, f"{place}{key}") for key, one in value.items()})


@cache
def _fields(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """Return the types of a data class's fields, and the names of those without a default."""
    needed = {
        one.name
        for one in fields(kind)
        if one.default is MISSING and one.default_factory is MISSING
    }
    return get_type_hints(kind), needed


def _read_plain(kind: Any, value: Any, where: str) -> Any:
    if isinstance(value, str) and kind in {str, Any}:
        # Half a surrogate pair, as of a name that was no UTF-8, could not be printed.
        return value.encode("utf-8", "backslashreplace").decode()
    if kind is Any:
        return value
    known = (int, float) if kind is float else kind
    is_number = kind in {int, float}
    if (
        not isinstance(value, known)
        or (is_number and isinstance(value, bool))
        or (is_number and not abs(value) <= LARGEST)  # nor is NaN
    ):
        raise ValueError(f"{where} is not {NAMES[kind]}")
    return value
