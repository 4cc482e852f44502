"""The table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy.audit.findings import kinds
from proxy.audit.totals import points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.finding import Audit
    from proxy.audit.totals import Totals

MOST_PLAYERS = 16  # in a crosstable that fits a terminal


def audit_lines(audit: Audit) -> Iterator[str]:
    """Yield the lines about one game."""
    tags = audit.tags
    players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}"
    event_round = tags.get("Round", "?")
    where = f"{audit.source}:{audit.line}"
    result = audit.result
    if audit.right != audit.result:
        result += f", right is {audit.right}"
    named = f", round {event_round}" if event_round not in {"?", "-", ""} else ""
    yield f"{where}  game {audit.number}: {players}{named}, {result}"
    for finding in audit.findings:
        article = f" ({finding.article})" if finding.article else ""
        yield f"  {finding.severity:<5}  {finding.kind}: {finding.text}{article}"


def totals_lines(totals: Totals) -> Iterator[str]:
    """Yield the sums."""
    games = "1 game" if totals.games == 1 else f"{totals.games} games"
    yield (
        f"{games}, {totals.plies} half-moves: {totals.wrong} wrong, "
        f"{totals.noted} with notes only; {totals.changed} results change."
    )
    if totals.undetermined:
        yield (
            f"Not decided in {totals.undetermined} of the games: whether the winner, who has not "
            "mated, can mate at all."
        )
    if totals.recorded:
        yield f"The wrapper has records of {totals.recorded} of the games."
    if totals.unreadable_files:
        yield f"Files that could not be read to the end: {totals.unreadable_files}."
    for (severity, kind), count in sorted(totals.kinds.items(), reverse=True):
        yield f"  {count:>7}  {severity:<5}  {kinds()[kind].title}"
    if totals.changed and not totals.crowded:
        yield from ("", *_standings(totals), "", *_crosstable(totals))


def _standings(totals: Totals) -> Iterator[str]:
    rows = totals.standings()
    width = max(len("player"), *(len(row.player) for row in rows))
    yield f"{'player':<{width}}  games  recorded   right"
    for row in rows:
        mark = " *" if row.recorded != row.right else ""
        yield (
            f"{row.player:<{width}}  {row.games_right:>5}  {points(row.recorded):>8}  "
            f"{points(row.right):>6}{mark}"
        )


def _crosstable(totals: Totals) -> Iterator[str]:
    """Each cell is the points recorded, and behind an arrow the right ones where they differ."""
    names = [row.player for row in totals.standings()]
    if len(names) > MOST_PLAYERS:
        yield f"The crosstable of more than {MOST_PLAYERS} players is in the report of --html."
        return
    cells = totals.crosstable()
    rows = [["", *(str(place) for place in range(1, len(names) + 1))]]
    for place, player in enumerate(names, 1):
        row = [f"{place} {player}"]
        for opponent in names:
            if (player, opponent) not in cells:
                row.append("·")
                continue
            _, before, after = cells[player, opponent]
            row.append(points(before) if before == after else f"{points(before)}→{points(after)}")
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
