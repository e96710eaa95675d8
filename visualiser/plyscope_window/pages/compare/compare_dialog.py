"""What a recording is to be compared with: one that is open, a file, or a search that is recorded first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.recording.who import read_who
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from plyscope_window.pages.searches import position_for, presets, request_for
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout
from plyscope_window.words import count, localized, tr


@dataclass(frozen=True)
class Choice:
    """What to compare a recording with: exactly one of the three is set."""

    session: Session | None = None
    path: Path | None = None
    request: Mapping[str, Any] | None = None


class CompareDialog(QDialog):
    """Recordings and searches in one list, and a field to type a search into."""

    def __init__(self, parent: QWidget, session: Session, others: list[Session], folder: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare with"))
        self.trace: Trace = session.trace
        self.folder = folder
        self.choice: Choice | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Recordings of the same position that are open, and searches"))
        for other in others:
            words = tr("open: {title} ({frames} calls)", title=other.title, frames=count(len(other.trace)))
            self._add_entry(words, Choice(session=other))
        for text in [] if self.trace.search.is_imported else presets(self.trace):
            self._add_entry(tr("record: {search}", search=text), text)
        self.field = QLineEdit()
        # A search is written from the left, whatever the language.
        self.field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.field.setPlaceholderText("alphabeta:depth=4,order=center,cut='>'")
        self.form = Form(
            [Field(tr("Another &search"), self.field, tr("A name, or a name with options"), name="search")]
        )
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.compare_button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.compare_button.setText(tr("Compare"))
        help = tr("Compare with a recording in a file")
        self.file = framed_button(tr("A file…"), help, "open", self._choose_file)
        self._lay_out()
        self._connect()
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _add_entry(self, words: str, entry: Choice | str) -> None:
        """Add an entry to the list: an open recording, or a search as it is typed."""
        item = QListWidgetItem(words, self.list)
        item.setData(Qt.ItemDataRole.UserRole, entry)

    def _lay_out(self) -> None:
        about = Label(
            tr("What the other search does not say for itself is as in this recording: depth, scoring, order."),
            12,
            quiet=True,
            wrapped=True,
        )
        self.setLayout(
            column_layout((self.list, 1), self.form, about, row_layout(self.file, (self.buttons, 1)), margins=None)
        )
        self.resize(520, 420)

    def _connect(self) -> None:
        self.list.currentItemChanged.connect(self._choose_item)
        self.list.itemActivated.connect(self._accept_if_chosen)
        self.field.textEdited.connect(self._typed)
        self.form.entered.connect(self._accept_if_chosen)
        self.buttons.accepted.connect(self._accept_if_chosen)
        self.buttons.rejected.connect(self.reject)

    # What is chosen

    def _choose_item(self, item: QListWidgetItem | None) -> None:
        """Take an entry of the list; a search goes into the field."""
        entry = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if isinstance(entry, str):
            self.field.setText(entry)
            self._check_typed()
        elif entry is not None:
            self.field.clear()
            self._set_choice(entry, "")

    def _typed(self) -> None:
        """Take what is typed instead of an entry of the list."""
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(-1)
        self._check_typed()

    def _check_typed(self) -> None:
        """Take the typed search as the choice, or show below the field what is wrong with it."""
        text = self.field.text()
        if not text.strip():
            self._set_choice(None, "")
            return
        try:
            request = request_for(self.trace, read_who(text))
            position_for(self.trace, request)
        except InputError as error:
            self._set_choice(None, localized(error.message))
        else:
            self._set_choice(Choice(request=request), "")

    def _set_choice(self, choice: Choice | None, complaint: str) -> None:
        """Set the choice, or None with what is wrong with the typed search."""
        self.choice = choice
        self.form.show_problems({"search": complaint})
        self.field.setAccessibleDescription(complaint)
        self.compare_button.setEnabled(choice is not None)

    def _choose_file(self) -> None:
        """Ask for a file, and accept it."""
        paths = questions.ask_open_paths(self, self.folder)
        if paths:
            self.choice = Choice(path=paths[0])
            self.accept()

    def _accept_if_chosen(self) -> None:
        """Close the dialog if there is a choice."""
        if self.choice is not None:
            self.accept()


def ask(parent: QWidget, session: Session, others: list[Session], folder: Path) -> Choice | None:
    """Ask what to compare a recording with; None where the dialog is cancelled."""
    dialog = CompareDialog(parent, session, others, folder)
    agreed, choice = dialog.exec(), dialog.choice
    dialog.deleteLater()
    return choice if agreed else None
