"""The canvas: how pointer and keys change what is shown, and when it is painted.

The picture below changes only when the view changes. What changes with a step is painted over it, so that a step
costs the same whether eight frames are drawn or six million.

The arrow keys travel from frame to frame: up to the caller, down to a child, sideways among siblings.
"""

from __future__ import annotations

from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)

from plyscope_window.canvas.canvas_state import FOCUS, TREE, CanvasState
from plyscope_window.canvas.gutter import PlyFacts
from plyscope_window.canvas.hover import HoverCard
from plyscope_window.canvas.layers import Layers
from plyscope_window.canvas.whole import ZoomAndShift
from plyscope_window.jobs.background import later
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import tr

ZOOM_PER_NOTCH = 1.25
"""The factor of one notch of the wheel."""
EASE_MS, SETTLE_MS, COMPLETE_MS, HOVER_MS = 140, 80, 30, 380
"""Milliseconds: of an animated change of view, until a moved view is drawn in full, until an unfinished picture is
completed, which is after the panels have shown the step, and until the card appears."""


class Canvas(Themed, CanvasState):
    """One recording, drawn in one of three ways."""

    mode_changed = Signal(str)
    menu_requested = Signal(int, QPoint)
    """A menu was requested for a frame, at a point of the screen."""
    entered = Signal(int)
    """A frame was chosen to travel to."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._goal: tuple[View, View] | None = None
        self._dragged_from: QPointF | None = None
        self._has_dragged = False
        self._clicked: int | None = None
        self._shown_step = -1
        self._rows: Rows | None = None
        """The row index that is shown."""
        self._clock = QElapsedTimer()
        self._easing = later(self, self._ease, 12, repeats=True)
        self._settling = later(self, self._draw_in_full, SETTLE_MS)
        self._hovering = later(self, self._show_card, HOVER_MS)
        self.card = HoverCard(self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 200)
        self.setAccessibleName(tr("The search tree"))
        session.moved.connect(self.present)
        session.marked.connect(self.update)
        session.search_changed.connect(self.update)
        session.laid_out.connect(self.lay_out)
        session.ghosts.changed.connect(self.update)
        session.bugs_shown.connect(self._show_bugs)
        self.lay_out()

    # What is shown

    def lay_out(self) -> None:
        """Show another row index: the first one, a small tree's as a tree; more plies; or other frames hidden."""
        rows, before = self.session.rows, self._rows
        if rows is None:
            return
        self._rows = rows
        if rows is not before and rows.is_of_same_layout(before):
            self.plies = PlyFacts(rows, self.plies)
            # The focus view itself sees what is new; the other pictures are of one row index each.
            if self.mode != FOCUS:
                self.forget_picture()
            self.update()
            return
        is_first = self.plies is None
        self.plies = PlyFacts(rows)
        self.whole.lay_out(rows)
        old = self.view
        self._stop_easing()
        room = self.drawing_size
        self.view = View(rows.width, rows.plies, room.width(), room.height(), head=self.whole.head).fitted()
        if is_first and self.whole.is_small:
            self.set_mode(TREE)
        if not is_first and old.scale > old.whole_scale * 1.01:
            self.show_frame(self.session.selected, at_once=True)
        self.forget_picture()

    def present(self) -> None:
        """Show where the cursor is; where it has moved, the view follows it if that is chosen."""
        self.card.hide()
        if self.follow and self.session.cursor.step != self._shown_step:
            self.follow_frame(self.session.selected)
        self._shown_step = self.session.cursor.step
        self.update()

    def follow_frame(self, frame: int) -> None:
        """Move the view as little as necessary for a frame to be visible. Selecting by pointer does not move it."""
        rows = self.session.rows
        if self.mode == FOCUS or self.is_whole or rows is None or not self.isVisible():
            return
        frame = rows.nearest_shown(frame)
        span = rows.span(frame)
        if span is not None:
            goal = self.view.following(span[0], span[1], self.session.trace.plies[frame])
            if goal != self.view:
                self.ease_to(goal)

    def set_mode(self, mode: str) -> None:
        """Show the focus view, the tree or the icicle."""
        if mode != self.mode:
            self.mode = mode
            self.forget_picture()
            self.card.hide()
            self.mode_changed.emit(mode)
            self.present()

    def set_option(self, name: str, value: object) -> None:
        """Set labels, following, the future, or whether it is shown why a frame was cut."""
        setattr(self, name, value)
        self.forget_picture()
        self.session.moved.emit()

    # Changing the view

    def ease_to(self, goal: View) -> None:
        """Change the view in a few pictures."""
        self._goal = (self.view, goal)
        self._clock.restart()
        self.is_moving = True
        self._easing.start()

    def finish_easing(self) -> None:
        """Jump to the end of a running change of view."""
        if self._goal is not None:
            self.view = self._goal[1]
        self._stop_easing()
        self._draw_in_full()

    def _ease(self) -> None:
        """Show the next picture of a running change of view."""
        if self._goal is None:
            return
        begin, goal = self._goal
        done = min(1.0, self._clock.elapsed() / EASE_MS)
        self.view = begin.towards(goal, 1 - (1 - done) ** 3) if done < 1 else goal
        if done >= 1:
            self._stop_easing()
            self._settling.start(SETTLE_MS)
        self.update()

    def _stop_easing(self) -> None:
        """End a running change of view where it is."""
        self._goal = None
        self._easing.stop()

    def _draw_in_full(self) -> None:
        """Paint with all details, now that the view has stood still."""
        self.is_moving, self.has_time = False, True
        self.update()

    def _show_view(self, view: View) -> None:
        """Show another view at once; it is drawn in full when it has stood still for a moment."""
        self._restart_hover()
        self._stop_easing()
        self.view = view
        self.is_moving = True
        self._settling.start(SETTLE_MS)
        self.update()

    def _pan(self, by: QPointF) -> None:
        """Shift what is shown by so many pixels."""
        if self.is_whole:
            self.whole.moved = self.whole_view.shifted(by)
            self.update()
        elif self.mode != FOCUS:
            self._show_view(self.view.panned(-by.x() / self.enlargement, -by.y() / self.enlargement))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point, or about the middle."""
        self._restart_hover()
        if self.mode == FOCUS:
            self.focus_zoom = min(2.5, max(0.5, self.focus_zoom * factor))
            self.update()
            return
        if self.is_whole:
            middle = QPointF(self.width() / 2, self.height() / 2)
            self.whole.moved = self.whole_view.zoomed(factor, at or middle)
            self.update()
            return
        begin = self._goal[1] if self._goal else self.view
        point = QPointF(begin.width / 2, begin.height / 2) if at is None else self.to_drawing(at)
        self.ease_to(begin.zoomed(factor, max(0.0, point.x()), point.y()))

    def fit(self) -> None:
        """Show all of the tree."""
        if self.mode == FOCUS:
            self.focus_zoom = 1.0
            self.update()
        elif self.is_whole:
            self.whole.moved = ZoomAndShift()
            self.update()
        else:
            self.ease_to(self.view.fitted())

    def show_frame(self, frame: int, *, at_once: bool = False) -> None:
        """Bring a frame into the middle, by a running change of view or at once."""
        rows = self.session.rows
        if self.is_whole:
            self.whole.show(frame, QSizeF(self.size()))
            self.update()
            return
        span = rows.span(rows.nearest_shown(frame)) if rows is not None else None
        if span is not None:
            goal = self.view.centred_on((span[0] + span[1]) / 2, self.session.trace.plies[frame])
            if at_once:
                self.view = goal
            else:
                self.ease_to(goal)

    def show_subtree(self, frame: int) -> None:
        """Fit the span of a frame to the canvas."""
        if self.mode == FOCUS:
            self.set_mode(TREE)
        if self.is_whole:
            self.show_frame(frame)
            return
        span = self.session.rows.span(frame) if self.session.rows is not None else None
        if span is not None:
            self.ease_to(self.view.showing(span[0], span[1], self.session.trace.plies[frame]))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        layers = Layers(self)
        if self.session.rows is None:
            layers.paint_waiting(painter)
        elif self.mode == FOCUS:
            layers.paint_focus(painter)
        elif self.is_whole:
            layers.paint_whole(painter)
        else:
            layers.paint_base(painter)
            layers.paint_overlay(painter)
        painter.end()
        self.has_time = False
        if not layers.is_finished and not self._settling.isActive():
            self._settling.start(COMPLETE_MS)

    def forget_picture(self) -> None:
        """Have the lasting picture drawn again."""
        self.has_time = True
        self.picture.forget()
        self.future_picture.forget()
        self.update()

    def _show_bugs(self) -> None:
        """Draw the boards again, with the pieces that calls left on them."""
        self.tree.boards.redraw()
        self.forget_picture()

    # Pointer

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(turned.x()) > abs(turned.y()):
            self._pan(QPointF(turned.x() or turned.y(), 0))
        else:
            self.zoom(ZOOM_PER_NOTCH ** (turned.y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.card.hide()
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._dragged_from, self._has_dragged, self._clicked = event.position(), False, None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is None:
            self._restart_hover()
            return
        moved = event.position() - self._dragged_from
        if self._has_dragged or moved.manhattanLength() > 4:
            self._has_dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._dragged_from = event.position()
            self._pan(moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_click = self._dragged_from is not None and not self._has_dragged
        self._dragged_from = None
        self.unsetCursor()
        stub = self.stub_move_at(event.position())
        frame = self.frame_at(event.position()) if stub is None else stub[0]
        if frame is None:
            return
        if event.button() == Qt.MouseButton.LeftButton and was_click:
            if stub is not None:
                self.session.select_pruned(*stub)
                return
            self._clicked = frame
            self.session.select(frame)
        elif event.button() == Qt.MouseButton.RightButton:
            if stub is None:
                self.session.select(frame)
            else:
                self.session.select_pruned(*stub)
            self.menu_requested.emit(frame, event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Travel to the frame that the first click hit."""
        if self._clicked is not None and event.button() == Qt.MouseButton.LeftButton:
            self.entered.emit(self._clicked)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovering.stop()
        self.card.hide()

    def _restart_hover(self) -> None:
        """Hide the card until the pointer rests again."""
        self.card.hide()
        self._hovering.start()

    def _show_card(self) -> None:
        """Show the card of what the pointer rests on."""
        point = self.mapFromGlobal(self.cursor().pos())
        if self.rect().contains(point):
            self.show_card(point)

    def show_card(self, point: QPoint) -> None:
        """Show the card of the frame or the pruned move under a point."""
        frame, stub = self.frame_at(QPointF(point)), self.stub_at(QPointF(point))
        if stub is not None:
            self.card.show_stub(self.session, *stub, point)
        elif frame is not None:
            self.card.show_frame(self.session, frame, point)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows travel from frame to frame; Return goes there."""
        rows = self.session.rows
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if rows is not None and plain:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.entered.emit(self.session.selected)
                return
            reached = neighbour(rows, self.session.selected, event.key())
            if reached is not None:
                self.session.select(reached)
                self.follow_frame(reached)
                return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks for the menu of the selected frame; the pointer's menu comes from its button."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_requested.emit(self.session.selected, self.mapToGlobal(self.rect().center()))

    def reserve_head(self, head: float) -> None:
        """Leave room above the tree, in any view of it that begins at the upper edge."""
        self.whole.head = head
        self._resize_view()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._resize_view()

    def _resize_view(self) -> None:
        """Take over the size of the widget, without another zoom."""
        self.finish_easing()
        room = self.drawing_size
        self.view = self.view.resized(room.width(), room.height(), self.whole.head)
        self.forget_picture()

    def apply_theme(self) -> None:
        self.forget_picture()
        if self.drawing_size != QSizeF(self.view.width, self.view.height):
            self._resize_view()


def neighbour(rows: Rows, frame: int, key: int) -> int | None:
    """The frame that an arrow leads to: caller, best or else first child, or the next on the ply; None for none."""
    trace = rows.trace
    frame = rows.nearest_shown(frame)
    if key == Qt.Key.Key_Up:
        return trace.parents[frame] if frame else None
    if key == Qt.Key.Key_Down:
        best = trace.best_child(frame)
        shown = rows.children(frame)
        return None if not shown else best if best >= 0 and rows.span(best) is not None else shown[0]
    if trace.plies[frame] >= len(rows):
        return None
    row = rows[trace.plies[frame]]
    place = row.place(frame)
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        other = place + (1 if key == Qt.Key.Key_Right else -1)
        return int(row.frames[other]) if 0 <= other < len(row) else None
    return None
