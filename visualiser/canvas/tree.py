"""The tree view: frames one by one as long as there is room for them, and bands of mean values below.

Nothing here changes when the cursor moves. What does is drawn over it by `overlay`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from shiboken6 import wrapInstance

from engine.columns import HORIZON, TERMINAL
from engine.layout.detail import Level, levels
from engine.layout.rows import STUB, Rows
from engine.layout.view import PLAIN_SCALE, View
from engine.trace import Trace
from visualiser.canvas.atlas import LEFT_OUT, SMALLEST, TONES, Direct, Stamper, atlas, tones
from visualiser.canvas.bands import Bands
from visualiser.canvas.edges import VALUE_ROOM, paint_edges
from visualiser.canvas.equal import saved_frames
from visualiser.canvas.near import (
    ALL_AT_ONCE,
    BOARD,
    NEW_AT_ONCE,
    Boards,
    grounds,
    label_point,
    paint_cut,
    paint_label,
    paint_severed,
    paint_window,
)
from visualiser.canvas.strips import PALE, PALE_WORDS
from visualiser.canvas.stubs import numbered_stubs_of, stubs_of
from visualiser.canvas.style import BOARD_ROOM, Style
from visualiser.glyphs import OF_KIND, SQUARE, shape_of_stub, short_value, text_area
from visualiser.theme import Current, Theme, font

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
LABEL_ROOM, WINDOW_ROOM = 46.0, 92.0
"""Pixels from which a move and a window are drawn."""
STUB_LABEL_ROOM = 26.0
MOST_TEXTS = 260


class TreePicture:
    """Draws the tree of one recording."""

    def __init__(self, trace: Trace, boards: Boards) -> None:
        self.trace = trace
        self.boards = boards
        self.levels: list[Level] = []
        """What was drawn one by one the last time."""
        self.saved = saved_frames(trace)
        self.strong: NDArray[np.bool_] | None = None
        """The frames that were not pale."""
        self.is_finished = True
        """Whether everything that was wanted has been drawn; boards may come later."""

    def style(self, view: View, labels: bool) -> Style:
        return Style.of(view, has_boards=self.boards.are_drawn, labels=labels)

    def paint(
        self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, fast: bool,
        before_values: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        """The whole picture. `fast` leaves out texts and smooth edges, for while it moves.

        Somebody may want to look at it before the values are written into it.
        """
        ratio = image.devicePixelRatio()
        style = self.style(view, labels)
        self.levels = levels(rows, view)
        self.strong = None if rows.strong is None else rows.strong.marked
        self.is_finished = not fast
        image.fill(theme.paper)
        if style.boards:
            self._paint_bands(image, view, theme, len(rows))
        Bands(rows, view, theme, ratio, self.levels, style).paint(image)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not fast)
        self._paint_edges(painter, view, style, theme)
        for level in self._parts(view):
            painter.setOpacity(PALE if level.is_pale else 1.0)
            self._paint_glyphs(painter, level, view, style, theme, ratio)
        painter.setOpacity(1.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if style.boards:
            self._paint_boards(painter, view, style, fast)
        texts = [] if fast else self._texts(view, style)
        for level, _, labelled in texts:
            painter.setOpacity(PALE_WORDS if level.is_pale else 1.0)
            self._paint_moves(painter, level, labelled, view, style, theme)
            if style.labels and view.scale * STUB >= STUB_LABEL_ROOM:
                self._paint_left_out(painter, level, view, style, theme)
        before_values()
        for level, with_value, _ in texts:
            painter.setOpacity(PALE_WORDS if level.is_pale else 1.0)
            self._paint_values(painter, level, with_value, view, style, theme)
            if style.boards:
                self._paint_windows(painter, level, view, style, theme)
        painter.end()

    def _seen(self, view: View) -> Iterator[Level]:
        """The levels that are not scrolled out of the window."""
        for level in self.levels:
            if -view.pitch < view.y_of(level.ply) < view.height + view.pitch:
                yield level

    def _parts(self, view: View) -> Iterator[Level]:
        """The same, where some frames are pale in two parts each: the strong ones first."""
        for level in self._seen(view):
            if self.strong is None:
                yield level
            else:
                strong = self.strong[level.frames]
                yield level.part(strong, is_pale=False)
                yield level.part(~strong, is_pale=True)

    def _paint_bands(self, image: QImage, view: View, theme: Theme, plies: int) -> None:
        painter = QPainter(image)
        for area in grounds(view, plies):
            painter.fillRect(area, theme.band)
        painter.end()

    # Edges

    def _paint_edges(self, painter: QPainter, view: View, style: Style, theme: Theme) -> None:
        paint_edges(painter, self._parts(view), self.levels, self.trace.facts.is_best, view, style, theme, self.saved)
        for level in self._parts(view):
            painter.setOpacity(PALE_WORDS if level.is_pale else 1.0)
            self._paint_stubs(painter, level, view, style, theme)
        painter.setOpacity(1.0)

    def _paint_stubs(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """The moves that frames left out, behind severed edges."""
        for place, x, width in stubs_of(level, view):
            start = QPointF(float(level.centre[place]), style.foot(view, level.ply))
            end = QPointF(x, style.head(view, level.ply + 1))
            if width >= 12:
                paint_severed(painter, start, end, theme)
            else:
                painter.setPen(QPen(theme.pruned, 1))
                painter.drawLine(start, end)

    # Frames

    def _paint_glyphs(
        self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme, ratio: float
    ) -> None:
        widths = style.widths(level)
        frames = level.frames
        y = np.full(len(frames), style.y(view, level.ply))
        tone = tones(level.row.shades[level.places])
        if self.saved is not None:
            tone = np.where(self.saved[frames], LEFT_OUT, tone)
        shape = shapes(self.trace, frames)
        large = widths >= SMALLEST
        # Close up they are few and of any size: nothing is kept ready-made for that.
        stamps: Stamper = Direct(theme) if view.scale >= PLAIN_SCALE else atlas(theme.name, ratio)
        stamps.stamp(painter, level.centre[large], y[large], widths[large], tone[large], shape[large])
        small = ~large
        if small.any():
            painter.setPen(Qt.PenStyle.NoPen)
            bars = np.empty((int(small.sum()), 4))
            bars[:, 2] = np.maximum(1.0, level.spans[small] - 1)
            bars[:, 0] = level.centre[small] - bars[:, 2] / 2
            bars[:, 1], bars[:, 3] = y[small] - 6, 12.0
            for number in np.unique(tone[small]).tolist():
                some = np.ascontiguousarray(bars[tone[small] == number])
                painter.setBrush(
                    theme.pruned if number == LEFT_OUT else theme.of_shade((number - TONES // 2) / (TONES // 2))
                )
                painter.drawRects(cast(QRectF, wrapInstance(some.ctypes.data, QRectF)), len(some))
        stubs = list(stubs_of(level, view))
        if stubs and level.ply + 1 < 65_535:
            centres = np.array([x for _, x, _ in stubs])
            sizes = np.clip(np.array([width for _, _, width in stubs]) * 0.7, 0, style.glyph * 0.6)
            kinds = np.array([shape_of_stub(self.trace.kinds[int(frames[place])]) for place, _, _ in stubs])
            big = sizes >= SMALLEST
            heights = np.full(len(stubs), style.y(view, level.ply + 1))
            left_out = np.full(len(stubs), LEFT_OUT)
            stamps.stamp(painter, centres[big], heights[big], sizes[big], left_out[big], kinds[big])

    # Words

    def _texts(self, view: View, style: Style) -> list[tuple[Level, Places, Places]]:
        """Which frames of the levels are written on, with their values and with their moves: not too many."""
        room_left, chosen = MOST_TEXTS, []
        for level in sorted(self._parts(view), key=lambda level: level.is_pale):
            with_value = np.flatnonzero(style.widths(level) >= VALUE_ROOM)
            if len(with_value) > room_left:
                continue
            room_left -= len(with_value)
            labelled = np.flatnonzero(level.spans >= LABEL_ROOM)[: None if level.ply and style.labels else 0]
            if len(labelled) > room_left:
                labelled = labelled[:0]
            room_left -= len(labelled)
            chosen.append((level, with_value, labelled))
        return chosen

    def _paint_left_out(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """The names of the moves that were left out, below where they would have led."""
        painter.setFont(font(11))
        painter.setPen(theme.quiet)
        names: dict[int, list[str]] = {}
        for place, number, x, width in numbered_stubs_of(level, view):
            if place not in names:
                names[place] = self.trace.left_out(int(level.frames[place]))
            short = painter.fontMetrics().elidedText(names[place][number], Qt.TextElideMode.ElideRight, int(width) - 2)
            where = QRectF(x - width / 2, style.y(view, level.ply + 1) + style.glyph * 0.3, width, 16)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, short)

    def _paint_values(
        self, painter: QPainter, level: Level, chosen: Places, view: View, style: Style, theme: Theme
    ) -> None:
        y, widths = style.y(view, level.ply), style.widths(level)
        shape = shapes(self.trace, level.frames)
        for place in chosen.tolist():
            is_hollow = level.is_pale or (self.saved is not None and self.saved[level.frames[place]])
            painter.setPen(theme.ink if is_hollow else theme.on_fill)
            text = short_value(self.trace, int(level.frames[place]))
            wide = float(widths[place])
            painter.setFont(font(fitting_size(text, wide), bold=True))
            area = text_area(int(shape[place]), QPointF(float(level.centre[place]), y), wide)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_moves(
        self, painter: QPainter, level: Level, chosen: Places, view: View, style: Style, theme: Theme
    ) -> None:
        if not len(chosen):
            return
        above = self.levels[level.ply - 1]
        top, bottom = style.foot(view, above.ply), style.head(view, level.ply)
        is_best = self.trace.facts.is_best
        for place in chosen:
            start, end = float(above.centre[level.parents[place]]), float(level.centre[place])
            frame = int(level.frames[place])
            point = label_point(QPointF(start, top), QPointF(end, bottom))
            if point is None:
                return
            room = float(level.spans[place])
            paint_label(painter, self.trace.move_text(frame), point, room, theme, strong=bool(is_best[frame]))

    def _paint_boards(self, painter: QPainter, view: View, style: Style, fast: bool) -> None:
        self.boards.stamps.left_to_make = NEW_AT_ONCE if fast else ALL_AT_ONCE
        for level in self._parts(view):
            painter.setOpacity(PALE_WORDS if level.is_pale else 1.0)
            for frame, corner, _ in boards_of(level, view, style):
                if not self.boards.paint(painter, frame, corner):
                    self.is_finished = False
        painter.setOpacity(1.0)

    def _paint_windows(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """Beside boards the windows of their frames, and why they were cut."""
        cutoff = self.trace.facts.cutoff
        for frame, corner, span in boards_of(level, view, style):
            if span < WINDOW_ROOM:
                continue
            if self.trace.sizes[frame] > 1:
                paint_window(painter, self.trace, frame, corner + QPointF(BOARD + 12, -style.glyph * 0.44 - 17), theme)
            if cutoff[frame]:
                paint_cut(painter, self.trace, frame, cut_corner(corner), theme)


def cut_corner(board: QPointF) -> QPointF:
    """Where the words on a cut begin, beside the board that has its corner there."""
    return board + QPointF(BOARD + 12, 4)


def boards_of(level: Level, view: View, style: Style) -> Iterator[tuple[int, QPointF, float]]:
    """Frames with room for a board, its corner, and the room."""
    y = style.y(view, level.ply)
    for place in np.flatnonzero(level.spans >= BOARD_ROOM - 1).tolist():
        corner = style.board_corner(QPointF(float(level.centre[place]), y))
        yield int(level.frames[place]), corner, float(level.spans[place])


def shapes(trace: Trace, frames: NDArray[np.int32]) -> NDArray[np.int64]:
    status = trace.column("status")[frames]
    kind = trace.column("kind")[frames]
    of_kind = np.array([shape for _, shape in sorted(OF_KIND.items())])
    return np.where((status == TERMINAL) | (status == HORIZON), SQUARE, of_kind[kind])


def fitting_size(text: str, width: float) -> float:
    """The size of a text so that it fits into a glyph, which does not grow with the size of all other texts."""
    scale = Current.text_scale
    usual = min(13.0 * scale, max(8.0, width * 0.42))
    return min(usual, max(6.5, width * 0.95 / max(1, len(text)))) / scale
