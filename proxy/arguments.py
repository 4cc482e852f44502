"""Command lines: one parser for all commands, and the flags of the table of settings."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from io import StringIO

from proxy.errors import UserError
from proxy.kinds import ListOf, OneOf, Path, Whole, did_you_mean
from proxy.settings import FLAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

    from proxy.settings import Setting, Settings


class Parser(ArgumentParser):
    """A parser whose errors are one line, and that knows no abbreviations."""

    def __init__(self, prog: str, description: str, epilog: str, usage: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            usage=usage,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; unlike the base, do not hide that it cannot be written."""
        text = StringIO()
        super().print_help(text)
        (file or sys.stdout).write(text.getvalue())

    def error(self, message: str) -> NoReturn:
        """Raise `UserError` in place of printing the usage and exiting."""
        raise UserError(f"{message}; see {self.prog} --help")


class _Formatter(RawDescriptionHelpFormatter):
    """As its base, but of one width: asking the terminal imports four modules at every start."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


def add_flags(parser: Parser, settings: Settings) -> None:
    """Give a parser a flag for each setting that has one."""
    for setting in _with_flags(settings):
        default = "" if setting.default in {"", ()} else f" (default: {_shown(setting)})"
        if setting.kind is bool:
            parser.add_argument(
                setting.flag, nargs="?", const="on", metavar="on|off", help=setting.help + default
            )
        else:
            parser.add_argument(
                setting.flag, metavar=_metavar(setting), help=setting.help + default
            )


def read_flags(parser: Parser, args: list[str], settings: Settings) -> dict[str, str]:
    """Put the flags among `args` into the settings; return what else the parser knows.

    Raises `UserError`.
    """
    found, unknown = parser.parse_known_args(args)
    if unknown:
        word = unknown[0].partition("=")[0]
        if word.startswith("-"):
            known = [flag for action in parser._actions for flag in action.option_strings]  # noqa: SLF001 - argparse has no public list of its flags
            parser.error(f"{word} {did_you_mean(word, known)}")
        parser.error(f"{word!r} has no place here: the engine comes after --")
    texts = {name.replace("_", "-"): value for name, value in vars(found).items()}
    for setting in _with_flags(settings):
        text = texts.pop(setting.key)
        if text is not None:
            settings.put(FLAG, setting.key, setting.read(text, setting.flag), setting.flag)
    return texts


def _with_flags(settings: Settings) -> list[Setting]:
    return [setting for setting in settings.table.values() if setting.in_flags]


def _shown(setting: Setting) -> str:
    value = setting.default
    if isinstance(value, tuple):
        return " ".join(value)
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _metavar(setting: Setting) -> str:
    match setting.kind:
        case OneOf():
            return "|".join(setting.kind)
        case Whole():
            return "N"
        case ListOf():
            return "WORDS"
        case _ if setting.kind is Path:
            return "PATH"
    return "NAME"
