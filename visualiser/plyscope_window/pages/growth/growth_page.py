"""Growth in a tab: the form, the plots as they grow, and the table under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plyscope.analysis.growth import Measured, about_time, growths
from plyscope.files.sources import PositionText
from plyscope.model.position import Position
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.job import Job
from plyscope_window.pages.growth.growth_form import GrowthForm
from plyscope_window.pages.growth.growth_plots import fit_words, growth_numbers, growth_plots
from plyscope_window.pages.growth.growth_work import Trying, measure_growth
from plyscope_window.pages.growth.measuring_page import MeasuringPage
from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.pages.editor.editor_page import EditorPage
    from plyscope_window.session.session import Session


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


class GrowthPage(MeasuringPage):
    """One position and what several searches cost on it."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        form = GrowthForm(position)
        super().__init__(form, "plyscope-growth", parent)
        self.form = form
        self.position = position
        self.measured: list[Measured] = []
        self.asked: tuple[tuple[str, ...], tuple[int, int]] = form.searches.ticked, form.depths
        """The searches and depths that the measurements are of."""
        self.setFocusProxy(form.searches)
        self.present()

    # Measuring

    def start(self) -> None:
        searches, depths = self.form.searches.ticked, self.form.depths
        if not searches:
            self.form.complain(tr("Tick at least one search."))
            return
        self.form.state.setText("")
        self.measured, self.asked = [], (searches, depths)
        job = Job(measure_growth)
        job.result.connect(self._take)
        self.destroyed.connect(job.abandon)
        self.begin(job)
        job.start(PositionText.of(self.position), searches, depths, self.form.limit.value())

    def _take(self, result: object) -> None:
        match result:
            case Measured():
                self.measured.append(result)
                self.present_soon()
            case Trying(who, depth, frames):
                number = count(frames)
                self.form.tell(
                    tr("{search}, depth {depth}: {frames} frames so far", search=who, depth=depth, frames=number)
                )

    # Showing

    def present(self) -> None:
        searches, depths = self.asked
        found = growths(self.measured, searches, depths)
        self.stack.show_plots(growth_plots(found, depths), growth_numbers(found))
        hint = tr("Frames and time at growing depths, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if self.measured else hint)
        if self.job is None and self.measured:
            time = tr("Time: {meaning}.", meaning=said(about_time(self.measured)))
            self.form.state.setText("\n".join([*map(fit_words, found), time]))
