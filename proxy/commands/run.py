"""`uci-arbiter run`: be the engine for the GUI, and the arbiter between the two."""

from __future__ import annotations

import os
import sys

from proxy.arguments import Parser, add_flags, read_flags
from proxy.assembly import make_arbiter, make_dialog, make_front, make_session
from proxy.config_file import find_config_file, load_config_file
from proxy.errors import UserError
from proxy.settings import FLAG, Settings
from proxy.shell.shell import Shell
from proxy.shell.spawn import find_program

SUMMARY = "start an engine behind the arbiter: what a GUI is given as its engine"

USAGE = "%(prog)s [options] -- ENGINE [ARGS...]"
EXAMPLES = """\
examples:
  uci-arbiter run -- stockfish
  uci-arbiter run --ruleset fide -- /opt/engines/lc0 --backend=blas
  uci-arbiter run --record games --log arbiter.log -- stockfish
  uci-arbiter run --config my.toml --show-config

In the GUI: command `uci-arbiter`, arguments `run -- ENGINE`, protocol UCI or xboard. Where it
cannot pass arguments: `uci-arbiter init ENGINE` makes a launcher that needs none.
"""


def main(args: list[str]) -> int:
    """Run until the GUI or the engine ends it; does not return but exits the process."""
    settings, show = read_settings(args, sys.argv[0])
    if show:
        from proxy.show_config import config_lines

        sys.stdout.write("\n".join([*config_lines(settings), ""]))
        return 0
    command = settings.words("engine")
    if not command:
        raise UserError("no engine given: uci-arbiter run [options] -- ENGINE [ARGS...]")
    # xboard's second engine inherits the first one's stdin: that one would never see its end.
    os.closerange(3, 4096)
    command[0] = find_program(command[0])
    dialog = make_dialog(settings)
    session = make_front(settings, make_session(settings, dialog))
    code = Shell(command, session, lambda: make_arbiter(settings, dialog)).run()
    # The interpreter's own end would wait for threads that are blocked in reads.
    os._exit(code)


def read_settings(args: list[str], launcher: str) -> tuple[Settings, bool]:
    """Return the settings of this start, and whether they are only to be shown.

    The arguments are split at the first `--`: ours before it, the engine's command after it.
    `launcher` is `sys.argv[0]`. Raises `UserError`.
    """
    settings = Settings()
    parser = Parser(
        "uci-arbiter run", "Start ENGINE behind the arbiter.", epilog=EXAMPLES, usage=USAGE
    )
    add_flags(parser, settings)
    parser.add_argument("--config", metavar="FILE", help="read the settings in this .toml file")
    parser.add_argument(
        "--show-config",
        action="store_true",
        help="print each setting and where it comes from, and start nothing",
    )
    at = args.index("--") if "--" in args else len(args)
    others = read_flags(parser, args[:at], settings)
    path = others["config"] or find_config_file(launcher, os.environ)
    if path:
        load_config_file(path, settings)
    if args[at + 1 :]:
        settings.put(FLAG, "engine", tuple(args[at + 1 :]), "--")
    return settings, bool(others["show-config"])
