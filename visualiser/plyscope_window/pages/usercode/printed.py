"""What a program prints, as it arrives; and texts without spaces that may wrap."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from plyscope_window.look.theme import font
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import tr

MAX_PRINTED_LINES, MAX_LINE = 500, 400
"""The largest number of printed lines that are shown, and the most characters of each."""
UNBROKEN_TEXT = re.compile(r"([^\s\u200b]{40})")
"""Forty characters without a place to wrap."""
MIN_OUTPUT_HEIGHT = 70
"""Pixels for printed text even in a low window."""


class LineCutter:
    """Cuts long lines of printed text as it arrives, because their layout would block the window."""

    def __init__(self) -> None:
        self.column = 0

    def cut(self, text: str) -> str:
        """Return the next printed text with its long lines cut."""
        pieces = []
        for place, line in enumerate(text.split("\n")):
            if place:
                pieces.append("\n")
                self.column = 0
            pieces.append(line[: max(0, MAX_LINE - self.column)])
            if self.column <= MAX_LINE < self.column + len(line):
                pieces.append("…")
            self.column += len(line)
        return "".join(pieces)


class PrintedText(Themed, QPlainTextEdit):
    """A field with the last lines that a program has printed; it scrolls with them while the end is visible."""

    def __init__(self) -> None:
        super().__init__()
        self.cutter = LineCutter()
        self.setReadOnly(True)
        self.setProperty("framed", True)
        self.setMaximumBlockCount(MAX_PRINTED_LINES)
        self.setPlaceholderText(tr("Printed text is shown here."))
        self.setAccessibleName(tr("Printed so far"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumHeight(MIN_OUTPUT_HEIGHT)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Set the fixed font in the text size."""
        if self.font() != font(12, fixed=True):
            self.setFont(font(12, fixed=True))

    def begin(self) -> None:
        """Remove what an earlier run has printed."""
        self.clear()
        self.cutter = LineCutter()

    def add(self, text: str) -> None:
        """Append printed text; the view scrolls with it only if it was at the end."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 2
        at = self.textCursor()
        at.movePosition(at.MoveOperation.End)
        at.insertText(self.cutter.cut(text))
        if follows:
            bar.setValue(bar.maximum())


def breakable(text: str) -> str:
    """Return a text that wraps after slashes and commas, anywhere if it is long, and reads from left to right."""
    whole = UNBROKEN_TEXT.sub("\\1\u200b", text.replace("/", "/\u200b").replace(",", ",\u200b"))
    return f"\u2066{whole}\u2069" if QGuiApplication.isRightToLeft() else whole
