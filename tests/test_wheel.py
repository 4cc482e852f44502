"""The built wheel, installed elsewhere, does the main job."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from support.wrapper import FAKE_ENGINE

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
MOVES = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"


def test_the_wheel_runs_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "-o",
            str(tmp_path),
            str(ROOT),
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "proxy/configs/rulesets/online.toml" in names
    assert not [name for name in names if name.startswith(("tests", "bench"))]
    home = tmp_path / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    # The dependencies are those of this interpreter: nothing is downloaded.
    site = next(home.glob("lib/python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    for path in sys.path:
        if path.endswith("site-packages"):
            for name in ("chess", "psutil", "platformdirs"):
                if (Path(path) / name).is_dir():
                    (site / name).symlink_to(Path(path) / name)
    monkeypatch.chdir(tmp_path)
    command = [str(home / "bin" / "python"), "-m", "proxy"]
    version = subprocess.run([*command, "--version"], check=True, capture_output=True, text=True)
    assert version.stdout.startswith("uci-arbiter ")
    ruled = subprocess.run(
        [
            *command,
            "rule",
            "--moves",
            " ".join([*MOVES.split()[2:], "f6g8"]),
            "--ruleset",
            "online",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "1/2-1/2" in ruled.stdout
    played = subprocess.run(
        [*command, "run", "--", *FAKE_ENGINE, "answer=f6g8"],
        input=f"uci\nposition {MOVES}\ngo movetime 1\n",
        check=True,
        capture_output=True,
        text=True,
    )
    assert played.stdout.splitlines()[-1] == "bestmove f6g8"
