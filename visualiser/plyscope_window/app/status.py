"""Texts at the edge of the window: what was counted, the rules of the search, what the arrow keys do, and a note."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QStatusBar,
    QStyle,
    QStyleOption,
    QWidget,
)

from plyscope_window.look.theme import font
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.layouts import column_layout, row_layout, scroll_area
from plyscope_window.widgets.painting import Themed, elided
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope_window.pages.page import Page

WIDTH, MAX_HEIGHT = 440, 360
"""The width of a note's window and its largest height, in pixels."""
NOTE_MARGIN = 12
"""How far from the edge of the window the texts of the status bar begin and end."""
FIRST_WIDGET_GAP = 2
"""What Qt leaves free before the first widget of a status bar."""
WIDTH_STEP = 24
"""The room of a text that changes with the steps is a multiple of so many pixels."""


class NoteButton(QWidget):
    """The button that opens the author's note on a position; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.button = framed_button(tr("Note"), tr("The author’s note on this position"), "info", self.open)
        self.setLayout(row_layout(self.button))
        self.sheet: NoteDialog | None = None
        self.show_note("")

    def show_note(self, note: str) -> None:
        """Take the note of another position; an empty one hides the button."""
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
        self.setLayout(column_layout(scroll_area(self.text), margins=1))
        self.resize(WIDTH, min(MAX_HEIGHT, self.text.heightForWidth(WIDTH - 20) + 8))


class FactsLabel(Themed, QLabel):
    """What has been counted, in a width that few steps change: for each new one all docks are laid out again."""

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(12, 0, 8, 0)
        self.apply_theme()

    def say(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            self.setText(text)
            self.apply_theme()

    def apply_theme(self) -> None:
        """Set the size to that of the text, in steps of WIDTH_STEP."""
        margins, metrics = self.contentsMargins(), self.fontMetrics()
        width = metrics.horizontalAdvance(self.text()) + margins.left() + margins.right() + 2
        # Qt asks for another layout where a text may change the size, and not where that is fixed.
        self.setFixedSize(-(-width // WIDTH_STEP) * WIDTH_STEP, metrics.height())


class StatusBar(QStatusBar):
    """The rules of the search and what the keys do; a message stands in place of the rules for a while.

    Qt begins a message at a place of its own; here it begins where the rules do.
    """

    def __init__(self, rules: RulesOfSearch, hint: Hint) -> None:
        super().__init__()
        self.rules, self.hint = rules, hint
        self.addWidget(rules)
        self.addPermanentWidget(hint)
        self.setSizeGripEnabled(False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Qt makes it as high as its texts only while it is seen.
        self.reformat()

    def message_area(self) -> QRect:
        """The area of a message: from where the rules begin up to the keys."""
        direction, bar = self.layoutDirection(), self.rect()
        keys = QStyle.visualRect(direction, bar, self.hint.geometry())
        area = QRect(QPoint(FIRST_WIDGET_GAP + NOTE_MARGIN, 0), QPoint(keys.left() - 1, bar.bottom()))
        return QStyle.visualRect(direction, bar, area)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        at_the_rules = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        lines = at_the_rules | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.message_area(), lines, self.currentMessage())


class RulesOfSearch(QLabel):
    """By which rule the search in front cuts, and its order of moves; empty for a search without windows.

    In large type it is cut: otherwise no window could be narrower than it and the keys together.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(NOTE_MARGIN, 2, NOTE_MARGIN, 2)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        bar = self.parentWidget()
        if isinstance(bar, QStatusBar) and bar.currentMessage():
            # For a message that was given while the bar was hidden, Qt does not hide the rules.
            return
        painter, room = QPainter(self), self.contentsRect()
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment(), elided(self.text(), self.font(), room.width()))

    def show_page(self, page: Page) -> None:
        """Show the rules of a page's recording; of two compared, those of the active one if it has any."""
        # It is never hidden or shown: the bar does that while it shows a message.
        if page.session is None and page.pair is None:
            self.clear()
            self.setToolTip("")
            return
        # Only here, for it needs numpy, for which a window that has just been opened does not wait.
        from plyscope.text.search_names import rules_of

        if page.pair is not None:
            pair = page.pair
            traces = [pair.leading.trace, *(side.trace for side in pair.sides.values())]
        else:
            assert page.session is not None
            traces = [page.session.trace]
        rules = next(filter(None, map(rules_of, traces)), None)
        about = tr("The rule by which this search cuts, what it returns then, and its order of moves")
        self.setText("" if rules is None else localized(rules))
        self.setToolTip(f"{self.text()}\n{about}" if self.text() else "")


class Hint(QLabel):
    """What the arrow keys do in the part of the window that has the keyboard focus."""

    def __init__(self, canvas: Callable[[], QWidget | None], timeline: QWidget) -> None:
        super().__init__()
        self.canvas, self.timeline = canvas, timeline
        self.setContentsMargins(NOTE_MARGIN, 2, NOTE_MARGIN, 2)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.follow)

    def follow(self, before: QWidget | None, widget: QWidget | None) -> None:
        """Show what the arrow keys do where the keyboard is now."""
        if widget is not None and widget is self.canvas():
            self.setText(tr("Arrows: from frame to frame · F11, F10: in time"))
        elif widget is not None and self.timeline.isAncestorOf(widget):
            self.setText(tr("Arrows: in time"))
        else:
            self.setText(tr("F1: keys"))
