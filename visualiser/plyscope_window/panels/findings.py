"""The findings in user code below its canvas: a card for each bug, waste and remark, which leads to what shows it.

They are found in the whole run, and headed so. The source marks the line of a bug from the step on that shows it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.usercode.findings import BUG, REMARK, WASTE, Finding, findings
from plyscope.usercode.marks_not_undone import MarksNotUndone, find_marks_not_undone
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy, QWidget

from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label, OneLine
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import in_language, localized, localized_sentence, sentence_case, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

MIN_CARD_WIDTH, MAX_HEIGHT, MIN_HEIGHT = 300, 210, 84
"""Pixels: the width of a card, and the height of all of them, beyond which they scroll."""
MAX_COLUMNS = 2
MAX_HEIGHT_SHARE = 0.36
"""The largest share of the page's height that the cards take."""


def kind_name(kind: str) -> str:
    """Return the name of a kind of finding: bug, waste or remark."""
    return {BUG: tr("Bug"), WASTE: tr("Waste")}.get(kind, tr("Remark"))


def finding_title(found: Finding) -> str:
    """Return the name of a finding as a title."""
    return sentence_case(in_language(found.name))


def finding_text(found: Finding) -> str:
    """Return a finding as a sentence that says of which kind it is."""
    sentence = localized(found.sentence)
    if found.kind == BUG:
        return tr("Possible bug: {sentence}.", sentence=sentence)
    if found.kind == WASTE:
        return tr("Waste: {sentence}.", sentence=sentence)
    return tr("Remark: {sentence}.", sentence=sentence)


class Badge(QWidget):
    """The kind of a finding: filled for a bug, outlined for the others."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(kind_name(kind))

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(font(12, bold=True))
        return QSize(round(metrics.horizontalAdvance(kind_name(self.kind)) + 16), round(metrics.height() + 6))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = smooth_painter(self), theme()
        is_bug = self.kind == BUG
        painter.setPen(Qt.PenStyle.NoPen if is_bug else QPen(colours.ink, 1.2))
        painter.setBrush(colours.wrong if is_bug else colours.card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.setPen(colours.on_fill if is_bug else colours.ink)
        painter.setFont(font(12, bold=True))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, kind_name(self.kind))


class FindingCard(QFrame):
    """One finding: what happened, what is due, the line, and a button to the step that shows it."""

    requested = Signal(object)
    """The finding whose step is to be shown."""

    def __init__(self, found: Finding, file: str) -> None:
        super().__init__()
        self.found = found
        self.setAccessibleName(finding_text(found))
        self.show_me = Button(tr("Show me"), lambda: self.requested.emit(found))
        self.show_me.setAccessibleName(tr("Show me: {sentence}", sentence=localized(found.sentence)))
        at = found.place if found.line else None
        where = file if at is None else tr("{file}, line {line}", file=Path(at.path).name, line=at.line)
        place = OneLine(where, quiet=True, cut=Qt.TextElideMode.ElideMiddle)
        place.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        head = row_layout(
            Badge(found.kind), (Label(finding_title(found), 14, bold=True, wrapped=True), 3), (place, 2), self.show_me,
            spacing=8,
        )  # fmt: skip
        rows = QGridLayout()
        rows.setHorizontalSpacing(12)
        rows.setVerticalSpacing(3)
        rows.setColumnStretch(1, 1)
        name = "" if found.kind == REMARK else tr("Happened")
        parts = [(name, found.happened)]
        if found.should is not None:
            parts.append((name and tr("Due"), found.should))
        for row, (name, message) in enumerate(parts):
            label = Label(localized_sentence(message), 13, wrapped=True, quiet=not name and row > 0)
            if name:
                rows.addWidget(Label(name, 12, quiet=True), row, 0, Qt.AlignmentFlag.AlignTop)
                rows.addWidget(label, row, 1)
            else:
                rows.addWidget(label, row, 0, 1, 2)
        self.setLayout(column_layout(head, rows, STRETCH, margins=10, spacing=6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines that part the cards from the canvas and from each other."""
        painter = QPainter(self)
        painter.setPen(theme().hairline)
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())
        painter.drawLine(self.rect().topRight(), self.rect().bottomRight())


class Cards(QWidget):
    """The widget that holds the cards: as high as they are at its width, which Qt would otherwise overestimate."""

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_CARD_WIDTH, 1)


class FindingsStrip(QScrollArea):
    """The cards of a recording, hidden where nothing was found; they are searched in another thread."""

    searched = Signal()
    """The search for findings has ended, whether or not there are any."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.cards: list[FindingCard] = []
        self._columns = 0
        self.is_known = False
        """Whether the findings have been searched."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Findings"))
        self.content = Cards()
        self.grid = QGridLayout(self.content)
        self.grid.setContentsMargins(0, 1, 0, 0)
        self.grid.setSpacing(0)
        self.heading = Label(tr("The whole run").upper(), 11, bold=True, quiet=True)
        self.heading.setContentsMargins(10, 5, 10, 0)
        self.grid.addWidget(self.heading, 0, 0, 1, MAX_COLUMNS)
        self.setWidget(self.content)
        self._later = later(self, self.fit)
        self.content.installEventFilter(self)
        self.hide()
        trace = session.trace
        self._answer: Answer | None = in_background(lambda: (findings(trace), find_marks_not_undone(trace)), self._show)

    def _show(self, results: tuple[list[Finding], MarksNotUndone | None]) -> None:
        """Show a card for each finding, and tell the session the lines of bugs."""
        all_findings, marks_not_undone = results
        self._answer, self.is_known = None, True
        file = Path(self.session.trace.user_code.file).name
        for finding in all_findings:
            card = FindingCard(finding, file)
            card.requested.connect(self.go_to)
            self.cards.append(card)
        self.setVisible(bool(all_findings))
        bugs = sorted(
            ((finding.step, finding.line) for finding in all_findings if finding.kind == BUG and finding.line),
            reverse=True,
        )
        self.session.show_bugs({line: step for step, line in bugs}, marks_not_undone)
        self.fit()
        self.searched.emit()

    def go_to(self, found: Finding) -> None:
        """Go to the step that shows a finding, and show its line in the source."""
        session = self.session
        session.go(found.step)
        session.select(found.frame)
        if found.line:
            session.line_requested.emit(found.line)

    def fit(self) -> None:
        """Lay the cards in as many columns as fit, and make the strip as high as they need, within limits."""
        if not self.cards:
            return
        page = self.parentWidget()
        most = max(MIN_HEIGHT, min(MAX_HEIGHT, round((page.height() if page is not None else 600) * MAX_HEIGHT_SHARE)))
        columns = max(1, min(len(self.cards), self.width() // MIN_CARD_WIDTH, MAX_COLUMNS))
        if columns != self._columns:
            self._columns = columns
            for place, card in enumerate(self.cards):
                self.grid.addWidget(card, 1 + place // columns, place % columns)
        width = max(MIN_CARD_WIDTH, self.viewport().width())
        needed = self.grid.heightForWidth(width)
        self.setFixedHeight(min(most, needed + 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit again when the cards have been laid out with their fonts."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._later.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def end(self) -> None:
        """Stop waiting for findings."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
