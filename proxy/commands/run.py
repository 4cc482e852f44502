"""`uci-arbiter run`: be the engine for the GUI, and the arbiter between the two."""

from __future__ import annotations

import os
import sys

from proxy.arguments import Parser, add_flags, read_flags
from proxy.assembly import (
    check_names,
    filters_zeros,
    make_arbiter,
    make_back,
    make_dialog,
    make_front,
    make_session,
)
from proxy.config_file import find_config_file, is_launcher, load_config_file
from proxy.errors import UserError
from proxy.observers import Observers
from proxy.settings import FLAG, Settings
from proxy.shell.known_engines import KnownEngine
from proxy.shell.shell import Shell
from proxy.shell.spawn import find_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proxy.arbiter import Arbiter

SUMMARY = "start an engine behind the arbiter: what a GUI is given as its engine"

USAGE = "%(prog)s [options] -- ENGINE [ARGS...]"
EXAMPLES = """\
examples:
  uci-arbiter run -- stockfish
  uci-arbiter run --ruleset fide -- /opt/engines/lc0 --backend=blas
  uci-arbiter run --record games --log arbiter.log -- stockfish
  uci-arbiter run --engine-protocol cecp -- fairymax
  uci-arbiter run --config my.toml --show-config

In the GUI: command `uci-arbiter`, arguments `run -- ENGINE`, protocol UCI or xboard. Where it
cannot pass arguments: `uci-arbiter init ENGINE` makes a launcher that needs none.
"""


def main(args: list[str]) -> int:
    """Run until the GUI or the engine ends it; does not return but exits the process."""
    try:
        return _run(args)
    except UserError as error:
        from proxy.shell.refusal import say_to_gui

        say_to_gui(str(error))
        raise


def _run(args: list[str]) -> int:
    settings, wish = read_settings(args, sys.argv[0])
    if wish == "explain":
        from proxy.gui.choice import Chooser

        sys.stdout.write("\n".join([*Chooser().choose(settings).reasons, ""]))
        return 0
    if wish == "show-config":
        from proxy.show_config import config_lines

        sys.stdout.write("\n".join([*config_lines(settings), ""]))
        return 0
    command = settings.words("engine")
    if not command:
        raise UserError(_no_engine(sys.argv[0]))
    check_names(settings)
    # xboard's second engine inherits the first one's stdin: that one would never see its end.
    os.closerange(3, 4096)
    dialog = make_dialog(settings)
    observers = Observers(settings)
    command[0] = find_program(command[0])
    noted = make_session(settings, dialog, observers.note)
    backed = make_back(settings, noted, command, KnownEngine(command))

    def arbiter() -> Arbiter:
        made = make_arbiter(settings, dialog, observers.chooser())
        observers.tell_by(made.say)
        return made

    shell = Shell(
        command,
        make_front(settings, backed),
        arbiter,
        observers.watch,
        filters_zeros=lambda: filters_zeros(settings, observers.chooser),
        info_interval=settings.number("info-interval") / 1000,
    )
    code = shell.run()
    observers.close()
    # The interpreter's own end would wait for threads that are blocked in reads.
    os._exit(code)


def read_settings(args: list[str], launcher: str) -> tuple[Settings, str]:
    """Return the settings of this start, and what is only to be shown: a flag's name, or nothing.

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
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print which GUI was recognised, what it is told and why, and start nothing",
    )
    at = args.index("--") if "--" in args else len(args)
    others = read_flags(parser, args[:at], settings)
    path = others["config"] or find_config_file(launcher, os.environ)
    if path:
        load_config_file(path, settings)
    if args[at + 1 :]:
        settings.put(FLAG, "engine", tuple(args[at + 1 :]), "--")
    wishes = [wish for wish in ("show-config", "explain") if others[wish]]
    return settings, wishes[0] if wishes else ""


def _no_engine(launcher: str) -> str:
    if is_launcher(launcher):
        name = os.path.basename(launcher)
        return f"no engine given: set engine in {name}.toml beside {launcher}"
    return "no engine given: uci-arbiter run [options] -- ENGINE [ARGS...]"
