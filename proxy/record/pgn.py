"""A record as PGN, with score, depth, time and clock in the comments of cutechess and lichess.

See the PGN standard (Edwards 1994) for the tags, and `[%clk]` in its extensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import chess.pgn

from proxy.delivery.wording import PROVEN
from proxy.game.fen import find_variant
from proxy.record.model import ONLY_SAID

if TYPE_CHECKING:
    from proxy.record.model import GameRecord, Move


def pgn_text(record: GameRecord) -> str:
    """Return a record as one game of a PGN file, with an empty line at its end."""
    board = _start_board(record)
    game = chess.pgn.Game()
    _set_tags(game, record)
    game.setup(board)
    remarks = _remarks(record)
    game.comment = " ".join(remarks.get(0, []))
    node: chess.pgn.GameNode = game
    for ply, move in enumerate(record.moves, start=1):
        node = node.add_main_variation(board.push_uci(move.uci))
        comments = [move_comment(move), *remarks.get(ply, [])]
        node.comment = " ".join(filter(None, comments))
    exporter = chess.pgn.StringExporter(columns=80)
    return f"{game.accept(exporter)}\n\n"


def check_moves(record: GameRecord) -> None:
    """Raise `ValueError` or `UserError` for a record that is no game that can be played."""
    board = _start_board(record)
    for move in record.moves:
        board.push_uci(move.uci)


def move_comment(move: Move) -> str:
    """Return clock, score/depth and time, as in "[%clk 0:00:59.8] +0.13/12 1.2s"."""
    parts = []
    if move.clock_s is not None:
        parts.append(f"[%clk {_clock(move.clock_s)}]")
    if move.score_mate is not None:
        score = f"{'-' if move.score_mate < 0 else '+'}M{abs(move.score_mate)}"
    else:
        score = "" if move.score_cp is None else f"{move.score_cp / 100:+.2f}"
    if score:
        parts.append(score if move.depth is None else f"{score}/{move.depth}")
    if move.time_s is not None:
        parts.append(f"{move.time_s:.3g}s")
    return " ".join(parts)


def _start_board(record: GameRecord) -> chess.Board:
    return find_variant(record.variant)(record.start_fen, chess960=record.chess960)


def _set_tags(game: chess.pgn.Game, record: GameRecord) -> None:
    date, _, time = record.started.partition("T")
    game.headers["Event"] = "?"
    game.headers["Site"] = "?"
    game.headers["Date"] = date.replace("-", ".")
    game.headers["Round"] = "-"
    game.headers["White"] = record.white
    game.headers["Black"] = record.black
    game.headers["Result"] = record.result
    game.headers["Time"] = time[:8]
    game.headers["Termination"] = record.termination
    if record.reason:
        game.headers["Reason"] = record.reason
    ruleset = record.wrapper.settings.get("ruleset", {}).get("value")
    if isinstance(ruleset, str):
        game.headers["Ruleset"] = _one_line(ruleset)
    game.headers["GameId"] = record.game_id
    game.headers["Annotator"] = _one_line(record.wrapper.program)


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _remarks(record: GameRecord) -> dict[int, list[str]]:
    """Return what is said in words after each ply."""
    remarks: dict[int, list[str]] = {}
    for ruling in record.rulings:
        why = ", ".join(filter(None, [ruling["article"], ruling["evidence"]]))
        text = f"Arbiter: {ruling['result']} by {ruling['reason']} ({why})."
        remarks.setdefault(min(ruling["ply"], len(record.moves)), []).append(text)
    for advice in record.advice:
        text = f"Arbiter advises: {advice['evidence']}, {PROVEN}."
        remarks.setdefault(min(advice["ply"], len(record.moves)), []).append(text)
    if not record.rulings and record.reason:
        remarks.setdefault(len(record.moves), []).append(f"{record.reason}.")
    for one in record.interventions:
        if not one.what.startswith(ONLY_SAID):
            remarks.setdefault(min(one.ply, len(record.moves)), []).append(f"Wrapper {one.what}.")
    # A closing brace would end the comment.
    return {ply: [text.replace("}", ")") for text in texts] for ply, texts in remarks.items()}


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(seconds, 0.0), 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}:{rest:04.1f}"
