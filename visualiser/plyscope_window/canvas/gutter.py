"""The plies beside the tree, by name and size, and the axis of time below it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import floor, log10

import numpy as np
from plyscope.layout.rows import Row, Rows
from plyscope.layout.shades import CallShades
from plyscope.layout.viewport import BOTTOM, View
from plyscope.messages import compact
from plyscope.model.columns import LEAVES
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.look.glyphs import SHAPE_OF_KIND, SQUARE, paint_glyph, side_name
from plyscope_window.look.theme import Theme, font
from plyscope_window.words import count, tr

GUTTER_WIDTH = 132.0
"""The width of the gutter, in pixels."""
AXIS_GAP = 6.0
"""How far below the tree the background of the axis begins."""
MILLION = 1_000_000


class PlyFacts:
    """What the gutter shows of each ply; those of an earlier stage of the row index are taken over."""

    def __init__(self, rows: Rows, earlier: PlyFacts | None = None) -> None:
        self.counts = [len(row) for row in rows.rows]
        self.shapes: list[tuple[int, ...]] = [] if earlier is None else [*earlier.shapes]
        """The shapes of a ply's frames, without those of leaves where it has others: whose turn it is."""
        self.shares: list[tuple[float, float, float]] = [] if earlier is None else [*earlier.shares]
        """The shares of frames that are good for MAX, even, and good for MIN."""
        status = rows.trace.column("status")
        for row in rows.rows[len(self.shapes) :]:
            sample = row.frames[:: max(1, len(row) // 20_000)]
            inner = sample[~np.isin(status[sample], LEAVES)]
            kinds = np.unique(rows.trace.column("kind")[inner]).tolist()
            self.shapes.append(tuple(sorted(SHAPE_OF_KIND[kind] for kind in kinds)) or (SQUARE,))
            self.shares.append((0.0, 1.0, 0.0) if isinstance(rows.shades, CallShades) else value_shares(row))


def value_shares(row: Row) -> tuple[float, float, float]:
    """The shares of a ply's frames that are good for MAX, even, and good for MIN; of many, from a sample."""
    shades = row.shades[:: max(1, len(row) // 100_000)]
    good, bad = float(np.mean(shades > 0)), float(np.mean(shades < 0))
    return good, 1 - good - bad, bad


def paint_margins(painter: QPainter, rows: Rows, facts: PlyFacts, view: View, theme: Theme, *, counts: bool) -> None:
    """Paint the gutter and the axis. How many frames a ply has, and of which values, is known of a whole run only."""
    ratio = painter.device().devicePixelRatio() * painter.worldTransform().m11()
    # Each begins where a pixel does.
    top, edge = floor((view.height - BOTTOM + AXIS_GAP) * ratio) / ratio, floor(GUTTER_WIDTH * ratio) / ratio
    with ground(painter, QRectF(edge, top, view.width, view.height - top), theme):
        paint_axis(painter, rows, view, theme)
    with ground(painter, QRectF(0, 0, edge, view.height), theme):
        paint_gutter(painter, facts, view, theme, counts=counts)


@contextmanager
def ground(painter: QPainter, area: QRectF, theme: Theme) -> Iterator[None]:
    """Within it, painting is clipped to an area of paper, at whose left x begins."""
    painter.save()
    painter.setClipRect(area)
    painter.fillRect(area, theme.paper)
    painter.translate(area.left(), 0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    yield
    painter.restore()


def paint_gutter(painter: QPainter, facts: PlyFacts, view: View, theme: Theme, *, counts: bool) -> None:
    """Paint whose turn it is on each ply, its number, and if `counts` how many frames it has."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, GUTTER_WIDTH, view.height), theme.paper)
    for ply, shapes in enumerate(facts.shapes):
        y = view.y_of(ply)
        if not -view.pitch < y < view.height + view.pitch:
            continue
        if view.pitch < 16 and ply % max(1, round(16 / view.pitch)):
            continue
        roomy = view.pitch >= 44
        line = y - 7 if roomy else y
        for place, shape in enumerate(shapes):
            paint_glyph(painter, shape, QPointF(24 + 18 * place, line), 13, theme.paper, QPen(theme.quiet, 1.2))
        if len(shapes) == 1:
            painter.setFont(font(13, bold=True))
            painter.setPen(theme.ink)
            painter.drawText(QRectF(38, line - 10, 50, 20), Qt.AlignmentFlag.AlignVCenter, side_name(shapes[0]))
        painter.setFont(font(11))
        painter.setPen(theme.quiet)
        counted = QRectF(40, line - 10, GUTTER_WIDTH - 54, 20)
        if roomy:
            painter.drawText(QRectF(17, y + 2, 60, 16), Qt.AlignmentFlag.AlignVCenter, tr("ply {ply}", ply=ply))
            counted = QRectF(40, y + 2, GUTTER_WIDTH - 54, 16)
        if not counts:
            continue
        if roomy:
            paint_shares(painter, facts.shares[ply], y + 20, theme)
        number = facts.counts[ply]
        # Beside the name of a side there is room for six figures.
        words = count(number) if roomy or number < MILLION else compact(number)
        painter.drawText(counted, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)


def paint_shares(painter: QPainter, shares: tuple[float, float, float], y: float, theme: Theme) -> None:
    """Paint a thin bar with the shares that are good for MAX, even, and good for MIN."""
    x = 17.0
    for part, colour in zip(shares, (theme.for_max, theme.even, theme.for_min), strict=True):
        painter.fillRect(QRectF(x, y, (GUTTER_WIDTH - 31) * part, 3), colour)
        x += (GUTTER_WIDTH - 31) * part


def paint_axis(painter: QPainter, rows: Rows, view: View, theme: Theme) -> None:
    """Paint the numbers of the calls along the foot of the tree; x grows with time."""
    ground = view.height - BOTTOM + AXIS_GAP
    y = ground + 4
    painter.fillRect(QRectF(0, ground, view.width, BOTTOM), theme.paper)
    painter.setPen(QPen(theme.hairline, 1))
    painter.drawLine(QPointF(0, y), QPointF(view.width, y))
    first, last = frame_at(rows, view.unit_at(0)), frame_at(rows, view.unit_at(view.width))
    if last <= first:
        return
    step = 10 ** int(log10(max(1, last - first)))
    step = max(1, step // 5 if (last - first) / step < 2 else step // 2 if (last - first) / step < 5 else step)
    painter.setFont(font(11))
    painter.setPen(theme.quiet)
    metrics = QFontMetricsF(painter.font())
    reached = written = -100.0
    for frame in range(first // step * step, last + 1, step):
        span = rows.span(frame) if frame < len(rows.trace) else None
        if span is None:
            continue
        x = view.x_of(span[0])
        text = count(frame) if frame else tr("call 0")
        width = metrics.horizontalAdvance(text)
        # At the end, where there is no room behind its line, a number stands before it.
        left = x + 4 if x + 4 + width <= view.width else x - 4 - width
        if x < reached or x < -1 or x > view.width or left < written + 8:
            continue
        reached, written = x + 70, left + width
        painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
        painter.drawText(QPointF(left, y + 14), text)


def frame_at(rows: Rows, unit: float) -> int:
    """The first frame whose span begins at or after a unit."""
    best = len(rows.trace) - 1
    for row in rows.rows:
        place = int(np.searchsorted(row.starts, np.int32(min(max(unit, 0.0), 2**31 - 1))))
        if place < len(row):
            best = min(best, int(row.frames[place]))
    return best
