"""The outline: the calls as a tree that screen readers can read, and that follows the cursor.

Calls after the cursor's step are outlines, or are not there where the future is hidden. Items are made only where the
tree is open, so a large recording opens at once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from plyscope_window.look.glyphs import paint_glyph, shape_of_frame, side_of_frame
from plyscope_window.look.theme import font, theme
from plyscope_window.panels.known import known, open_at, shades_of
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.painting import Themed, paint_pill, row_height
from plyscope_window.widgets.table import LEADING, Index, RowLook
from plyscope_window.words import count, tr

CHILDREN_AT_A_TIME = 200
"""Children that are fetched at a time."""


class OutlineModel(QAbstractItemModel):
    """Frames and their children. An index holds the number of its frame."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self._children: dict[int, list[int]] = {}
        """For each frame, as many of its children as have been fetched."""
        self._rows: dict[int, int] = {}
        """The index of each fetched frame among its siblings."""

    def set_session(self, session: Session | None) -> None:
        """Show the frames of another recording, or none."""
        self.beginResetModel()
        self.session = session
        self._children, self._rows = {}, {0: 0}
        self.endResetModel()

    @property
    def fetched_count(self) -> int:
        """The number of items fetched."""
        return len(self._rows)

    def fetched_rows(self) -> list[tuple[int, int]]:
        """The frames fetched so far, each with its index among its siblings."""
        return list(self._rows.items())

    def __contains__(self, frame: int) -> bool:
        return frame in self._rows

    # Frames and indexes

    def index_of(self, frame: int) -> QModelIndex:
        """Return the index of a frame that has been fetched."""
        return self.createIndex(self._rows[frame], 0, frame)

    def frame_of(self, index: Index) -> int:
        """Return the frame of an index."""
        return int(index.internalId())

    def fetched_index(self, frame: int) -> QModelIndex:
        """Return the index of a frame, after fetching the frames on its path and the siblings before them."""
        assert self.session is not None
        path = self.session.trace.ancestors(frame)
        for above, below in pairwise(path):
            if below not in self._rows:
                self._fetch(above, until=below)
        return self.index_of(frame)

    def _fetch(self, frame: int, until: int = -1) -> None:
        """Fetch the next portion of a frame's children, and more portions until a given child is included."""
        assert self.session is not None
        sizes = self.session.trace.sizes
        children = self._children.setdefault(frame, [])
        child, end = self._next_child(frame), frame + sizes[frame]
        fetched: list[int] = []
        while child < end and (len(fetched) < CHILDREN_AT_A_TIME or child <= until):
            fetched.append(child)
            child += sizes[child]
        if not fetched:
            return
        first = len(children)
        self.beginInsertRows(self.index_of(frame), first, first + len(fetched) - 1)
        children += fetched
        self._rows |= {child: first + place for place, child in enumerate(fetched)}
        self.endInsertRows()

    def _next_child(self, frame: int) -> int:
        """Return the child after the last fetched one; the end of the subtree where all are fetched."""
        assert self.session is not None
        children = self._children.get(frame)
        return children[-1] + self.session.trace.sizes[children[-1]] if children else frame + 1

    # The interface of Qt's models

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        if self.session is None or column != 0 or row < 0:
            return QModelIndex()
        if parent is None or not parent.isValid():
            return self.createIndex(0, 0, 0) if row == 0 else QModelIndex()
        children = self._children.get(self.frame_of(parent), [])
        return self.createIndex(row, 0, children[row]) if row < len(children) else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return QObject.parent(self)
        if self.session is None or not index.isValid():
            return QModelIndex()
        above = self.session.trace.parents[self.frame_of(index)]
        return self.index_of(above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        if self.session is None:
            return 0
        if parent is None or not parent.isValid():
            return 1
        return len(self._children.get(self.frame_of(parent), ()))

    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    def hasChildren(self, parent: Index | None = None) -> bool:
        if self.session is None or parent is None or not parent.isValid():
            return self.session is not None
        return self.session.trace.sizes[self.frame_of(parent)] > 1

    def canFetchMore(self, parent: Index) -> bool:
        """Let Qt fetch only the first portion: it would fetch another one at every layout."""
        return self.has_more(parent) and self.rowCount(parent) == 0

    def fetchMore(self, parent: Index) -> None:
        if self.has_more(parent):
            self._fetch(self.frame_of(parent))

    def has_more(self, parent: Index) -> bool:
        """Whether some of a frame's children have not been fetched."""
        if self.session is None or not parent.isValid():
            return False
        frame = self.frame_of(parent)
        return self._next_child(frame) < frame + self.session.trace.sizes[frame]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        session = self.session
        if session is None or not index.isValid():
            return None
        frame = self.frame_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return "  ".join(part for part in self.item_texts(frame) if part)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.sentence_of(frame)
        return None

    def item_texts(self, frame: int) -> tuple[str, str, str, str]:
        """Return a frame's move, its side, its value as far as known, and its number of calls up to the cursor."""
        assert self.session is not None
        session, trace = self.session, self.session.trace
        end = min(frame + trace.sizes[frame], session.known_frames)
        calls = trace.calls_among(frame, end) if frame < end else 0
        is_known = session.has_entered(frame) or trace.name_of(frame) is not None
        return (
            (trace.short_name(frame) or tr("start")) if is_known else "",
            side_of_frame(trace, frame),
            known(session, frame).text,
            count(calls) if calls else "",
        )

    def sentence_of(self, frame: int) -> str:
        """Return the texts of a frame as a sentence, for screen readers."""
        move, side, value, calls = self.item_texts(frame)
        words = {"move": move, "side": side, "value": value, "calls": calls}
        if not calls:
            return tr("{move}, {side}, not searched yet", **words) if move else tr("{side}, not searched yet", **words)
        if value in ("", "?"):
            return tr("{move}, {side}, no value yet, calls: {calls}", **words)
        return tr("{move}, {side}, value {value}, calls: {calls}", **words)


MAX_ITEMS = 20_000
"""The number of items after which the tree is rebuilt with the path to the cursor only."""
INDENT_PIXELS = 14
MAX_INDENT_PIXELS = 110
"""The largest indentation, in pixels; in deeper trees, each ply takes less."""


class OutlineDelegate(QStyledItemDelegate):
    """A painter of items: each as a glyph, the move, the value as a pill, and the number of calls."""

    def __init__(self, model: OutlineModel, view: QTreeView) -> None:
        super().__init__(view)
        self.model = model
        self.view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the item of a frame, marked where it is the cursor's or the selected one."""
        session = self.model.session
        if session is None:
            return
        frame, area = self.model.frame_of(index), QRectF(option.rect)
        is_now, is_chosen = frame == session.cursor.frame, frame == session.selected
        look = RowLook(is_now, is_chosen and not is_now, not session.has_entered(frame))
        self._paint_ground(painter, look, area, bool(option.state & QStyle.StateFlag.State_MouseOver))
        if is_chosen and self.view.hasFocus():
            painter.setPen(QPen(theme().ink, 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1, -1))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter, session, frame, area, look)
        painter.restore()

    def _paint_ground(self, painter: QPainter, look: RowLook, area: QRectF, is_hovered: bool) -> None:
        """Paint the ground of an item in the colour of the cursor, the selection or the pointer."""
        if look.is_now:
            painter.fillRect(area, theme().now)
        elif look.is_chosen or is_hovered:
            painter.fillRect(area, theme().band)

    def _paint_frame(self, painter: QPainter, session: Session, frame: int, area: QRectF, look: RowLook) -> None:
        """Paint the glyph, the move, the value and the number of calls of a frame, one after another."""
        is_mirrored = self.view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        used = 2.0

        def next_part(width: float) -> QRectF:
            nonlocal used
            left = area.right() - used - width if is_mirrored else area.left() + used
            used += width + 6
            return QRectF(left, area.top(), width, area.height())

        known_value, (move, _, _, calls) = known(session, frame), self.model.item_texts(frame)
        shade = (
            theme().of_shade(shades_of(session).of_value(known_value.value))
            if known_value.value is not None
            else theme().paper
        )
        fill, line = shade if known_value.is_final else theme().card, QPen(look.ink, 1.3)
        paint_glyph(painter, shape_of_frame(session.trace, frame), next_part(14).center(), 13, fill, line)
        bold, quiet = font(12, bold=True), theme().quiet if look.ink == theme().ink else look.ink
        face = font(13, bold=open_at(session, frame) is not None)
        for text, its_face, ink in (
            (move, face, look.ink),
            (known_value.text, bold, look.ink),
            (calls, font(11), quiet),
        ):
            if not text:
                continue
            width = QFontMetricsF(its_face).horizontalAdvance(text)
            if its_face is bold and known_value.is_final:
                paint_pill(painter, next_part(width + 14), text, shade, theme().on_fill, bold)
                continue
            painter.setFont(its_face)
            painter.setPen(ink)
            painter.drawText(next_part(width + 3), LEADING, text)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, row_height())

    def width_of(self, index: Index) -> int:
        """Return the width in pixels that the item of a frame needs."""
        text = "  ".join(self.model.item_texts(self.model.frame_of(index)))
        return int(QFontMetricsF(font(13, bold=True)).horizontalAdvance(text)) + 48


class OutlineTree(Themed, QTreeView):
    """The tree view. It fetches the next portion of many children as soon as the last fetched one is visible."""

    frame_chosen = Signal(int)
    """A frame that was double-clicked, or on which Enter was pressed."""

    def __init__(self, model: OutlineModel) -> None:
        super().__init__()
        self.outline = model
        self.setModel(model)
        self.painter = OutlineDelegate(model, self)
        self.setItemDelegate(self.painter)
        self.setAccessibleName(tr("Outline of the calls"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.doubleClicked.connect(lambda index: self.frame_chosen.emit(model.frame_of(index)))
        self.verticalScrollBar().valueChanged.connect(self.fetch_visible)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.frame_chosen.emit(self.outline.frame_of(self.currentIndex()))
            return
        super().keyPressEvent(event)

    def scroll_to_item(self, index: QModelIndex) -> None:
        """Scroll to an item, horizontally too, which Qt does not: a deep frame is indented far."""
        self.scrollTo(index)
        bar, place, width = self.horizontalScrollBar(), self.visualRect(index), self.viewport().width()
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        start = bar.value() + (width - place.right() if is_mirrored else place.left())
        end = start + self.painter.width_of(index)
        self.header().resizeSection(0, max(width, end))
        self.scrollTo(index)
        bar.setValue(max(0, min(start - self.indentation(), end - width)))

    def fetch_visible(self) -> None:
        """Fetch more children for every frame whose last fetched child is visible."""
        index = self.indexAt(self.viewport().rect().topLeft())
        bottom = self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            above = index.parent()
            is_last = above.isValid() and index.row() == self.outline.rowCount(above) - 1
            if is_last and self.outline.has_more(above):
                self.outline.fetchMore(above)
            index = self.indexBelow(index)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row. The branch keeps the panel's ground: only the item itself is highlighted."""
        option.palette.setColor(QPalette.ColorRole.Highlight, theme().paper)
        super().drawRow(painter, option, index)

    def sizeHintForRow(self, row: int) -> int:
        return row_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header().resizeSection(0, max(self.viewport().width(), self.header().sectionSize(0)))
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def apply_theme(self) -> None:
        self.scheduleDelayedItemsLayout()


class OutlinePanel(Panel):
    """The outline. It follows the cursor, and collapses again what it expanded only to do so."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to walk through its calls as an outline."))
        self.model = OutlineModel(self)
        self.tree = OutlineTree(self.model)
        self.tree.frame_chosen.connect(self.go_to)
        self.tree.expanded.connect(self.note_expanded)
        self.tree.collapsed.connect(self.note_collapsed)
        self.tree.selectionModel().currentChanged.connect(self.select)
        self._opened_by_user: set[int] = set()
        self._opened_by_cursor: set[int] = set()
        self._path: list[int] = []
        self._is_following = False
        self._has_hidden = False
        """Whether rows of the future are hidden."""
        self.model.rowsInserted.connect(lambda *_: self._hide_future_rows())
        self.body.setLayout(column_layout(self.tree))

    def _hide_future_rows(self) -> None:
        """Hide future rows among those that were fetched when the user opened a frame."""
        if self.session is not None and not self._is_following:
            self._hide_future(self.session)

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, indented less where it is deep."""
        self._is_following = True
        self._clear(session)
        self._is_following = False
        if session is not None:
            deepest = max(1, int(session.trace.column("ply").max()))
            self.tree.setIndentation(max(2, min(INDENT_PIXELS, MAX_INDENT_PIXELS // deepest)))
        super().attach(session)

    def show_session(self, session: Session) -> None:
        """Expand the path to the selected frame, and scroll to it."""
        if self._is_following:
            return
        self._is_following = True
        if self.model.fetched_count > MAX_ITEMS:
            self._clear(session)
        frame = session.selected
        path = session.trace.ancestors(frame)
        is_elsewhere = frame not in self.model or path[:-1] != self._path
        if is_elsewhere:
            # While a layout is pending, Qt only records what is expanded and collapsed, and lays out once.
            self.tree.scheduleDelayedItemsLayout()
        index = self.model.fetched_index(frame)
        if is_elsewhere:
            self._open(path[:-1], session)
        if self.tree.currentIndex() != index:
            self.tree.setCurrentIndex(index)
        self._hide_future(session)
        self.tree.scroll_to_item(index)
        self.tree.viewport().update()
        self._is_following = False

    def _hide_future(self, session: Session) -> None:
        """Hide the rows of frames that have not been entered, where the future is hidden; else show them again."""
        if not session.hides_future and not self._has_hidden:
            return
        until = session.known_frames if session.hides_future else len(session.trace)
        for frame, row in self.model.fetched_rows():
            if frame:
                self.tree.setRowHidden(row, self.model.index_of(session.trace.parents[frame]), frame >= until)
        self._has_hidden = session.hides_future

    def _open(self, path: list[int], session: Session) -> None:
        """Expand a path, and collapse what was expanded only for the cursor and is not on it."""
        for frame in self._opened_by_cursor - set(path):
            end = frame + session.trace.sizes[frame]
            if not any(frame <= opened < end for opened in self._opened_by_user):
                self.tree.collapse(self.model.index_of(frame))
                self._opened_by_cursor.discard(frame)
        for frame in path:
            place = self.model.index_of(frame)
            if not self.tree.isExpanded(place):
                self.tree.expand(place)
                self._opened_by_cursor.add(frame)
        self._path = path

    def _clear(self, session: Session | None) -> None:
        """Empty the tree: after a long walk, the items fetched on the way are dropped."""
        self.model.set_session(session)
        self._opened_by_user.clear()
        self._opened_by_cursor.clear()
        self._path = []

    def note_expanded(self, index: QModelIndex) -> None:
        """Remember a frame that the user expanded, so that it stays open."""
        if not self._is_following:
            self._opened_by_user.add(self.model.frame_of(index))

    def note_collapsed(self, index: QModelIndex) -> None:
        """Forget a frame that the user collapsed."""
        if not self._is_following:
            frame = self.model.frame_of(index)
            self._opened_by_user.discard(frame)
            self._opened_by_cursor.discard(frame)
            self._path = []

    def select(self, index: QModelIndex) -> None:
        """Select the frame of the current item."""
        if self.session is not None and index.isValid() and not self._is_following:
            self.session.select(self.model.frame_of(index))

    def go_to(self, frame: int) -> None:
        """Go to the step where a frame was entered, or where it returned."""
        if self.session is not None:
            self.session.travel_to(frame)
