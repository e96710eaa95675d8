"""One painting of the canvas: the lasting picture, what changes with every step, the margin and the axis."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from plyscope_window.canvas.annotations import Annotations
from plyscope_window.canvas.badges import paint_all_times, paint_badges
from plyscope_window.canvas.geometry import block_edges
from plyscope_window.canvas.gutter import paint_margins
from plyscope_window.canvas.icicle import block_texts, paint_fitting_text, paint_times_of_blocks
from plyscope_window.canvas.overlay import (
    blocks_known_until,
    image_brush,
    open_value_text,
    paint_best_so_far,
    paint_marked_glyphs,
    paint_marks,
    paint_path,
    paint_veil,
    path_points,
    unknown_runs,
)
from plyscope_window.canvas.places import FocusPlaces, IciclePlaces, TreePlaces
from plyscope_window.canvas.whole import WholePlaces
from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.glyphs import dashed, short_value
from plyscope_window.look.theme import font, usual_text
from plyscope_window.widgets.painting import fill_rim
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.canvas.canvas_state import CanvasState

MAX_RINGS = 400
"""The most found frames that are ringed."""
MAX_NEW_LANTERNS = 6
"""How many new lanterns are made in one picture of the focus view. That of a step, which must be fast, makes none."""
MIN_OPEN_TEXT_WIDTH = 80.0
"""The width in pixels that the text of an open frame needs."""


class Layers:
    """One painting of the canvas."""

    def __init__(self, canvas: CanvasState) -> None:
        self.canvas = canvas
        self.theme = theme_for(canvas.session.rows)
        self.view = canvas.view.plain
        """The view before it is magnified."""
        self._pixels = canvas.pixels * canvas.view.magnification
        """Device pixels for one of its units."""
        self.is_finished = True
        """Whether everything has been drawn."""
        session = canvas.session
        self.current = -1 if session.rows is None else session.rows.nearest_shown(session.cursor.frame)
        self._on_path = {*session.open_frames, session.cursor.now.child}

    def paint_waiting(self, painter: QPainter) -> None:
        """Paint that the tree is being laid out."""
        painter.fillRect(self.canvas.rect(), self.theme.paper)
        painter.setFont(font(14))
        painter.setPen(self.theme.quiet)
        painter.drawText(self.canvas.rect(), Qt.AlignmentFlag.AlignCenter, tr("Laying out the tree …"))

    def paint_focus(self, painter: QPainter) -> None:
        """Paint the focus view at the cursor's step."""
        canvas, session, size = self.canvas, self.canvas.session, self.canvas.focus_size
        scale = canvas.width() / size.width()
        fill_rim(painter, canvas.rect(), self.theme.paper)
        painter.fillRect(canvas.rect(), self.theme.paper)
        with usual_text():
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            new = MAX_NEW_LANTERNS if canvas.has_time else 0
            canvas.focus.paint(
                painter, size, self.theme, labels=canvas.labels, hide_future=session.hides_future, new=new
            )
            for point, style in self._rings():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self.theme.ink, 1.8, style))
                painter.drawEllipse(point, 20, 19)
            Annotations(canvas, FocusPlaces(canvas.focus, size), self.theme).paint(painter)
            painter.restore()
        self.is_finished = canvas.focus.is_finished

    def _rings(self) -> list[tuple[QPointF, Qt.PenStyle]]:
        """The middles of the rings round matching frames and the selected one, with the style of their lines."""
        session, rings = self.canvas.session, list[tuple[QPointF, Qt.PenStyle]]()
        if session.matching is None and session.selected in self._on_path:
            return rings
        for node in self.canvas.focus.nodes:
            frame = node.item.frame
            if node.item.kind != "frame":
                continue
            if session.is_match(frame):
                rings.append((node.point, Qt.PenStyle.SolidLine))
            elif frame == session.selected and frame not in self._on_path:
                rings.append((node.point, Qt.PenStyle.DotLine))
        return rings

    def paint_whole(self, painter: QPainter) -> None:
        """Paint a small tree as it is at the cursor's step."""
        canvas, view = self.canvas, self.canvas.whole_view
        fill_rim(painter, canvas.rect(), self.theme.paper)
        painter.fillRect(canvas.rect(), self.theme.paper)
        painter_of_tree = canvas.whole_painter(
            painter, canvas.session, view, canvas.whole.boards, self.theme,
            labels=canvas.labels, hides_future=canvas.session.hides_future,
        )  # fmt: skip
        painter_of_tree.paint()
        places = WholePlaces(view, canvas.session.trace, frozenset(canvas.session.open_frames))
        painter_of_tree.ring([frame for frame, _ in places.drawn() if canvas.session.is_match(frame)])
        Annotations(canvas, places, self.theme).paint(painter)

    def paint_base(self, painter: QPainter) -> None:
        """Paint the lasting picture; it is drawn again only when the view changes."""
        canvas, rows = self.canvas, self.canvas.session.rows
        assert rows is not None
        fill_rim(painter, canvas.rect(), self.theme.paper)
        picture = canvas.tree if canvas.mode == "tree" else canvas.icicle
        fast = canvas.is_moving
        key = (canvas.view, canvas.mode, self.theme.name, canvas.labels, id(rows), canvas.pixels)
        image, is_new = canvas.picture.take(canvas.drawing_size, canvas.pixels, key, rough=fast)
        if is_new:
            image.setDevicePixelRatio(self._pixels)
            with usual_text():
                picture.paint(image, rows, self.view, self.theme, labels=canvas.labels, fast=fast)
        image.setDevicePixelRatio(canvas.devicePixelRatioF())
        edge = canvas.gutter * canvas.enlargement
        # At a scale such as 1.5 a pixel may lie between margin and picture, and belong to neither.
        painter.fillRect(QRectF(edge - 2, 0, 4, canvas.height()), self.theme.paper)
        painter.drawImage(QPointF(edge, 0), image)

    def _future(self) -> QBrush:
        """A brush of the picture of what is still to come, drawn again when the view changes."""
        canvas, rows = self.canvas, self.canvas.session.rows
        assert rows is not None
        key = (canvas.view, canvas.mode, self.theme.name, canvas.labels, id(rows), canvas.session.hides_future)
        image, is_new = canvas.future_picture.take(canvas.drawing_size, canvas.pixels, key, rough=False)
        if is_new:
            image.setDevicePixelRatio(self._pixels)
            picture = canvas.tree if canvas.mode == "tree" else canvas.icicle
            with usual_text():
                picture.paint_future(
                    image, rows, self.view, self.theme, labels=canvas.labels, hidden=canvas.session.hides_future
                )
        # The brush itself says how large its pixels are.
        image.setDevicePixelRatio(1)
        return image_brush(image, self._pixels)

    def paint_overlay(self, painter: QPainter) -> None:
        """Paint what changes with a step, and the margins, all enlarged with the text size."""
        canvas, session = self.canvas, self.canvas.session
        future = QBrush() if session.shows_whole else self._future()
        painter.save()
        painter.scale(canvas.enlargement, canvas.enlargement)
        painter.save()
        painter.translate(canvas.gutter, 0)
        with usual_text():
            self._paint_drawing(painter, future)
            painter.restore()
            assert session.rows is not None
            assert canvas.plies is not None
            paint_margins(painter, session.rows, canvas.plies, canvas.view, self.theme, counts=session.shows_whole)
        painter.restore()

    def _paint_drawing(self, painter: QPainter, future: QBrush) -> None:
        """Paint what changes with a step over the tree or the icicle."""
        canvas, session, rows, view = self.canvas, self.canvas.session, self.canvas.session.rows, self.view
        assert rows is not None
        painter.setClipRect(QRectF(0, 0, canvas.view.width, canvas.view.height))
        painter.scale(canvas.view.magnification, canvas.view.magnification)
        if canvas.mode == "tree":
            style = canvas.tree.style(view, canvas.labels)
            path = path_points(session, rows, view, style)
            paint_veil(painter, session, rows, view, style, future, path)
            paint_best_so_far(painter, session, rows, view, style, self.theme, future, canvas.tree.levels)
            paint_path(painter, session, rows, view, style, self.theme, canvas.tree.boards, path)
            paint_marked_glyphs(painter, session, rows, view, style, self.theme, self._on_path)
            until = session.entered if session.hides_future else len(session.trace)
            paint_badges(painter, rows, view, style, self.theme, until)
            paint_all_times(painter, rows, view, style, self.theme, session.known_frames)
            paint_marks(painter, self._frames_to_ring(), rows, view, style, self.theme.ink)
            if session.selected not in self._on_path:
                paint_marks(painter, [session.selected], rows, view, style, self.theme.quiet, 9)
            Annotations(canvas, TreePlaces(canvas.tree, rows, view, labels=canvas.labels), self.theme).paint(painter)
        else:
            self._veil_blocks(painter, future)
            if canvas.labels:
                still_open = frozenset(session.open_frames)
                paint_times_of_blocks(painter, rows, view, self.theme, session.known_frames, still_open)
            Annotations(canvas, IciclePlaces(rows, view), self.theme).paint(painter)

    def _frames_to_ring(self) -> list[int]:
        """The frames to be ringed in the tree: entered, drawn one by one and matching, at most MAX_RINGS."""
        session = self.canvas.session
        if session.matching is None:
            return []
        drawn = [level.frames[session.matching[level.frames]] for level in self.canvas.tree.levels]
        together = np.concatenate(drawn) if drawn else np.empty(0, np.int64)
        known = together[together < session.known_frames][:MAX_RINGS]
        return [frame for frame in known.tolist() if session.is_match(frame)]

    def _veil_blocks(self, painter: QPainter, future: QBrush) -> None:
        """Paint the icicle's future, and outline the blocks of the open frames."""
        session, view = self.canvas.session, self.view
        rows = session.rows
        assert rows is not None
        edges = blocks_known_until(session, rows)
        near = view.plies_near(1)
        for ply, unit in list(enumerate(edges))[near.start : near.stop]:
            top, bottom = block_edges(view, ply)
            x = max(0.0, self._pixel_at(view.x_of(unit)))
            if x < view.width:
                painter.fillRect(QRectF(x, top, view.width - x, bottom - top), future)
        if session.unknown_nodes is not None:
            for ply, left, right, _ in unknown_runs(session, rows, view):
                top, bottom = block_edges(view, ply)
                first, last = self._pixel_at(left), ceil(right * self._pixels) / self._pixels
                painter.fillRect(QRectF(first, top, last - first, bottom - top), future)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        now = view.x_of(edges[-1])
        seen = session.stack[near.start : near.stop]
        still_open = {open_frame.frame for open_frame in seen if open_frame.value is None}
        for frame in [*(open_frame.frame for open_frame in seen), session.selected]:
            span = rows.span(frame)
            if span is not None:
                area = self._block(frame, span)
                if frame in still_open:
                    self._paint_open_block(painter, frame, area, now)
                self._outline_block(painter, frame, area, now if frame in still_open else area.right())

    def _pixel_at(self, x: float) -> float:
        """The x of the device pixel that an x lies in."""
        return floor(x * self._pixels) / self._pixels

    def _block(self, frame: int, span: tuple[int, int]) -> QRectF:
        """The area of a frame's block, cut off a little beyond the window."""
        top, bottom = block_edges(self.view, self.canvas.session.trace.plies[frame])
        left, right = self._pixel_at(self.view.x_of(span[0])), min(self.view.width + 8, self.view.x_of(span[1]))
        left = max(-4.0, left)
        return QRectF(left, top, right - left, bottom - top - 1)

    def _paint_open_block(self, painter: QPainter, frame: int, area: QRectF, now: float) -> None:
        """Paint the block of an open frame, faint from the current time on: it has no value and no end yet."""
        to_come = QRectF(area)
        to_come.setLeft(min(max(area.left(), now), area.right()))
        painter.fillRect(area, self.theme.card)
        painter.fillRect(to_come, self.theme.paper)
        if not self.canvas.session.hides_future and to_come.width() > 1:
            painter.setPen(dashed(self.theme.edge, 1, 4))
            painter.drawRect(to_come.adjusted(0.5, 0.5, -0.5, -0.5))
        until_now = QRectF(area.topLeft(), to_come.bottomLeft())
        room = until_now if until_now.width() >= min(MIN_OPEN_TEXT_WIDTH, to_come.width()) else to_come
        visible = QRectF(0, 0, self.view.width, self.view.height)
        self._paint_words_of(painter, frame, room.intersected(visible), self.theme.ink)

    def _outline_block(self, painter: QPainter, frame: int, area: QRectF, until: float) -> None:
        """Outline a block up to the current time; open to the right where the frame has not returned."""
        is_here = frame == self.current
        if area.width() < 3:
            area = QRectF(area.center().x() - 1.5, area.top(), 3, area.height())
            until = area.right()
        if is_here:
            painter.fillRect(area, self.theme.now)
            self._paint_words_of(painter, frame, area, self.theme.on_now)
            until = area.right()
        line = area.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self.theme.grip if is_here else self.theme.ink, 2.4 if is_here else 1.2))
        if until >= area.right():
            painter.drawRect(line)
        else:
            end = max(line.left() + 1.5, until)
            painter.drawPolyline(
                [QPointF(end, line.top()), line.topLeft(), line.bottomLeft(), QPointF(end, line.bottom())]
            )

    def _paint_words_of(self, painter: QPainter, frame: int, area: QRectF, colour: QColor) -> None:
        """Paint an open frame's move and what is known of its value."""
        session = self.canvas.session
        if not self.canvas.labels:
            return
        here = session.stack[session.trace.plies[frame]]
        value = open_value_text(here) if here.value is None else short_value(session.trace, here.frame)
        paint_fitting_text(painter, block_texts(session.trace, frame, value), area, colour)
