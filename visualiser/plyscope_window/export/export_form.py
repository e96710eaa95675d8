"""The controls of the export: which form, which part, which moment, and what is shown of each frame.

What the chosen form has no use for is disabled and says so.

What a person asks for in the dialog, and the extent that this means for a form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path

from plyscope.analysis.ghosts import Ghost
from plyscope.export import EXPORTERS, Exporter
from plyscope.export.extent import LIGHT, OPTIONS, THEMES, WHOLE, Extent
from plyscope.messages import Message
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QVBoxLayout, QWidget

from plyscope_window.widgets.controls import Choice, Number, label_of
from plyscope_window.widgets.labels import Words
from plyscope_window.words import in_language, minus, number, said, tr


class Part(Enum):
    WHOLE = "whole"
    SEEN = "seen"
    SUBTREE = "subtree"
    PATH = "path"


class Moment(Enum):
    END = "end"
    NOW = "now"
    ALL = "all"


@dataclass(frozen=True)
class Where:
    """Where the person stands in the recording."""

    seen: Extent
    """The part that the canvas shows."""
    selected: int
    step: int
    last_step: int
    notes: Mapping[int, str]
    ghosts: Mapping[tuple[int, int], Ghost] = field(default_factory=dict)
    """What has been searched of moves that were left out."""


@dataclass(frozen=True)
class Wish:
    """One state of the dialog."""

    form: str = "svg"
    part: Part = Part.WHOLE
    plies: int | None = None
    moment: Moment = Moment.END
    hides_future: bool = False
    stubs: bool = True
    boards: bool = False
    windows: bool = False
    with_notes: bool = False
    with_ghosts: bool = False
    theme: str = LIGHT
    fragment: bool = False
    scale: float = 2.0

    @property
    def exporter(self) -> Exporter:
        return EXPORTERS[self.form]


def extent_of(wish: Wish, where: Where) -> Extent:
    """The same as the engine has it; what the form has no use for is not asked of it."""
    part = {
        Part.WHOLE: WHOLE,
        Part.SEEN: where.seen,
        Part.SUBTREE: Extent(root=where.selected),
        Part.PATH: Extent(path_to=where.selected),
    }[wish.part]
    asked = replace(
        part,
        depth=wish.plies,
        step=where.step if wish.moment is Moment.NOW and where.step != where.last_step else None,
        all_steps=wish.moment is Moment.ALL,
        hides_future=wish.hides_future,
        stubs=wish.stubs,
        boards=wish.boards,
        windows=wish.windows,
        notes=where.notes if wish.with_notes else {},
        ghosts=where.ghosts if wish.with_ghosts else {},
        theme=wish.theme,
        fragment=wish.fragment,
        scale=wish.scale,
    )
    unread = {one.name: getattr(WHOLE, one.name) for one in fields(Extent) if one.name not in wish.exporter.reads}
    return replace(asked, **unread)


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


def field_names() -> dict[str, str]:
    """What the form calls what the command line has options for."""
    return {
        OPTIONS["depth"]: tr("“Plies” in the export"),
        OPTIONS["root"]: tr("“Part” in the export"),
        OPTIONS["scale"]: tr("“Scale” in the export"),
    }


def said_here(message: Message) -> str:
    """A sentence of the engine, with the fields of the form where it names options of the command line."""
    here = field_names()
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
