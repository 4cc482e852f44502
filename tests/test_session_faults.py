"""A fault of ours in the session costs an engine that speaks UCI no game, wherever it happens."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from support.model_engine import Bench
from support.saboteur import Saboteur, sabotaged_by
from support.transcript import Known

import proxy.session
from proxy.assembly import make_back, make_dialog, make_front, make_session
from proxy.settings import FLAG, Settings

FOLDER = str(next(iter(proxy.session.__path__)))


def start() -> Bench:
    settings = Settings()
    settings.put(FLAG, "ruleset", "fide")
    session = make_session(settings, make_dialog(settings))
    layer = make_back(settings, session, ["/opt/model"], Known(known=False))
    return Bench(make_front(settings, layer), settings, None)


def play(bench: Bench) -> None:
    """Play and analyse as GUIs do; each `go` must be answered once and with a legal move."""

    def ask(board: chess.Board, *lines: str) -> chess.Move:
        before = len(bench.to_gui)
        bench.send(*lines)
        (answer,) = (line for line in bench.to_gui[before:] if line.startswith("bestmove"))
        move = chess.Move.from_uci(answer.split()[1])
        assert board.is_legal(move)
        return move

    def position(board: chess.Board) -> str:
        return f"position startpos moves {' '.join(map(str, board.move_stack))}"

    bench.send("uci", "isready", "ucinewgame", "isready")
    board = chess.Board()
    for _ in range(3):
        board.push(ask(board, position(board), "go wtime 9000 btime 9000"))
        board.push(list(board.legal_moves)[-1])
    bench.send(position(board), "go ponder wtime 9000 btime 9000")
    board.push(ask(board, "ponderhit"))
    bench.send(position(board), "go infinite", "isready")
    ask(board, "stop")
    before = len(bench.to_gui)
    bench.send(position(board), "go infinite", position(board), "go depth 2", "quit")
    assert len([line for line in bench.to_gui[before:] if line.startswith("bestmove")]) in {1, 2}


def sabotaged(saboteur: Saboteur) -> Bench:
    bench = start()
    sabotaged_by(saboteur, play, bench)
    return bench


@pytest.mark.parametrize("file", sorted(path.name for path in Path(FOLDER).glob("*.py")))
def test_a_single_fault(file: str) -> None:
    saboteur = Saboteur(FOLDER)
    assert not sabotaged(saboteur).warned
    for code, count in saboteur.seen.items():
        if code.co_filename.rpartition("/")[2] != file or file == "fallback.py":
            continue
        for nth in {*range(1, min(count, 6) + 1), count // 2, count} - {0}:
            try:
                sabotaged(Saboteur(FOLDER, code, nth))
            except Exception as error:
                raise AssertionError(f"{code.co_qualname} at call {nth}") from error
