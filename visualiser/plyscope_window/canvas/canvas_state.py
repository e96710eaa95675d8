"""What a canvas shows, and where: its recording, its way of drawing, its view, its options, and what is under a point.

The painters and the pointer read this state; only the canvas changes it.
"""

from __future__ import annotations

from math import floor

from plyscope.layout.rows import STUB, Rows
from plyscope.layout.viewport import View
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtWidgets import QWidget

from plyscope_window.canvas.arrows import Arrows
from plyscope_window.canvas.focus import FocusPicture
from plyscope_window.canvas.gutter import GUTTER_WIDTH, PlyFacts
from plyscope_window.canvas.icicle import IciclePicture
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.pictures import Picture, StampCache, Stamps
from plyscope_window.canvas.places import pruned_moves_by_text
from plyscope_window.canvas.tree import TreePicture
from plyscope_window.canvas.whole import WholePainter, WholePicture, WholeView
from plyscope_window.look.theme import Current
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session

FOCUS, TREE, ICICLE = "focus", "tree", "icicle"
MODES = (FOCUS, TREE, ICICLE)


class CanvasState(QWidget):
    """One recording as it is shown. It paints nothing and takes no input."""

    whole_painter = WholePainter
    """What paints a small tree."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.mode = FOCUS
        self.labels, self.follow, self.shows_why = True, True, True
        boards, self.arrows = Boards(session.trace, session.board, session.cells_left_marked), Arrows(session)
        self.tree, self.icicle = TreePicture(session.trace, boards), IciclePicture(session.trace)
        self.focus = FocusPicture(session, boards)
        self.whole = WholePicture(session, boards)
        self.view = View(1, 1, 100, 100)
        self.plies: PlyFacts | None = None
        self.focus_zoom, self.is_moving, self.has_time = 1.0, False, True
        self.picture, self.future_picture = Picture(), Picture()
        self.drawn_ghosts = Stamps(StampCache())
        """All ghosts of the tree or the icicle together."""

    @property
    def future(self) -> Future:
        """How what happens after the cursor's step is drawn."""
        return self.session.future

    @future.setter
    def future(self, future: Future) -> None:
        self.session.show_future(future)

    @property
    def is_whole(self) -> bool:
        """Whether the tree is small, and so shown whole in the tree view."""
        return self.mode == TREE and self.whole.tree is not None

    @property
    def shows_positions(self) -> bool:
        """Whether the tree itself shows all that there is of positions: a given tree that is small."""
        return self.whole.tree is not None and self.whole.tree.is_given

    @property
    def whole_view(self) -> WholeView:
        """Where the nodes of a small tree are in the widget's present size."""
        return self.whole.view(QSizeF(self.size()))

    @property
    def enlargement(self) -> float:
        """The factor by which the large tree and the icicle are enlarged: the text size."""
        return Current.text_scale

    @property
    def pixels(self) -> float:
        """Device pixels for one unit of the large tree and the icicle."""
        return self.devicePixelRatioF() * self.enlargement

    @property
    def gutter(self) -> float:
        """The width of the margin beside the large tree and the icicle, which ends where a pixel does."""
        return floor(GUTTER_WIDTH * self.pixels) / self.pixels

    @property
    def drawing_size(self) -> QSizeF:
        """The room beside the margin, in the units of the large tree and the icicle."""
        whole = QSizeF(self.size()) / self.enlargement
        return QSizeF(max(60.0, whole.width() - self.gutter), max(60.0, whole.height()))

    def to_drawing(self, point: QPointF) -> QPointF:
        """A point of the window in the units of the large tree and the icicle; negative where it is in the margin."""
        return point / self.enlargement - QPointF(self.gutter, 0)

    @property
    def focus_scale(self) -> float:
        """The factor by which the focus view is enlarged: as the recording allows, and as the user chose.

        The text size enlarges all of it.
        """
        text = Current.text_scale
        return self.focus_zoom * text * self.focus.fitting_scale(QSizeF(self.size()) / text)

    @property
    def focus_size(self) -> QSizeF:
        """The size of the focus view before it is enlarged."""
        return QSizeF(self.size()) / self.focus_scale

    def frame_at(self, point: QPointF) -> int | None:
        """The frame under a point, whose whole span counts as the frame except in the focus view; None for none."""
        rows = self.session.rows
        if rows is None:
            return None
        if self.mode == FOCUS:
            node = self.focus.node_at(point / self.focus_scale)
            return None if node is None or node.item.kind == "stub" else max(node.item.first, node.item.frame)
        if self.is_whole:
            node_of_tree = self.whole_view.node_at(point)
            return None if node_of_tree is None or node_of_tree.frame < 0 else node_of_tree.frame
        at = self.to_drawing(point)
        ply = self.view.ply_at(at.y())
        if not 0 <= ply < len(rows) or at.x() < 0:
            return None
        place = rows[ply].place_at(self.view.unit_at(at.x()))
        return None if place < 0 else int(rows[ply].frames[place])

    def stub_at(self, point: QPointF) -> tuple[int, str] | None:
        """The frame and the text of its pruned move under a point; an empty text for several moves together.

        None where the frame has not pruned it yet: only its outline is there.
        """
        stub = self._stub_drawn_at(point)
        return stub if stub is not None and self.session.has_pruned(stub[0]) else None

    def _stub_drawn_at(self, point: QPointF) -> tuple[int, str] | None:
        """The frame and the text of the move under a point that its search leaves out, if only later."""
        rows = self.session.rows
        if self.mode == FOCUS:
            node = self.focus.node_at(point / self.focus_scale)
            return None if node is None or node.item.kind != "stub" else (node.item.frame, node.item.move)
        if self.is_whole:
            node_of_tree = self.whole_view.node_at(point)
            if node_of_tree is None or node_of_tree.frame >= 0:
                return None
            return node_of_tree.owner, self.session.trace.game_at(node_of_tree.owner).move_text(node_of_tree.move)
        at = self.to_drawing(point)
        if rows is None or at.x() < 0:
            return None
        return pruned_move_at(rows, self.view.ply_at(at.y()), self.view.unit_at(at.x()))

    def stub_move_at(self, point: QPointF) -> tuple[int, int] | None:
        """The frame and the number of its pruned move under a point, if any; of several the first."""
        stub = self.stub_at(point)
        if stub is None:
            return None
        frame, text = stub
        moves = pruned_moves_by_text(self.session.trace, frame)
        if not moves:
            return None
        return frame, moves[text] if text else next(iter(moves.values()))


def pruned_move_at(rows: Rows, ply: int, unit: float) -> tuple[int, str] | None:
    """The frame that pruned the move drawn at a ply and a unit, and the move's text; None where there is none.

    A pruned move is drawn one ply below its frame; with its ghost it reaches farther down.
    """
    for above in reversed(range(min(ply, len(rows)))):
        row = rows[above]
        place = row.place_at(unit)
        if place < 0:
            continue
        number = row.stub_at(place, unit)
        if number < 0 or (above < ply - 1 and row.stub_widths(place)[number] == STUB):
            return None
        frame = int(row.frames[place])
        return frame, rows.trace.pruned_texts(frame)[number]
    return None
