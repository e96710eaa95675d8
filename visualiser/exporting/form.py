"""The controls of the export: which form, which part, which moment, and what is shown of each frame.

What the chosen form has no use for is disabled and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QVBoxLayout, QWidget

from engine.export import EXPORTERS
from engine.export.extent import THEMES
from engine.export.options import OPTIONS
from engine.messages import Message
from visualiser.controls import Choice, Number, label_of
from visualiser.exporting.wish import Moment, Part, Where, Wish
from visualiser.panels.parts import Words
from visualiser.words import in_language, minus, number, said, tr

ALL_PLIES = -1
SCALES = (1, 2, 3, 4)


def parts() -> list[tuple[str, Part]]:
    return [
        (tr("The whole tree"), Part.WHOLE),
        (tr("What is seen"), Part.SEEN),
        (tr("The selected frame and what is below it"), Part.SUBTREE),
        (tr("The path to the selected frame"), Part.PATH),
    ]


def moments() -> list[tuple[str, Moment]]:
    return [(tr("At the end"), Moment.END), (tr("As of the cursor's step"), Moment.NOW), (tr("All steps"), Moment.ALL)]


def fields() -> dict[str, str]:
    """What the form calls what the command line has options for."""
    return {
        OPTIONS["depth"]: tr("“Plies” in the export"),
        OPTIONS["root"]: tr("“Part” in the export"),
        OPTIONS["scale"]: tr("“Scale” in the export"),
    }


def said_here(message: Message) -> str:
    """A sentence of the engine, with the fields of the form where it names options of the command line."""
    here = fields()
    return minus(message.text(lambda pattern: here.get(pattern) or in_language(pattern)))


class ExportForm(QWidget):
    """What is wished for, as controls."""

    changed = Signal()

    def __init__(self, where: Where, wish: Wish, plies: int) -> None:
        super().__init__()
        self.where = where
        self.form = chooser(
            [(tr("{name}: {about}", name=one.name, about=said(one.about)), one.name) for one in EXPORTERS.values()]
        )
        self.part, self.moment = chooser(parts()), chooser(moments())
        self.plies = Number(ALL_PLIES, max(0, plies), ALL_PLIES)
        self.plies.setSpecialValueText(tr("all"))
        self.scale = chooser([(number(scale), float(scale)) for scale in SCALES])
        self.theme = chooser([(tr("light"), THEMES[0]), (tr("dark"), THEMES[1])])
        self.stubs = QCheckBox(tr("Pruned &moves"))
        self.boards = QCheckBox(tr("&Boards"))
        self.windows = QCheckBox(tr("&α and β"))
        self.notes = QCheckBox(tr("&Notes of bookmarks"))
        self.ghosts = QCheckBox(tr("&Ghosts that were searched"))
        self.future = QCheckBox(tr("What is not searched &yet"))
        self.fragment = QCheckBox(tr("Only a &fragment, for a document that is there"))
        self.about = Words("", 12, quiet=True, wrapped=True)
        self._put(wish)
        self._lay_out()
        self._connect()
        self.present()

    @property
    def ticks(self) -> dict[str, QCheckBox]:
        """By the field of an Extent that each is about."""
        return {
            "stubs": self.stubs, "boards": self.boards, "windows": self.windows, "ghosts": self.ghosts,
            "notes": self.notes, "hides_future": self.future, "fragment": self.fragment,
        }  # fmt: skip

    def _put(self, wish: Wish) -> None:
        for box, value in (
            (self.form, wish.form), (self.part, wish.part), (self.moment, wish.moment), (self.theme, wish.theme),
            (self.scale, wish.scale),
        ):  # fmt: skip
            box.setCurrentIndex(max(0, box.findData(value)))
        self.plies.setValue(ALL_PLIES if wish.plies is None else wish.plies)
        for tick, is_on in (
            (self.stubs, wish.stubs), (self.boards, wish.boards), (self.windows, wish.windows),
            (self.notes, wish.with_notes), (self.ghosts, wish.with_ghosts),
            (self.future, not wish.hides_future), (self.fragment, wish.fragment),
        ):  # fmt: skip
            tick.setChecked(is_on)

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, control, help in (
            (tr("&Form"), self.form, tr("What the file is for")),
            (tr("&Part"), self.part, tr("Which frames are written")),
            (tr("P&lies"), self.plies, tr("How many plies of that part")),
            (tr("M&oment"), self.moment, tr("The tree as it stood then")),
            (tr("&Theme"), self.theme, tr("Of what is drawn")),
            (tr("S&cale"), self.scale, tr("Dots of the picture for every unit of the drawing")),
        ):
            fields.addRow(label_of(text, control, help), control)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(fields)
        layout.addWidget(self.about)
        for tick in self.ticks.values():
            layout.addWidget(tick)
        layout.addStretch(1)

    def _connect(self) -> None:
        for box in (self.form, self.part, self.moment, self.theme, self.scale):
            box.currentIndexChanged.connect(self._change)
        self.plies.valueChanged.connect(self._change)
        for tick in self.ticks.values():
            tick.toggled.connect(self._change)

    def _change(self) -> None:
        self.present()
        self.changed.emit()

    def present(self) -> None:
        """Disables what the form has no use for."""
        reads = self.wish.exporter.reads
        no_use = tr("{name} has no use for this.", name=self.wish.form)
        controls: dict[str, QWidget] = {
            "root": self.part, "depth": self.plies, "theme": self.theme, "scale": self.scale, **self.ticks,
        }  # fmt: skip
        for name, control in controls.items():
            control.setEnabled(name in reads)
            control.setToolTip("" if name in reads else no_use)
        self.moment.setEnabled(bool({"step", "all_steps"} & reads))
        if "notes" in reads and not self.where.notes:
            self.notes.setEnabled(False)
            self.notes.setToolTip(tr("No bookmark has a name or a note."))
        if "ghosts" in reads and not self.where.ghosts:
            self.ghosts.setEnabled(False)
            self.ghosts.setToolTip(tr("No ghost has been searched yet."))
        self.about.setText(self._about())

    def _about(self) -> str:
        wish = self.wish
        if wish.moment is Moment.ALL and not wish.exporter.holds_all_steps:
            return tr("A file for every step, each with the number of its step in its name.")
        return ""

    @property
    def wish(self) -> Wish:
        """What is wished for now."""
        return Wish(
            form=self.form.currentData(), part=self.part.currentData(), moment=self.moment.currentData(),
            plies=None if self.plies.value() == ALL_PLIES else self.plies.value(),
            hides_future=not self.future.isChecked(), stubs=self.stubs.isChecked(), boards=self.boards.isChecked(),
            windows=self.windows.isChecked(), with_notes=self.notes.isChecked() and bool(self.where.notes),
            with_ghosts=self.ghosts.isChecked() and bool(self.where.ghosts),
            theme=self.theme.currentData(), fragment=self.fragment.isChecked(), scale=self.scale.currentData(),
        )  # fmt: skip

    def proposed(self, folder: Path, title: str) -> Path:
        """A name for the file."""
        name = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in title).strip(" -") or "tree"
        return folder / f"{name}.{self.wish.exporter.suffixes[0]}"


def chooser(choices: Sequence[tuple[str, object]]) -> QComboBox:
    box = Choice(least_letters=12)
    for text, data in choices:
        box.addItem(text, data)
    return box
