"""The words of the programs, by themselves and in real files."""

from __future__ import annotations

import chess
import pytest
from support.audit import DATA, audit, law

from proxy.audit.case import open_case
from proxy.audit.endings import programs, read_ending, recognise
from proxy.audit.scores import ScoreRule, ScoreRules
from proxy.audit.split import Chunk, split_games

CUTECHESS = {"GameDuration": "1", "GameEndTime": "2026-11-30T02:25:30.508 UTC", "PlyCount": "9"}
FASTCHESS = CUTECHESS | {"GameEndTime": "2026-11-30T02:25:07 +0000", "Termination": "normal"}
C_CHESS_CLI = {"Round": "1.1", "FEN": "x", "PlyCount": "9"}
XBOARD = {"Event": "Computer Chess Game"}
ARENA = {"WhiteType": "program", "BlackType": "program"}
LICHESS = {"Site": "https://lichess.org/abcdefgh"}
CHESS_COM = {"Site": "Chess.com"}
WHITE, BLACK = chess.COLORS


@pytest.mark.parametrize(
    ("tags", "comment", "kind", "loser"),
    [
        (CUTECHESS, "+M1/5 0.1s, White mates", "checkmate", BLACK),
        (CUTECHESS, "0.00/5 0.1s, Draw by 3-fold repetition", "threefold-repetition", None),
        (CUTECHESS, "0.00/5 0.1s, Draw by fifty moves rule", "fifty-move", None),
        (CUTECHESS, "Draw by insufficient mating material", "insufficient-material", None),
        (CUTECHESS, "0.00/5 0.1s, Draw by stalemate", "stalemate", None),
        (CUTECHESS, "0.00/5 0.1s, White loses on time", "time-forfeit", WHITE),
        (CUTECHESS, "0.00/5 0.1s, Black's connection stalls", "disconnection", BLACK),
        (CUTECHESS, "0.00/5 0.1s, White disconnects", "disconnection", WHITE),
        (CUTECHESS, "Black makes an illegal move: a1a1", "illegal-move", BLACK),
        (CUTECHESS, "White wins by adjudication: Invalid result claim", "false-claim", BLACK),
        (CUTECHESS, "+9.00/5 0.1s, White wins by adjudication", "score-adjudication", BLACK),
        (CUTECHESS, "0.00/5 0.1s, Draw by adjudication", "score-adjudication", None),
        (CUTECHESS, "0.00/5 0.1s, Draw by adjudication: SyzygyTB", "tablebase", None),
        (CUTECHESS, "White wins by adjudication: SyzygyTB", "tablebase", None),
        (CUTECHESS, "Draw by adjudication: maximal game length", "length-limit", None),
        (CUTECHESS, "White wins by adjudication: user decision", "adjudication", None),
        (CUTECHESS, "Draw by agreement", "agreement", None),
        (CUTECHESS, "White resigns", "resignation", WHITE),
        (CUTECHESS | {"Termination": "time forfeit"}, "", "time-forfeit", None),
        (FASTCHESS, "0.00/5 0.1s, Black loses on time (109ms overrun)", "time-forfeit", BLACK),
        (FASTCHESS, "Game interrupted", "unterminated", None),
        (FASTCHESS, "0.00/5 0.1s", "unknown", None),
        (C_CHESS_CLI | {"Termination": "checkmate"}, "31/6 5ms", "checkmate", None),
        (C_CHESS_CLI | {"Termination": "rules infraction"}, "", "illegal-move", None),
        (C_CHESS_CLI | {"Termination": "adjudication"}, "", "score-adjudication", None),
        (C_CHESS_CLI | {"Termination": "3-fold repetition"}, "", "threefold-repetition", None),
        (C_CHESS_CLI | {"Termination": "50 moves rule"}, "", "fifty-move", None),
        (XBOARD, "XBoard adjudication: repetition draw", "threefold-repetition", None),
        (XBOARD, "Xboard adjudication: perpetual checking", "threefold-repetition", None),
        (XBOARD, "Xboard adjudication: 50-move rule", "fifty-move", None),
        (XBOARD, "Draw claim: 3-fold repetition", "threefold-repetition", None),
        (XBOARD, "Xboard: Forfeit due to illegal move: e2e5 (e2e5)", "illegal-move", None),
        (XBOARD, "False draw claim: 'x'", "false-claim", None),
        (XBOARD, "White forfeits on time", "time-forfeit", WHITE),
        (XBOARD, "Black resigns", "resignation", BLACK),
        (XBOARD, "Xboard adjudication: long game", "adjudication", None),
        (ARENA | {"Termination": "rules infraction"}, "", "illegal-move", None),
        (ARENA | {"Termination": "x"}, "Arena Adjudication. Illegal move!", "illegal-move", None),
        (LICHESS | {"Termination": "Normal"}, "White wins on time.", "time-forfeit", BLACK),
        (LICHESS | {"Termination": "Time forfeit"}, "", "time-forfeit", None),
        (LICHESS | {"Termination": "Rules infraction"}, "", "adjudication", None),
        (LICHESS | {"Termination": "Normal"}, "Black left the game.", "disconnection", BLACK),
        (CHESS_COM | {"Termination": "Ann won by resignation"}, "", "resignation", None),
        (CHESS_COM | {"Termination": "Ann won on time"}, "", "time-forfeit", None),
        (CHESS_COM | {"Termination": "Ann won - game abandoned"}, "", "disconnection", None),
        (CHESS_COM | {"Termination": "Game drawn by repetition"}, "", "threefold-repetition", None),
        (
            CHESS_COM | {"Termination": "Game drawn by timeout vs insufficient material"},
            "",
            "flag-without-mating-material",
            None,
        ),
        ({}, "a good game", "unknown", None),
    ],
)
def test_words(tags: dict[str, str], comment: str, kind: str, loser: chess.Color | None) -> None:
    ending = read_ending(tags, comment)
    assert (ending.kind, ending.loser) == (kind, loser)


def test_programs_are_recognised_by_their_tags() -> None:
    signs = {
        "cutechess": CUTECHESS,
        "fastchess": FASTCHESS,
        "c_chess_cli": C_CHESS_CLI | {"Termination": "checkmate"},
        "xboard": XBOARD,
        "arena": ARENA | {"Termination": "normal"},
        "lichess": LICHESS,
        "chess_com": CHESS_COM,
    }
    assert sorted(signs) == programs()
    for program, tags in signs.items():
        assert recognise(tags) == program
    assert recognise({"Event": "Club"}) is None


REAL = {
    "fastchess": (
        *("illegal-move", "threefold-repetition", "score-adjudication", "score-adjudication"),
        *("time-forfeit", "fifty-move", "disconnection", "insufficient-material"),
    ),
    "cutechess": (
        *("illegal-move", "threefold-repetition", "score-adjudication", "score-adjudication"),
        *("time-forfeit", "fifty-move", "disconnection", "insufficient-material"),
    ),
    "c-chess-cli": (
        *("illegal-move", "threefold-repetition", "score-adjudication", "score-adjudication"),
        *("time-forfeit", "fifty-move", "insufficient-material"),
    ),
}


@pytest.mark.parametrize("name", REAL)
def test_real_endings(name: str) -> None:
    with open(f"{DATA}/{name}.pgn", "rb") as file:
        text = file.read()
    cases = [open_case(raw, law()) for raw in split_games(Chunk("", 1, text))]
    assert {case.ending.program for case in cases} == {name.replace("-", "_")}
    assert sorted(REAL[name]) == sorted(
        case.ending.kind for case in cases if case.ending.kind != "unknown"
    )
    rules = ScoreRules(
        draw=ScoreRule(move_number=5, move_count=4, score_cp=10),
        resign=ScoreRule(move_count=3, score_cp=400),
    )
    assert not audit(text, law(scores=rules)).audits  # the runners kept to their own rules
    harder = ScoreRules(
        draw=ScoreRule(move_number=5, move_count=5, score_cp=10),
        resign=ScoreRule(move_count=4, score_cp=400),
    )
    found = audit(text, law(scores=harder)).audits
    assert [one.findings[0].kind for one in found] == ["score-adjudication"] * 2
