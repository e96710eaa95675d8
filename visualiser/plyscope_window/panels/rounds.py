"""What each search of a root's position has cost and found, as plots and a table, for recordings that have several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any

from plyscope.messages import written
from plyscope.model.trace import Trace

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import (
    Fill,
    Kind,
    Mark,
    Plot,
    Series,
    decimal,
    linear,
    logarithmic,
    short,
    spanning,
)
from plyscope_window.words import count, number, tr

Row = Mapping[str, Any]


def plots_of_rounds(trace: Trace, rows: Sequence[Row], *, is_log: bool = False) -> list[Plot]:
    """The frames of the rounds in `rows`, on the scale of all, and where they go deeper, how fast they grow."""
    places, amounts = tuple(map(name_of, rows)), [trace.sizes[frame] for frame in trace.rounds]
    bars = tuple(
        Mark(place, row["frames"], 0, name_of(row), facts_of(trace, row), condition(trace, row))
        for place, row in enumerate(rows)
    )
    scale = logarithmic(amounts, short) if is_log else linear(max(amounts), short)
    series = Series(tr("frames"), Kind.BARS, bars, Fill.SOLID, in_legend=False)
    remark = "" if rows else tr("No round has begun.")
    plots = [Plot(tr("Frames by round"), places, tr("round"), scale, (series,) if rows else (), remark=remark)]
    growing = [(place, row) for place, row in enumerate(rows) if row["branching_factor"] is not None]
    if growing:
        factors = [after / before for before, after in pairwise(amounts)]
        points = tuple(
            Mark(place, row["branching_factor"], 0, name_of(row), facts_of(trace, row), condition(trace, row))
            for place, row in growing
        )
        line = Series(tr("times the frames of the depth before"), Kind.LINE, points)
        plots.append(
            Plot(tr("Growth from depth to depth"), places, tr("round"), linear(max(factors), decimal), (line,))
        )
    return [*plots, *plots_of_values(trace, rows)]


def plots_of_values(trace: Trace, rows: Sequence[Row]) -> list[Plot]:
    """The value that each round has found, above its best move; of probes the bounds, which close in on the value."""
    declared = trace.search.rounds
    probes = declared is not None and declared.closes_in
    low, high = ("low", tr("at least"), "triangle"), ("high", tr("at most"), "ring")
    lines = []
    for name, title, marker in (low, high) if probes else (("value", tr("value"), "disc"),):
        known = [(place, row) for place, row in enumerate(rows) if row[name] is not None and isfinite(row[name])]
        marks = (
            Mark(place, row[name], 0, name_of(row), facts_of(trace, row), condition(trace, row)) for place, row in known
        )
        lines.append(Series(title, Kind.LINE, tuple(marks), marker=marker, in_legend=probes))
    if not any(line.marks for line in lines):
        return []
    amounts = [value for frame in trace.rounds if isfinite(value := trace.values[frame])]
    title = tr("Bounds of the value after each probe") if probes else tr("Value and best move by depth")
    across = tr("round") if probes else tr("round: best move")
    moves = ["" if probes else best_move(trace, row) for row in rows]
    places = tuple(f"{name_of(row)}: {move}" if move else name_of(row) for row, move in zip(rows, moves, strict=True))
    return [Plot(title, places, across, spanning(amounts, number), tuple(lines))]


def best_move(trace: Trace, row: Row) -> str | None:
    return None if row["best_move"] is None else trace.short_name(trace.best_child(row["frame"]))


def name_of(row: Row) -> str:
    return f"#{row['round']}"


def condition(trace: Trace, row: Row) -> str:
    """The condition for the frames of a round."""
    return f"frame >= {row['frame']} and frame < {row['frame'] + trace.sizes[row['frame']]}"


def cells_of(trace: Trace, row: Row) -> tuple[tuple[str, object], ...]:
    """The headings and cells of a round."""
    declared = trace.search.rounds
    probes = declared is not None and declared.closes_in
    window = f"({written(row['alpha'])}, {written(row['beta'])})".replace("-", "−")
    value = trace.value_text(row["frame"]).replace("-", "−") if row["returned"] else None
    bounds = None if row["low"] is None else f"[{number(row['low'])}, {number(row['high'])}]"
    factor = None if row["branching_factor"] is None else decimal(row["branching_factor"])
    return (
        (tr("round"), name_of(row)),
        (tr("window"), window) if probes else (tr("depth"), written(row["depth"])),
        (tr("frames"), row["frames"]),
        (tr("value"), value),
        (tr("best move"), best_move(trace, row)),
        (tr("bounds"), bounds) if probes else (tr("branching"), factor),
    )


def facts_of(trace: Trace, row: Row) -> tuple[tuple[str, str], ...]:
    """The same for the card of a mark, as far as it is known."""
    cells = cells_of(trace, row)[1:]
    return tuple(
        (name, count(cell) if isinstance(cell, int) else str(cell)) for name, cell in cells if cell is not None
    )


def numbers_of_rounds(trace: Trace, rows: Sequence[Row]) -> Numbers:
    """The table: each row leads to the frames of its round."""
    cells = [cells_of(trace, row) for row in rows]
    headings = tuple(name for name, _ in cells[0]) if cells else ()
    found = tuple(tuple(cell for _, cell in one) for one in cells)
    return Numbers(tr("Statistics by round"), headings, found, tuple(condition(trace, row) for row in rows), rows)
