"""`uci-arbiter init`: make a launcher that needs no arguments, for any GUI."""

from __future__ import annotations

import os
import sys

from proxy.arguments import Parser
from proxy.config_file import is_launcher
from proxy.errors import UserError
from proxy.launcher import (
    EnginesJson,
    default_engines_json,
    fill_in,
    gui_names,
    remove_launcher,
    steps,
    write_launcher,
)
from proxy.shell.spawn import find_program

SUMMARY = "make a launcher and its settings for an engine, and say what to do in the GUI"
USAGE = "%(prog)s [options] ENGINE [-- ARGS...]"
EXAMPLES = """\
examples:
  uci-arbiter init --gui cutechess stockfish
  uci-arbiter init --gui xboard --name fish --dir ~/engines stockfish
  uci-arbiter init --gui cutechess --add /opt/lc0/lc0 -- --backend=blas

Writes NAME.toml, the settings, and NAME, the program that the GUI is given as its engine."""


def main(args: list[str]) -> int:
    """Write the two files, and into engines.json where asked; say what was written."""
    at = args.index("--") if "--" in args else len(args)
    parser = _parser()
    options = parser.parse_args(args[:at])
    command = [*filter(None, [options.engine]), *args[at + 1 :]]
    if not command:
        raise UserError(f"no engine given: {parser.prog} [options] ENGINE [-- ARGS...]")
    command[0] = os.path.abspath(find_program(command[0]))
    name = options.name or f"{os.path.basename(command[0])}-arbiter"
    if os.path.dirname(name):
        raise UserError(f"--name {name!r} is a path: expected a name; --dir says where it goes")
    if not is_launcher(name):
        raise UserError(f"--name {name!r} is our own: under it no file is looked for")
    launcher = os.path.join(os.path.abspath(options.dir), name)
    engines = EnginesJson(options.engines_json) if options.add else None
    if engines is not None:
        if options.gui != "cutechess":
            raise UserError("--add is for Cute Chess alone: --gui cutechess")
        engines.prepare(launcher)
    text = fill_in(options.gui, command, launcher)
    write_launcher(launcher, text)
    said = [f"wrote {launcher}.toml, the settings", f"wrote {launcher}, to be given to the GUI"]
    if engines is not None:
        try:
            said.append(engines.write())
        except UserError:
            remove_launcher(launcher)  # so that the same command can be tried again
            raise
    sys.stdout.write("\n".join([*said, "", steps(text), ""]))
    return 0


def _parser() -> Parser:
    parser = Parser(
        "uci-arbiter init",
        "Make a launcher that needs no arguments.",
        epilog=EXAMPLES,
        usage=USAGE,
    )
    add = parser.add_argument
    add("engine", nargs="?", metavar="ENGINE", help="the engine's program")
    guis = ", ".join(gui_names())
    add("--gui", default="other", metavar="NAME", help=f"{guis} (default: other)")
    add("--name", help="the launcher's name (default: the engine's, with -arbiter)")
    add("--dir", default=".", help="the folder for the two files (default: this one)")
    add("--add", action="store_true", help="add it to the engines of Cute Chess, too")
    add(
        "--engines-json",
        default=default_engines_json(),
        metavar="FILE",
        help="where Cute Chess keeps them (default: %(default)s)",
    )
    return parser
