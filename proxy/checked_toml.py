"""Reading a .toml file whose keys are known; a fault names file, key, found and expected."""

from __future__ import annotations

import os
import stat
import tomllib
from typing import TYPE_CHECKING, Any

from proxy.errors import UserError
from proxy.kinds import did_you_mean, fault, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proxy.kinds import Kind

    Schema = Mapping[str, Mapping[str, Kind]]

Tables = dict[str, dict[str, Any]]

MOST_BYTES = 1_000_000  # a thousand times what any of these files needs


def read_tables(path: str, schema: Schema) -> Tables:
    """Return all sections of a schema with the keys that the file sets in them.

    A schema is section -> key -> kind; "" holds the keys above all sections. Raises `UserError`
    for what is not TOML, not known, or not of its kind.
    """
    return checked(path, parse_toml(path), schema)


def parse_toml(path: str) -> dict[str, Any]:
    """Return the document in a .toml file. Raises `UserError`."""
    text = _read(path)
    try:
        return tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:  # no UTF-8, a number of too many digits
        raise UserError(f"{path} is not TOML: {error}") from None


def _read(path: str) -> bytes:
    """Return what is in a file, unless it may have no end: a device, a pipe."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for its writer
            raise UserError(f"{path} is no regular file: expected a .toml file")
        with open(path, "rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    if len(text) > MOST_BYTES:
        raise UserError(f"{path} has more than {MOST_BYTES} bytes: expected a .toml file")
    return text


def checked(path: str, document: Mapping[str, Any], schema: Schema) -> Tables:
    """Return the tables of a document, every key known and every value of its kind."""
    tables: Tables = {section: {} for section in schema}
    for name, value in document.items():
        if name in schema[""]:
            tables[""][name] = _checked_value(path, schema, "", name, value)
        elif name not in schema:
            known = [*schema[""], *schema]
            if isinstance(value, dict) and schema.keys() == {""} and len(nearest(name, known)) > 1:
                raise UserError(f"{path} has a section [{name}]: its keys stand without any")
            raise file_error(path, "", name, did_you_mean(name, known))
        elif not isinstance(value, dict):
            raise file_error(path, "", name, f"is {value!r}: expected a section, as in [{name}]")
        else:
            for key, found in value.items():
                if key not in schema[name]:
                    raise file_error(path, name, key, did_you_mean(key, schema[name]))
                tables[name][key] = _checked_value(path, schema, name, key, found)
    return tables


def file_error(path: str, section: str, key: str, wrong: str) -> UserError:
    """Return the error about one key of a file."""
    return UserError(f"{path}: {f'{section}.' if section else ''}{key} {wrong}")


def _checked_value(path: str, schema: Schema, section: str, key: str, found: Any) -> Any:
    wrong = fault(schema[section][key], found)
    if wrong:
        raise file_error(path, section, key, f"is {found!r}: {wrong}")
    return found
