"""Dialogs that have to be answered before anything else, all in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from plyscope.games import GAMES
from plyscope.messages import InputError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QWidget,
)

from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.words import localized, tr

AnyDialog = TypeVar("AnyDialog", bound=QDialog)
Answer = Literal["save", "discard", "cancel"]
Decision = Literal["open", "discard", "later"]

OPEN_PATTERNS = "*.plytrace *.plygame *.plymatch *.py *.ipynb *.toml *.json *.jsonl *.txt"
"""The patterns of files that can be opened, beside those of the games."""


def raise_open_dialog(window: QWidget, kind: type[AnyDialog]) -> AnyDialog | None:
    """Bring the open dialog of a class to the front and return it; None where there is none, and one can be opened."""
    for dialog in window.findChildren(kind):
        if dialog.isVisible():
            dialog.activateWindow()
            return dialog
    return None


def question(parent: QWidget, text: str, detail: str) -> QMessageBox:
    """A box with a question, to which buttons are added."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(text)
    box.setInformativeText(detail)
    return box


def ask_to_save(parent: QWidget, title: str) -> Answer:
    """Ask whether to save what would be closed."""
    box = question(parent, tr("“{title}” has not been saved.", title=title), tr("Save it before it is closed?"))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    # With letters of their own, which the names of some desktops lack, a letter is an answer.
    for button, name in ((buttons.Save, tr("&Save")), (buttons.Discard, tr("&Discard"))):
        box.button(button).setText(name)
    pressed = box.exec()
    if pressed == buttons.Save:
        return "save"
    return "discard" if pressed == buttons.Discard else "cancel"


def confirm(parent: QWidget, text: str, detail: str, yes: str) -> bool:
    """Ask whether to do something, and return the answer; `yes` is the text of the button that does it."""
    box = question(parent, text, detail)
    agree = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is agree


class RecoveredDialog(QDialog):
    """The recordings that can be recovered, each with a check box, and what to do with the checked ones."""

    def __init__(self, parent: QWidget, names: list[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Plyscope")
        self.decision: Decision = "later"
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Recordings that were not saved"))
        for name in names:
            item = QListWidgetItem(name, self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
        self.list.itemChanged.connect(lambda _: self._present())
        text = QLabel(tr("Plyscope ended unexpectedly. Recordings that were not saved: {number}", number=len(names)))
        text.setWordWrap(True)
        buttons = QDialogButtonBox()
        roles = QDialogButtonBox.ButtonRole
        self.opens = buttons.addButton(tr("Open the selected"), roles.AcceptRole)
        self.discards = buttons.addButton(tr("Discard the selected"), roles.DestructiveRole)
        later = buttons.addButton(tr("Ask again later"), roles.RejectRole)
        self.opens.setDefault(True)
        self.opens.clicked.connect(lambda: self._end("open"))
        self.discards.clicked.connect(lambda: self._end("discard"))
        later.clicked.connect(self.reject)
        self.setLayout(column_layout(text, self.list, buttons, margins=None))
        self.resize(560, 300)

    @property
    def checked(self) -> list[int]:
        """The numbers of the recordings that are checked."""
        places = range(self.list.count())
        return [place for place in places if self.list.item(place).checkState() == Qt.CheckState.Checked]

    def _present(self) -> None:
        """Enable the buttons that act on checked recordings."""
        for button in (self.opens, self.discards):
            button.setEnabled(bool(self.checked))

    def _end(self, decision: Decision) -> None:
        """Close the dialog with a decision."""
        self.decision = decision
        self.accept()


def ask_about_recovered(parent: QWidget, names: list[str]) -> tuple[Decision, list[int]]:
    """Ask what to do with recordings of a crashed window: the decision, and the numbers of those it is for."""
    dialog = RecoveredDialog(parent, names)
    dialog.exec()
    dialog.deleteLater()
    return dialog.decision, dialog.checked


def ask_game_of_text(parent: QWidget, games: dict[str, str]) -> str | None:
    """Ask of which game a text is a position; `games` are the titles by name. None where no game is chosen."""
    detail = tr("The text can be read in more than one way.")
    box = question(parent, tr("Which game is this a position of?"), detail)
    names = {box.addButton(title, QMessageBox.ButtonRole.AcceptRole): name for name, title in games.items()}
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return next((name for button, name in names.items() if button is box.clickedButton()), None)


def ask_which(parent: QWidget, titles: Sequence[str]) -> int | None:
    """Ask which of several positions or games of a file is meant; its number from 1, None where none is chosen."""
    texts = [f"{number}. {title}" for number, title in enumerate(titles, 1)]
    chosen, agreed = QInputDialog.getItem(parent, tr("Open"), tr("There are several. Which one?"), texts, 0, False)
    return texts.index(chosen) + 1 if agreed else None


def warn(parent: QWidget, text: str, detail: str = "") -> None:
    """Tell the user what could not be done, and why."""
    box = question(parent, text, detail)
    box.setIcon(QMessageBox.Icon.Warning)
    box.exec()


def succeeds(parent: QWidget, run: Callable[[], object], refusal: str) -> bool:
    """Run a function; False where it cannot do its work, which the user has been told then, and why."""
    try:
        run()
    except InputError as error:
        why_not(parent, refusal)(error)
        return False
    return True


def why_not(parent: QWidget, refusal: str) -> Callable[[InputError], None]:
    """A function that tells the user what could not be done, and why by the error that it is given."""
    return lambda error: warn(parent, refusal, localized(error.message))


def ask_open_paths(parent: QWidget, folder: Path) -> list[Path]:
    """Ask which files to open; none where the user cancels."""
    patterns = " ".join([OPEN_PATTERNS, *(f"*{suffix}" for entry in GAMES.values() for suffix in entry.files)])
    kinds = (
        tr("Recordings, positions, exercises, games, matches and programs ({patterns})", patterns=patterns),
        tr("All files ({patterns})", patterns="*"),
    )
    names, _ = QFileDialog.getOpenFileNames(parent, tr("Open"), str(folder), ";;".join(kinds))
    return [Path(name) for name in names]


def ask_file(parent: QWidget, title: str, folder: Path, kinds: str) -> Path | None:
    """Ask for an existing file; None where the user cancels."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(folder), kinds)
    return Path(name) if name else None


def ask_folder(parent: QWidget, title: str, folder: Path) -> Path | None:
    """Ask for an existing folder; None where the user cancels."""
    name = QFileDialog.getExistingDirectory(parent, title, str(folder))
    return Path(name) if name else None


def ask_save_path(parent: QWidget, proposed: Path) -> Path | None:
    """Ask where to save a recording, as .plytrace unless another suffix is typed. None where the user cancels."""
    name, _ = QFileDialog.getSaveFileName(
        parent, tr("Save the recording"), str(proposed), tr("Recordings ({patterns})", patterns="*.plytrace")
    )
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(".plytrace")


def ask_new_path(parent: QWidget, title: str, proposed: Path, kinds: str) -> Path | None:
    """Ask where to write a file; it gets the proposed suffix unless one is typed. None where the user cancels."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(proposed), kinds)
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(proposed.suffix)


def ask_step(parent: QWidget, now: int, last: int) -> int | None:
    """Ask for a step to go to; None where the user cancels."""
    step, agreed = QInputDialog.getInt(
        parent, tr("Go to step"), tr("A step from 0 to {last}:", last=last), now, 0, min(last, 2**31 - 1)
    )
    return step if agreed else None


def ask_bookmark(parent: QWidget, name: str) -> tuple[str, str] | None:
    """Ask for the name, `name` if none is typed, and the note of a new bookmark; None where the user cancels."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(tr("Bookmark"))
    name_field, note_field = QLineEdit(name), QLineEdit()
    name_field.selectAll()
    note_field.setPlaceholderText(tr("What is worth coming back for"))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    dialog.setLayout(
        column_layout(Form((Field(tr("&Name"), name_field), Field(tr("N&ote"), note_field))), buttons, margins=None)
    )
    dialog.resize(480, dialog.sizeHint().height())
    agreed = dialog.exec()
    answer = name_field.text().strip() or name, note_field.text().strip()
    dialog.deleteLater()
    return answer if agreed else None
