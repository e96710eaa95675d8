"""Calls against n in a tab: the form, the plots as they grow, and the table under them."""

from __future__ import annotations

from plyscope.tracer.calls_by_size import Row

from plyscope_window.jobs.job import Job
from plyscope_window.pages.growth.growth_work import SizeMeasured, SizeProgress, measure_sizes
from plyscope_window.pages.growth.measuring_page import MeasuringPage
from plyscope_window.pages.growth.size_form import SizeForm, SizeRequest, call_with_n
from plyscope_window.pages.growth.size_plots import numbers_by_size, plots_by_size
from plyscope_window.pages.page import Host
from plyscope_window.words import count, tr


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
    """One call, and what it costs for each n."""

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
        if self.job is not None:
            return
        self.request = self.form.request
        self.measured = {cached: [] for cached in self.request.ways}
        request = self.request
        job = Job(measure_sizes)
        job.result.connect(self._take)
        self.destroyed.connect(job.abandon)
        self.begin(job)
        sizes = range(request.first, request.last + 1)
        job.start(request.file, request.call, sizes, request.ways, request.limits)

    def _take(self, result: object) -> None:
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
