"""What each search of a root's position has cost and found, as plots and a table, for recordings that have several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any

from plyscope.analysis.rounds import by_simulations, shown_of_rounds
from plyscope.messages import written
from plyscope.model.declaration import CHANCE
from plyscope.model.trace import Trace

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import (
    Fill,
    Kind,
    Mark,
    Plot,
    Series,
    decimal,
    linear_scale,
    log_scale,
    short_count,
    spanning_scale,
)
from plyscope_window.words import count, number, short_number, tr

Row = Mapping[str, Any]
"""A row of `plyscope.analysis.rounds`: the counts of a round, or of a group of simulations, by name."""


def plots_of_rounds(trace: Trace, rows: Sequence[Row], *, is_log: bool = False) -> list[Plot]:
    """Return the plots of the rounds in `rows`: their frames, their values, and how fast they grow with depth."""
    places, amounts = tuple(map(round_name, rows)), [trace.sizes[frame] for frame in trace.rounds]
    bars = tuple(
        Mark(place, row["frames"], 0, round_name(row), round_card_lines(trace, row), round_condition(trace, row))
        for place, row in enumerate(rows)
    )
    scale = log_scale(amounts, short_count) if is_log else linear_scale(max(amounts), short_count)
    series = Series(tr("frames"), Kind.BARS, bars, Fill.SOLID, in_legend=False)
    remark = "" if rows else tr("No round has begun.")
    plots = [Plot(tr("Frames by round"), places, tr("round"), scale, (series,) if rows else (), remark=remark)]
    growing = [(place, row) for place, row in enumerate(rows) if row["branching_factor"] is not None]
    if growing:
        factors = [after / before for before, after in pairwise(amounts)]
        points = tuple(
            Mark(
                place,
                row["branching_factor"],
                0,
                round_name(row),
                round_card_lines(trace, row),
                round_condition(trace, row),
            )
            for place, row in growing
        )
        line = Series(tr("times the frames of the depth before"), Kind.LINE, points)
        plots.append(
            Plot(tr("Growth from depth to depth"), places, tr("round"), linear_scale(max(factors), decimal), (line,))
        )
    return [*plots, *plots_of_values(trace, rows)]


def plots_of_simulations(trace: Trace, rows: Sequence[Row], *, is_log: bool = False) -> list[Plot]:
    """Return the plots of the mean after each group of simulations, and of the visits of the move best then.

    Where chance moves at the root, no move is best.
    """
    moves, whole = [best_move_then(trace, row) for row in rows], by_simulations(trace)
    names = [count(row["simulations"]) for row in rows]
    places = tuple(f"{name}: {move}" if move else name for name, move in zip(names, moves, strict=True))
    remark = "" if rows else tr("No simulation has come to its end.")
    visits = [row["visits"] or 0 for row in whole]
    growing = log_scale(visits, short_count) if is_log else linear_scale(max(visits, default=0), short_count)
    plots = []
    for name, title, scale in (
        ("value", tr("Mean by simulations"), spanning_scale([row["value"] for row in whole], decimal)),
        ("visits", tr("Visits of the best move"), growing),
    ):
        if trace.kinds[0] == CHANCE and name == "visits":
            continue
        marks = tuple(
            Mark(place, row[name], 0, names[place], simulations_card_lines(trace, row), simulations_condition(row))
            for place, row in enumerate(rows)
            if row[name] is not None
        )
        lines = (Series(title, Kind.LINE, marks, marker="disc", in_legend=False),) if marks else ()
        plots.append(Plot(title, places, tr("simulations: best move"), scale, lines, remark=remark))
    return plots


def best_move_then(trace: Trace, row: Row) -> str | None:
    """Return the name of the root's move visited most after the simulations of a row; None for none."""
    tree = trace.simulations
    best = tree.most_visited(0, tree.nodes[0].counted[row["simulations"] - 1])
    return trace.short_name(tree.nodes[best].frames[0]) if best >= 0 else None


def simulations_condition(row: Row) -> str:
    """Return the condition that finds the frames of a group of simulations."""
    return f"frame >= {row['frame']} and frame < {row['frame'] + row['frames']}"


def simulations_cells(trace: Trace, row: Row) -> tuple[tuple[str, object], ...]:
    """Return the headings and cells of a group of simulations in the table."""
    return (
        (tr("simulations"), row["simulations"]),
        (tr("frames"), row["frames"]),
        (tr("mean"), short_number(row["value"])),
        (tr("best move"), best_move_then(trace, row)),
        (tr("visits"), row["visits"]),
    )


def simulations_card_lines(trace: Trace, row: Row) -> tuple[tuple[str, str], ...]:
    """Return the lines on the card of a group of simulations in a plot."""
    return card_lines(simulations_cells(trace, row))


def plots_of_values(trace: Trace, rows: Sequence[Row]) -> list[Plot]:
    """Return the plot of each round's value and best move, or of its bounds where windows are narrow; none if empty."""
    probes = shown_of_rounds(trace)["bounds"]
    low, high = ("low", tr("at least"), "triangle"), ("high", tr("at most"), "ring")
    lines = []
    for name, title, marker in (low, high) if probes else (("value", tr("value"), "disc"),):
        known = [(place, row) for place, row in enumerate(rows) if row[name] is not None and isfinite(row[name])]
        marks = (
            Mark(place, row[name], 0, round_name(row), round_card_lines(trace, row), round_condition(trace, row))
            for place, row in known
        )
        lines.append(Series(title, Kind.LINE, tuple(marks), marker=marker, in_legend=probes))
    if not any(line.marks for line in lines):
        return []
    ends = trace.plan.extremes if probes else ()
    amounts = list(filter(isfinite, (*ends, *(trace.values[frame] for frame in trace.rounds))))
    title = tr("Bounds of the value after each round") if probes else tr("Value and best move by depth")
    across = tr("round") if probes else tr("round: best move")
    moves = ["" if probes else round_best_move(trace, row) for row in rows]
    places = tuple(
        f"{round_name(row)}: {move}" if move else round_name(row) for row, move in zip(rows, moves, strict=True)
    )
    return [Plot(title, places, across, spanning_scale(amounts, number), tuple(lines))]


def round_best_move(trace: Trace, row: Row) -> str | None:
    """Return the name of the best move that a round has found; None for none."""
    return None if row["best_move"] is None else trace.short_name(trace.best_child(row["frame"]))


def round_name(row: Row) -> str:
    """Return the name of a round: its number."""
    return f"#{row['round']}"


def round_condition(trace: Trace, row: Row) -> str:
    """Return the condition that finds the frames of a round."""
    return f"frame >= {row['frame']} and frame < {row['frame'] + trace.sizes[row['frame']]}"


def round_cells(trace: Trace, row: Row) -> tuple[tuple[str, object], ...]:
    """Return the headings and cells of a round, for the columns that the table shows."""
    shows = shown_of_rounds(trace)
    window = f"({written(row['alpha'])}, {written(row['beta'])})".replace("-", "−")
    value = trace.value_text(row["frame"]).replace("-", "−") if row["returned"] else None
    bounds = None if row["low"] is None else f"[{number(row['low'])}, {number(row['high'])}]"
    factor = None if row["branching_factor"] is None else decimal(row["branching_factor"])
    cells: dict[str, tuple[str, object]] = {
        "round": (tr("round"), round_name(row)),
        "depth": (tr("depth"), written(row["depth"])),
        "window": (tr("window"), window),
        "frames": (tr("frames"), row["frames"]),
        "value": (tr("value"), value),
        "best move": (tr("best move"), round_best_move(trace, row)),
        "bounds": (tr("bounds"), bounds),
        "branching": (tr("branching"), factor),
    }
    return tuple(cell for name, cell in cells.items() if shows.get(name, True))


def round_card_lines(trace: Trace, row: Row) -> tuple[tuple[str, str], ...]:
    """Return the lines on the card of a round in a plot."""
    return card_lines(round_cells(trace, row))


def card_lines(cells: Sequence[tuple[str, object]]) -> tuple[tuple[str, str], ...]:
    """Return the lines of a card from the cells of a row, whose first one is its title."""
    return tuple(
        (name, count(cell) if isinstance(cell, int) else str(cell)) for name, cell in cells[1:] if cell is not None
    )


def round_numbers(trace: Trace, rows: Sequence[Row]) -> Numbers:
    """Return the table of rounds, or of groups of simulations; each row leads to its frames."""
    simulates = trace.search.simulates
    cells = [simulations_cells(trace, row) if simulates else round_cells(trace, row) for row in rows]
    headings = tuple(name for name, _ in cells[0]) if cells else ()
    texts = tuple(tuple(cell for _, cell in row_cells) for row_cells in cells)
    targets = tuple(simulations_condition(row) if simulates else round_condition(trace, row) for row in rows)
    return Numbers(tr("Statistics by round"), headings, texts, targets, rows)
