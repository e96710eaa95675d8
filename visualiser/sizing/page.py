"""Calls against n in a tab: the form, the plots as they grow, and the table under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from engine.messages import Message
from engine.watching.calls_by_size import Row
from visualiser.plots.stack import PlotStack
from visualiser.sizing.form import SizeForm, call_with_n
from visualiser.sizing.measuring import Measuring, Wanted
from visualiser.sizing.plots import numbers_by_size, plots_by_size
from visualiser.words import count, said, tr

if TYPE_CHECKING:
    from visualiser.main_window import MainWindow

BETWEEN = 150
"""Milliseconds between two pictures while measurements come in."""
FORM_WIDTH = 320


def show_sizes(window: MainWindow) -> SizePage:
    """The call of the recording in front with other numbers; Fibonacci's where there is none."""
    own = None if window.session is None else window.session.trace.own
    form = SizeForm() if own is None else SizeForm(own.file, call_with_n(own.call))
    page = SizePage(form)
    window.add_page(page, tr("Calls against n"))
    page.setFocus()
    return page


class SizePage(QWidget):
    """One call, and what it costs for each n."""

    def __init__(self, form: SizeForm) -> None:
        super().__init__()
        self.form = form
        self.wanted: Wanted = form.wanted
        """What the measurements are of."""
        self.measured: dict[bool, list[Row]] = {False: []}
        self.measuring: Measuring | None = None
        self.stack = PlotStack(inside=190, has_table_below=True)
        self.stack.file_name = "plyscope-calls-by-n"
        self.stack.told.connect(form.tell)
        self.stack.chosen.connect(self._show_row)
        self._lay_out()
        form.run_asked.connect(self.start)
        form.stop_asked.connect(self.stop)
        self._later = QTimer(self, interval=BETWEEN, singleShot=True)
        self._later.timeout.connect(self.present)
        self.present()

    def _lay_out(self) -> None:
        beside = QScrollArea()
        beside.setWidget(self.form)
        beside.setWidgetResizable(True)
        beside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        beside.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        beside.setMinimumWidth(240)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(beside)
        self.splitter.addWidget(self.stack)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([FORM_WIDTH, 900])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.setFocusProxy(self.form.call)

    # Measuring

    def start(self) -> None:
        if self.measuring is not None:
            return
        self.wanted = self.form.wanted
        self.measured = {cached: [] for cached in self.wanted.ways}
        self.form.tell("")
        self.measuring = measuring = Measuring(self.wanted)
        measuring.measured.connect(self._take)
        measuring.trying.connect(self._try)
        measuring.ended.connect(self._end)
        measuring.failed.connect(self._fail)
        self.destroyed.connect(measuring.stop)
        self.form.show_running(True)
        self.form.stop.setFocus()
        self.present()
        measuring.start()

    def stop(self) -> None:
        if self.measuring is not None:
            self.measuring.stop()

    def _take(self, cached: bool, row: Row) -> None:
        self.measured[cached].append(row)
        if not self._later.isActive():
            self._later.start()

    def _try(self, n: int, calls: int) -> None:
        self.form.tell(tr("n = {n}: {calls} calls so far", n=n, calls=count(calls)))

    def _end(self) -> None:
        self.measuring = None
        self.form.show_running(False)
        self.form.tell(self._how_it_ended())
        self.form.run.setFocus()
        self.present()

    def _fail(self, message: Message) -> None:
        self._end()
        self.form.complain(said(message))

    def _how_it_ended(self) -> str:
        """Where a run did not come to its end, the measurement ends too."""
        for rows in self.measured.values():
            if rows and not rows[-1].complete:
                return tr("n = {n} did not come to its end: {reason}", n=rows[-1].n, reason=rows[-1].result)
        return ""

    # Showing

    def present(self) -> None:
        """What was measured so far."""
        wanted = self.wanted
        self.stack.show_plots(
            plots_by_size(self.measured, wanted.first, wanted.last), numbers_by_size(self.measured, wanted.call)
        )
        hint = tr("Calls and time for each n, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if any(self.measured.values()) else hint)

    def _show_row(self, one: object) -> None:
        """A point leads to its row in the table."""
        rows = [target.n if isinstance(target, Row) else None for target in self.stack.numbers.targets]
        if isinstance(one, Row) and one.n in rows:
            self.stack.table.go_to_row(rows.index(one.n))
