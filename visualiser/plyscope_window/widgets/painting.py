"""Painting that widgets share: heights of rows, elided texts, pills, and the colour of the future."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from plyscope_window.look.theme import font, mixed, theme

RESTYLED = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange)
"""The events that Qt sends after a change of theme or text size."""


def dress_current_row(view: QWidget) -> None:
    """Give the current row of a list the same ground as a hovered row, since yellow is reserved for now."""
    palette = view.palette()
    colours = ((QPalette.ColorRole.Highlight, theme().hairline), (QPalette.ColorRole.HighlightedText, theme().ink))
    if any(palette.color(role) != colour for role, colour in colours):
        for role, colour in colours:
            palette.setColor(role, colour)
        view.setPalette(palette)


def row_height(pixels: float = 13) -> int:
    return QFontMetrics(font(pixels)).height() + 8


def elided(text: str, in_font: QFont, width: float, cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    """A text, elided to fit into a width."""
    return QFontMetricsF(in_font).elidedText(text, cut, width)


def paint_pill(painter: QPainter, area: QRectF, text: str, fill: QColor, ink: QColor, in_font: QFont) -> QRectF:
    """Paint a short text on a rounded ground in the middle of an area; return the area of the pill."""
    width = min(area.width(), QFontMetricsF(in_font).horizontalAdvance(text) + 14)
    height = min(area.height(), QFontMetricsF(in_font).height() + 2)
    pill = QRectF(area.center().x() - width / 2, area.center().y() - height / 2, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(pill, 5, 5)
    painter.setPen(ink)
    painter.setFont(in_font)
    painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, elided(text, in_font, width - 6))
    painter.restore()
    return pill


def faint(colour: QColor) -> QColor:
    """A colour as it is drawn in the future of the cursor."""
    return mixed(theme().paper, colour, 0.55)
