"""Whoever dies, in whatever order: nothing is left running and nothing said is lost."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING

import psutil
import pytest
from support.program import run
from support.wrapper import FAKE_ENGINE, PATIENCE, wait_until_gone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.wrapper import Wrapper

    Start = Callable[..., Wrapper]

CHILDREN = ("plain", "setsid", "fork2")


def started(wrapper: Start, *faults: str, options: tuple[str, ...] = ()) -> Wrapper:
    one = wrapper(*FAKE_ENGINE, *faults, options=options)
    one.handshake()
    return one


def family(outer: Wrapper) -> list[int]:
    """All descendants, found by parent and by cookie, once the grandchild `sleep` is among them."""
    pids: list[int] = []
    while not any(psutil.Process(pid).name() == "sleep" for pid in pids):
        tree = psutil.Process(outer.process.pid).children(recursive=True)
        cookies = {cookie for child in tree if (cookie := cookie_of(child.pid))}
        pids = [pid for pid in psutil.pids() if cookie_of(pid) in cookies]
    return [*pids, *outer.children()]


def cookie_of(pid: int) -> str | None:
    try:
        environment: dict[str, str] = psutil.Process(pid).environ()
        return environment.get("UCI_ARBITER_COOKIE")
    except psutil.Error:
        return None


def test_quit_ends_all(wrapper: Start) -> None:
    one = started(wrapper)
    pids = one.children()
    assert one.quit() == 0
    assert wait_until_gone(pids) == []


def test_end_of_input_ends_all(wrapper: Start) -> None:
    one = started(wrapper)
    pids = one.children()
    one.stdin.close()
    assert one.process.wait(PATIENCE) == 0
    assert wait_until_gone(pids) == []


def test_all_info_of_a_search_comes_and_none_between_two(wrapper: Start) -> None:
    """R107, where blocks pass by the session: the first line of a search is right behind `go`."""
    one = wrapper(*FAKE_ENGINE, "moves=e2e4", "info=4", "belated=1")
    assert "info depth 99 score cp 99" in one.handshake()
    for _ in range(300):
        answer = [line for line in one.go("startpos") if "arbiter" not in line]
        assert len(answer) == 5
        one.send("isready")
        assert one.read_until("readyok") == ["readyok"]
    assert one.quit() == 0


def test_end_of_input_lets_a_finite_search_finish(wrapper: Start) -> None:
    """R135: an engine whose input ends in a search answers junk."""
    one = wrapper(
        "sh",
        "-c",
        "while read -r line; do case $line in uci) echo uciok;; "
        "go*) sleep 0.3; echo bestmove e2e4;; quit) exit;; esac; done",
    )
    one.send("uci", "position startpos", "go depth 1")
    one.stdin.close()
    assert one.stdout.read().splitlines()[-1] == b"bestmove e2e4"


def test_end_of_input_does_not_wait_for_an_infinite_search(wrapper: Start) -> None:
    one = started(wrapper, "wait=1")
    one.send("position startpos", "go infinite")
    one.stdin.close()
    assert one.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_deaf_engine_is_killed_when_we_are_told_to_go(wrapper: Start, number: int) -> None:
    one = started(wrapper, "deaf=go", "stubborn=1")
    pids = one.children()
    one.send("position startpos", "go infinite")
    one.process.send_signal(number)
    assert one.process.wait(PATIENCE) == 0
    assert wait_until_gone(pids) == []


def test_interrupt_is_left_to_the_gui(wrapper: Start) -> None:
    """R130: Ctrl-C goes to all programs of a terminal."""
    one = started(wrapper, "moves=e2e4")
    one.process.send_signal(signal.SIGINT)
    assert one.go("startpos")[-1] == "bestmove e2e4"
    assert one.quit() == 0


@pytest.mark.parametrize("child", CHILDREN)
def test_grandchildren_end_after_quit(wrapper: Start, child: str) -> None:
    """R129, R133: engines behind launchers that fork."""
    one = started(wrapper, f"child={child}")
    pids = family(one)
    assert one.quit() == 0
    assert wait_until_gone(pids) == []


@pytest.mark.parametrize("child", CHILDREN)
def test_sigkill_on_us_leaves_nothing(wrapper: Start, child: str) -> None:
    one = started(wrapper, f"child={child}", "stubborn=1")
    pids = family(one)
    one.process.kill()
    assert wait_until_gone(pids) == []


def test_sigkill_on_us_while_the_engine_is_deaf(wrapper: Start) -> None:
    one = started(wrapper, "deaf=go", "stubborn=1")
    pids = one.children()
    one.send("position startpos", "go infinite")
    one.process.kill()
    assert wait_until_gone(pids) == []


def test_sigkill_on_an_outer_wrapper_leaves_nothing_of_the_inner_one(wrapper: Start) -> None:
    inner = (sys.executable, "-m", "proxy", "run", "--", *FAKE_ENGINE, "child=setsid")
    one = wrapper(*inner)
    one.handshake()
    pids = family(one)
    one.process.kill()
    assert wait_until_gone(pids) == []


def test_sigkill_on_the_gui_leaves_nothing() -> None:
    """R127: a GUI that dies takes its pipes with it; that is all we see of it."""
    command = [sys.executable, "-m", "proxy", "run", "--", *FAKE_ENGINE, "wait=1", "stubborn=1"]
    gui = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys\n"
            f"engine = subprocess.Popen({command!r}, stdin=-1, stdout=-1)\n"
            "engine.stdin.write(b'uci\\nposition startpos\\ngo movetime 1000000\\n')\n"
            "engine.stdin.flush()\n"
            "while engine.stdout.readline().strip() != b'uciok': pass\n"
            "print(engine.pid, flush=True)\n"
            "sys.stdin.read()\n",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with gui:
        assert gui.stdout is not None
        pid = int(gui.stdout.readline())
        pids = [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
        assert len(pids) >= 3  # wrapper, engine, watcher
        gui.kill()
    assert wait_until_gone(pids) == []


def test_sigkill_on_the_engine_is_reported_and_ends_us(wrapper: Start) -> None:
    one = started(wrapper, "child=plain")
    pids = family(one)
    engine = next(
        pid for pid in one.children() if "fake_engine.py" in " ".join(psutil.Process(pid).cmdline())
    )
    os.kill(engine, signal.SIGKILL)
    _, err = one.finish()
    assert one.process.returncode == 128 + signal.SIGKILL
    assert b"SIGKILL" in err
    assert wait_until_gone(pids) == []


def test_an_engine_that_exits_is_reported_with_code_and_last_words(wrapper: Start) -> None:
    one = started(wrapper, "crash=go")
    one.send("position startpos", "go movetime 10")
    out, err = one.finish()
    assert one.process.returncode == 3
    assert out.splitlines()[-1].endswith(b"exited with code 3")
    assert b"out of cheese" in err
    assert b"exited with code 3" in err


@pytest.mark.parametrize("script", ["", "exec <&-", "read line", "exec <&-; read line"])
@pytest.mark.parametrize("ended", [False, True])
def test_an_engine_that_leaves_without_a_word_is_reported_with_what_to_do(
    wrapper: Start, script: str, ended: bool
) -> None:
    """Also where nothing comes after `uci`: else `echo uci | ...` would show nothing at all."""
    one = wrapper("/bin/sh", "-c", script)
    one.send("uci")
    if ended:
        one.stdin.close()
    out, err = one.finish()
    told = "engine sh exited with code"
    assert one.process.returncode in {0, 1}
    assert out.decode().startswith(f"info string arbiter: {told}")
    assert err.decode().startswith(f"uci-arbiter: {told}")
    if b"its last lines" not in err:
        assert err.endswith(b" and without a word: start it by hand to see why\n")
        assert err.count(b"\n") == 1


def test_an_engine_that_is_slow_to_start_when_the_gui_leaves_is_no_fault(wrapper: Start) -> None:
    one = wrapper("/bin/sh", "-c", "while read line; do test quit = $line && exit; done")
    assert one.quit() == 0
    one = wrapper("/bin/sh", "-c", "read line; echo loading; sleep 600")
    one.send("uci")
    one.read_until("loading")
    one.process.terminate()
    out, err = one.finish()
    assert (out, err) == (b"", b"")


def test_an_engine_killed_by_a_signal_is_reported_by_its_name(wrapper: Start) -> None:
    """R140: code or signal, and its last lines."""
    one = started(wrapper, "kill=go")
    one.send("position startpos", "go movetime 10")
    out, err = one.finish()
    assert one.process.returncode == 128 + signal.SIGSEGV
    assert out.splitlines()[-1].endswith(b"was killed by sigsegv")
    assert b"SIGSEGV" in err


def test_an_engine_that_closes_its_stdout_has_gone(wrapper: Start) -> None:
    one = started(wrapper, "silent=go")
    pids = one.children()
    one.send("position startpos", "go movetime 10")
    _, err = one.finish()
    assert b"SIGKILL" in err
    assert wait_until_gone(pids) == []


def test_an_engine_that_closes_its_stdout_before_it_exits_is_not_killed(wrapper: Start) -> None:
    """As every program does that flushes its own: we would report our own signal."""
    one = wrapper("sh", "-c", "read -r line; echo uciok; exec >&-; sleep 0.1; exit 5")
    one.send("uci")
    one.finish()
    assert one.process.returncode == 5


def test_a_grandchild_that_holds_the_pipes_does_not_keep_us(wrapper: Start) -> None:
    one = started(wrapper, "child=setsid", "crash=go")
    one.send("position startpos", "go movetime 10")
    assert one.process.wait(PATIENCE) == 3


def test_the_last_words_of_a_dying_engine_are_not_lost(wrapper: Start) -> None:
    script = "read -r line; echo uciok; seq 20000; exit 7"
    one = wrapper("sh", "-c", script, options=("--tracking", "off"))
    one.send("uci")
    out, _ = one.finish()
    assert out.splitlines()[:-1] == [b"uciok", *(b"%d" % n for n in range(1, 20001))]


@pytest.mark.parametrize(("linger", "stranger"), [("0.001", ""), ("f.LINGER", "setsid sleep 60 &")])
def test_a_slow_wrapper_hears_out_a_dead_engine(linger: str, stranger: str) -> None:
    """On a busy machine it still has much to pass on when a stranger's time would be up."""
    patience = f"import proxy.shell.farewell as f, proxy.cli as c; f.LINGER = {linger}; c.main()"
    script = f"read -r line; echo uciok; {stranger} seq 20000; exit 7"
    done = subprocess.run(
        [sys.executable, "-c", patience, "run", "--tracking", "off", "--", "sh", "-c", script],
        input=b"uci\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.splitlines()[1:20001] == [b"%d" % n for n in range(1, 20001)]


HELD, MORE = 20_000, 50_000  # numbers that the pipes and we hold unread, so that `seq` ends; more


@contextmanager
def impatient(script: str, *options: str, **patience: float) -> Iterator[subprocess.Popen[bytes]]:
    """Start the wrapper before `sh -c script`, whose output nobody reads yet."""
    code = (
        "import proxy.cli; from proxy.session import session; from proxy.shell import farewell\n"
        f"for name, seconds in {patience}.items():\n"
        "    setattr(farewell if hasattr(farewell, name) else session, name, seconds)\n"
        "proxy.cli.main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "run", *options, "--", "sh", "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as one:
        try:
            yield one
        finally:
            one.kill()


def tell(one: subprocess.Popen[bytes], text: bytes) -> None:
    assert one.stdin is not None
    one.stdin.write(text)


@pytest.mark.parametrize("count", [HELD, MORE])
def test_a_gui_may_take_its_time_to_read_the_last_words(count: int) -> None:
    """A bare engine's would wait in the pipe."""
    script = f"read -r line; echo uciok; seq {count}; exit 7"
    with impatient(script, "--tracking", "off", LINGER=0.01, STRANGER=2.0) as one:
        tell(one, b"uci\n")
        with pytest.raises(subprocess.TimeoutExpired):
            one.wait(3.0)
        assert one.stdout is not None
        lines = one.stdout.read().splitlines()
    assert lines[1:-1] == [b"%d" % n for n in range(1, count + 1)]


def quit_(one: subprocess.Popen[bytes]) -> None:
    tell(one, b"quit\n")


def end_input(one: subprocess.Popen[bytes]) -> None:
    assert one.stdin is not None
    one.stdin.close()


# After the end of input a search goes on, and one that waits for its reader does so for ever.
@pytest.mark.parametrize(
    ("end", "count"),
    [
        *((quit_, count) for count in (HELD, MORE)),
        *((subprocess.Popen.terminate, count) for count in (HELD, MORE)),
        (end_input, HELD),
    ],
)
def test_a_gui_that_reads_nothing_is_left_after_the_end(
    end: Callable[[subprocess.Popen[bytes]], None], count: int
) -> None:
    """Else we would be there for ever: after `quit`, a signal, the end of a script."""
    short = dict.fromkeys(("QUIT_PATIENCE", "TERMINATE_PATIENCE", "PIPE_PATIENCE"), 0.1)
    script = f"read -r line; echo uciok; read -r line; seq {count}; exit 3"
    with impatient(script, LINGER=0.01, **short) as one:
        tell(one, b"uci\n")
        assert one.stdout is not None
        assert b"uciok" in one.stdout.read(65536)
        tell(one, b"go depth 1\n")
        assert select.select([one.stdout], [], [], PATIENCE)[0]
        end(one)
        one.wait(PATIENCE)


def test_a_wrapper_whose_pump_has_died_waits_for_nobody() -> None:
    """By a fault of ours it would not hear the `quit` of a GUI that reads nothing."""
    code = (
        "from proxy import cli; from proxy.session import session; from proxy.shell import shell\n"
        "session.TERMINATE_PATIENCE = 0.1\n"
        "def die(self): raise ZeroDivisionError\n"
        "shell.Shell._serve_gui = lambda self: input() and die(self)\n"
        "cli.main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "run", "--", "sh", "-c", f"seq {MORE}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as one:
        assert one.stdout is not None
        assert select.select([one.stdout], [], [], PATIENCE)[0]
        tell(one, b"boom\n")
        assert one.wait(PATIENCE) == 70


def test_a_signal_after_the_end_loses_no_record(tmp_path: Path) -> None:
    """GUIs send one right after `quit`; the record is written last."""
    code = (
        "import os, signal; from proxy import cli, observers; close = observers.Observers.close\n"
        "def signalled(self):\n"
        "    for number in (signal.SIGTERM, signal.SIGHUP): os.kill(os.getpid(), number)\n"
        "    close(self)\n"
        "observers.Observers.close = signalled; cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "run", "--record", str(tmp_path), "--", *FAKE_ENGINE],
        input=b"uci\nisready\nposition startpos\ngo movetime 1\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".pgn"}


def test_a_stderr_that_nobody_reads_does_not_keep_us() -> None:
    """gnome-chess never reads it: an engine's words fill the pipe, and ours come last."""
    unread, full = os.pipe()
    os.set_blocking(full, False)
    with suppress(BlockingIOError):
        while True:
            os.write(full, bytes(select.PIPE_BUF))
    os.set_blocking(full, True)
    done = subprocess.run(
        [sys.executable, "-m", "proxy", "run", "--", "sh", "-c", "read -r line; exit 7"],
        input=b"uci\n",
        stdout=subprocess.PIPE,
        stderr=full,
        timeout=PATIENCE,
        check=False,
    )
    os.close(full)
    os.close(unread)
    assert done.returncode == 7
    assert b"exited with code 7" in done.stdout


def test_an_engine_that_cannot_start_is_one_line(wrapper: Start) -> None:
    for name in ("no-such-engine", "/no/such/engine", __file__):
        one = wrapper(name)
        out, err = one.finish()
        assert one.process.returncode == 2
        assert err.startswith(b"uci-arbiter: engine ")
        assert out == err.replace(b"uci-arbiter:", b"info string arbiter:")
        assert err.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["--", "/no/such"], ["--rulset", "fide", "--", "sh"], ["--ruleset", "x", "--", "sh"], ["sh"]],
)
@pytest.mark.parametrize(
    ("greeting", "how"),
    [("xboard\n", "tellusererror uci-arbiter:"), ("uci\n", "info string arbiter:")],
)
def test_why_nothing_is_started_is_said_where_the_gui_shows_it(
    arguments: list[str], greeting: str, how: str
) -> None:
    done = run("run", *arguments, text=greeting)
    assert done.returncode == 2
    assert done.stdout == done.stderr.replace("uci-arbiter:", how, 1)
    assert done.stdout.count("\n") == 1


def test_both_sides_may_write_more_than_a_pipe_holds(wrapper: Start) -> None:
    """One thread for both directions would deadlock here."""
    one = started(wrapper, "info=20000", "moves=e2e4")
    writer = Thread(
        target=one.send,
        args=(
            "position startpos",
            "go movetime 10",
            *["setoption name Hash value 1"] * 20000,
            "isready",
        ),
    )
    writer.start()
    lines = one.read_until("readyok")
    writer.join()
    assert len([line for line in lines if line.startswith("info depth")]) == 20000


def test_inherited_descriptors_are_closed() -> None:
    """xboard's second engine inherits the first one's stdin, which then never ends."""
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    command = [sys.executable, "-m", "proxy", "run", "--", *FAKE_ENGINE]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[writer]
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"uci\n")
        process.stdin.flush()
        assert process.stdout.readline()
        os.close(writer)
        assert os.read(reader, 1) == b""  # would block if anybody held the other end
        process.communicate(b"quit\n", timeout=PATIENCE)
    os.close(reader)
