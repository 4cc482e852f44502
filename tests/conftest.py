"""What all tests share: the `real` marker, `--update`, and a wrapper that is always cleared up."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from support.wrapper import Wrapper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# No test is timed, and a verdict on a commit does not depend on luck: `make fuzz` looks for news.
settings.register_profile("ours", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=None, max_examples=1000)
settings.load_profile("ours")

PATH = f"{os.environ['PATH']}:/usr/games"
REQUIRE_REAL = os.environ.get("UCI_ARBITER_REQUIRE_REAL") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden transcripts anew")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("real"):
        missing = [name for name in marker.args if shutil.which(name, path=PATH) is None]
        if not missing:
            continue
        reason = f"{', '.join(missing)} not installed: sh .ci/real-programs as root installs it"
        if REQUIRE_REAL:
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture
def wrapper() -> Iterator[Callable[..., Wrapper]]:
    """Start wrappers: `wrapper(*engine_command, options=...)`; all are killed afterwards."""
    started: list[Wrapper] = []

    def start(*command: str, options: tuple[str, ...] = ()) -> Wrapper:
        started.append(Wrapper(command, options))
        return started[-1]

    yield start
    for one in started:
        one.close()
