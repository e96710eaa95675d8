"""What a program prints, as it arrives; and texts without spaces that may wrap."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from plyscope_window.look.theme import font
from plyscope_window.widgets.painting import STYLE_EVENTS
from plyscope_window.words import tr

MAX_PRINTED_LINES, MAX_LINE = 500, 400
UNBROKEN_TEXT = re.compile(r"([^\s\u200b]{40})")
MIN_OUTPUT_HEIGHT = 70
"""Pixels for printed text even in a low window."""


class LineCutter:
    """Cuts long lines of printed text as it arrives, because their layout would block the window."""

    def __init__(self) -> None:
        self.column = 0

    def take(self, text: str) -> str:
        found = []
        for place, line in enumerate(text.split("\n")):
            if place:
                found.append("\n")
                self.column = 0
            found.append(line[: max(0, MAX_LINE - self.column)])
            if self.column <= MAX_LINE < self.column + len(line):
                found.append("…")
            self.column += len(line)
        return "".join(found)


class PrintedText(QPlainTextEdit):
    """What a program has printed: its last lines, which scroll with it while the end is visible."""

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in STYLE_EVENTS:
            self.apply_theme()

    def apply_theme(self) -> None:
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
        at.insertText(self.cutter.take(text))
        if follows:
            bar.setValue(bar.maximum())


def breakable(text: str) -> str:
    """A path or a call that wraps after slashes and commas, anywhere if it is long, and reads from left to right."""
    whole = UNBROKEN_TEXT.sub("\\1\u200b", text.replace("/", "/\u200b").replace(",", ",\u200b"))
    return f"\u2066{whole}\u2069" if QGuiApplication.isRightToLeft() else whole
