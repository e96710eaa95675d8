"""Cards that open samples: a small picture of the position, never of a result, the title, and what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

from plyscope.files.contents import ListedSample
from plyscope.games import TREE
from plyscope.model.position import Position
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import Current, font, theme
from plyscope_window.widgets.boards import paint_board
from plyscope_window.widgets.game_names import game_title
from plyscope_window.widgets.painting import Themed, smooth_painter
from plyscope_window.widgets.tree_sketch import paint_tree_thumbnail
from plyscope_window.words import tr

MIN_CARD_WIDTH, CARD_HEIGHT = 216, 112
"""The least width of a card and its height, in pixels."""
PICTURE_WIDTH, PICTURE_HEIGHT, PADDING, PICTURE_GAP = 78, 70, 12, 14
"""The size of the picture, the room around everything, and that between picture and text, in pixels."""
TITLE_SIZE, NOTE_SIZE = 14, 12
"""The text sizes of title and note."""
MAX_TITLE_LINES = 3
"""The most lines of a title, in a card with room for them."""
PLY_HEIGHT = 14
"""The height of a ply in the drawing of a recursion, in pixels."""


class CardButton(QAbstractButton):
    """A button that its class paints. The pointer over it is a hand, and Enter presses it, too."""

    def __init__(self, across: QSizePolicy.Policy = QSizePolicy.Policy.Preferred) -> None:
        """`across` says how it takes room beside others; it has its own height."""
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class Card(Themed, CardButton):
    """The card of a sample. It is shown before its position has been read; `show_position` adds the board."""

    arrow_pressed = Signal(object)
    """An arrow key. The page, which knows the layout of the cards, handles it."""

    def __init__(self, sample: ListedSample, group: str) -> None:
        super().__init__()
        self.sample = sample
        self.position: Position | None = None
        self.note = ""
        """How its author's note begins."""
        self._group = group
        self.setAccessibleName(sample.title)
        self._describe()

    def show_position(self, position: Position) -> None:
        """Add the board of the sample, which has been read by now, and its note."""
        self.position = position
        # A note has the line breaks of its file; a paragraph ends at an empty line.
        self.note = " ".join(position.notes.partition("\n\n")[0].split())
        self._describe()
        self.update()

    def _describe(self) -> None:
        """Set tooltip and accessible description: what the sample is about, and of a program that a click runs it."""
        note = tr("A click runs this program and records its calls.") if self.sample.is_program else self.note
        text = "\n".join(part for part in (self.sample.about, note) if part)
        self.setAccessibleDescription(text)
        self.setToolTip(text)

    @property
    def words(self) -> str:
        """The text that a filter searches, case-folded."""
        sample = self.sample
        game = "" if self.position is None else game_title(self.position.game.name)
        return f"{sample.title} {sample.about} {self.note} {sample.name} {game} {self._group}".casefold()

    def sizeHint(self) -> QSize:
        return QSize(MIN_CARD_WIDTH, round(CARD_HEIGHT * max(1.0, Current.text_scale)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.arrow_pressed.emit(Qt.Key(event.key()))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        colours = theme()
        paint_frame(painter, self)
        area = QRectF(self.rect()).adjusted(PADDING, PADDING, -PADDING, -PADDING)
        text = area.adjusted(PICTURE_WIDTH + PICTURE_GAP, 0, 0, 0)
        picture = QRectF(area.left(), area.center().y() - PICTURE_HEIGHT / 2, PICTURE_WIDTH, PICTURE_HEIGHT)
        if self.isRightToLeft():
            picture.moveRight(area.right())
            text = area.adjusted(0, 0, -PICTURE_WIDTH - PICTURE_GAP, 0)
        self._paint_picture(painter, picture)
        title_lines = max(
            2, min(MAX_TITLE_LINES, int(text.height() / QFontMetricsF(font(TITLE_SIZE)).lineSpacing()) - 2)
        )
        lines = [
            line_starts(self.sample.title, font(TITLE_SIZE, bold=True), text.width(), title_lines),
            line_starts(self.sample.about, font(NOTE_SIZE), text.width(), 4),
        ]
        heights = [
            QFontMetricsF(font(TITLE_SIZE, bold=True)).lineSpacing(),
            QFontMetricsF(font(NOTE_SIZE)).lineSpacing(),
        ]
        lines[1] = lines[1][: max(1, int((text.height() - len(lines[0]) * heights[0] - 3) / heights[1]))]
        whole = sum(len(some) * height for some, height in zip(lines, heights, strict=True)) + 3
        y = text.center().y() - whole / 2
        painter.setPen(colours.ink)
        at = QRectF(text.left(), y, text.width(), 0)
        y += 3 + paint_lines(painter, self.sample.title, at, TITLE_SIZE, self, bold=True, max_lines=title_lines)
        painter.setPen(colours.quiet)
        at = QRectF(text.left(), y, text.width(), 0)
        paint_lines(painter, self.sample.about, at, NOTE_SIZE, self, max_lines=len(lines[1]))

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        """Paint the board of the sample; of a program its recursion, of a tree the tree."""
        if self.sample.is_program:
            paint_calls(painter, self.sample.calls, area, self.isRightToLeft())
        elif self.position is None:
            return
        elif self.position.game.name == TREE:
            paint_tree_thumbnail(painter, self.position, area)
        else:
            paint_board(painter, self.position.board(), area, self.position.max_side)

    def apply_theme(self) -> None:
        self.updateGeometry()


def paint_frame(painter: QPainter, button: QAbstractButton) -> None:
    """Paint the ground and the frame of a card, with a ring round it where it has the keyboard."""
    colours = theme()
    painter.setBrush(colours.band if button.isDown() else colours.card)
    area = QRectF(button.rect())
    if button.hasFocus():
        painter.setPen(QPen(colours.grip, 3))
        painter.drawRoundedRect(area.adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)
        painter.setPen(QPen(colours.ink, 1.5))
        painter.drawRoundedRect(area.adjusted(3.5, 3.5, -3.5, -3.5), 6, 6)
    else:
        painter.setPen(QPen(colours.edge if button.underMouse() else colours.hairline, 1))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)


def paint_calls(painter: QPainter, plies: Sequence[int], area: QRectF, mirrored: bool) -> None:
    """Paint a recursion as bars, each call below its caller; an icon where the plies of its calls are not known."""
    if not plies:
        side = 36.0
        icon("code").paint(
            painter, QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side).toRect()
        )
        return
    ends = [ply >= following for ply, following in zip(plies, [*plies[1:], 0], strict=True)]
    width, top = area.width() / sum(ends), area.center().y() - PLY_HEIGHT * (max(plies) + 1) / 2
    x = 0.0
    painter.setPen(Qt.PenStyle.NoPen)
    for number, ply in enumerate(plies):
        below = next((place for place in range(number + 1, len(plies)) if plies[place] <= ply), len(plies))
        wide = sum(ends[number:below]) * width
        left = area.right() - x - wide if mirrored else area.left() + x
        painter.setBrush(theme().even if number % 2 == 0 else theme().edge)
        painter.drawRect(QRectF(left, top + ply * PLY_HEIGHT, max(1.0, wide - 1.2), PLY_HEIGHT - 1.4))
        x += width if ends[number] else 0.0


def line_starts(text: str, face: QFont, width: float, max_lines: int) -> list[int]:
    """Where the first `max_lines` lines of a text in a width begin, as indices into it."""
    layout = QTextLayout(text, face)
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    return starts[:max_lines]


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
    starts = line_starts(text, face, area.width(), max_lines + 1)
    painter.setFont(face)
    # Titles and notes have their own language, whatever the language of the window.
    painter.setLayoutDirection(direction_of(text))
    alignment = Qt.AlignmentFlag.AlignRight if widget.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
    for place, start in enumerate(starts[:max_lines]):
        is_last = place == max_lines - 1
        part = text[start:] if is_last else text[start : starts[place + 1]] if place + 1 < len(starts) else text[start:]
        shown = metrics.elidedText(part.rstrip(), Qt.TextElideMode.ElideRight, area.width())
        line_area = QRectF(area.left(), area.top() + place * metrics.lineSpacing(), area.width(), metrics.lineSpacing())
        painter.drawText(line_area, alignment | Qt.AlignmentFlag.AlignVCenter, shown)
    return min(len(starts), max_lines) * metrics.lineSpacing()


def direction_of(text: str) -> Qt.LayoutDirection:
    """The direction in which a text is read: that of its first letter that has one, else from left to right."""
    strong = next((kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), "L")
    return Qt.LayoutDirection.LeftToRight if strong == "L" else Qt.LayoutDirection.RightToLeft
