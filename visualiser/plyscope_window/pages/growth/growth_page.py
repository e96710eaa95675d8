"""Growth in a tab: the form, the plots as they grow, and the table under them."""

from __future__ import annotations

from plyscope.analysis.growth import Measured, about_time, growths
from plyscope.files.sources import PositionText
from plyscope.model.position import Position
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.job import Job
from plyscope_window.pages.growth.growth_form import GrowthForm
from plyscope_window.pages.growth.growth_plots import fit_words, growth_numbers, growth_plots
from plyscope_window.pages.growth.growth_work import SearchProgress, measure_growth
from plyscope_window.pages.growth.measuring_page import MeasuringPage
from plyscope_window.pages.page import Host
from plyscope_window.words import count, localized, tr


def show_growth(host: Host) -> None:
    """Open a tab that measures several searches of the position in front at growing depths."""
    position = host.page.position_to_grow
    if position is not None:
        page = GrowthPage(position)
        host.add_page(page)
        page.setFocus()


class GrowthPage(MeasuringPage):
    """One position and what several searches cost on it."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        form = GrowthForm(position)
        super().__init__(form, "plyscope-growth", parent)
        self.form = form
        self.position = position
        self.measured: list[Measured] = []
        self.request: tuple[tuple[str, ...], tuple[int, int]] = form.searches.ticked, form.depths
        """The searches and depths that the measurements are of."""
        self.setFocusProxy(form.searches)
        self.present()

    @property
    def title(self) -> str:
        return tr("Growth: {name}", name=self.position.title or self.position.game.name)

    # Measuring

    def start(self) -> None:
        searches, depths = self.form.searches.ticked, self.form.depths
        if not searches:
            self.form.show_error(tr("Tick at least one search."))
            return
        self.form.state.setText("")
        self.measured, self.request = [], (searches, depths)
        job = Job(measure_growth)
        job.result.connect(self._take)
        self.destroyed.connect(job.abandon)
        self.begin(job)
        job.start(PositionText.of(self.position), searches, depths, self.form.limit.value())

    def _take(self, result: object) -> None:
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
        searches, depths = self.request
        found = growths(self.measured, searches, depths)
        self.stack.show_plots(growth_plots(found, depths), growth_numbers(found))
        hint = tr("Frames and time at growing depths, on a scale where what grows by a factor is a straight line.")
        self.stack.say("" if self.measured else hint)
        if self.job is None and self.measured:
            time = tr("Time: {meaning}.", meaning=localized(about_time(self.measured)))
            self.form.state.setText("\n".join([*map(fit_words, found), time]))
