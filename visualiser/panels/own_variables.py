"""The variables of an open frame of somebody's own code: in a cell, and in full. What a line changed is marked."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from engine.messages import shortened
from engine.open_frames import StackFrame
from engine.steps import Moment
from visualiser.panels.rows import PADDING, RowLook
from visualiser.session import Session
from visualiser.theme import font, theme
from visualiser.words import tr

LONGEST, LONGEST_IN_FULL = 40, 600
"""Characters of a value in a cell, and where it stands in full."""
LONG = 20
"""Characters of a variable from which on it stands behind the others, where there is little room."""
GAP = 10.0


class Part(NamedTuple):
    """A variable and its value, or what a frame returns."""

    text: str
    is_marked: bool


def parts_of(session: Session, open_frame: StackFrame, longest: int) -> list[Part]:
    """What a frame returns first, where it does, then its variables."""
    cursor, own = session.cursor, session.trace.own
    parts = []
    if own is not None and open_frame.frame == cursor.frame and cursor.now.moment is Moment.LEAVE:
        parts.append(Part(f"→ {shortened(own.result(open_frame.frame) or '', longest)}", True))
    for one in cursor.variables(open_frame.frame):
        if one.text is not None:
            parts.append(Part(f"{one.name} = {shortened(one.text, longest)}", one.changed))
    return parts


def in_one_line(session: Session, open_frame: StackFrame) -> str:
    return ", ".join(part.text for part in parts_of(session, open_frame, LONGEST))


def in_words(session: Session, open_frame: StackFrame) -> str:
    """One variable a line, and which the line before has changed."""
    lines = [
        tr("{variable}  (changed)", variable=part.text) if part.is_marked and "=" in part.text else part.text
        for part in parts_of(session, open_frame, LONGEST_IN_FULL)
    ]
    return "\n".join(lines) or tr("No variables yet.")


def paint_variables(painter: QPainter, area: QRectF, session: Session, open_frame: StackFrame, look: RowLook) -> None:
    """As many as there is room for; marked ones on a ground of their own."""
    face, colours = font(12, fixed=True), theme()
    metrics = QFontMetricsF(face)
    x, end = area.left() + PADDING, area.right() - PADDING
    painter.setFont(face)
    for part in sorted(
        parts_of(session, open_frame, LONGEST), key=lambda part: (not part.is_marked, len(part.text) > LONG)
    ):
        room = end - x
        if room < 24:
            return
        text = metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, room)
        wide = metrics.horizontalAdvance(text)
        high = metrics.height() + 2
        if part.is_marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.on_now if look.is_now else colours.now)
            painter.drawRoundedRect(QRectF(x - 4, area.center().y() - high / 2, wide + 8, high), 4, 4)
        ink = look.ink if not part.is_marked else colours.now if look.is_now else colours.on_now
        painter.setPen(ink)
        baseline = area.center().y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, baseline), text)
        x += wide + GAP + (4 if part.is_marked else 0)
