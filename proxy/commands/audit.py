"""`uci-arbiter audit`: the right ruling for every game of a finished tournament."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from proxy.analysis import BY_MATERIAL
from proxy.arguments import Parser
from proxy.audit.case import Law
from proxy.audit.records import load_records
from proxy.audit.resume import fingerprint
from proxy.audit.run import Outcome, Plan, load_plan_state, run_audit
from proxy.audit.scores import ScoreRules, parse_rule
from proxy.audit.sinks import FixSink, HtmlSink, LineSink
from proxy.audit.source import STDIN, check_source, is_stream
from proxy.audit.workers import usable_cores
from proxy.errors import UserError
from proxy.exact import exact_analysis
from proxy.rulesets import load_ruleset, ruleset_names

if TYPE_CHECKING:
    from argparse import Namespace

    from proxy.audit.resume import State
    from proxy.audit.totals import Totals

SUMMARY = "hold every game of PGN files against the law"
EXAMPLES = """examples:
  uci-arbiter audit games.pgn
  uci-arbiter audit --ruleset fastchess --html report.html --fix fixed.pgn games.pgn.gz
  uci-arbiter audit --json *.pgn > findings.jsonl
  zstd -dc huge.pgn.zst | uci-arbiter audit --csv - > findings.csv
  uci-arbiter audit --draw "movenumber=40 movecount=8 score=10" --resign "movecount=3 score=400" \
games.pgn
  uci-arbiter audit --resume state.json --json huge.pgn >> findings.jsonl

exit code: 0 nothing wrong (there may be notes), 1 something is wrong, 2 a mistake in the call"""
PROGRESS_EVERY_S = 0.5

AnySink = LineSink | HtmlSink | FixSink


def main(args: list[str]) -> int:
    """Audit PGN files: 1 if a record is wrong or a file cannot be read to its end."""
    options = _parser().parse_args(args)
    for path in options.games:
        check_source(path)
    if options.records is not None:
        load_records(options.records)
    analysis = BY_MATERIAL if options.quick else exact_analysis()
    law = Law(load_ruleset(options.ruleset), analysis, _score_rules(options), options.records)
    _check_outputs(options)
    plan = Plan(
        paths=options.games,
        law=law,
        jobs=options.jobs or usable_cores(),
        cluster=options.cluster,
        fix=options.fix is not None,
        state_path=options.resume,
        arguments=_identity(options),
    )
    state = load_plan_state(plan)
    sinks = _open_sinks(options, state)
    try:
        totals, faults = _run(plan, state, sinks)
    finally:
        for sink in sinks:
            sink.close(keep=bool(options.resume) and os.path.exists(options.resume))
    for fault in faults:
        sys.stderr.write(f"uci-arbiter: {fault}\n")
    if options.resume and os.path.exists(options.resume):
        os.remove(options.resume)
    return int(bool(totals.wrong or faults))


def _run(plan: Plan, state: State, sinks: list[AnySink]) -> Outcome:
    progress = _Progress() if sys.stderr.isatty() else None
    try:
        outcome = run_audit(plan, state, list(sinks), progress)
    except KeyboardInterrupt:
        if plan.state_path:
            sys.stderr.write(f"\nstopped; the same command goes on (state in {plan.state_path})\n")
        raise
    if progress:
        progress.clear()
    for sink in sinks:
        sink.finish(outcome.totals)
    return outcome


def _open_sinks(options: Namespace, state: State) -> list[AnySink]:
    form = "json" if options.json else "csv" if options.csv else "table"
    sinks: list[AnySink] = [LineSink(sys.stdout, form, resumed=bool(state.totals))]
    if options.html:
        sinks.append(HtmlSink(options.html, options.ruleset, state.positions.get("html", [])))
    if options.fix:
        sinks.append(FixSink(options.fix, state.positions.get("fix", [])))
    return sinks


def _score_rules(options: Namespace) -> ScoreRules:
    return ScoreRules(
        draw=parse_rule("--draw", options.draw) if options.draw is not None else None,
        resign=parse_rule("--resign", options.resign) if options.resign is not None else None,
    )


def _check_outputs(options: Namespace) -> None:
    """Refuse outputs that would replace the games, each other, or what is no file."""
    outputs = {f"--{name}": getattr(options, name) for name in ("fix", "html", "resume")}
    owners: dict[str, str] = {}
    for option, path in outputs.items():
        if not path:
            continue
        if os.path.isdir(path):
            raise UserError(f"{option} {path} is a folder: name a file")
        if os.path.exists(path) and not os.path.isfile(path):
            raise UserError(f"{option} {path} is no regular file, and would be replaced: name one")
        for source in options.games:
            if source != STDIN and os.path.exists(path) and os.path.samefile(path, source):
                raise UserError(f"{option} {path} is one of the games to audit: name another file")
        owner = owners.setdefault(os.path.realpath(path), option)
        if owner != option:
            raise UserError(f"{owner} and {option} are both {path}: name two files")
    for source in options.games if options.resume else ():
        if is_stream(source):
            name = "standard input" if source == STDIN else f"{source}, which is no regular file"
            raise UserError(f"--resume cannot go on in {name}: name files")


def _identity(options: Namespace) -> list[object]:
    """Return what must be the same for `--resume` to go on."""
    names = ("ruleset", "draw", "resign", "records", "json", "csv", "html", "fix")
    return [fingerprint(options.games), *(getattr(options, name) for name in names)]


class _Progress:
    """One line on the terminal, renewed in place."""

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()

    def __call__(self, totals: Totals, done: int) -> None:
        now = time.monotonic()
        if now - self._last < PROGRESS_EVERY_S:
            return
        self._last = now
        speed = done / (now - self._start) / 1e6
        sys.stderr.write(
            f"\r\x1b[K{totals.games:,} games, {totals.wrong:,} wrong, {speed:.1f} MB/s"
        )
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        sys.stderr.write("\r\x1b[K")


def _parser() -> Parser:
    parser = Parser(
        "uci-arbiter audit", "Replay every game and hold its result against the law.", EXAMPLES
    )
    add = parser.add_argument
    add("games", nargs="+", metavar="GAMES.pgn", help="PGN, also .gz and .zst; '-': stdin")
    names = ", ".join(ruleset_names())
    add(
        "--quick",
        action="store_true",
        help="who can still mate is told by material alone, not by the exact analysis",
    )
    add("--ruleset", default="fide", help=f"a name or a .toml file: {names} (default: fide)")
    add("--draw", metavar='"RULE"', help="the runner's draw rule, to hold adjudications against")
    add("--resign", metavar='"RULE"', help="the runner's resign rule, likewise")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="JSON lines: a game each, then the sums")
    form.add_argument("--csv", action="store_true", help="CSV: one row a finding")
    add("--html", metavar="FILE", help="write a report with boards, one file for any browser")
    add("--fix", metavar="OUT.pgn", help="write all games with right results; the input stays")
    add("--records", metavar="DIR", help="compare with the wrapper's own records of the games")
    add("--jobs", type=_count, metavar="N", help="processes (default: one for each core)")
    add("--cluster", metavar="ADDRESS", help="work on this Dask cluster, as in tcp://host:8786")
    add("--resume", metavar="STATE", help="keep the state in this file; go on from it if it exists")
    return parser


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise UserError(f"--jobs {text!r}: expected a number of processes, 1 or more")
    return int(text)
