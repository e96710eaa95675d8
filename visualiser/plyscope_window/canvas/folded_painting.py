"""Painting the graph of distinct calls: each a card in the colour of its calls, edges with how often they are taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyscope.analysis.equal_calls import CallGraph
from plyscope.layout.folded_calls import Edge, Folded
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from plyscope_window.look.theme import Theme, font, mixed
from plyscope_window.words import count, tr

CARD_HEIGHT, PITCH, GAP = 30.0, 78.0, 26.0
NARROWEST, WIDEST = 64.0, 210.0
LEGIBLE = 0.5
"""How small a picture may be with words in it."""
PALE = 0.3


@dataclass(frozen=True)
class Moment:
    """What of the graph has happened at the cursor."""

    entered: int
    """Calls from this frame on lie in the future."""
    now: int
    """The distinct call that is running."""
    path: frozenset[int]
    """Those that are open."""
    path_edges: frozenset[tuple[int, int]]
    selected: int
    known: Callable[[int], bool]
    """Whether a call has returned by now."""


class GraphPainter:
    """The graph in its own units: pixels at full size."""

    def __init__(self, graph: CallGraph, folded: Folded, shades: dict[int, float]) -> None:
        self.graph, self.folded, self.shades = graph, folded, shades
        metrics = QFontMetricsF(font(12, bold=True))
        widest = max((metrics.horizontalAdvance(self.text(call)) for call in folded.calls), default=0.0)
        self.card = min(WIDEST, max(NARROWEST, widest + 22))
        self.slot = self.card + GAP

    @property
    def area(self) -> QRectF:
        """All of it, with room around."""
        wide = self.folded.width * self.slot + self.card
        return QRectF(-self.card / 2, -CARD_HEIGHT / 2, wide, self.folded.depth * PITCH + CARD_HEIGHT).adjusted(
            -40, -30, 40, 40
        )

    def text(self, call: int) -> str:
        """The call and what comes of it."""
        result = self.graph.results[call]
        if not result:
            return self.graph.labels[call]
        return tr("{call} = {result}", call=self.graph.labels[call], result=result)

    def place(self, call: int) -> QPointF:
        return QPointF(self.folded.xs[call] * self.slot, self.folded.layers[call] * PITCH)

    def card_of(self, call: int) -> QRectF:
        at = self.place(call)
        return QRectF(at.x() - self.card / 2, at.y() - CARD_HEIGHT / 2, self.card, CARD_HEIGHT)

    def call_at(self, point: QPointF) -> int | None:
        return next((call for call in self.folded.calls if self.card_of(call).contains(point)), None)

    # Painting

    def paint(self, painter: QPainter, theme: Theme, moment: Moment, seen: QRectF, scale: float) -> None:
        with_words = scale >= LEGIBLE
        for edge in self.folded.edges:
            if (edge.caller, edge.called) not in moment.path_edges:
                self._paint_edge(painter, edge, theme, moment, scale)
        for edge in self.folded.edges:
            if (edge.caller, edge.called) in moment.path_edges:
                self._paint_edge(painter, edge, theme, moment, scale)
        for edge in self.folded.edges if with_words else ():
            if edge.times > 1 and not self._is_future(edge.called, moment):
                self._paint_times_of_edge(painter, edge, theme)
        for call in self.folded.calls:
            if self.card_of(call).adjusted(-12, -12, 12, 12).intersects(seen):
                self._paint_card(painter, call, theme, moment, with_words)

    def _is_future(self, call: int, moment: Moment) -> bool:
        return int(self.graph.first[call]) >= moment.entered

    def way(self, edge: Edge) -> QPainterPath:
        """From the foot of the caller to the head of the called, round what lies between; a bow where it leads up."""
        start = self.place(edge.caller) + QPointF(0, CARD_HEIGHT / 2)
        end = self.place(edge.called) - QPointF(0, CARD_HEIGHT / 2)
        path = QPainterPath(start)
        if self.folded.layers[edge.called] <= self.folded.layers[edge.caller]:
            out = self.card * 0.9
            path.cubicTo(start + QPointF(out, PITCH * 0.6), end + QPointF(out, -PITCH * 0.6), end)
            return path
        at = start
        for point in [*(QPointF(x * self.slot, layer * PITCH) for x, layer in edge.bends), end]:
            half = (point.y() - at.y()) / 2
            path.cubicTo(at + QPointF(0, half), point - QPointF(0, half), point)
            at = point
        return path

    def _paint_edge(self, painter: QPainter, edge: Edge, theme: Theme, moment: Moment, scale: float) -> None:
        is_path = (edge.caller, edge.called) in moment.path_edges
        painter.setBrush(Qt.BrushStyle.NoBrush)
        way = self.way(edge)
        if is_path:
            painter.setPen(QPen(theme.now, 8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(way)
        colour = theme.ink if is_path else theme.hairline if self._is_future(edge.called, moment) else theme.edge
        painter.setPen(QPen(colour, max(2.0 if is_path else 1.2, 0.8 / scale)))
        painter.drawPath(way)

    def _paint_times_of_edge(self, painter: QPainter, edge: Edge, theme: Theme) -> None:
        painter.setFont(font(10))
        text = tr("×{times}", times=count(edge.times))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 6
        middle = self.way(edge).pointAtPercent(0.5)
        ground = QRectF(middle.x() - wide / 2, middle.y() - 7, wide, 14)
        painter.fillRect(ground, theme.paper)
        painter.setPen(theme.quiet)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_card(self, painter: QPainter, call: int, theme: Theme, moment: Moment, with_words: bool) -> None:
        card, is_future = self.card_of(call), self._is_future(call, moment)
        if call == moment.now:
            painter.setPen(QPen(theme.grip, 1.6))
            painter.setBrush(theme.now)
            painter.drawRoundedRect(card.adjusted(-6, -6, 6, 6), 10, 10)
        fill = mixed(theme.paper, theme.of_shade(self.shades[call]), PALE if is_future else 1.0)
        ring = theme.ink if call in moment.path else fill
        painter.setPen(QPen(ring, 2 if call in moment.path else 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(card, 7, 7)
        if call == moment.selected and call != moment.now:
            painter.setPen(QPen(theme.ink, 1.6, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(-5, -5, 5, 5), 9, 9)
        if not with_words:
            return
        painter.setFont(font(12, bold=True))
        painter.setPen(theme.quiet if is_future else theme.on_fill)
        text = self.text(call) if moment.known(call) else self.graph.labels[call]
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, self.card - 14)
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, shown)
        times = int(self.graph.times[call])
        if times > 1:
            ink = theme.quiet if is_future else theme.ink
            paint_times(painter, QPointF(card.right(), card.top()), times, theme, ink)


def paint_times(painter: QPainter, corner: QPointF, times: int, theme: Theme, ink: QColor) -> None:
    """How often a call is made, at a corner of its card."""
    painter.setFont(font(10, bold=True))
    text = tr("×{times}", times=count(times))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 8
    ground = QRectF(corner.x() - wide / 2, corner.y() - 8, wide, 15)
    painter.setPen(QPen(theme.edge, 1))
    painter.setBrush(theme.card)
    painter.drawRoundedRect(ground, 5, 5)
    painter.setPen(ink)
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)
