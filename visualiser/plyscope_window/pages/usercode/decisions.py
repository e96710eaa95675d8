"""The list of the recordings of a program that runs: each with its board, its call, what it gave, and a badge for bugs.

The list grows while the program runs. What is selected stays selected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyscope.messages import shortened
from plyscope.tracer.target.log import RETURNED
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from plyscope_window.look.theme import font, theme
from plyscope_window.pages.usercode.usercode_work import Decision
from plyscope_window.widgets.boards import paint_board
from plyscope_window.widgets.painting import Themed, elided, paint_on_ground, paint_pill, row_height
from plyscope_window.words import count, localized, tr

BOARD, PADDING, GAP = 48, 12, 10
"""The size of a board, the margins of a row, and the space beside the board, in pixels."""
MAX_CALL, MAX_RESULT = 80, 60
"""The most characters of a call and of a result that are read aloud or shown in a tooltip."""


def outcome_text(decision: Decision) -> str:
    """Return what a call gave, or why it gave nothing."""
    if decision.problem is not None:
        return localized(decision.problem)
    if decision.ended is None:
        return tr("running")
    if decision.ended.how == RETURNED:
        result = shortened(decision.ended.text, MAX_RESULT) or "None"
        return tr("plays {move}", move=decision.played) if decision.played else tr("gives {result}", result=result)
    return {
        "limit": tr("cut short at a limit"),
        "interrupted": tr("stopped"),
        "killed": tr("the program was ended"),
        "exit": tr("the program ended in it"),
    }.get(decision.ended.how, tr("ends with {reason}", reason=shortened(decision.ended.text, MAX_RESULT)))


def calls_text(decision: Decision) -> str:
    """Return the number of calls in a recording, as text."""
    return tr("1 call") if decision.frames == 1 else tr("{count} calls", count=count(decision.frames))


def row_sentence(decision: Decision, place: int) -> str:
    """Return a row as one sentence, for screen readers and tooltips."""
    text = tr(
        "Decision {number}: {call}, {outcome}, {calls}",
        number=place,
        call=shortened(decision.call, MAX_CALL),
        outcome=outcome_text(decision),
        calls=calls_text(decision),
    )
    return tr("{row}, with a bug", row=text) if decision.bugs else text


@dataclass
class Row:
    """A recording in the list."""

    decision: Decision
    is_saved: bool = False
    """Whether the user has saved it to a file."""


class Decisions(QAbstractListModel):
    """The model of the list: the recordings, as their calls began, and a last row that says what comes next."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.next_words = ""
        """What the last row says; empty for no such row."""

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows) + bool(self.next_words)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if index.row() >= len(self.rows):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        place = index.row()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row_sentence(self.rows[place].decision, place + 1) if place < len(self.rows) else self.next_words
        if role == Qt.ItemDataRole.ToolTipRole and place < len(self.rows):
            decision = self.rows[place].decision
            return f"{row_sentence(decision, place + 1)}\n{decision.source}"
        return None

    def row_of(self, number: int) -> int:
        """Return the row of a recording by its number; -1 if it is not listed."""
        return next((at for at, row in enumerate(self.rows) if row.decision.number == number), -1)

    def add_or_update(self, decision: Decision) -> None:
        """Add a recording, or show what it is now."""
        place = self.row_of(decision.number)
        if place >= 0:
            self.rows[place].decision = decision
            self.dataChanged.emit(self.index(place), self.index(place))
            return
        place = sum(row.decision.number < decision.number for row in self.rows)
        self.beginInsertRows(QModelIndex(), place, place)
        self.rows.insert(place, Row(decision))
        self.endInsertRows()

    def remove(self, number: int) -> None:
        """Remove a recording by its number."""
        place = self.row_of(number)
        if place >= 0:
            self.beginRemoveRows(QModelIndex(), place, place)
            del self.rows[place]
            self.endRemoveRows()

    def clear(self) -> None:
        """Remove all recordings."""
        self.beginResetModel()
        self.rows = []
        self.endResetModel()

    def set_next_words(self, words: str) -> None:
        """Change what the last row says; an empty text removes it."""
        if words == self.next_words:
            return
        place = len(self.rows)
        if words and self.next_words:
            self.next_words = words
            self.dataChanged.emit(self.index(place), self.index(place))
        elif words:
            self.beginInsertRows(QModelIndex(), place, place)
            self.next_words = words
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), place, place)
            self.next_words = ""
            self.endRemoveRows()


class DecisionPainter(QStyledItemDelegate):
    """The painter of a row: the board, three lines of text, and the number of calls with a badge at the end."""

    def __init__(self, model: Decisions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        lines = row_height(13) + 2 * row_height(12) - 14
        return QSize(160, max(BOARD, lines) + 2 * PADDING)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(option.direction)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        colours = theme()
        if index.row() < len(self.model.rows):
            if is_selected or is_hovered:
                painter.fillRect(area, colours.now if is_selected else colours.band)
            if has_focus:
                painter.setPen(QPen(colours.ink, 2))
                painter.drawRect(area.adjusted(1, 1, -1, -1))
            one = self.model.rows[index.row()]
            self._paint_row(painter, area, mirrored, one, index.row() + 1, is_selected=is_selected)
        else:
            self._paint_next(painter, area, mirrored)
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.restore()

    def _columns(self, area: QRectF, mirrored: bool, trailing: float) -> tuple[QRectF, QRectF, QRectF]:
        """Return the rectangles of the board, of the text, and of what stands at the end."""
        inner = area.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        board = QRectF(inner.left(), inner.center().y() - BOARD / 2, BOARD, BOARD)
        end = QRectF(inner.right() - trailing, inner.top(), trailing, inner.height())
        text = QRectF(board.right() + GAP, inner.top(), end.left() - board.right() - 2 * GAP, inner.height())
        if not mirrored:
            return board, text, end
        width = area.left() + area.right()
        swapped = [
            QRectF(width - column.right(), column.top(), column.width(), column.height())
            for column in (board, text, end)
        ]
        return swapped[0], swapped[1], swapped[2]

    def _paint_row(
        self, painter: QPainter, area: QRectF, mirrored: bool, row: Row, place: int, *, is_selected: bool
    ) -> None:
        """Paint a recording: its board, its call, what it gave, its calls, and a badge for bugs."""
        colours, decision = theme(), row.decision
        ink = colours.on_now if is_selected else colours.ink
        quiet = colours.on_now if is_selected else colours.quiet
        calls, face = calls_text(decision), font(12)
        painter.setFont(face)
        trailing = max(44.0, min(area.width() / 3, painter.fontMetrics().horizontalAdvance(calls) + 2.0))
        board, text, end = self._columns(area, mirrored, trailing)
        self._paint_board(painter, board, decision)
        start = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        height = text.height() / 3
        lines = [
            (tr("Decision {number}", number=place), font(13, bold=True), ink),
            (decision.call, font(11, fixed=True), quiet),
            (outcome_text(decision), font(12), ink),
        ]
        for number, (words, in_font, colour) in enumerate(lines):
            painter.setFont(in_font)
            painter.setPen(colour)
            line = QRectF(text.left(), text.top() + number * height, text.width(), height)
            # Calls read from left to right in every language.
            shown = elided(words, in_font, line.width())
            painter.drawText(line, start, f"\u2066{shown}\u2069" if number == 1 else shown)
        painter.setFont(face)
        painter.setPen(quiet)
        painter.drawText(
            QRectF(end.left(), end.top(), end.width(), height),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            elided(calls, face, end.width()),
        )
        badge = QRectF(end.left(), end.top() + height, end.width(), height)
        if decision.bugs:
            words = tr("bug") if decision.bugs == 1 else tr("{count} bugs", count=decision.bugs)
            width = min(end.width(), painter.fontMetrics().horizontalAdvance(words) + 14.0)
            badge = QRectF(badge.left() if mirrored else badge.right() - width, badge.top(), width, height)
            paint_pill(painter, badge, words, colours.wrong, colours.on_fill, font(11, bold=True))
        elif row.is_saved:
            painter.drawText(badge, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tr("saved"))

    def _paint_board(self, painter: QPainter, area: QRectF, decision: Decision) -> None:
        """Paint the board of a recording; a sign where it has none."""
        if decision.board is not None:
            painter.setPen(QPen(theme().edge, 1))
            painter.setBrush(theme().card)
            painter.drawRect(area)
            paint_board(painter, decision.board, area.adjusted(2, 2, -2, -2), decision.max_side, bare=True)
            return
        text, line = "…" if decision.ended is None else "f( )", QPen(theme().hairline, 1)
        paint_on_ground(painter, area, 4, text, font(13, fixed=True), theme().quiet, theme().card, line)

    def _paint_next(self, painter: QPainter, area: QRectF, mirrored: bool) -> None:
        """Paint the last row, which says what comes next."""
        colours = theme()
        board, text, end = self._columns(area, mirrored, 0)
        pen = QPen(colours.edge, 1.4)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(board.adjusted(1, 1, -1, -1), 4, 4)
        painter.setPen(colours.quiet)
        painter.setFont(font(12))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(text.united(end), flags, self.model.next_words)


class DecisionList(Themed, QListView):
    """The list of a run's recordings. Arrow keys and clicks select one; Delete has no effect."""

    selected = Signal(int)
    """The number of the recording that was selected."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = Decisions(self)
        self.setModel(self.decisions)
        self.setItemDelegate(DecisionPainter(self.decisions, self))
        self.setAccessibleName(tr("Recorded decisions"))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMinimumWidth(160)
        self.selectionModel().currentChanged.connect(self._select)

    def _select(self, now: QModelIndex) -> None:
        """Emit the number of the current recording."""
        if now.isValid() and now.row() < len(self.decisions.rows):
            self.selected.emit(self.decisions.rows[now.row()].decision.number)

    @property
    def number(self) -> int | None:
        """The number of the selected recording."""
        place = self.currentIndex().row()
        return self.decisions.rows[place].decision.number if 0 <= place < len(self.decisions.rows) else None

    def select(self, number: int) -> None:
        """Make a recording the current one, by its number."""
        place = self.decisions.row_of(number)
        if place >= 0:
            self.setCurrentIndex(self.decisions.index(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Letters are shortcuts of the window here, not the beginning of a row's text.
        if event.text() and event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def apply_theme(self) -> None:
        self.scheduleDelayedItemsLayout()
