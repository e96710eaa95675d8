"""Cards that one opens a sample by: its board, its title and how its note begins."""

from __future__ import annotations

from unicodedata import bidirectional

from plyscope.games import TREE
from plyscope.model.position import Position
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.boards import paint_board
from plyscope_window.widgets.tree_sketch import paint_tree_thumbnail

MIN_WIDTH = 216
PICTURE, PADDING = 116, 12
TITLE, NOTE = 13, 12
"""The text sizes of title and note, which have two lines each."""


class Card(QAbstractButton):
    """The card of a sample. It is shown before its position has been read; `show_position` adds the board."""

    arrow_pressed = Signal(object)
    """An arrow key. The page, which knows the layout of the cards, handles it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.position: Position | None = None
        self.title, self.note = name.rpartition("/")[2].replace("-", " "), ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._describe()

    def show_position(self, position: Position) -> None:
        self.position = position
        self.title = position.title or self.title
        # A note has the line breaks of its file; a paragraph ends at an empty line.
        self.note = " ".join(position.notes.partition("\n\n")[0].split())
        self._describe()
        self.update()

    def _describe(self) -> None:
        self.setAccessibleName(self.title)
        self.setAccessibleDescription(self.note)
        self.setToolTip(self.note)

    @property
    def words(self) -> str:
        """The text that a filter searches."""
        return f"{self.title} {self.note} {self.name}".casefold()

    def sizeHint(self) -> QSize:
        lines = 2 * QFontMetricsF(font(TITLE, bold=True)).lineSpacing() + 2 * QFontMetricsF(font(NOTE)).lineSpacing()
        return QSize(MIN_WIDTH, round(PADDING * 3 + PICTURE + lines + 4))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.arrow_pressed.emit(Qt.Key(event.key()))
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme()
        is_marked = self.hasFocus()
        painter.setPen(
            QPen(colours.for_max, 2) if is_marked else QPen(colours.edge if self.underMouse() else colours.hairline, 1)
        )
        painter.setBrush(colours.band if self.isDown() else colours.card)
        inset = 1.0 if is_marked else 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 8, 8)
        area = QRectF(self.rect()).adjusted(PADDING, PADDING, -PADDING, -PADDING)
        self._paint_picture(painter, QRectF(area.left(), area.top(), area.width(), PICTURE))
        y = area.top() + PICTURE + PADDING
        painter.setPen(colours.ink)
        y += paint_lines(painter, self.title, QRectF(area.left(), y, area.width(), 0), TITLE, self, bold=True) + 4
        painter.setPen(colours.quiet)
        room = int((area.bottom() - y) / QFontMetricsF(font(NOTE)).lineSpacing() + 0.1)
        paint_lines(painter, self.note, QRectF(area.left(), y, area.width(), 0), NOTE, self, max_lines=room)

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        if self.position is None:
            return
        if self.position.game.name == TREE:
            paint_tree_thumbnail(painter, self.position, area)
        else:
            paint_board(painter, self.position.board(), area, self.position.max_side)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


def paint_lines(
    painter: QPainter,
    text: str,
    area: QRectF,
    pixels: float,
    widget: QWidget,
    *,
    bold: bool = False,
    max_lines: int = 2,
) -> float:
    """Paint a text in at most `max_lines` lines, the last one elided; return its height."""
    face = font(pixels, bold=bold)
    metrics = QFontMetricsF(face)
    layout = QTextLayout(text, face)
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(area.width())
        starts.append(line.textStart())
    layout.endLayout()
    painter.setFont(face)
    # Titles and notes have their own language, whatever the language of the window.
    painter.setLayoutDirection(direction_of(text))
    alignment = Qt.AlignmentFlag.AlignRight if is_mirrored(widget) else Qt.AlignmentFlag.AlignLeft
    for place, start in enumerate(starts[:max_lines]):
        is_last = place == max_lines - 1
        part = text[start:] if is_last else text[start : starts[place + 1]] if place + 1 < len(starts) else text[start:]
        shown = metrics.elidedText(part.rstrip(), Qt.TextElideMode.ElideRight, area.width())
        line_area = QRectF(area.left(), area.top() + place * metrics.lineSpacing(), area.width(), metrics.lineSpacing())
        painter.drawText(line_area, alignment | Qt.AlignmentFlag.AlignVCenter, shown)
    return min(len(starts), max_lines) * metrics.lineSpacing()


def direction_of(text: str) -> Qt.LayoutDirection:
    """The direction of the first character that has one."""
    strong = next((kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), "L")
    return Qt.LayoutDirection.LeftToRight if strong == "L" else Qt.LayoutDirection.RightToLeft


def is_mirrored(widget: QWidget) -> bool:
    return widget.layoutDirection() == Qt.LayoutDirection.RightToLeft
