"""A proof in plain words: numbered positions, what is played in each, and where evasions lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from proxy.perpetual.proof import NO, PERPETUAL
from proxy.sides import side_name

if TYPE_CHECKING:
    from proxy.perpetual.proof import Proof, Step

SHOWN = 40  # positions; the whole strategy is in the JSON


def proof_text(proof: Proof, *, chess960: bool = False) -> str:
    """Return the answer of `uci-arbiter perpetual` for a reader, without a newline at the end."""
    side = side_name(proof.by)
    looked = f"{proof.positions} position{'' if proof.positions == 1 else 's'} looked at"
    if proof.answer == NO:
        return (
            f"No perpetual check: the other side escapes from every series of {side}'s checks "
            f"({looked})."
        )
    if proof.answer != PERPETUAL:
        return f"Not decided: {looked}; a larger --budget may tell."
    number = {epd: place for place, epd in enumerate(proof.strategy, 1)}
    lines = [f"Perpetual: {side} can check for ever ({looked})."]
    if proof.evasions:
        board = chess.Board(proof.fen, chess960=chess960)
        lines.append(f"  now  {_answers(board, proof.evasions, number)}")
    for epd, step in list(proof.strategy.items())[:SHOWN]:
        lines.append(
            f"{number[epd]:>5}. {_step(chess.Board(epd, chess960=chess960), step, number)}"
        )
    if len(number) > SHOWN:
        lines.append(f"       and {len(number) - SHOWN} more positions, all of them in --json")
    return "\n".join(lines)


def _step(board: chess.Board, step: Step, number: dict[str, int]) -> str:
    check = board.san_and_push(step.check)
    return f"{check:<7} {_answers(board, step.evasions, number)}".rstrip()


def _answers(board: chess.Board, evasions: dict[chess.Move, str], number: dict[str, int]) -> str:
    return ", ".join(f"{board.san(move)}: {number[epd]}" for move, epd in evasions.items())
