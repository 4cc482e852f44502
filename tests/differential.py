"""Play many games and compare the rulings, ply by ply, with those of other programs.

    .venv/bin/python tests/differential.py --plies 1000000 --seed 1
    .venv/bin/python tests/differential.py --plies 20000 --engine stockfish

At every ply of every game the ruling under `fide` and what can be claimed are compared with
python-chess; pgn-extract is asked about whole games, cut off where a rule begins to hold and one
ply before. Every disagreement is listed, by kind, with the answer of the Laws, found by a third,
slow way: two positions are the same if the same men stand on the same squares, the same side moves,
the same castling rights remain and the same moves are legal (9.2.3).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import chess.engine
from support import games, pgn_extract

from proxy.analysis import BY_MATERIAL
from proxy.claims import claims_by_move, claims_now
from proxy.rulesets import load_ruleset
from proxy.ruling import decide

if TYPE_CHECKING:
    from collections.abc import Callable

    from proxy.game.game import Game

FIDE = load_ruleset("fide")
LONGEST = 800  # plies of one game
BY_MOVE_EVERY = 16  # plies between two looks at what naming a move can claim
PGN_EVERY = 8  # games between two that pgn-extract is asked about
PGN_BATCH = 400  # entries in one file for it
THREE, FIFTY = "threefold-repetition", "fifty-move"
TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient-material",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five-move",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold-repetition",
    chess.Termination.VARIANT_WIN: "variant-end",
    chess.Termination.VARIANT_LOSS: "variant-end",
    chess.Termination.VARIANT_DRAW: "variant-end",
}

Choose = games.Style


@dataclass
class Tally:
    """What has been compared, and each kind of disagreement with its shortest example."""

    games: int = 0
    plies: int = 0
    by_move: int = 0
    pgn_games: int = 0
    pgn_plies: int = 0
    rulings: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str, str], str] = field(default_factory=dict)

    def disagree(self, program: str, ours: str, theirs: str, law: str, example: str) -> None:
        kind = (program, ours, theirs, law)
        self.kinds[kind] += 1
        self.examples[kind] = min(self.examples.get(kind, example), example, key=len)

    @property
    def against_the_law(self) -> int:
        """Disagreements in which the Laws are not on our side."""
        return sum(count for (_, ours, _, law), count in self.kinds.items() if ours != law)


def names(reasons: set[str]) -> str:
    return " + ".join(sorted(reasons)) or "nothing"


def our_answer(game: Game) -> set[str]:
    """The ruling, or else what stands on the board to be claimed."""
    ruling = decide(game, FIDE)
    if ruling:
        return {ruling.reason}
    return {claim.reason for claim in claims_now(game, FIDE)}


def python_chess_answer(board: chess.Board) -> set[str]:
    outcome = board.outcome()
    if outcome:
        return {TERMINATIONS[outcome.termination]}
    claims = {THREE: board.is_repetition(3), FIFTY: board.is_fifty_moves()}
    return {reason for reason, holds in claims.items() if holds}


def laws_answer(game: Game) -> set[str]:
    """The answer of the Laws, from the game's moves alone, by comparing all its positions."""
    board = game.board.copy()
    legal = any(board.legal_moves)
    if game.variant != "chess" and board.is_variant_end():
        return {"variant-end"}
    if not legal:
        return {"checkmate" if board.is_check() else "stalemate"}
    if board.is_insufficient_material():
        return {"insufficient-material"}
    count = laws_count(board)
    clock = 0 if game.variant == "crazyhouse" else board.halfmove_clock  # it has no such rule
    if clock >= 150:
        return {"seventy-five-move"}
    if count >= 5:
        return {"fivefold-repetition"}
    claims = {THREE: count >= 3, FIFTY: clock >= 100}
    return {reason for reason, holds in claims.items() if holds}


def laws_count(board: chess.Board) -> int:
    """How often the position on the board has occurred, by the words of 9.2.3."""
    board = board.copy()
    here = _sameness(board)
    count = 1
    while board.move_stack:
        board.pop()
        if board.occupied == here[0]:
            count += _sameness(board) == here
    return count


def _sameness(board: chess.Board) -> tuple[object, ...]:
    moves = frozenset(move.uci() for move in board.legal_moves)
    placement = board.board_fen(promoted=board.uci_variant == "crazyhouse")
    extra = board.fen().split()[4] if board.uci_variant == "3check" else placement
    return board.occupied, placement, board.turn, board.clean_castling_rights(), moves, extra


def play_game(
    opening: games.Opening, choose: Choose, rng: random.Random, tally: Tally, entries: Entries
) -> None:
    """Play one game to its end under `fide`, comparing at every ply."""
    game = opening.start()
    written: list[str] | None = [] if entries.wants(opening) else None
    first: dict[str, int] = {}
    tally.games += 1
    while True:
        ours, theirs = our_answer(game), python_chess_answer(game.board)
        tally.plies += 1
        if ours != theirs:
            law = names(laws_answer(game))
            tally.disagree("python-chess", names(ours), names(theirs), law, _example(game))
        for reason in _arisen(game):
            first.setdefault(reason, game.ply)
        over = decide(game, FIDE)
        if over:
            tally.rulings[over.reason] += 1
        if over or game.ply >= LONGEST:
            break
        if game.ply % BY_MOVE_EVERY == 0 or game.halfmove_clock == 99:
            compare_claims_by_move(game, ours, tally)
        move = choose(rng, game.board)
        if written is not None:
            written.append(pgn_extract.move_text(game.board, move))
        game.push_legal(move)
    tally.variants["chess960" if opening.chess960 else opening.variant] += 1
    if written is not None:
        entries.add(game, opening.fen, written, first)


def compare_claims_by_move(game: Game, now: set[str], tally: Tally) -> None:
    """Compare whether any move can be named; python-chess mixes this with what stands already."""
    tally.by_move += 1
    ours = now | {claim.reason for claim in claims_by_move(game, FIDE)}
    board = game.board
    answers = {
        THREE: board.can_claim_threefold_repetition(),
        FIFTY: board.can_claim_fifty_moves(),
    }
    theirs = {reason for reason, holds in answers.items() if holds}
    if ours != theirs:
        law = names(now | laws_claims_by_move(game))
        tally.disagree("python-chess, by move", names(ours), names(theirs), law, _example(game))


def laws_claims_by_move(game: Game) -> set[str]:
    """What naming a move can claim: it brings the claim about and does not end the game itself."""
    claims: set[str] = set()
    for move in list(game.board.legal_moves):
        game.push(move)
        claims |= laws_answer(game) & {THREE, FIFTY}
        game.pop()
    return claims


def _example(game: Game) -> str:
    return f"{game.start_fen} | {' '.join(move.uci() for move in game.moves)}"


class Entries:
    """Games for pgn-extract, each also cut off at the ply where a claim arose and one before."""

    def __init__(self, folder: Path | None, tally: Tally) -> None:
        self._pgn = folder / "batch.pgn" if folder else None
        self._tally = tally
        self._texts: list[str] = []
        self._expected: list[tuple[set[str], list[str] | None, str]] = []

    def wants(self, opening: games.Opening) -> bool:
        chess_itself = opening.variant == "chess" and not opening.chess960
        return self._pgn is not None and chess_itself and self._tally.games % PGN_EVERY == 0

    def add(self, game: Game, fen: str | None, moves: list[str], first: dict[str, int]) -> None:
        """Take a game that has been played to its end."""
        cuts = {game.ply} | {ply - back for ply in first.values() for back in (0, 1)}
        cuts -= {-1, 0}
        positions = []
        while game.ply:
            if game.ply in cuts:
                ours = _answer_for_pgn_extract(game, first)
                positions.append((game.ply, ours, _example(game)))
            game.pop()
        for ply, ours, example in positions:
            fens = _fens(game, example) if ply == len(moves) else None
            self._texts.append(pgn_extract.game_text(len(self._texts), fen, moves[:ply]))
            self._expected.append((ours, fens, example))
        if len(self._texts) >= PGN_BATCH:
            self.compare()

    def compare(self) -> None:
        """Ask pgn-extract about all entries and compare."""
        if self._pgn is None or not self._texts:
            return
        self._pgn.write_text("".join(self._texts))
        found = pgn_extract.flags(self._pgn)
        their_fens = pgn_extract.fens(self._pgn)
        for number, (ours, fens, example) in enumerate(self._expected):
            theirs = {reason for reason, numbers in found.items() if number in numbers}
            if ours != theirs:
                law = names(_laws_for_pgn_extract(example))
                self._tally.disagree("pgn-extract", names(ours), names(theirs), law, example)
            self._tally.pgn_games += 1
            if fens is not None:
                self._compare_fens(fens, their_fens.get(number, []), example)
        self._texts, self._expected = [], []

    def _compare_fens(self, ours: list[str], theirs: list[str], example: str) -> None:
        self._tally.pgn_plies += len(ours)
        if ours == theirs:
            return
        for ply, (mine, other) in enumerate(zip(ours, theirs, strict=False), 1):
            if mine != other:
                text = f"ply {ply}: {mine} != {other} | {example}"
                self._tally.disagree("pgn-extract", "FEN", "another FEN", "FEN", text)
                return
        self._tally.disagree("pgn-extract", "FEN", "refused", "FEN", example)


def _arisen(game: Game) -> set[str]:
    """What holds of threefold and fifty moves, even where a ruling goes before it."""
    return {rule.reason for rule in FIDE.claimed if rule.holds(game, FIDE, BY_MATERIAL)}


def _answer_for_pgn_extract(game: Game, first: dict[str, int]) -> set[str]:
    """Its flags say that a claim arose anywhere in the game, and how the game ended."""
    ends = our_answer(game) & {"checkmate", "stalemate"}
    return ends | {r for r in (THREE, FIFTY) if first.get(r, LONGEST + 1) <= game.ply}


def _laws_for_pgn_extract(example: str) -> set[str]:
    fen, _, moves = example.partition(" | ")
    game = games.Opening("chess", fen, chess960=False).start()
    claims: set[str] = set()
    for text in ("", *moves.split()):
        if text:
            game.push(game.parse(text))
        claims |= {THREE} if laws_count(game.board) >= 3 else set()
        claims |= {FIFTY} if game.board.halfmove_clock >= 100 else set()
    return claims | (laws_answer(game) & {"checkmate", "stalemate"})


def _fens(game: Game, example: str) -> list[str]:
    """The FEN after each ply, with the square behind every double step, as pgn-extract has it."""
    board = game.board.copy()
    fens = []
    for text in example.partition(" | ")[2].split():
        board.push(chess.Move.from_uci(text))
        fens.append(board.fen(en_passant="fen"))
    return fens


def run(
    plies: int,
    seed: int,
    *,
    choose: Choose | None = None,
    with_pgn_extract: bool = True,
    until: float = float("inf"),
) -> Tally:
    """Compare over at least so many plies; `choose` plays in place of the drawn styles.

    Stops earlier when `time.monotonic()` has passed `until`.
    """
    rng = random.Random(seed)
    tally = Tally()
    with ExitStack() as stack:
        folder = None
        if with_pgn_extract:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        entries = Entries(folder, tally)
        while tally.plies < plies and time.monotonic() < until:
            opening = games.opening(rng)
            play_game(opening, choose or games.style(rng), rng, tally, entries)
        entries.compare()
    return tally


def engine_chooser(engine: chess.engine.SimpleEngine, nodes: int) -> Choose:
    """Let an engine play; variants that it does not know, and one move in eight, go at random."""

    def choose(rng: random.Random, board: chess.Board) -> chess.Move:
        if board.uci_variant != "chess" or rng.random() < 0.125:
            return games.wander(rng, board)
        move = engine.play(board, chess.engine.Limit(nodes=nodes)).move
        return move or games.wander(rng, board)

    return choose


def report(tally: Tally, seconds: float) -> str:
    """The tables of `docs/differential.md`."""
    lines = [
        f"{tally.plies:,} plies in {tally.games:,} games, {seconds:,.0f} s",
        f"claims by move looked for at {tally.by_move:,} plies",
        f"pgn-extract: {tally.pgn_games:,} games and cut games, {tally.pgn_plies:,} FENs",
        "",
        "games by variant: " + _counts(tally.variants),
        "games ended by: " + _counts(tally.rulings),
        "",
        "| program | ours | theirs | the Laws | times |",
        "|---|---|---|---|---|",
    ]
    for kind, count in sorted(tally.kinds.items()):
        lines.append(f"| {' | '.join(kind)} | {count:,} |")
    lines += ["", "shortest examples:"]
    lines += [f"- {' / '.join(kind)}: {text}" for kind, text in sorted(tally.examples.items())]
    lines += ["", f"disagreements in which the Laws are not on our side: {tally.against_the_law}"]
    return "\n".join(lines)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counter.most_common())


def main() -> int:
    """Run, print the tables; 1 if the Laws were against us anywhere."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plies", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", help="a UCI engine that plays the moves")
    parser.add_argument("--nodes", type=int, default=40, help="nodes of the engine for each move")
    parser.add_argument("--no-pgn-extract", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after them")
    options = parser.parse_args()
    began = time.monotonic()
    with ExitStack() as stack:
        choose: Callable[[random.Random, chess.Board], chess.Move] | None = None
        if options.engine:
            engine = stack.enter_context(chess.engine.SimpleEngine.popen_uci(options.engine))
            choose = engine_chooser(engine, options.nodes)
        tally = run(
            options.plies,
            options.seed,
            choose=choose,
            with_pgn_extract=not options.no_pgn_extract,
            until=began + 60 * options.minutes,
        )
    sys.stdout.write(report(tally, time.monotonic() - began) + "\n")
    return int(tally.against_the_law > 0)


if __name__ == "__main__":
    sys.exit(main())
