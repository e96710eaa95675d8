"""Small notes at frames: how many calls are collapsed or hidden below one, how many are the same in the other
recording, and, in recordings of user code, how often an equal call is made and which results came from a cache.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.geometry import Style, seen_blocks
from plyscope_window.look.glyphs import dashed
from plyscope_window.look.theme import Theme, font
from plyscope_window.widgets.painting import paint_on_ground
from plyscope_window.words import count, tr

MAX_TIMES_PER_PLY = 200
"""The most counts written on one ply."""
MIN_GLYPH_WITH_TIMES = 18.0
"""The width of glyphs from which counts are written beside them."""


def times_text(trace: Trace, frame: int, until: int) -> str:
    """×3 if a frame's call is made three times before frame `until`; empty for one call, or where that is not known."""
    times = trace.origin.times_called(frame, until)
    return tr("×{times}", times=count(times)) if times > 1 else ""


def paint_times(painter: QPainter, text: str, left: QPointF, room: float, theme: Theme) -> None:
    """Paint a count to the right of a glyph, below its middle; nothing where there is no room."""
    painter.setFont(font(10))
    width = QFontMetricsF(painter.font()).horizontalAdvance(text)
    if width <= room:
        painter.setPen(theme.quiet)
        painter.drawText(QRectF(left, left + QPointF(width + 2, 13)), Qt.AlignmentFlag.AlignVCenter, text)


def paint_all_times(painter: QPainter, rows: Rows, view: View, style: Style, theme: Theme, until: int) -> None:
    """Paint how often calls are made, at the frames drawn one by one that come before `until`."""
    if style.glyph < MIN_GLYPH_WITH_TIMES or not style.labels:
        return
    for ply, frames, _, left, right in seen_blocks(rows, view):
        roomy = (right - left >= 2 * style.glyph) & (frames < until)
        for place in np.flatnonzero(roomy)[:MAX_TIMES_PER_PLY].tolist():
            text = times_text(rows.trace, int(frames[place]), until)
            if text:
                x = style.centre(view, float(left[place]), float(right[place])) + style.glyph / 2 + 3
                room = min(float(right[place]), view.width) - x
                paint_times(painter, text, QPointF(x, style.y(view, ply) + 1), room, theme)


def saved_frames_mask(trace: Trace) -> NDArray[np.bool_] | None:
    """A mask of the frames whose results came from a cache; None where there are none."""
    saved = trace.origin.saved_frames
    if not len(saved):
        return None
    mask = np.zeros(len(trace), np.bool_)
    mask[saved] = True
    return mask


def saved_frame_pen(theme: Theme) -> QPen:
    """The pen of the outlines of frames, and of edges to them, whose results came from a cache."""
    return dashed(theme.quiet, 1.2, 2.2)


MIN_PITCH_WITH_NOTES = 34.0
"""The height of a ply in pixels from which there is room for a note at every frame."""
BADGE_HEIGHT = 14.0
"""The height of a note, in pixels."""
MIN_NOTED_WIDTH = 16.0
"""The width of a frame in pixels from which it gets a note."""
MAX_NOTES = 200
"""The most notes that are written on the canvas, or on one ply."""


def collapsed_text(rows: Rows, frame: int) -> str:
    """+12 if twelve calls below a collapsed frame are not shown; empty for a frame that is not collapsed."""
    below = rows.trace.sizes[frame] - 1
    return tr("+{number}", number=count(below)) if frame in rows.collapsed and below else ""


def hidden_text(rows: Rows, frame: int) -> str:
    """How many children of a frame are hidden, in words; empty where none are."""
    number = hidden_children(rows)[frame]
    return tr("{number} hidden", number=count(number)) if number and frame not in rows.collapsed else ""


def same_calls_text(rows: Rows, frame: int, room: float) -> str:
    """How many calls below a frame are not shown because the other recording has the same; empty where none.

    Only the sign and the number where there is no room for the words.
    """
    number = rows.same.under(frame)
    if not number or frame in rows.collapsed:
        return ""
    if not rows.are_equal:
        return tr("+{number}", number=count(number))
    words = tr("= {number} the same", number=count(number))
    return words if QFontMetricsF(font(10)).horizontalAdvance(words) + 8 <= room else f"= {count(number)}"


def hidden_children(rows: Rows) -> Counter[int]:
    """The number of hidden children of each frame that has any."""
    return Counter(rows.trace.parents[frame] for frame in rows.noted if frame > 0)


def paint_badge(painter: QPainter, text: str, top: QPointF, theme: Theme) -> None:
    """Paint a note on its own background, with its top middle at a point."""
    width = QFontMetricsF(font(10)).horizontalAdvance(text) + 8
    ground = QRectF(top.x() - width / 2, top.y(), width, BADGE_HEIGHT)
    paint_on_ground(painter, ground, 4, text, font(10), theme.ink, theme.card, QPen(theme.edge, 1))


def paint_note(painter: QPainter, text: str, left: QPointF, theme: Theme) -> None:
    """Paint a note beside a glyph; the point is the middle of its left edge."""
    width = QFontMetricsF(font(10)).horizontalAdvance(text) + 8
    paint_badge(painter, text, left + QPointF(width / 2, -BADGE_HEIGHT / 2), theme)


def paint_badges(painter: QPainter, rows: Rows, view: View, style: Style, theme: Theme, until: int) -> None:
    """Paint the notes of the frames before `until`, where there is room for them."""
    parents = hidden_children(rows)
    for frame in sorted({*rows.collapsed, *parents})[:MAX_NOTES]:
        span = rows.span(frame)
        if span is None or frame >= until:
            continue
        left, right = view.x_of(span[0]), view.x_of(span[1])
        if right - left < MIN_NOTED_WIDTH or right < 0 or left > view.width:
            continue
        ply = rows.trace.plies[frame]
        x, width = style.centre(view, left, right), min(style.glyph, (right - left) * 0.82)
        if text := collapsed_text(rows, frame):
            paint_badge(painter, text, QPointF(x, style.foot(view, ply) + 3), theme)
        if text := hidden_text(rows, frame):
            beside = QPointF(x + width / 2 + 9, style.y(view, ply) - (20 if style.boards else 0))
            paint_note(painter, text, beside, theme)
    paint_same_calls_notes(painter, rows, view, style, theme, until)


def paint_same_calls_notes(painter: QPainter, rows: Rows, view: View, style: Style, theme: Theme, until: int) -> None:
    """Paint the notes of frames whose subtrees are partly the same in the other recording; there may be very many."""
    if not len(rows.same.parents) or view.pitch < MIN_PITCH_WITH_NOTES:
        return
    for ply, frames, _, left, right in seen_blocks(rows, view):
        free = style.head(view, ply + 1) - style.foot(view, ply) - BADGE_HEIGHT
        lower = min(6.0, max(0.0, free / 2))
        noted = rows.same.among(frames) & (right - left >= MIN_NOTED_WIDTH) & (frames < until)
        for place in np.flatnonzero(noted)[:MAX_NOTES].tolist():
            text = same_calls_text(rows, int(frames[place]), float(right[place] - left[place]))
            if text:
                x = style.centre(view, float(left[place]), float(right[place]))
                paint_badge(painter, text, QPointF(x, style.foot(view, ply) + lower), theme)
