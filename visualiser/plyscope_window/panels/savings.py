"""What pruning saved, and why it was safe: where two recordings first differ, and every cutoff with its reasons.

Of many cutoffs those that saved most come first, a few at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import inf

import numpy as np
from numpy.typing import NDArray
from plyscope.analysis.linked_cursors import Side, other
from plyscope.analysis.savings import Saving
from plyscope.messages import Message, Part
from plyscope.model.declaration import Windows
from plyscope.text.compared import (
    CutText,
    beginning,
    calls_before_difference,
    cut_text,
    same_moves_sentence,
    shown_share,
)
from plyscope.text.references import bounded, node
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.glyphs import dashed, paint_half
from plyscope_window.look.theme import Current, font, theme
from plyscope_window.session.pair import SIDES, Pair, verdict_name
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, scroll_area, widget_with
from plyscope_window.widgets.painting import elided, smooth_painter
from plyscope_window.widgets.sentence import Outline, Paragraph, Piece
from plyscope_window.words import count, in_language, localized, minus, tr

CUTS_AT_ONCE = 12
"""The number of cutoffs that are explained at first, and of those that are added each time."""
MAX_PLIES = 40
"""The largest number of plies that are listed one by one."""
SIDE_MARGIN = 14
"""The margin at both sides of the explanation, in pixels."""


def sentence_pieces(pair: Pair, message: Message) -> list[Piece]:
    """Return the pieces of a sentence: its values in boxes, coloured on the one scale of both recordings."""
    return [part_piece(pair, part) for part in message.parts(in_language)]


def part_piece(pair: Pair, part: Part) -> Piece:
    """Return a part of a sentence as a piece: a value in its colour, a pruned move dashed, text as it is."""
    if part.style != "value" or pair.shades is None:
        return Piece(minus(part.text), is_strong=part.style == "strong", is_code=part.style == "code")
    text = part.text.replace("-", "−", 1)
    colours = theme()
    if part.move >= 0:
        return Piece(text, fill=colours.paper, ink=colours.quiet, line=Outline.DASHED)
    return Piece(text, fill=colours.of_shade(pair.shades.of_value(number_in(part.text))), ink=colours.on_fill)


def number_in(text: str) -> float:
    """Return the number that a value is written as; NaN for what is no number."""
    try:
        return {"∞": inf, "-∞": -inf, "−∞": -inf}.get(text) or float(text)
    except ValueError:
        return float("nan")


def happened_cuts(pair: Pair) -> NDArray[np.intp]:
    """Return the indexes of the cutoffs up to the steps of both: of few in time, else largest saving first."""
    order = pair.savings.in_time if pair.is_small else pair.savings.by_size
    return order[pair.savings.happened(pair.step("a"), pair.step("b"))[order]]


def cut_explanation(pair: Pair, place: int) -> CutText:
    """Return the explanation of a cutoff, as far as it is known at the steps of both."""
    is_known = pair.savings.is_known(place, pair.step("a"), pair.step("b"))
    return cut_text(pair.comparison, pair.savings[place], pair.names, is_known=is_known)


def explanation_texts(pair: Pair) -> list[str]:
    """Return the explanations of the first cutoffs so far as plain texts, to be copied."""
    texts = [cut_explanation(pair, place) for place in happened_cuts(pair)[:CUTS_AT_ONCE].tolist()]
    return ["\n".join(map(localized, (text.title, *text.paragraphs))) for text in texts]


class BlockTitle(QWidget):
    """The title of a block, behind the square of its side where that is not plain, and strokes where it is a cutoff."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.side, self.is_cut, self.saves = "", "", False, False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_title(self, text: str, side: Side | str = "", *, is_cut: bool = False, saves: bool = True) -> None:
        """Show a title; `saves` is whether a cutoff has pruned moves, and is drawn with their severed edge."""
        self.text, self.side, self.is_cut, self.saves = text, side, is_cut, saves
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(24 * Current.text_scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = smooth_painter(self, is_from_left=True), theme()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x, middle, wide = 0.0, self.height() / 2, float(self.width())

        def at(left: float) -> float:
            return wide - left if mirrored else left

        if self.side:
            paint_half(
                painter,
                QPointF(at(x + 9), middle),
                15,
                is_right=self.side == "b",
                colour=colours.ink,
                ground=colours.card,
            )
            x += 26
        if self.is_cut:
            painter.setPen(dashed(colours.edge, 1.6, 2) if self.saves else Qt.PenStyle.NoPen)
            painter.drawLine(QPointF(at(x), middle), QPointF(at(x + 24), middle))
            painter.setPen(QPen(colours.ink, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for shift in (-3.5, 3.5):
                here = at(x + 12) + shift
                painter.drawLine(QPointF(here - 3, middle + 6), QPointF(here + 3, middle - 6))
            x += 32
        painter.setFont(font(15, bold=True))
        painter.setPen(colours.ink)
        text = elided(self.text, painter.font(), wide - x, Qt.TextElideMode.ElideMiddle)
        area = QRectF(0, 0, wide - x, self.height()) if mirrored else QRectF(x, 0, wide - x, self.height())
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, text)


class Block(QWidget):
    """A title and paragraphs, with a line below them."""

    def __init__(self) -> None:
        super().__init__()
        self.title = BlockTitle()
        self.paragraphs: list[Paragraph] = []
        self.inner_layout = column_layout(self.title, margins=SIDE_MARGIN, spacing=6)
        self.setLayout(self.inner_layout)

    def show_block(
        self,
        title: str,
        paragraphs: Sequence[list[Piece]],
        side: Side | str = "",
        *,
        is_cut: bool = False,
        saves: bool = True,
    ) -> None:
        """Show a title and paragraphs, each as pieces, in place of the present ones."""
        self.title.show_title(title, side, is_cut=is_cut, saves=saves)
        while len(self.paragraphs) < len(paragraphs):
            paragraph = Paragraph()
            self.paragraphs.append(paragraph)
            self.inner_layout.insertWidget(len(self.paragraphs), paragraph)
        for place, paragraph in enumerate(self.paragraphs):
            paragraph.setVisible(place < len(paragraphs))
            if place < len(paragraphs):
                paragraph.show_pieces(paragraphs[place])

    @property
    def text(self) -> str:
        """All that the block says, as plain text."""
        shown = [paragraph for paragraph in self.paragraphs if not paragraph.isHidden()]
        return "\n".join([self.title.text, *("".join(piece.text for piece in paragraph.pieces) for paragraph in shown)])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(theme().hairline, 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)


class CutBlock(Block):
    """One cutoff, with the way to it."""

    chosen = Signal(object)
    """The cutoff whose step is to be shown."""

    def __init__(self, try_other_leaves: Callable[[], object]) -> None:
        super().__init__()
        self.saving: Saving | None = None
        self.go = Button(tr("Go to the cut"), self._request)
        self.other_leaves = Button(tr("Try other leaves"), try_other_leaves)
        self.other_leaves.setToolTip(tr("Change the tree in an editor, and record it again"))
        self.inner_layout.addWidget(widget_with(flow_layout(self.go, self.other_leaves)))

    def _request(self) -> None:
        """Request to go to the step of the cutoff."""
        if self.saving is not None:
            self.chosen.emit(self.saving)

    def show_cut(self, pair: Pair, place: int) -> None:
        """Explain the cutoff with this index among all savings."""
        self.saving = saving = pair.savings[place]
        text = cut_explanation(pair, place)
        title = minus(text.title.text(in_language))
        can_cut = [side for side in SIDES if pair.sides[side].trace.search.windows is not Windows.NONE]
        side = saving.side if len(can_cut) > 1 else ""
        saves = len(text.paragraphs) > 1
        self.show_block(
            title, [sentence_pieces(pair, side) for side in text.paragraphs], side, is_cut=True, saves=saves
        )
        self.go.setAccessibleDescription(title)
        self.other_leaves.setVisible(pair.comparison.a.position.game.is_given)


COLUMN_GAP, MIN_BAR_WIDTH, MAX_COLUMNS_SHARE = 10.0, 40.0, 0.74
"""Pixels between columns, those that bars have at least, and the share of a wide table that has no bars."""


class CallsByPly(QWidget):
    """The calls of both on each ply, with the share of the smaller side."""

    def __init__(self) -> None:
        super().__init__()
        self.heads: tuple[str, ...] = ()
        self.rows: list[tuple[str, int, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_counts(self, pair: Pair) -> None:
        """Count the calls of both on each ply up to their steps; the plies below `MAX_PLIES` in one row."""
        plies = 1 + max(int(pair.sides[side].trace.column("ply").max()) for side in SIDES)
        counts = {
            side: np.bincount(pair.sides[side].trace.column("ply")[: pair.entered(side)], minlength=plies).tolist()
            for side in SIDES
        }
        rows = [(str(ply), a, b) for ply, (a, b) in enumerate(zip(counts["a"], counts["b"], strict=True)) if a or b]
        if len(rows) > MAX_PLIES:
            rest = rows[MAX_PLIES:]
            below = tr("from {ply}", ply=rest[0][0]), sum(row[1] for row in rest), sum(row[2] for row in rest)
            rows = [*rows[:MAX_PLIES], below]
        rows.append((tr("all"), sum(counts["a"]), sum(counts["b"])))
        heads = (tr("ply"), pair.names["a"], pair.names["b"], tr("share"))
        if (rows, heads) != (self.rows, self.heads):
            self.rows, self.heads = rows, heads
            self.setAccessibleName("; ".join(f"{ply}: {count(a)}, {count(b)}" for ply, a, b in rows))
            self.updateGeometry()
            self.update()

    @property
    def _row_height(self) -> float:
        """The height of a row in pixels, in the text size."""
        return 24 * Current.text_scale

    def sizeHint(self) -> QSize:
        return QSize(200, round((len(self.rows) + 1) * self._row_height + 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = smooth_painter(self, is_from_left=True), theme()
        edges = self._edges()
        self._paint_row(painter, 0, edges, self.heads, is_bold=False, colour=colours.quiet)
        for place, row in enumerate(self.rows, 1):
            is_all = place == len(self.rows)
            if is_all:
                painter.setPen(QPen(colours.hairline, 1))
                painter.drawLine(QPointF(0, place * self._row_height), QPointF(self.width(), place * self._row_height))
            _, a, b = row
            self._paint_row(painter, place, edges, self._cells(row), is_bold=is_all, colour=colours.ink)
            self._paint_bar(painter, place, edges[4] + 12, min(a, b) / max(1, a, b))

    def _edges(self) -> list[float]:
        """Return where the columns begin, and the bars: as wide as their texts need, but for the room of short bars."""
        metrics, texts = QFontMetricsF(font(13, bold=True)), zip(self.heads, *map(self._cells, self.rows), strict=True)
        columns = [max(map(metrics.horizontalAdvance, column)) + COLUMN_GAP for column in texts]
        spare = max(0.0, MAX_COLUMNS_SHARE * self.width() - sum(columns)) / len(columns)
        most = max(1.0, self.width() - MIN_BAR_WIDTH * Current.text_scale)
        shrunk = min(1.0, most / sum(columns))
        return [0.0, *accumulate((column + spare) * shrunk for column in columns)]

    def _cells(self, row: tuple[str, int, int]) -> tuple[str, ...]:
        """Return the texts of a row: the ply, both counts, and the share of the smaller one."""
        ply, a, b = row
        return ply, count(a), count(b), shown_share(min(a, b), max(a, b))

    def _cell_area(self, left: float, right: float, place: int) -> QRectF:
        """Return the rectangle between two x in a row, mirrored where the layout is."""
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left, right = self.width() - right, self.width() - left
        return QRectF(left, place * self._row_height, right - left, self._row_height)

    def _paint_row(self, painter: QPainter, place: int, edges: list[float], cells: Sequence[str], *, is_bold: bool,
              colour: QColor) -> None:  # fmt: skip
        """Paint the texts of a row, numbers to the end of their columns."""
        painter.setFont(font(13, bold=is_bold))
        painter.setPen(colour)
        leading = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        for number, text in enumerate(cells):
            area = self._cell_area(edges[number], edges[number + 1], place)
            to_start = (number == 0) == leading
            side = Qt.AlignmentFlag.AlignLeft if to_start else Qt.AlignmentFlag.AlignRight
            shown = elided(text, painter.font(), area.width() - 4)
            painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_bar(self, painter: QPainter, place: int, left: float, share: float) -> None:
        """Paint the share of the smaller count as a bar."""
        whole = self._cell_area(left, self.width(), place)
        track = QRectF(whole.left(), whole.center().y() - 4, whole.width(), 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().even_tint)
        painter.drawRoundedRect(track, 3, 3)
        part = QRectF(track)
        part.setWidth(track.width() * share)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            part.moveRight(track.right())
        painter.setBrush(theme().ink)
        painter.drawRoundedRect(part, 3, 3)


class ExplanationView(QWidget):
    """The answer in a column that scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.pair: Pair | None = None
        self.max_cuts = CUTS_AT_ONCE
        self.question = Label("", 11.5, bold=True, quiet=True, wrapped=True)
        self.question.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.question.setContentsMargins(SIDE_MARGIN, 8, SIDE_MARGIN, 8)
        self.selected, self.first = Block(), Block()
        self.cuts: list[CutBlock] = []
        self.more = Button("", self._show_more)
        self.no_cuts = Block()
        self.plies, self.table = Block(), CallsByPly()
        self.plies.inner_layout.addWidget(self.table)
        self.inner_layout = column_layout(
            self.selected, self.first, self.no_cuts, self.more, self.plies, STRETCH, spacing=0
        )
        self.area = scroll_area(widget_with(self.inner_layout), is_upright=True)
        self.setLayout(column_layout(self.question, (self.area, 1), spacing=0))

    def set_pair(self, pair: Pair | None) -> None:
        """Explain another comparison."""
        self.pair, self.max_cuts = pair, CUTS_AT_ONCE
        if pair is not None:
            # What user code leaves out need not be safe to leave out.
            is_users = any(side.trace.origin.is_user_code for side in pair.sides.values())
            saves = bool(len(pair.savings)) and not is_users
            words = tr("What did pruning save, and why was it safe?") if saves else tr("Where do the two differ?")
            self.question.setText(words.upper())
            self.present()

    def _show_more(self) -> None:
        """Explain more of the cutoffs."""
        self.max_cuts += CUTS_AT_ONCE
        self.present()

    def present(self) -> None:
        """Show what is known at the steps of both."""
        if self.pair is None:
            return
        self._show_selected(self.pair)
        self._show_first(self.pair)
        self._show_cuts(self.pair)
        self.plies.show_block(tr("By ply"), [])
        self.table.show_counts(self.pair)

    # The selected node

    def _show_selected(self, pair: Pair) -> None:
        """Show how the selected node stands in both; nothing where none was clicked."""
        merged = pair.merged
        is_selected = merged.selected != merged.affected and merged.pruned_move is None
        self.selected.setVisible(is_selected)
        if not is_selected:
            return
        verdict = pair.verdict(pair.node)
        how = tr("not known yet") if verdict is None else verdict_name(verdict, pair.names)
        begins = minus(str(Message("{node}", node=node(pair.union, pair.node, begins=True)).text(in_language)))
        paragraphs = [sentence_pieces(pair, self._standing_sentence(pair, side)) for side in SIDES]
        self.selected.show_block(tr("{node}: {how}", node=begins, how=how), paragraphs)

    def _standing_sentence(self, pair: Pair, side: Side) -> Message:
        """Return what one side has of the selected node at its step."""
        frame, session, name = pair.frame_at(pair.node, side), pair.sides[side], beginning(pair.names[side])
        trace = session.trace
        if frame < 0:
            parent = pair.link.nearest(other(side), pair.frame_at(pair.node, other(side)))[1]
            if pair.verdict(pair.node) is not None and parent >= 0:
                return pair.link.why_missing(other(side), parent, name)
            return Message("{name} does not call it so far.", name=name)
        if frame >= pair.entered(side):
            return Message("{name} does not call it so far.", name=name)
        left = session.cursor.steps.leave(frame)
        if left is None or left > pair.step(side):
            return Message("{name} has not returned from it.", name=name)
        values: dict[str, object] = {"name": name, "value": bounded(trace, frame), "step": count(left)}
        if trace.sizes[frame] == 1:
            return Message("{name} returned {value} at step {step}.", **values)
        return Message(
            "{name} returned {value} at step {step}, after {calls} calls.", calls=count(trace.sizes[frame]), **values
        )

    # The first difference

    def _show_first(self, pair: Pair) -> None:
        """Show where the two first differ, or that they have not parted so far."""
        halves = [half for half in pair.first_difference if half.step <= pair.step(half.side)]
        if not pair.first_difference and pair.shows_whole:
            sentences: list[Message] = [same_moves_sentence(pair.comparison, len(pair.comparison.a))]
        elif not any(half.step for half in halves) and not pair.shows_whole:
            sentences = [Message("So far they have not parted.")]
        else:
            until = calls_before_difference(pair.comparison, pair.link)
            sentences = [*(half.sentence for half in halves), *([until] if until is not None else [])]
        pieces: list[Piece] = []
        for sentence in sentences:
            pieces += [*([Piece(" ")] if pieces else []), *sentence_pieces(pair, sentence)]
        self.first.show_block(tr("First difference"), [pieces])

    # The cutoffs

    def _show_cuts(self, pair: Pair) -> None:
        """Show the cutoffs up to the steps of both, a block each, and a button for more."""
        savings, happened = pair.savings, happened_cuts(pair)
        shown = happened[: self.max_cuts].tolist()
        while len(self.cuts) < len(shown):
            block = CutBlock(self._try_other_leaves)
            block.chosen.connect(self._go_to)
            self.inner_layout.insertWidget(3 + len(self.cuts), block)
            self.cuts.append(block)
        for number, block in enumerate(self.cuts):
            block.setVisible(number < len(shown))
            if number < len(shown):
                block.show_cut(pair, shown[number])
        self.no_cuts.setVisible(not len(happened) and bool(len(savings)))
        self.no_cuts.show_block(tr("No cut so far"), [])
        left = len(happened) - len(shown)
        self.more.setVisible(left > 0)
        self.more.name(tr("Explain more cuts ({number})", number=count(left)))

    def _go_to(self, saving: Saving) -> None:
        """Go to the step of a cutoff, on its side."""
        if self.pair is not None:
            self.pair.go_to_cut(saving.side, saving.step)

    def _try_other_leaves(self) -> None:
        """Request an editor of the tree."""
        if self.pair is not None:
            self.pair.other_leaves_requested.emit()
