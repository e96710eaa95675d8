"""Answers to the question why, painted over any view: the arrow of a cut, the letters of the proof, ghosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyscope.layout.viewport import BOTTOM
from plyscope.model.position import FIRST
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from plyscope_window.canvas.arrows import paint_arrow
from plyscope_window.canvas.ghosts import ghost_pen, paint_blocks, paint_branches, paint_frame, paint_icicle
from plyscope_window.canvas.lanterns import ROOF_HEIGHT
from plyscope_window.canvas.places import TreePlaces
from plyscope_window.look.glyphs import paint_glyph, shape_after
from plyscope_window.look.theme import Theme, font, mixed
from plyscope_window.widgets.boards import paint_mark
from plyscope_window.widgets.painting import paint_on_ground
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.canvas.canvas_state import CanvasState
    from plyscope_window.canvas.places import Places, StubPlace

MAX_PROOF_LETTERS = 600
"""The most letters of the proof that are written."""
MAX_GHOST_GLYPH = 22.0
"""The widest glyph of a ghost."""
MAX_GHOSTS_WHILE_MOVING = 12
"""The most ghosts that are drawn while the view moves."""
STUB_LABEL_HEIGHT = 16.0
"""Room for the move below a stub."""


class Annotations:
    """One painting of all annotations."""

    def __init__(self, canvas: CanvasState, places: Places, theme: Theme) -> None:
        self.canvas, self.places, self.theme = canvas, places, theme
        self.session = canvas.session

    def paint(self, painter: QPainter) -> None:
        """Paint all annotations of the cursor's step."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for paint in self.parts():
            paint(painter)
        painter.restore()

    def parts(self) -> list[Callable[[QPainter], object]]:
        """The functions that paint what there is at this step, in order."""
        session, parts = self.session, list[Callable[[QPainter], object]]()
        if session.proving.is_shown and session.proving.proof is not None:
            parts += [self._paint_letters, self._paint_heading]
        if session.ghosts.found and session.ghosts.are_shown:
            parts.append(self._paint_ghosts)
        if session.pruned_move is not None or session.ghosts.is_running:
            parts.append(self._paint_all_marks)
        arrow = self.canvas.arrows.now() if self.canvas.shows_why else None
        if arrow is not None:
            parts.append(lambda painter: paint_arrow(painter, arrow, self.places, self.theme))
        if session.leaves_marks and self.canvas.tree.boards.are_drawn:
            parts.append(self._paint_legend)
        return parts

    def _paint_legend(self, painter: QPainter) -> None:
        """Paint at the lower end of the picture what the colour of pieces left on boards means, where boards show."""
        if isinstance(self.places, TreePlaces) and not self.places.style.boards:
            return
        above_axis = BOTTOM + 8 if isinstance(self.places, TreePlaces) else 0
        text, face = tr("left behind by an earlier call"), font(12)
        width = QFontMetricsF(face).horizontalAdvance(text)
        corner = self.places.area.bottomRight() - QPointF(width + 44, 28 + above_axis)
        area = QRectF(corner, QSizeF(width + 36, 22))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.paper)
        painter.drawRect(area)
        sample = QRectF(area.left() + 6, area.top() + 4, 14, 14)
        painter.setBrush(mixed(self.theme.card, self.theme.wrong, 0.22))
        painter.drawRect(sample)
        paint_mark(painter, sample, FIRST, FIRST, is_hot=False, colour=self.theme.wrong)
        painter.setFont(face)
        painter.setPen(self.theme.quiet)
        painter.drawText(area.adjusted(26, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    # The proof

    def _paint_heading(self, painter: QPainter) -> None:
        """Write that the proof is that of the whole run, while the cursor is before its end."""
        if self.session.known_step == self.session.cursor.last_step:
            return
        text, face = tr("The whole run: what its result rests on"), font(12, bold=True)
        above_axis = BOTTOM + 8 if isinstance(self.places, TreePlaces) else 0
        metrics, area = QFontMetricsF(face), self.places.area
        ground = QRectF(area.left() + 8, area.bottom() - 28 - above_axis, metrics.horizontalAdvance(text) + 12, 22)
        paint_on_ground(painter, ground, 0, text, face, self.theme.ink, self.theme.paper)

    def _paint_letters(self, painter: QPainter) -> None:
        """Paint P, C or A beside the frames of the proof that are known."""
        until = self.session.entered if self.session.hides_future else len(self.session.trace)
        letters_left, face = MAX_PROOF_LETTERS, font(10, bold=True)
        for frame, place in self.places.drawn():
            letter = self.session.proving.letter(frame)
            if not letter or frame >= until or not letters_left:
                continue
            letters_left -= 1
            corner = place.point + QPointF(-place.reach - 5, -place.reach * 0.4 - 5 if place.reach else 0)
            ground = QRectF(corner.x() - 7, corner.y() - 7, 14, 14)
            paint_on_ground(painter, ground, 4, letter, face, self.theme.ink, self.theme.card, QPen(self.theme.edge, 1))

    # Pruned moves

    def _paint_ghosts(self, painter: QPainter) -> None:
        """Paint all ghosts, in the tree and the icicle as one stamp; no large number of them while these move."""
        canvas, ghosts = self.canvas, self.session.ghosts
        if canvas.mode == "focus":
            self._paint_each_ghost(painter)
            return
        if canvas.is_moving and len(ghosts.found) > MAX_GHOSTS_WHILE_MOVING:
            return
        happened = sum(self.session.has_pruned(frame) for frame, _ in ghosts.found)
        version = (canvas.view, canvas.mode, canvas.labels, self.session.hides_future, self.session.shows_whole,
                   self.session.layouts, len(ghosts.found), happened)  # fmt: skip
        canvas.drawn_ghosts.paint(painter, (), self.places.area, self._paint_each_ghost, version=version)

    def _paint_each_ghost(self, painter: QPainter) -> None:
        """Paint the ghosts of the pruned moves that are drawn, one by one."""
        for stub in self.places.stubs():
            if self.session.has_pruned(stub.frame) and self.session.ghosts.of((stub.frame, stub.move)) is not None:
                self._paint_ghost(painter, stub, ghost_glyph_width(stub))

    def _paint_all_marks(self, painter: QPainter) -> None:
        """Paint dots and rings at the pruned moves that are drawn."""
        for stub in self.places.stubs():
            self._paint_marks(painter, stub)

    def _paint_marks(self, painter: QPainter, stub: StubPlace) -> None:
        """Paint the dots of a running search, and the ring round the selected pruned move."""
        key, width = (stub.frame, stub.move), ghost_glyph_width(stub)
        if self.session.ghosts.current == key:
            shape = shape_after(self.session.trace, stub.frame, stub.move)
            paint_glyph(painter, shape, stub.point, width, self.theme.card, ghost_pen())
            painter.setPen(self.theme.ink)
            painter.setFont(font(9, bold=True))
            around = QRectF(stub.point.x() - 12, stub.point.y() - 9, 24, 14)
            painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "…")
        is_selected = key == (self.session.selected, self.session.pruned_move) and self.session.has_pruned(stub.frame)
        if is_selected and not stub.glyph:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.ink, 1.8, Qt.PenStyle.DotLine))
            painter.drawEllipse(stub.point, width / 2 + 3, width / 2 + 3)

    def _paint_ghost(self, painter: QPainter, stub: StubPlace, width: float) -> None:
        """Paint the glyph of a ghost with its value where the stub was, and what is below it as pale blocks."""
        key = (stub.frame, stub.move)
        ghost, rows = self.session.ghosts.found[key], self.session.ghosts.rows[key]
        if stub.ghost_view is not None:
            ply = self.session.trace.plies[stub.frame] + 1
            if isinstance(self.places, TreePlaces):
                paint_branches(painter, ghost, rows, stub.ghost_view, ply, self.places.style, self.theme)
            else:
                paint_icicle(painter, ghost, rows, stub.ghost_view, ply, self.theme)
            return
        if not stub.glyph:
            # The glyph of a tree that is shown whole covers its stub; any other is larger than this one.
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.paper)
            painter.drawRect(QRectF(stub.point.x() - width / 2, stub.point.y() - width / 2, width, width))
        paint_frame(painter, ghost, rows, 0, stub.point, width)
        height = min(30.0, stub.room - 44)
        if len(ghost.trace) > 1 and height > ROOF_HEIGHT + 6 and stub.width >= 14 and not stub.glyph:
            top = stub.point + QPointF(0, width * 0.44 + STUB_LABEL_HEIGHT)
            paint_blocks(painter, rows, top, (min(40.0, stub.width * 0.85), height))


def ghost_glyph_width(stub: StubPlace) -> float:
    """The width of a ghost's glyph, which stands in a stub's place."""
    return stub.glyph or min(MAX_GHOST_GLYPH, max(8.0, stub.width * 0.8))
