"""Joining both sides' records, and summing up a folder of them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.program import call
from support.recorded import record

from proxy.beside import write_whole
from proxy.record import merge
from proxy.record.files import read_records, write_record
from proxy.record.merge import join, merge_views, same_game
from proxy.record.model import Intervention, Move
from proxy.record.summary import summary_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from proxy.record.model import GameRecord

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def views(moves: list[str], start: float = 0.0, name: str = "") -> list[GameRecord]:
    """What two wrappers record of a game whose GUI tells only who is to move."""
    found = []
    for side in range(min(len(moves), 2)):
        lines = [f"> setoption name UCI_Opponent value none none computer Other{name}"]
        for ply in range(side, len(moves), 2):
            white, black = 60_000 - 1000 * ((ply + 1) // 2), 60_000 - 1000 * (ply // 2)
            lines += [
                f"> position startpos moves {' '.join(moves[:ply])}",
                f"> go wtime {white} btime {black}",
                f"= info depth {ply + 1} score cp {ply} pv {moves[ply]}",
                "0.5",
                f"» bestmove {moves[ply]}",
                "0.5",
            ]
        (game,) = record(*lines, "> quit", start=start + side)
        found.append(replace(game, white=("Fish" + name, "?")[side], black=("?", "Bird")[side]))
    return found


BARE = views(MATE)[0]
MOVE = BARE.moves[0]


def test_two_views_become_one_game_with_what_each_side_knows() -> None:
    white, black = views(MATE)
    assert len(white.moves) == 3
    assert len(black.moves) == 4
    (game,) = merge_views([black, white])
    assert (game.white, game.black, game.engine_color) == ("Fish", "Bird", "both")
    assert [move.uci for move in game.moves] == MATE
    assert [move.score_cp for move in game.moves] == [0, 1, 2, 3]
    assert [move.by for move in game.moves] == ["engine"] * 4
    assert (game.result, game.reason) == ("0-1", "checkmate (5.1.1)")
    assert game.started == white.started
    assert game.ended == black.ended
    assert game.moves[0].clock_s == 59.0  # White's clock after its first move, as Black was told


def test_games_at_the_same_time_are_told_apart_by_their_moves() -> None:
    one, two = views(MATE), views(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"])
    games = merge_views([one[0], two[0], two[1], one[1]])
    assert sorted(len(game.moves) for game in games) == [4, 5]
    assert all(game.engine_color == "both" for game in games)


def test_the_same_game_played_again_is_paired_by_time() -> None:
    first, second = views(MATE), views(MATE, start=100.0)
    games = merge_views([first[0], second[0], second[1], first[1]])
    assert [game.started[:19] for game in games] == ["2026-11-30T00:00:00", "2026-11-30T00:01:40"]


def test_of_equal_games_at_once_those_of_one_parent_are_paired() -> None:
    first, second = views(MATE, name="1"), views(MATE, name="2")
    for game in second:
        game.wrapper.parent = "fastchess 9 9"
    games = merge_views([first[0], second[0], second[1], first[1]])
    assert [game.wrapper.parent for game in games] == [first[0].wrapper.parent, "fastchess 9 9"]
    assert {game.white for game in games} == {"Fish1", "Fish2"}


def at(view: GameRecord, second: float, length: float = 4.0, **change: object) -> GameRecord:
    """Return a view of another time, in seconds after midnight."""
    begin = datetime(2026, 11, 30, tzinfo=UTC) + timedelta(seconds=second)
    end = begin + timedelta(seconds=length)
    times = {"started": begin.isoformat(), "ended": end.isoformat()}
    return replace(view, **times, **change)  # type: ignore[arg-type]  # as the callers know


@pytest.mark.parametrize("at_once", [False, True])
def test_views_are_not_compared_each_with_each(
    at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game again and again, or many different games at once."""
    pairs = []
    for number in range(200):
        moves = [*MATE[:2], *(f"{'abcdefgh'[int(digit)]}2" for digit in f"{number:04o}")]
        one, two = views(MATE)
        own = [replace(MOVE, uci=uci) for uci in moves] if at_once else None
        second = 0 if at_once else 20 * number
        pairs += [at(view, second, moves=own or view.moves) for view in (one, two)]
    compared = []

    def counted(one: GameRecord, two: GameRecord) -> bool:
        compared.append(one)
        return same_game(one, two)

    monkeypatch.setattr(merge, "same_game", counted)
    games = merge_views(pairs)
    assert len(games) == 200
    assert {game.engine_color for game in games} == {"both"}
    assert len(compared) < 3 * len(games)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_short_way_pairs_as_comparing_all_does(data: st.DataObject) -> None:
    lines = (MATE, ["f2f3", "e7e5", "g2g4", "d7d5"], ["e2e4", "e7e5"])
    drawn = st.tuples(
        st.sampled_from(lines),
        st.integers(0, 4),
        st.sampled_from(["white", "black"]),
        st.integers(0, 40),
        st.sampled_from([2.0, 9.0]),
        st.sampled_from(["chess", "atomic"]),
    )
    found = [
        at(
            BARE,
            second,
            length,
            engine_color=color,
            variant=variant,
            number=number,
            moves=[replace(MOVE, uci=uci) for uci in line[:plies]],
        )
        for number, (line, plies, color, second, length, variant) in enumerate(
            data.draw(st.lists(drawn, max_size=12))
        )
    ]
    assert merge_views(found) == by_comparing_all(found)


def by_comparing_all(found: list[GameRecord]) -> list[GameRecord]:
    """Pair each view, in order of time, with the nearest that fits."""
    left = sorted(found, key=lambda view: datetime.fromisoformat(view.started))
    merged = []
    while left:
        view, *left = left
        others = [other for other in left if same_game(view, other)]
        if not others:
            merged.append(view)
            continue
        began = datetime.fromisoformat(view.started)
        other = min(others, key=lambda other: datetime.fromisoformat(other.started) - began)
        left.remove(other)
        merged.append(join(view, other))
    return merged


@pytest.mark.parametrize(
    "change",
    [
        {"engine_color": "white"},
        {"start_fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1"},
        {"variant": "atomic"},
        {"started": "2026-12-01T00:00:00+00:00", "ended": "2026-12-01T00:00:09+00:00"},
        {"moves": []},
    ],
)
def test_what_differs_is_not_one_game(change: dict[str, object]) -> None:
    white, black = views([*MATE[:2], "b1c3", "b8c6"])
    assert same_game(white, black)
    assert not same_game(white, replace(black, **change))  # type: ignore[arg-type]  # parametrised


def test_results_that_contradict_each_other_are_a_warning() -> None:
    white, black = views(MATE)
    (game,) = merge_views([replace(white, result="1-0"), black])
    assert game.result == "*"
    assert game.warnings == ["the two sides recorded 1-0 (White) and 0-1 (Black)"]


def test_the_summary_counts_and_names_what_to_look_at() -> None:
    games = [
        *merge_views(views(MATE)),
        replace(views(["e2e4"])[0], warnings=["odd"]),
        replace(views(["d2d4"])[0], ended=None),
        replace(
            views(["c2c4"])[0],
            interventions=[
                Intervention(1, "", "answered e2e4 in place of the engine's d2d4"),
                Intervention(1, "", "said: nothing"),
            ],
        ),
    ]
    text = summary_text(games)
    assert text.startswith("4 games\n")
    assert "     1  checkmate\n" in text
    assert "     1  answered another move\n" in text
    assert "to look at: 2\n" in text
    assert "  odd\n" in text
    assert "no end was recorded" in text
    assert "said" not in text


def test_a_draw_that_is_proven_late_has_not_been_ignored() -> None:
    game = views(MATE)[0]
    ruling = {"ply": 1, "reason": "dead-position", "result": "1/2-1/2", "article": "5.2.2"}
    said = Intervention(3, "", "said: 1/2-1/2 by dead-position (online 5.2.2)")
    moves = [Move("e1e2", "gui")] * 5
    late = replace(game, moves=moves, rulings=[ruling], interventions=[said])
    assert "were played after" not in summary_text([late])
    ignored = replace(late, moves=moves * 2)
    assert "6 plies were played after the ruling dead-position was told" in summary_text([ignored])
    both = replace(ignored, interventions=[said, replace(said, ply=8)])
    assert "were played after" not in summary_text([both])


def test_a_resignation_that_the_gui_has_not_heard_gives_way_to_a_ruling() -> None:
    resigned = {"ply": 2, "reason": "resignation", "result": "1-0"}
    drawn = {"ply": 6, "reason": "insufficient-material", "result": "1/2-1/2"}
    game = replace(views(MATE)[0], moves=[Move("e1e2", "gui")] * 6, rulings=[resigned, drawn])
    assert game.ruling == drawn
    assert replace(game, moves=game.moves[:3]).ruling == resigned
    assert replace(game, rulings=[resigned]).ruling == resigned
    assert replace(game, rulings=[]).ruling is None


def write_all(folder: Path, games: list[GameRecord]) -> None:
    for number, game in enumerate(games):
        write_record(str(folder), f"game{number}", game)


def test_the_command_merges_and_sums_up(tmp_path: Path) -> None:
    write_all(tmp_path, views(MATE))
    (tmp_path / ".game9.json.1.tmp").write_text("{ torn")
    (tmp_path / "notes.txt").write_text("mine")
    merged = call("record", "merge", str(tmp_path))
    assert merged.returncode == 0
    assert merged.stdout.count("[Event ") == 1
    assert "2... Qh4#" in " ".join(merged.stdout.split())
    out = tmp_path / "all.pgn"
    assert call("record", "merge", str(tmp_path), "--output", str(out)).stdout == ""
    assert out.read_text() == merged.stdout
    summary = call("record", "summary", str(tmp_path))
    assert summary.stdout.startswith("1 game\n")


def test_a_game_to_look_at_is_named_by_the_files_that_hold_it(tmp_path: Path) -> None:
    alone = replace(views(["c2c4"])[0], ended=None)
    for game in (both := [replace(game, warnings=["odd"]) for game in views(MATE)]):
        assert "files" not in game.to_json()
    write_all(tmp_path, [*both, alone])
    shown = call("record", "summary", str(tmp_path)).stdout.partition("to look at: 2\n")[2]
    named = [line.split("  ")[1].split(", ") for line in shown.splitlines()]
    assert sorted(path for files in named for path in files) == [
        str(tmp_path / f"game{number}.json") for number in range(3)
    ]
    assert [len(files) for files in named] == [2, 1]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{", "is no record of uci-arbiter"),
        ("[]", "is no record of uci-arbiter"),
        ('{"format": 99}', "format 99"),
        ('{"format": 1, "game_id": ""}', "is no record of uci-arbiter"),
    ],
)
def test_a_file_that_is_no_record_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "a.json").write_text(text)
    ran = call("record", "summary", str(tmp_path))
    assert ran.returncode == 1
    assert str(tmp_path / "a.json") in ran.stderr
    assert wrong in ran.stderr
    assert ran.stderr.count("\n") == 1


DEEP = json.loads("[" * 500 + "]" * 500)
PLAIN: tuple[object, ...] = (None, True, "", "a\nb", "\ud800", -1, 1e308, float("nan"))
ODD = (*PLAIN, [], [None], ["x"], [[1]], {}, {"a": 1}, [{"a": 1}], DEEP)


def places(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the place of each value in a document, of lists the first."""
    if at:
        yield at
    if isinstance(value, list):
        value = dict(enumerate(value[:1]))
    for key, one in value.items() if isinstance(value, dict) else ():
        yield from places(one, (*at, key))


@pytest.mark.parametrize("action", ["summary", "merge"])
def test_no_damaged_record_hides_the_others(action: str, tmp_path: Path) -> None:
    """Any kind of value in the place of any other, and any field left out."""
    good, _ = views(MATE)
    write_all(tmp_path, [good])
    document = json.loads((tmp_path / "game0.json").read_text())
    ruling = {"ply": 1, "reason": "x", "result": "*", "article": "5", "evidence": "e"}
    done = {"ply": 1, "at": "x", "what": "y", "kind": ""}
    document |= {"rulings": [ruling], "interventions": [done], "warnings": ["w"], "number": 2}
    for number, place in enumerate(places(document)):
        for kind, odd in enumerate((*ODD, "gone")):
            changed = json.loads(json.dumps(document))
            inner = changed
            for key in place[:-1]:
                inner = inner[key]
            if odd == "gone":
                del inner[place[-1]]
            else:
                inner[place[-1]] = odd
            (tmp_path / f"odd{number}-{kind}.json").write_text(json.dumps(changed))
    for name, text in (("deep", "[" * 100_000), ("bytes", "\udcff"), ("torn", '{"format": 1')):
        (tmp_path / f"{name}.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    ran = call("record", action, str(tmp_path))
    assert ran.returncode == 1
    assert good.white in ran.stdout
    warnings = ran.stderr.splitlines()
    assert len(warnings) > 300
    assert all(one.startswith(f"uci-arbiter: {tmp_path}/") for one in warnings)
    assert len({one.split()[1] for one in warnings}) == len(warnings)
    internals = ("Error", "__init__", "NoneType", "object has", "argument")
    assert not [one for one in warnings if any(word in one for word in internals)]


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["summary", "/no/such"], "cannot read the folder '/no/such'"),
        (["sumary", "."], "invalid choice: 'sumary'"),
        (["merge"], "the following arguments are required: DIR"),
    ],
)
def test_a_mistake_is_one_line(args: list[str], wrong: str) -> None:
    ran = call("record", *args)
    assert ran.returncode == 2
    assert wrong in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_an_empty_folder_and_an_unwritable_output_are_mistakes(tmp_path: Path) -> None:
    assert "no recorded games" in call("record", "merge", str(tmp_path)).stderr
    write_all(tmp_path, views(MATE))
    ran = call("record", "merge", str(tmp_path), "--output", str(tmp_path / "no" / "x.pgn"))
    assert ran.returncode == 2
    assert "cannot write" in ran.stderr


def test_a_record_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.mkdir()  # no file can be renamed over a folder
    with pytest.raises(OSError, match="Is a directory"):
        write_whole(str(path), "text")
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    write_all(tmp_path, views(MATE))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ran = call("record", "merge", str(tmp_path), "--output", str(pipe))
    assert ran.returncode == 2
    assert "pipe: it is no regular file" in ran.stderr
    assert pipe.is_fifo()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    games = views(MATE)
    write_all(tmp_path, games)
    read = [game for _, game in read_records(str(tmp_path))]
    assert [game.to_json() for game in read] == [
        json.loads(json.dumps(game.to_json())) for game in games
    ]
