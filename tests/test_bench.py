from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from bench.figures import BARE, CONTROL, ON, RELAY, SUBJECTS, Block, Figure, p50_us, quantile
from bench.report import missed

if TYPE_CHECKING:
    from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the benchmark needs Linux")


def bench(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ) if path is None else {**os.environ, "PATH": path}
    return subprocess.run(
        [sys.executable, "-m", "bench.run", "--quick", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.real("gcc")
def test_a_quick_run_of_one_part_measures_every_subject(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    done = bench("--only", "roundtrip", "--json", str(file))
    assert done.returncode == 0, done.stderr
    result = json.loads(file.read_text())

    assert set(result["machine"]) >= {"date", "commit", "Python", "machine"}
    assert list(result["medians"]) == ["roundtrip"]
    for subject in SUBJECTS:
        times = result["medians"]["roundtrip"][subject]
        assert 0 < times["p50_us"] <= times["p99_us"]
        assert times["cpu_us"] > 0
    keys = ["roundtrip_p50", "roundtrip_p99", "roundtrip_cpu"]
    assert [row["key"] for row in result["figures"]] == keys
    for row in result["figures"]:
        assert all(len(row["attempts"][s]) == 1 and row["best"][s] > 0 for s in row["best"])
        assert row["met"] is None, "a quick run is not judged"
        assert row["title"] in done.stdout


@pytest.mark.real("gcc")
def test_a_wrapper_that_loses_a_line_is_refused(tmp_path: Path) -> None:
    wrapper = tmp_path / "lossy"
    wrapper.write_text(
        '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\n"$@" | sed -u 999d\n'
    )
    wrapper.chmod(0o755)
    done = bench("--only", "burst-lines", "--wrapper", str(wrapper))
    assert done.returncode == 2
    assert "passed on" in done.stderr


def test_without_gcc_it_says_in_one_line_what_to_install() -> None:
    done = bench(path="")
    assert done.returncode == 2
    assert done.stderr == "bench: no gcc found: install it with 'apt-get install gcc libc6-dev'\n"


def block(*microseconds: int) -> Block:
    return Block(cpu_ns=0, rss_kb=0, samples_ns=[1000 * value for value in microseconds])


def test_a_ratio_pairs_the_blocks_that_ran_side_by_side() -> None:
    # the machine was ten times slower in the second half, for both
    blocks = {RELAY: [block(10), block(100), block(100)], ON: [block(12), block(120), block(130)]}
    assert Figure("", "", "", p50_us).of(blocks, ON) == pytest.approx(1.2)
    difference = Figure("", "", "", p50_us, how="difference", against=RELAY)
    assert difference.of(blocks, ON) == pytest.approx(20)


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 1), (0.5, 50), (0.99, 99), (0.991, 100), (1.0, 100)]
)
def test_a_quantile_is_a_sample(share: float, expected: int) -> None:
    assert quantile(range(100, 0, -1), share) == expected


def row(best: float, control: float, *, control_missed: bool | None) -> dict[str, Any]:
    return {
        "title": "round trip",
        "goal": 1.4,
        "best": {ON: best, BARE: 1.0, CONTROL: control},
        "met": best <= 1.4,
        "control_missed": control_missed,
    }


def test_a_missed_goal_and_a_control_that_meets_one_are_told() -> None:
    assert missed({"figures": [row(1.3, 3.0, control_missed=True)]}) == []
    assert missed({"figures": [row(1.5, 3.0, control_missed=True)]}) == [
        "missed: round trip: 1.50, the goal is 1.4"
    ]
    [told] = missed({"figures": [row(1.3, 1.3, control_missed=False)]})
    assert "cannot tell" in told
