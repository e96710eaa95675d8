"""Growth in a tab: the form, the plots as they grow, and the table under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from engine.growth import Measured, about_time, growths
from engine.messages import InputError, Message
from engine.position import Position
from visualiser.growing.form import GrowthForm
from visualiser.growing.measuring import Measuring
from visualiser.growing.wanted import Wanted
from visualiser.plots.growth import fit_words, growth_numbers, growth_plots
from visualiser.plots.stack import PlotStack
from visualiser.words import count, said, tr

if TYPE_CHECKING:
    from visualiser.editor.page import EditorPage
    from visualiser.main_window import MainWindow
    from visualiser.session import Session

BETWEEN = 150
"""Milliseconds between two pictures while measurements come in."""
FORM_WIDTH = 320
KEPT = ("score", "weights", "cut", "fail")
"""The options of a search that hold for all that are measured beside it, unless they say otherwise."""


def show_growth(window: MainWindow) -> None:
    """What several searches of the position in front cost at growing depths, in a tab of its own."""
    position = position_to_grow(window.editor, window.session)
    if position is not None:
        page = GrowthPage(position)
        window.add_page(page, tr("Growth: {name}", name=position.title or position.game.name))
        page.setFocus()


def position_to_grow(editor: EditorPage | None, session: Session | None) -> Position | None:
    """The position that is edited, or that of a recording; scored as it was there."""
    options: Mapping[str, Any]
    if editor is not None:
        position, options = editor.position, editor.form.options
    elif session is not None:
        position, options = session.trace.position, session.trace.options
    else:
        return None
    kept = {name: options[name] for name in KEPT if options.get(name) is not None}
    return None if position is None else replace(position, options=kept)


class GrowthPage(QWidget):
    """One position and what several searches cost on it."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.position = position
        self.measured: list[Measured] = []
        self.asked: tuple[tuple[str, ...], tuple[int, int]] = ((), (1, 6))
        """The searches and depths that the measurements are of."""
        self.measuring: Measuring | None = None
        self.form = GrowthForm(position)
        self.stack = PlotStack(inside=190, has_table_below=True)
        self.stack.file_name = "plyscope-growth"
        self.stack.told.connect(self.form.tell)
        self.stack.chosen.connect(self._show_row)
        self._lay_out()
        self.form.run_asked.connect(self.start)
        self.form.stop_asked.connect(self.stop)
        self._later = QTimer(self, interval=BETWEEN, singleShot=True)
        self._later.timeout.connect(self.present)
        self.asked = self.form.searches.ticked, self.form.depths
        self.present()

    def _lay_out(self) -> None:
        beside = QScrollArea()
        beside.setWidget(self.form)
        beside.setWidgetResizable(True)
        beside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        beside.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        beside.setMinimumWidth(220)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(beside)
        self.splitter.addWidget(self.stack)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([FORM_WIDTH, 900])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.setFocusProxy(self.form.searches)

    # Measuring

    def start(self) -> None:
        searches, depths = self.form.searches.ticked, self.form.depths
        if not searches:
            self.form.complain(tr("Tick at least one search."))
            return
        self.form.tell("")
        self.form.state.setText("")
        self.measured, self.asked = [], (searches, depths)
        measuring = Measuring()
        measuring.measured.connect(self._take)
        measuring.trying.connect(self._try)
        measuring.ended.connect(self._end)
        measuring.failed.connect(self._fail)
        self.destroyed.connect(measuring.abandon)
        self.measuring = measuring
        self.form.show_running(True)
        self.form.stop.setFocus()
        self.present()
        try:
            measuring.start(Wanted.of(self.position, searches, depths, self.form.limit.value()))
        except InputError as error:
            self._fail(error.message)

    def stop(self) -> None:
        if self.measuring is not None:
            self.measuring.stop()

    def _take(self, one: Measured) -> None:
        self.measured.append(one)
        if not self._later.isActive():
            self._later.start()

    def _try(self, who: str, depth: int, frames: int) -> None:
        words = tr("{search}, depth {depth}: {frames} frames so far", search=who, depth=depth, frames=count(frames))
        self.form.tell(words)

    def _end(self) -> None:
        self.measuring = None
        self.form.show_running(False)
        self.form.tell("")
        self.form.run.setFocus()
        self.present()

    def _fail(self, message: Message) -> None:
        self._end()
        self.form.complain(said(message))

    # Showing

    def present(self) -> None:
        """What was measured so far."""
        searches, depths = self.asked
        found = growths(self.measured, searches, depths)
        self.stack.show_plots(growth_plots(found, depths), growth_numbers(found))
        hint = tr("Frames and time at growing depths, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if self.measured else hint)
        if self.measuring is None and self.measured:
            time = tr("Time: {meaning}.", meaning=said(about_time(self.measured)))
            self.form.state.setText("\n".join([*map(fit_words, found), time]))

    def _show_row(self, one: object) -> None:
        """A point leads to its row in the table."""
        targets = self.stack.numbers.targets
        if one in targets:
            self.stack.table.go_to_row(targets.index(one))
