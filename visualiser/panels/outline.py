"""The outline: the calls as a real tree, which screen readers can read, and which follows the cursor."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from visualiser.glyphs import paint_glyph, shape_of_frame
from visualiser.panels.known import known, open_at, shades_of
from visualiser.panels.outline_model import OutlineModel
from visualiser.panels.parts import RESTYLED, SessionPanel, column, paint_pill, row_height
from visualiser.panels.rows import LEADING, Index, RowLook
from visualiser.session import Session
from visualiser.theme import font, theme
from visualiser.words import tr

MOST_ITEMS = 20_000
"""Items after which the tree is filled anew, with the way to the cursor alone."""
INDENT = 14
DEEPEST_INDENT = 110
"""Pixels that indentation takes at most; where the tree is deeper, each ply takes less."""


class OutlineDelegate(QStyledItemDelegate):
    """A glyph, the move, the value as a pill, and the calls."""

    def __init__(self, model: OutlineModel, view: QTreeView) -> None:
        super().__init__(view)
        self.model = model
        self.view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        session = self.model.session
        if session is None:
            return
        frame, area = self.model.frame_of(index), QRectF(option.rect)
        is_now, is_chosen = frame == session.cursor.frame, frame == session.selected
        look = RowLook(is_now, is_chosen and not is_now, frame >= session.entered)
        self._paint_ground(painter, look, area, bool(option.state & QStyle.StateFlag.State_MouseOver))
        if is_chosen and self.view.hasFocus():
            painter.setPen(QPen(theme().for_max, 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1, -1))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter, session, frame, area, look)
        painter.restore()

    def _paint_ground(self, painter: QPainter, look: RowLook, area: QRectF, is_hovered: bool) -> None:
        if look.is_now:
            painter.fillRect(area, theme().now)
        elif look.is_chosen or is_hovered:
            painter.fillRect(area, theme().band)

    def _paint_frame(self, painter: QPainter, session: Session, frame: int, area: QRectF, look: RowLook) -> None:
        is_mirrored = self.view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        used = 2.0

        def next_part(width: float) -> QRectF:
            nonlocal used
            left = area.right() - used - width if is_mirrored else area.left() + used
            used += width + 6
            return QRectF(left, area.top(), width, area.height())

        found, (move, _, _, calls) = known(session, frame), self.model.parts(frame)
        shade = theme().of_shade(shades_of(session).of_value(found.value)) if found.value is not None else theme().paper
        fill, line = shade if found.is_final else theme().card, QPen(look.ink, 1.3)
        paint_glyph(painter, shape_of_frame(session.trace, frame), next_part(14).center(), 13, fill, line)
        bold, quiet = font(12, bold=True), theme().quiet if look.ink == theme().ink else look.ink
        face = font(13, bold=open_at(session, frame) is not None)
        for text, its_face, ink in ((move, face, look.ink), (found.text, bold, look.ink), (calls, font(11), quiet)):
            if not text:
                continue
            width = QFontMetricsF(its_face).horizontalAdvance(text)
            if its_face is bold and found.is_final:
                paint_pill(painter, next_part(width + 14), text, shade, theme().on_fill, bold)
                continue
            painter.setFont(its_face)
            painter.setPen(ink)
            painter.drawText(next_part(width + 3), LEADING, text)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, row_height())

    def width_of(self, index: Index) -> int:
        """How much room a frame needs."""
        text = "  ".join(self.model.parts(self.model.frame_of(index)))
        return int(QFontMetricsF(font(13, bold=True)).horizontalAdvance(text)) + 48


class OutlineTree(QTreeView):
    """The tree. It fetches the next portion of a large fan as soon as its last item comes into sight."""

    gone_to = Signal(int)
    """A frame that Enter was pressed on, or that was clicked twice."""

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
        self.doubleClicked.connect(lambda index: self.gone_to.emit(model.frame_of(index)))
        self.verticalScrollBar().valueChanged.connect(self.fetch_in_sight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.gone_to.emit(self.outline.frame_of(self.currentIndex()))
            return
        super().keyPressEvent(event)

    def bring_into_sight(self, index: QModelIndex) -> None:
        """Scrolls sideways too, which Qt does not: a deep frame lies far in."""
        self.scrollTo(index)
        bar, place, width = self.horizontalScrollBar(), self.visualRect(index), self.viewport().width()
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        start = bar.value() + (width - place.right() if is_mirrored else place.left())
        end = start + self.painter.width_of(index)
        self.header().resizeSection(0, max(width, end))
        self.scrollTo(index)
        bar.setValue(max(0, min(start - self.indentation(), end - width)))

    def fetch_in_sight(self) -> None:
        """More children for every frame whose last fetched child can be seen."""
        index = self.indexAt(self.viewport().rect().topLeft())
        bottom = self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            above = index.parent()
            is_last = above.isValid() and index.row() == self.outline.rowCount(above) - 1
            if is_last and self.outline.has_more(above):
                self.outline.fetchMore(above)
            index = self.indexBelow(index)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The branch keeps the panel's ground: only the item itself says that it is now, or chosen."""
        option.palette.setColor(QPalette.ColorRole.Highlight, theme().paper)
        super().drawRow(painter, option, index)

    def sizeHintForRow(self, row: int) -> int:
        return row_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header().resizeSection(0, max(self.viewport().width(), self.header().sectionSize(0)))
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self.scheduleDelayedItemsLayout()


class OutlinePanel(SessionPanel):
    """The outline follows the cursor, and closes behind it what it has opened."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to walk through its calls as an outline."))
        self.model = OutlineModel(self)
        self.tree = OutlineTree(self.model)
        self.tree.gone_to.connect(self.go_to)
        self.tree.expanded.connect(self.note_opened)
        self.tree.collapsed.connect(self.note_closed)
        self.tree.selectionModel().currentChanged.connect(self.select)
        self._opened_by_person: set[int] = set()
        self._opened_by_cursor: set[int] = set()
        self._path: list[int] = []
        self._is_following = False
        column(self.body, margin=0).addWidget(self.tree)

    def attach(self, session: Session | None) -> None:
        self._is_following = True
        self._begin_anew(session)
        self._is_following = False
        if session is not None:
            deepest = max(1, int(session.trace.column("ply").max()))
            self.tree.setIndentation(max(2, min(INDENT, DEEPEST_INDENT // deepest)))
        super().attach(session)

    def show_session(self, session: Session) -> None:
        if self._is_following:
            return
        self._is_following = True
        if self.model.filled > MOST_ITEMS:
            self._begin_anew(session)
        frame = session.selected
        path = session.trace.ancestors(frame)
        is_elsewhere = frame not in self.model or path[:-1] != self._path
        if is_elsewhere:
            # With a layout on its way Qt only notes what is opened and closed, and lays out once.
            self.tree.scheduleDelayedItemsLayout()
        index = self.model.reach(frame)
        if is_elsewhere:
            self._open(path[:-1], session)
        if self.tree.currentIndex() != index:
            self.tree.setCurrentIndex(index)
        self.tree.bring_into_sight(index)
        self.tree.viewport().update()
        self._is_following = False

    def _open(self, path: list[int], session: Session) -> None:
        """Opens the way to a frame, and closes what only the cursor has opened and left."""
        for frame in self._opened_by_cursor - set(path):
            end = frame + session.trace.sizes[frame]
            if not any(frame <= opened < end for opened in self._opened_by_person):
                self.tree.collapse(self.model.index_of(frame))
                self._opened_by_cursor.discard(frame)
        for frame in path:
            place = self.model.index_of(frame)
            if not self.tree.isExpanded(place):
                self.tree.expand(place)
                self._opened_by_cursor.add(frame)
        self._path = path

    def _begin_anew(self, session: Session | None) -> None:
        """An empty tree: after a long walk, what has been filled on the way is let go of."""
        self.model.turn_to(session)
        self._opened_by_person.clear()
        self._opened_by_cursor.clear()
        self._path = []

    def note_opened(self, index: QModelIndex) -> None:
        if not self._is_following:
            self._opened_by_person.add(self.model.frame_of(index))

    def note_closed(self, index: QModelIndex) -> None:
        if not self._is_following:
            frame = self.model.frame_of(index)
            self._opened_by_person.discard(frame)
            self._opened_by_cursor.discard(frame)
            self._path = []

    def select(self, index: QModelIndex) -> None:
        if self.session is not None and index.isValid() and not self._is_following:
            self.session.select(self.model.frame_of(index))

    def go_to(self, frame: int) -> None:
        if self.session is not None:
            self.session.go_to_frame(frame)
