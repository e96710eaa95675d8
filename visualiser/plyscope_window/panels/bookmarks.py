"""The bookmarks: steps with a name and a note, both to be written in place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyscope.model.marks import Bookmark
from plyscope.text.narration import sentence
from PySide6.QtCore import QAbstractTableModel, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QWidget

from plyscope_window.look.theme import font
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.layouts import EDGE, bar_in, column
from plyscope_window.widgets.painting import row_height
from plyscope_window.widgets.rows import IS_NOW, IS_QUIET, PADDING, Index, Table
from plyscope_window.words import count, said, tr

STEP, NAME, NOTE = range(3)


class BookmarksModel(QAbstractTableModel):
    """The bookmarks of a session in the order of their steps."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.shown: list[Bookmark] = []

    def show_marks(self, session: Session | None) -> None:
        """Takes notice only of what has changed, so that a cell that is being edited stays."""
        marks = [] if session is None else sorted(session.cursor.marks.bookmarks.values(), key=lambda one: one.step)
        is_same = session is self.session and [one.step for one in marks] == [one.step for one in self.shown]
        self.session = session
        if is_same:
            self.shown = marks
            if marks:
                self.dataChanged.emit(self.index(0, 0), self.index(len(marks) - 1, NOTE))
            return
        self.beginResetModel()
        self.shown = marks
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return NOTE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (tr("step"), tr("name"), tr("note"))[section]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if index.column() == STEP else flags | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        assert self.session is not None
        bookmark, place = self.shown[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (count(bookmark.step), bookmark.name or self.step_in_words(bookmark), bookmark.note)[place]
        if role == Qt.ItemDataRole.EditRole:
            return (bookmark.step, bookmark.name, bookmark.note)[place]
        if role == IS_NOW:
            return bookmark.step == self.session.cursor.step
        if role == IS_QUIET:
            return place == NAME and not bookmark.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (bookmark.name, bookmark.note, self.step_in_words(bookmark)) if part)
        return None

    def step_in_words(self, bookmark: Bookmark) -> str:
        """What happens at the step: what a bookmark shows that has no name of its own."""
        assert self.session is not None
        cursor = self.session.cursor
        if not 0 <= bookmark.step <= cursor.last_step:
            return ""
        return said(sentence(self.session.trace, cursor.steps.at(bookmark.step)))

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if self.session is None or role != Qt.ItemDataRole.EditRole:
            return False
        bookmark = self.shown[index.row()]
        text = str(value).strip()
        changed = replace(bookmark, name=text) if index.column() == NAME else replace(bookmark, note=text)
        if changed != bookmark:
            self.session.set_bookmark(changed)
        return True


class BookmarksPanel(Panel):
    """Buttons, and below them the list. Enter, or a double click, goes to a bookmark; Delete removes it.

    F2, the pencil and a second click write its name or its note; Tab leads from the one to the other.
    """

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to set bookmarks in it."))
        self.model = BookmarksModel()
        self.table = Table(self.model, tr("Bookmarks"), by="double click")
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.SelectedClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.table.chosen.connect(self.go_to)
        self.table.unwanted.connect(self.remove)
        self.hint = Words(tr("No bookmarks yet. Ctrl+D sets one at the step you are at."), quiet=True, wrapped=True)
        self.hint.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self.add_button = framed_button("", tr("Set or remove the bookmark of this step (Ctrl+D)"), "bookmark-add")
        self.rename_button = framed_button("", tr("Edit the name; Tab goes on to the note (F2)"), "edit")
        self.remove_button = framed_button("", tr("Remove the bookmark (Delete)"), "remove")
        self.go_button = framed_button("", tr("Go to the bookmark (Enter)"), "go-to-step")
        self._tips = {one: one.toolTip() for one in (self.rename_button, self.remove_button, self.go_button)}
        self.add_button.clicked.connect(self.toggle_here)
        self.go_button.clicked.connect(lambda: self.go_to(self.table.currentIndex().row()))
        self.rename_button.clicked.connect(self.rename)
        self.remove_button.clicked.connect(lambda: self.remove(self.table.currentIndex().row()))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._allow())
        self.bar = QWidget()
        row = bar_in(self.bar)
        row.addWidget(self.add_button)
        row.addStretch(1)
        for button in (self.go_button, self.rename_button, self.remove_button):
            row.addWidget(button)
        layout = column(self.body, margin=0, spacing=0)
        layout.addWidget(self.bar)
        layout.addWidget(self.hint)
        self.table.setMinimumHeight(1)
        layout.addWidget(self.table, 1)
        layout.addStretch(0)

    def minimumSizeHint(self) -> QSize:
        """Room for the row at the top and a line of the list, also with its heads."""
        return QSize(super().minimumSizeHint().width(), self.bar.sizeHint().height() + 2 * row_height())

    def attach(self, session: Session | None) -> None:
        self.model.show_marks(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        self.model.show_marks(session)
        has_any = bool(self.model.shown)
        self.hint.setVisible(not has_any)
        self.table.setVisible(has_any)
        self._fit()
        self._allow()

    def toggle_here(self) -> None:
        if self.session is not None:
            self.session.toggle_bookmark()
            steps = [one.step for one in self.model.shown]
            if self.session.cursor.step in steps:
                self.table.setCurrentIndex(self.model.index(steps.index(self.session.cursor.step), NAME))

    def go_to(self, row: int) -> None:
        if self.session is not None:
            self.session.go(self.model.shown[row].step)

    def rename(self) -> None:
        row = self.table.currentIndex().row()
        if row >= 0:
            self.table.setFocus()
            place = max(NAME, self.table.currentIndex().column())
            self.table.setCurrentIndex(self.model.index(row, place))
            self.table.edit(self.model.index(row, place))

    def remove(self, row: int) -> None:
        if self.session is not None and 0 <= row < len(self.model.shown):
            self.session.remove_bookmark(self.model.shown[row].step)

    def _allow(self) -> None:
        is_chosen = self.table.currentIndex().isValid()
        for button, tip in self._tips.items():
            button.setEnabled(is_chosen)
            button.setToolTip(tip if is_chosen else tr("Choose a bookmark in the list first."))

    def _fit(self) -> None:
        metrics = QFontMetrics(font(13))
        steps = max((metrics.horizontalAdvance(count(one.step)) for one in self.model.shown), default=0)
        step = max(steps + 2 * PADDING + 8, self.table.head_width(STEP))
        room = max(120, self.table.viewport().width() - step)
        self.table.set_widths([step, room // 2 if any(one.note for one in self.model.shown) else room * 2 // 3])
