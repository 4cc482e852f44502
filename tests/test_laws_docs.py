"""docs/laws.md is true: its table, and its recipes, which are carried out on a copy."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from proxy import rules
from proxy.events import FORFEITS
from proxy.rules import agreement
from proxy.rulesets import load_ruleset
from proxy.ruling import ORDER

if TYPE_CHECKING:
    from pathlib import Path

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(TESTS)
with open(os.path.join(ROOT, "docs", "laws.md"), encoding="utf-8") as file:
    TEXT = file.read()
ROWS = {
    cells[0].strip("` "): [cell.strip() for cell in cells]
    for cells in (
        line.strip("|").split("|") for line in TEXT.splitlines() if line.startswith("| `")
    )
}
COLUMNS = {3: "fide", 4: "online", 5: "tcec", 6: "lichess", 8: "uscf", 9: "classic"}
RUNNERS = ("cutechess", "fastchess", "c-chess-cli")
MODULES = [module.name for module in pkgutil.iter_modules(rules.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_a_rule_has_its_reason_its_place_its_row_and_its_test(module: str) -> None:
    rule = importlib.import_module(f"proxy.rules.{module}").RULE
    assert rule.reason == module.replace("_", "-")
    assert rule in (*ORDER, *FORFEITS.values(), agreement.RULE)
    assert rule.reason in ROWS
    texts = []
    for name in os.listdir(TESTS):
        if name.endswith(".py") and os.path.join(TESTS, name) != __file__:
            with open(os.path.join(TESTS, name), encoding="utf-8") as source:
                texts.append(source.read())
    assert any(f'"{rule.reason}"' in text for text in texts)


def test_the_table_has_a_row_for_every_rule_and_no_other() -> None:
    assert {name.replace("_", "-") for name in MODULES} == set(ROWS)


@pytest.mark.parametrize("rule", ORDER, ids=lambda rule: rule.reason)
def test_the_table_says_what_the_rulesets_do(rule: rules.Rule) -> None:
    row = ROWS[rule.reason]
    for column, name in COLUMNS.items():
        assert load_ruleset(name).modes[rule.reason] == row[column]
    for name in RUNNERS:
        assert load_ruleset(name).modes[rule.reason] == row[7].split(",")[0]


def test_the_table_cites_the_articles_of_the_rules() -> None:
    every: list[rules.Rule | rules.Forfeit] = [*ORDER, *FORFEITS.values(), agreement.RULE]
    for rule in every:
        cited = ROWS[rule.reason][2]
        assert cited == "-" or rule.article.startswith(cited.split(",")[0])


def blocks() -> dict[str, str]:
    """The recipes: what stands in each code block, by the path in its first line."""
    found = re.findall(r"```\w+\n# (\S+?)(?:, .*?)?\n(.*?)```", TEXT, flags=re.DOTALL)
    return dict(found)


def run(folder: Path, *args: str) -> dict[str, object]:
    environment = os.environ | {"PYTHONPATH": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [sys.executable, "-m", "proxy", "rule", "--json", *args]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("proxy", "configs"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(os.path.join(ROOT, name), tmp_path / name, ignore=ignored)
    return tmp_path


def test_the_recipe_for_a_ruleset_works(copy: Path) -> None:
    (copy / "club.toml").write_text(blocks()["club.toml"], encoding="utf-8")
    fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90"
    assert run(copy, "--fen", fen)["reason"] is None
    assert run(copy, "--ruleset", "club.toml", "--fen", fen)["reason"] == "fifty-move"


def test_the_recipe_for_a_rule_works(copy: Path) -> None:
    recipe = blocks()
    (copy / "proxy/rules/rook_ending.py").write_text(
        recipe["proxy/rules/rook_ending.py"], encoding="utf-8"
    )
    ruling = copy / "proxy/ruling.py"
    place = recipe["proxy/ruling.py"]
    text = ruling.read_text(encoding="utf-8")
    assert place.splitlines()[1] + "\n)" in text
    text = text.replace(place.splitlines()[1] + "\n", place)
    text = text.replace("    score_draw,\n", "    rook_ending,\n    score_draw,\n")
    ruling.write_text(text, encoding="utf-8")
    fide = copy / "configs/rulesets/fide.toml"
    key = recipe["configs/rulesets/fide.toml"]
    text = fide.read_text(encoding="utf-8")
    fide.write_text(text.replace("[rules]\n", f"[rules]\n{key}"), encoding="utf-8")
    mine = key.replace("off", "automatic")
    (copy / "club.toml").write_text(f"base = 'fide'\n[rules]\n{mine}", encoding="utf-8")
    fen = "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1"
    assert run(copy, "--fen", fen)["reason"] is None
    assert run(copy, "--ruleset", "club.toml", "--fen", fen)["reason"] == "rook-ending"
