"""What changes with every step, drawn over a picture that does not: the veil over the future, the path and the marks.

The lasting picture shows how the search ended. To the right of the cursor's staircase nothing has happened yet, so a
second picture lies over it like a veil: outlines, which depend on nothing that happens there. The frames on the stack
are still open: they are drawn hollow, with what is known of their values at this step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot
from typing import NamedTuple

import numpy as np
from plyscope.layout.detail import Level
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope.model.intervals import best_so_far
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from plyscope_window.canvas.edges import BEST_EDGE_WIDTH, VALUE_ROOM, Floats, draw_lines
from plyscope_window.canvas.geometry import Style
from plyscope_window.canvas.near import BOARD_SIDE, Boards, cut_area, label_ground, label_point, paint_label, ply_bands
from plyscope_window.canvas.tree import LABEL_ROOM, WINDOW_ROOM, cut_corner, font_in_glyph, result_area
from plyscope_window.look.glyphs import paint_glyph, round_pen, shape_of_frame, short_value, text_area
from plyscope_window.look.theme import Theme
from plyscope_window.session.session import Session
from plyscope_window.words import short_number


def image_brush(image: QImage, scale: float) -> QBrush:
    """A brush that fills each point with what an image shows there; `scale` is its pixels for one unit."""
    brush = QBrush(image)
    brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
    return brush


HALF_EDGE = 2.0
"""Half the width of a thick edge: the veil covers the whole width of edges along its border."""


@dataclass(frozen=True)
class PathPoint:
    """One point of the path: a frame and where it is drawn."""

    frame: int
    point: QPointF
    width: float
    """The width of the glyph."""


def path_points(session: Session, rows: Rows, view: View, style: Style) -> list[PathPoint]:
    """The points of the path that may be seen: open frames, and the child that has just returned."""
    near = view.plies_near(2)
    frames = [open_frame.frame for open_frame in session.stack[near.start : near.stop]]
    if session.cursor.now.child >= 0 and len(session.stack) in near:
        frames.append(session.cursor.now.child)
    points = []
    for frame in frames:
        span = rows.span(frame)
        if span is None:
            break
        left, right = view.x_of(span[0]), view.x_of(span[1])
        is_seen = right > 0 and left < view.width
        middle = style.centre(view, left, right) if is_seen else (left + right) / 2
        width = min(style.glyph, max(15.0, (right - left) * 0.82))
        points.append(PathPoint(frame, QPointF(middle, style.y(view, session.trace.plies[frame])), width))
    return points


def future_begins(session: Session, rows: Rows) -> list[float]:
    """For each ply, the unit where the future begins at the cursor's step."""
    if session.shows_whole:
        return [float(rows.width)] * rows.depth
    now = session.cursor.now.of_call
    stack = list(session.open_frames)
    spans = [span for span in map(rows.span, stack) if span is not None]
    edges = [float(span[1]) for span in spans]
    start, end = spans[-1]
    if len(spans) < len(stack):
        below = unit_after_child(rows, stack[len(spans) - 1], stack[len(spans)])
    elif now.moment is Moment.LEAVE:
        below = end
    elif now.moment is Moment.ENTER:
        below = start
    elif session.trace.fold_at(now.frame, now.child)[1].is_cut:
        below = end
    else:
        child = rows.span(now.child)
        below = child[1] if child is not None else unit_after_child(rows, now.frame, now.child)
    return edges + [float(below)] * (rows.depth - len(edges))


def blocks_known_until(session: Session, rows: Rows) -> list[float]:
    """For each ply the unit up to which its blocks are known; those of open frames up to the current time."""
    edges = future_begins(session, rows)
    return [min(edge, edges[-1]) for edge in edges]


def unit_after_child(rows: Rows, parent: int, hidden: int) -> int:
    """The unit just after a child that is not shown."""
    children = rows.children(parent)
    before = bisect_left(children, hidden)
    span = rows.span(children[before - 1] if before else parent)
    assert span is not None
    return span[1] if before else span[0]


def paint_veil(
    painter: QPainter, session: Session, rows: Rows, view: View, style: Style, future: QBrush, path: list[PathPoint]
) -> None:
    """Paint the veil: the picture of the future over everything that has not happened yet."""
    if session.shows_whole:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(future)
    if style.are_nodes and style.labels:
        for area in next_label_areas(session, rows, view, style):
            painter.fillRect(area, future)
    for slope, beyond in veil_parts(session, rows, view, style, path):
        if slope is not None:
            painter.drawPolygon(slope)
        painter.fillRect(beyond, future)
    if session.unknown_nodes is not None:
        for ply, left, right, above in unknown_runs(session, rows, view):
            veil_unknown_run(painter, view, style, ply, left, right, above, future)


def veil_unknown_run(
    painter: QPainter, view: View, style: Style, ply: int, left: float, right: float, above: float, future: QBrush
) -> None:
    """Paint the veil over neighbours of one ply with the edges to them; `above` is the middle of their parent."""
    head, foot = style.head(view, ply) - 2, round(style.foot(view, ply))
    top = style.foot(view, ply - 1)
    corners = [(above - HALF_EDGE, top), (above + HALF_EDGE, top), (right + HALF_EDGE, head), (left - HALF_EDGE, head)]
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.fillRect(QRectF(left, head, right - left, foot - head), future)


MAX_RUNS = 2_000
"""Pieces of one ply that are veiled one by one."""


def unknown_runs(session: Session, rows: Rows, view: View) -> Iterator[tuple[int, float, float, float]]:
    """Neighbours before the cursor of which nothing is known: ply, left, right, and the middle of their parent."""
    unknown = session.unknown_nodes
    assert unknown is not None
    edges, running = future_begins(session, rows), np.array(list(session.open_frames))
    near = view.plies_near(2)
    for ply, row in list(enumerate(rows.rows))[max(1, near.start) : near.stop]:
        end = int(np.searchsorted(row.starts, np.int32(min(edges[ply], view.right + 1, 2**31 - 1))))
        begin = int(np.searchsorted(row.ends, np.int32(max(0, view.x)), "right"))
        frames = row.frames[begin:end]
        is_unknown = unknown[frames] & ~np.isin(frames, running)
        parents = rows.trace.column("parent")[frames]
        starts = np.flatnonzero(is_unknown & ~np.append(False, is_unknown[:-1] & (parents[1:] == parents[:-1])))
        ends = np.flatnonzero(is_unknown & ~np.append(is_unknown[1:] & (parents[1:] == parents[:-1]), False))
        for first, last in zip(starts[:MAX_RUNS].tolist(), ends[:MAX_RUNS].tolist(), strict=True):
            left, right = view.x_of(row.starts[begin + first]), view.x_of(row.ends[begin + last])
            above = rows.span(int(parents[first])) or (row.starts[begin + first], row.ends[begin + last])
            yield ply, left, right, (max(view.x_of(above[0]), 0.0) + min(view.x_of(above[1]), view.width)) / 2


class RepaintedEdge(NamedTuple):
    """An edge below an open frame, as it is at this step."""

    frame: int
    start: QPointF
    end: QPointF
    room: float
    is_best: bool


def edges_of_open_frames(
    session: Session, rows: Rows, view: View, style: Style, drawn: Sequence[Level]
) -> Iterator[RepaintedEdge]:
    """The edges from open frames to children that have returned; those to best ones so far come last."""
    trace, on_path = session.trace, session.open_frames
    edges = []
    for open_frame in session.stack:
        ply = trace.plies[open_frame.frame] + 1
        above = rows.span(open_frame.frame)
        if open_frame.value is not None or ply >= len(drawn) or above is None:
            continue
        best = session.best_child(open_frame.frame)
        start = QPointF(style.centre(view, view.x_of(above[0]), view.x_of(above[1])), style.foot(view, ply - 1))
        level = drawn[ply]
        is_below = trace.column("parent")[level.frames] == open_frame.frame
        for place in np.flatnonzero(is_below)[:MAX_REPAINTED_EDGES].tolist():
            frame = int(level.frames[place])
            if frame not in on_path and frame < session.known_frames and session.has_entered(frame):
                end = QPointF(float(level.centre[place]), style.head(view, ply))
                edges.append(RepaintedEdge(frame, start, end, float(level.spans[place]), frame == best))
    yield from sorted(edges, key=lambda edge: edge.is_best)


MAX_REPAINTED_EDGES = 300
"""Edges below one open frame that are painted anew."""


def paint_best_so_far(
    painter: QPainter, session: Session, rows: Rows, view: View, style: Style, theme: Theme, future: QBrush,
    drawn: Sequence[Level],
) -> None:  # fmt: skip
    """Paint the edges below open frames as they are at this step; the picture below has those of the end."""
    if session.shows_whole:
        return
    trace, edges = rows.trace, list(edges_of_open_frames(session, rows, view, style, drawn))
    labels = [(edge, where) for edge in edges if style.labels and edge.room >= LABEL_ROOM
              and (where := label_point(edge.start, edge.end, of_boards=style.are_nodes)) is not None]  # fmt: skip
    cover_edges(painter, edges, future)
    for edge, where in labels:
        ground = label_ground(trace.edge_text(edge.frame), where, edge.room, strong=True)[1]
        painter.fillRect(ground.adjusted(-1, -1, 1, 1), future)
    for is_saved in (False, True):
        alike = [edge for edge in edges if trace.origin.is_saved(edge.frame) == is_saved]
        plain = [edge_line(edge) for edge in alike if not edge.is_best]
        draw_lines(painter, plain, theme.edge, dashed=is_saved)
    for edge in (edge for edge in edges if edge.is_best):
        colour = theme.of_shade(rows.shades.of_frame(trace, edge.frame))
        width = BEST_EDGE_WIDTH if edge.room >= VALUE_ROOM else 1
        draw_lines(painter, [edge_line(edge)], colour, width, dashed=trace.origin.is_saved(edge.frame))
    for edge, where in labels:
        paint_label(painter, trace.edge_text(edge.frame), where, edge.room, theme, strong=edge.is_best)


def edge_line(edge: RepaintedEdge) -> Floats:
    """The line of an edge, as the row of an array."""
    return np.array([[edge.start.x(), edge.start.y(), edge.end.x(), edge.end.y()]])


def cover_edges(painter: QPainter, edges: list[RepaintedEdge], future: QBrush) -> None:
    """Cover edges of the picture below, without smooth rims through which it would be seen."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(future)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for edge in edges:
        painter.drawPolygon(edge_cover(edge))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def edge_cover(edge: RepaintedEdge) -> QPolygonF:
    """The area of an edge with all pixels in which it ends, and level there so that no glyph is covered."""
    way = edge.end - edge.start
    # Half the width of the edge, as much again for how far its levelled ends turn it aside, and its smooth rim.
    aside = QPointF((BEST_EDGE_WIDTH + 1.5) * hypot(way.x(), way.y()) / (abs(way.y()) or 1.0), 0)
    start, end = edge.start - QPointF(0, 0.5), edge.end + QPointF(0, 0.5)
    return QPolygonF([start - aside, start + aside, end + aside, end - aside])


def next_label_areas(session: Session, rows: Rows, view: View, style: Style) -> Iterator[QRectF]:
    """The areas of the next move of each open frame, on an edge between boards."""
    for open_frame in session.stack:
        following = (child for child in session.trace.children(open_frame.frame) if child >= session.entered)
        child = next(following, None)
        if child is not None:
            yield label_area(rows, view, style, child).adjusted(-2, -2, 2, 2)


def veil_parts(
    session: Session, rows: Rows, view: View, style: Style, path: list[PathPoint]
) -> list[tuple[QPolygonF | None, QRectF]]:
    """The areas under the veil, ply by ply; between plies its border follows the edge from the caller.

    A rectangle of whole pixels is painted many times faster than the same area as part of a polygon. Where there is
    no edge to follow, it is all that is needed.
    """
    edges = [min(max(view.x_of(unit), -1.0), view.width + 1) for unit in future_begins(session, rows)]
    points = {session.trace.plies[point.frame]: point.point for point in path}
    near = view.plies_near(2)
    parts: list[tuple[QPolygonF | None, QRectF]] = []
    for ply, edge in list(enumerate(edges))[near.start : near.stop]:
        top = 0.0 if ply == 0 else round(style.foot(view, ply - 1))
        bottom = view.height if ply == len(edges) - 1 else round(style.foot(view, ply))
        if bottom < 0 or top > view.height or edge > view.width:
            continue
        head = max(top, style.head(view, ply) - 2)
        start = min(max(points[ply - 1].x(), -1.0), view.width + 1) if ply - 1 in points else edge
        slope = None
        if abs(start - edge) < 1:
            plain = round(edge)
        else:
            plain = ceil(max(start, edge))
            across, down = edge - start, head - top
            aside = QPointF(-down, across) * (HALF_EDGE / (hypot(across, down) or 1.0))
            corners = [
                (start, top), (start + aside.x(), top + aside.y()), (edge + aside.x(), head + aside.y()),
                (edge, head + abs(aside.y())), (edge, bottom), (plain, bottom), (plain, top),
            ]  # fmt: skip
            slope = QPolygonF([QPointF(x, y) for x, y in corners])
        # One more pixel, for where the view is magnified two areas may share one; below, the future begins no later.
        parts.append((slope, QRectF(plain, top, max(0.0, view.width - plain), bottom - top + 1)))
    return parts


def paint_path(
    painter: QPainter,
    session: Session,
    rows: Rows,
    view: View,
    style: Style,
    theme: Theme,
    boards: Boards,
    points: list[PathPoint],
) -> None:
    """Paint the yellow path with the open frames on it. Boards stand in the same halo as their glyphs."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = path_line(session, points, view, style)
    if style.labels:
        cover_labels(painter, points, rows, view, style, theme)
    if style.are_nodes:
        cover_results(painter, session, points, rows, view, theme)
    elif style.boards:
        cover_cut_texts(painter, session, points, view, style, theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((theme.paper, 14.0), (theme.now, 11.0)):
        painter.strokePath(line, round_pen(colour, width))
    current = rows.nearest_shown(session.cursor.frame)
    for point in points:
        paint_halo(painter, point, style, theme, strong=point.frame == current)
    painter.strokePath(line, round_pen(theme.ink, 2.4))
    stack = session.open_frames
    for place, point in enumerate(points):
        if not style.are_nodes:
            paint_path_glyph(painter, session, point, stack.get(point.frame), theme)
        if style.boards:
            boards.paint(painter, point.frame, style.board_corner(point.point))
        if place and style.labels and view.pitch >= 56:
            where = QPointF(point.point.x(), style.head(view, session.trace.plies[point.frame]) - 15)
            paint_label(painter, session.trace.edge_text(point.frame), where, 90, theme, strong=True, now=True)


def cover_labels(
    painter: QPainter, points: list[PathPoint], rows: Rows, view: View, style: Style, theme: Theme
) -> None:
    """Cover the moves of the picture below where the path has them in another place."""
    for point in points[1:]:
        area = visible_label_area(rows, view, style, point.frame)
        if not area.isEmpty():
            painter.fillRect(area.adjusted(-3, -2, 3, 2), theme.paper)


def cover_results(
    painter: QPainter, session: Session, points: list[PathPoint], rows: Rows, view: View, theme: Theme
) -> None:
    """Cover the results of open frames in the picture below, for they have not returned yet."""
    still_open = {open_frame.frame for open_frame in session.stack if open_frame.value is None}
    for point in points:
        span = rows.span(point.frame)
        if span is not None and point.frame in still_open:
            painter.fillRect(result_area(point.point, (span[1] - span[0]) * view.scale, view), theme.paper)


def cover_cut_texts(
    painter: QPainter, session: Session, points: list[PathPoint], view: View, style: Style, theme: Theme
) -> None:
    """Cover the texts about cuts of open frames in the picture below, for they have not been cut yet."""
    trace, now, rows = session.trace, session.cursor.now.of_call, session.rows
    assert rows is not None
    is_cut_now = now.moment is Moment.BACK and trace.fold_at(now.frame, now.child)[1].is_cut
    still_open = {open_frame.frame for open_frame in session.stack if open_frame.value is None}
    if is_cut_now:
        still_open.discard(now.frame)
    for point in points:
        span = rows.span(point.frame)
        has_room = span is not None and (span[1] - span[0]) * view.scale >= WINDOW_ROOM
        if has_room and point.frame in still_open and trace.is_cutoff(point.frame):
            corner = cut_corner(style.board_corner(point.point))
            area = cut_area(trace, point.frame, corner)
            is_grounded = any(ground.contains(area.center().toPoint()) for ground in ply_bands(view, rows.depth))
            painter.fillRect(area, theme.band if is_grounded else theme.paper)


def visible_label_area(rows: Rows, view: View, style: Style, frame: int) -> QRectF:
    """The area in which the picture below shows a frame's move; the next move may cover its end."""
    area = label_area(rows, view, style, frame)
    if area.isEmpty():
        return area
    ply = rows.trace.plies[frame]
    row = rows[ply] if ply < len(rows) else None
    place = 0 if row is None else row.place(frame) + 1
    if row is not None and 0 < place < len(row.frames):
        after = label_area(rows, view, style, int(row.frames[place]))
        area.setRight(area.right() if after.isEmpty() else min(area.right(), after.left()))
    return area


def label_area(rows: Rows, view: View, style: Style, frame: int) -> QRectF:
    """The area of a frame's move on its edge; empty where it is not written."""
    trace = rows.trace
    parent, ply, span = trace.parents[frame], trace.plies[frame], rows.span(frame)
    if parent < 0 or span is None or (span[1] - span[0]) * view.scale < LABEL_ROOM:
        return QRectF()
    above = rows.span(parent)
    if above is None:
        return QRectF()
    ends = [(view.x_of(left), view.x_of(right)) for left, right in (above, span)]
    start, end = (style.centre(view, left, right) for left, right in ends)
    where = label_point(
        QPointF(start, style.foot(view, ply - 1)), QPointF(end, style.head(view, ply)), of_boards=style.are_nodes
    )
    if where is None:
        return QRectF()
    # As wide as that of a best child, for whether it is one may not be known yet.
    ground = label_ground(trace.edge_text(frame), where, ends[1][1] - ends[1][0], strong=True)[1]
    return ground.adjusted(2, 1, -2, -1)


def path_line(session: Session, points: list[PathPoint], view: View, style: Style) -> QPainterPath:
    """The line of the path: from the foot of each frame to the head of the next, through glyphs without boards."""
    line = QPainterPath()
    for before, point in pairwise(points):
        foot = QPointF(before.point.x(), style.foot(view, session.trace.plies[before.frame]))
        head = QPointF(point.point.x(), style.head(view, session.trace.plies[point.frame]))
        line.moveTo(foot if style.boards else before.point)
        line.lineTo(foot)
        line.lineTo(head)
        line.lineTo(head if style.boards else point.point)
    return line


def paint_halo(painter: QPainter, point: PathPoint, style: Style, theme: Theme, *, strong: bool) -> None:
    """Paint the yellow ground of a frame of the path; a strong one with an outline."""
    margin = 6 if strong else 3
    across = max(point.width, BOARD_SIDE if style.boards else 0.0) / 2 + margin
    above = (point.width / 2 + margin) * 0.94
    below = style.board_corner(QPointF()).y() + BOARD_SIDE + margin if style.boards else above
    painter.setPen(QPen(theme.grip, 1.6) if strong else Qt.PenStyle.NoPen)
    painter.setBrush(theme.now)
    x, y = point.point.x(), point.point.y()
    painter.drawRoundedRect(QRectF(x - across, y - above, 2 * across, above + below), 8, 8)


def paint_path_glyph(
    painter: QPainter, session: Session, point: PathPoint, open_frame: StackFrame | None, theme: Theme
) -> None:
    """Paint a frame of the path: filled once it has a value, hollow with what is known while it is open."""
    trace = session.trace
    shape = shape_of_frame(trace, point.frame)
    is_done = open_frame is None or open_frame.value is not None
    if is_done:
        assert session.rows is not None
        fill = theme.of_shade(session.rows.shades.of_frame(trace, point.frame))
        paint_glyph(painter, shape, point.point, point.width, fill, QPen(theme.ink, 1.6))
        text, colour = short_value(trace, point.frame), theme.on_fill
    else:
        assert open_frame is not None
        paint_glyph(painter, shape, point.point, point.width, theme.card, QPen(theme.ink, 2))
        text, colour = open_value_text(open_frame), theme.ink
    if point.width >= VALUE_ROOM:
        painter.setPen(colour)
        painter.setFont(font_in_glyph(text, point.width))
        painter.drawText(text_area(shape, point.point, point.width), Qt.AlignmentFlag.AlignCenter, text)


MIN_MARKED = 15.0
"""The least width of a frame that matters at the step, in pixels."""


def paint_marked_glyphs(
    painter: QPainter, session: Session, rows: Rows, view: View, style: Style, theme: Theme, on_path: set[int]
) -> None:
    """Paint the frames of the best line so far and the selected one as glyphs, where they are mere bars."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    near = view.plies_near(1)
    line = [frame for frame in session.best_line() if session.trace.plies[frame] in near]
    for frame in {*line, session.selected} - on_path:
        span = rows.span(frame)
        if span is None or not session.has_entered(frame) or (span[1] - span[0]) * view.scale * 0.82 >= MIN_MARKED:
            continue
        left, right = view.x_of(span[0]), view.x_of(span[1])
        if right > 0 and left < view.width:
            middle = QPointF(style.centre(view, left, right), style.y(view, session.trace.plies[frame]))
            paint_path_glyph(painter, session, PathPoint(frame, middle, MIN_MARKED), None, theme)


def open_value_text(open_frame: StackFrame, unknown: str = "?") -> str:
    """What is known of an open frame's value: a bound or the best so far, `unknown` before a child has returned."""
    if open_frame.best is None or not open_frame.tried:
        return unknown
    return best_so_far(short_number(open_frame.best), open_frame.best, open_frame.interval)


def paint_marks(
    painter: QPainter, frames: list[int], rows: Rows, view: View, style: Style, colour: QColor, size: float = 5.0
) -> None:
    """Paint small rings round visible frames, each `size` pixels away from its glyph."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 2))
    for frame in frames:
        span = rows.span(frame)
        if span is None:
            continue
        left, right = view.x_of(span[0]), view.x_of(span[1])
        if right < 0 or left > view.width:
            continue
        middle = style.centre(view, left, right)
        reach = min(style.glyph, max(4.0, (right - left) * 0.82)) / 2 + size
        painter.drawEllipse(QPointF(middle, style.y(view, rows.trace.plies[frame])), reach, reach)
