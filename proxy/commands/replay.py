"""`uci-arbiter replay`: drive the session again from a log, and show where it would differ."""

from __future__ import annotations

import sys

from proxy.arguments import Parser
from proxy.log_reader import read_log
from proxy.log_replay import replay_run
from proxy.log_text import EVENT, FROM_ENGINE, FROM_GUI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.log_reader import Run
    from proxy.log_replay import Difference

SUMMARY = "drive the session again from a log, and show where it would now differ"
EXAMPLES = """\
examples:
  uci-arbiter replay arbiter.log

The log is one that `uci-arbiter run --log FILE` has written; with it anybody can see what you saw.
Exit code: 0 when nothing differs, 1 when something does."""

MARKS = {"gui_line": FROM_GUI, "engine_line": FROM_ENGINE}


def main(args: list[str]) -> int:
    """Replay each run in the log."""
    parser = Parser("uci-arbiter replay", "Replay a log.", epilog=EXAMPLES)
    parser.add_argument("log", metavar="LOG", help="the log; its older files LOG.1, ... come first")
    options = parser.parse_args(args)
    differs = False
    for run in read_log(options.log):
        differences = replay_run(run)
        differs = differs or bool(differences)
        sys.stdout.buffer.write(_report(run, differences))
    return int(differs)


def _report(run: Run, differences: list[Difference]) -> bytes:
    count = len(differences) or "no"
    plural = "" if len(differences) == 1 else "s"
    lines = [f"{run.title}: {len(run.entries)} events, {count} difference{plural}".encode()]
    if not run.whole:
        lines.append(b"  its beginning is not there: the first differences may come of that")
    for one in differences:
        entry = one.entry
        mark = MARKS.get(entry.name, EVENT + entry.name.encode() + b" ")
        lines.append(f"line {entry.line}, {entry.time} ".encode() + (mark + entry.subject).strip())
        lines += [b"  then  " + output for output in entry.outputs]
        lines += [b"  now   " + output for output in one.now]
    return b"\n".join([*lines, b""])
