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
from PySide6.QtWidgets import QCheckBox, QWidget

from plyscope_window.widgets.controls import Choice, Number
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.words import in_language, localized, minus, number, tr


class Part(Enum):
    """Which frames are written."""

    WHOLE = "whole"
    VISIBLE = "visible"
    SUBTREE = "subtree"
    PATH = "path"


class Moment(Enum):
    """As of which step the tree is written."""

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
    with_future: bool = True
    """Show what is not searched yet."""
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
        """The exporter of the chosen format."""
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
        hides_future=not options.with_future,
        stubs=options.stubs,
        boards=options.boards,
        windows=options.windows,
        notes=view.notes if options.with_notes else {},
        ghosts=view.ghosts if options.with_ghosts else {},
        theme=options.theme,
        fragment=options.fragment,
        scale=options.scale,
    )
    unsupported = {option.name for option in fields(Extent)} - options.exporter.reads
    return replace(extent, **{name: getattr(WHOLE, name) for name in unsupported})


SCALES = (1, 2, 3, 4)
"""The offered sizes, in pixels for each unit of the drawing."""


def parts() -> list[tuple[str, Part]]:
    """The entries of the field Part."""
    return [
        (tr("The whole tree"), Part.WHOLE),
        (tr("The visible part"), Part.VISIBLE),
        (tr("The selected frame and what is below it"), Part.SUBTREE),
        (tr("The path to the selected frame"), Part.PATH),
    ]


def moments() -> list[tuple[str, Moment]]:
    """The entries of the field Moment."""
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


class ExportForm(Form):
    """The options of an export: each field has the name of one."""

    def __init__(self, view: View, options: ExportOptions, plies: int) -> None:
        self.view = view
        self.about = Label("", 12, quiet=True, wrapped=True)
        super().__init__(self._fields(max(0, plies)))
        self.fill(vars(options))

    def _fields(self, plies: int) -> list[Field]:
        """The fields in order; of each but the format, why it is disabled for a format."""

        def option(label: str, control: QWidget, help: str, name: str, *reads: str) -> Field:
            return Field(label, control, help, name, refusal=self._refusal(*reads))

        def tick(label: str, name: str, read: str) -> Field:
            return option("", QCheckBox(label), "", name, read)

        formats = [
            (tr("{name}: {about}", name=exporter.name, about=localized(exporter.about)), exporter.name)
            for exporter in EXPORTERS.values()
        ]
        themes = [(tr("light"), THEMES[0]), (tr("dark"), THEMES[1])]
        scales = [(number(scale), float(scale)) for scale in SCALES]
        return [
            Field(tr("&Format"), choice(formats), tr("The format of the file"), "form"),
            option(tr("&Part"), choice(parts()), tr("Which frames are written"), "part", "root"),
            option(
                tr("P&lies"), Number(-1, plies, None, none=tr("all")), tr("How many plies of that part"), "plies",
                "depth",
            ),
            option(
                tr("M&oment"), choice(moments()), tr("The step whose tree is written"), "moment", "step", "all_steps"
            ),
            option(tr("&Theme"), choice(themes), tr("The colours of the drawing"), "theme", "theme"),
            option(tr("S&cale"), choice(scales), tr("Pixels for every unit of the drawing"), "scale", "scale"),
            Field("", self.about),
            tick(tr("Pruned &moves"), "stubs", "stubs"),
            tick(tr("&Boards"), "boards", "boards"),
            tick(tr("&α and β"), "windows", "windows"),
            tick(tr("&Ghosts searched so far"), "with_ghosts", "ghosts"),
            tick(tr("&Notes of bookmarks"), "with_notes", "notes"),
            tick(tr("Frames not searched &yet"), "with_future", "hides_future"),
            tick(tr("&Fragment only (no document around it)"), "fragment", "fragment"),
        ]  # fmt: skip

    def _refusal(self, *names: str) -> Callable[[], str]:
        """The function that says why a field of these options is disabled; empty where it is not."""

        def refusal() -> str:
            if not self.options.exporter.reads & set(names):
                return tr("{name} does not support this.", name=self.options.form)
            if "notes" in names and not self.view.notes:
                return tr("No bookmark has a name or a note.")
            if "ghosts" in names and not self.view.ghosts:
                return tr("No pruned move has been searched afterwards.")
            return ""

        return refusal

    def refresh(self) -> None:
        """Enable the fields that apply, and say if one file is written for every step."""
        super().refresh()
        writes_many = self.options.moment is Moment.ALL and not self.options.exporter.holds_all_steps
        self.about.setText(tr("One file for every step, with the step’s number in its name.") if writes_many else "")

    @property
    def options(self) -> ExportOptions:
        """The state of the controls."""
        return ExportOptions(**self.values)

    def proposed_path(self, folder: Path, title: str) -> Path:
        """A path in a folder for the file, named after the title of the recording."""
        name = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in title).strip(" -") or "tree"
        return folder / f"{name}.{self.options.exporter.suffixes[0]}"


def choice(entries: Sequence[tuple[str, object]]) -> Choice:
    """A combo box of export options, which shows the beginning of long entries."""
    return Choice(entries, least_letters=12)
