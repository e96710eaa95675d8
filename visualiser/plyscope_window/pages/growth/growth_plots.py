"""Several searches at growing depths: frames and time on a log scale, with the growth that fits each best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from plyscope.analysis.branching import Fit
from plyscope.analysis.growth import ENDS, Growth, Measured, row

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import MARKERS, Kind, Mark, Plot, Series, decimal, logarithmic, seconds, short
from plyscope_window.words import count, from_left, localized, tr


class Axis(NamedTuple):
    """What is plotted against the depth."""

    title: str
    amount: Callable[[Measured], float]
    fit: Callable[[Growth], Fit | None]
    text: Callable[[float], str]


def axes() -> list[Axis]:
    return [
        Axis(tr("Frames"), lambda one: one.frames, lambda growth: growth.frames, short),
        Axis(tr("Time"), lambda one: one.seconds, lambda growth: growth.seconds, seconds),
    ]


def growth_plots(found: Sequence[Growth], depths: tuple[int, int]) -> list[Plot]:
    """Frames above, time below."""
    return [growth_plot(axis, found, depths) for axis in axes()]


def growth_plot(axis: Axis, found: Sequence[Growth], depths: tuple[int, int]) -> Plot:
    series: list[Series] = []
    stopped: list[Series] = []
    for number, growth in enumerate(found):
        marker = MARKERS[number % len(MARKERS)]
        marks = tuple(mark_of(axis, one, depths[0]) for one in growth.measured if one.complete)
        tone = 1.0 if number % 2 == 0 else 0.65
        name = series_name(axis, growth)
        series.append(Series(name, Kind.POINTS, marks, marker=marker, tone=tone, slot=number))
        series.append(fitted_line(axis, growth, depths, tone))
        stopped += [
            Series(tr("stopped at the limit"), Kind.POINTS, (mark_of(axis, one, depths[0]),), marker="cross", tone=0.5,
                   slot=number, in_legend=False)
            for one in growth.measured if not one.complete
        ]  # fmt: skip
    if stopped:
        series += [replace(stopped[0], in_legend=True), *stopped[1:]]
    amounts = [axis.amount(one) for growth in found for one in growth.measured]
    return Plot(
        axis.title,
        tuple(map(str, range(depths[0], depths[1] + 1))),
        tr("depth"),
        logarithmic(amounts, axis.text),
        tuple(series),
        slots=max(1, len(found)),
        remark="" if amounts else tr("Nothing has been measured yet."),
    )


def series_name(axis: Axis, growth: Growth) -> str:
    fit = axis.fit(growth)
    return growth.who if fit is None else tr("{search}: × {factor} a ply", search=growth.who, factor=decimal(fit.base))


def mark_of(axis: Axis, one: Measured, first: int) -> Mark:
    lines = [
        (tr("frames"), count(one.frames)),
        (tr("leaves"), count(one.leaves)),
        (tr("cutoffs"), count(one.cutoffs)),
        (tr("time, recorded"), from_left(seconds(one.seconds))),
    ]
    if one.effective_branching_factor is not None:
        lines.append((tr("effective branching"), decimal(one.effective_branching_factor)))
    if not one.complete or one.is_whole:
        lines.append((tr("ends"), localized(ENDS["whole" if one.is_whole else "limit"])))
    title = tr("{search}, depth {depth}", search=one.who, depth=one.depth)
    return Mark(one.depth - first, axis.amount(one), 0, title, tuple(lines), one)


def fitted_line(axis: Axis, growth: Growth, depths: tuple[int, int], tone: float) -> Series:
    """The numbers from the first depth that was measured to the last requested one."""
    fit = axis.fit(growth)
    marks: tuple[Mark, ...] = ()
    if fit is not None:
        ends = (growth.measured[0].depth, depths[1])
        marks = tuple(Mark(depth - depths[0], fit.at(depth)) for depth in ends)
    return Series("", Kind.CURVE, marks, is_dashed=True, tone=0.5 * tone, in_legend=False)


def growth_numbers(found: Sequence[Growth]) -> Numbers:
    """The table: what was measured, search by search."""
    measured = [one for growth in found for one in growth.measured]
    headings = (
        tr("search"), tr("depth"), tr("frames"), tr("leaves"), tr("cutoffs"), tr("time"), tr("effective branching"),
        tr("ends"),
    )  # fmt: skip
    cells = tuple(
        (
            one.who,
            one.depth,
            one.frames,
            one.leaves,
            one.cutoffs,
            from_left(seconds(one.seconds)),
            one.effective_branching_factor,
            localized(ENDS["whole"]) if one.is_whole else "" if one.complete else localized(ENDS["limit"]),
        )
        for one in measured
    )
    return Numbers(tr("What was measured"), headings, cells, tuple(measured), [row(one) for one in measured])


def fit_words(growth: Growth) -> str:
    """What the growth of one search comes to, in a sentence."""
    if growth.frames is None:
        return tr("{search}: too few depths to fit a line to", search=growth.who)
    values = {
        "search": growth.who,
        "factor": decimal(growth.frames.factor),
        "base": decimal(growth.frames.base),
        "fit": f"{growth.frames.r_squared:.4f}",
    }
    if growth.end is None:
        return tr("{search}: frames ≈ {factor} · {base}^depth, R² {fit}", **values)
    end = localized(ENDS[growth.end])
    return tr("{search}: frames ≈ {factor} · {base}^depth, R² {fit}; {end}", end=end, **values)
