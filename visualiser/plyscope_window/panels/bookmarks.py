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
from plyscope_window.widgets.layouts import BAR_MARGINS, STRETCH, row_layout
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
                Column(tr("step"), lambda bookmark: count(bookmark.step), tip=self.full_text),
                Column(
                    tr("name"),
                    lambda bookmark: bookmark.name or self.sentence_of(bookmark),
                    is_prose=True,
                    is_quiet=lambda bookmark: not bookmark.name,
                    tip=self.full_text,
                    stretches=True,
                    value=lambda bookmark: bookmark.name,
                    write=lambda bookmark, text: self.change(bookmark, replace(bookmark, name=str(text).strip())),
                ),
                Column(
                    tr("note"),
                    lambda bookmark: bookmark.note,
                    is_prose=True,
                    tip=self.full_text,
                    stretches=True,
                    value=lambda bookmark: bookmark.note,
                    write=lambda bookmark, text: self.change(bookmark, replace(bookmark, note=str(text).strip())),
                ),
            ),
            by="double click",
            no_rows=tr("No bookmarks yet. Ctrl+D sets one at the step you are at."),
        )
        triggers = QAbstractItemView.EditTrigger
        self.table.setEditTriggers(triggers.SelectedClicked | triggers.EditKeyPressed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._enable_buttons())
        help = tr("Set or remove the bookmark of this step (Ctrl+D)")
        self.add_button = framed_button("", help, "bookmark-add", self.toggle_here)
        self._buttons: list[QToolButton] = []
        """The buttons that act on the current row."""
        self.go_button = self._button(tr("Go to the bookmark (Enter)"), "go-to-step", self.choose)
        self.rename_button = self._button(tr("Edit the name; Tab goes on to the note (F2)"), "edit", self.rename)
        self.remove_button = self._button(tr("Remove the bookmark (Delete)"), "remove", self.remove)
        self.bar.setLayout(row_layout(self.add_button, STRETCH, *self._buttons, margins=BAR_MARGINS, spacing=4))
        self.bar.show()

    def _button(self, help: str, picture: str, run: Callable[[Bookmark], None]) -> QToolButton:
        """Make a button of the bar that acts on the current bookmark."""
        button = framed_button("", help, picture, lambda: run(self.table.current_row))
        self._buttons.append(button)
        return button

    def rows_of(self, session: Session) -> Sequence[Bookmark]:
        """Return the bookmarks in the order of their steps."""
        return sorted(session.cursor.marks.bookmarks.values(), key=lambda bookmark: bookmark.step)

    def look(self, row: Bookmark) -> RowLook:
        """Mark the bookmark of the cursor's step."""
        return RowLook(self.session is not None and row.step == self.session.cursor.step)

    def sentence_of(self, bookmark: Bookmark) -> str:
        """Return the sentence of a bookmark's step; of a step that is not known yet, that it is a later one."""
        if self.session is None or not 0 <= bookmark.step <= self.session.cursor.last_step:
            return ""
        if bookmark.step > self.session.known_step:
            return tr("a later step")
        return localized(sentence(self.session.trace, self.session.cursor.steps.at(bookmark.step)))

    def full_text(self, bookmark: Bookmark) -> str:
        """Return the name, the note and the sentence of a bookmark, a line each, for its tooltip."""
        return "\n".join(filter(None, (bookmark.name, bookmark.note, self.sentence_of(bookmark))))

    def show_session(self, session: Session) -> None:
        super().show_session(session)
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        """Enable the buttons that act on a bookmark while there is a current one."""
        is_enabled = self.table.currentIndex().isValid()
        for button in self._buttons:
            button.setEnabled(is_enabled)
            button.setToolTip(button.accessibleName() if is_enabled else tr("Choose a bookmark in the list first."))

    # Actions on a bookmark

    def toggle_here(self) -> None:
        """Set a bookmark at the cursor's step, or remove the one there, and make its row the current one."""
        if self.session is not None:
            self.session.toggle_bookmark()
            steps = [bookmark.step for bookmark in self.model.rows]
            if self.session.cursor.step in steps:
                self.table.setCurrentIndex(self.model.index(steps.index(self.session.cursor.step), NAME))

    def choose(self, row: Bookmark) -> None:
        """Go to the step of a bookmark."""
        if self.session is not None:
            self.session.go(row.step)

    def rename(self, row: Bookmark) -> None:
        """Edit the name of the current bookmark in its cell, or the note where that is the current cell."""
        index = self.table.currentIndex()
        index = index.siblingAtColumn(max(NAME, index.column()))
        self.table.setFocus()
        self.table.setCurrentIndex(index)
        self.table.edit(index)

    def change(self, before: Bookmark, after: Bookmark) -> None:
        """Replace a bookmark by its edited copy."""
        if self.session is not None and after != before:
            self.session.set_bookmark(after)

    def remove(self, row: Bookmark) -> None:
        """Remove a bookmark."""
        if self.session is not None:
            self.session.remove_bookmark(row.step)
