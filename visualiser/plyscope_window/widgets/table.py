"""The one table: rows of one height under headings, the row at the cursor in yellow, the chosen one with a bar.

A panel or page declares `Column`s, each a heading and what a row says in it. Painting, widths, keyboard, copying,
editing in place and accessibility are the table's. Cells are made when they are painted, so a table of a million rows
costs no more than the visible rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QKeyCombination,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from plyscope_window.look.theme import font, text_width, theme
from plyscope_window.widgets.painting import Themed, elided, fill_rim, future_colour, row_height, smooth_painter

Index = QModelIndex | QPersistentModelIndex

LEADING = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
TRAILING = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
CENTRED = Qt.AlignmentFlag.AlignCenter
PADDING = 6
"""Padding of a cell's text, in pixels; the same as in the headings."""
SPARE_WIDTH = 8
"""Pixels by which a column is wider than its widest text."""
MIN_ELASTIC_WIDTH = 80
"""The least width of an elastic column without short texts, in pixels."""
MAX_ROW_PICTURES = 150
"""The most pictures of rows that a table keeps."""
MAX_MEASURED_ROWS = 50
"""The number of rows, spread over the table, whose texts determine the widths of columns."""


Across = tuple[tuple[int, int, int], ...]
"""Where the visible columns are: number, left edge and width of each."""
Measures = dict[int, tuple[int, int]]
"""How many characters the cells of a row have, and how many pixels these take, by the number of the column."""


class RowLook(NamedTuple):
    """How a row looks."""

    is_now: bool = False
    """Whether the cursor is there."""
    is_chosen: bool = False
    """Whether the other panels explain this row."""
    is_faint: bool = False
    """Whether the search has not entered it yet."""

    @property
    def ink(self) -> QColor:
        """The colour of the row's texts."""
        if self.is_now:
            return theme().on_now
        return future_colour(theme().quiet) if self.is_faint else theme().ink


@dataclass(frozen=True)
class Column:
    """One column. Each of its functions takes a row, of the type of the rows that the table was given."""

    heading: str
    text: Callable[[Any], str]
    align: Qt.AlignmentFlag = LEADING
    about: str = ""
    """The tooltip of the heading."""
    tip: Callable[[Any], str] | None = None
    """The tooltip of a cell; None for its text."""
    is_prose: bool = False
    """Whether its texts have the direction of the language; numbers and moves always run from left to right."""
    bold: bool = False
    fixed: bool = False
    """Whether it has a fixed-width font."""
    face: Callable[[Any], QFont] | None = None
    """The font, where it depends on the row."""
    is_quiet: Callable[[Any], bool] | None = None
    """Whether the text is only a placeholder or a remark."""
    ground: Callable[[Any], QColor | None] | None = None
    """The colour behind the text of a cell that stands out."""
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    """Where a text that does not fit is elided."""
    paint: Callable[[QPainter, QRectF, Any, RowLook], None] | None = None
    """Paints a cell instead of its text."""
    samples: Callable[[], Iterable[str]] | None = None
    """The texts that determine its width; None for those of its rows."""
    room: int = 0
    """Pixels by which it is wider than its text and the usual space around it; may be less than 0."""
    widest: int = 10_000
    stretches: bool = False
    """Whether it takes the width that the others leave."""
    is_elastic: bool = False
    """Whether it becomes narrower where there is too little width for all."""
    short: Callable[[Any], str] | None = None
    """The text in a column that has become too narrow for the usual one, of a row; its tooltip says all."""
    is_spare: bool = False
    """Whether it is hidden where there is too little width for all."""
    is_spare_at_last: bool = False
    """Whether it is hidden where there is too little width even for the short texts of all."""
    value: Callable[[Any], Any] | None = None
    """The initial value of a cell's editor; None for a column that cannot be edited."""
    write: Callable[[Any, Any], None] | None = None
    """Sets the edited value of a row."""
    is_checked: Callable[[Any], bool] | None = None
    """Whether the check box before the text is checked; None for no check box."""
    check: Callable[[Any, bool], None] | None = None

    def font_of(self, row: Any) -> QFont:
        """The font of the column's cell in a row."""
        return font(13, bold=self.bold, fixed=self.fixed) if self.face is None else self.face(row)

    def ink_of(self, row: Any, look: RowLook) -> QColor:
        """The colour of the column's text in a row."""
        is_quiet = self.is_quiet is not None and self.is_quiet(row) and not look.is_now
        return theme().quiet if is_quiet else look.ink

    @property
    def gives_way(self) -> bool:
        """Whether it takes less width where there is too little for all."""
        return self.is_elastic or self.is_spare or self.is_spare_at_last or self.short is not None

    def tip_of(self, row: Any) -> str:
        """The tooltip of the column's cell in a row."""
        return self.text(row) if self.tip is None else self.tip(row)


class Rows(QAbstractTableModel):
    """Rows under columns, for Qt."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self.rows: Sequence[Any] = ()

    # Changes

    def reset(self, rows: Sequence[Any], columns: Sequence[Column] | None) -> None:
        """Set new rows, unrelated to the previous ones, and other columns if these are not None."""
        self.beginResetModel()
        self.rows = rows
        if columns is not None:
            self.columns = tuple(columns)
        self.endResetModel()

    def replace(self, rows: Sequence[Any]) -> None:
        """Update the rows, and notify the view only of their number: current row and scroll position stay."""
        before, after = len(self.rows), len(rows)
        if after > before:
            self.beginInsertRows(QModelIndex(), before, after - 1)
            self.rows = rows
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(QModelIndex(), after, before - 1)
            self.rows = rows
            self.endRemoveRows()
        self.rows = rows

    def insert(self, place: int, row: Any) -> None:
        """Insert a row before the one at a place."""
        assert isinstance(self.rows, list)
        self.beginInsertRows(QModelIndex(), place, place)
        self.rows.insert(place, row)
        self.endInsertRows()

    def notify(self) -> None:
        """Notify the view that every cell may have changed."""
        if len(self.rows):
            self.notify_of(0, len(self.rows) - 1)

    def notify_of(self, first: int, last: int) -> None:
        """Notify the view that every cell of these rows may have changed."""
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    # The interface of Qt's models

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.heading
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.about or None
        return column.align if role == Qt.ItemDataRole.TextAlignmentRole and column.align != LEADING else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return super().flags(index)
        flags, column = super().flags(index), self.columns[index.column()]
        if column.write is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags if column.is_checked is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, row = self.columns[index.column()], self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column.text(row) or column.tip_of(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip_of(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align
        if role == Qt.ItemDataRole.EditRole and column.value is not None:
            return column.value(row)
        if role == Qt.ItemDataRole.CheckStateRole and column.is_checked is not None:
            return Qt.CheckState.Checked if column.is_checked(row) else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        column, row = self.columns[index.column()], self.rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole and column.check is not None:
            column.check(row, Qt.CheckState(value) == Qt.CheckState.Checked)
            self.notify()
            return True
        if role == Qt.ItemDataRole.EditRole and column.write is not None:
            column.write(row, value)
            return True
        return False


class CellDelegate(QStyledItemDelegate):
    """Editors, and cells with a check box; the table paints all others itself."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        table = self.parent()
        assert isinstance(table, Table)
        row, column = table.rows.rows[index.row()], table.rows.columns[index.column()]
        option.font = column.font_of(row)
        option.palette.setColor(QPalette.ColorRole.Text, column.ink_of(row, table.look(row)))
        option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)


class Table(Themed, QTableView):
    """The table. Enter chooses the current row; so does a click, or a double click, as `by` says.

    By pointing, a double click chooses a row, and a click and the arrow keys only point at it.
    """

    chosen = Signal(int)
    """The number of a row."""
    pointed_at = Signal(int)
    """The number of a row that was clicked or reached by the arrow keys, in a table with `point`."""
    removed = Signal(int)
    """The number of a row that Delete was pressed on."""

    def __init__(
        self,
        columns: Sequence[Column],
        name: str,
        by: Literal["click", "double click", "point", "key"] = "click",
        look: Callable[[Any], RowLook] = lambda row: RowLook(),
        *,
        row_room: int = 0,
    ) -> None:
        super().__init__()
        self.rows = Rows(columns)
        self.look, self.by = look, by
        self.row_room = row_room
        """Where it is not 0, the rows share the height of the table, and each has at least so many pixels."""
        self.chosen_column = -1
        """The column of the cell that was double-clicked; -1 where a row is chosen as a whole."""
        self.max_measured = MAX_MEASURED_ROWS
        self.shown_in: Callable[[Any], Hashable] = lambda row: None
        """All that the cells of a row show; None where that is not known. A row that shows the same as before is
        not painted again, but copied: most rows of a table stay as they are at a step."""
        self._pictures: dict[Hashable, QPixmap] = {}
        self._measures: dict[Hashable, Measures] = {}
        """The sizes of the texts of rows, by what these show."""
        self._shown: list[tuple[Hashable, RowLook]] = []
        """What each row shows, and how it looks; empty where that is not known of all."""
        self._widths: tuple[Hashable, dict[int, int]] | None = None
        """The widths that the columns ask for, and what they do so for."""
        self._heading_widths: dict[tuple[int, int], int] = {}
        """The widths of headings, by their columns and by the height of all headings."""
        self._left_out: list[int] = []
        """The spare columns that are hidden for want of width."""
        self._hovered = -1
        self.setModel(self.rows)
        self.setItemDelegate(CellDelegate(self))
        self.setAccessibleName(name)
        self.entered.connect(lambda index: self._hover(index.row()))
        if by == "click":
            self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        elif by in ("double click", "point"):
            self.doubleClicked.connect(self._choose)
        if by == "point":
            self.clicked.connect(lambda index: self.pointed_at.emit(index.row()))
        self._set_up_view()
        self._set_up_header()
        self.apply_theme()

    def _set_up_view(self) -> None:
        """Set how Qt's table selects, scrolls and paints."""
        for switch_off in (self.setShowGrid, self.setWordWrap, self.setTabKeyNavigation):
            switch_off(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        # Otherwise Qt would first paint the panel, the dock and the window below the rows at each step.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def _set_up_header(self) -> None:
        """Set how Qt's header looks and stretches."""
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(LEADING)
        header.setMinimumSectionSize(12)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionsClickable(False)
        self._set_modes()

    def _set_modes(self) -> None:
        """Let the columns stretch that declare it, or else the last one."""
        header, columns = self.horizontalHeader(), self.rows.columns
        header.setStretchLastSection(not any(column.stretches for column in columns))
        for place, column in enumerate(columns):
            modes = QHeaderView.ResizeMode
            header.setSectionResizeMode(place, modes.Stretch if column.stretches else modes.Interactive)

    def _choose(self, index: Index) -> None:
        """Choose the row of a cell, as a double click does."""
        self.chosen_column = index.column()
        self.chosen.emit(index.row())
        self.chosen_column = -1

    # Rows

    def set_rows(self, rows: Sequence[Any], columns: Sequence[Column] | None = None) -> None:
        """Show other rows and, where they are given, other columns."""
        self._forget()
        self.rows.reset(rows, columns)
        if columns is not None:
            self._heading_widths.clear()
            self._hide_columns([])
            self._set_modes()
        self._fit_height()
        self.fit()

    def _forget(self) -> None:
        """Drop pictures and measures of rows, so that all are painted and measured anew."""
        self._pictures.clear()
        self._measures.clear()
        self._shown, self._widths = [], None

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Update the rows, and paint those that look different. A cell that is being edited keeps the typed text."""
        before, shown = self._shown, self._shown_in_all(rows)
        self.rows.replace(rows)
        is_edited = self.state() == QAbstractItemView.State.EditingState
        if is_edited or not shown or len(shown) != len(before):
            if not is_edited:
                self.rows.notify()
            # Qt would lay other rows out in a later turn, and the table would be painted a second time.
            self.executeDelayedItemsLayout()
            self.viewport().update()
        else:
            for number in range(len(shown)):
                if shown[number] != before[number]:
                    self.rows.notify_of(number, number)
                    # Qt paints the cells alone, and the ground of a row reaches beyond the last of them.
                    top, height = self.rowViewportPosition(number), self.rowHeight(number)
                    self.viewport().update(0, top, self.viewport().width(), height)
        self._shown = shown
        self.fit(shown)

    def _shown_in_all(self, rows: Sequence[Any]) -> list[tuple[Hashable, RowLook]]:
        """What each row shows and how it looks; nothing where that is not known of all, or there are too many."""
        shown = list[tuple[Hashable, RowLook]]()
        for row in rows if len(rows) <= self.max_measured else ():
            content = self.shown_in(row)
            if content is None:
                return []
            shown.append((content, self.look(row)))
        return shown

    def insert(self, place: int, row: Any) -> None:
        """Insert a row into the list."""
        self.rows.insert(place, row)
        if len(self.rows.rows) <= self.max_measured:
            self.fit()

    @property
    def current_row(self) -> Any:
        """The row that the keyboard is at; None for none."""
        place = self.currentIndex().row()
        return self.rows.rows[place] if place >= 0 else None

    def go_to_row(self, row: int) -> None:
        """Make a row the current one and scroll to it, without choosing it."""
        index = self.rows.index(row, max(0, self.currentIndex().column()))
        if self.currentIndex().row() != row:
            self.setCurrentIndex(index)
        top, height = self.rowViewportPosition(row), self.rowHeight(row)
        is_in_view = 0 <= top <= self.viewport().height() - height
        if not is_in_view or self.horizontalScrollBar().maximum():
            self.scrollTo(index)

    # Widths

    def fit(self, contents: Sequence[tuple[Hashable, RowLook]] = ()) -> None:
        """Fit the width of every visible column to its contents, within its limits.

        `contents` is what each row shows now, where that is known.
        """
        columns, places = self.rows.columns, range(len(self.rows.columns))
        shown = [place for place in places if not self.isColumnHidden(place) or place in self._left_out]
        widths = self._widths_for(shown, [content for content, _ in contents])
        if any(columns[place].gives_way for place in shown):
            self._hide_columns(self._narrow(widths))
        # Qt gives the last one what room is left. To set its own width would lay the table out twice at each step.
        last = max(widths) if widths and self.horizontalHeader().stretchLastSection() else -1
        left = self.viewport().width() - sum(width for place, width in widths.items() if place != last)
        for place, width in widths.items():
            stretched = max(width, left) if place == last else width
            if not columns[place].stretches and self.columnWidth(place) != stretched:
                self.setColumnWidth(place, width)
        self._show_bars_that_fit()

    def _widths_for(self, places: list[int], contents: list[Hashable]) -> dict[int, int]:
        """The widths that visible columns ask for; those of the last time where all contents are the same."""
        key = (places, contents, self.horizontalHeader().height()) if contents else None
        if key is None or self._widths is None or self._widths[0] != key:
            columns, measures = self.rows.columns, self._measures_of_rows(contents)
            widths = {place: 0 if columns[place].stretches else self._width(place, measures) for place in places}
            self._widths = key, widths
        return dict(self._widths[1])

    def _narrow(self, widths: dict[int, int]) -> list[int]:
        """Take width from the visible columns until all of them fit; return the columns to hide for that.

        All become a little tighter first. Then spare ones go, and texts are shortened, those of elastic columns last.
        Where that is not enough, those that are spare at last go, the rearmost first.
        """
        columns, left_out = self.rows.columns, list[int]()
        over = sum(widths.values()) - self.viewport().width()
        if over <= 0:
            return left_out

        def take(place: int, least: int) -> int:
            taken = max(0, min(over, widths[place] - least))
            widths[place] -= taken
            return taken

        for place in widths:
            over -= take(place, max(widths[place] - SPARE_WIDTH, self._least_heading(place)))
        for place in [place for place in widths if columns[place].is_spare]:
            if over > 0:
                left_out.append(place)
                over -= widths.pop(place)
        for is_elastic in (False, True):
            for place in widths:
                column = columns[place]
                if column.is_elastic is is_elastic and (is_elastic or column.short is not None):
                    over -= take(place, self._least_width(place))
        for place in [place for place in reversed(widths) if columns[place].is_spare_at_last]:
            if over > 0:
                left_out.append(place)
                over -= widths.pop(place)
        return left_out

    def _least_width(self, place: int) -> int:
        """The width down to which a column may be narrowed: that of its short texts, if it has them."""
        column, rows = self.rows.columns[place], self.rows.rows
        if column.short is None:
            return MIN_ELASTIC_WIDTH
        measured = rows[:: max(1, len(rows) // self.max_measured)]
        width = max((round(text_width(column.font_of(row), column.short(row))) for row in measured), default=0)
        return max(width + column.room + 2 * PADDING, self._least_heading(place))

    def _least_heading(self, place: int) -> int:
        """The least width in which a heading is whole; Qt asks for more."""
        text = self.rows.columns[place].heading
        return ceil(text_width(self.horizontalHeader().font(), text)) + 2 * PADDING + 1

    def _hide_columns(self, places: list[int]) -> None:
        """Hide columns for want of width, and show those again that were hidden for it before."""
        if places != self._left_out:
            for place in {*self._left_out, *places}:
                super().setColumnHidden(place, place in places)
            self._left_out = places

    def setColumnHidden(self, column: int, hide: bool) -> None:
        """Hide or show a column, whatever its width: one hidden for want of room no longer comes back by itself."""
        self._left_out = [place for place in self._left_out if place != column]
        super().setColumnHidden(column, hide)

    def _show_bars_that_fit(self) -> None:
        """Hide the column of bars if it is narrower than its heading, and show it again once it is not."""
        columns = self.rows.columns
        bars = [place for place, column in enumerate(columns) if column.stretches and column.paint is not None]
        if len(bars) == 1:
            others = (place for place in range(len(columns)) if place != bars[0] and not self.isColumnHidden(place))
            left = self.viewport().width() - sum(map(self.columnWidth, others))
            is_narrow = left < self.heading_width(bars[0])
            if is_narrow != self.isColumnHidden(bars[0]):
                self.setColumnHidden(bars[0], is_narrow)

    def _measures_of_rows(self, contents: Sequence[Hashable]) -> list[tuple[Any, Measures]]:
        """The rows whose texts determine the widths, each with what has been measured of the same content before."""
        rows, measures = self.rows.rows, list[tuple[Any, Measures]]()
        if len(self._measures) >= MAX_ROW_PICTURES:
            self._measures.clear()
        measured = rows[:: max(1, len(rows) // self.max_measured)]
        for row, shown in zip(measured, contents or map(self.shown_in, measured), strict=True):
            measures.append((row, {} if shown is None else self._measures.setdefault(shown, {})))
        return measures

    def _measure(self, place: int, row: Any, measures: Measures) -> tuple[int, int]:
        """The letters and pixels of a cell's text, measured once."""
        if place not in measures:
            column = self.rows.columns[place]
            text = column.text(row)
            measures[place] = len(text), round(text_width(column.font_of(row), text))
        return measures[place]

    def _width(self, place: int, measures: list[tuple[Any, Measures]]) -> int:
        """The width that a column asks for by its heading and widest texts; a stretched last one, by its heading."""
        column = self.rows.columns[place]
        is_stretched = place == len(self.rows.columns) - 1 and self.horizontalHeader().stretchLastSection()
        if is_stretched or not measures:
            return self.heading_width(place)
        if column.samples is not None:
            face = font(13, bold=column.bold, fixed=column.fixed)
            widths = [round(text_width(face, text)) for text in column.samples()]
        else:
            # Of the longest texts one is the widest.
            longest = sorted((self._measure(place, *measured) for measured in measures), key=itemgetter(0))
            widths = [width for _, width in longest]
        longest_width = max(widths[-8:], default=0)
        needed = longest_width + column.room + 2 * PADDING + SPARE_WIDTH
        return max(min(column.widest, needed), self.heading_width(place))

    def heading_width(self, place: int) -> int:
        """The width of a heading, measured once for a look; a hidden column is shown for that."""
        header = self.horizontalHeader()
        key = place, header.height()
        if key in self._heading_widths:
            return self._heading_widths[key]
        is_hidden = self.isColumnHidden(place)
        if is_hidden:
            super().setColumnHidden(place, False)
        width = header.sectionSizeHint(place)
        if is_hidden:
            super().setColumnHidden(place, True)
        # Before it is shown it may not have its fonts yet.
        if header.isVisible():
            self._heading_widths[key] = width
        return width

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
        self.fit()

    def apply_theme(self) -> None:
        """Measure everything anew, and fit rows and columns to the text size."""
        self._forget()
        self._heading_widths.clear()
        self._fit_height()
        self.fit()

    def _fit_height(self) -> None:
        """Set the height of the rows; those that share the table's height get equal parts of it."""
        height = row_height()
        if self.row_room and len(self.rows.rows):
            height = max(self.row_room, self.viewport().height() // len(self.rows.rows))
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)

    # Painting: row by row, since querying the model for every role of every cell takes too long

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        fill_rim(painter, self.viewport().rect(), self.ground)
        painter.fillRect(event.rect(), self.ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = [place for place in range(self.rows.columnCount()) if not self.isColumnHidden(place)]
        across = tuple((place, self.columnViewportPosition(place), self.columnWidth(place)) for place in shown)
        height, first, count = self.verticalHeader().defaultSectionSize(), self.rowAt(0), self.rows.rowCount()
        size = QSize(self.viewport().width(), height)
        for number in range(max(0, first), count):
            top = self.rowViewportPosition(number)
            if first < 0 or top > self.viewport().height():
                break
            if event.region().intersects(QRect(QPoint(0, top), size)):
                self._paint_row(painter, number, QRectF(QPointF(0, top), size), across)

    @property
    def ground(self) -> QColor:
        """The colour below the rows."""
        return self.viewport().palette().color(self.viewport().backgroundRole())

    def _paint_row(self, painter: QPainter, number: int, area: QRectF, across: Across) -> None:
        """Paint a row, or copy its picture; a picture begins where a pixel does."""
        row, ratio = self.rows.rows[number], self.viewport().devicePixelRatioF()
        look, shown = self.look(row), self.shown_in(row)
        if shown is None or ratio != int(ratio):
            self._paint_cells(painter, number, area, across, look)
            return
        is_current = number == self.currentIndex().row()
        state = is_current, is_current and self.hasFocus(), number == self._hovered
        key = shown, look, state, across, area.width(), area.height(), ratio, theme().name
        picture = self._pictures.get(key)
        if picture is None:
            if len(self._pictures) >= MAX_ROW_PICTURES:
                self._pictures.clear()
            picture = self._pictures[key] = QPixmap(area.size().toSize() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(self.ground)
            onto = smooth_painter(picture)
            self._paint_cells(onto, number, QRectF(QPointF(0, 0), area.size()), across, look)
            onto.end()
        painter.drawPixmap(area.topLeft(), picture)

    def _paint_cells(self, painter: QPainter, number: int, area: QRectF, across: Across, look: RowLook) -> None:
        """Paint the ground and the visible cells of a row."""
        self._paint_ground(painter, number, look, area)
        for place, x, width in across:
            self._paint_cell(painter, number, place, QRectF(x, area.top(), width, area.height()), look)

    def _paint_ground(self, painter: QPainter, number: int, look: RowLook, area: QRectF) -> None:
        """Paint a row's ground: yellow at the cursor, a bar where chosen, lines around it where the keyboard is."""
        colours, is_current = theme(), number == self.currentIndex().row()
        if look.is_now:
            painter.fillRect(area, colours.now)
        elif look.is_chosen or number == self._hovered or (is_current and self.by in ("double click", "key")):
            painter.fillRect(area, colours.band)
        if look.is_chosen:
            leading = area.right() - 3 if self.isRightToLeft() else area.left()
            painter.fillRect(QRectF(leading, area.top() + 2, 3, area.height() - 4), look.ink)
        if is_current and self.hasFocus():
            painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), colours.ink)
            painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), colours.ink)

    def _paint_cell(self, painter: QPainter, number: int, place: int, area: QRectF, look: RowLook) -> None:
        """Paint one cell: a check box, what its column paints, or its text."""
        column, row = self.rows.columns[place], self.rows.rows[number]
        is_prose = column.is_prose and self.isRightToLeft()
        if column.ground is not None and (ground := column.ground(row)) is not None:
            painter.fillRect(area.adjusted(0, 1, 0, -1), ground)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_prose else Qt.LayoutDirection.LeftToRight)
        if column.is_checked is not None:
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            option.rect = area.toRect().adjusted(PADDING, 0, -PADDING, 0)
            self.itemDelegate().paint(painter, option, self.rows.index(number, place))
        elif column.paint is not None:
            column.paint(painter, area, row, look)
        else:
            align = column.align if is_prose or not self.isRightToLeft() else MIRRORED.get(column.align, column.align)
            text, face = column.text(row), column.font_of(row)
            if column.short is not None and not has_room(area, text, face):
                text = column.short(row)
            paint_text(painter, area, text, column.ink_of(row, look), face, align, column.cut)

    def _hover(self, row: int) -> None:
        """Mark the row under the pointer; -1 for none."""
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    # The keyboard

    def event(self, event: QEvent) -> bool:
        """Let F2 edit a cell that can be edited, whatever F2 means elsewhere in the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            can_edit = self.editTriggers() & QAbstractItemView.EditTrigger.EditKeyPressed
            if event.keyCombination() == QKeyCombination(Qt.Key.Key_F2) and can_edit and self._go_to_editable():
                event.accept()
                return True
        return super().event(event)

    def _go_to_editable(self) -> bool:
        """Move from a cell that cannot be edited to the first one in its row that can; return whether there is one."""
        at = self.currentIndex()
        if not at.isValid():
            return False
        cells = [at, *(at.siblingAtColumn(place) for place in range(self.rows.columnCount()))]
        editable = next((cell for cell in cells if self.rows.flags(cell) & Qt.ItemFlag.ItemIsEditable), None)
        if editable is not None and editable != at:
            self.setCurrentIndex(editable)
        return editable is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_at_row = self.currentIndex().isValid() and self.state() != QAbstractItemView.State.EditingState
        if is_at_row and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.chosen.emit(self.currentIndex().row())
        elif is_at_row and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(self.currentIndex().row())
        elif is_at_row and event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text_of(self.currentIndex().row()))
        else:
            before = self.currentIndex().row()
            super().keyPressEvent(event)
            if self.by == "point" and self.currentIndex().row() not in (before, -1):
                self.pointed_at.emit(self.currentIndex().row())

    def text_of(self, row: int) -> str:
        """The visible cells of a row, separated by tabs, for a spreadsheet."""
        shown = [place for place in range(self.rows.columnCount()) if not self.isColumnHidden(place)]
        return "\t".join(self.rows.columns[place].text(self.rows.rows[row]) for place in shown)


MIRRORED = {
    LEADING: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    TRAILING: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
}
"""The alignment of a cell in a mirrored table, which follows its heading's."""


def has_room(area: QRectF, text: str, face: QFont) -> bool:
    """Whether the text of a cell fits into it."""
    return text_width(face, text) <= area.width() - 2 * PADDING + 1


def paint_text(
    painter: QPainter,
    area: QRectF,
    text: str,
    ink: QColor,
    face: QFont,
    align: Qt.AlignmentFlag = LEADING,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Paint the text of a cell, elided where it does not fit."""
    if not text:
        return
    room = area.adjusted(PADDING, 0, -PADDING, 0)
    painter.setFont(face)
    painter.setPen(ink)
    painter.drawText(room, align, elided(text, face, room.width() + 1, cut))
