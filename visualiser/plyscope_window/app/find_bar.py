"""The find bar: a condition, how many frames fulfil it, and the way from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.messages import InputError
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.icons import icon
from plyscope_window.look.theme import theme
from plyscope_window.session.stepping import SMALL
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.painting import elided
from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Found, Session

PAUSE = 250
"""Milliseconds without typing after which the condition is looked for."""
MOST_TOLD = 160
"""Pixels that the answer may take from the field."""


class FindBar(QWidget):
    """One line for a condition. Return goes to the next hit, Shift+Return to the one before."""

    next_asked = Signal()
    previous_asked = Signal()
    refused = Signal(str)
    """What is looked for makes no sense, and why; empty when that is not so any more."""
    left = Signal()
    """Escape: back to the tree."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr('Find: cutoff and ply >= 3, value > alpha, move == "b2" …'))
        self.field.setToolTip(
            tr(
                "Words: ply value alpha beta size pruned frame move position MAX MIN leaf terminal horizon cutoff best "
                "first_move_cut repeated"
            )
        )
        self.field.setAccessibleName(tr("Condition to look for"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(160)
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.told = Words("", 12, quiet=True)
        self.told.setMaximumWidth(MOST_TOLD)
        self.previous, self.next = QToolButton(), QToolButton()
        for button, name, words, signal in (
            (self.previous, "find-previous", tr("The hit before"), self.previous_asked),
            (self.next, "find-next", tr("The next hit"), self.next_asked),
        ):
            button.setIcon(icon(name))
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setAutoRaise(True)
            button.clicked.connect(signal)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.field, self.told, self.previous, self.next):
            layout.addWidget(widget)
        self._pause = QTimer(self, interval=PAUSE, singleShot=True)
        self._pause.timeout.connect(self.seek)
        self.field.textChanged.connect(self._wait)
        self._answer: Answer | None = None
        self._complains = False
        self.attach(None)

    def _wait(self) -> None:
        """What was wrong with the text before is not said of this one."""
        if self._complains:
            self.present()
        self._pause.start()

    def attach(self, session: Session | None) -> None:
        self._pause.stop()
        self.session = session
        self.setEnabled(session is not None)
        self._write(session.condition if session is not None else "")
        self.present()

    def follow(self) -> None:
        """Somebody looks for something, here or elsewhere: the field says what, unless it is being written in."""
        if self.session is not None and not self.is_waiting:
            self._write(self.session.condition)
        self.present()

    def _write(self, condition: str) -> None:
        if self.field.text() != condition:
            self.field.blockSignals(True)
            self.field.setText(condition)
            self.field.blockSignals(False)
            # Signals being blocked, Qt has not noticed by itself that there is nothing to clear any more.
            self.field.setClearButtonEnabled(False)
            self.field.setClearButtonEnabled(True)

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for the end of the typing."""
        return self._pause.isActive()

    def seek(self) -> None:
        """Looks for what stands in the field; in a large recording, off the interface thread first."""
        self._pause.stop()
        session, condition = self.session, self.field.text()
        if session is None:
            return
        if condition == session.condition:
            self.present()
            return
        if self._answer is not None:
            self._answer.is_wanted = False
        if len(session.trace) <= SMALL or not condition.strip():
            try:
                session.seek(condition)
            except InputError as error:
                self._refuse(error)
            else:
                self.present()
            return
        self.told.setText(tr("Looking …"))
        self._answer = in_background(
            lambda: session.find(condition),
            lambda found: self._found(session, condition, found),
            lambda error: self._refuse(error) if session is self.session else None,
        )

    def _found(self, session: Session, condition: str, found: Found) -> None:
        session.show_found(condition, found)
        if session is self.session:
            self.present()

    def _refuse(self, error: InputError) -> None:
        """The complaint stands here as far as there is room, and whole where there is more of it."""
        words = said(error.message)
        self._complains = True
        self.told.paint_with(theme().for_min)
        self.told.setText(elided(words, self.told.font(), MOST_TOLD - 4))
        self.told.setToolTip(words)
        self.told.setAccessibleName(words)
        self.refused.emit(words)

    def present(self) -> None:
        session = self.session
        if self._complains:
            self._complains = False
            self.refused.emit("")
        self.told.paint_with(None)
        self.told.setToolTip("")
        self.told.setAccessibleName("")
        has_hits = session is not None and len(session.hits) > 0
        if session is None or session.found is None:
            self.told.setText("")
        elif not has_hits:
            self.told.setText(tr("no hits"))
        else:
            self.told.setText(tr("{number} hits", number=count(len(session.hits))))
        self.previous.setEnabled(has_hits)
        self.next.setEnabled(has_hits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.seek()
            backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_asked if backwards else self.next_asked).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
