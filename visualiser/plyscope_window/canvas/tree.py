"""The tree view: frames one by one as long as there is room for them, and bands of mean values below.

As frames appear one by one, the band of their ply fades into the lines of the edges. Pruned moves stand at the right
end of their frame's children, one ply below it. Nothing here changes when the cursor moves: `overlay` draws that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.detail import Level, levels
from plyscope.layout.rows import STUB, Rows
from plyscope.layout.viewport import PLAIN_SCALE, View
from plyscope.model.columns import LEAVES
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPen
from shiboken6 import wrapInstance

from plyscope_window.canvas.atlas import FUTURE_TONE, MIN_WIDTH, PRUNED_TONE, TONES, Direct, Stamper, stamper, tones
from plyscope_window.canvas.badges import saved_frames_mask
from plyscope_window.canvas.edges import VALUE_ROOM, draw_lines, lines_to_level, paint_edges
from plyscope_window.canvas.geometry import Style
from plyscope_window.canvas.near import (
    BOARD_SIDE,
    Boards,
    label_point,
    paint_cut,
    paint_label,
    paint_left_out,
    paint_severed,
    paint_window,
    ply_bands,
)
from plyscope_window.canvas.strips import (
    DIMMED_STRENGTH,
    DIMMED_TEXT_STRENGTH,
    Columns,
    band,
    future_band,
    hatch_columns,
    pixel_of,
    pixels_of,
)
from plyscope_window.look.glyphs import SHAPE_OF_KIND, SQUARE, shape_after, shape_of_stub, short_value, text_area
from plyscope_window.look.theme import Current, Theme, fitting_font, font
from plyscope_window.widgets.painting import smooth_painter

MIN_STUB_WIDTH = 3.0
"""The width in pixels from which a pruned move is drawn by itself."""


def stubs_of(level: Level, view: View) -> Iterator[tuple[int, int, float, float]]:
    """For each pruned move with room to be drawn: its frame's place, its number there, its middle and width."""
    is_tight = view.scale * STUB < MIN_STUB_WIDTH
    if level.row.stubs is None or (is_tight and not level.row.rooms):
        return
    stubs = level.row.stubs[level.places]
    for place in np.flatnonzero(level.opened & (stubs > 0)).tolist():
        right = float(level.right[place])
        if int(level.places[place]) in level.row.rooms:
            yield from roomy_stubs(place, right, level.row.stub_widths(int(level.places[place])), view)
            continue
        if is_tight:
            continue
        number, width = int(stubs[place]), view.scale * STUB
        first = right - number * width
        begin, end = max(0, int(-first / width) - 1), min(number, int((view.width - first) / width) + 1)
        for pruned in range(begin, end):
            yield place, pruned, first + (pruned + 0.5) * width, width


def roomy_stubs(
    place: int, right: float, widths: tuple[int, ...], view: View
) -> Iterator[tuple[int, int, float, float]]:
    """Pruned moves of different widths, each with its middle in the visible part of its room."""
    left = right - sum(widths) * view.scale
    for number, units in enumerate(widths):
        width = units * view.scale
        if width >= MIN_STUB_WIDTH and left + width > 0 and left < view.width:
            yield place, number, (max(left, 0.0) + min(left + width, view.width)) / 2, width
        left += width


class EdgeFeet(Protocol):
    """An object that knows where the edges below a ply begin."""

    def foot(self, view: View, ply: int) -> float: ...


class PlyBands:
    """The plies below the frames that are drawn one by one, as bands."""

    def __init__(
        self, rows: Rows, view: View, theme: Theme, ratio: float, drawn: list[Level], style: EdgeFeet,
        *, is_future: bool = False,
    ) -> None:  # fmt: skip
        self.rows, self.view, self.theme, self.ratio, self.drawn, self.style = rows, view, theme, ratio, drawn, style
        self.is_future = is_future
        self.columns = Columns(view, ratio)

    def paint(self, image: QImage) -> None:
        """Paint the bands of all plies below frames whose children are not drawn one by one."""
        pixels = pixels_of(image)
        closed = np.zeros(self.columns.count, np.bool_)
        for ply in range(1, len(self.rows)):
            if ply - 1 < len(self.drawn):
                closed |= self._below_closed(self.drawn[ply - 1])
            y = self.view.y_of(ply)
            if not closed.any() or not -self.view.pitch < y < self.view.height + self.view.pitch:
                continue
            line, filled = (future_band if self.is_future else band)(self.rows, ply, self.columns, self.theme)
            self._paint_band(pixels, ply, np.where(closed & filled, line, pixel_of(self.theme.paper)), closed & filled)

    def _below_closed(self, level: Level) -> NDArray[np.bool_]:
        """A mask of the columns below frames of a level whose children are not drawn one by one."""
        shut = ~level.opened & (level.children > 0)
        steps = np.zeros(self.columns.count + 1, np.int64)
        begin = np.clip(np.floor(level.left[shut] * self.ratio), 0, self.columns.count).astype(np.intp)
        end = np.clip(np.ceil(level.right[shut] * self.ratio), 0, self.columns.count).astype(np.intp)
        np.add.at(steps, begin, 1)
        np.add.at(steps, end, -1)
        return np.asarray(np.cumsum(steps)[:-1] > 0, np.bool_)

    def _paint_band(
        self, pixels: NDArray[np.uint32], ply: int, line: NDArray[np.uint32], filled: NDArray[np.bool_]
    ) -> None:
        """Paint a band as high as its ply, or as low as frames drawn one by one leave it, fading upwards."""
        open_share = self._drawn_share(ply)
        full = self.view.pitch - 2
        height = max(3.0, full * (1 - open_share) ** 1.5 + min(12.0, full) * (1 - (1 - open_share) ** 1.5))
        middle = self.view.y_of(ply) * self.ratio
        top = max(0, round(middle - height * self.ratio / 2))
        bottom = min(pixels.shape[0], round(middle + height * self.ratio / 2))
        if bottom <= top:
            return
        part = pixels[top:bottom]
        part[:, filled] = line[filled]
        hatch_columns(part, line, self.theme)
        if ply - 1 < len(self.drawn):
            self._fade_in(pixels, top, ply, line, filled)

    def _drawn_share(self, ply: int) -> float:
        """The share of the window's width in which frames of a ply are drawn one by one."""
        if ply >= len(self.drawn):
            return 0.0
        level = self.drawn[ply]
        seen = np.minimum(level.right, self.view.width) - np.maximum(level.left, 0.0)
        return min(1.0, float(seen.sum()) / self.view.width)

    def _fade_in(
        self, pixels: NDArray[np.uint32], bottom: int, ply: int, line: NDArray[np.uint32], filled: NDArray[np.bool_]
    ) -> None:
        """Extend the colours of a band up towards the frames above it."""
        begin = max(0, round(self.style.foot(self.view, ply - 1) * self.ratio) + 2)
        begin = max(begin, bottom - round(26 * self.ratio))
        if bottom - begin < 4:
            return
        columns = np.flatnonzero(filled)
        colours, paper = unpacked_channels(line[columns]), unpacked_channels(np.array([pixel_of(self.theme.paper)]))
        for y in range(begin, bottom):
            strength = 0.5 * ((y - begin) / (bottom - begin)) ** 1.3
            mixture = (paper + (colours - paper) * strength).astype(np.uint32)
            pixels[y, columns] = 0xFF000000 | (mixture[:, 0] << 16) | (mixture[:, 1] << 8) | mixture[:, 2]


def unpacked_channels(colours: NDArray[np.uint32]) -> NDArray[np.float64]:
    """Red, green and blue of pixels."""
    return np.stack([(colours >> 16) & 255, (colours >> 8) & 255, colours & 255], axis=1).astype(np.float64)


Floats = NDArray[np.float64]
Places = NDArray[np.int64]
RESULT_ROOM = 30.0
"""The width in pixels from which a result is written beside a board."""
MIN_RESULT_SIZE = 9.0
"""The size of letters below which a result is not written on a glyph."""
LABEL_ROOM, WINDOW_ROOM = 46.0, 92.0
"""The widths in pixels from which a move and a window are drawn."""
STUB_LABEL_ROOM = 26.0
"""The width in pixels from which a pruned move is named below its stub."""
MAX_TEXTS = 260
"""The most values and moves that are written in one picture."""


class TreePicture:
    """The painter of the tree of one recording."""

    def __init__(self, trace: Trace, boards: Boards) -> None:
        self.trace = trace
        self.boards = boards
        self.levels: list[Level] = []
        """The levels that were drawn one by one in the last painting."""
        self.saved = saved_frames_mask(trace)
        self.strong: NDArray[np.bool_] | None = None
        """The frames that were not dimmed in the last painting; None where none was dimmed."""

    def style(self, view: View, labels: bool) -> Style:
        """The style of a view of this recording."""
        return Style.of(view, has_boards=self.boards.are_drawn, labels=labels, has_values=self.boards.has_values)

    def paint(self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, fast: bool) -> None:
        """Paint the whole picture. `fast`, for while the view moves, omits texts and smooth edges."""
        ratio = image.devicePixelRatio()
        style = self.style(view, labels)
        self.levels = levels(rows, view)
        self.strong = None if rows.strong is None else rows.strong.marked
        image.fill(theme.paper)
        if style.boards and not style.are_nodes:
            self._paint_bands(image, view, theme, rows.depth)
        PlyBands(rows, view, theme, ratio, self.levels, style).paint(image)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not fast)
        self._paint_edges(painter, view, style, theme)
        for level in self._parts(view):
            painter.setOpacity(DIMMED_STRENGTH if level.is_pale else 1.0)
            self._stamp(painter, level, view, style, theme, ratio)
        painter.setOpacity(1.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if style.boards:
            self._paint_boards(painter, view, style)
        texts = [] if fast else self._texts(view, style)
        for level, _, labelled in texts:
            painter.setOpacity(DIMMED_TEXT_STRENGTH if level.is_pale else 1.0)
            self._paint_moves(painter, level, labelled, view, style, theme)
            if style.labels and view.scale * STUB >= STUB_LABEL_ROOM:
                self._paint_pruned(painter, level, view, style, theme)
        for level, with_value, _ in texts:
            painter.setOpacity(DIMMED_TEXT_STRENGTH if level.is_pale else 1.0)
            self._paint_values(painter, level, with_value, view, style, theme)
            if style.boards and not style.are_nodes:
                self._paint_windows(painter, level, view, style, theme)
        painter.end()

    def paint_future(self, image: QImage, rows: Rows, view: View, theme: Theme, *, labels: bool, hidden: bool) -> None:
        """Paint the outlines of what is still to come: the shape of the tree, and nothing that will become of it.

        Where the future is `hidden`, only the bands behind the plies are left.
        """
        style = self.style(view, labels)
        image.fill(theme.paper)
        if style.boards and not style.are_nodes:
            self._paint_bands(image, view, theme, rows.depth)
        if hidden:
            return
        shown = levels(rows, view)
        PlyBands(rows, view, theme, image.devicePixelRatio(), shown, style, is_future=True).paint(image)
        painter = smooth_painter(image)
        seen = [level for level in shown if -view.pitch < view.y_of(level.ply) < view.height + view.pitch]
        lines = [lines_to_level(level, shown, view, style) for level in seen if level.ply]
        draw_lines(painter, lines, theme.hairline)
        painter.setPen(QPen(theme.hairline, 1))
        for level in seen:
            for place, _, x, _ in stubs_of(level, view):
                start = QPointF(float(level.centre[place]), style.foot(view, level.ply))
                painter.drawLine(start, QPointF(x, style.head(view, level.ply + 1)))
        for level in seen:
            if style.are_nodes:
                for _, corner, _ in boards_of(level, view, style):
                    painter.drawRect(QRectF(corner, QSizeF(BOARD_SIDE, BOARD_SIDE)))
                continue
            self._stamp(painter, level, view, style, theme, image.devicePixelRatio(), is_future=True)
        painter.end()

    def _seen(self, view: View) -> Iterator[Level]:
        """The levels that are not scrolled out of the window."""
        for level in self.levels:
            if -view.pitch < view.y_of(level.ply) < view.height + view.pitch:
                yield level

    def _parts(self, view: View) -> Iterator[Level]:
        """The levels in the window; where some frames are dimmed, each in two parts with the dimmed ones last."""
        for level in self._seen(view):
            if self.strong is None:
                yield level
            else:
                strong = self.strong[level.frames]
                yield level.part(strong, is_pale=False)
                yield level.part(~strong, is_pale=True)

    def _paint_bands(self, image: QImage, view: View, theme: Theme, plies: int) -> None:
        """Paint the bands behind every second ply."""
        painter = QPainter(image)
        for area in ply_bands(view, plies):
            painter.fillRect(area, theme.band)
        painter.end()

    # Edges

    def _paint_edges(self, painter: QPainter, view: View, style: Style, theme: Theme) -> None:
        """Paint the edges to frames and to pruned moves."""
        paint_edges(painter, self._parts(view), self.levels, self.trace.facts, view, style, theme, self.saved)
        for level in self._parts(view):
            painter.setOpacity(DIMMED_TEXT_STRENGTH if level.is_pale else 1.0)
            self._paint_stubs(painter, level, view, style, theme)
        painter.setOpacity(1.0)

    def _paint_stubs(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """Paint the pruned moves, behind severed edges, or dotted ones where the search left them out by a rule."""
        for place, _, x, width in stubs_of(level, view):
            start = QPointF(float(level.centre[place]), style.foot(view, level.ply))
            end = QPointF(x, style.head(view, level.ply + 1))
            if width >= 12:
                is_left_out = self.trace.prunes_forward(int(level.frames[place]))
                paint = paint_left_out if is_left_out else paint_severed
                paint(painter, start, end, theme)
            else:
                painter.setPen(QPen(theme.pruned, 1))
                painter.drawLine(start, end)

    # Frames

    def _stamp(
        self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme, ratio: float,
        *, is_future: bool = False,
    ) -> None:  # fmt: skip
        """Paint the glyphs of a level and of its pruned moves; those of the future all alike."""
        widths = style.widths(level)
        frames = level.frames
        y = np.full(len(frames), style.y(view, level.ply))
        tone = tones(level.row.shades[level.places])
        if self.saved is not None:
            tone = np.where(self.saved[frames], PRUNED_TONE, tone)
        if is_future:
            tone = np.full(len(frames), FUTURE_TONE)
        shape = shapes_of_frames(self.trace, frames)
        large = widths >= (np.inf if style.are_nodes else MIN_WIDTH)
        # From close by they are few and of any size, so they are not stamped.
        stamps: Stamper = Direct(theme) if view.scale >= PLAIN_SCALE else stamper(theme, ratio)
        stamps.stamp(painter, level.centre[large], y[large], widths[large], tone[large], shape[large])
        small = ~large
        if style.are_nodes:
            small = np.zeros(len(frames), np.bool_)
        if small.any():
            painter.setPen(Qt.PenStyle.NoPen)
            bars = np.empty((int(small.sum()), 4))
            bars[:, 2] = np.maximum(1.0, level.spans[small] - 1)
            bars[:, 0] = level.centre[small] - bars[:, 2] / 2
            bars[:, 1], bars[:, 3] = y[small] - 6, 12.0
            for number in np.unique(tone[small]).tolist():
                some = np.ascontiguousarray(bars[tone[small] == number])
                of_tone = {PRUNED_TONE: theme.pruned, FUTURE_TONE: theme.hairline}
                painter.setBrush(of_tone.get(number) or theme.of_shade((number - TONES // 2) / (TONES // 2)))
                painter.drawRects(cast(QRectF, wrapInstance(some.ctypes.data, QRectF)), len(some))
        stubs = list(stubs_of(level, view))
        if stubs and level.ply + 1 < 65_535:
            centres = np.array([x for *_, x, _ in stubs])
            sizes = np.clip(np.array([width for *_, width in stubs]) * 0.7, 0, style.glyph * 0.6)
            kinds = np.array([self._shape_of_stub(int(frames[place]), number) for place, number, _, _ in stubs])
            big = sizes >= MIN_WIDTH
            heights = np.full(len(stubs), style.y(view, level.ply + 1))
            pruned = np.full(len(stubs), FUTURE_TONE if is_future else PRUNED_TONE)
            stamps.stamp(painter, centres[big], heights[big], sizes[big], pruned[big], kinds[big])

    def _shape_of_stub(self, frame: int, number: int) -> int:
        """The shape of one of the pruned moves of a frame, by its number among them."""
        if self.trace.position.game.rules.alternates:
            return shape_of_stub(self.trace.kinds[frame])
        return shape_after(self.trace, frame, self.trace.pruned_moves(frame)[number])

    # Texts

    def _texts(self, view: View, style: Style) -> list[tuple[Level, Places, Places]]:
        """Choose the frames whose values and moves are written, MAX_TEXTS at most."""
        room_left, chosen = MAX_TEXTS, []
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

    def _paint_pruned(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """Paint the names of pruned moves below their stubs."""
        painter.setFont(font(11))
        painter.setPen(theme.quiet)
        names: dict[int, list[str]] = {}
        for place, number, x, width in stubs_of(level, view):
            if place not in names:
                names[place] = list(map(self.trace.shown_text, self.trace.pruned_texts(int(level.frames[place]))))
            short = painter.fontMetrics().elidedText(names[place][number], Qt.TextElideMode.ElideRight, int(width) - 2)
            where = QRectF(x - width / 2, style.y(view, level.ply + 1) + style.glyph * 0.3, width, 16)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, short)

    def _paint_values(
        self, painter: QPainter, level: Level, chosen: Places, view: View, style: Style, theme: Theme
    ) -> None:
        """Paint values in glyphs, or results beside boards."""
        y, widths = style.y(view, level.ply), style.widths(level)
        shape = shapes_of_frames(self.trace, level.frames)
        for place in chosen.tolist():
            is_hollow = level.is_pale or (self.saved is not None and self.saved[level.frames[place]])
            painter.setPen(theme.ink if is_hollow else theme.on_fill)
            frame = int(level.frames[place])
            text, width = short_value(self.trace, frame), float(widths[place])
            if style.are_nodes:
                self._paint_result(painter, level, place, QPointF(float(level.centre[place]), y), view, theme)
                continue
            face = font_in_glyph(text, width)
            if np.isnan(self.trace.values[frame]) and face.pixelSize() < MIN_RESULT_SIZE * Current.text_scale:
                continue
            painter.setFont(face)
            area = text_area(int(shape[place]), QPointF(float(level.centre[place]), y), width)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_result(
        self, painter: QPainter, level: Level, place: int, point: QPointF, view: View, theme: Theme
    ) -> None:
        """Paint what a call returned beside its board, before the next board and the end of its ply."""
        room = result_area(point, float(level.spans[place]), view)
        room.setRight(min(room.right(), view.x_of(int(level.row.ends[-1])) - 4))
        result = self.trace.origin.result_text(int(level.frames[place]))
        if result is None or room.width() < RESULT_ROOM:
            return
        painter.setFont(font(11, fixed=True))
        painter.setPen(theme.quiet)
        text = painter.fontMetrics().elidedText(result, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_moves(
        self, painter: QPainter, level: Level, chosen: Places, view: View, style: Style, theme: Theme
    ) -> None:
        """Paint moves on the edges to the chosen frames of a level."""
        if not len(chosen):
            return
        above = self.levels[level.ply - 1]
        top, bottom = style.foot(view, above.ply), style.head(view, level.ply)
        is_best = self.trace.facts.are_best(level.frames[chosen])
        for number, place in enumerate(chosen):
            start, end = float(above.centre[level.parents[place]]), float(level.centre[place])
            frame = int(level.frames[place])
            point = label_point(QPointF(start, top), QPointF(end, bottom), of_boards=style.are_nodes)
            if point is None:
                return
            room = float(level.spans[place])
            paint_label(painter, self.trace.edge_text(frame), point, room, theme, strong=bool(is_best[number]))

    def _paint_boards(self, painter: QPainter, view: View, style: Style) -> None:
        """Paint the boards of frames with room for them."""
        for level in self._parts(view):
            painter.setOpacity(DIMMED_TEXT_STRENGTH if level.is_pale else 1.0)
            for frame, corner, _ in boards_of(level, view, style):
                self.boards.paint(painter, frame, corner)
        painter.setOpacity(1.0)

    def _paint_windows(self, painter: QPainter, level: Level, view: View, style: Style, theme: Theme) -> None:
        """Paint windows and reasons for cuts beside boards."""
        cutoff = self.trace.facts.cutoff
        for frame, corner, span in boards_of(level, view, style):
            if span < WINDOW_ROOM:
                continue
            if self.trace.sizes[frame] > 1:
                beside = corner + QPointF(BOARD_SIDE + 12, -style.glyph * 0.44 - 17)
                paint_window(painter, self.trace, frame, beside, theme)
            if cutoff[frame]:
                paint_cut(painter, self.trace, frame, cut_corner(corner), theme)


def result_area(board: QPointF, span: float, view: View) -> QRectF:
    """The area of a call's result, beside the board with this middle."""
    return QRectF(board.x() + BOARD_SIDE / 2 + 5, board.y() - 8, (span + view.slot) / 2 - BOARD_SIDE - 12, 16)


def cut_corner(board: QPointF) -> QPointF:
    """The top left corner of the texts about a cut, beside the board with this corner."""
    return board + QPointF(BOARD_SIDE + 12, 4)


def boards_of(level: Level, view: View, style: Style) -> Iterator[tuple[int, QPointF, float]]:
    """The frames of a level with room for a board, each with the board's corner and the room."""
    y = style.y(view, level.ply)
    for place in np.flatnonzero(level.spans >= style.board_room - 1).tolist():
        corner = style.board_corner(QPointF(float(level.centre[place]), y))
        yield int(level.frames[place]), corner, float(level.spans[place])


def shapes_of_frames(trace: Trace, frames: NDArray[np.int32]) -> NDArray[np.int64]:
    """The shape of each of some frames, as an array."""
    status = trace.column("status")[frames]
    kind = trace.column("kind")[frames]
    of_kind = np.array([shape for _, shape in sorted(SHAPE_OF_KIND.items())])
    return np.where(np.isin(status, LEAVES), SQUARE, of_kind[kind])


def font_in_glyph(text: str, width: float, largest: float = 13.0) -> QFont:
    """The font in which a text fits into a glyph of a width; glyphs do not grow with the text size."""
    usual = font(min(largest, max(8.0, width * 0.42) / Current.text_scale), bold=True)
    return fitting_font(text, usual, width * TEXT_SHARE)


TEXT_SHARE = 0.72
"""The share of a glyph's width that it has for a text: it is narrower above."""
