"""The headline of a comparison: a sentence on what one search saved beside the other, and the facts under it.

The bars share one length for the larger side. Facts that there is no room for are not shown; all of them stand in the
panel of differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from plyscope.analysis.comparison import EQUAL, returns
from plyscope.analysis.linked_cursors import Side, other
from plyscope.analysis.rounds import Round
from plyscope.model.declaration import Windows
from plyscope.model.trace import Trace
from plyscope.text.compared import headline, headline_so_far
from plyscope.text.references import pruned_leaf
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.glyphs import paint_half
from plyscope_window.look.theme import Current, font, theme
from plyscope_window.session.pair import SIDES, Pair
from plyscope_window.widgets.painting import Themed, smooth_painter
from plyscope_window.widgets.sentence import Piece, Token, broken_lines, line_width, paint_line, tokens_of
from plyscope_window.words import count, from_left, localized, tr

SIZES = (30, 28, 26, 24, 22, 20, 18, 17, 16, 15, 14)
"""Font sizes of the headline, the usual one first."""
SMALL_SIZES = (20, 19, 18, 17, 16, 15, 14)
"""Those in a low window."""
LOW_HEIGHT = 800
"""The height of a window below which the headline is small."""
SCOPE, BESIDE_SCOPE = 11.5, 18
"""The font size of the scope, and the least of a sentence on its line."""
EDGE, GAP = 16.0, 28.0
"""Pixels at both ends of the headline, and between its facts."""
BAR, MIN_BAR, MIN_DRAWN_BAR = 260.0, 60.0, 12.0
"""The length of the larger side's bar: the most, the least beside facts, and the least that is drawn at all."""


@dataclass(frozen=True)
class Bar:
    """One side, with as much of a bar as it has of the calls of the larger side."""

    side: Side
    name: str
    calls: int
    share: float
    of: int = 0
    """The calls of all searches of the root's position, where only one of them is compared; else 0."""

    @property
    def text(self) -> str:
        """The number of calls of the side, and of how many in all rounds where only one of them is compared."""
        return tr("{calls} of {all}", calls=count(self.calls), all=count(self.of)) if self.of else count(self.calls)


@dataclass(frozen=True)
class Head:
    """What the headline says."""

    sentence: str
    scope: str
    """Whether that is said of the whole run, or of a step."""
    bars: tuple[Bar, ...]
    facts: tuple[tuple[Piece, ...], ...]

    @property
    def text(self) -> str:
        """All of the headline as a text, for screen readers."""
        facts = ["".join(piece.text for piece in fact) for fact in self.facts]
        return " ".join([self.scope, self.sentence, *(f"{bar.name} {bar.text}" for bar in self.bars), *facts])


def headline_content(pair: Pair, *, is_whole: bool = False) -> Head:
    """Return what the headline says up to the steps of both; of the whole run where that is shown, or `is_whole`."""
    is_whole |= pair.shows_whole
    calls = {side: len(pair.sides[side].trace) if is_whole else pair.entered(side) for side in SIDES}
    most = max(calls.values())
    all_calls = {side: calls_in_all(pair.sides[side].trace) if is_whole else 0 for side in SIDES}
    bars = tuple(Bar(side, pair.names[side], calls[side], calls[side] / most, all_calls[side]) for side in SIDES)
    if is_whole:
        sentence = headline(pair.comparison, pair.names, is_short=not pair.is_small)
        return Head(localized(sentence), tr("whole run"), bars, tuple(whole_run_facts(pair)))
    sentence = headline_so_far(pair.names, calls["a"], calls["b"])
    scope = tr("up to step {step}", step=count(pair.leading.cursor.step))
    return Head(localized(sentence), scope, bars, tuple(pruning_facts(pair)))


def calls_in_all(trace: Trace) -> int:
    """Return the calls of all searches of the root's position, where only one of them is compared; else 0."""
    return len(trace.whole) if isinstance(trace, Round) else 0


def whole_run_facts(pair: Pair) -> list[tuple[Piece, ...]]:
    """Return the facts of the whole run: values, best moves, cutoffs and pruned moves."""
    a, b = pair.comparison.a, pair.comparison.b
    facts: list[tuple[Piece, ...]] = []
    if a.value is not None and b.value is not None:
        chips = [value_piece(pair, trace) for trace in (a, b)]
        if int(pair.comparison.value_agreement[0]) == EQUAL:
            facts.append((Piece(tr("value") + " "), chips[0], Piece(" " + tr("in both"))))
        else:
            facts.append((Piece(tr("values") + " "), chips[0], Piece(" " + tr("and") + " "), chips[1]))
    moves = [best_move_name(trace) for trace in (a, b)]
    if all(moves):
        same = moves[0] == moves[1]
        text = (Piece(tr("move") + " "), Piece(moves[0], is_strong=True), Piece(" " + tr("in both")))
        facts.append(text if same else (Piece(tr("moves") + " "), Piece(" · ".join(moves), is_strong=True)))
    return facts + pruning_facts(pair, is_whole=True)


def best_move_name(trace: Trace) -> str:
    """Return the best move of a recording by the name of its node, else by its text."""
    best = trace.best_child(trace.answer)
    return trace.short_name(best) if best >= 0 else trace.best_move or ""


def value_piece(pair: Pair, trace: Trace) -> Piece:
    """Return the value of a recording as a piece, in its colour on the scale of both."""
    text = from_left(trace.value_text(0).replace("-", "−"))
    if pair.shades is None:
        return Piece(text, is_strong=True)
    colours = theme()
    return Piece(text, fill=colours.of_shade(pair.shades.of_value(trace.values[0])), ink=colours.on_fill)


def pruning_facts(pair: Pair, *, is_whole: bool = False) -> list[tuple[Piece, ...]]:
    """Return each side's cutoffs in the whole run or up to its step, and pruned moves where only one side cuts."""
    facts: list[tuple[Piece, ...]] = []
    steps = {side: pair.sides[side].cursor.last_step if is_whole else pair.step(side) for side in SIDES}
    counts = {side: pruning_counts(pair, side, steps[side]) for side in SIDES}
    pruning_sides = [side for side in SIDES if counts[side][0]]
    for side in pruning_sides:
        cutoffs, pruned = counts[side]
        # Whose they are is plain only beside a search that never cuts.
        is_plain = pair.sides[other(side)].trace.search.windows is Windows.NONE
        of = "" if is_plain else " " + tr("in {name}", name=pair.names[side])
        words = tr("cutoff") if cutoffs == 1 else tr("cutoffs")
        facts.append((Piece(count(cutoffs), is_strong=True), Piece(f" {words}{of}")))
        if len(pruning_sides) == 1:
            facts.append((Piece(count(pruned), is_strong=True), Piece(" " + pruned_words(pair, side, pruned))))
    return facts


def pruning_counts(pair: Pair, side: Side, step: int) -> tuple[int, int]:
    """Return the numbers of cutoffs and of pruned moves of a side up to a step."""
    trace = pair.sides[side].trace
    cut = np.flatnonzero(trace.facts.cutoff)
    happened = cut[returns(trace, cut) - 1 <= step]
    return int(trace.facts.cutoffs[happened].sum()), int(trace.column("skipped")[happened].sum())


def pruned_words(pair: Pair, side: Side, pruned: int) -> str:
    """Return `leaves pruned` where all that a small given tree has pruned are leaves, else `moves pruned`."""
    trace = pair.sides[side].trace
    if pair.is_small and trace.has_names:
        frames = [frame for frame in range(len(trace)) if trace.skips[frame] and trace.facts.cutoff[frame]]
        moves = [(frame, move) for frame in frames for move in trace.pruned_moves(frame)]
        if all(pruned_leaf(trace, frame, move) is not None for frame, move in moves):
            return tr("leaf pruned") if pruned == 1 else tr("leaves pruned")
    return tr("move pruned") if pruned == 1 else tr("moves pruned")


class Headline(Themed, QWidget):
    """The headline and its facts, painted in the direction of the layout."""

    def __init__(self, pair: Pair) -> None:
        super().__init__()
        self.pair = pair
        self.is_whole = False
        """Whether it speaks of the whole run wherever the cursor is."""
        self.head = headline_content(pair)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.present()

    def present(self) -> None:
        """Show the headline at the steps of both."""
        self.head = headline_content(self.pair, is_whole=self.is_whole)
        self.setAccessibleName(self.head.text)
        self.setToolTip("" if self.is_roomy else self.head.text)
        self.updateGeometry()
        self.update()

    @property
    def is_roomy(self) -> bool:
        """Whether the window is high enough for a large headline."""
        return self.window().height() >= LOW_HEIGHT

    def sizeHint(self) -> QSize:
        return QSize(400, round((104 if self.is_roomy else 66) * Current.text_scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = smooth_painter(self, is_from_left=True), theme()
        painter.fillRect(self.rect(), colours.card)
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        upper, lower = self.areas()
        self._paint_scope(painter)
        self._paint_sentence(painter, upper)
        self._paint_facts(painter, lower)

    def areas(self) -> tuple[QRectF, QRectF]:
        """Return where the sentence and the facts stand: the scope is beside the one or the other, if there is room."""
        high = self.height() * 0.56
        upper = QRectF(EDGE, 0, self.width() - 2 * EDGE, high)
        lower = QRectF(EDGE, high, upper.width(), self.height() - high - 6)
        if self._is_beside_sentence:
            return self._without_scope(upper), lower
        return upper, self._without_scope(lower) if self._is_beside_facts else lower

    @property
    def _mirrored(self) -> bool:
        """Whether the layout is from right to left."""
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    @property
    def _scope_width(self) -> float:
        """The width of the scope in pixels, with a gap."""
        return QFontMetricsF(font(SCOPE, bold=True)).horizontalAdvance(self.head.scope.upper()) + 20

    @property
    def _is_beside_sentence(self) -> bool:
        """Whether the sentence is large enough beside the scope."""
        tokens = tokens_of([Piece(self.head.sentence, is_strong=True)], BESIDE_SCOPE)
        return line_width(tokens) <= self.width() - 2 * EDGE - self._scope_width

    @property
    def _is_beside_facts(self) -> bool:
        """Whether the numbers of both sides have room beside the scope, at least without their bars."""
        return self.fixed_width_of_bars <= self.width() - 2 * EDGE - self._scope_width

    @property
    def _fact_size(self) -> float:
        """The text size of the facts."""
        return 15 if self.is_roomy else 13

    @property
    def fixed_width_of_bars(self) -> float:
        """The width in pixels of the squares, names, numbers and gaps around both bars."""
        return sum(self._fixed_width(bar, self._fact_size) + GAP for bar in self.head.bars) - GAP

    def _without_scope(self, area: QRectF) -> QRectF:
        """Return an area without the part that the scope takes at its end."""
        taken = self._scope_width
        return area.adjusted(taken, 0, 0, 0) if self._mirrored else area.adjusted(0, 0, -taken, 0)

    def _paint_scope(self, painter: QPainter) -> None:
        """Paint the scope at the trailing end, in small capitals."""
        if not self._is_beside_sentence and not self._is_beside_facts:
            return
        painter.setFont(font(SCOPE, bold=True))
        painter.setPen(theme().quiet)
        beside = self.areas()[0 if self._is_beside_sentence else 1]
        area = QRectF(EDGE, beside.top(), self.width() - 2 * EDGE, beside.height())
        end = Qt.AlignmentFlag.AlignLeft if self._mirrored else Qt.AlignmentFlag.AlignRight
        painter.drawText(area, end | Qt.AlignmentFlag.AlignVCenter, self.head.scope.upper())

    def fitted_lines(self, area: QRectF) -> tuple[list[list[Token]], float]:
        """Return the lines of the sentence in an area, and the size in which they fit."""
        pieces = [Piece(self.head.sentence, is_strong=True)]
        sizes = SIZES if self.is_roomy else SMALL_SIZES
        lines, size = broken_lines(tokens_of(pieces, sizes[0]), area.width()), float(sizes[0])
        for size in sizes:
            lines = broken_lines(tokens_of(pieces, size), area.width())
            if len(lines) == 1 or (len(lines) == 2 and size * 2.5 * Current.text_scale <= area.height()):
                break
        return lines, size

    def _paint_sentence(self, painter: QPainter, area: QRectF) -> None:
        """Paint the sentence in at most two lines."""
        lines, size = self.fitted_lines(area)
        high = area.height() / max(1, len(lines)) if len(lines) > 1 else area.height()
        for place, line in enumerate(lines[:2]):
            here = QRectF(area.left(), area.top() + place * high, area.width(), high)
            paint_line(painter, line, size, here, theme().ink, is_mirrored=self._mirrored)

    # The facts

    def _paint_facts(self, painter: QPainter, area: QRectF) -> None:
        """Paint the bars, then as many facts as there is room for; bars give way before facts do."""
        size = self._fact_size
        facts = [tokens_of(fact, size) for fact in self.head.facts]
        length = self.bar_length(area, sum(line_width(fact) + GAP for fact in facts))
        x = 0.0
        for bar in self.head.bars:
            self._paint_bar(painter, bar, size, x, length, area)
            x += self._fixed_width(bar, size) + length + GAP
        for fact in facts:
            if x + line_width(fact) > area.width():
                break
            here = self._area_from_start(area, x, line_width(fact) + 1)
            paint_line(painter, fact, size, here, theme().ink, is_mirrored=False)
            x += line_width(fact) + GAP

    def bar_length(self, area: QRectF, facts: float) -> float:
        """Return the length of a whole bar in an area, beside facts of such a width."""
        room, number = area.width() - self.fixed_width_of_bars, len(self.head.bars)
        return max(0.0, min(BAR, max(MIN_BAR, (room - facts) / number), room / number))

    def _area_from_start(self, area: QRectF, x: float, width: float) -> QRectF:
        """Return the part of a line at `x` from its leading end."""
        left = area.right() - x - width if self._mirrored else area.left() + x
        return QRectF(left, area.top(), width, area.height())

    def _fixed_width(self, bar: Bar, size: float) -> float:
        """Return the width of what stands beside the bar itself."""
        metrics = QFontMetricsF(font(size, bold=True))
        return 26 + metrics.horizontalAdvance(bar.name) + 12 + 12 + metrics.horizontalAdvance(bar.text)

    def _paint_bar(self, painter: QPainter, bar: Bar, size: float, x: float, length: float, area: QRectF) -> None:
        """Paint the square, the name, the bar and the calls of a side."""
        colours, face = theme(), font(size, bold=True)
        metrics = QFontMetricsF(face)
        square = self._area_from_start(area, x, 18)
        paint_half(painter, square.center(), 16, is_right=bar.side == "b", colour=colours.ink, ground=colours.card)
        painter.setFont(face)
        painter.setPen(colours.ink)
        name = metrics.horizontalAdvance(bar.name)
        painter.drawText(self._area_from_start(area, x + 26, name + 2), Qt.AlignmentFlag.AlignVCenter, bar.name)
        if length >= MIN_DRAWN_BAR:
            whole = self._area_from_start(area, x + 26 + name + 12, length)
            self._paint_length(painter, bar, whole)
        painter.setPen(colours.ink)
        beside = self._area_from_start(area, x + 26 + name + 12 + length + 12, metrics.horizontalAdvance(bar.text) + 2)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, bar.text)

    def _paint_length(self, painter: QPainter, bar: Bar, whole: QRectF) -> None:
        """Paint the bar of a side on its track."""
        colours, length, high = theme(), whole.width(), 14 if self.is_roomy else 10
        track = QRectF(whole.left(), whole.center().y() - high / 2, length, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.even_tint)
        painter.drawRoundedRect(track, 3, 3)
        part = QRectF(track)
        part.setWidth(max(1.5, length * bar.share))
        if self._mirrored:
            part.moveRight(track.right())
        painter.setBrush(colours.ink if bar.side == self._smaller else colours.edge)
        painter.drawRoundedRect(part, min(3, part.width() / 2), 3)

    @property
    def _smaller(self) -> Side:
        """The side with fewer calls, the first of equal ones: its bar is the darker one."""
        return min(self.head.bars, key=lambda bar: bar.calls).side

    def apply_theme(self) -> None:
        self.present()
