"""The field for the text of a position: takes any notation, and leaves undoing to the editor."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from visualiser.theme import font
from visualiser.words import tr

LINES = 3


class TextField(QPlainTextEdit):
    typed = Signal(str)
    """The text after somebody has changed it; not where it was shown by `show_text`."""
    left = Signal()
    """The keyboard has gone elsewhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("framed", True)
        self.setTabChangesFocus(True)
        # A notation is read from the left, whatever the language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setUndoRedoEnabled(False)
        self.setFont(font(13, fixed=True))
        self.setAccessibleName(tr("Text of the position"))
        self.textChanged.connect(self._tell)
        self._is_shown = False

    def show_text(self, text: str) -> None:
        """Shows a text; the caret stays where it was where the text is the one that was typed."""
        if text == self.toPlainText():
            return
        self._is_shown = True
        self.setPlainText(text)
        self._is_shown = False

    def _tell(self) -> None:
        if not self._is_shown:
            self.typed.emit(self.toPlainText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def sizeHint(self) -> QSize:
        return QSize(300, self.fontMetrics().lineSpacing() * LINES + 18)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() * 2 + 18)
