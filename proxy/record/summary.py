"""What a folder of records says in one look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from proxy.record.model import ONLY_SAID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proxy.record.model import GameRecord, Intervention


def summary_text(games: Sequence[GameRecord]) -> str:
    """Return games by result, rulings by reason, interventions, and the games to look at."""
    results = Counter(game.result for game in games)
    rulings = Counter(game.rulings[0]["reason"] for game in games if game.rulings)
    done = Counter(kind for game in games for kind in map(_kind, game.interventions) if kind)
    lines = ["1 game" if len(games) == 1 else f"{len(games)} games"]
    lines += _table("results", results)
    lines += _table("rulings", rulings)
    lines += _table("interventions", done)
    odd = [(game, why) for game in games if (why := _why_look(game))]
    if odd:
        lines.append(f"to look at: {len(odd)}")
        lines += [
            f"  {game.game_id}  {game.started[:19]}  {game.white} - {game.black}  {why}"
            for game, why in odd
        ]
    return "\n".join([*lines, ""])


def _table(title: str, counts: Counter[str]) -> list[str]:
    if not counts:
        return [f"{title}: none"]
    return [f"{title}:", *(f"  {count:>6}  {name}" for name, count in counts.most_common())]


def _kind(intervention: Intervention) -> str | None:
    """Return what was done, without the moves in it; None for what was only said."""
    what = intervention.what
    if what.startswith(ONLY_SAID):
        return None
    return "answered another move" if what.startswith("answered ") else what


def _why_look(game: GameRecord) -> str | None:
    """Return why somebody should look at a game, if anybody should."""
    if game.warnings:
        return game.warnings[0].splitlines()[0]
    if game.termination == "abandoned":
        return game.reason
    if game.rulings and game.rulings[0]["ply"] < len(game.moves) - 2:
        played_on = len(game.moves) - game.rulings[0]["ply"]
        return f"{played_on} plies were played after the ruling {game.rulings[0]['reason']}"
    if game.ended is None:
        return "no end was recorded: it goes on, or the wrapper was killed"
    return None
