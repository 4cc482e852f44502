"""The results of a benchmark: best values, verdicts, table, JSON and RESULTS.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.figures import (
    CONTROL,
    FIGURES,
    FLOOR,
    LOG,
    OFF,
    ON,
    SUBJECTS,
    Blocks,
    Figure,
    cpu_us,
    p50_us,
    p99_us,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bench.figures import Block

COLUMNS = (ON, OFF, LOG, FLOOR, CONTROL)

Attempt = dict[str, Blocks]  # what one attempt measured, by part


def build(
    machine: Mapping[str, str], attempts: Sequence[Attempt], *, judged: bool
) -> dict[str, Any]:
    """Return the whole result as JSON values; a `judged` one says which goals are met."""
    parts = list(attempts[0])
    return {
        "machine": dict(machine),
        "attempts": len(attempts),
        "figures": [
            _figure_row(figure, [attempt[figure.part] for attempt in attempts], judged=judged)
            for figure in FIGURES
            if figure.part in parts
        ],
        "medians": {
            part: {
                subject: {
                    "p50_us": _best(p50_us, part, subject, attempts),
                    "p99_us": _best(p99_us, part, subject, attempts),
                    "cpu_us": _best(cpu_us, part, subject, attempts),
                }
                for subject in SUBJECTS
            }
            for part in parts
        },
    }


def _figure_row(figure: Figure, attempts: Sequence[Blocks], *, judged: bool) -> dict[str, Any]:
    values = {
        subject: [round(figure.of(blocks, subject), 3) for blocks in attempts]
        for subject in COLUMNS
    }
    best = {subject: min(values[subject]) for subject in COLUMNS}
    goal = figure.goal if judged else None
    return {
        "key": figure.key,
        "part": figure.part,
        "title": figure.title,
        "unit": figure.unit,
        "goal": figure.goal,
        "stretch": figure.stretch,
        "best": best,
        "attempts": values,
        "met": None if goal is None else best[ON] <= goal,
        "control_missed": None if goal is None or not figure.control else best[CONTROL] > goal,
    }


def _best(
    measure: Callable[[Block], float], part: str, subject: str, attempts: Sequence[Attempt]
) -> float:
    figure = Figure("", part, "", measure, how="value")
    return round(min(figure.of(attempt[part], subject) for attempt in attempts), 1)


def missed(result: Mapping[str, Any]) -> list[str]:
    """Return a line for each goal that is missed, and for each that the control should miss."""
    lines = [
        f"missed: {row['title']}: {row['best'][ON]:.2f}, the goal is {row['goal']:g}"
        for row in result["figures"]
        if row["met"] is False
    ]
    return lines + [
        f"this run cannot tell: the asyncio proxy too meets the goal of {row['title']}"
        for row in result["figures"]
        if row["control_missed"] is False
    ]


def figure_table(result: Mapping[str, Any]) -> list[list[str]]:
    """Return the rows of the table of figures, its head first."""
    rows = [["figure", "goal", *(SUBJECTS[subject] for subject in COLUMNS), ""]]
    for row in result["figures"]:
        goal = "" if row["goal"] is None else f"{row['goal']:g}"
        if row["stretch"] is not None:
            goal += f" (stretch {row['stretch']:g})"
        unit = f", {row['unit']}" if row["unit"] else ""
        verdict = {True: "met", False: "MISSED", None: ""}[row["met"]]
        best = [f"{row['best'][subject]:.2f}" for subject in COLUMNS]
        rows.append([row["title"] + unit, goal, *best, verdict])
    return rows


def median_table(result: Mapping[str, Any]) -> list[list[str]]:
    """Return the rows of the table of plain times, its head first."""
    rows = [["p50 / p99 / CPU for each, in us", *SUBJECTS.values()]]
    for part, subjects in result["medians"].items():
        cells = [
            f"{times['p50_us']:.0f} / {times['p99_us']:.0f} / {times['cpu_us']:.0f}"
            for times in subjects.values()
        ]
        rows.append([part, *cells])
    return rows


def plain(rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = row
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return "\n".join(lines)


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    rule = "|---" + "|---:" * (len(rows[0]) - 1) + "|"
    return "\n".join([head, rule, *body])


def results_page(result: Mapping[str, Any]) -> str:
    """Return the text of RESULTS.md."""
    machine = result["machine"]
    lines = [
        "# Results of the last `make bench`",
        "",
        *(f"- {name}: {value}" for name, value in machine.items()),
        "",
        f"Each figure is the best of {result['attempts']} attempts, each attempt the median over",
        "its blocks (see `figures.py`). The goals are for the wrapper as it runs by default, with",
        "tracking on. The asyncio proxy is the negative control: it must miss the goals of the",
        "round trip, of its CPU and of both bursts, or else the benchmark tells nothing. The two",
        "Python threads look at no byte: they are the floor for what is written in Python.",
        "",
        _markdown(figure_table(result)),
        "",
        "Plain times, for one each: a round trip, a burst of 200,000 lines, a position + go, a",
        "start; in lateness and the searches of 10 ms, an info line. All that runs, the driver and",
        "the engines too, shares one core. CPU is that of the subject's own process, all threads.",
        "",
        _markdown(median_table(result)),
        "",
    ]
    return "\n".join(lines)
