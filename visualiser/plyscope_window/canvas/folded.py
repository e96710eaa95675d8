"""The graph of distinct calls: equal calls are folded into one node, and an edge says how often it was taken.

Of simulations it is the tree that they grow: calls on one of its positions are folded into one node, with its mean.

It lies over the canvas, is explored by pointer and keys, and is shown as it is at the cursor's step: calls that are not
made yet are empty outlines.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from plyscope.analysis.equal_calls import CallGraph
from plyscope.layout.folded_calls import Edge, Folded
from plyscope.layout.shades import CallShades, shades_of_trace, tones_of_calls
from plyscope.model.simulations import upper_bound
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.look.call_colours import call_theme
from plyscope_window.look.theme import Theme, fitting_font, font, text_width, theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import elided, fill_rim, paint_on_ground
from plyscope_window.words import count, tr, two_decimals

CARD_HEIGHT, ROW_PITCH, CARD_GAP = 30.0, 78.0, 26.0
SECOND_LINE_HEIGHT, TREE_CARD_GAP = 13.0, 12.0
"""What a second line adds to the height of a card, and the gap between the cards of a tree, which is wide."""
MIN_CARD_WIDTH, MAX_CARD_WIDTH = 64.0, 210.0
MIN_TEXT_SCALE, MIN_TEXT_PIXELS = 0.5, 9.0
"""The smallest scale at which the cards carry text, and the least size of that text in pixels, as far as it fits."""
TWO_LINES_SCALE, READABLE_SCALE = 0.6, 0.8
"""The scale from which a card has its second line, and the largest of a tree that opens in part."""
PATH_MARGIN = 24
"""The room round the way to the running call in such a tree, in pixels."""
MAX_FITTED_POSITIONS = 60
"""The most positions of a tree that opens as a whole."""


@dataclass(frozen=True)
class GraphState:
    """The state of the graph at the cursor's step."""

    frames: int
    """How many frames have been entered; calls made by later ones lie in the future."""
    hides_future: bool
    running: int
    """The distinct call that is running."""
    path: frozenset[int]
    """The distinct calls that are open."""
    path_edges: frozenset[tuple[int, int]]
    selected: int


class GraphContent(Protocol):
    """What the nodes of a graph say at the cursor's step."""

    title: str
    counts_edges: bool
    """Whether edges say how often they were taken; where each node has one edge, the node says it."""

    def theme(self) -> Theme: ...
    def shade(self, call: int) -> float: ...
    def label(self, call: int) -> str:
        """What a node says of itself before it has a result."""

    def text(self, call: int) -> str:
        """What a node says of itself, with its result if that is known by now."""

    def longest_text(self, call: int) -> str:
        """The longest text that a node may have at any step."""

    def second_line(self, call: int) -> str:
        """What else a node says where there is room; empty for nothing."""

    def longest_second_line(self, call: int) -> str:
        """The longest second line that a node may have at any step; empty where there never is one."""

    def times(self, call: int) -> int:
        """How often a call has been made by this step."""

    def sentence_of(self, call: int) -> str:
        """A sentence about a call, as far as that is known."""

    def note(self, shown: int) -> str:
        """The sentence about calls that are not drawn, where `shown` are."""


class CallsOfProgram:
    """The distinct calls of user code."""

    def __init__(self, session: Session, graph: CallGraph) -> None:
        self.session, self.graph, self.user_code = session, graph, session.trace.user_code
        self.title, self.counts_edges = tr("The graph of distinct calls"), True
        self.shades = CallShades(0.0, 1.0, tones_of_calls(self.user_code))

    def theme(self) -> Theme:
        """The theme in which equal calls have equal colours."""
        return call_theme()

    def shade(self, call: int) -> float:
        """The shade of a call."""
        return self.shades.of_frame(self.session.trace, int(self.graph.first[call]))

    def label(self, call: int) -> str:
        """The call with its arguments."""
        return self.graph.labels[call]

    def text(self, call: int) -> str:
        """The call, with its result once it has returned."""
        return self.longest_text(call) if self.is_known(call) else self.label(call)

    def longest_text(self, call: int) -> str:
        """The call and its result, if it ever has one."""
        result = self.graph.results[call]
        if not result:
            return self.graph.labels[call]
        return tr("{call} = {result}", call=self.graph.labels[call], result=result)

    def second_line(self, call: int) -> str:
        return ""

    def longest_second_line(self, call: int) -> str:
        return ""

    def is_known(self, call: int) -> bool:
        """Whether a call has returned by the last step that is shown."""
        return self.session.has_returned(int(self.graph.first[call]))

    def times(self, call: int) -> int:
        """How often a call has been made by the last step that is shown."""
        return self.user_code.times_made(call, self.session.known_frames)

    def sentence_of(self, call: int) -> str:
        """The call, its result, how often it is made and when first, as far as that is known."""
        first = int(self.graph.first[call])
        if not self.session.has_entered(first):
            return tr("not called yet")
        words = {
            "call": self.user_code.label(first, 400),
            "result": (self.graph.results[call] if self.is_known(call) else "") or "?",
            "step": count(self.session.cursor.steps.enter(first)),
        }
        times = self.times(call)
        if times == 1:
            return tr("{call} = {result}, called once, at step {step}", **words)
        return tr("{call} = {result}, called {times} times, first at step {step}", times=count(times), **words)

    def note(self, shown: int) -> str:
        """How many of all distinct calls are drawn."""
        return tr(
            "{shown} of {all} distinct calls: those nearest to the first.",
            shown=count(shown),
            all=count(len(self.graph)),
        )


class PositionsOfTree:
    """The positions of the tree that simulations grow, each with its mean and visits at the step."""

    def __init__(self, session: Session, graph: CallGraph) -> None:
        self.session, self.graph, self.tree = session, graph, session.trace.simulations
        self.title, self.counts_edges = tr("The tree that the simulations have grown"), False
        rows, values = session.rows, session.trace.column("value")
        self.shades = shades_of_trace(session.trace) if rows is None else rows.shades
        self.largest = float(np.nanmax(np.abs(values)))

    def theme(self) -> Theme:
        return theme()

    def shade(self, call: int) -> float:
        """The shade of the mean of a position."""
        mean = self.tree.nodes[call].mean(self.session.known_step)
        return self.shades.of_value(0.0 if mean is None else mean)

    def label(self, call: int) -> str:
        """The move that leads to a position."""
        return self.graph.labels[call] or tr("root")

    def text(self, call: int) -> str:
        """The move that leads to a position, with its mean once it was visited."""
        mean = self.tree.nodes[call].mean(self.session.known_step)
        return self.label(call) if mean is None else self.with_mean(call, two_decimals(mean))

    def longest_text(self, call: int) -> str:
        """The move with the longest mean that it may have."""
        return self.with_mean(call, f"−{self.largest:.2f}")

    def second_line(self, call: int) -> str:
        """The upper confidence bound of a position; empty before it has one."""
        bound = self.tree.upper_bound(call, self.session.known_step)
        return "" if bound is None else tr("UCB {bound}", bound=two_decimals(bound))

    def longest_second_line(self, call: int) -> str:
        """The longest bound: of a position visited once, below one that all simulations visit."""
        most = max(2, self.tree.nodes[0].visits())
        bound = upper_bound(self.largest, 1, most, self.tree.exploration, maximizing=True)
        return tr("UCB {bound}", bound=f"−{bound:.2f}")

    def with_mean(self, call: int, mean: str) -> str:
        """The move that leads to a position, with a mean."""
        return tr("{move}  {mean}", move=self.label(call), mean=mean)

    def times(self, call: int) -> int:
        """How often a position has been visited by the last step that is shown."""
        return self.tree.nodes[call].visits(self.session.known_step)

    def sentence_of(self, call: int) -> str:
        """The move, the visits and the bound of a position, as far as they are known."""
        step = self.session.known_step
        if not self.session.has_entered(int(self.graph.first[call])):
            return tr("not in the tree yet")
        bound = self.tree.upper_bound(call, step)
        words = {"move": self.text(call), "visits": count(self.times(call))}
        if bound is None:
            return tr("{move}, {visits} visits", **words)
        return tr("{move}, {visits} visits, upper confidence bound {bound}", bound=two_decimals(bound), **words)

    def note(self, shown: int) -> str:
        """How many of all positions are drawn."""
        return tr(
            "{shown} of {all} positions: those nearest to the root.", shown=count(shown), all=count(len(self.graph))
        )


class GraphPainter:
    """The painter of the graph in its own units: pixels at full size."""

    def __init__(self, graph: CallGraph, folded: Folded, content: GraphContent) -> None:
        self.graph, self.folded, self.content = graph, folded, content
        metrics = QFontMetricsF(font(12, bold=True))
        widest = max((metrics.horizontalAdvance(content.longest_text(call)) for call in folded.calls), default=0.0)
        below = QFontMetricsF(font(10))
        second = max((below.horizontalAdvance(content.longest_second_line(call)) for call in folded.calls), default=0.0)
        self.card = min(MAX_CARD_WIDTH, max(MIN_CARD_WIDTH, widest + 22, second + 10))
        self.slot = self.card + (TREE_CARD_GAP if second else CARD_GAP)
        self.height = CARD_HEIGHT + (SECOND_LINE_HEIGHT if second else 0.0)
        self.pitch = ROW_PITCH + self.height - CARD_HEIGHT

    @property
    def area(self) -> QRectF:
        """The area of the whole graph, with a margin."""
        width = self.folded.width * self.slot + self.card
        return QRectF(-self.card / 2, -self.height / 2, width, self.folded.depth * self.pitch + self.height).adjusted(
            -40, -30, 40, 40
        )

    def place(self, call: int) -> QPointF:
        """The middle of a call's card."""
        return QPointF(self.folded.xs[call] * self.slot, self.folded.layers[call] * self.pitch)

    def card_of(self, call: int) -> QRectF:
        """The area of a call's card."""
        at = self.place(call)
        return QRectF(at.x() - self.card / 2, at.y() - self.height / 2, self.card, self.height)

    def call_at(self, point: QPointF) -> int | None:
        """The call whose card is under a point; None where there is none."""
        return next((call for call in self.folded.calls if self.card_of(call).contains(point)), None)

    # Painting

    def paint(self, painter: QPainter, theme: Theme, state: GraphState, seen: QRectF, scale: float) -> None:
        """Paint edges and cards at the cursor's step; cards outside of `seen` are left out."""
        with_words = scale >= MIN_TEXT_SCALE
        times = {edge: self.graph.calls_by(edge.number, state.frames) for edge in self.folded.edges}
        shown = [edge for edge in self.folded.edges if times[edge] or not state.hides_future]
        for is_path in (False, True):
            for edge in shown:
                if ((edge.caller, edge.called) in state.path_edges) is is_path:
                    self._paint_edge(painter, edge, theme, state, scale, is_future=not times[edge])
        for edge in shown if with_words and self.content.counts_edges else ():
            if times[edge] > 1:
                self._paint_times_of_edge(painter, edge, times[edge], theme)
        for call in self.folded.calls:
            if self.card_of(call).adjusted(-12, -12, 12, 12).intersects(seen):
                self._paint_card(painter, call, theme, state, scale)

    def is_future(self, call: int, state: GraphState) -> bool:
        """Whether a call is made only after the step."""
        return int(self.graph.first[call]) >= state.frames

    def edge_path(self, edge: Edge) -> QPainterPath:
        """The path of an edge from caller to callee, round the cards between; a bow where it leads up."""
        start = self.place(edge.caller) + QPointF(0, self.height / 2)
        end = self.place(edge.called) - QPointF(0, self.height / 2)
        path = QPainterPath(start)
        if self.folded.layers[edge.called] <= self.folded.layers[edge.caller]:
            out = self.card * 0.9
            path.cubicTo(start + QPointF(out, self.pitch * 0.6), end + QPointF(out, -self.pitch * 0.6), end)
            return path
        at = start
        for point in [*(QPointF(x * self.slot, layer * self.pitch) for x, layer in edge.bends), end]:
            half = (point.y() - at.y()) / 2
            path.cubicTo(at + QPointF(0, half), point - QPointF(0, half), point)
            at = point
        return path

    def _paint_edge(
        self, painter: QPainter, edge: Edge, theme: Theme, state: GraphState, scale: float, *, is_future: bool
    ) -> None:
        """Paint an edge; yellow on the path to the running call, faint before it was taken."""
        is_path = (edge.caller, edge.called) in state.path_edges
        painter.setBrush(Qt.BrushStyle.NoBrush)
        way = self.edge_path(edge)
        if is_path:
            painter.setPen(QPen(theme.now, 8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(way)
        colour = theme.ink if is_path else theme.hairline if is_future else theme.edge
        painter.setPen(QPen(colour, max(2.0 if is_path else 1.2, 0.8 / scale)))
        painter.drawPath(way)

    def _paint_times_of_edge(self, painter: QPainter, edge: Edge, times: int, theme: Theme) -> None:
        """Paint how often an edge was taken, on its middle."""
        painter.setFont(font(10))
        text = tr("×{times}", times=count(times))
        width = text_width(painter.font(), text) + 6
        middle = self.edge_path(edge).pointAtPercent(0.5)
        ground = QRectF(middle.x() - width / 2, middle.y() - 7, width, 14)
        painter.fillRect(ground, theme.paper)
        painter.setPen(theme.quiet)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_card(self, painter: QPainter, call: int, theme: Theme, state: GraphState, scale: float) -> None:
        """Paint the card of a call as it is at the step."""
        card = self.card_of(call)
        if self.is_future(call, state):
            self._paint_card_to_come(painter, call, theme, state)
            return
        if call == state.running:
            painter.setPen(QPen(theme.grip, 1.6))
            painter.setBrush(theme.now)
            painter.drawRoundedRect(card.adjusted(-6, -6, 6, 6), 10, 10)
        fill = theme.of_shade(self.content.shade(call))
        ring = theme.ink if call in state.path else fill
        painter.setPen(QPen(ring, 2 if call in state.path else 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(card, 7, 7)
        if call == state.selected and call != state.running:
            self._ring(painter, card, theme)
        if scale < MIN_TEXT_SCALE:
            return
        self._paint_text(painter, call, theme, scale)
        times = self.content.times(call)
        if times > 1:
            paint_times(painter, QPointF(card.right(), card.top()), times, theme, scale)

    def _paint_text(self, painter: QPainter, call: int, theme: Theme, scale: float) -> None:
        """Paint what a card says: a second line too where that is legible, else the first as large as it fits."""
        card, text = self.card_of(call), self.content.text(call)
        second = self.content.second_line(call) if scale >= TWO_LINES_SCALE else ""
        painter.setPen(theme.on_fill)
        if second:
            self._paint_line(painter, second, card.adjusted(0, self.height / 2, 0, -4), scale, 10)
            card = card.adjusted(0, 4, 0, 1 - self.height / 2)
        self._paint_line(painter, text, card, scale, 12, bold=True)

    def _paint_line(
        self, painter: QPainter, text: str, area: QRectF, scale: float, size: float, *, bold: bool = False
    ) -> None:
        """Paint a line of a card, larger than usual where that could not be read, as far as there is room."""
        room = area.width() - 4
        legible = font(max(size, MIN_TEXT_PIXELS / scale), bold=bold)
        face = fitting_font(text, legible, room, font(size).pixelSize())
        painter.setFont(face)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, elided(text, face, room))

    def _paint_card_to_come(self, painter: QPainter, call: int, theme: Theme, state: GraphState) -> None:
        """Paint the outline of a call that is not made yet, unless the future is hidden."""
        if state.hides_future:
            return
        painter.setPen(QPen(theme.hairline, 1.2))
        painter.setBrush(theme.paper)
        painter.drawRoundedRect(self.card_of(call), 7, 7)
        if call == state.selected:
            self._ring(painter, self.card_of(call), theme)

    def _ring(self, painter: QPainter, card: QRectF, theme: Theme) -> None:
        """Paint a ring round the card of the selected call."""
        painter.setPen(QPen(theme.ink, 1.6, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(card.adjusted(-5, -5, 5, 5), 9, 9)


def paint_times(painter: QPainter, corner: QPointF, times: int, theme: Theme, scale: float) -> None:
    """Paint how often a call is made, at a corner of its card."""
    face, text = font(max(10.0, MIN_TEXT_PIXELS / scale), bold=True), tr("×{times}", times=count(times))
    width, height = text_width(face, text) + 8, QFontMetricsF(face).height() + 1
    ground = QRectF(corner.x() - width / 2, corner.y() - height / 2, width, height)
    paint_on_ground(painter, ground, 5, text, face, theme.ink, theme.card, QPen(theme.edge, 1))


MIN_SCALE, MAX_SCALE, MAX_FITTED_SCALE = 0.05, 3.0, 1.25
"""The smallest and the largest scale, and the largest at which a graph opens."""
ZOOM_PER_NOTCH = 1.25
"""The factor of one notch of the wheel."""
ARROW_KEYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right}


class FoldedView(QWidget):
    """The widget of one graph. A click or Enter goes to where a call is made first."""

    def __init__(self, canvas: Canvas, graph: CallGraph, folded: Folded) -> None:
        super().__init__(canvas)
        self.canvas, self.session = canvas, canvas.session
        self.graph, self.folded = graph, folded
        simulates = self.session.trace.search.simulates
        self.content: GraphContent = (PositionsOfTree if simulates else CallsOfProgram)(self.session, graph)
        self.painter = GraphPainter(graph, folded, self.content)
        self.scale, self.origin = 1.0, QPointF()
        """The scale, and where the graph's origin lies."""
        self.is_fitted = True
        """Whether the whole graph stays in view when the widget changes its size."""
        self._dragged_from: QPointF | None = None
        self._has_dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.content.title)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.session.moved.connect(self.present)
        canvas.mode_changed.connect(lambda _: self.hide())
        canvas.installEventFilter(self)
        self.setGeometry(canvas.rect())
        self.fit()
        if simulates and len(folded.calls) > MAX_FITTED_POSITIONS:
            self.show_path()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep it as large as the canvas."""
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self.canvas.rect())
        return False

    # What is shown

    def state(self) -> GraphState:
        """The state of the graph at the cursor's step."""
        session, call_of, frames = self.session, self.call_of, self.session.known_frames
        path = [call_of(frame) for frame in session.open_frames]
        return GraphState(
            frames,
            session.hides_future,
            call_of(session.cursor.frame),
            frozenset(path),
            frozenset(pairwise(path)),
            call_of(session.selected),
        )

    def call_of(self, frame: int) -> int:
        """The distinct call that a frame is."""
        return int(self.graph.call[frame])

    def present(self) -> None:
        """Show where the cursor is, and bring the selected call into view."""
        if not self.isVisible():
            return
        now = self.call_of(self.session.selected)
        if now in self.folded.layers:
            self.setAccessibleDescription(self.content.sentence_of(now))
            at = self.to_widget(self.painter.card_of(now))
            if not self.rect().toRectF().adjusted(8, 8, -8, -8).contains(at):
                self.origin += self.rect().toRectF().center() - at.center()
                self.is_fitted = False
        self.update()

    @property
    def note(self) -> str:
        """The sentence about calls that are not drawn; empty where all are."""
        return self.content.note(len(self.folded.calls)) if self.folded.omitted else ""

    def to_widget(self, area: QRectF) -> QRectF:
        """An area of the graph in the units of the widget."""
        return QRectF(area.topLeft() * self.scale + self.origin, area.size() * self.scale)

    def to_graph(self, point: QPointF) -> QPointF:
        """A point of the widget in the units of the graph."""
        return (point - self.origin) / self.scale

    def fit(self) -> None:
        """Show the whole graph, enlarged only a little."""
        area = self.painter.area
        self.scale = max(MIN_SCALE, min(MAX_FITTED_SCALE, self.width() / area.width(), self.height() / area.height()))
        self.origin = self.rect().toRectF().center() - area.center() * self.scale
        self.is_fitted = True
        self.update()

    def show_path(self) -> None:
        """Show the way from the root to the running call as large as it fits, but not larger than is readable."""
        area = QRectF()
        for call in self.state().path:
            if call in self.folded.layers:
                area = area.united(self.painter.card_of(call))
        width, height = self.width() - 2 * PATH_MARGIN, self.height() - 2 * PATH_MARGIN
        fitting = min(width / area.width(), height / area.height())
        self.scale = max(self.scale, min(READABLE_SCALE, fitting))
        self.origin = self.rect().toRectF().center() - area.center() * self.scale
        self.is_fitted = False
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point of the widget, or about its middle."""
        point = at or self.rect().toRectF().center()
        before = self.to_graph(point)
        self.scale = max(MIN_SCALE, min(MAX_SCALE, self.scale * factor))
        self.origin = point - before * self.scale
        self.is_fitted = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self.content.theme()
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        fill_rim(painter, self.rect(), colours.paper)
        painter.fillRect(self.rect(), colours.paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.origin)
        painter.scale(self.scale, self.scale)
        seen = QRectF(self.to_graph(QPointF()), self.size().toSizeF() / self.scale)
        self.painter.paint(painter, colours, self.state(), seen, self.scale)
        painter.resetTransform()
        if self.note:
            painter.setFont(font(12))
            painter.setPen(colours.quiet)
            painter.drawText(self.rect().adjusted(12, 8, -12, -8), Qt.AlignmentFlag.AlignBottom, self.note)

    # Pointer and keys

    def call_at(self, point: QPointF) -> int | None:
        """The call whose card is under a point of the widget; None where there is none."""
        return self.painter.call_at(self.to_graph(point))

    def go_to(self, call: int) -> None:
        """Go to the step at which a call is made first."""
        self.session.go_to_frame(int(self.graph.first[call]))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            call = self.call_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if call is None else self.content.sentence_of(call), self)
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(ZOOM_PER_NOTCH ** (event.angleDelta().y() / 120), event.position())
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
        """Arrows travel from call to call: to callers, to callees, and sideways; Enter goes there."""
        selected = self.call_of(self.session.selected)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_to(selected)
        elif event.key() in ARROW_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            reached = self.neighbour(selected, Qt.Key(event.key()))
            if reached is not None:
                self.session.select(int(self.graph.first[reached]))
        else:
            super().keyPressEvent(event)

    def neighbour(self, call: int, key: Qt.Key) -> int | None:
        """The call that an arrow key leads to: first caller, first callee, or the next in the row; None for none."""
        if key is Qt.Key.Key_Up:
            return next((edge.caller for edge in self.folded.edges if edge.called == call), None)
        if key is Qt.Key.Key_Down:
            return next((edge.called for edge in self.folded.edges if edge.caller == call), None)
        layer = self.folded.layers.get(call)
        row = sorted(
            (other for other in self.folded.calls if self.folded.layers[other] == layer), key=self.folded.xs.__getitem__
        )
        if call not in row:
            return None
        place = row.index(call) + (1 if key is Qt.Key.Key_Right else -1)
        return row[place] if 0 <= place < len(row) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.is_fitted:
            self.fit()
