"""The note that the author of a position has written on it: a button that opens it while its recording is shown."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from visualiser.controls import framed_button, row
from visualiser.theme import font
from visualiser.words import tr

WIDTH, MOST_HEIGHT = 440, 360


class NoteButton(QWidget):
    """Takes no room where there is no note."""

    def __init__(self) -> None:
        super().__init__()
        self.button = framed_button(tr("Note"), tr("What its author has written on this position"), "info")
        self.button.clicked.connect(lambda: self.open())
        row(self).addWidget(self.button)
        self.sheet: Sheet | None = None
        self.show_note("")

    def show_note(self, note: str) -> None:
        self.note = note
        self.button.setVisible(bool(note))

    def open(self) -> None:
        """Shows the note below the button, until it is closed or Escape is pressed."""
        self.sheet = Sheet(self.note, self)
        below = self.mapToGlobal(QPoint(self.width() - self.sheet.width(), self.height() + 4))
        self.sheet.move(max(self.window().mapToGlobal(QPoint(4, 0)).x(), below.x()), below.y())
        self.sheet.show()


class Sheet(QDialog):
    """The note beside the window, which can be worked with meanwhile."""

    def __init__(self, note: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Note"))
        # A note is written in lines of its file; only an empty one begins a paragraph.
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
        self.resize(WIDTH, min(MOST_HEIGHT, self.text.heightForWidth(WIDTH - 20) + 8))
