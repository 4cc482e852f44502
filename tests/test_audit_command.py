"""`uci-arbiter audit` from the command line: outputs, exit codes, workers, and going on."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.audit import DATA, law, pgn
from support.program import run

from proxy.audit.resume import load_state
from proxy.audit.run import Plan, run_audit
from proxy.audit.sinks import FixSink, HtmlSink
from proxy.audit.totals import Totals
from proxy.commands.audit import main
from proxy.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.run import Sink

GOOD = pgn("1. f3 e5 2. g4 Qh4#", "0-1", White="Ann", Black="Bob")
BAD = pgn("1. f3 e5 2. g4 Qh4# {good game}", "1-0", White="Bob", Black="Cid", Round="7")
NOTED = pgn("1. e4", "1/2-1/2", White="Ann", Black="Cid")
OUTPUTS = ("--fix", "--html", "--resume")
REAL = [f"{DATA}/{name}.pgn" for name in ("fastchess", "cutechess", "c-chess-cli")]


def write(folder: Path, text: str, name: str = "games.pgn") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "code"), [(GOOD, 0), (GOOD + NOTED, 0), (GOOD + BAD, 1), ("", 0), ("not PGN", 1)]
)
def test_exit_codes(text: str, code: int, tmp_path: Path) -> None:
    assert main([write(tmp_path, text), "--jobs", "1"]) == code


def test_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GOOD + BAD + NOTED)
    main([path, "--jobs", "1"])
    out = capsys.readouterr().out
    assert f"{path}:8  game 2: Bob - Cid, round 7, 1-0, right is 0-1" in out
    assert "3 games, 9 half-moves: 1 wrong, 1 with notes only; 1 results change." in out
    assert "Result against the final position" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["Bob", "2", "2", "1", "*"] in rows
    assert ["Cid", "2", "½", "1½", "*"] in rows
    assert ["2", "Bob", "1→0", "·", "1"] in rows


def test_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GOOD + BAD)
    main([path, "--json", "--jobs", "1"])
    *games, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(game["game"], game["line"], game["right"]) for game in games] == [(2, 8, "0-1")]
    assert games[0]["findings"][0]["fen"].startswith("rnb1kbnr")
    assert last["totals"]["changed"] == 1
    main([path, "--csv", "--jobs", "1"])
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["kind"], row["result"], row["right"], row["article"]) == (
        *("wrong-result", "1-0", "0-1"),
        "5.1.1",
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_corrected_pgn(newline: str, tmp_path: Path) -> None:
    text = (GOOD + BAD + NOTED + GOOD).replace("\n", newline)
    source, out = tmp_path / "games.pgn", tmp_path / "fixed.pgn"
    source.write_bytes(text.encode())
    assert main([str(source), "--fix", str(out), "--jobs", "1"]) == 1
    assert source.read_bytes() == text.encode()
    fixed = out.read_bytes().decode()
    good, bad, noted = (game.replace("\n", newline) for game in (GOOD, BAD, NOTED))
    assert fixed.startswith(good)
    assert fixed.endswith(noted + good)
    middle = fixed[len(good) : -len(noted + good)]
    assert middle.count(newline) == middle.count("\n") if newline == "\r\n" else True
    assert '[Result "0-1"]' in middle
    assert '[White "Bob"]' in middle
    assert "Qh4# {good game}" in middle
    assert "the result was 1-0, it is 0-1." in " ".join(middle.split())
    assert "(5.1.1)" in middle
    assert middle.endswith(f"{newline}0-1{newline}{newline}")
    assert bad.split(newline + newline)[1].split(" 1-0")[0] in middle
    assert main([str(out), "--jobs", "1"]) == 0  # nothing is left to be corrected


def test_what_has_no_right_result_keeps_its_own(tmp_path: Path) -> None:
    text = pgn("1. e4 e5 {0.00/1 1s, Draw by 3-fold repetition}", "1/2-1/2")
    out = tmp_path / "fixed.pgn"
    main([write(tmp_path, text), "--fix", str(out), "--jobs", "1"])
    fixed = " ".join(out.read_text().split())
    assert "the result 1/2-1/2 is left as it is" in fixed
    assert fixed.endswith("1/2-1/2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.pgn"], "cannot read no.pgn: No such file or directory"),
        (["GAMES", "--ruleset", "nope"], "nothing named 'nope'"),
        (["GAMES", "--fix", "GAMES"], "is one of the games to audit"),
        (["GAMES", "--html", "GAMES"], "is one of the games to audit"),
        (["GAMES", "--html", "tests"], "--html tests is a folder: name a file"),
        (["GAMES", "--fix", "tests"], "--fix tests is a folder: name a file"),
        (["GAMES", "--fix", "no/such/folder.pgn"], "cannot write no/such/folder.pgn: No such file"),
        (["GAMES", "--draw", "movenumber=x"], "--draw 'movenumber=x' has 'movenumber=x'"),
        (["GAMES", "-", "--resume", "state"], "--resume cannot go on in standard input"),
        (["/dev/null", "--resume", "state"], "cannot go on in /dev/null, which is no regular file"),
        (["GAMES", "--resume", "GAMES"], "--resume GAMES is one of the games to audit"),
        (["GAMES", "--resume", "pyproject.toml"], "is not a state that --resume has written"),
        *((["GAMES", one, "/dev/null"], f"{one} /dev/null is no regular file") for one in OUTPUTS),
        *(
            (["GAMES", one, "a", other, "./a"], "are both ./a: name two files")
            for one, other in pairwise(OUTPUTS)
        ),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    with pytest.raises(UserError) as error:
        main([path if word == "GAMES" else word for word in arguments] + ["--jobs", "1"])
    assert message in str(error.value).replace(path, "GAMES")
    assert "\n" not in str(error.value)
    assert os.listdir(tmp_path) == ["games.pgn"]


@pytest.mark.parametrize("more", [[], ["--resume", "state"]])
@pytest.mark.parametrize("option", ["--html", "--fix"])
def test_a_full_disk_is_one_line(option: str, more: list[str], tmp_path: Path) -> None:
    """No file may grow beyond 4 KiB, which the last bytes in the buffer do."""
    write(tmp_path, BAD * 25)
    command = [sys.executable, "-m", "proxy", "audit", "games.pgn", option, "out", "--jobs", "1"]
    ran = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *command, *more],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (
        2,
        "uci-arbiter: cannot write out: File too large\n",
    )
    assert os.listdir(tmp_path) == ["games.pgn"]


@pytest.mark.parametrize("option", OUTPUTS)
@pytest.mark.parametrize("end", [".part", ".page", ".new", ".tmp"])
def test_no_output_touches_what_lies_beside_it(option: str, end: str, tmp_path: Path) -> None:
    """The games may be called as a temporary file would be, and so may what is hidden."""
    inputs = [write(tmp_path, BAD, f"out{end}")]
    inputs += [write(tmp_path, BAD, f".out.{os.getpid() + n}{end}") for n in range(3)]
    for _ in range(2):  # an output that exists already is replaced, and is no input
        main([*inputs, option, str(tmp_path / "out"), "--jobs", "1"])
        assert {Path(path).read_text() for path in inputs} == {BAD}
    left = {os.path.basename(path) for path in inputs}
    assert set(os.listdir(tmp_path)) == left | ({"out"} if option != "--resume" else set())


def test_a_report_that_cannot_get_its_name_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    sink = HtmlSink(str(path), "online", [])
    path.mkdir()  # after the check at the start
    with pytest.raises(UserError, match=r"cannot write .*out\.html: Is a directory"):
        sink.finish(Totals())
    sink.close(keep=False)
    assert os.listdir(tmp_path) == ["out.html"]


def test_a_file_that_breaks_off_costs_only_its_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.pgn.gz"
    with open(REAL[0], "rb") as file:
        data = gzip.compress(file.read() * 30)
    broken.write_bytes(data[: len(data) // 2])
    assert main([str(broken), write(tmp_path, GOOD), "--json", "--jobs", "1"]) == 1
    captured = capsys.readouterr()
    assert "the rest cannot be read" in captured.err
    totals = json.loads(captured.out.splitlines()[-1])["totals"]
    assert totals["unreadable_files"] == 1
    assert totals["games"] > 5


def outputs(plan: Plan, folder: Path) -> tuple[object, list[bytes]]:
    """Run a plan with all file outputs; return the sums and what is in the files."""
    folder.mkdir(exist_ok=True)
    paths = [str(folder / "report.html"), str(folder / "fixed.pgn")]
    html, fix = HtmlSink(paths[0], "online", []), FixSink(paths[1], [])
    sinks: list[Sink] = [html, fix]
    totals, _ = run_audit(plan, load_state(str(folder / "none"), []), sinks)
    html.finish(totals)
    fix.finish(totals)
    return totals, [Path(path).read_bytes() for path in paths]


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """Enough games for many chunks, with faults here and there."""
    text = "".join(Path(path).read_text() for path in REAL)
    return [write(tmp_path, (text + BAD) * 4, "a.pgn"), write(tmp_path, BAD + text, "b.pgn")]


def test_processes_give_the_same_as_one(many: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "out"  # the same for both, as the report links relative to its place
    plans = [Plan(many, law("online"), jobs=jobs, fix=True, chunk_bytes=30_000) for jobs in (1, 2)]
    one, two = (outputs(plan, folder) for plan in plans)
    assert one == two


@pytest.fixture
def cluster() -> Iterator[str]:
    """A Dask scheduler and two workers on loopback; give the scheduler's address."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    assert distributed
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> None:
        command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
        started.append(
            subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        )

    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    port = address.rpartition(":")[2]
    start("dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    for _ in range(2):
        start("dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    yield address
    for process in started:
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_a_dask_cluster_gives_the_same(many: list[str], tmp_path: Path, cluster: str) -> None:
    folder = tmp_path / "out"
    here = Plan(many, law("online"), fix=True, chunk_bytes=30_000)
    there = Plan(many, law("online"), cluster=cluster, fix=True, chunk_bytes=30_000)
    assert outputs(there, folder) == outputs(here, folder)


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr("proxy.audit.workers.PATIENCE_S", 0.2)
    with pytest.raises(UserError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        main([write(tmp_path, GOOD), "--cluster", "tcp://127.0.0.1:9"])


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a\nb",
        "nonsense",
        "foo://bar:1",
        "tcp://",
        "tcp://a:x",
        "tcp://a:99999",
        "h:1\n",
        "b c:1",
    ],
)
def test_what_is_no_address_is_one_line_and_the_end(address: str, tmp_path: Path) -> None:
    """No client is made for it, which would try to close what it never opened."""
    pytest.importorskip("distributed", reason="dask is not installed")
    ran = run("audit", write(tmp_path, GOOD), "--cluster", address)
    assert ran.stderr == (
        f"uci-arbiter: --cluster {address!r} is no address: expected one as in tcp://host:8786\n"
    )
    assert (ran.returncode, ran.stdout) == (2, "")


class Stop(Exception):  # noqa: N818 # not an error: somebody pulls the plug
    """The plug is pulled."""


@pytest.mark.parametrize("after", [1, 2, 4, 6])
def test_going_on_where_it_stopped(after: int, many: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    expected = outputs(Plan(many, law("online"), fix=True, chunk_bytes=30_000), folder)
    state_path = str(tmp_path / "state.json")
    plan = Plan(
        *(many, law("online")), fix=True, state_path=state_path, arguments=["x"], chunk_bytes=30_000
    )
    paths = [str(folder / "report.html"), str(folder / "fixed.pgn")]
    chunks_seen = 0

    def pull_the_plug(_totals: object, _done: int) -> None:
        nonlocal chunks_seen
        chunks_seen += 1
        if chunks_seen > after:
            raise Stop

    html, fix = HtmlSink(paths[0], "online", []), FixSink(paths[1], [])
    with pytest.raises(Stop):
        run_audit(plan, load_state(state_path, ["x"]), [html, fix], pull_the_plug)
    html.close(keep=True)  # what was written after the last state is there, and is written anew
    fix.close(keep=True)
    state = load_state(state_path, ["x"])
    assert state.totals["games"] > 0
    again = (
        HtmlSink(paths[0], "online", state.positions["html"]),
        FixSink(paths[1], state.positions["fix"]),
    )
    totals, _ = run_audit(plan, state, list(again))
    for sink in again:
        sink.finish(totals)
    assert (totals, [Path(path).read_bytes() for path in paths]) == expected
    html.close(keep=False)
    fix.close(keep=False)
    with pytest.raises(UserError, match="belongs to an audit of other files or options"):
        load_state(state_path, ["y"])


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    path = write(tmp_path, BAD)
    out = [str(tmp_path / name) for name in ("state", "report.html", "fixed.pgn")]
    main([path, "--resume", out[0], "--html", out[1], "--fix", out[2], "--jobs", "1"])
    assert sorted(os.listdir(tmp_path)) == ["fixed.pgn", "games.pgn", "report.html"]


def test_progress_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("proxy.commands.audit.PROGRESS_EVERY_S", 0.0)
    main([write(tmp_path, GOOD + BAD), "--jobs", "1"])
    assert "2 games, 1 wrong, " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")  # and it is gone at the end


def test_a_killed_worker_is_one_line(many: list[str], tmp_path: Path) -> None:
    from multiprocessing import active_children

    def kill_all(_totals: object, _done: int) -> None:
        for child in active_children():
            child.kill()

    plan = Plan(many, law("online"), jobs=2, chunk_bytes=10_000)
    with pytest.raises(UserError, match="a worker process was killed"):
        run_audit(plan, load_state(str(tmp_path / "none"), []), [], kill_all)


def test_the_sample_of_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = Path("docs/audit.md").read_text(encoding="utf-8")
    write(tmp_path, Path(f"{DATA}/sample.pgn").read_text())
    monkeypatch.chdir(tmp_path)
    main(["games.pgn", "--jobs", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert "\n".join(f"    {line}".rstrip() for line in lines) in docs
