"""The recording held against the laws of its search: each law that it breaks, and the step at which that shows.

It is about the whole run, and headed so. The audit reads whole columns, in another thread, once the panel is seen.
"""

from __future__ import annotations

from plyscope.audit.deviation import Deviation, Weight, of_weight
from plyscope.audit.laws import audit
from plyscope.messages import Message
from plyscope.text.audited import deviation_sentence, why_not_held
from plyscope.text.explanation import Reason
from PySide6.QtGui import QShowEvent

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.why import ReasonRow
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, STRETCH, column_layout, scroll_area, widget_with
from plyscope_window.words import count, localized_sentence, tr


class CheckPanel(Panel):
    """The deviations of one recording, bugs first, then waste, then what is only unusual."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of a search to hold it against the laws of its search."))
        self.summary = Label(wrapped=True)
        self.rows: list[ReasonRow | Label] = []
        self.deviations: list[Deviation] | None = None
        """None until the audit is done."""
        self._answer: Answer | None = None
        self._list = column_layout(
            Label(tr("The whole run").upper(), 11, bold=True, quiet=True), self.summary, STRETCH, margins=PANEL_MARGIN,
            spacing=8,
        )  # fmt: skip
        self.body.setLayout(column_layout(scroll_area(widget_with(self._list))))

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording is one of a search, and not of a user's program."""
        return not session.trace.origin.is_user_code

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and stop the audit of the previous one."""
        if self._answer is not None:
            self._answer.cancel()
        self._answer, self.deviations = None, None
        for row in self.rows:
            row.deleteLater()
        self.rows.clear()
        super().attach(session)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.present()

    def show_session(self, session: Session) -> None:
        """Start the audit when the panel is first visible; later only update which buttons lead elsewhere."""
        if self.deviations is None:
            self.summary.setText(tr("Held against the laws of the search …"))
            if self._answer is None and self.isVisible():
                trace = session.trace
                self._answer = in_background(lambda: audit(trace), self._show_deviations)
            return
        for row in self.rows:
            if isinstance(row, ReasonRow):
                row.show_reason(row.reason, session.cursor.step)

    def _show_deviations(self, found: list[Deviation]) -> None:
        """Show what the audit has found, a row for each deviation below the title of its weight."""
        self._answer, self.deviations = None, found
        if self.session is None:
            return
        frames = count(len(self.session.trace))
        if found:
            self.summary.hide()
        elif reasons := why_not_held(self.session.trace):
            self.summary.setText(tr("{reason}.", reason=localized_sentence(reasons[0])))
        else:
            self.summary.setText(tr("No deviation in {frames} frames.", frames=frames))
        titles = {Weight.BUG: tr("Bugs"), Weight.WASTE: tr("Waste"), Weight.FLAG: tr("Unusual, and no mistake")}
        for weight in Weight:
            for place, deviation in enumerate(of_weight(weight, found)):
                if not place:
                    self._add_row(Label(titles[weight], bold=True))
                row = ReasonRow()
                row.clicked.connect(self.follow)
                claim = deviation_sentence(self.session.trace, deviation)
                pattern = "{said}. In {count} frames." if deviation.count > 1 else "{said}."
                sentence = Message(pattern, said=claim, count=deviation.count)
                row.show_reason(Reason(sentence, deviation.step, deviation.frame), self.session.cursor.step)
                self._add_row(row)

    def _add_row(self, row: ReasonRow | Label) -> None:
        """Add a title or a deviation below the others."""
        self.rows.append(row)
        self._list.insertWidget(self._list.count() - 1, row)

    def follow(self, reason: Reason) -> None:
        """Go to the step that shows a deviation, and select the frame that it is about."""
        if self.session is not None:
            self.session.go(reason.step)
            self.session.select(reason.frame)
