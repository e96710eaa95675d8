"""Questions to the person that have to be answered before anything else, all in one place."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QWidget,
)

from visualiser.words import tr

Answer = Literal["save", "discard", "cancel"]


def save_before_closing(parent: QWidget, title: str) -> Answer:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(tr("“{title}” has not been saved.", title=title))
    box.setInformativeText(tr("Save it before it is closed?"))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    pressed = box.exec()
    if pressed == buttons.Save:
        return "save"
    return "discard" if pressed == buttons.Discard else "cancel"


def confirm(parent: QWidget, text: str, detail: str, yes: str) -> bool:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(text)
    box.setInformativeText(detail)
    agree = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is agree


def what_to_do_with_recovered(parent: QWidget, number: int, names: str) -> Literal["open", "discard", "later"]:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(tr("Plyscope ended unexpectedly. {number} recordings were not saved.", number=number))
    box.setInformativeText(names)
    opens = box.addButton(tr("Open them"), QMessageBox.ButtonRole.AcceptRole)
    discards = box.addButton(tr("Throw them away"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("Ask again later"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(opens)
    box.setEscapeButton(later)
    box.exec()
    if box.clickedButton() is opens:
        return "open"
    return "discard" if box.clickedButton() is discards else "later"


def tell(parent: QWidget, text: str, detail: str = "") -> None:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(text)
    box.setInformativeText(detail)
    box.exec()


def path_to_open(parent: QWidget, folder: Path) -> list[Path]:
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        tr("Open"),
        str(folder),
        ";;".join(
            (
                tr("Recordings and positions ({patterns})", patterns="*.plytrace *.toml *.json *.txt"),
                tr("All files ({patterns})", patterns="*"),
            )
        ),
    )
    return [Path(name) for name in names]


def path_to_save(parent: QWidget, proposed: Path) -> Path | None:
    name, _ = QFileDialog.getSaveFileName(
        parent, tr("Save the recording"), str(proposed), tr("Recordings ({patterns})", patterns="*.plytrace")
    )
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(".plytrace")


def step_to_go_to(parent: QWidget, now: int, last: int) -> int | None:
    step, agreed = QInputDialog.getInt(
        parent, tr("Go to step"), tr("A step from 0 to {last}:", last=last), now, 0, min(last, 2**31 - 1)
    )
    return step if agreed else None


def bookmark(parent: QWidget, name: str) -> tuple[str, str] | None:
    """The name and the note of a new bookmark; Return in either field agrees."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(tr("Bookmark"))
    name_field, note_field = QLineEdit(name), QLineEdit()
    name_field.selectAll()
    note_field.setPlaceholderText(tr("What is worth coming back for"))
    form = QFormLayout(dialog)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    form.addRow(tr("&Name"), name_field)
    form.addRow(tr("N&ote"), note_field)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    form.addRow(buttons)
    dialog.resize(480, dialog.sizeHint().height())
    agreed = dialog.exec()
    given = name_field.text().strip() or name, note_field.text().strip()
    dialog.deleteLater()
    return given if agreed else None
