"""Reading and checking a ruleset's .toml file; a fault names file, key, found and expected."""

from __future__ import annotations

import os
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import chess

from proxy.errors import UserError
from proxy.forfeits import EXCEPTIONS
from proxy.game.key import Reading
from proxy.resources import find_config
from proxy.rules import illegal_move, resignation, time_forfeit
from proxy.rules.insufficient_material import TABLES
from proxy.ruling import ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MODES = ("automatic", "claim", "off")
BOARD_REASONS = tuple(rule.reason for rule in ORDER)
FORFEIT_REASONS = tuple(m.RULE.reason for m in (time_forfeit, resignation, illegal_move))

Tables = dict[str, dict[str, Any]]


class OneOf(tuple[str, ...]):
    """A key that takes one of these words."""

    __slots__ = ()


class ListOf(tuple[str, ...]):
    """A key that takes a list of these words."""

    __slots__ = ()


# Section -> key -> what it takes; "" holds the keys above all sections.
SCHEMA: Mapping[str, Mapping[str, OneOf | ListOf | type]] = {
    "": {"about": str, "base": str},
    "rules": dict.fromkeys(BOARD_REASONS, OneOf(MODES)),
    "forfeits": dict.fromkeys(FORFEIT_REASONS, OneOf(EXCEPTIONS)),
    "claims": {"penalty-s": int, "rapid-penalty-s": int},
    "articles": dict.fromkeys((*BOARD_REASONS, *FORFEIT_REASONS, "agreement"), str),
    "reading": {
        "castling-rights": OneOf(("home-rooks", "any-rook")),
        "castling-key": ListOf(chess.SQUARE_NAMES),
        "castling-resets-clock": bool,
        "en-passant": OneOf(("legal", "pseudo-legal")),
        "fen-en-passant": OneOf(("cleaned", "legal", "pseudo-legal", "any")),
    },
    "deviations": {
        "insufficient-material": OneOf(TABLES),
        "fifty-move-at-start": bool,
        "order": ListOf(BOARD_REASONS),
    },
}
TYPE_NAMES = {str: "a text", int: "a number", bool: "true or false"}
REQUIRED = ("rules", "forfeits", "claims")


def read_ruleset_file(path: str) -> dict[str, Any]:
    """Return the arguments of a `Ruleset` from its file and the base that the file names.

    Raises `UserError` for anything that is not TOML, not known, not of its kind, or missing.
    """
    tables = _with_base(path, ())
    for section in REQUIRED:
        for key in SCHEMA[section]:
            if key not in tables[section]:
                raise _error(
                    path, section, key, "is missing: set it, or name a base, as in base = 'fide'"
                )
    deviations = tables["deviations"]
    return {
        "name": os.path.splitext(os.path.basename(path))[0],
        "about": tables[""].get("about", ""),
        "modes": tables["rules"],
        "forfeits": tables["forfeits"],
        "penalty_s": tables["claims"]["penalty-s"],
        "rapid_penalty_s": tables["claims"]["rapid-penalty-s"],
        "articles": tables["articles"],
        "reading": _reading(tables["reading"]),
        "material_table": deviations.get("insufficient-material", "laws"),
        "fifty_move_at_start": deviations.get("fifty-move-at-start", True),
        "order": tuple(deviations.get("order", ())),
    }


def _with_base(path: str, seen: tuple[str, ...]) -> Tables:
    """Return the checked tables of a file laid over those of its base."""
    tables = _checked(path, _parse(path))
    base = tables[""].pop("base", None)
    if base is None:
        return tables
    if path in seen:
        raise _error(path, "", "base", f"{base!r} leads back to this file")
    below = _with_base(find_config("rulesets", base, other_than=path), (*seen, path))
    return {section: below[section] | tables[section] for section in SCHEMA}


def _parse(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None


def _checked(path: str, document: dict[str, Any]) -> Tables:
    """Return all sections of a document, every key known and every value of its kind."""
    tables: Tables = {section: {} for section in SCHEMA}
    for name, value in document.items():
        if name in SCHEMA[""]:
            tables[""][name] = _checked_value(path, "", name, value)
        elif name not in SCHEMA:
            raise _error(path, "", name, _did_you_mean(name, [*SCHEMA[""], *SCHEMA]))
        elif not isinstance(value, dict):
            raise _error(path, "", name, f"is {value!r}: expected a section, as in [{name}]")
        else:
            for key, found in value.items():
                if key not in SCHEMA[name]:
                    raise _error(path, name, key, _did_you_mean(key, SCHEMA[name]))
                tables[name][key] = _checked_value(path, name, key, found)
    return tables


def _checked_value(path: str, section: str, key: str, found: Any) -> Any:
    expected = SCHEMA[section][key]
    match expected:
        case OneOf():
            fault = f"expected {_alternatives(expected)}" if found not in expected else None
        case ListOf():
            fault = _list_fault(found, expected)
        case _ if type(found) is not expected:
            fault = f"expected {TYPE_NAMES[expected]}"
        case _:
            fault = "expected 0 or more" if isinstance(found, int) and found < 0 else None
    if fault:
        raise _error(path, section, key, f"is {found!r}: {fault}")
    return found


def _list_fault(found: Any, words: ListOf) -> str | None:
    if not isinstance(found, list):
        return "expected a list"
    for word in found:
        if word not in words:
            return f"expected {_alternatives(_nearest(str(word), words))} for {word!r}"
    return None


def _reading(table: dict[str, Any]) -> Reading:
    rooks = table.get("castling-key", chess.SQUARE_NAMES)
    return Reading(
        any_rook=table.get("castling-rights") == "any-rook",
        castling_squares=sum(chess.BB_SQUARES[chess.parse_square(name)] for name in set(rooks)),
        castling_resets_clock=table.get("castling-resets-clock", False),
        en_passant=table.get("en-passant", "legal"),
        fen_en_passant=table.get("fen-en-passant", "cleaned"),
    )


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    return f"is not known: did you mean {_alternatives(_nearest(word, known))}?"


def _nearest(word: str, known: Iterable[str]) -> list[str]:
    names = [name for name in known if name]
    return get_close_matches(word, names, n=1) or names


def _alternatives(words: Iterable[str]) -> str:
    return " or ".join(map(repr, words))


def _error(path: str, section: str, key: str, fault: str) -> UserError:
    return UserError(f"{path}: {f'{section}.' if section else ''}{key} {fault}")
