"""The list of files that were open before: name and folder, to be opened again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from visualiser.panels.parts import Words
from visualiser.theme import font, theme
from visualiser.words import tr

MOST_SHOWN = 10
NAME, FOLDER = 13, 11
"""Pixels of the two lines."""


class RecentFile(QAbstractButton):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(str(path))
        self.setAccessibleName(tr("{name} in {folder}", name=path.name, folder=path.parent))

    def sizeHint(self) -> QSize:
        lines = QFontMetricsF(font(NAME)).lineSpacing() + QFontMetricsF(font(FOLDER)).lineSpacing()
        return QSize(200, round(lines) + 14)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # Paths are read from the left everywhere.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme().for_max, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().band)
            painter.drawRoundedRect(area, 6, 6)
        inside = area.adjusted(8, 5, -8, -5)
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        for text, pixels, colour, edge in (
            (self.path.name, NAME, theme().ink, Qt.AlignmentFlag.AlignTop),
            (str(self.path.parent), FOLDER, theme().quiet, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setFont(font(pixels))
            painter.setPen(colour)
            shown = QFontMetricsF(font(pixels)).elidedText(text, Qt.TextElideMode.ElideMiddle, inside.width())
            painter.drawText(inside, side | edge, shown)


class RecentFiles(QWidget):
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.files: list[RecentFile] = []
        self.nothing = Words(tr("Files that you open or save are listed here."), 12, quiet=True, wrapped=True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._layout.addWidget(self.nothing)
        self._layout.addStretch(1)

    def show_paths(self, paths: list[Path]) -> None:
        for old in self.files:
            self._layout.removeWidget(old)
            old.deleteLater()
        self.files = [RecentFile(path) for path in paths[:MOST_SHOWN]]
        for place, file in enumerate(self.files):
            file.clicked.connect(lambda _checked=False, path=file.path: self.chosen.emit(str(path)))
            self._layout.insertWidget(place, file)
        self.nothing.setVisible(not self.files)
