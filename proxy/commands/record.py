"""`uci-arbiter record`: what a folder of recorded games holds."""

from __future__ import annotations

import sys

from proxy.arguments import Parser
from proxy.beside import write_whole
from proxy.errors import UserError
from proxy.record.files import read_records
from proxy.record.merge import merge_views
from proxy.record.pgn import check_moves, pgn_text
from proxy.record.summary import summary_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from proxy.record.model import GameRecord

SUMMARY = "sum up recorded games, or join both sides' views of them into one PGN"
EXAMPLES = """\
examples:
  uci-arbiter record summary games
  uci-arbiter record merge games > games.pgn
  uci-arbiter record merge games --output games.pgn

The folder is one that `uci-arbiter run --record DIR` has written. A file in it
that is no record is named on stderr and left out; the exit code is then 1."""


def main(args: list[str]) -> int:
    """Sum up or merge: 1 if a file had to be left out."""
    parser = Parser("uci-arbiter record", "Read a folder of recorded games.", epilog=EXAMPLES)
    parser.add_argument(
        "action",
        choices=("summary", "merge"),
        help="summary: games, rulings, interventions, games to look at; merge: one PGN of all",
    )
    parser.add_argument("folder", metavar="DIR", help="the folder")
    parser.add_argument("--output", metavar="FILE", help="write the PGN here (default: stdout)")
    options = parser.parse_args(args)
    damaged: list[str] = []
    found = list(read_records(options.folder, damaged))
    if options.action == "merge":
        found = list(_playable(found, damaged))
    for fault in damaged:
        sys.stderr.write(f"uci-arbiter: {fault}\n")
    games = merge_views([record for _, record in found])
    if not games and damaged:
        return 1
    if not games:
        raise UserError(f"no recorded games in {options.folder!r}")
    if options.action == "summary":
        sys.stdout.write(summary_text(games))
    else:
        _write_pgn(games, options.output)
    return int(bool(damaged))


def _playable(
    found: Iterable[tuple[str, GameRecord]], damaged: list[str]
) -> Iterator[tuple[str, GameRecord]]:
    """Yield the records whose moves can be written as PGN, and add the others to `damaged`."""
    for path, record in found:
        try:
            check_moves(record)
        except (ValueError, UserError):
            damaged.append(f"{path} is no record of uci-arbiter: its moves cannot be played")
        else:
            yield path, record


def _write_pgn(games: list[GameRecord], output: str | None) -> None:
    text = "".join(map(pgn_text, games))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        write_whole(output, text)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from None
