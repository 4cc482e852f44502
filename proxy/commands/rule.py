"""`uci-arbiter rule`: what an arbiter rules about a position, a game, or an event in it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from proxy.arguments import Parser
from proxy.batch import KINDS, answer_fields
from proxy.events import parse_event
from proxy.exact import exact_analysis
from proxy.json_lines import answer_batch
from proxy.rulesets import load_ruleset, ruleset_names
from proxy.verdict import Question, rule_on
from proxy.verdict_text import verdict_text

if TYPE_CHECKING:
    from proxy.analysis import Analysis

ANALYSIS = exact_analysis()  # what this command asks, where no tables are named
SUMMARY = "rule on a position, a game, or a flag, resignation or claim in it"
EXAMPLES = """examples:
  uci-arbiter rule --moves "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
  uci-arbiter rule --fen "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" --json
  uci-arbiter rule --fen "4k3/8/8/8/8/8/r7/5K2 b - - 0 1" --event flag:black
  uci-arbiter rule --fen "4k3/8/8/8/8/8/3R4/4K3 w - - 99 80" --event claim:white:d2c2
  uci-arbiter rule --ruleset fastchess --batch games.jsonl > verdicts.jsonl

events: agreement, flag:white, resign:black, illegal:white (who flagged, resigned, made the final
illegal move), claim:white (what stands on the board), claim:black:f6g8 (a move is named)"""


def main(args: list[str]) -> int:
    """Rule on one game, or on every line of a batch: 1 if a line of a batch had a fault."""
    options = _parser().parse_args(args)
    defaults = {
        "ruleset": options.ruleset,
        "variant": options.variant,
        "chess960": options.chess960,
        "fen": options.fen,
        "moves": options.moves,
        "event": options.event,
        "rapid": options.rapid,
        "strict": options.strict,
    }
    analysis = exact_analysis(options.syzygy) if options.syzygy else ANALYSIS
    if options.batch is not None:
        load_ruleset(options.ruleset)  # a wrong name is one fault, not one a line
        code = answer_batch(
            options.batch, lambda fields: answer_fields(fields, defaults, analysis), own=KINDS
        )
        _warn(analysis)
        return code
    question = Question(
        fen=options.fen,
        moves=options.moves.split(),
        variant=options.variant,
        chess960=options.chess960,
        event=parse_event(options.event) if options.event else None,
        rapid=options.rapid,
        strict=options.strict,
    )
    verdict = rule_on(question, load_ruleset(options.ruleset), analysis)
    print(json.dumps(verdict.to_json()) if options.json else verdict_text(verdict))
    _warn(analysis)
    return 0


def _warn(analysis: Analysis) -> None:
    for warning in analysis.tablebase.take_warnings():
        sys.stderr.write(f"uci-arbiter: {warning}\n")


def _parser() -> Parser:
    parser = Parser(
        "uci-arbiter rule", "Rule on a position, a game, or an event in it.", epilog=EXAMPLES
    )
    add = parser.add_argument
    names = ", ".join(ruleset_names())
    add("--ruleset", default="fide", help=f"a name or a .toml file: {names} (default: fide)")
    add("--variant", default="chess", help="the variant's UCI name (default: chess)")
    add("--chess960", action="store_true", help="castling by Chess960 rules")
    add("--fen", help="the start position, 4 to 6 fields (default: the variant's own)")
    add("--moves", default="", metavar='"MOVES"', help="moves in UCI text")
    add("--event", help="what happened after the last move, see below")
    add("--rapid", action="store_true", help="the penalty of rapid and blitz for a wrong claim")
    add("--syzygy", default="", metavar="DIR", help="Syzygy tables, for rulesets that rule by them")
    add("--strict", action="store_true", help="refuse moves after the end of the game")
    add("--json", action="store_true", help="the answer as one JSON line")
    add("--batch", metavar="FILE", help="answer JSON lines with these fields ('-': stdin)")
    return parser
