"""All steps as sentences, nested by ply, and a field that looks for words in them."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton

from engine.narrate import sentence
from visualiser.panels.parts import EDGE, SessionPanel, Words, column
from visualiser.panels.step_list import StepList
from visualiser.session import Session
from visualiser.words import count, said, tr

REACH = 200_000
"""Steps that one press of a key looks through."""
SLICE = 0.008
"""Seconds of looking between two turns of the window."""


class SentenceSearch(QObject):
    """Looks for words in the sentences before or after a step, a little at a time."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.words = ""
        self.at = 0
        self.way = 1
        self.looked = 0
        """Steps looked at since the last press of a key."""
        self.found: int | None = None
        self.is_over = True
        """Whether it has ended: found, at an end of the recording, or after as many steps as it may."""

    def start(self, session: Session, words: str, at: int, way: int) -> None:
        """Begins beside a step; `way` is 1 for later steps, -1 for earlier ones."""
        self.session, self.words, self.at, self.way = session, words.casefold(), at, way
        self.looked, self.found, self.is_over = 0, None, False

    def look(self, seconds: float) -> None:
        """Looks on for a time."""
        assert self.session is not None
        trace, steps = self.session.trace, self.session.cursor.steps
        end = perf_counter() + seconds
        while not self.is_over and perf_counter() < end:
            self.at += self.way
            if not 0 <= self.at < steps.count or self.looked >= REACH:
                self.at -= self.way
                self.is_over = True
            elif self.words in said(sentence(trace, steps.at(self.at))).casefold():
                self.found, self.is_over = self.at, True
            else:
                self.looked += 1


class StepsPanel(SessionPanel):
    """The steps of a recording. A click goes to a step; Enter in the field goes to the next one with the words."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to read it step by step."))
        self.list = StepList()
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Search the sentences"))
        self.field.setAccessibleName(tr("Search the sentences"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(60)
        self.field.installEventFilter(self)
        self.earlier = button("↑", tr("Search earlier steps (Shift+Enter)"))
        self.later = button("↓", tr("Search later steps (Enter)"))
        self.answer = Words(quiet=True, pixels=12, wrapped=True)
        self.answer.hide()
        self.answer.setContentsMargins(EDGE, 0, EDGE, 4)
        self.search = SentenceSearch(self)
        self.timer = QTimer(self)
        self.timer.setInterval(0)
        self.timer.timeout.connect(self.look_on)
        self.earlier.clicked.connect(lambda: self.seek(-1))
        self.later.clicked.connect(lambda: self.seek(1))
        self.field.textChanged.connect(self.forget)
        self.list.chosen.connect(self.go)
        bar = QHBoxLayout()
        bar.setContentsMargins(EDGE, 6, EDGE, 6)
        bar.setSpacing(4)
        for widget in (self.field, self.earlier, self.later):
            bar.addWidget(widget)
        layout = column(self.body, margin=0, spacing=0)
        layout.addLayout(bar)
        layout.addWidget(self.answer)
        layout.addWidget(self.list, 1)

    def attach(self, session: Session | None) -> None:
        self.forget()
        self.search.session = None
        self.list.turn_to(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        self.list.follow()

    def go(self, step: int) -> None:
        if self.session is not None:
            self.session.go(step)

    # Searching

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.seek(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(watched, event)

    def forget(self) -> None:
        """Stops looking."""
        self.timer.stop()
        self.search.is_over = True
        self.search.found = None
        self.search.looked = 0
        self.answer.hide()

    def seek(self, way: int) -> None:
        """Looks for the words from the cursor; pressed again after looking in vain, it looks further."""
        words = self.field.text().strip()
        if self.session is None or not words:
            return
        search = self.search
        goes_on = search.looked >= REACH and search.way == way and search.found is None
        search.start(self.session, words, search.at if goes_on else self.session.cursor.step, way)
        self.look_on()
        if not search.is_over:
            self.timer.start()

    def look_on(self) -> None:
        """Looks for as long as the window can spare, and says how it stands."""
        search = self.search
        search.look(SLICE)
        if search.is_over:
            self.timer.stop()
        if search.found is not None:
            self.answer.hide()
            self.go(search.found)
            return
        self.answer.setText(self.in_words())
        self.answer.show()

    def in_words(self) -> str:
        search = self.search
        if not search.is_over:
            return tr("Searching … {count} steps", count=count(search.looked))
        if search.looked >= REACH:
            return tr("Not found within {count} steps. Press again to search further.", count=count(search.looked))
        if search.way > 0:
            return tr("Not found between here and the last step.")
        return tr("Not found between here and the first step.")


def button(sign: str, meaning: str) -> QToolButton:
    """A small button that shows a sign and says what it means."""
    made = QToolButton()
    made.setText(sign)
    made.setToolTip(meaning)
    made.setAccessibleName(meaning)
    made.setProperty("framed", True)
    return made
