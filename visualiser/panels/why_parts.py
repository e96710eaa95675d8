"""Pieces of the panel that says why: buttons, and a sentence with the way to its step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QToolButton, QWidget

from engine.explain import Reason
from visualiser.panels.parts import Words
from visualiser.words import count, said, tr

LEAST_SHARE = 2.6
"""The width of a row by that of its button, below which they stand under each other."""


class Button(QToolButton):
    """A framed button that Enter presses too: the space bar plays."""

    def __init__(self, text: str = "", run: Callable[[], object] | None = None, *, checkable: bool = False) -> None:
        super().__init__()
        self.setProperty("framed", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCheckable(checkable)
        self.name(text)
        if run is not None:
            self.clicked.connect(lambda: run())

    def name(self, text: str, help: str = "") -> None:
        self.setText(text)
        self.setAccessibleName(help or text)
        self.setToolTip(help)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class ReasonRow(QWidget):
    """One sentence, and the button that goes to where it happened."""

    asked = Signal(int)
    """A step."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = Words(wrapped=True)
        self.button = Button()
        self.reason: Reason | None = None
        self.button.clicked.connect(self._ask)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.sentence, 1)
        self._row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the sentence would get too little room beside the button, the button goes below it."""
        super().resizeEvent(event)
        is_narrow = self.width() < LEAST_SHARE * self.button.sizeHint().width()
        wanted = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != wanted:
            self._row.setDirection(wanted)
            self._row.setSpacing(3 if is_narrow else 8)

    def _ask(self) -> None:
        if self.reason is not None:
            self.asked.emit(self.reason.step)

    def show_reason(self, reason: Reason | None) -> None:
        self.reason = reason
        self.setVisible(reason is not None)
        if reason is not None:
            words = said(reason.sentence)
            self.sentence.setText(words)
            self.button.setVisible(reason.step >= 0)
            self.button.name(tr("Go to step {step}", step=count(reason.step)))
            self.button.setAccessibleDescription(words)
