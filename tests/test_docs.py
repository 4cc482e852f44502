"""Every command, option and key of the configuration is documented."""

from __future__ import annotations

import re
from functools import cache

import pytest
from support.program import ROOT, call

from proxy.cli import commands
from proxy.resources import shipped_names
from proxy.settings import TABLE

DOCS = "\n".join(path.read_text() for path in sorted((ROOT / "docs").glob("*.md")))
KEYS = (ROOT / "docs" / "configuration.md").read_text()


@cache
def help_of(command: str) -> str:
    ran = call(command, "--help")
    assert ran.returncode == 0
    assert ran.stderr == ""
    return ran.stdout


@pytest.mark.parametrize("command", commands())
def test_every_command_is_documented_with_all_its_options(command: str) -> None:
    shown = help_of(command)
    assert f"uci-arbiter {command}" in DOCS
    assert "example" in shown
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", shown, re.MULTILINE)) - {"--help"}
    missing = [
        option for option in sorted(options) if not re.search(rf"(?<![\w-]){option}(?![\w-])", DOCS)
    ]
    assert missing == []


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_every_key_has_its_row(setting: object) -> None:
    row = next((line for line in KEYS.splitlines() if line.startswith(f"| `{setting.key}` |")), "")  # type: ignore[attr-defined]  # parametrised
    assert row, f"no row for {setting.key} in docs/configuration.md"  # type: ignore[attr-defined]  # parametrised
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[3] == (f"`{setting.option}`" if setting.option else "-")  # type: ignore[attr-defined]  # parametrised
    assert setting.in_flags == (cells[2] == f"`--{setting.key}`")  # type: ignore[attr-defined]  # parametrised


def test_every_ready_file_is_documented() -> None:
    assert [name for name in shipped_names("guis") if f"`{name}`" not in KEYS] == []
