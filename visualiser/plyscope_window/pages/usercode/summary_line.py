"""The bar above a recording of user code: how it ended, how it is read, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from plyscope.tracer.ending import ending
from plyscope.usercode.findings import BUG, WASTE, Finding, findings
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolBar, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.pages.usercode.reference_text import comparison_text, reading_text
from plyscope_window.widgets.controls import ActionButton
from plyscope_window.widgets.labels import OneLine
from plyscope_window.widgets.layouts import column
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.pair import Pair
    from plyscope_window.session.session import Session

COMMANDS = ("own_meaning", "own_reference", "run_own", "run_raised")
MARGINS = (10, 0, 6, 2)
"""Margins: left, above, right, below."""
MAX_TEXT = 48
"""The most characters of a call or a result, so that the line has room for the rest."""
MAX_FINDINGS = 3
"""The most findings listed, so that the tree below has room."""


def finding_text(found: Finding) -> str:
    """A finding as a sentence that says of which kind it is."""
    sentence = localized(found.sentence)
    if found.kind == BUG:
        return tr("Possible bug: {sentence}.", sentence=sentence)
    if found.kind == WASTE:
        return tr("Waste: {sentence}.", sentence=sentence)
    return tr("Remark: {sentence}.", sentence=sentence)


class FindingLine(QWidget):
    """A finding, with a button that goes to the frame that shows it."""

    requested = Signal(int)

    def __init__(self, found: Finding) -> None:
        super().__init__()
        self.words = OneLine()
        self.words.say(finding_text(found), is_problem=found.kind == BUG)
        self.words.setToolTip(localized(found.should))
        self.show_me = QPushButton(tr("Show me"))
        self.show_me.setAccessibleName(tr("Show me: {sentence}", sentence=localized(found.sentence)))
        self.show_me.clicked.connect(lambda: self.requested.emit(found.frame))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.show_me)


class UserCodeBar(QToolBar):
    """The bar above a recording of user code: how it ended, how it is read, findings, and commands."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__(tr("Your code"))
        self.setObjectName("own_code")
        self.setMovable(False)
        self.session: Session | None = None
        self.ended = OneLine()
        self.lines: list[FindingLine] = []
        self.buttons: list[ActionButton] = []
        self._has_buttons = True
        self._answer: Answer | None = None
        self._notes: WeakKeyDictionary[Session, str] = WeakKeyDictionary()
        """Notes on recordings, shown before how they ended."""
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._rows = column(content, margin=0, spacing=4)
        self._rows.setContentsMargins(*MARGINS)
        first = QHBoxLayout()
        first.setSpacing(4)
        first.addWidget(self.ended, 1)
        self.run_again, self.run_more = (actions[key] for key in COMMANDS[-2:])
        """The actions that run it again, unchanged or with the reached limit raised."""
        self.run_more.changed.connect(self._present_again)
        for key in COMMANDS:
            button = ActionButton(actions[key])
            button.setProperty("framed", True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            first.addWidget(button)
            self.buttons.append(button)
        self._rows.addLayout(first)
        self.more = OneLine()
        self.more.hide()
        self._rows.addWidget(self.more)
        self.addWidget(content)
        self.setStyleSheet("QToolBar { border: none; }")

    def attach(self, session: Session | None, pair: Pair | None = None) -> None:
        """Show another recording, or two in comparison; findings are searched in another thread."""
        if session is self.session:
            return
        self.session = session
        if self._answer is not None:
            self._answer.cancel()
        self._show_findings([])
        self._has_buttons = pair is None
        for button in self.buttons:
            button.setVisible(self._has_buttons)
        self._present_again()
        if session is None:
            return
        if pair is not None:
            self.ended.say(comparison_text(pair))
            return
        trace = session.trace
        self.ended.say(localized(ending(trace, MAX_TEXT)))
        self._answer = in_background(lambda: (reading_text(trace), findings(trace)), self._show_found)

    def _present_again(self) -> None:
        """Show one of the two run buttons: the one that raises a limit, if one was reached."""
        for button in self.buttons:
            if button.action in (self.run_again, self.run_more):
                is_shown = (button.action is self.run_more) == self.run_more.isEnabled()
                button.setVisible(self._has_buttons and is_shown)

    def _show_found(self, found: tuple[str, list[Finding]]) -> None:
        """Show how the recording is read and what was found in it, when both are known."""
        self.ended.say(tr("{ending} {reading}", ending=self.ended.text(), reading=found[0]))
        if self.session is not None and self.session in self._notes:
            self._add(self._notes[self.session])
        self._show_findings(found[1])

    def note(self, session: Session, words: str) -> None:
        """Add a note on a recording, shown whenever it is in front."""
        self._notes[session] = words
        if session is self.session:
            self._add(words)

    def _add(self, words: str) -> None:
        self.ended.say(tr("{words} {more}", words=words, more=self.ended.text()))

    def _show_findings(self, found: list[Finding]) -> None:
        for line in self.lines:
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = [FindingLine(one) for one in found[:MAX_FINDINGS]]
        for line in self.lines:
            line.requested.connect(self._go_to)
            self._rows.addWidget(line)
        more = len(found) - len(self.lines)
        self.more.say(tr("Further findings, listed in “What the parameters mean”: {count}", count=more))
        self.more.setVisible(more > 0)

    def _go_to(self, frame: int) -> None:
        if self.session is not None:
            self.session.go_to_frame(frame)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, super().minimumSizeHint().height())
