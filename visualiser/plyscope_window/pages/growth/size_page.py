"""Calls against n in a tab: which call of which file is measured, the plots as they grow, and the table under them.

Calls and time are drawn on a log scale, plain and with a cache. The form says what will be run before it is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plyscope.messages import shortened
from plyscope.tracer.calls_by_size import Row
from plyscope.tracer.starting import Limits
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from plyscope_window.jobs.job import Job
from plyscope_window.pages.growth.growth_work import SizeMeasured, SizeProgress, measure_sizes
from plyscope_window.pages.growth.measuring_page import MeasuringForm, MeasuringPage
from plyscope_window.pages.page import Host
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Number, framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, STRETCH, column_layout
from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, log_scale, seconds, short_count
from plyscope_window.words import count, tr

FILE, CALL = "sample:recursion/fibonacci", "fib({n})"
"""The file and the call that are measured if no other are chosen."""
LARGEST = 100_000
"""The largest n."""
NUMBER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'\"])")
"""A whole number in a call, outside names and texts."""


def call_with_n(call: str) -> str:
    """A call with {n} in the place of its first number."""
    return NUMBER.sub("{n}", call, count=1)


@dataclass(frozen=True)
class SizeRequest:
    """A call, and the sizes it is measured for."""

    file: str
    call: str
    """With {n} where the number goes."""
    first: int
    last: int
    cached: bool
    """Whether each call is measured a second time, with a cache."""
    limits: Limits

    @property
    def ways(self) -> tuple[bool, ...]:
        """The ways to measure: without a cache, and with one if that was chosen."""
        return (False, True) if self.cached else (False,)


class SizeForm(MeasuringForm):
    """The form of a measurement: which call of which file, from which n to which."""

    def __init__(self, file: str = FILE, call: str = CALL) -> None:
        super().__init__()
        self.file, self.call = QLineEdit(file), QLineEdit(call)
        self.first, self.last = Number(0, LARGEST, 0), Number(0, LARGEST, 20)
        self.cached = QCheckBox(tr("The same with a cache"))
        self.cached.setChecked(True)
        self.seconds = Number(1, 3600, 60, suffix=tr(" s"))
        self.frames = Number(1, 2_000_000_000, 5_000_000, is_grouped=True)
        self.description = Label("", 12, quiet=True, wrapped=True)
        """A sentence on what will be run."""
        self._lay_out()
        self._connect()
        self.show_running(False)
        self.describe_run()

    def _lay_out(self) -> None:
        self.form = Form(
            (
                Field(
                    tr("F&ile"), self.file, tr("A Python file, or one of the samples"),
                    button=framed_button(tr("Choose…"), tr("A Python file of yours")), ask=self._ask_file,
                ),
                Field(tr("C&all"), self.call, tr("With {n} where the number goes", n="{n}")),
                Field(tr("From &n"), self.first, tr("The first number")),
                Field(tr("To n"), self.last, tr("The last number")),
                Field(tr("Tim&e at most"), self.seconds, tr("Of one run; all ends with the first that takes longer")),
                Field(tr("Ca&lls at most"), self.frames, tr("Of one run; all ends with the first that makes more")),
                Field("", self.cached, tr("A second run of everything, with functools.cache on the functions")),
            )
        )  # fmt: skip
        self.setLayout(column_layout(
            Label(tr("Calls against n"), 20, bold=True), self.form, self.description, self.run, self.stop, self.status,
            STRETCH, margins=PANEL_MARGIN, spacing=6,
        ))  # fmt: skip

    def _connect(self) -> None:
        self.form.entered.connect(self.run_requested)
        self.form.changed.connect(self.describe_run)

    def _ask_file(self) -> Path | None:
        """Ask for a Python file; None where that is cancelled."""
        folder = Path(self.file.text()).parent
        return next(iter(questions.ask_open_paths(self, folder if folder.is_dir() else Path.home())), None)

    @property
    def request(self) -> SizeRequest:
        """What the form says is to be measured."""
        first, last = sorted((self.first.value(), self.last.value()))
        limits = Limits(seconds=self.seconds.value(), frames=self.frames.value())
        call = self.call.text().strip()
        return SizeRequest(self.file.text().strip(), call, first, last, self.cached.isChecked(), limits)

    def describe_run(self) -> None:
        """Say what will be run."""
        request = self.request
        names = {
            "first": request.call.replace("{n}", str(request.first)),
            "last": request.call.replace("{n}", str(request.last)),
            "file": Path(request.file).name,
            "seconds": count(int(request.limits.seconds)),
        }
        if request.cached:
            words = tr(
                "Runs {first} to {last} of {file}, without a cache and with one, each in a process of its own and for "
                "{seconds} s at most: once recorded, and again to take the time.",
                **names,
            )
        else:
            words = tr(
                "Runs {first} to {last} of {file}, each in a process of its own and for {seconds} s at most: once "
                "recorded, and again to take the time.",
                **names,
            )
        self.description.setText(words)

    @property
    def fields(self) -> tuple[QWidget, ...]:
        return (self.form,)


Measured = Mapping[bool, Sequence[Row]]
"""The rows without a cache and with one, as far as they were measured."""
MAX_RESULT_LETTERS = 40
"""The most characters of a result in the table."""


def plots_by_size(measured: Measured, first: int, last: int) -> list[Plot]:
    """Return the plots of the measurements: calls above, time below."""
    return [
        size_plot(tr("Calls"), measured, first, last, lambda row: row.calls, short_count),
        size_plot(tr("Time"), measured, first, last, lambda row: row.seconds, seconds),
    ]


def size_plot(
    title: str,
    measured: Measured,
    first: int,
    last: int,
    amount: Callable[[Row], float | None],
    text: Callable[[float], str],
) -> Plot:
    """Return the plot of one amount against n, with a line for each way."""
    series, amounts = [], []
    for cached, rows in sorted(measured.items()):
        amounts_by_row = [(row, value) for row in rows if (value := amount(row)) is not None and row.complete]
        amounts += [value for _, value in amounts_by_row]
        marks = tuple(
            Mark(row.n - first, value, 0, mark_title(row, cached), mark_lines(row), row.n)
            for row, value in amounts_by_row
        )
        name = tr("with a cache") if cached else tr("as it is written")
        marker, tone = ("square", 0.65) if cached else ("disc", 1.0)
        # What grows by a factor is a straight line.
        series.append(Series(name, Kind.LINE, marks, marker=marker, tone=tone))
    return Plot(
        title,
        tuple(map(str, range(first, last + 1))),
        "n",
        log_scale(amounts, text),
        tuple(series),
        remark="" if amounts else tr("Nothing has been measured yet."),
    )


def mark_title(row: Row, cached: bool) -> str:
    """Return the title of a mark's card."""
    return tr("n = {n}, with a cache", n=row.n) if cached else tr("n = {n}", n=row.n)


def mark_lines(row: Row) -> tuple[tuple[str, str], ...]:
    """Return the lines of a mark's card."""
    lines = [(tr("result"), shortened(row.result, MAX_RESULT_LETTERS)), (tr("calls"), count(row.calls))]
    if row.distinct is not None:
        lines.append((tr("different calls"), count(row.distinct)))
    if row.seconds is not None:
        lines.append((tr("time"), seconds_text(row.seconds)))
    return tuple(lines)


def numbers_by_size(measured: Measured, call: str) -> Numbers:
    """Return the table: one row for each n, with what was measured both ways."""
    plain = {row.n: row for row in measured.get(False, ())}
    cached = {row.n: row for row in measured.get(True, ())}
    headings = ["n", call.replace("{n}", "n"), tr("calls"), tr("different"), tr("time")]
    if True in measured:
        headings += [tr("calls with a cache"), tr("time with a cache")]
    cells, csv = [], []
    sizes = sorted({*plain, *cached})
    for n in sizes:
        row, saved = plain.get(n), cached.get(n)
        either = row or saved
        assert either is not None
        line: list[object] = [n, shortened(either.result, MAX_RESULT_LETTERS), *row_cells(row)]
        facts: dict[str, object] = {"n": n, "result": either.result, **csv_facts(row, "")}
        if True in measured:
            line += [None if saved is None else saved.calls, time_text(saved)]
            facts |= csv_facts(saved, "_cached")
        cells.append(tuple(line))
        csv.append(facts)
    return Numbers(tr("What was measured"), tuple(headings), tuple(cells), tuple(sizes), csv)


def row_cells(row: Row | None) -> list[object]:
    """Return the cells of a row without a cache; empty ones for None."""
    return [None, None, None] if row is None else [row.calls, row.distinct, time_text(row)]


def time_text(row: Row | None) -> str | None:
    """Return the time of a row as text; None where it was not measured."""
    return None if row is None or row.seconds is None else seconds_text(row.seconds)


def seconds_text(took: float) -> str:
    """Return seconds as text, also those too few to be measured."""
    return seconds(took) or tr("less than 1 µs")


def csv_facts(row: Row | None, ending: str) -> dict[str, object]:
    """Return the facts of a row by their keys with this ending, for other programs."""
    names = ("calls", "distinct", "seconds", "complete")
    return {f"{name}{ending}": None if row is None else getattr(row, name) for name in names}


def show_sizes(host: Host) -> SizePage:
    """Open a tab that measures the call of the recording in front for other numbers; by default Fibonacci's."""
    form = SizeForm()
    if host.session is not None and host.session.trace.origin.is_user_code:
        user_code = host.session.trace.user_code
        form = SizeForm(user_code.file, call_with_n(user_code.call))
    page = SizePage(form)
    host.add_page(page)
    page.setFocus()
    return page


class SizePage(MeasuringPage):
    """The page that measures one call for each n."""

    def __init__(self, form: SizeForm) -> None:
        super().__init__(form, "plyscope-calls-by-n")
        self.form = form
        self.request: SizeRequest = form.request
        """What the measurements are of."""
        self.measured: dict[bool, list[Row]] = {False: []}
        self.setFocusProxy(form.call)
        self.present()

    @property
    def title(self) -> str:
        return tr("Calls against n")

    # Measuring

    def start(self) -> None:
        """Measure the call of the form, in another process."""
        if self.job is not None:
            return
        self.request = self.form.request
        self.measured = {cached: [] for cached in self.request.ways}
        request = self.request
        job = Job(measure_sizes)
        job.result.connect(self._take_result)
        self.destroyed.connect(job.abandon)
        self.begin(job)
        sizes = range(request.first, request.last + 1)
        job.start(request.file, request.call, sizes, request.ways, request.limits)

    def _take_result(self, result: object) -> None:
        """Add a measurement, or show how far the present one has come."""
        match result:
            case SizeMeasured(cached, row):
                self.measured[cached].append(row)
                self.repaint_later()
            case SizeProgress(n, calls):
                self.form.show_status(tr("n = {n}: {calls} calls so far", n=n, calls=count(calls)))

    def final_remark(self) -> str:
        """The run that did not complete, which ends the measurement; empty where all did."""
        for rows in self.measured.values():
            if rows and not rows[-1].complete:
                return tr("n = {n} did not complete: {reason}", n=rows[-1].n, reason=rows[-1].result)
        return ""

    # Showing

    def present(self) -> None:
        request = self.request
        self.stack.show_plots(
            plots_by_size(self.measured, request.first, request.last), numbers_by_size(self.measured, request.call)
        )
        hint = tr("Calls and time for each n, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if any(self.measured.values()) else hint)
