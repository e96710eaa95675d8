"""The bookmarks: steps with a name and a note, both edited in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from plyscope.model.marks import Bookmark
from plyscope.text.narration import sentence
from PySide6.QtWidgets import QAbstractItemView, QToolButton

from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.layouts import bar_layout
from plyscope_window.widgets.table import Column, RowLook
from plyscope_window.words import count, localized, tr

STEP, NAME, NOTE = range(3)


class BookmarksPanel(TablePanel):
    """A list with buttons above it. Enter, or a double click, goes to a bookmark; Delete removes it.

    F2, the pencil and a second click edit its name or its note; Tab moves from one to the other.
    """

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording to set bookmarks in it."),
            tr("Bookmarks"),
            (
                Column(tr("step"), lambda one: count(one.step), tip=self.in_full),
                Column(
                    tr("name"),
                    lambda one: one.name or self.sentence_of(one),
                    is_prose=True,
                    is_quiet=lambda one: not one.name,
                    tip=self.in_full,
                    stretches=True,
                    value=lambda one: one.name,
                    write=lambda one, text: self.change(one, replace(one, name=str(text).strip())),
                ),
                Column(
                    tr("note"),
                    lambda one: one.note,
                    is_prose=True,
                    tip=self.in_full,
                    stretches=True,
                    value=lambda one: one.note,
                    write=lambda one, text: self.change(one, replace(one, note=str(text).strip())),
                ),
            ),
            by="double click",
            no_rows=tr("No bookmarks yet. Ctrl+D sets one at the step you are at."),
        )
        triggers = QAbstractItemView.EditTrigger
        self.table.setEditTriggers(triggers.SelectedClicked | triggers.EditKeyPressed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._allow())
        self.add_button = framed_button("", tr("Set or remove the bookmark of this step (Ctrl+D)"), "bookmark-add")
        self.add_button.clicked.connect(self.toggle_here)
        self._row = bar_layout(self.bar)
        self._row.addWidget(self.add_button)
        self._row.addStretch(1)
        self._buttons: list[QToolButton] = []
        """The buttons that act on the current row."""
        self.go_button = self._button(tr("Go to the bookmark (Enter)"), "go-to-step", self.choose)
        self.rename_button = self._button(tr("Edit the name; Tab goes on to the note (F2)"), "edit", self.rename)
        self.remove_button = self._button(tr("Remove the bookmark (Delete)"), "remove", self.remove)
        self.bar.show()

    def _button(self, help: str, picture: str, run: Callable[[Bookmark], None]) -> QToolButton:
        button = framed_button("", help, picture)
        button.clicked.connect(lambda: run(self.table.current_row))
        self._row.addWidget(button)
        self._buttons.append(button)
        return button

    def rows_of(self, session: Session) -> Sequence[Bookmark]:
        return sorted(session.cursor.marks.bookmarks.values(), key=lambda one: one.step)

    def look(self, row: Bookmark) -> RowLook:
        return RowLook(self.session is not None and row.step == self.session.cursor.step)

    def sentence_of(self, bookmark: Bookmark) -> str:
        """The sentence of its step, shown for a bookmark without a name; of a later step only that it is one."""
        if self.session is None or not 0 <= bookmark.step <= self.session.cursor.last_step:
            return ""
        if bookmark.step > self.session.known_step:
            return tr("a later step")
        return localized(sentence(self.session.trace, self.session.cursor.steps.at(bookmark.step)))

    def in_full(self, bookmark: Bookmark) -> str:
        return "\n".join(filter(None, (bookmark.name, bookmark.note, self.sentence_of(bookmark))))

    def show_session(self, session: Session) -> None:
        super().show_session(session)
        self._allow()

    def _allow(self) -> None:
        is_enabled = self.table.currentIndex().isValid()
        for button in self._buttons:
            button.setEnabled(is_enabled)
            button.setToolTip(button.accessibleName() if is_enabled else tr("Choose a bookmark in the list first."))

    # Actions on a bookmark

    def toggle_here(self) -> None:
        if self.session is not None:
            self.session.toggle_bookmark()
            steps = [one.step for one in self.model.rows]
            if self.session.cursor.step in steps:
                self.table.setCurrentIndex(self.model.index(steps.index(self.session.cursor.step), NAME))

    def choose(self, row: Bookmark) -> None:
        if self.session is not None:
            self.session.go(row.step)

    def rename(self, row: Bookmark) -> None:
        index = self.table.currentIndex()
        index = index.siblingAtColumn(max(NAME, index.column()))
        self.table.setFocus()
        self.table.setCurrentIndex(index)
        self.table.edit(index)

    def change(self, before: Bookmark, after: Bookmark) -> None:
        if self.session is not None and after != before:
            self.session.set_bookmark(after)

    def remove(self, row: Bookmark) -> None:
        if self.session is not None:
            self.session.remove_bookmark(row.step)
