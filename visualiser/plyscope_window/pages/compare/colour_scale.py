"""The one colour scale of two recordings as an entry of their legend: in words where there is room, else in numbers."""

from __future__ import annotations

from typing import NamedTuple

from plyscope.layout.shades import Shades
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QLinearGradient, QPainter

from plyscope_window.look.theme import font, theme
from plyscope_window.words import number, tr

BAR_WIDTH, SMALL_BAR, BAR_HIGH = 150.0, 72.0, 11.0
"""The width of the bar of colours in pixels, that of the small one, and the height of both."""
GAP = 8.0
"""Pixels between the parts of the scale."""


class Piece(NamedTuple):
    """A text, or without one the bar of colours."""

    text: str
    is_bold: bool
    width: float


def scale_forms(shades: Shades | None) -> list[list[Piece]]:
    """Return the forms of the scale, the longest first; none where no value is known."""
    if shades is None:
        return []
    low, middle, high = (number(shades.middle + part * shades.reach) for part in (-1, 0, 1))
    short = [text_piece(low, is_bold=True), Piece("", False, SMALL_BAR), text_piece(high, is_bold=True)]
    ends = [
        text_piece(tr("good for MIN")),
        short[0],
        Piece("", False, BAR_WIDTH),
        short[2],
        text_piece(tr("good for MAX")),
    ]
    whole = [
        text_piece(tr("one colour scale for both:")),
        *ends,
        text_piece(tr("· grey is the middle:")),
        text_piece(middle, is_bold=True),
    ]
    return [whole, ends, short]


def text_piece(words: str, *, is_bold: bool = False) -> Piece:
    """Return a text as a part of the scale, with its width."""
    return Piece(words, is_bold, QFontMetricsF(font(12, bold=is_bold)).horizontalAdvance(words) + 1)


def form_width(scale: list[Piece]) -> float:
    """Return the width of a form of the scale, in pixels."""
    return sum(piece.width for piece in scale) + GAP * (len(scale) - 1)


def paint_scale(painter: QPainter, scale: list[Piece], corner: QPointF, high: float) -> None:
    """Paint a form of the scale from its top left corner, in a line of the height `high`."""
    colours, x = theme(), corner.x()
    for piece in scale:
        area = QRectF(x, corner.y(), piece.width, high)
        if piece.text:
            painter.setFont(font(12, bold=piece.is_bold))
            painter.setPen(colours.ink if piece.is_bold else colours.quiet)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, piece.text)
        else:
            gradient = QLinearGradient(area.left(), 0, area.right(), 0)
            for place, colour in ((0.0, colours.for_min), (0.5, colours.even), (1.0, colours.for_max)):
                gradient.setColorAt(place, colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(gradient)
            painter.drawRoundedRect(QRectF(x, area.center().y() - BAR_HIGH / 2, piece.width, BAR_HIGH), 3, 3)
        x += piece.width + GAP
