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


class Choice(tuple[str, ...]):
    """The words that a key takes."""

    __slots__ = ()


# Section -> key -> what it takes: words, or a type.
SCHEMA: Mapping[str, Mapping[str, Choice | type]] = {
    "": {"about": str, "base": str},
    "rules": dict.fromkeys(BOARD_REASONS, Choice(MODES)),
    "forfeits": dict.fromkeys(FORFEIT_REASONS, Choice(EXCEPTIONS)),
    "claims": {"penalty-s": int, "rapid-penalty-s": int},
    "articles": dict.fromkeys((*BOARD_REASONS, *FORFEIT_REASONS, "agreement"), str),
    "reading": {
        "castling-rights": Choice(("home-rooks", "any-rook")),
        "castling-key": list,
        "castling-resets-clock": bool,
        "en-passant": Choice(("legal", "pseudo-legal")),
        "fen-en-passant": Choice(("cleaned", "legal", "pseudo-legal", "any")),
    },
    "deviations": {
        "insufficient-material": Choice(TABLES),
        "fifty-move-at-start": bool,
        "order": list,
    },
}
TYPE_NAMES = {str: "a text", int: "a number", bool: "true or false", list: "a list"}
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
        "reading": _reading(path, tables["reading"]),
        "material_table": deviations.get("insufficient-material", "laws"),
        "fifty_move_at_start": deviations.get("fifty-move-at-start", True),
        "order": tuple(_listed(path, "deviations", deviations, "order", BOARD_REASONS)),
    }


def _with_base(path: str, seen: tuple[str, ...]) -> Tables:
    """Return the checked tables of a file laid over those of its base."""
    tables = _checked(path, _parse(path))
    base = tables[""].pop("base", None)
    if base is None:
        return tables
    if path in seen:
        raise _error(path, "", "base", f"{base!r} leads back to this file")
    below = _with_base(find_config("rulesets", base), (*seen, path))
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
        if isinstance(value, dict):
            if name not in SCHEMA:
                raise _unknown(path, "", name, [*SCHEMA["rules"], *SCHEMA])
            section, keys = name, value
        else:
            section, keys = "", {name: value}
        for key, found in keys.items():
            if key not in SCHEMA[section]:
                raise _unknown(path, section, key, SCHEMA[section])
            _check_value(path, section, key, found)
            tables[section][key] = found
    return tables


def _check_value(path: str, section: str, key: str, found: object) -> None:
    expected = SCHEMA[section][key]
    if isinstance(expected, Choice):
        if found not in expected:
            raise _error(path, section, key, f"is {found!r}: expected {_alternatives(expected)}")
    elif type(found) is not expected:
        raise _error(path, section, key, f"is {found!r}: expected {TYPE_NAMES[expected]}")
    elif isinstance(found, int) and found < 0:
        raise _error(path, section, key, f"is {found!r}: expected 0 or more")


def _reading(path: str, table: dict[str, Any]) -> Reading:
    squares = _listed(path, "reading", table, "castling-key", chess.SQUARE_NAMES)
    return Reading(
        any_rook=table.get("castling-rights") == "any-rook",
        castling_squares=sum(chess.BB_SQUARES[chess.parse_square(name)] for name in squares)
        if "castling-key" in table
        else chess.BB_ALL,
        castling_resets_clock=table.get("castling-resets-clock", False),
        en_passant=table.get("en-passant", "legal"),
        fen_en_passant=table.get("fen-en-passant", "cleaned"),
    )


def _listed(
    path: str, section: str, table: dict[str, Any], key: str, known: tuple[str, ...] | list[str]
) -> list[str]:
    """Return the list at `key`, each item of which must be a known word."""
    words: list[str] = table.get(key, [])
    for word in words:
        if word not in known:
            raise _error(
                path, section, key, f"holds {word!r}: expected {_nearest(str(word), known)}"
            )
    return words


def _unknown(path: str, section: str, key: str, known: Any) -> UserError:
    return _error(path, section, key, f"is not known: did you mean {_nearest(key, known)}?")


def _nearest(word: str, known: Any) -> str:
    names = [name for name in known if name]
    return _alternatives(get_close_matches(word, names, n=1) or names)


def _alternatives(words: Iterable[str]) -> str:
    return " or ".join(map(repr, words))


def _error(path: str, section: str, key: str, fault: str) -> UserError:
    return UserError(f"{path}: {f'{section}.' if section else ''}{key} {fault}")
