"""`uci-arbiter perpetual`: prove that a side can check for ever, or that it cannot."""

from __future__ import annotations

import json

import chess

from proxy.arguments import Parser
from proxy.errors import UserError
from proxy.game.fen import read_fen
from proxy.perpetual.proof import BUDGET, prove
from proxy.perpetual.text import proof_text

SUMMARY = "prove that a side can give perpetual check, or that it cannot"
EXAMPLES = """examples:
  uci-arbiter perpetual --fen "6k1/Q7/8/8/8/7P/6P1/5nBK b - - 0 1"
  uci-arbiter perpetual --fen "6k1/6p1/8/7Q/8/8/1rq5/6K1 w - - 0 1" --json
  uci-arbiter perpetual --fen "6k1/Q7/8/8/8/6nP/6P1/6BK w - - 0 1" --by black

Each numbered line is a position: the check that is played there, and after each legal evasion the
number of the position that follows. Every line ends in mate or leads back into the list."""


def main(args: list[str]) -> int:
    """Print the proof or the refutation."""
    options = _parser().parse_args(args)
    if options.budget < 1:
        raise UserError(f"--budget is {options.budget}: expected 1 or more")
    board = read_fen(options.fen, chess960=options.chess960).board
    by = board.turn if options.by is None else options.by == "white"
    proof = prove(board, by, options.budget)
    if options.json:
        print(json.dumps(proof.to_json()))
    else:
        print(proof_text(proof, chess960=options.chess960))
    return 0


def _parser() -> Parser:
    parser = Parser(
        "uci-arbiter perpetual",
        "Can a side check for ever, whatever the other side does?",
        epilog=EXAMPLES,
    )
    add = parser.add_argument
    add("--fen", required=True, help="the position, 4 to 6 fields")
    add("--by", choices=chess.COLOR_NAMES, help="who checks (default: the side to move)")
    add("--budget", type=int, default=BUDGET, help=f"positions to look at (default: {BUDGET})")
    add("--chess960", action="store_true", help="castling by Chess960 rules")
    add("--json", action="store_true", help="the answer, and the whole strategy, as one JSON line")
    return parser
