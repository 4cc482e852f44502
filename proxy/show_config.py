"""The settings as a user reads them: TOML, each line with the place that its value comes from."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

from proxy import __version__
from proxy.log_text import FORMAT

if TYPE_CHECKING:
    from proxy.kinds import Value
    from proxy.settings import Settings

SHORT = 40  # characters of a line, before its origin


def config_lines(settings: Settings) -> list[str]:
    """Return one line for each key; together they are a file of settings.

    A long value moves no other line's origin out of sight.
    """
    texts = [f"{key} = {toml_value(settings.value(key))}" for key in settings]
    width = max((len(text) for text in texts if len(text) <= SHORT), default=0)
    return [
        f"{text:<{width}}  # {settings.origin(key)}"
        for key, text in zip(settings, texts, strict=True)
    ]


def toml_value(value: Value) -> str:
    """Write a value in TOML, whose texts, numbers and lists of texts are those of JSON."""
    return json.dumps(value, ensure_ascii=False)


def log_header(settings: Settings, what: str) -> str:
    """Return the head of a log: who, when, and each setting on a line of its own, indented.

    `what` is "begun", or "continued" where an older file goes before.
    """
    day = f"{datetime.now().astimezone():%Y-%m-%d}"
    first = f"uci-arbiter {__version__}: log {what} {day}{FORMAT}"
    return "\n".join([first, *(f"  {line}" for line in config_lines(settings))])
