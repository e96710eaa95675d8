"""What an exercise is made of: the recording in front, or random trees; what is asked, and which files are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyscope.exercises.exercise import (
    ASKS,
    BEST,
    END,
    NEVER,
    ONCE,
    PRUNED,
    VALUES,
    WINDOWS,
    Exercise,
    exercise_of,
    exercise_of_calls,
)
from plyscope.exercises.making import Request, variants
from plyscope.files.atomic import FileThereError
from plyscope.games.random_trees import Constraints
from plyscope.messages import InputError
from plyscope.model.origin import OUR_SEARCH
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.worksheets.forms import FORMS, write_exercises
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from plyscope_window.jobs.background import LastQuestion
from plyscope_window.pages.editor.random_tree_dialog import shape_fields
from plyscope_window.pages.page import Host
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Notice
from plyscope_window.widgets.layouts import column_layout, flow_layout, row_layout
from plyscope_window.words import localized, tr

MAX_DEPTH_OF_SEARCH, MAX_VARIANTS = 60, 500
"""The largest depth of the search, and the largest number of variants."""
RECORDING, CALLS, RANDOM = "recording", "calls", "random"
"""What an exercise may be made of."""
JSON = "json"


class Ticks(QWidget):
    """Check boxes of which any may be ticked."""

    changed = Signal()

    def __init__(self, names: Mapping[str, str], ticked: Sequence[str]) -> None:
        super().__init__()
        self.boxes = {key: QCheckBox(words) for key, words in names.items()}
        for key, box in self.boxes.items():
            box.setChecked(key in ticked)
            box.toggled.connect(lambda _=False: self.changed.emit())
        self.setLayout(flow_layout(*self.boxes.values(), spacing=12))
        self.setFocusProxy(next(iter(self.boxes.values())))

    @property
    def value(self) -> tuple[str, ...]:
        """The keys of the ticked boxes that can be chosen."""
        return tuple(key for key, box in self.boxes.items() if box.isChecked() and box.isEnabled())

    def allow(self, allowed: Sequence[str], reason: str) -> None:
        """Enable only the boxes of these keys; `reason` says why the others cannot be chosen."""
        for key, box in self.boxes.items():
            box.setEnabled(key in allowed)
            box.setToolTip("" if key in allowed else reason)


@dataclass(frozen=True)
class Choices:
    """What was chosen in the dialog when the button was pressed."""

    position: Position | None
    """The position to search; None for random trees."""
    calls: Trace | None
    """The recorded calls of user code, in place of a position."""
    options: Mapping[str, Any]
    request: Request
    seed: int
    count: int
    asked: Sequence[str]
    title: str
    feedback: str
    forms: Sequence[str]
    folder: Path | None
    """Where the files go; None to write none."""
    replaces: bool = False
    """Whether files that are there may be replaced."""

    def make(self) -> list[Exercise]:
        """Make the exercises, and write them where a folder is given; raise InputError where that cannot be."""
        if self.calls is not None:
            made = [exercise_of_calls(self.calls, title=self.title, feedback=self.feedback)]
        elif self.position is not None:
            title = self.title or self.position.title
            made = [exercise_of(self.position, self.options, self.asked, title=title, feedback=self.feedback)]
        else:
            about = {"title": self.title, "feedback": self.feedback}
            made = variants(self.request, self.seed, self.count, asks=self.asked, **about)
        if self.folder is not None:
            write_exercises(made, self.folder, self.forms, force=self.replaces)
        return made


class MakeDialog(QDialog):
    """The dialog for making exercises: `exercises` are those made, once it has been accepted."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.host = host
        self.setWindowTitle(tr("Make exercise"))
        self.exercises: list[Exercise] = []
        self.folder_written: Path | None = None
        """The folder that the exercises were written into."""
        session, page = host.session, host.page
        self.position = session.trace.position if session is not None else page.position_to_grow
        self.recorded_options: Mapping[str, Any] = {}
        """The options of the recording in front."""
        self.calls: Trace | None = None
        if session is not None and session.trace.origin is OUR_SEARCH:
            self.recorded_options = {"algorithm": session.trace.search.name, **session.trace.options}
        elif session is not None:
            self.position = None
            self.calls = session.trace if session.trace.origin.is_user_code else None
        self._running = LastQuestion(self)
        self._make_source_fields()
        self._make_search_fields()
        self._make_output_fields()
        self._lay_out()
        self._show_possible()

    def _make_source_fields(self) -> None:
        choices: list[tuple[str, object]] = [(tr("Random trees"), RANDOM)]
        if self.position is not None:
            name = self.position.title or self.position.game.name
            choices.insert(0, (tr("The position in front: {name}", name=name), RECORDING))
        elif self.calls is not None:
            choices.insert(0, (tr("The calls in front: {name}", name=self.calls.origin.function_name(0)), CALLS))
        self.source = Choice(choices)
        self.search_depth = Number(0, MAX_DEPTH_OF_SEARCH, self.recorded_options.get("depth"), none=tr("to the end"))
        self.prunes, self.cutoffs = (Number(-1, 99, number, none=tr("as they come")) for number in (2, None))
        self.deep = QCheckBox(tr("a &deep cutoff among them"))
        self.distinct = QCheckBox(tr("all leaves d&iffer"))
        self.distinct.setChecked(True)
        self.seed, self.variants = Number(0, 999_999_999, 1), Number(1, MAX_VARIANTS, 1)

    def _make_search_fields(self) -> None:
        algorithms = [(name, name) for name in ("alphabeta", "negamax", "minimax")]
        self.algorithm = Choice(algorithms, self.recorded_options.get("algorithm"))
        self.cut = Choice([("α ≥ β", ">="), ("α > β", ">")], self.recorded_options.get("cut"))
        fails = [(tr("soft: the best value seen"), "soft"), (tr("hard: no value outside the window"), "hard")]
        self.fail = Choice(fails, self.recorded_options.get("fail"))
        orders = [(tr("left to right"), "given"), (tr("right to left"), "reverse")]
        self.order = Choice(orders, self.recorded_options.get("order"))
        for choice in (self.source, self.algorithm, self.cut, self.fail, self.order):
            choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        names = {
            VALUES: tr("values"), WINDOWS: tr("α and β"), PRUNED: tr("what is pruned"), BEST: tr("the best move"),
        }  # fmt: skip
        self.asked = Ticks({ask: names[ask] for ask in ASKS}, ASKS)

    def _make_output_fields(self) -> None:
        feedbacks = [
            (tr("when the student likes"), ""), (tr("at once"), ONCE), (tr("at the end"), END),
            (tr("never: a test"), NEVER),
        ]  # fmt: skip
        self.heading, self.feedback = QLineEdit(), Choice(feedbacks)
        names = {"json": tr("exercise"), "html": tr("web page"), "pdf": "PDF", "tex": "LaTeX", "moodle": "Moodle"}
        self.forms = Ticks({form: names.get(form, form) for form in FORMS}, [JSON])
        self.folder = QLineEdit()
        self.folder.setPlaceholderText(tr("empty: open it here, write nothing"))

    def _lay_out(self) -> None:
        left, right = Form(self._tree_fields(), spacing=6), Form(self._search_fields(), spacing=6)
        self.parts = (left, right)
        for form in self.parts:
            form.changed.connect(self._show_possible)
        self.notice = Notice()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = self.buttons.addButton(tr("&Make"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.make.setProperty("strong", True)
        self.make.setDefault(True)
        self.buttons.accepted.connect(self._make)
        self.buttons.rejected.connect(self.reject)
        columns = row_layout(*((form, 1) for form in self.parts), spacing=24)
        self.setLayout(column_layout((columns, 1), self.notice, self.buttons, margins=16, spacing=12))
        self.resize(900, self.sizeHint().height())

    def _tree_fields(self) -> list[Field]:
        """Return the fields that say what tree an exercise is of."""

        def is_random() -> bool:
            return self.is_random

        def is_given() -> bool:
            return bool(self.source.currentData() == RECORDING)

        return [
            Field(tr("&Of"), self.source, tr("What the exercise is made of")),
            Field(
                tr("&Depth"), self.search_depth, tr("Plies below the root; what lies deeper is judged"), when=is_given
            ),
            *shape_fields((2, 2), (3, 3), (0, 20), when=is_random),
            Field(tr("&Pruned moves"), self.prunes, tr("Exactly so many moves are pruned"), when=is_random),
            Field(tr("C&utoffs"), self.cutoffs, tr("The cut test fires exactly so often"), when=is_random),
            Field("", self.deep, tr("One cutoff comes from three plies above or more"), when=is_random),
            Field("", self.distinct, name="distinct", when=is_random),
            Field(tr("&Seed"), self.seed, tr("The same seed gives the same trees"), when=is_random),
            Field(tr("Va&riants"), self.variants, tr("So many different exercises, numbered"), when=is_random),
        ]

    def _search_fields(self) -> list[Field]:
        """Return the fields that say which search it is about, what is asked and what is written."""

        def why_no_search() -> str:
            return tr("What the program does is taken as it is.") if self.is_of_calls else ""

        def why_no_cut() -> str:
            is_minimax = self.algorithm.currentData() == "minimax"
            return why_no_search() or (tr("Minimax prunes nothing.") if is_minimax else "")

        return [
            Field(tr("&Algorithm"), self.algorithm, tr("The search that is run by hand"), refusal=why_no_search),
            Field(tr("Cu&t rule"), self.cut, tr("When the moves that are left are pruned"), refusal=why_no_cut),
            Field(tr("Fai&l mode"), self.fail, tr("Which value a node returns"), refusal=why_no_cut),
            Field(
                tr("Ord&er"),
                self.order,
                tr("In which moves are tried; names do not change with it"),
                refusal=why_no_search,
            ),
            Field(tr("As&ked for"), self.asked, tr("What the student fills in")),
            Field(tr("Feed&back"), self.feedback, tr("A test shows neither marks nor hints")),
            Field(tr("&Heading"), self.heading, tr("The title of the exercise")),
            Field(tr("&Files"), self.forms, tr("What is written; keys go into files of their own")),
            Field(
                tr("F&older"),
                self.folder,
                tr("Where the files are written"),
                button=framed_button(tr("Choose…"), tr("The folder that the files are written into")),
                ask=self._ask_folder,
            ),
        ]

    @property
    def is_random(self) -> bool:
        """Whether exercises are made of random trees."""
        return bool(self.source.currentData() == RANDOM)

    @property
    def is_of_calls(self) -> bool:
        """Whether an exercise is made of recorded calls."""
        return bool(self.source.currentData() == CALLS)

    def _show_possible(self) -> None:
        """Allow only what can be asked about the chosen search, and say whether a folder is needed."""
        is_minimax = self.algorithm.currentData() == "minimax"
        if self.is_of_calls:
            self.asked.allow((VALUES,), tr("Of calls only what they return is asked."))
        else:
            self.asked.allow((VALUES, BEST) if is_minimax else ASKS, tr("Minimax has no window and prunes nothing."))
        if self._needs_folder:
            self.notice.say(tr("Choose the folder for the files; Make asks for it, too."), is_problem=False)
        else:
            self.notice.say(tr("The exercise opens in a tab of its own."), is_problem=False)

    @property
    def _needs_folder(self) -> bool:
        """Whether files or variants are asked for, and no folder for them is given."""
        has_files = (self.is_random and self.variants.value() > 1) or set(self.forms.value) != {JSON}
        return has_files and not self.folder.text().strip()

    def _ask_folder(self) -> Path | None:
        """Ask for the folder of the files; None where that is cancelled."""
        return questions.ask_folder(self, tr("Folder for the exercises"), self.host.settings.folder)

    # Making

    @property
    def choices(self) -> Choices:
        """What is chosen in the dialog now."""
        options = {"algorithm": self.algorithm.currentData(), "order": self.order.currentData()}
        if self.algorithm.currentData() != "minimax":
            options |= {"cut": self.cut.currentData(), "fail": self.fail.currentData()}
        shape = Constraints(**self.parts[0].values)
        prunes, cutoffs = self.prunes.number, self.cutoffs.number
        if self.algorithm.currentData() == "minimax":
            prunes = cutoffs = None
        request = Request(shape, prunes, cutoffs, self.deep.isChecked(), **options)
        kept = {
            name: self.recorded_options[name]
            for name in ("score", "weights")
            if self.recorded_options.get(name) is not None
        }
        given = {**kept, **options, "depth": self.search_depth.number}
        folder = self.folder.text().strip()
        return Choices(
            position=None if self.is_random else self.position,
            calls=self.calls if self.is_of_calls else None,
            options=given,
            request=request,
            seed=self.seed.value(),
            count=self.variants.value(),
            asked=self.asked.value,
            title=self.heading.text().strip(),
            feedback=self.feedback.currentData(),
            forms=self.forms.value,
            folder=Path(folder) if folder else None,
        )

    def _make(self) -> None:
        """Make the exercises, once a folder is given where one is needed."""
        if self._needs_folder:
            folder = self._ask_folder()
            if folder is None:
                return
            self.folder.setText(str(folder))
        choices = self.choices
        if not choices.asked:
            self.notice.say(tr("Tick at least one thing that is asked for."), is_problem=True)
            return
        self._make_in_background(choices)

    def _make_in_background(self, choices: Choices) -> None:
        """Make the exercises in another thread."""
        self.make.setEnabled(False)
        self.notice.say(tr("Making…"), is_problem=False)
        self._running.ask(
            choices.make,
            lambda made: self._finish(made, choices),
            lambda error: self._show_refusal(error, choices),
        )

    def _finish(self, made: list[Exercise], choices: Choices) -> None:
        """Accept the dialog with the exercises that were made."""
        self.exercises, self.folder_written = made, choices.folder
        self.accept()

    def _show_refusal(self, error: InputError, choices: Choices) -> None:
        """Show why the exercises cannot be made, or ask whether files may be replaced."""
        self.make.setEnabled(True)
        if not isinstance(error, FileThereError):
            self.notice.say(localized(error.message), is_problem=True)
            return
        folder = str(choices.folder)
        if questions.confirm(self, tr("Replace the exercises in this folder?"), folder, tr("Replace")):
            self._make_in_background(replace(choices, replaces=True))
        else:
            self.notice.say(tr("This folder has exercises already; choose another."), is_problem=True)
