"""Boards for the HTML report, drawn by chess.svg, with the pieces defined once for all of them."""

from __future__ import annotations

import re

import chess
import chess.svg

DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
BOARD_PX = 300


def piece_definitions() -> str:
    """Return an empty drawing that defines every piece and the mark of a king in check."""
    every = chess.BaseBoard("kqrbnp2/KQRBNP2/8/8/8/8/8/8")
    drawing = chess.svg.board(every, check=chess.A8, size=0)
    found = DEFS.search(drawing)
    definitions = found[0] if found else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">{definitions}</svg>'


def draw_board(fen: str, last_move: str | None, label: str) -> str:
    """Return a board as SVG without definitions, from White's side; `label` describes it."""
    board = chess.Board(None)
    pieces, turn = fen.split()[:2]
    board.set_board_fen(pieces.partition("[")[0])  # a pocket, as in crazyhouse, is not drawn
    board.turn = turn == "w"
    king = board.king(board.turn)
    move = chess.Move.from_uci(last_move) if last_move and "@" not in last_move else None
    drawing = chess.svg.board(
        board,
        lastmove=move,
        check=king if king is not None and board.is_check() else None,
        size=BOARD_PX,
    )
    drawing = DEFS.sub("", drawing)
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
