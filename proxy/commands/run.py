"""`uci-arbiter run`: be the engine for the GUI, and the arbiter between the two."""

from __future__ import annotations

import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from proxy.errors import UserError
from proxy.session.session import Session
from proxy.shell.shell import Shell
from proxy.shell.spawn import find_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from proxy.arbiter import Arbiter

SUMMARY = "start an engine behind the arbiter: what a GUI is given as its engine"

EXAMPLES = """\
examples:
  uci-arbiter run -- stockfish
  uci-arbiter run --ruleset fide -- /opt/engines/lc0 --backend=blas

In the GUI: command `uci-arbiter`, arguments `run -- ENGINE`, protocol UCI.
"""


def main(args: list[str]) -> int:
    """Run until the GUI or the engine ends it; does not return but exits the process."""
    options, command = _parse(args)
    # xboard's second engine inherits the first one's stdin: that one would never see its end.
    os.closerange(3, 4096)
    command[0] = find_program(command[0])

    def make_arbiter() -> Arbiter:
        from proxy.arbiter import Arbiter
        from proxy.rulesets import load_ruleset

        return Arbiter(load_ruleset(options.ruleset))

    session = Session(tracking=options.tracking == "on")
    code = Shell(command, session, make_arbiter).run()
    # The interpreter's own end would wait for threads that are blocked in reads.
    os._exit(code)


def _parse(args: list[str]) -> tuple[Namespace, list[str]]:
    """Split the arguments at the first `--`: ours before it, the engine's command after it."""
    parser = ArgumentParser(
        prog="uci-arbiter run",
        usage="%(prog)s [options] -- ENGINE [ARGS...]",
        description="Start ENGINE behind the arbiter.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--ruleset", default="online", metavar="NAME", help="whose rules hold (default: online)"
    )
    parser.add_argument(
        "--tracking",
        choices=("on", "off"),
        default="on",
        help="off: pass everything through and rule nothing",
    )
    at = args.index("--") if "--" in args else len(args)
    options = parser.parse_args(args[:at])
    command = args[at + 1 :]
    if not command:
        raise UserError("no engine given: uci-arbiter run [options] -- ENGINE [ARGS...]")
    return options, command
