"""The sentence of the step, in type that the last row of a lecture hall can read; there while somebody presents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QToolBar, QWidget

from visualiser.panels.parts import Words
from visualiser.transport import place_words
from visualiser.words import said

if TYPE_CHECKING:
    from visualiser.session import Session

PIXELS, SMALL_PIXELS = 24, 14
"""Of the sentence and of the number of the step, before they grow with the rest of the presentation."""
EDGE = 8
LINES = 2
"""Room for so many lines, so that nothing moves when a sentence is longer than the one before."""


class Caption(QToolBar):
    """A bar below canvas and board."""

    def __init__(self, parent: QWidget, leave: Callable[[], object]) -> None:
        super().__init__(parent)
        self.setObjectName("caption")
        self.setMovable(False)
        self.setStyleSheet(f"QToolBar {{ border: none; padding: {EDGE}px 20px; }}")
        self.sentence = Words(pixels=PIXELS, bold=True, wrapped=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.place = Words(pixels=SMALL_PIXELS, quiet=True)
        inside = QWidget()
        layout = QHBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(24)
        layout.addWidget(self.sentence, 1)
        layout.addWidget(self.place)
        self.addWidget(inside)
        # A shortcut of something hidden does nothing: it is there while somebody presents, and for nobody else.
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(leave)
        self.hide()

    def show_place(self, session: Session) -> None:
        """Costs nothing while nobody presents."""
        if self.isHidden():
            return
        self.sentence.setText(said(session.cursor.sentence))
        self.setFixedHeight(self.sentence.fontMetrics().lineSpacing() * LINES + 2 * EDGE)
        self.place.setText(place_words(session)[-2])
