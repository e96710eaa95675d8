"""Texts at the edge of the window: what the arrow keys do, the note on a position, the caption of a presentation.

The caption is the sentence of the step in type that can be read from the last row of a lecture hall.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.app.transport import place_words
from plyscope_window.look.theme import font
from plyscope_window.widgets.controls import framed_button, row
from plyscope_window.widgets.labels import Label
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

PIXELS, SMALL_PIXELS = 24, 14
"""Font sizes of the sentence and of the step's number, before the presentation scales them."""
EDGE = 8
LINES = 2
"""Lines to keep room for, so that nothing moves when a sentence is longer than the previous one."""


class Caption(QToolBar):
    """The sentence of the step, below canvas and board; shown in a presentation."""

    def __init__(self, parent: QWidget, leave: Callable[[], object]) -> None:
        super().__init__(parent)
        self.setObjectName("caption")
        self.setMovable(False)
        self.setStyleSheet(f"QToolBar {{ border: none; padding: {EDGE}px 20px; }}")
        self.sentence = Label(pixels=PIXELS, bold=True, wrapped=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.place = Label(pixels=SMALL_PIXELS, quiet=True)
        content = QWidget()
        layout = QHBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(24)
        layout.addWidget(self.sentence, 1)
        layout.addWidget(self.place)
        self.addWidget(content)
        # The shortcut of a hidden widget is inactive: Escape leaves a presentation and does nothing elsewhere.
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(leave)
        self.hide()

    def show_place(self, session: Session) -> None:
        """Show the sentence of the step, in a presentation only."""
        from plyscope.text.narration import sentence

        if self.isHidden():
            return
        self.sentence.setText(localized(sentence(session.trace, session.cursor.now)))
        self.setFixedHeight(self.sentence.fontMetrics().lineSpacing() * LINES + 2 * EDGE)
        self.place.setText(place_words(session)[-2])


WIDTH, MAX_HEIGHT = 440, 360


class NoteButton(QWidget):
    """The button that opens the author's note on a position; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.button = framed_button(tr("Note"), tr("The author’s note on this position"), "info")
        self.button.clicked.connect(lambda: self.open())
        row(self).addWidget(self.button)
        self.sheet: NoteDialog | None = None
        self.show_note("")

    def show_note(self, note: str) -> None:
        self.note = note
        self.button.setVisible(bool(note))

    def open(self) -> None:
        """Show the note below the button, until it is closed or Escape is pressed."""
        self.sheet = NoteDialog(self.note, self)
        below = self.mapToGlobal(QPoint(self.width() - self.sheet.width(), self.height() + 4))
        self.sheet.move(max(self.window().mapToGlobal(QPoint(4, 0)).x(), below.x()), below.y())
        self.sheet.show()


class NoteDialog(QDialog):
    """The note, in a window of its own that does not block the main window."""

    def __init__(self, note: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Note"))
        # The lines of a note are those of its file; only an empty line begins a paragraph.
        self.text = QLabel("\n\n".join(" ".join(part.split()) for part in note.split("\n\n")))
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setFont(font(13))
        self.text.setContentsMargins(14, 12, 14, 12)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(area)
        self.resize(WIDTH, min(MAX_HEIGHT, self.text.heightForWidth(WIDTH - 20) + 8))


class Hint(QLabel):
    """What the arrow keys do in the part of the window that has the keyboard focus."""

    def __init__(self, canvas: Callable[[], QWidget | None], timeline: QWidget) -> None:
        super().__init__()
        self.canvas, self.timeline = canvas, timeline
        self.setContentsMargins(8, 2, 12, 2)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.follow)

    def follow(self, before: QWidget | None, widget: QWidget | None) -> None:
        if widget is not None and widget is self.canvas():
            self.setText(tr("Arrows: from frame to frame · F11, F10: in time"))
        elif widget is not None and self.timeline.isAncestorOf(widget):
            self.setText(tr("Arrows: in time"))
        else:
            self.setText(tr("F1: keys"))
