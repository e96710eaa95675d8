"""The canvas of both recordings as one tree: the usual three ways to draw it, with a sign at every node.

Where nodes are too small for badges: a line along the foot of each ply, the stronger the more of it differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from plyscope.analysis.union import SAME, Union
from plyscope.layout.rows import Rows, Shares
from plyscope.layout.viewport import View
from plyscope.model.columns import OPEN
from plyscope.model.declaration import Windows
from plyscope.model.trace import Trace
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPaintEvent

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.canvas_state import FOCUS, TREE
from plyscope_window.canvas.focus_layout import GLYPH_WIDTH
from plyscope_window.canvas.hover import HoverCard, frame_title
from plyscope_window.canvas.strips import Columns
from plyscope_window.look.glyphs import UP, shape_of_frame
from plyscope_window.look.theme import Theme, theme, usual_text
from plyscope_window.pages.compare.badges import (
    BADGE_HEIGHT,
    MAX_BADGES,
    MIN_SPAN,
    Badge,
    badges_of_icicle,
    badges_of_tree,
    paint_badges,
)
from plyscope_window.pages.compare.merged_tree import MergedPainter
from plyscope_window.session.pair import MergedSession, Pair, verdict_name
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import count, number, tr

LINE_HEIGHT = 4.0
"""The largest height of the line along a ply, in pixels."""


class DifferenceLines:
    """The lines that show along each ply how much of it differs, for one row index."""

    def __init__(self, rows: Rows, union: Union, known: NDArray[np.bool_]) -> None:
        """`known` are the nodes of which it is known how they stand in the two."""
        self.rows, self.known = rows, known
        self.differing = Shares(rows.rows, (union.verdicts != SAME) & known)

    def paint(self, painter: QPainter, ply: int, foot: float, view: View, theme: Theme) -> None:
        """Paint the line of a ply, which ends where its blocks, or its glyphs, do."""
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
    """Both recordings as one tree. A click selects a node in both, a double click moves both cursors."""

    whole_painter = MergedPainter

    def __init__(self, session: MergedSession) -> None:
        super().__init__(session)
        self.pair, self.union = session.pair, session.pair.union
        self._difference_lines: DifferenceLines | None = None
        self.card = MergedCard(self, self.pair)
        self.setMinimumSize(240, 120)
        names = self.pair.names
        self.setAccessibleName(tr("The search trees of {a} and {b} as one", a=names["a"], b=names["b"]))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.session.rows is None or self.is_whole:
            return
        painter = smooth_painter(self, is_from_left=True)
        if self.mode == FOCUS:
            painter.scale(self.focus_scale, self.focus_scale)
        else:
            painter.scale(self.enlargement, self.enlargement)
            painter.translate(self.gutter, 0)
            painter.setClipRect(QRectF(0, 0, self.view.width, self.view.height))
            painter.scale(self.view.magnification, self.view.magnification)
        with usual_text():
            for ply in self._crowded_plies():
                self._current_lines(self.session.rows).paint(
                    painter, ply, self._ply_foot(ply), self.view.plain, theme()
                )
            paint_badges(painter, self.pair, islice(self.badges(), MAX_BADGES), theme())
        painter.end()

    def _current_lines(self, rows: Rows) -> DifferenceLines:
        """Return the lines for the present row index and what is known, which are kept."""
        lines, known = self._difference_lines, self.pair.known_verdicts
        if lines is None or lines.rows is not rows or lines.known is not known:
            self._difference_lines = lines = DifferenceLines(rows, self.union, known)
        return lines

    def _ply_foot(self, ply: int) -> float:
        """Return the y at which the drawing of a ply ends: glyphs are not as high as a band or a block."""
        view = self.view.plain
        is_row = self.mode == TREE and ply < len(self.tree.levels)
        return view.y_of(ply) + (min(view.pitch / 2, GLYPHS_FOOT) if is_row else view.pitch / 2)

    def _crowded_plies(self) -> Iterator[int]:
        """Yield the visible plies whose nodes are on the average too small for badges; none in the focus view."""
        rows, view = self.session.rows, self.view.plain
        assert rows is not None
        for ply, row in enumerate(rows.rows if self.mode != FOCUS else []):
            is_visible = -view.pitch < view.y_of(ply) < view.height + view.pitch
            if is_visible and (int(row.ends[-1]) - int(row.starts[0])) / len(row) * view.scale < MIN_SPAN:
                yield ply

    def badges(self) -> Iterator[Badge]:
        """Yield the badges of the visible nodes that are large enough, at their places before magnification."""
        rows, view = self.session.rows, self.view.plain
        assert rows is not None
        if self.mode == FOCUS:
            for node in self.focus.nodes:
                if node.item.kind == "frame":
                    inwards = 6 if shape_of_frame(self.union, node.item.frame) == UP else 1
                    yield Badge(node.item.frame, node.point - QPointF(GLYPH_WIDTH / 2 - inwards, BADGE_HEIGHT / 2), 0)
        elif self.mode == TREE:
            yield from badges_of_tree(self.tree, view, self.tree.style(view, self.labels))
        else:
            yield from badges_of_icicle(rows, view)


class MergedCard(HoverCard):
    """The card of a node: what is known of it in both recordings."""

    def __init__(self, parent: Canvas, pair: Pair) -> None:
        super().__init__(parent)
        self.pair = pair

    def show_frame(self, session: Session, frame: int, beside: QPoint) -> None:
        self.lines = card_lines(self.pair, frame)
        self._show(session, frame, frame_title(session.trace, frame), beside)


def card_lines(pair: Pair, node: int) -> list[tuple[str, str]]:
    """Return labels and texts: how a node stands in the two, and value, window and size in each that has it."""
    verdict = pair.verdict(node)
    lines = [(tr("compared"), tr("not known yet") if verdict is None else verdict_name(verdict, pair.names))]
    for side, session in pair.sides.items():
        trace, frame, name = session.trace, pair.frame_at(node, side), pair.names[side]
        if frame < 0:
            lines.append((name, tr("never calls this") if pair.verdict(node) is not None else tr("not called yet")))
            continue
        if frame >= pair.entered(side):
            lines.append((name, tr("not called yet")))
            continue
        left = session.cursor.steps.leave(frame)
        has_left = left is not None and left <= pair.step(side)
        lines.append((name, value_or_open(trace, frame) if has_left else tr("still open")))
        if trace.search.windows is not Windows.NONE:
            window = f"α {number(trace.alphas[frame])}   β {number(trace.betas[frame])}"
            lines.append((tr("window in {side}", side=name), window))
        if has_left:
            lines.append((tr("calls in {side}", side=name), count(trace.sizes[frame])))
    return lines


def value_or_open(trace: Trace, frame: int) -> str:
    """Return the value that a frame returned as text, or that it is still open."""
    if trace.statuses[frame] == OPEN:
        return tr("still open")
    return trace.value_text(frame).replace("-", "−")
