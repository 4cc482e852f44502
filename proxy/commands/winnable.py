"""`uci-arbiter winnable`: whether a side can still mate by any series of legal moves."""

from __future__ import annotations

import codecs
import csv
import json
import re
import time
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import chess

from proxy.arguments import Parser
from proxy.errors import UserError
from proxy.json_lines import answer_batch, read_json
from proxy.winnable.board import read_board
from proxy.winnable.verdict import NODES, Verdict, analyse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from proxy.json_lines import Fields

SUMMARY = "can this side still mate by any series of legal moves?"

_EPILOG = """\
examples:
  uci-arbiter winnable --fen '4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1' --side white
  uci-arbiter winnable --fen '8/8/8/8/8/2k5/2n5/K1r5 w - - 0 1' --side black --budget 2s --json
  uci-arbiter winnable --batch positions.jsonl --budget 50000 > verdicts.jsonl

A batch is JSON lines with "fen" and "side", or CSV with a header that has fen and side (or
intended_winner); other fields are carried through. The answers are JSON lines.
Budgets in nodes give the same answer every time; budgets in ms or s depend on the machine.
"""
_SIDES = {"white": chess.WHITE, "black": chess.BLACK}
_UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may cost: nodes, and seconds where the user gave a time."""

    nodes: int = NODES
    seconds: float | None = None


def main(args: list[str]) -> int:
    """Answer one question or a batch. Returns 1 when a line of a batch could not be answered."""
    parser = Parser(
        "uci-arbiter winnable",
        "Decide whether a side can still mate (FIDE 5.2.2, 6.9), and prove it.",
        epilog=_EPILOG,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--fen", help="the position, 4 to 6 fields")
    what.add_argument("--batch", metavar="FILE", help="a file of questions, or - for stdin")
    parser.add_argument("--side", choices=sorted(_SIDES), help="who would have to mate")
    parser.add_argument(
        "--budget", default=str(NODES), metavar="200ms|2s|NODES", help=f"default {NODES} nodes"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    options = parser.parse_args(args)
    budget = parse_budget(options.budget)
    if options.batch is not None:
        return _batch(options.batch, options.side, budget)
    if options.side is None:
        raise UserError("--side is missing: say who would have to mate, white or black")
    answer, verdict = ask(options.fen, options.side, budget)
    print(json.dumps(answer) if options.json else _for_people(answer, verdict))
    return 0


def parse_budget(text: str) -> Budget:
    """Read `200ms`, `2s` or a number of nodes."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)|(\d+)", text.strip())
    if match is None:
        raise UserError(f"--budget {text!r}: give a time such as 200ms or 2s, or a number of nodes")
    number, unit, nodes = match.groups()
    if nodes is not None:
        return Budget(nodes=int(nodes))
    return Budget(_UNLIMITED, float(number) / (1000 if unit == "ms" else 1))


def ask(fen: str, side: str, budget: Budget) -> tuple[dict[str, Any], Verdict]:
    """Return the fields of the JSON answer, and the verdict. Raises FenError."""
    board = read_board(fen)
    begun = time.perf_counter()
    deadline = None if budget.seconds is None else begun + budget.seconds
    verdict = analyse(board, _SIDES[side], budget.nodes, deadline)
    spent = time.perf_counter() - begun
    answer = {
        "fen": fen,
        "side": side,
        "verdict": verdict.verdict,
        "helpmate": [move.uci() for move in verdict.helpmate],
        "method": verdict.method,
        "nodes": verdict.nodes,
        "ms": round(spent * 1000, 3),
    }
    return answer, verdict


def _for_people(answer: dict[str, Any], verdict: Verdict) -> str:
    lines = [f"{verdict.verdict} for {answer['side']}: {verdict.reason}"]
    if verdict.helpmate:
        board = read_board(answer["fen"])
        lines.append(board.variation_san(verdict.helpmate))
    lines.append(f"({verdict.method}, {verdict.nodes} nodes, {answer['ms']:.1f} ms)")
    return "\n".join(lines)


def _batch(path: str, side: str | None, budget: Budget) -> int:
    def answer(asked: Fields) -> Fields:
        who = asked.get("side") or asked.get("intended_winner") or side
        fen = asked.get("fen")
        if not isinstance(fen, str) or not isinstance(who, str) or who not in _SIDES:
            raise UserError("a question needs a fen, and a side that is white or black")
        return ask(fen, who, budget)[0]

    return answer_batch(path, answer, read=_questions)


def _questions(lines: Iterator[bytes]) -> Iterable[Fields | UserError]:
    """Return the questions in lines of JSON or CSV; the first line tells which."""
    first = next(lines, b"")
    is_json = first.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"["))
    lines = chain([first], lines) if first else lines
    return read_json(lines) if is_json else _rows(lines)


def _rows(lines: Iterator[bytes]) -> Iterator[Fields | UserError]:
    """Yield the rows of a CSV file, or what is wrong with one.

    Raises `UserError` for a header that cannot be read, without which no row has a meaning.
    """
    # `map` goes on after a line that it cannot decode, and so does the reader after a bad row.
    rows = csv.DictReader(map(_text, lines))
    try:
        if rows.fieldnames and "fen" not in rows.fieldnames:
            raise UserError("the batch is neither JSON lines nor CSV with 'fen' in its first line")
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"the batch cannot be read as CSV: {error}") from None
    while True:
        try:
            yield next(rows)
        except StopIteration:
            return
        except (UnicodeDecodeError, csv.Error) as error:
            yield UserError(f"not a CSV row: {str(error).partition(' - ')[0]}")


def _text(line: bytes) -> str:
    return line.removeprefix(codecs.BOM_UTF8).decode()
