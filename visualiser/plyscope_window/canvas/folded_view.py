"""The graph of distinct calls over the canvas: looked at by pointer and keys, and shown as it is at the cursor."""

from __future__ import annotations

from itertools import pairwise

from plyscope.analysis.equal_calls import CallGraph, user_code_of
from plyscope.layout.folded_calls import Folded
from plyscope.layout.shades import CallShades, tones_of_calls
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.folded_painting import GraphPainter, Moment
from plyscope_window.look.call_colours import call_theme
from plyscope_window.look.rims import fill_rim
from plyscope_window.look.theme import font
from plyscope_window.words import count, tr

SMALLEST, LARGEST, LARGEST_FITTED = 0.05, 3.0, 1.25
STEP_OF_WHEEL = 1.25
WAYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right}


class FoldedView(QWidget):
    """One graph. A click, or Enter, goes to where a call is made first."""

    def __init__(self, canvas: Canvas, graph: CallGraph, folded: Folded) -> None:
        super().__init__(canvas)
        self.canvas, self.session = canvas, canvas.session
        self.user_code = user_code_of(self.session.trace)
        self.graph, self.folded = graph, folded
        shades = CallShades(0.0, 1.0, tones_of_calls(self.user_code))
        self.painter = GraphPainter(
            self.graph,
            self.folded,
            {call: shades.of_frame(self.session.trace, int(self.graph.first[call])) for call in self.folded.calls},
        )
        self.scale, self.origin = 1.0, QPointF()
        """Pixels for one of the graph's, and where its beginning is."""
        self.is_fitted = True
        """Whether the whole graph is to be seen, however large the widget becomes."""
        self._dragged_from: QPointF | None = None
        self._has_dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("The graph of distinct calls"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.session.moved.connect(self.present)
        canvas.mode_changed.connect(lambda _: self.hide())
        canvas.installEventFilter(self)
        self.setGeometry(canvas.rect())
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """It is always as large as the canvas."""
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self.canvas.rect())
        return False

    # What is shown

    def moment(self) -> Moment:
        session, call_of = self.session, self.user_code.call_number
        path = [call_of(open_frame.frame) for open_frame in session.stack]
        return Moment(
            session.entered,
            call_of(session.cursor.frame),
            frozenset(path),
            frozenset(pairwise(path)),
            call_of(session.selected),
            self.is_known,
        )

    def is_known(self, call: int) -> bool:
        """Whether it has returned by the cursor's step."""
        left = self.session.cursor.steps.leave(int(self.graph.first[call]))
        return left is not None and left <= self.session.cursor.step

    def present(self) -> None:
        """Shows where the cursor is; a call out of sight is brought into it."""
        if not self.isVisible():
            return
        now = self.user_code.call_number(self.session.selected)
        if now in self.folded.layers:
            self.setAccessibleDescription(self.in_words(now))
            at = self.to_widget(self.painter.card_of(now))
            if not self.rect().toRectF().adjusted(8, 8, -8, -8).contains(at):
                self.origin += self.rect().toRectF().center() - at.center()
                self.is_fitted = False
        self.update()

    def in_words(self, call: int) -> str:
        """All that is to be said of a call."""
        first = int(self.graph.first[call])
        words = {
            "call": self.user_code.label(first, 400),
            "result": self.graph.results[call] or "?",
            "step": count(self.session.cursor.steps.enter(first)),
        }
        times = int(self.graph.times[call])
        if times == 1:
            return tr("{call} = {result}, called once, at step {step}", **words)
        return tr("{call} = {result}, called {times} times, first at step {step}", times=count(times), **words)

    @property
    def note(self) -> str:
        """What is not drawn."""
        if not self.folded.left_away:
            return ""
        return tr(
            "{shown} of {all} distinct calls: those nearest to the first.",
            shown=count(len(self.folded.calls)),
            all=count(len(self.graph)),
        )

    def to_widget(self, area: QRectF) -> QRectF:
        return QRectF(area.topLeft() * self.scale + self.origin, area.size() * self.scale)

    def to_graph(self, point: QPointF) -> QPointF:
        return (point - self.origin) / self.scale

    def fit(self) -> None:
        """All of it, not larger than is pleasant."""
        area = self.painter.area
        self.scale = max(SMALLEST, min(LARGEST_FITTED, self.width() / area.width(), self.height() / area.height()))
        self.origin = self.rect().toRectF().center() - area.center() * self.scale
        self.is_fitted = True
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        point = at or self.rect().toRectF().center()
        before = self.to_graph(point)
        self.scale = max(SMALLEST, min(LARGEST, self.scale * factor))
        self.origin = point - before * self.scale
        self.is_fitted = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = call_theme()
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.fillRect(self.rect(), colours.paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.origin)
        painter.scale(self.scale, self.scale)
        seen = QRectF(self.to_graph(QPointF()), self.size().toSizeF() / self.scale)
        self.painter.paint(painter, colours, self.moment(), seen, self.scale)
        painter.resetTransform()
        if self.note:
            painter.setFont(font(12))
            painter.setPen(colours.quiet)
            painter.drawText(self.rect().adjusted(12, 8, -12, -8), Qt.AlignmentFlag.AlignBottom, self.note)

    # Pointer and keys

    def call_at(self, point: QPointF) -> int | None:
        return self.painter.call_at(self.to_graph(point))

    def go_to(self, call: int) -> None:
        self.session.go_to_frame(int(self.graph.first[call]))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            call = self.call_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if call is None else self.in_words(call), self)
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(STEP_OF_WHEEL ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._dragged_from, self._has_dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is None:
            on_card = self.call_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if on_card else Qt.CursorShape.ArrowCursor)
            return
        moved = event.position() - self._dragged_from
        if self._has_dragged or moved.manhattanLength() > 4:
            self._has_dragged, self.is_fitted = True, False
            self._dragged_from = event.position()
            self.origin += moved
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_click = self._dragged_from is not None and not self._has_dragged
        self._dragged_from = None
        call = self.call_at(event.position())
        if was_click and call is not None:
            self.go_to(call)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows travel from call to call: to callers, to what is called, and beside; Enter goes there."""
        selected = self.user_code.call_number(self.session.selected)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_to(selected)
        elif event.key() in WAYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            reached = self.neighbour(selected, Qt.Key(event.key()))
            if reached is not None:
                self.session.select(int(self.graph.first[reached]))
        else:
            super().keyPressEvent(event)

    def neighbour(self, call: int, key: Qt.Key) -> int | None:
        """The call next to one in a direction; None where there is none."""
        if key is Qt.Key.Key_Up:
            return next((edge.caller for edge in self.folded.edges if edge.called == call), None)
        if key is Qt.Key.Key_Down:
            return next((edge.called for edge in self.folded.edges if edge.caller == call), None)
        layer = self.folded.layers.get(call)
        row = sorted(
            (one for one in self.folded.calls if self.folded.layers[one] == layer), key=self.folded.xs.__getitem__
        )
        if call not in row:
            return None
        place = row.index(call) + (1 if key is Qt.Key.Key_Right else -1)
        return row[place] if 0 <= place < len(row) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.is_fitted:
            self.fit()
