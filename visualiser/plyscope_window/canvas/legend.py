"""The legend: every shape, mark and letter on the canvas, and what each means.

The help sheet shows all of it; the strip below a canvas shows what the recording in front can have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE, Windows
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.near import paint_left_out
from plyscope_window.look.glyphs import DOWN, ROUND, SQUARE, UP, dashed, paint_glyph, text_area
from plyscope_window.look.theme import Current, Theme, font, theme
from plyscope_window.session.limits import Future
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import tr

MARK_SIZE = QSize(34, 24)
"""The room of a mark, in pixels."""
GLYPH_WIDTH = 20.0
"""The width of a glyph in a mark, in pixels."""
TEXT_SIZE = 12
"""The font size of names in the strip."""
STRIP_HEIGHT = 36
"""The height of the strip, in pixels."""
ENTRY_GAP, MARK_GAP = 20, 8
"""The room between two entries of the strip, and between a mark and its name."""
MIN_PAGE_WIDTH, MIN_PAGE_HEIGHT = 700, 520
"""The width and height of a page in pixels below which there is no strip."""

Paint = Callable[[QPainter, QPointF], None]
Applies = Callable[[Canvas], bool]


@dataclass(frozen=True)
class Entry:
    """One mark: how it is painted, its name, what it means, and where it can be seen."""

    key: str
    name: str
    meaning: str
    paint: Paint
    applies: Applies


# Marks


def glyph_painter(shape: int, look: Callable[[Theme], tuple[QColor, QPen]]) -> Paint:
    """The painter of a mark that is a glyph; `look` gives its fill and its outline in a theme."""
    return lambda painter, middle: paint_glyph(painter, shape, middle, GLYPH_WIDTH, *look(theme()))


paint_up, paint_down, paint_round = (
    glyph_painter(shape, lambda colours: (colours.card, QPen(colours.ink, 1.4))) for shape in (UP, DOWN, ROUND)
)
paint_leaf = glyph_painter(SQUARE, lambda colours: (colours.even, QPen(colours.ink, 1.4)))
paint_running = glyph_painter(DOWN, lambda colours: (colours.card, QPen(colours.ink, 2.6)))
paint_future = glyph_painter(SQUARE, lambda colours: (colours.paper, QPen(colours.hairline, 1.6)))
paint_dashed_node = glyph_painter(SQUARE, lambda colours: (colours.paper, dashed(colours.edge, 1.4, 2.2)))
paint_ghost = glyph_painter(UP, lambda colours: (colours.even_tint, dashed(colours.quiet, 1.4, 2.2)))


def paint_line(painter: QPainter, middle: QPointF, colour: QColor, width: float) -> None:
    """Paint a horizontal line through the middle of a mark."""
    painter.setPen(QPen(colour, width))
    painter.drawLine(middle - QPointF(13, 0), middle + QPointF(13, 0))


def paint_pruned(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of a pruned move."""
    painter.setPen(dashed(theme().edge, 1.4, 3, 2.5))
    painter.drawLine(middle - QPointF(13, 0), middle + QPointF(13, 0))
    painter.setPen(QPen(theme().ink, 2))
    for aside in (-2.5, 2.5):
        painter.drawLine(middle + QPointF(aside - 2.5, 6), middle + QPointF(aside + 2.5, -6))


def paint_now(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of the path to the cursor."""
    paint_line(painter, middle, theme().now, 9)
    paint_line(painter, middle, theme().ink, 2.2)


def paint_best(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of an edge to a best child."""
    paint_line(painter, middle, theme().for_min, 3.4)


def paint_dotted(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of a move that a rule of the search left out."""
    paint_left_out(painter, middle - QPointF(13, 0), middle + QPointF(13, 0), theme())


def paint_lantern_mark(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of a lantern."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().hairline)
    top = middle - QPointF(0, 10)
    painter.drawConvexPolygon([top, top + QPointF(9, 5), top + QPointF(-9, 5)])
    for place, colour in enumerate((theme().even, theme().for_max, theme().for_min)):
        painter.fillRect(QRectF(middle.x() - 9, middle.y() - 5 + 5 * place, 18 - 4 * place, 4.4), colour)


def paint_colours(painter: QPainter, middle: QPointF) -> None:
    """Paint the three colours of values beside each other."""
    painter.setPen(Qt.PenStyle.NoPen)
    for place, colour in enumerate((theme().for_max, theme().even, theme().for_min)):
        painter.fillRect(QRectF(middle.x() - 15 + 10 * place, middle.y() - 6, 10, 12), colour)


def word_painter(text: str) -> Paint:
    """The painter of a mark that is a sign or a letter."""

    def paint(painter: QPainter, middle: QPointF) -> None:
        painter.setFont(font(13, bold=True))
        painter.setPen(theme().ink)
        painter.drawText(text_area(SQUARE, middle, MARK_SIZE.width() / 2), Qt.AlignmentFlag.AlignCenter, text)

    return paint


def paint_arrow_mark(painter: QPainter, middle: QPointF) -> None:
    """Paint the mark of the arrow from a cut to the child that set the bound."""
    paint_line(painter, middle, theme().ink, 1.4)
    tip = middle - QPointF(13, 0)
    painter.drawLine(tip, tip + QPointF(6, -4))
    painter.drawLine(tip, tip + QPointF(6, 4))


# Where they can be seen


def has_kind(kind: int) -> Applies:
    """The condition that a recording has frames of a kind."""
    return lambda canvas: kind in canvas.session.trace.facts.kinds


def prunes(canvas: Canvas) -> bool:
    """Whether a recording is of a search with windows, which can prune."""
    trace = canvas.session.trace
    return trace.origin.is_search and trace.search.windows is not Windows.NONE


def may_leave_moves(canvas: Canvas) -> bool:
    """Whether a program may leave moves of a tree that is given."""
    trace = canvas.session.trace
    return trace.origin.is_user_code and trace.origin.is_search and trace.position.game.is_given


def is_search(canvas: Canvas) -> bool:
    """Whether a recording is of a search, whose frames have values."""
    return canvas.session.trace.origin.is_search


def has_cache(canvas: Canvas) -> bool:
    """Whether results of user code came from a cache that is no table of a search."""
    return bool(len(canvas.session.trace.origin.saved_frames)) and not has_table(canvas)


def has_table(canvas: Canvas) -> bool:
    """Whether a table can answer; of a search of ours that is known before the first answer."""
    trace = canvas.session.trace
    return trace.search.has_table or (trace.search.is_imported and bool(len(trace.origin.hits.frames)))


def always(_: Canvas) -> bool:
    """Whether a mark that every recording can have applies."""
    return True


def legend_entries() -> list[Entry]:
    """Every mark that there is, in the order of the strip."""
    return [
        Entry("max", tr("MAX"), tr("MAX is to move, and takes the largest value"), paint_up, has_kind(MAX)),
        Entry("min", tr("MIN"), tr("MIN is to move, and takes the smallest value"), paint_down, has_kind(MIN)),
        Entry("leaf", tr("leaf"), tr("LEAF: the search goes no deeper here, and the position has a value of its own"),
              paint_leaf, is_search),
        Entry("round", tr("call"), tr("a call whose side is not known"), paint_round, has_kind(NO_SIDE)),
        Entry("chance", tr("chance"), tr("chance moves here, with the probabilities that stand on the edges"),
              paint_round, has_kind(CHANCE)),
        Entry("running", tr("running: what is known"),
              tr("a call that has not returned, thick and hollow: inside is what is known of it so far"), paint_running,
              always),
        Entry("future", tr("not searched yet"), tr("pale outlines: the future, not searched yet at this step"),
              paint_future, lambda canvas: canvas.future is Future.OUTLINES),
        Entry("pruned", tr("pruned"), tr("// and a dashed edge: a move that a cutoff pruned"), paint_pruned, prunes),
        Entry("left-out", tr("left out"), tr("a dotted edge: a move that the search left out by a rule of its own"),
              paint_dotted, lambda canvas: canvas.session.trace.may_prune_forward),
        Entry("untried", tr("not tried"),
              tr("a dotted edge: a move that the program did not try, where no bound is seen to decide on an exit"),
              paint_dotted, may_leave_moves),
        Entry("now", tr("running now"), tr("yellow: the calls that are running at this step"), paint_now, always),
        Entry("best", tr("best so far"), tr("a thick edge: the best move so far, in the colour of its value"),
              paint_best, is_search),
        Entry("lower", tr("at least"), tr("≥: the value is proved to be at least this"), word_painter("≥"), prunes),
        Entry("upper", tr("at most"), tr("≤: the value is proved to be at most this"), word_painter("≤"), prunes),
        Entry("lantern", tr("closed subtree"),
              tr("a lantern: a whole subtree as a small picture, with its number of calls"), paint_lantern_mark,
              lambda canvas: canvas.mode == "focus"),
        Entry("ghost", tr("ghost"), tr("what would have been at a pruned move, searched afterwards"), paint_ghost,
              lambda canvas: bool(canvas.session.ghosts.found)),
        Entry("dashed", tr("not called"), tr("a dashed node: a move that was not tried, or a result from a cache"),
              paint_dashed_node, has_cache),
        Entry("table", tr("from the table"),
              tr("a dashed node: a position that the table has answered; selected, it points to where it was stored"),
              paint_dashed_node, has_table),
        Entry("colours", tr("good for MAX, even, good for MIN"),
              tr("blue is good for MAX, vermilion for MIN, grey is even"), paint_colours, is_search),
        Entry("arrow", tr("why it was cut"), tr("from a cut to the child that set the bound"), paint_arrow_mark,
              lambda canvas: prunes(canvas) and canvas.shows_why),
        Entry("variation", tr("principal variation"), tr("P: best play of both sides, in what the result rests on"),
              word_painter("P"), shows_proof),
        Entry("cut", tr("cut node"), tr("C: one move is enough here, in what the result rests on"), word_painter("C"),
              shows_proof),
        Entry("all", tr("all node"), tr("A: every move has to be tried here, in what the result rests on"),
              word_painter("A"), shows_proof),
        Entry("times", tr("equal calls"), tr("×3: how often an equal call is made"), word_painter("×3"),
              lambda canvas: canvas.session.trace.origin.is_user_code),
    ]  # fmt: skip


def shows_proof(canvas: Canvas) -> bool:
    """Whether the proof has been found, whose letters are then shown."""
    return canvas.session.proving.proof is not None


class MarkWidget(QWidget):
    """One mark by itself."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        self.setFixedSize(MARK_SIZE)
        self.setAccessibleName(entry.name)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_mark(QPainter(self), self.entry, QRectF(self.rect()).center())


def paint_mark(painter: QPainter, entry: Entry, middle: QPointF) -> None:
    """Paint a mark about its middle, the same in a mirrored window."""
    painter.save()
    # Marks look the same in a mirrored window.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    entry.paint(painter, middle)
    painter.restore()


class LegendStrip(Themed, QWidget):
    """The legend of a recording in one line below its canvas, as much of it as there is room for."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self.canvas = canvas
        self.is_on = True
        """Whether it is to be shown where there is room."""
        self.entries: list[Entry] = []
        self._all = legend_entries()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        canvas.mode_changed.connect(lambda _: self.present())
        self.present()

    def present(self) -> None:
        """Show the entries for what the canvas can show now."""
        entries = [entry for entry in self._all if entry.applies(self.canvas)]
        if [entry.key for entry in entries] != [entry.key for entry in self.entries]:
            self.entries = entries
            self.setAccessibleName(tr("Legend: {names}", names=", ".join(entry.name for entry in entries)))
            self.update()

    def fit(self, size: QSize) -> None:
        """Show or hide it on a page of this size."""
        scale = Current.text_scale
        has_room = size.width() >= MIN_PAGE_WIDTH * scale and size.height() >= MIN_PAGE_HEIGHT * scale
        self.setVisible(self.is_on and has_room)

    def sizeHint(self) -> QSize:
        return QSize(MIN_PAGE_WIDTH, round(STRIP_HEIGHT * max(1.0, Current.text_scale)))

    def places(self) -> list[tuple[Entry, QRectF]]:
        """The entries that there is room for, each with its area."""
        metrics, x, placed = QFontMetricsF(font(TEXT_SIZE)), float(ENTRY_GAP), list[tuple[Entry, QRectF]]()
        for entry in self.entries:
            width = MARK_SIZE.width() + MARK_GAP + metrics.horizontalAdvance(entry.name)
            if x + width > self.width() - ENTRY_GAP:
                break
            left = self.width() - x - width if self.isRightToLeft() else x
            placed.append((entry, QRectF(left, 0, width, self.height())))
            x += width + ENTRY_GAP
        return placed

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().paper)
        for entry, area in self.places():
            half = MARK_SIZE.width() / 2
            x = area.right() - half if self.isRightToLeft() else area.left() + half
            paint_mark(painter, entry, QPointF(x, area.center().y()))
            painter.setFont(font(TEXT_SIZE))
            painter.setPen(theme().quiet)
            beside = MARK_SIZE.width() + MARK_GAP
            text = area.adjusted(0, 0, -beside, 0) if self.isRightToLeft() else area.adjusted(beside, 0, 0, 0)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, entry.name)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            entries_there = [entry for entry, area in self.places() if area.contains(event.pos())]
            QToolTip.showText(event.globalPos(), entries_there[0].meaning if entries_there else "", self)
            return True
        return super().event(event)

    def apply_theme(self) -> None:
        self.updateGeometry()
        self.update()
