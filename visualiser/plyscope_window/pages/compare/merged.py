"""The canvas of both recordings as one tree: the usual three ways to draw it, with a badge at every node.

Where nodes are too small for badges: a line along the foot of each ply, the stronger the more of it differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from plyscope.analysis.union import SAME, Union
from plyscope.layout.rows import Rows, Shares
from plyscope.layout.viewport import View
from plyscope.model.columns import OPEN
from plyscope.model.declaration import Windows
from plyscope.model.trace import Trace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.canvas_state import FOCUS, TREE
from plyscope_window.canvas.focus_layout import GLYPH
from plyscope_window.canvas.gutter import WIDTH as GUTTER
from plyscope_window.canvas.hover import HoverCard, title_of
from plyscope_window.canvas.strips import Columns
from plyscope_window.look.glyphs import UP, shape_of_frame
from plyscope_window.look.theme import Theme, theme
from plyscope_window.pages.compare.badges import (
    HEIGHT,
    MAX_BADGES,
    MIN_SPAN,
    Badge,
    badges_of_icicle,
    badges_of_tree,
    badges_of_whole,
    paint_badges,
)
from plyscope_window.session.pair import MergedSession, verdict_name
from plyscope_window.session.session import Session
from plyscope_window.words import count, number, tr

LINE_HEIGHT = 4.0


class DifferenceLines:
    """The lines of one row index."""

    def __init__(self, rows: Rows, union: Union) -> None:
        self.rows = rows
        self.differing = Shares(rows.rows, union.verdicts != SAME)

    def paint(self, painter: QPainter, ply: int, foot: float, view: View, theme: Theme) -> None:
        """The line of a ply, which ends where its blocks, or its glyphs, do."""
        columns = Columns(view, 1.0)
        strength = np.rint(self.differing.between(ply, columns.edges) * 255).astype(np.uint32)
        ink = np.uint32(theme.quiet.rgb() & 0xFFFFFF)
        pixels = np.ascontiguousarray((strength << np.uint32(24)) | ink)
        image = QImage(pixels.data, columns.count, 1, columns.count * 4, QImage.Format.Format_ARGB32)
        high = min(LINE_HEIGHT, 0.12 * view.pitch)
        painter.drawImage(QRectF(0, foot - high - 1, columns.count, high), image)


GLYPHS_FOOT = 15.0
"""Pixels from the middle of a row of small glyphs to the foot of the line below it."""


class MergedCanvas(Canvas):
    """Both recordings as one tree. A double click on a node moves both cursors."""

    def __init__(self, session: MergedSession) -> None:
        super().__init__(session)
        self.union = session.pair.union
        self._difference_lines: DifferenceLines | None = None
        self.card = MergedCard(self, self.union)
        self.setMinimumSize(240, 120)
        self.setAccessibleName(tr("The search trees of A and B as one"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.session.rows is None:
            return
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.mode == FOCUS:
            painter.scale(self.focus_scale, self.focus_scale)
        elif not self.is_whole:
            painter.translate(GUTTER, 0)
            painter.setClipRect(QRectF(0, 0, self.view.width, self.view.height))
            painter.scale(self.view.magnification, self.view.magnification)
        for ply in self._crowded():
            self._lines(self.session.rows).paint(painter, ply, self._foot(ply), self.view.plain, theme())
        paint_badges(painter, self.union, islice(self.badges(), MAX_BADGES), theme())
        painter.end()

    def _lines(self, rows: Rows) -> DifferenceLines:
        if self._difference_lines is None or self._difference_lines.rows is not rows:
            self._difference_lines = DifferenceLines(rows, self.union)
        return self._difference_lines

    def _foot(self, ply: int) -> float:
        """Where what is drawn of a ply ends: a row of small glyphs is not as high as a band or a block."""
        view = self.view.plain
        is_row = self.mode == TREE and ply < len(self.tree.levels)
        return view.y_of(ply) + (min(view.pitch / 2, GLYPHS_FOOT) if is_row else view.pitch / 2)

    def _crowded(self) -> Iterator[int]:
        """The plies whose nodes are too small for badges, on the average."""
        rows, view = self.session.rows, self.view.plain
        assert rows is not None
        for ply, row in enumerate([] if self.mode == FOCUS or self.is_whole else rows.rows):
            is_visible = -view.pitch < view.y_of(ply) < view.height + view.pitch
            if is_visible and (int(row.ends[-1]) - int(row.starts[0])) / len(row) * view.scale < MIN_SPAN:
                yield ply

    def badges(self) -> Iterator[Badge]:
        """The badges of the nodes that are distinguishable at the scale before magnification."""
        rows, view = self.session.rows, self.view.plain
        assert rows is not None
        if self.mode == FOCUS:
            for node in self.focus.nodes:
                if node.item.what == "frame":
                    inwards = 6 if shape_of_frame(self.union, node.item.frame) == UP else 1
                    yield Badge(node.item.frame, node.point - QPointF(GLYPH / 2 - inwards, HEIGHT / 2), 0)
        elif self.is_whole:
            yield from badges_of_whole(self.whole_view, self.union)
        elif self.mode == TREE:
            yield from badges_of_tree(self.tree, view, self.tree.style(view, self.labels))
        else:
            yield from badges_of_icicle(rows, view)


class MergedCard(HoverCard):
    """What is known of a node in both recordings."""

    def __init__(self, parent: Canvas, union: Union) -> None:
        super().__init__(parent)
        self.union = union

    def show_frame(self, session: Session, frame: int, beside: QPoint) -> None:
        self.lines = lines_about(self.union, frame)
        self._show(session, frame, title_of(session.trace, frame), beside)


def lines_about(union: Union, node: int) -> list[tuple[str, str]]:
    """Labels and texts: how the node stands in the two, and value, window and size in each that has it."""
    lines = [(tr("compared"), verdict_name(int(union.verdicts[node])))]
    for letter, trace, frames in (("A", union.a, union.frames_a), ("B", union.b, union.frames_b)):
        frame = int(frames[node])
        if frame < 0:
            lines.append((letter, tr("never calls this")))
            continue
        lines.append((letter, value_of(trace, frame)))
        if trace.search.windows is not Windows.NONE:
            window = f"α {number(trace.alphas[frame])}   β {number(trace.betas[frame])}"
            lines.append((tr("window in {side}", side=letter), window))
        lines.append((tr("calls in {side}", side=letter), count(trace.sizes[frame])))
    return lines


def value_of(trace: Trace, frame: int) -> str:
    if trace.statuses[frame] == OPEN:
        return tr("still open")
    return trace.value_text(frame).replace("-", "−")
