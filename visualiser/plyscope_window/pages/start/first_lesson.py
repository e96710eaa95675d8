"""The framed card of the first lesson: its tree, its prompts, and the button that begins it.

Once the lesson is done, the card shrinks to one line.
"""

from __future__ import annotations

from plyscope.files.lessons import Lesson
from plyscope.files.sources import load
from plyscope.messages import InputError
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.settings import Settings
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.widgets.tree_sketch import paint_tree_thumbnail
from plyscope_window.words import LocalizedText, tr

SKETCH = QSize(264, 144)
"""The size of the tree, in pixels."""
WIDE_WIDTH = 900
"""The width from which there is room for the tree beside the prompts."""
BIG_BUTTON = """
QPushButton { min-height: 40px; padding: 2px 30px; }
QPushButton:focus { padding: 0 28px; border-width: 4px; }
"""
"""The style of the button that begins the lesson."""
DONE = -1
"""In place of the number of the next prompt: the lesson is done."""


def lesson_progress(settings: Settings, lesson: Lesson) -> int:
    """Return the number of a lesson's prompts that are done; DONE when all are."""
    return round(settings.number(f"lessons/{lesson.name}", 0, DONE, len(lesson.prompts) - 1))


class Sketch(QWidget):
    """The picture of the lesson's tree."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.setFixedSize(SKETCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            position = load(self.source)
        except InputError:
            return
        paint_tree_thumbnail(painter, position, QRectF(self.rect()), has_names=True)


class Number(QWidget):
    """The number of a prompt in a circle; filled when the prompt is done."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.is_done = False
        self.setFixedSize(24, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(QPen(theme().ink, 1.5))
        painter.setBrush(theme().ink if self.is_done else theme().card)
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.setPen(theme().paper if self.is_done else theme().ink)
        painter.setFont(font(12, bold=True))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "✓" if self.is_done else str(self.number))


class FirstLesson(QFrame):
    """The card of the first lesson."""

    requested = Signal()
    """Request to begin the lesson, or to go on with it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.title = Label(pixels=20, bold=True)
        self.begin = push_button("", self.requested.emit, is_strong=True)
        self.begin.setAutoDefault(True)
        about = tr("Press Enter. Leave it at any time; it goes on where you were.")
        self.note = Label(about, 12, quiet=True, wrapped=True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sketch = Sketch(lesson.source)
        self.numbers = [Number(number) for number in range(1, len(lesson.prompts) + 1)]
        self.prompts = QWidget()
        grid = QGridLayout(self.prompts)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (number, prompt) in enumerate(zip(self.numbers, lesson.prompts, strict=True)):
            grid.addWidget(number, row, 0)
            grid.addWidget(Label(prompt.title, 14), row, 1)
        side = column_layout(STRETCH, (self.begin, 0, Qt.AlignmentFlag.AlignHCenter), self.note, STRETCH, spacing=10)
        self._layout = row_layout(
            (self.sketch, 0, Qt.AlignmentFlag.AlignVCenter),
            (column_layout(self.title, self.prompts, spacing=4), 3), (side, 2), margins=None, spacing=20,
        )  # fmt: skip
        self.setLayout(self._layout)
        self._room = 0
        self.show_progress(0)

    def show_progress(self, place: int) -> None:
        """Show how far the reader has come: the number of prompts that are done, or DONE."""
        self.place = place
        is_done = place == DONE
        for number in self.numbers:
            number.is_done = is_done or number.number <= place
            number.update()
        title = LocalizedText(self.lesson.title)
        later = LocalizedText(title[:1].lower() + title[1:])
        self.title.setText(tr("Done: {title}", title=later) if is_done else tr("Start here: {title}", title=later))
        self.title.setMinimumWidth(self.title.sizeHint().width())
        if is_done:
            self.begin.setText(tr("Once more"))
        elif place:
            self.begin.setText(tr("Go on with {number} of {all}", number=place + 1, all=len(self.numbers)))
        else:
            self.begin.setText(tr("Begin"))
        self.begin.setFont(font(13 if is_done else 16))
        self.begin.setStyleSheet("" if is_done else BIG_BUTTON)
        margin = 12 if is_done else 20
        self._layout.setContentsMargins(24, margin, 24, margin)
        self.fit(self._room)

    def fit(self, width: int) -> None:
        """Show what there is room for in a page of this width."""
        self._room = width
        is_done = self.place == DONE
        self.sketch.setVisible(not is_done and width >= WIDE_WIDTH)
        self.prompts.setVisible(not is_done)
        self.note.setVisible(not is_done)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(QPen(theme().hairline, 1) if self.place == DONE else QPen(theme().ink, 2))
        painter.setBrush(theme().card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
