"""What a folder of records says in one look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from proxy.errors import one_line
from proxy.record.model import ONLY_SAID
from proxy.session.repairs import UNRATED
from proxy.sides import result_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from proxy.record.model import GameRecord, Intervention


GUIS_TAKE = 2  # plies from hearing of a draw to ending the game

LOSSES = {"white": result_of(False), "black": result_of(True)}


def summary_text(games: Sequence[GameRecord]) -> str:
    """Return games by result, rulings by reason, interventions, and the games to look at."""
    results = Counter(game.result for game in games)
    rulings = Counter(game.ruling["reason"] for game in games if game.ruling)
    advice = Counter(one["reason"] for game in games for one in game.advice[:1])
    done = Counter(kind for game in games for kind in map(_kind, game.interventions) if kind)
    lines = ["1 game" if len(games) == 1 else f"{len(games)} games"]
    lines += _table("results", results)
    lines += _table("rulings", rulings)
    lines += _table("advice", advice) if advice else []
    lines += _table("interventions", done)
    lines += _list("to discard from a rated test", games, _why_discard)
    lines += _list("to look at", games, _why_look)
    return "\n".join([*lines, ""])


def _list(
    title: str, games: Sequence[GameRecord], why: Callable[[GameRecord], str | None]
) -> list[str]:
    found = [(game, reason) for game in games if (reason := why(game))]
    if not found:
        return []
    return [
        f"{title}: {len(found)}",
        *(
            f"  {one_line(', '.join(game.files))}  {game.white} - {game.black}  {reason}"
            for game, reason in found
        ),
    ]


def _table(title: str, counts: Counter[str]) -> list[str]:
    if not counts:
        return [f"{title}: none"]
    return [f"{title}:", *(f"  {count:>6}  {name}" for name, count in counts.most_common())]


def _kind(intervention: Intervention) -> str | None:
    """Return what was done: its name or, without one, its text; None for what was only said."""
    what = intervention.what
    if intervention.kind:
        return intervention.kind
    if what.startswith(ONLY_SAID):
        return None
    return "answered another move" if what.startswith("answered ") else what


def _why_discard(game: GameRecord) -> str | None:
    """Return what was done that tells another story than the engine's strength, if anything."""
    kinds = {one.kind for one in game.interventions} & UNRATED
    return ", ".join(sorted(kinds)) or None


def _told_at(game: GameRecord, ruling: dict[str, Any]) -> int:
    """Return the ply with which a ruling was told by all: a dead position may be proven later.

    Where two wrappers play, a runner waits for both.
    """
    told = f"said: {ruling['result']} by {ruling['reason']} "
    plies = (one.ply + 1 for one in game.interventions if one.what.startswith(told))
    return max(int(ruling["ply"]), *plies, 0)


def _why_look(game: GameRecord) -> str | None:
    """Return why somebody should look at a game, if anybody should."""
    if game.warning is not None:
        return game.warning
    if game.termination == "abandoned":
        return game.reason
    ruling = game.ruling
    if ruling is not None:
        played_on = len(game.moves) - _told_at(game, ruling)
        if played_on > GUIS_TAKE:
            return f"{played_on} plies were played after the ruling {ruling['reason']} was told"
    for advice in game.advice:
        if game.result == LOSSES.get(str(advice.get("perpetual"))):
            return f"lost by {advice['perpetual']}, who could check for ever at ply {advice['ply']}"
    if game.ended is None:
        return "no end was recorded: it goes on, or the wrapper was killed"
    return None
