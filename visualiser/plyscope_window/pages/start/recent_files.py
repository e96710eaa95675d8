"""The list of recent files: each with its name and the day on which it was last changed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.cards import CardButton
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.widgets.table import LEADING, TRAILING
from plyscope_window.words import tr

MAX_RECENT = 8
"""The largest number of files that are listed."""
NAME, DAY = 13, 12
"""Font sizes of the name and the day of a recent file."""


def day_text(day: date, today: date) -> str:
    """Return a day as it is said today: today, yesterday, 12 Nov, or with the year if that is another one."""
    if (today - day).days in (0, 1):
        return tr("yesterday") if (today - day).days else tr("today")
    return QLocale().toString(QDate(day.year, day.month, day.day), "d MMM" if day.year == today.year else "d MMM yyyy")


def changed_day(path: Path) -> str:
    """Return the day on which a file was last changed, in words; empty where that is not known."""
    try:
        return day_text(date.fromtimestamp(path.stat().st_mtime), date.today())
    except (OSError, OverflowError, ValueError):
        return ""


class RecentFile(CardButton):
    """A button with the name of a file, which opens it."""

    def __init__(self, path: Path) -> None:
        super().__init__(QSizePolicy.Policy.Ignored)
        self.path, self.day = path, changed_day(path)
        self.setToolTip(str(path))
        self.setAccessibleName(tr("{name} in {folder}", name=path.name, folder=path.parent))

    def sizeHint(self) -> QSize:
        return QSize(200, round(QFontMetricsF(font(NAME)).lineSpacing()) + 12)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # Names of files read from left to right in every language.
        painter = smooth_painter(self, is_from_left=True)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme().ink, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().band)
            painter.drawRoundedRect(area, 6, 6)
        inside = area.adjusted(6, 0, -6, 0)
        is_mirrored = self.isRightToLeft()
        begin, end = (TRAILING, LEADING) if is_mirrored else (LEADING, TRAILING)
        painter.setFont(font(DAY))
        painter.setPen(theme().quiet)
        painter.drawText(inside, end, self.day)
        taken = QFontMetricsF(font(DAY)).horizontalAdvance(self.day) + 12
        room = inside.adjusted(taken, 0, 0, 0) if is_mirrored else inside.adjusted(0, 0, -taken, 0)
        painter.setFont(font(NAME))
        painter.setPen(theme().ink)
        shown = QFontMetricsF(font(NAME)).elidedText(self.path.name, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, begin, shown)


class RecentFiles(QWidget):
    """The list of recent files."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.files: list[RecentFile] = []
        self.nothing = Label(tr("Files that you open or save are listed here."), 12, quiet=True, wrapped=True)
        self._layout = column_layout(self.nothing, STRETCH, spacing=0)
        self.setLayout(self._layout)

    def show_paths(self, paths: list[Path]) -> None:
        """List the first `MAX_RECENT` files of those that are given."""
        for old in self.files:
            self._layout.removeWidget(old)
            old.deleteLater()
        self.files = [RecentFile(path) for path in paths[:MAX_RECENT]]
        for place, file in enumerate(self.files):
            file.clicked.connect(lambda _checked=False, path=file.path: self.chosen.emit(str(path)))
            self._layout.insertWidget(place, file)
        self.nothing.setVisible(not self.files)
