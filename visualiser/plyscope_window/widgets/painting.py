"""What painted widgets share: rims, rows, elided texts, pills, the colour of the future, and following the theme."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPaintDevice, QPainter, QPen
from PySide6.QtWidgets import QWidget

from plyscope_window.look.theme import font, mixed, theme

if TYPE_CHECKING:
    Widget = QWidget
else:
    # Qt's classes cannot be joined with each other.
    Widget = object


def fill_rim(painter: QPainter, area: QRect, colour: QColor) -> None:
    """Fill the outermost pixels of a widget that paints its whole area and is not erased first.

    Call this before painting anything else. At a scale such as 1.25 the last pixel of a widget belongs to it only in
    part. Painting up to the widget's edge covers that pixel in part or not at all, and old memory would show. Where
    the scale is a whole number there is no such pixel.
    """
    if painter.device().devicePixelRatio().is_integer():
        return
    around = area.adjusted(-1, -1, 1, 1)
    for strip in (
        QRect(around.left(), around.top(), around.width(), 2),
        QRect(around.left(), around.bottom() - 2, around.width(), 3),
        QRect(around.left(), around.top(), 2, around.height()),
        QRect(around.right() - 2, around.top(), 3, around.height()),
    ):
        painter.fillRect(strip, colour)


class Themed(Widget):
    """What a widget is besides: one whose look depends on theme, text size or the direction of the layout."""

    def apply_theme(self) -> None:
        """Set anew what depends on theme, text size or direction."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in STYLE_EVENTS:
            self.apply_theme()


STYLE_EVENTS = (
    QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange
)  # fmt: skip
"""The events that Qt sends after a change of theme, text size or direction."""


def row_height(pixels: float = 13) -> int:
    """The height of a row of a table, in pixels, for a text of a font size."""
    return QFontMetrics(font(pixels)).height() + 8


def smooth_painter(on: QPaintDevice, *, is_from_left: bool = False) -> QPainter:
    """A painter of smooth lines, whose texts run from left to right in a mirrored widget, too, if they are to."""
    painter = QPainter(on)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if is_from_left:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    return painter


@lru_cache(maxsize=4096)
def elided(text: str, in_font: QFont, width: float, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    """A text that fits into a width, with an ellipsis where something was cut."""
    return QFontMetricsF(in_font).elidedText(text, cut, width)


def paint_pill(painter: QPainter, area: QRectF, text: str, fill: QColor, ink: QColor, in_font: QFont) -> QRectF:
    """Paint a short text on a rounded ground in the middle of an area; return the area of the pill."""
    width = min(area.width(), QFontMetricsF(in_font).horizontalAdvance(text) + 14)
    height = min(area.height(), QFontMetricsF(in_font).height() + 2)
    pill = QRectF(area.center().x() - width / 2, area.center().y() - height / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_on_ground(painter, pill, 5, elided(text, in_font, width - 6), in_font, ink, fill)
    painter.restore()
    return pill


def paint_on_ground(
    painter: QPainter, ground: QRectF, radius: float, text: str, in_font: QFont, ink: QColor, fill: QColor,
    line: QPen | Qt.PenStyle = Qt.PenStyle.NoPen,
) -> None:  # fmt: skip
    """Paint a text in the middle of a ground of its own, so that nothing runs through it."""
    painter.setPen(line)
    painter.setBrush(fill)
    painter.drawRoundedRect(ground, radius, radius)
    painter.setFont(in_font)
    painter.setPen(ink)
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


def future_colour(colour: QColor) -> QColor:
    """A colour as it is drawn in the future of the cursor."""
    return mixed(theme().paper, colour, 0.55)
