"""Reading and checking a ruleset's .toml file; a fault names file, key, found and expected."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import chess

from proxy.checked_toml import Tables, file_error, read_tables
from proxy.forfeits import EXCEPTIONS
from proxy.game.key import Reading
from proxy.kinds import ListOf, OneOf, Whole
from proxy.resources import find_config
from proxy.rules import illegal_move, resignation, time_forfeit
from proxy.rules.insufficient_material import TABLES
from proxy.ruling import ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.kinds import Kind

MODES = ("automatic", "claim", "off")
BOARD_REASONS = tuple(rule.reason for rule in ORDER)
FORFEIT_REASONS = tuple(m.RULE.reason for m in (time_forfeit, resignation, illegal_move))

# Section -> key -> what it takes; "" holds the keys above all sections.
SCHEMA: Mapping[str, Mapping[str, Kind]] = {
    "": {"about": str, "base": str},
    "rules": dict.fromkeys(BOARD_REASONS, OneOf(MODES)),
    "forfeits": dict.fromkeys(FORFEIT_REASONS, OneOf(EXCEPTIONS)),
    "claims": {"penalty-s": int, "rapid-penalty-s": int},
    "tablebase": {"men": Whole(3, 7), "cursed-wins": OneOf(("draw", "win"))},
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
        "insufficient-material-at-start": bool,
        "fifty-move-at-start": bool,
        "order": ListOf(BOARD_REASONS),
    },
}
REQUIRED = ("rules", "forfeits", "claims")


def read_ruleset_file(path: str) -> dict[str, Any]:
    """Return the arguments of a `Ruleset` from its file and the base that the file names.

    Raises `UserError` for anything that is not TOML, not known, not of its kind, or missing.
    """
    tables = _with_base(path, ())
    for section in REQUIRED:
        for key in SCHEMA[section]:
            if key not in tables[section]:
                raise file_error(
                    path, section, key, "is missing: set it, or name a base, as in base = 'fide'"
                )
    deviations, tablebase = tables["deviations"], tables["tablebase"]
    return {
        "name": os.path.splitext(os.path.basename(path))[0],
        "about": tables[""].get("about", ""),
        "modes": tables["rules"],
        "forfeits": tables["forfeits"],
        "penalty_s": tables["claims"]["penalty-s"],
        "rapid_penalty_s": tables["claims"]["rapid-penalty-s"],
        "articles": tables["articles"],
        "tablebase_men": tablebase.get("men", 7),
        "cursed_wins_count": tablebase.get("cursed-wins") == "win",
        "reading": _reading(tables["reading"]),
        "material_table": deviations.get("insufficient-material", "laws"),
        "material_at_start": deviations.get("insufficient-material-at-start", True),
        "fifty_move_at_start": deviations.get("fifty-move-at-start", True),
        "order": tuple(deviations.get("order", ())),
    }


def _with_base(path: str, seen: tuple[str, ...]) -> Tables:
    """Return the checked tables of a file laid over those of its base."""
    tables = read_tables(path, SCHEMA)
    base = tables[""].pop("base", None)
    if base is None:
        return tables
    if path in seen:
        raise file_error(path, "", "base", f"{base!r} leads back to this file")
    below = _with_base(find_config("rulesets", base, other_than=path), (*seen, path))
    return {section: below[section] | tables[section] for section in SCHEMA}


def _reading(table: dict[str, Any]) -> Reading:
    rooks = table.get("castling-key", chess.SQUARE_NAMES)
    return Reading(
        any_rook=table.get("castling-rights") == "any-rook",
        castling_squares=sum(chess.BB_SQUARES[chess.parse_square(name)] for name in set(rooks)),
        castling_resets_clock=table.get("castling-resets-clock", False),
        en_passant=table.get("en-passant", "legal"),
        fen_en_passant=table.get("fen-en-passant", "cleaned"),
    )
