"""Small notes at frames whose subtree, or some of whose children, a person has put away."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from engine.layout.rows import Rows
from engine.layout.view import View
from visualiser.canvas.tree import Style
from visualiser.theme import Theme, font
from visualiser.words import count, tr

ROOM = 16.0
"""The width of a frame in pixels from which it gets a note."""
MOST_NOTES = 200


def collapsed_text(rows: Rows, frame: int) -> str:
    """How many calls below a frame are not shown; empty where it is not collapsed."""
    below = rows.trace.sizes[frame] - 1
    return tr("+{number}", number=count(below)) if frame in rows.collapsed and below else ""


def hidden_text(rows: Rows, frame: int) -> str:
    """How many children of a frame are hidden; empty where none are."""
    number = hidden_children(rows)[frame]
    return tr("{number} hidden", number=count(number)) if number and frame not in rows.collapsed else ""


def hidden_children(rows: Rows) -> Counter[int]:
    return Counter(rows.trace.parents[frame] for frame in rows.noted if frame > 0)


def paint_badge(painter: QPainter, text: str, top: QPointF, theme: Theme) -> None:
    """A note on a ground of its own, hanging from a point."""
    painter.setFont(font(10))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 8
    ground = QRectF(top.x() - wide / 2, top.y(), wide, 14)
    painter.setPen(QPen(theme.edge, 1))
    painter.setBrush(theme.card)
    painter.drawRoundedRect(ground, 4, 4)
    painter.setPen(theme.ink)
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


def paint_note(painter: QPainter, text: str, left: QPointF, theme: Theme) -> None:
    """A note beside a glyph; the point is the middle of its left edge."""
    painter.setFont(font(10))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 8
    paint_badge(painter, text, left + QPointF(wide / 2, -7), theme)


def paint_badges(painter: QPainter, rows: Rows, view: View, style: Style, theme: Theme, until: int) -> None:
    """The notes of the frames before a certain one, where there is room for them."""
    parents = hidden_children(rows)
    for frame in sorted({*rows.collapsed, *parents})[:MOST_NOTES]:
        span = rows.span(frame)
        if span is None or frame >= until:
            continue
        left, right = view.x_of(span[0]), view.x_of(span[1])
        if right - left < ROOM or right < 0 or left > view.width:
            continue
        ply = rows.trace.plies[frame]
        x, width = style.centre(view, left, right), min(style.glyph, (right - left) * 0.82)
        if text := collapsed_text(rows, frame):
            paint_badge(painter, text, QPointF(x, style.foot(view, ply) + 3), theme)
        if text := hidden_text(rows, frame):
            beside = QPointF(x + width / 2 + 9, style.y(view, ply) - (20 if style.boards else 0))
            paint_note(painter, text, beside, theme)
