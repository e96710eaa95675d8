"""The controls of the export: the format, the part, the step, and what is shown of each frame.

Controls that the chosen format does not support are disabled and say so. `extent_of` turns the state of the controls
into the extent that the engine writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path

from plyscope.analysis.ghosts import Ghost
from plyscope.export import EXPORTERS, Exporter
from plyscope.export.extent import LIGHT, OPTIONS, THEMES, WHOLE, Extent
from plyscope.messages import Message
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from plyscope_window.widgets.controls import Choice, Number
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.words import in_language, localized, minus, number, tr


class Part(Enum):
    WHOLE = "whole"
    VISIBLE = "visible"
    SUBTREE = "subtree"
    PATH = "path"


class Moment(Enum):
    END = "end"
    CURRENT = "now"
    ALL = "all"


@dataclass(frozen=True)
class View:
    """What the window shows of the recording."""

    visible: Extent
    """The part that the canvas shows."""
    selected: int
    step: int
    last_step: int
    notes: Mapping[int, str]
    ghosts: Mapping[tuple[int, int], Ghost] = field(default_factory=dict)
    """The pruned moves that have been searched afterwards."""


@dataclass(frozen=True)
class ExportOptions:
    """One state of the controls."""

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


def extent_of(options: ExportOptions, view: View) -> Extent:
    """The options as the engine reads them, without those that the format does not support."""
    part = {
        Part.WHOLE: WHOLE,
        Part.VISIBLE: view.visible,
        Part.SUBTREE: Extent(root=view.selected),
        Part.PATH: Extent(path_to=view.selected),
    }[options.part]
    extent = replace(
        part,
        depth=options.plies,
        step=view.step if options.moment is Moment.CURRENT and view.step != view.last_step else None,
        all_steps=options.moment is Moment.ALL,
        hides_future=options.hides_future,
        stubs=options.stubs,
        boards=options.boards,
        windows=options.windows,
        notes=view.notes if options.with_notes else {},
        ghosts=view.ghosts if options.with_ghosts else {},
        theme=options.theme,
        fragment=options.fragment,
        scale=options.scale,
    )
    unsupported = {
        one.name: getattr(WHOLE, one.name) for one in fields(Extent) if one.name not in options.exporter.reads
    }
    return replace(extent, **unsupported)


ALL_PLIES = -1
SCALES = (1, 2, 3, 4)


def parts() -> list[tuple[str, Part]]:
    return [
        (tr("The whole tree"), Part.WHOLE),
        (tr("The visible part"), Part.VISIBLE),
        (tr("The selected frame and what is below it"), Part.SUBTREE),
        (tr("The path to the selected frame"), Part.PATH),
    ]


def moments() -> list[tuple[str, Moment]]:
    return [
        (tr("At the end"), Moment.END),
        (tr("As of the cursor's step"), Moment.CURRENT),
        (tr("All steps"), Moment.ALL),
    ]


def field_names() -> dict[str, str]:
    """The fields of the form, by the options of the command line."""
    return {
        OPTIONS["depth"]: tr("“Plies” in the export"),
        OPTIONS["root"]: tr("“Part” in the export"),
        OPTIONS["scale"]: tr("“Scale” in the export"),
    }


def in_form_words(message: Message) -> str:
    """A message of the engine, with the fields of the form in the places of options of the command line."""
    names = field_names()
    return minus(message.text(lambda pattern: names.get(pattern) or in_language(pattern)))


class ExportForm(QWidget):
    """The options of an export as controls."""

    changed = Signal()

    def __init__(self, view: View, options: ExportOptions, plies: int) -> None:
        super().__init__()
        self.view = view
        self.form = chooser(
            [(tr("{name}: {about}", name=one.name, about=localized(one.about)), one.name) for one in EXPORTERS.values()]
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
        self.ghosts = QCheckBox(tr("&Ghosts searched so far"))
        self.future = QCheckBox(tr("Frames not searched &yet"))
        self.fragment = QCheckBox(tr("&Fragment only (no document around it)"))
        self.about = Label("", 12, quiet=True, wrapped=True)
        self._put(options)
        self._lay_out()
        self.about.setText(self._about())
        self.fields.changed.connect(self._change)

    @property
    def check_boxes(self) -> dict[str, QCheckBox]:
        """By the fields of an Extent."""
        return {
            "stubs": self.stubs, "boards": self.boards, "windows": self.windows, "ghosts": self.ghosts,
            "notes": self.notes, "hides_future": self.future, "fragment": self.fragment,
        }  # fmt: skip

    def _put(self, options: ExportOptions) -> None:
        for choice, value in (
            (self.form, options.form), (self.part, options.part), (self.moment, options.moment),
            (self.theme, options.theme), (self.scale, options.scale),
        ):  # fmt: skip
            choice.setCurrentIndex(max(0, choice.findData(value)))
        self.plies.setValue(ALL_PLIES if options.plies is None else options.plies)
        for box, is_on in (
            (self.stubs, options.stubs), (self.boards, options.boards), (self.windows, options.windows),
            (self.notes, options.with_notes), (self.ghosts, options.with_ghosts),
            (self.future, not options.hides_future), (self.fragment, options.fragment),
        ):  # fmt: skip
            box.setChecked(is_on)

    def _lay_out(self) -> None:
        self.fields = Form(
            (
                Field(tr("&Format"), self.form, tr("The format of the file")),
                Field(tr("&Part"), self.part, tr("Which frames are written"), refusal=self._refusal("root")),
                Field(tr("P&lies"), self.plies, tr("How many plies of that part"), refusal=self._refusal("depth")),
                Field(
                    tr("M&oment"), self.moment, tr("The step whose tree is written"),
                    refusal=self._refusal("step", "all_steps"),
                ),
                Field(tr("&Theme"), self.theme, tr("The colours of the drawing"), refusal=self._refusal("theme")),
                Field(
                    tr("S&cale"), self.scale, tr("Pixels for every unit of the drawing"),
                    refusal=self._refusal("scale"),
                ),
                Field("", self.about),
                *(Field("", box, refusal=self._refusal(name)) for name, box in self.check_boxes.items()),
            )
        )  # fmt: skip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.fields)
        layout.addStretch(1)

    def _refusal(self, *names: str) -> Callable[[], str]:
        """Why a field is disabled: the format does not support it, or there is nothing to show."""

        def refusal() -> str:
            if not self.options.exporter.reads & set(names):
                return tr("{name} does not support this.", name=self.options.form)
            if "notes" in names and not self.view.notes:
                return tr("No bookmark has a name or a note.")
            if "ghosts" in names and not self.view.ghosts:
                return tr("No ghost has been searched yet.")
            return ""

        return refusal

    def _change(self) -> None:
        self.about.setText(self._about())
        self.changed.emit()

    def _about(self) -> str:
        options = self.options
        if options.moment is Moment.ALL and not options.exporter.holds_all_steps:
            return tr("One file for every step, with the step’s number in its name.")
        return ""

    @property
    def options(self) -> ExportOptions:
        """The options as the controls are set."""
        return ExportOptions(
            form=self.form.currentData(), part=self.part.currentData(), moment=self.moment.currentData(),
            plies=None if self.plies.value() == ALL_PLIES else self.plies.value(),
            hides_future=not self.future.isChecked(), stubs=self.stubs.isChecked(), boards=self.boards.isChecked(),
            windows=self.windows.isChecked(), with_notes=self.notes.isChecked() and bool(self.view.notes),
            with_ghosts=self.ghosts.isChecked() and bool(self.view.ghosts),
            theme=self.theme.currentData(), fragment=self.fragment.isChecked(), scale=self.scale.currentData(),
        )  # fmt: skip

    def proposed_path(self, folder: Path, title: str) -> Path:
        """A name for the file, made from the title."""
        name = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in title).strip(" -") or "tree"
        return folder / f"{name}.{self.options.exporter.suffixes[0]}"


def chooser(choices: Sequence[tuple[str, object]]) -> QComboBox:
    box = Choice(least_letters=12)
    for text, data in choices:
        box.addItem(text, data)
    return box
