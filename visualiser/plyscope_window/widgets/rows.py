"""A table as the panels have it: rows of one height, the row that means *now* in yellow, the chosen one with a bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QKeyCombination,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.painting import RESTYLED, elided, faint, row_height

Index = QModelIndex | QPersistentModelIndex

IS_NOW = Qt.ItemDataRole.UserRole + 1
"""Whether the row is where the cursor is."""
IS_CHOSEN = Qt.ItemDataRole.UserRole + 2
"""Whether the row is the one that is looked at."""
IS_FAINT = Qt.ItemDataRole.UserRole + 3
"""Whether the row has not come yet."""
IS_QUIET = Qt.ItemDataRole.UserRole + 4
"""Whether the text only stands in for one."""
IS_BOLD = Qt.ItemDataRole.UserRole + 5
FIXED = Qt.ItemDataRole.UserRole + 6
"""Whether its text is set in the fixed face."""

LEADING = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
TRAILING = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
PADDING = 6
"""Room beside the text of a cell; as much as the heads of columns have."""


class NamedColumns(QAbstractTableModel):
    """A model that says what its columns are called, and which of them hold numbers: those stand at their ends."""

    @property
    def headings(self) -> Sequence[str]:
        raise NotImplementedError

    def is_number(self, column: int) -> bool:
        raise NotImplementedError

    def columnCount(self, parent: Index | None = None) -> int:
        return len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        return TRAILING if role == Qt.ItemDataRole.TextAlignmentRole and self.is_number(section) else None


class RowDelegate(QStyledItemDelegate):
    """Paints a row's ground by what the row means, and its text over it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_ground(painter, option, index)
        plain = QStyleOptionViewItem(option)
        plain.rect = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        plain.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        super().paint(painter, plain, index)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.font = font(13, bold=bool(index.data(IS_BOLD)), fixed=bool(index.data(FIXED)))
        option.palette.setColor(QPalette.ColorRole.Text, ink_of(index))
        option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Yellow for now, a bar for the chosen row, lines round the one with the keyboard."""
        colours, area = theme(), option.rect
        touched = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver)
        if index.data(IS_NOW):
            painter.fillRect(area, colours.now)
        elif index.data(IS_CHOSEN) or touched:
            painter.fillRect(area, colours.band)
        leading = area.left() if option.direction == Qt.LayoutDirection.LeftToRight else area.right() - 2
        if index.data(IS_CHOSEN) and index.column() == 0:
            painter.fillRect(leading, area.top() + 2, 3, area.height() - 4, ink_of(index))
        view = option.widget
        if not isinstance(view, QAbstractItemView) or not view.hasFocus():
            return
        if view.currentIndex().siblingAtColumn(0) == index.sibling(index.row(), 0):
            painter.fillRect(area.left(), area.top(), area.width(), 1, colours.for_max)
            painter.fillRect(area.left(), area.bottom(), area.width(), 1, colours.for_max)


def ink_of(index: Index) -> QColor:
    """The colour of a row's text."""
    if index.data(IS_NOW):
        return theme().on_now
    if index.data(IS_QUIET):
        return theme().quiet
    return faint(theme().quiet) if index.data(IS_FAINT) else theme().ink


class Table(QTableView):
    """A table of rows. Enter means the row it is on, and so does a click, or two, where that is wanted."""

    chosen = Signal(int)
    """A row, by its number."""
    unwanted = Signal(int)
    """A row that Delete was pressed on."""

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        by: Literal["click", "double click", "key"] = "click",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(RowDelegate(self))
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(12)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionsClickable(False)
        if by == "click":
            self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        elif by == "double click":
            self.doubleClicked.connect(lambda index: self.chosen.emit(index.row()))
        self.dress()

    def dress(self) -> None:
        self.verticalHeader().setDefaultSectionSize(row_height())
        self.horizontalHeader().setFont(font(12))

    def head_width(self, place: int) -> int:
        """The room that the name of a column needs."""
        return self.horizontalHeader().sectionSizeHint(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self.dress()

    def event(self, event: QEvent) -> bool:
        """Where a cell can be written, F2 means that, whatever it means elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            can_edit = self.editTriggers() & QAbstractItemView.EditTrigger.EditKeyPressed
            if event.keyCombination() == QKeyCombination(Qt.Key.Key_F2) and can_edit and self._go_to_editable():
                event.accept()
                return True
        return super().event(event)

    def _go_to_editable(self) -> bool:
        """From a cell that cannot be written to the first of its row that can."""
        at = self.currentIndex()
        if not at.isValid():
            return False
        cells = [at, *(at.siblingAtColumn(place) for place in range(self.model().columnCount()))]
        found = next((cell for cell in cells if self.model().flags(cell) & Qt.ItemFlag.ItemIsEditable), None)
        if found is not None and found != at:
            self.setCurrentIndex(found)
        return found is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers()
        signal = self.chosen if is_enter else self.unwanted if event.key() == Qt.Key.Key_Delete else None
        is_editing = self.state() == QAbstractItemView.State.EditingState
        if signal is not None and not is_editing and self.currentIndex().isValid():
            signal.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def set_widths(self, widths: list[int]) -> None:
        """The widths of the first columns; the last one takes what is left, unless another stretches."""
        for place, width in enumerate(widths):
            fixed = self.horizontalHeader().sectionResizeMode(place) is not QHeaderView.ResizeMode.Stretch
            if fixed and self.columnWidth(place) != width:
                self.setColumnWidth(place, width)

    def go_to_row(self, row: int) -> None:
        """Makes a row the current one and brings it into sight, without meaning it."""
        index = self.model().index(row, max(0, self.currentIndex().column()))
        if self.currentIndex().row() != row:
            self.setCurrentIndex(index)
        self.scrollTo(index)


class RowLook(NamedTuple):
    """What a row means at the moment."""

    is_now: bool = False
    is_chosen: bool = False
    is_faint: bool = False

    @property
    def ink(self) -> QColor:
        if self.is_now:
            return theme().on_now
        return faint(theme().quiet) if self.is_faint else theme().ink


class PaintedTable(Table):
    """A table whose rows are painted in one go: asking a model for every role of every cell takes too long."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, "click", parent)
        self._hovered = -1
        self.entered.connect(lambda index: self._hover(index.row()))

    def look_of(self, row: int) -> RowLook:
        """What a row means."""
        raise NotImplementedError

    def paint_cells(self, painter: QPainter, row: int, look: RowLook, cells: dict[int, QRectF]) -> None:
        """Paints what is in a row; the cells that are not hidden, by their columns."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        # Numbers and moves read from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = [place for place in range(self.model().columnCount()) if not self.isColumnHidden(place)]
        across = [(place, self.columnViewportPosition(place), self.columnWidth(place)) for place in columns]
        height, first, count = self.verticalHeader().defaultSectionSize(), self.rowAt(0), self.model().rowCount()
        current = self.currentIndex().row() if self.hasFocus() else -1
        for row in range(max(0, first), count):
            top = self.rowViewportPosition(row)
            if first < 0 or top > self.viewport().height():
                break
            area = QRectF(0, top, self.viewport().width(), height)
            look = self.look_of(row)
            self._paint_ground(painter, row, look, area, row == current)
            self.paint_cells(painter, row, look, {place: QRectF(x, top, width, height) for place, x, width in across})

    def _paint_ground(self, painter: QPainter, row: int, look: RowLook, area: QRectF, has_keyboard: bool) -> None:
        colours = theme()
        if look.is_now:
            painter.fillRect(area, colours.now)
        elif look.is_chosen or row == self._hovered:
            painter.fillRect(area, colours.band)
        if look.is_chosen:
            is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            leading = area.right() - 3 if is_mirrored else area.left()
            painter.fillRect(QRectF(leading, area.top() + 2, 3, area.height() - 4), look.ink)
        if has_keyboard:
            painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), colours.for_max)
            painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), colours.for_max)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)


def paint_text(
    painter: QPainter, area: QRectF, text: str, ink: QColor, face: QFont, align: Qt.AlignmentFlag = LEADING
) -> None:
    """A text in a cell, shortened where it does not fit."""
    if not text:
        return
    room = area.adjusted(PADDING, 0, -PADDING, 0)
    painter.setFont(face)
    painter.setPen(ink)
    painter.drawText(room, align, elided(text, face, room.width() + 1))
