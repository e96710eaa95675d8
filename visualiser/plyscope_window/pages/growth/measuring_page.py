"""Measuring in a tab: a form with buttons to start and stop, beside plots that grow as measurements come in."""

from __future__ import annotations

from plyscope.messages import Message
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import later
from plyscope_window.jobs.job import Job
from plyscope_window.look.theme import theme
from plyscope_window.pages.page import Page
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, scroll_area, splitter
from plyscope_window.widgets.plots.stack import PlotStack
from plyscope_window.words import localized, tr

REPAINT_MS = 150
"""The time between two repaints while measurements come in."""
FORM_WIDTH, MIN_FORM_WIDTH = 320, 240
"""The width of the form in pixels, and the least one."""


class MeasuringForm(QWidget):
    """The form of a measurement, with the buttons to start and stop."""

    run_requested = Signal()
    stop_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.run = push_button(tr("Measure"), self.run_requested.emit, is_strong=True)
        self.stop = push_button(tr("Stop and keep what there is"), self.stop_requested.emit)
        self.status = Label("", 12, wrapped=True)
        """How far the measurement has come, or what is wrong."""

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """The fields that are disabled during a measurement."""
        raise NotImplementedError

    def show_error(self, words: str) -> None:
        """Show what is wrong."""
        self.status.paint_with(theme().for_min)
        self.status.setText(words)

    def show_status(self, words: str) -> None:
        """Show how far the measurement has come."""
        self.status.paint_with(None)
        self.status.setText(words)

    def show_running(self, is_running: bool) -> None:
        """Disable the fields while a measurement runs, and enable the button that stops it."""
        for control in (*self.fields, self.run):
            control.setEnabled(not is_running)
        self.stop.setEnabled(is_running)


class MeasuringPage(Page):
    """The page of a measurement: the form, the plots, and the table under them."""

    def __init__(self, form: MeasuringForm, file_name: str) -> None:
        super().__init__()
        self._form = form
        self.job: Job | None = None
        self.stack = PlotStack(inside=190, has_table_below=True)
        self.stack.file_name = file_name
        self.stack.message.connect(form.show_status)
        self.stack.chosen.connect(self._show_row)
        self._lay_out()
        form.run_requested.connect(self.start)
        form.stop_requested.connect(self.stop)
        self._repaint_timer = later(self, self.present, REPAINT_MS)

    def _lay_out(self) -> None:
        form = scroll_area(self._form, is_upright=True, takes_focus=False)
        form.setMinimumWidth(MIN_FORM_WIDTH)
        self.splitter = splitter((form, self.stack), (FORM_WIDTH, 900), grows=1)
        self.setLayout(column_layout(self.splitter))

    def start(self) -> None:
        """Start measuring what the form says."""
        raise NotImplementedError

    def present(self) -> None:
        """Show the measurements so far."""
        raise NotImplementedError

    def final_remark(self) -> str:
        """Return a remark for the end; empty if the plots say everything."""
        return ""

    def begin(self, job: Job) -> None:
        """Take the job whose measurements are shown from now on, and disable the fields while it runs."""
        self.job = job
        job.done.connect(self._finish)
        job.failed.connect(self._finish_with_error)
        self._form.show_status("")
        self._form.show_running(True)
        self._form.stop.setFocus()
        self.present()

    def repaint_later(self) -> None:
        """Repaint after a while: measurements may come in faster than they can be painted."""
        if not self._repaint_timer.isActive():
            self._repaint_timer.start()

    def stop(self) -> None:
        """Stop measuring, and keep what was measured."""
        if self.job is not None:
            self.job.stop()

    def _finish(self) -> None:
        """Show the end of the measurement, and enable the fields again."""
        self.job = None
        self._form.show_running(False)
        self._form.show_status(self.final_remark())
        self._form.run.setFocus()
        self.present()

    def _finish_with_error(self, message: Message) -> None:
        """Show the end of the measurement, and what went wrong."""
        self._finish()
        self._form.show_error(localized(message))

    def _show_row(self, target: object) -> None:
        """Go to the table's row of a point that was clicked on in a plot."""
        targets = self.stack.numbers.targets
        if target in targets:
            self.stack.table.go_to_row(targets.index(target))
