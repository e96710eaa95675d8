"""Growth in a tab: which searches are measured and how deep, the plots as they grow, and the table under them.

Frames and time are drawn on a log scale, with the growth that fits each search best: what grows by a factor with each
ply is a straight line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from plyscope.analysis.branching import Fit
from plyscope.analysis.growth import (
    ABOUT_TIME,
    DEPTHS,
    ENDS,
    LIMIT,
    MAX_DEPTH,
    Growth,
    Measured,
    growths,
    plans,
    row,
    usual_searches,
)
from plyscope.brains import BRAINS
from plyscope.files.sources import PositionText
from plyscope.messages import InputError, shortened
from plyscope.model.position import Position
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLineEdit, QWidget

from plyscope_window.jobs.job import Job
from plyscope_window.pages.growth.growth_work import SearchProgress, measure_growth
from plyscope_window.pages.growth.measuring_page import MeasuringForm, MeasuringPage
from plyscope_window.pages.page import Host
from plyscope_window.widgets.controls import Number, framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, column_layout, row_layout
from plyscope_window.widgets.painting import row_height
from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import (
    MARKERS,
    Kind,
    Mark,
    Plot,
    Series,
    decimal,
    log_scale,
    seconds,
    short_count,
)
from plyscope_window.widgets.table import Column, Table
from plyscope_window.words import count, from_left, localized, tr

OTHER_SEARCHES = ("negamax", "pvs", "alphabeta:order=reverse", "alphabeta:order=random", "alphabeta:order=best")
"""Searches that are offered but not ticked."""
VISIBLE_ROWS = 8
"""The number of rows of the list that are visible without scrolling."""
MAX_TITLE_LETTERS = 200
"""The most characters of the position's title that are shown."""


class SearchList(Table):
    """The list of searches to measure, each with a tick."""

    def __init__(self, position: Position) -> None:
        usual = usual_searches(position)
        brains = [name for name, brain in BRAINS.items() if brain.game == position.game.name and "depth" in brain.reads]
        others = OTHER_SEARCHES if position.game.rules.chance is None else ()
        self._ticks = set(usual)
        column = Column(tr("search"), str, is_checked=lambda who: who in self._ticks, check=self._tick)
        super().__init__((column,), tr("Searches to measure"), by="key")
        self.horizontalHeader().hide()
        self.set_rows(list(dict.fromkeys([*usual, *others, *brains])))
        self.go_to_row(0)

    def _tick(self, who: str, is_ticked: bool) -> None:
        """Tick a search, or untick it."""
        (self._ticks.add if is_ticked else self._ticks.discard)(who)

    def add(self, who: str) -> None:
        """Add a search, or tick it where it is already in the list."""
        self._ticks.add(who)
        self.show_rows(list(dict.fromkeys([*self.rows.rows, who])))

    @property
    def ticked_searches(self) -> tuple[str, ...]:
        """The ticked searches, in the order of the list."""
        return tuple(who for who in self.rows.rows if who in self._ticks)

    def sizeHint(self) -> QSize:
        return QSize(200, VISIBLE_ROWS * row_height() + 8)


class GrowthForm(MeasuringForm):
    """The form of a measurement: which searches, from which depth to which."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.searches = SearchList(position)
        self.other_search = QLineEdit()
        self.other_search.setPlaceholderText("alphabeta:order=best,cut='>'")
        self.other_search.setAccessibleName(tr("Another search, with its options"))
        self.add = framed_button(tr("Add"), tr("Adds this search to the list"), run=self._add_typed)
        self.first, self.last = Number(0, MAX_DEPTH, DEPTHS[0]), Number(0, MAX_DEPTH, DEPTHS[1])
        self.limit = Number(1, 2_000_000_000, LIMIT, step=100_000, is_grouped=True)
        self.results = Label("", 12, quiet=True, wrapped=True)
        self._lay_out()
        self.other_search.returnPressed.connect(self._add_typed)
        self.show_running(False)

    def _lay_out(self) -> None:
        title = self.position.title or str(self.position)
        self.form = Form(
            (
                Field(tr("From &depth"), self.first, tr("The first depth to be searched to")),
                Field(tr("To d&epth"), self.last, tr("The last depth to be searched to")),
                Field(tr("Frames &at most"), self.limit, tr("A search stops at the first depth with more frames")),
            )
        )
        self.setLayout(column_layout(
            Label(tr("Growth"), 20, bold=True), Label(shortened(title, MAX_TITLE_LETTERS), quiet=True, wrapped=True),
            (self.searches, 1), row_layout((self.other_search, 1), self.add), self.form, self.run, self.stop,
            self.status, self.results, margins=PANEL_MARGIN, spacing=6,
        ))  # fmt: skip

    def _add_typed(self) -> None:
        """Add the search that was typed, or show the engine's message on why it cannot be run."""
        who = self.other_search.text().strip()
        try:
            plans(self.position, who, range(self.first.value(), self.first.value() + 1))
        except InputError as error:
            self.show_error(localized(error.message))
            return
        self.show_status("")
        self.searches.add(who)
        self.other_search.clear()

    @property
    def depths(self) -> tuple[int, int]:
        """The smaller and the larger depth, whichever field each is in."""
        first, last = sorted((self.first.value(), self.last.value()))
        return first, last

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """The fields that are disabled during a measurement."""
        return (self.searches, self.other_search, self.add, self.form)


class PlottedAmount(NamedTuple):
    """An amount that is plotted against the depth, with its fit and its texts."""

    title: str
    amount: Callable[[Measured], float]
    fit: Callable[[Growth], Fit | None]
    text: Callable[[float], str]


def plotted_amounts() -> list[PlottedAmount]:
    """Return the amounts that have a plot: frames and time."""
    return [
        PlottedAmount(tr("Frames"), lambda measured: measured.frames, lambda growth: growth.frames, short_count),
        PlottedAmount(tr("Time"), lambda measured: measured.seconds, lambda growth: growth.seconds, seconds),
    ]


def growth_plots(growths_shown: Sequence[Growth], depths: tuple[int, int]) -> list[Plot]:
    """Return the plots of the measurements: frames above, time below."""
    return [growth_plot(axis, growths_shown, depths) for axis in plotted_amounts()]


def growth_plot(axis: PlottedAmount, growths_shown: Sequence[Growth], depths: tuple[int, int]) -> Plot:
    """Return the plot of an amount against depth, with a fitted line for each search."""
    series: list[Series] = []
    stopped: list[Series] = []
    for number, growth in enumerate(growths_shown):
        marker = MARKERS[number % len(MARKERS)]
        marks = tuple(growth_mark(axis, measured, depths[0]) for measured in growth.measured if measured.complete)
        tone = 1.0 if number % 2 == 0 else 0.65
        name = series_name(axis, growth)
        series.append(Series(name, Kind.POINTS, marks, marker=marker, tone=tone, slot=number))
        series.append(fitted_line(axis, growth, depths, tone))
        stopped += [
            Series(tr("stopped at the limit"), Kind.POINTS, (growth_mark(axis, measured, depths[0]),),
                   marker="cross", tone=0.5,
                   slot=number, in_legend=False)
            for measured in growth.measured if not measured.complete
        ]  # fmt: skip
    if stopped:
        series += [replace(stopped[0], in_legend=True), *stopped[1:]]
    amounts = [axis.amount(measured) for growth in growths_shown for measured in growth.measured]
    return Plot(
        axis.title,
        tuple(map(str, range(depths[0], depths[1] + 1))),
        tr("depth"),
        log_scale(amounts, axis.text),
        tuple(series),
        slots=max(1, len(growths_shown)),
        remark="" if amounts else tr("Nothing has been measured yet."),
    )


def series_name(axis: PlottedAmount, growth: Growth) -> str:
    """Return the name of a search in the legend, with its factor a ply where that is known."""
    fit = axis.fit(growth)
    return growth.who if fit is None else tr("{search}: × {factor} a ply", search=growth.who, factor=decimal(fit.base))


def growth_mark(axis: PlottedAmount, measured: Measured, first: int) -> Mark:
    """Return the mark of one measurement; `first` is the depth at which the axis begins."""
    lines = [
        (tr("frames"), count(measured.frames)),
        (tr("leaves"), count(measured.leaves)),
        (tr("cutoffs"), count(measured.cutoffs)),
        (tr("time, recorded"), from_left(seconds(measured.seconds))),
    ]
    if measured.effective_branching_factor is not None:
        lines.append((tr("effective branching"), decimal(measured.effective_branching_factor)))
    if not measured.complete or measured.is_whole:
        lines.append((tr("ends"), localized(ENDS["whole" if measured.is_whole else "limit"])))
    title = tr("{search}, depth {depth}", search=measured.who, depth=measured.depth)
    return Mark(measured.depth - first, axis.amount(measured), 0, title, tuple(lines), measured)


def fitted_line(axis: PlottedAmount, growth: Growth, depths: tuple[int, int], tone: float) -> Series:
    """Return a search's fitted line from the first measured to the last requested depth; empty where nothing fits."""
    fit = axis.fit(growth)
    marks: tuple[Mark, ...] = ()
    if fit is not None:
        ends = (growth.measured[0].depth, depths[1])
        marks = tuple(Mark(depth - depths[0], fit.at(depth)) for depth in ends)
    return Series("", Kind.CURVE, marks, is_dashed=True, tone=0.5 * tone, in_legend=False)


def growth_numbers(growths_shown: Sequence[Growth]) -> Numbers:
    """Return the table of what was measured, search by search."""
    measured = [row_measured for growth in growths_shown for row_measured in growth.measured]
    headings = (
        tr("search"), tr("depth"), tr("frames"), tr("leaves"), tr("cutoffs"), tr("time"), tr("effective branching"),
        tr("ends"),
    )  # fmt: skip
    cells = tuple(
        (
            row_measured.who,
            row_measured.depth,
            row_measured.frames,
            row_measured.leaves,
            row_measured.cutoffs,
            from_left(seconds(row_measured.seconds)),
            row_measured.effective_branching_factor,
            localized(ENDS["whole"])
            if row_measured.is_whole
            else ""
            if row_measured.complete
            else localized(ENDS["limit"]),
        )
        for row_measured in measured
    )
    return Numbers(
        tr("What was measured"), headings, cells, tuple(measured), [row(row_measured) for row_measured in measured]
    )


def fit_sentence(growth: Growth) -> str:
    """Return what the growth of one search comes to, as a sentence."""
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


def show_growth(host: Host) -> None:
    """Open a tab that measures several searches of the position in front at growing depths."""
    position = host.page.position_to_grow
    if position is not None:
        page = GrowthPage(position)
        host.add_page(page)
        page.setFocus()


class GrowthPage(MeasuringPage):
    """The page that measures several searches of one position."""

    def __init__(self, position: Position) -> None:
        form = GrowthForm(position)
        super().__init__(form, "plyscope-growth")
        self.form = form
        self.position = position
        self.measured: list[Measured] = []
        self.request: tuple[tuple[str, ...], tuple[int, int]] = form.searches.ticked_searches, form.depths
        """The searches and depths that the measurements are of."""
        self.setFocusProxy(form.searches)
        self.present()

    @property
    def title(self) -> str:
        return tr("Growth: {name}", name=self.position.title or self.position.game.name)

    # Measuring

    def start(self) -> None:
        """Measure the ticked searches at the chosen depths, in another process; ask for one if none is ticked."""
        searches, depths = self.form.searches.ticked_searches, self.form.depths
        if not searches:
            self.form.show_error(tr("Tick at least one search."))
            return
        self.form.results.setText("")
        self.measured, self.request = [], (searches, depths)
        job = Job(measure_growth)
        job.result.connect(self._take_result)
        self.destroyed.connect(job.abandon)
        self.begin(job)
        job.start(PositionText.of(self.position), searches, depths, self.form.limit.value())

    def _take_result(self, result: object) -> None:
        """Add a measurement, or show how far the present one has come."""
        match result:
            case Measured():
                self.measured.append(result)
                self.repaint_later()
            case SearchProgress(who, depth, frames):
                number = count(frames)
                self.form.show_status(
                    tr("{search}, depth {depth}: {frames} frames so far", search=who, depth=depth, frames=number)
                )

    # Showing

    def present(self) -> None:
        """Show the measurements so far, and what they come to when all are made."""
        searches, depths = self.request
        growths_shown = growths(self.measured, searches, depths)
        self.stack.show_plots(growth_plots(growths_shown, depths), growth_numbers(growths_shown))
        hint = tr("Frames and time at growing depths, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if self.measured else hint)
        if self.job is None and self.measured:
            time = tr("Time: {meaning}.", meaning=localized(ABOUT_TIME))
            self.form.results.setText("\n".join([*map(fit_sentence, growths_shown), time]))
