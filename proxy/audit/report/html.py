"""The HTML report: one file that needs nothing else, for a screen, a phone and paper."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from proxy import __version__
from proxy.audit.findings import kinds
from proxy.audit.report.board import draw_board, piece_definitions
from proxy.audit.report.style import STYLE
from proxy.audit.source import STDIN
from proxy.audit.totals import points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proxy.audit.finding import Audit, Finding
    from proxy.audit.totals import Totals

NAMED = ("White", "Black", "Event", "Round")
MOST_PLAYERS = 60  # in a crosstable; of more the standings are shown
LIMIT = 2000  # findings with a board in one report: about 10 MB


def game_section(audit: Audit, report_path: str) -> str:
    """Return the section about one game; its link leads from the report to the PGN file."""
    tags = {name: escape(audit.tags.get(name, "?")) for name in NAMED}
    players = f"{tags['White']} \N{EN DASH} {tags['Black']}"
    change = ""
    if audit.right != audit.result:
        change = f' <span class="right">right: {escape(audit.right)}</span>'
    ending = f" · {escape(audit.ending)}" if audit.ending else ""
    fens = ["", *(finding.fen for finding in audit.findings)]
    findings = "".join(
        _finding(finding, draw=finding.fen != before)
        for finding, before in zip(audit.findings, fens, strict=False)
    )
    return f"""<article class="{"wrong" if audit.is_wrong else "note"}" id="game-{audit.number}">
<h3>{players} <span class="result">{escape(audit.result)}</span>{change}</h3>
<p class="where">Game {audit.number} · {_link(audit, report_path)} · {tags["Event"]}, round \
{tags["Round"]} · {audit.plies} half-moves{ending}</p>
{findings}</article>
"""


def _link(audit: Audit, report_path: str) -> str:
    label = f"{escape(os.path.basename(audit.source))}, line {audit.line}"
    if audit.source == STDIN:
        return f"standard input, line {audit.line}"
    folder = os.path.dirname(os.path.abspath(report_path))
    path = os.path.relpath(os.path.abspath(audit.source), folder)
    return f'<a href="{escape(quote(path))}#L{audit.line}">{label}</a>'


def _finding(finding: Finding, *, draw: bool) -> str:
    article = f' <span class="article">{escape(finding.article)}</span>' if finding.article else ""
    title = escape(_title(finding.kind))
    text = escape(finding.text[:1].upper() + finding.text[1:])
    evidence = "".join(f"<li>{escape(line)}</li>" for line in finding.evidence)
    board = ""
    if draw:
        label = escape(f"The position after half-move {finding.ply}: {finding.fen}", quote=True)
        board = (
            f"<figure>{draw_board(finding.fen, finding.last_move, label)}"
            f"<figcaption>After half-move {finding.ply} · {_mover(finding)} to move"
            f"<code>{escape(finding.fen)}</code></figcaption></figure>"
        )
    return f"""<section class="finding {finding.severity}">
<div><h4><span class="severity">{finding.severity}</span> {title}{article}</h4>
<p>{text}.</p><ul>{evidence}</ul></div>{board}</section>
"""


def _mover(finding: Finding) -> str:
    return "White" if finding.fen.split()[1] == "w" else "Black"


def _title(kind: str) -> str:
    return kinds()[kind].title


def page_head(totals: Totals, ruleset: str, shown: int) -> str:
    """Return the page up to the first game."""
    verdict = "Nothing wrong was found." if not totals.wrong else _verdict(totals)
    hidden = totals.wrong + totals.noted - shown
    more = f"<p>{hidden} more games are not drawn here; --json has them all.</p>" if hidden else ""
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit: {totals.games} games</title>
<style>{STYLE}</style></head><body>
{piece_definitions()}
<header><h1>Audit of {totals.games:,} games</h1>
<p class="verdict {"bad" if totals.wrong else "good"}">{verdict}</p>
<p>Held against the ruleset <strong>{escape(ruleset)}</strong>;
{totals.plies:,} half-moves replayed.
{_undetermined(totals)}</p></header>
<main><h2>Findings by kind</h2>
{_kinds_table(totals)}
{"".join(_standings(totals)) if totals.changed and not totals.crowded else ""}
<h2>The games</h2>{more}
"""


def page_foot() -> str:
    """Return the end of the page."""
    return f"</main><footer>uci-arbiter {__version__} audit</footer></body></html>\n"


def _verdict(totals: Totals) -> str:
    games = f"{totals.wrong} game{'s are' if totals.wrong != 1 else ' is'} wrong"
    changes = f"{totals.changed} result{'s' if totals.changed != 1 else ''} would change"
    return f"{games}, {changes}."


def _undetermined(totals: Totals) -> str:
    if not totals.undetermined:
        return ""
    return (
        f"In {totals.undetermined:,} games that were won without mate it is not decided whether "
        "the winner can mate at all."
    )


def _kinds_table(totals: Totals) -> str:
    rows = "".join(
        f'<tr class="{severity}"><td>{escape(_title(kind))}</td><td>{severity}</td>'
        f"<td>{count:,}</td></tr>"
        for (severity, kind), count in sorted(totals.kinds.items(), reverse=True)
    )
    if not rows:
        return "<p>None.</p>"
    return f"<table><tr><th>kind</th><th></th><th>games</th></tr>{rows}</table>"


def _standings(totals: Totals) -> Iterator[str]:
    rows = totals.standings()
    cells = totals.crosstable()
    opponents = rows if len(rows) <= MOST_PLAYERS else []
    numbers = "".join(f"<th>{place}</th>" for place in range(1, len(opponents) + 1))
    yield '<h2>Crosstable before and after</h2><div class="wide"><table class="cross">'
    yield f"<tr><th></th><th>games</th><th>recorded</th><th>right</th>{numbers}</tr>"
    for place, row in enumerate(rows, 1):
        yield f"<tr><th>{place} {escape(row.player)}</th><td>{row.games_right}</td>"
        yield f"<td>{points(row.recorded)}</td><td>{_change(row.recorded, row.right)}</td>"
        for other in opponents:
            if (row.player, other.player) in cells:
                _, before, after = cells[row.player, other.player]
                yield f"<td>{_change(before, after)}</td>"
            else:
                yield "<td>·</td>"
        yield "</tr>"
    yield "</table></div>"


def _change(before: int, after: int) -> str:
    if before == after:
        return points(before)
    return f"<del>{points(before)}</del> <ins>{points(after)}</ins>"
