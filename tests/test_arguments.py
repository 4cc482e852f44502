"""Mistakes on the command line: one line and exit code 2, whatever the command."""

from __future__ import annotations

import pytest

from proxy.cli import commands, main


@pytest.mark.parametrize(
    "arguments", [["--no-such-option"], ["--hel"], ["--no-such-option=1", "x"]]
)
@pytest.mark.parametrize("command", commands())
def test_a_bad_option_is_one_line(
    command: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *arguments]) == 2
    out, err = capsys.readouterr()
    shown = err.replace("uci-arbiter:", "info string arbiter:", 1) if command == "run" else ""
    assert (out, err.count("\n")) == (shown, 1)
    assert err.startswith("uci-arbiter: ")
    assert err.endswith("\n")


@pytest.mark.parametrize("command", commands())
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: uci-arbiter {command}")
