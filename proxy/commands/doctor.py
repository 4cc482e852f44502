"""`uci-arbiter doctor`: read a match runner's command line and say what will happen."""

from __future__ import annotations

from proxy.arguments import Parser
from proxy.errors import UserError
from proxy.gui.doctor import examine
from proxy.gui.runner import RUNNERS

SUMMARY = "say what a match runner's command line does with rulings, and correct it"

EXAMPLES = """\
examples:
  uci-arbiter doctor -- cutechess-cli -engine cmd=stockfish -engine cmd=toga2 -each proto=uci ...
  uci-arbiter doctor -- fastchess -engine cmd=uci-arbiter args="run -- stockfish" name=A ...

Exit code: 0 where all is well, 1 where something is a danger or is to be changed.
"""


def main(args: list[str]) -> int:
    """Print what was found; return 1 where that is a danger, or the command to be changed."""
    parser = Parser(
        "uci-arbiter doctor",
        "Say what a match runner will do with the arbiter's rulings.",
        epilog=EXAMPLES,
        usage="%(prog)s -- RUNNER [ARGS...]",
    )
    at = args.index("--") if "--" in args else len(args)
    parser.parse_args(args[:at])
    command = tuple(args[at + 1 :])
    if not command:
        raise UserError("no command line given: uci-arbiter doctor -- RUNNER [ARGS...]")
    report = examine(command)
    if report is None:
        raise UserError(f"{command[0]!r} is no match runner that is known: {', '.join(RUNNERS)}")
    for fact in report.facts:
        print(fact)
    for danger in report.dangers:
        print(f"danger: {danger}")
    if not report.corrected:
        print("nothing to be changed" if not report.dangers else "the command is kept as it is")
        return 1 if report.dangers else 0
    print(f"better: {report.corrected}")
    return 1
