"""The timeline: the whole recording across the panel, and a scrubber at the cursor to take hold of.

The picture is kept; a step paints only the veil over the future and the scrubber anew. Time runs from left to
right in every language.
"""

from __future__ import annotations

import numpy as np
from plyscope.layout.rows import Rows
from plyscope.model.cursor import Cursor
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from plyscope_window.canvas.overlay import brush_of, future_of, happened
from plyscope_window.look.theme import font, theme
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.timeline_picture import (
    AXIS,
    BAND,
    CUTS,
    FLAG,
    GAP,
    HANDLE,
    Ends,
    Lanes,
    frame_at,
    lanes_of,
    paint_picture,
    paint_scrubber,
    paint_unfinished,
    unit_of_step,
)
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.painting import RESTYLED
from plyscope_window.words import count, tr

LOWEST, HIGHEST = 70, 170
NOTCH = 120
"""What a wheel turns by from notch to notch."""
REACH = 5
"""How near a click has to be to what it is meant for."""


class TimelinePanel(Panel):
    """The whole run. A click goes there in time."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see its whole run, from the first call to the last."))
        self.line = Timeline()
        column(self.body, margin=0).addWidget(self.line)
        self.setFocusProxy(self.line)

    def attach(self, session: Session | None) -> None:
        if self.session is not None:
            self.session.laid_out.disconnect(self.present)
        if session is not None:
            session.laid_out.connect(self.present)
        self.line.turn_to(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        self.line.present()

    def sizeHint(self) -> QSize:
        return self.line.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, LOWEST)


class Timeline(QWidget):
    """Paints one session's run, and takes clicks, drags, the wheel and keys as wishes to be elsewhere in time."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.cuts, self.hits = Ends(self.update), Ends(self.update)
        self._image: QImage | None = None
        self._drawn_for: tuple[object, ...] = ()
        self._future: QImage | None = None
        self._faded_for: bool | None = None
        """Whether the future was hidden when it was drawn; None once the picture is another."""
        self._turned = 0
        self._dragged_to: QPointF | None = None
        self._jumping = QTimer(self, interval=0, singleShot=True)
        self._jumping.timeout.connect(self._follow_drag)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Timeline"))

    def turn_to(self, session: Session | None) -> None:
        """Turns to another recording, and lets go of what it kept of the one before."""
        self.session = session
        self.cuts.forget()
        self.hits.forget()
        self._image, self._drawn_for, self._future, self._dragged_to = None, (), None, None

    def present(self) -> None:
        """Shows where the cursor is, what was found and what is marked."""
        session = self.session
        if session is None:
            return
        rows, found = session.rows, session.found
        if rows is not None:
            self.cuts.turn_to(rows, session.trace, lambda: session.trace.facts.cutoff)
            if found is None:
                self.hits.forget()
            else:
                self.hits.turn_to(rows, found, lambda: found)
        cursor = session.cursor
        self.setAccessibleDescription(
            tr("step {step} of {last}", step=count(cursor.step), last=count(cursor.last_step))
        )
        self.update()

    # Where things are

    def lanes(self, rows: Rows) -> Lanes:
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        assert self.session is not None
        has_hits = self.session.found is not None
        return lanes_of(
            self.width(), self.height(), self.devicePixelRatioF(), rows, hits=has_hits, mirrored=is_mirrored
        )

    def x_of_step(self, step: int, rows: Rows, lanes: Lanes) -> float:
        assert self.session is not None
        return lanes.x_of(unit_of_step(self.session.trace, rows, self.session.cursor.steps.at(step)))

    def flags(self, rows: Rows, lanes: Lanes) -> dict[int, float]:
        """Where the bookmarks stand: step -> x."""
        assert self.session is not None
        last = self.session.cursor.last_step
        steps = [step for step in self.session.cursor.marks.bookmarks if 0 <= step <= last]
        return {step: self.x_of_step(step, rows, lanes) for step in steps}

    def step_at(self, point: QPointF, rows: Rows) -> int:
        """The step that a click means: a bookmark or a hit that it touches, else the frame that begins there."""
        assert self.session is not None
        lanes, cursor = self.lanes(rows), self.session.cursor
        if point.y() < HANDLE:
            for step, x in self.flags(rows, lanes).items():
                if x - 3 <= point.x() <= x + FLAG:
                    return step
        if lanes.hits.height() and lanes.hits.top() <= point.y() <= lanes.hits.bottom():
            hit = self._hit_near(point.x(), rows, lanes)
            if hit is not None:
                return hit
        unit = lanes.unit_at(point.x())
        if unit <= 0:
            return 0
        return cursor.last_step if unit >= rows.width else cursor.steps.enter(frame_at(rows, unit))

    def _hit_near(self, x: float, rows: Rows, lanes: Lanes) -> int | None:
        """The hit that is drawn within reach of a place, and nearest to it in time."""
        assert self.session is not None
        steps, hits = self.session.cursor.steps, self.session.hits
        first, middle, last = (frame_at(rows, lanes.unit_at(x + away)) for away in (-REACH, 0, REACH))
        end = steps.enter(last + 1) if last + 1 < len(rows.trace) else steps.count
        begin, beyond = np.searchsorted(hits, (steps.enter(first), end))
        near = hits[begin:beyond]
        return int(near[np.argmin(np.abs(near - steps.enter(middle)))]) if len(near) else None

    # Painting

    def sizeHint(self) -> QSize:
        rows = self.session.rows if self.session is not None else None
        bands = BAND * (len(rows) if rows is not None else 9)
        return QSize(640, int(min(HIGHEST, max(LOWEST, HANDLE + CUTS + GAP + bands + AXIS))))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, LOWEST)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        session = self.session
        if session is None or session.rows is None:
            painter.fillRect(self.rect(), theme().paper)
            painter.setFont(font(13))
            painter.setPen(theme().quiet)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("Laying out the timeline …"))
        else:
            lanes = self.lanes(session.rows)
            painter.drawImage(QPointF(0, 0), self._picture(session, session.rows, lanes))
            x = self.x_of_step(session.cursor.step, session.rows, lanes)
            self._paint_veil(painter, session, session.rows, lanes, x)
            paint_scrubber(painter, x, lanes)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().for_max, 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _picture(self, session: Session, rows: Rows, lanes: Lanes) -> QImage:
        """The kept picture, drawn anew where it would be another."""
        bookmarks = tuple(session.cursor.marks.bookmarks)
        key = (rows, self.size(), lanes, theme().name, self.cuts.version, self.hits.version, bookmarks)
        if self._image is None or self._drawn_for != key:
            ratio = self.devicePixelRatioF()
            wide, high = round(self.width() * ratio), round(self.height() * ratio)
            if self._image is None or (self._image.width(), self._image.height()) != (wide, high):
                self._image = QImage(wide, high, QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(ratio)
            flags = self.flags(rows, lanes).values()
            paint_picture(self._image, rows, lanes, theme(), self.cuts.units, self.hits.units, flags)
            self._drawn_for, self._faded_for = key, None
        return self._image

    def _faded(self, session: Session) -> QImage:
        """What the picture looks like where its time has not come, kept as long as the picture is."""
        assert self._image is not None
        if self._future is None or self._faded_for != session.hides_future:
            self._future = future_of(
                self._image, theme().name, [], 1.0, is_hidden=session.hides_future, into=self._future
            )
            self._faded_for = session.hides_future
        return self._future

    def _paint_veil(self, painter: QPainter, session: Session, rows: Rows, lanes: Lanes, x: float) -> None:
        """Over the future, ply by ply: the same picture without values, as on the canvas."""
        veil, right = brush_of(self._faded(session), self.devicePixelRatioF()), lanes.left + lanes.width
        painter.fillRect(QRectF(x, lanes.cuts.top(), right - x, lanes.cuts.height()), veil)
        edges = happened(session, rows)
        begin = 0
        for ply in range(1, len(edges) + 1):
            if ply < len(edges) and edges[ply] == edges[begin]:
                continue
            left, top = lanes.x_of(edges[begin]), lanes.y_of(begin)
            if left < right:
                painter.fillRect(QRectF(left, top, right - left, lanes.y_of(ply) - top), veil)
            begin = ply
        paint_unfinished(painter, session, rows, lanes, edges[-1])

    # Pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged_to = event.position()
            self._follow_drag()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Many moves may come in one turn of the event loop; only where they end matters."""
        if event.buttons() & Qt.MouseButton.LeftButton and self._dragged_to is not None:
            self._dragged_to = QPointF(event.position().x(), self.height())
            self._jumping.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._jumping.isActive():
            self._jumping.stop()
            self._follow_drag()
        self._dragged_to = None

    def _follow_drag(self) -> None:
        session = self.session
        if session is not None and session.rows is not None and self._dragged_to is not None:
            session.go(self.step_at(self._dragged_to, session.rows))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch towards oneself is a step forwards; with Shift, a step over."""
        turned = event.angleDelta()
        self._turned += turned.y() or turned.x()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        over = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.session is not None and notches:
            self.session.act(lambda cursor: walk(cursor, -notches, over=over))
        event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tooltip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tooltip_at(self, point: QPointF) -> str:
        if self.session is None or self.session.rows is None:
            return ""
        step = self.step_at(point, self.session.rows)
        bookmark = self.session.cursor.marks.bookmarks.get(step)
        if bookmark is not None and point.y() < HANDLE:
            return bookmark.name or tr("Bookmark at step {step}", step=count(step))
        frame = self.session.cursor.steps.at(step).frame
        return tr("A click goes to step {step}, in call {call}.", step=count(step), call=count(frame))

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows a step, with Ctrl and by pages a hundredth of the run, Home and End its ends."""
        step = self.step_for(event)
        if step is None:
            super().keyPressEvent(event)
        elif self.session is not None:
            self.session.go(step)

    def step_for(self, event: QKeyEvent) -> int | None:
        """Where a key leads; None for one that means nothing here."""
        if self.session is None:
            return None
        cursor, key, control = self.session.cursor, Qt.Key(event.key()), Qt.KeyboardModifier.ControlModifier
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers not in (Qt.KeyboardModifier.NoModifier, control):
            return None
        far = max(1, cursor.last_step // 100)
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if way is not None:
            return cursor.step + way * (far if modifiers == control else 1)
        ends = {
            Qt.Key.Key_PageUp: cursor.step - far,
            Qt.Key.Key_PageDown: cursor.step + far,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: cursor.last_step,
        }
        return ends.get(key) if modifiers == Qt.KeyboardModifier.NoModifier else None

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (*RESTYLED, QEvent.Type.LayoutDirectionChange):
            self._drawn_for = ()
            self.update()
        super().changeEvent(event)


def walk(cursor: Cursor, steps: int, *, over: bool) -> bool:
    """Some steps forwards or, where there are fewer than none, backwards; says whether it came anywhere."""
    one = (cursor.over if over else cursor.into) if steps > 0 else (cursor.back_over if over else cursor.back)
    has_moved = False
    for _ in range(abs(steps)):
        has_moved |= one()
    return has_moved
