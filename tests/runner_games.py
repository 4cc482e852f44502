"""Hold a match runner's games against the ruleset of its name.

    .venv/bin/python tests/runner_games.py --ruleset fastchess games.pgn

Every game must end where the ruleset ends it, by the same rule, and not before. The runner's own
words are in the game's last comment; games that ended by a flag, a fault or adjudication are
counted and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING

import chess.pgn

from proxy.game.game import Game
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.rulesets import Ruleset

WORDS = {
    "mates": "checkmate",
    "stalemate": "stalemate",
    "3-fold": "threefold-repetition",
    "fifty": "fifty-move",
    "insufficient": "insufficient-material",
}


def read_games(path: str) -> Iterator[chess.pgn.Game]:
    with open(path, encoding="utf-8") as pgn:
        while (game := chess.pgn.read_game(pgn)) is not None:
            yield game


def runners_answer(game: chess.pgn.Game) -> str | None:
    """The reason in the runner's words, translated; None where it was no rule of the board."""
    comment = game.end().comment.lower()
    reasons = [reason for word, reason in WORDS.items() if word in comment]
    return f"{game.headers['Result']} {reasons[0]}" if reasons else None


def our_answer(game: chess.pgn.Game, ruleset: Ruleset) -> str:
    """The first ruling of the ruleset, and the ply after it that the game had no business with."""
    ours = Game.start(
        game.headers.get("FEN"),
        chess960=game.board().chess960,
        reading=ruleset.reading,
    )
    moves = list(game.mainline_moves())
    for move in [*moves, None]:
        ruling = decide(ours, ruleset)
        if ruling:
            late = "" if ours.ply == len(moves) else f", {len(moves) - ours.ply} plies earlier"
            return f"{ruling.result} {ruling.reason}{late}"
        if move is not None:
            ours.push(move)
    return "* nothing"


def main() -> int:
    """Print what was compared; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("pgn")
    options = parser.parse_args()
    ruleset = load_ruleset(options.ruleset)
    agreed: Counter[str] = Counter()
    differ: Counter[tuple[str, str]] = Counter()
    left_out = plies = 0
    for game in read_games(options.pgn):
        theirs = runners_answer(game)
        if theirs is None:
            left_out += 1
            continue
        plies += len(list(game.mainline_moves()))
        ours = our_answer(game, ruleset)
        if ours == theirs:
            agreed[ours] += 1
        else:
            differ[ours, theirs] += 1
    lines = [f"{agreed.total()} games agree, {plies} plies, {left_out} left out"]
    lines += [f"  {count:6} {answer}" for answer, count in agreed.most_common()]
    lines += [f"  {n:6} OURS {ours} THEIRS {theirs}" for (ours, theirs), n in differ.most_common()]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(differ.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
