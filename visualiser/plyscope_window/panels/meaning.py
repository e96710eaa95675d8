"""What the parameters and results of user code mean: a table of roles, each of which can be corrected.

Where the value is not known, a card asks which part of a result it is and offers the readings that fit. Nothing is run
again when a role is changed; it is remembered for the file and the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from plyscope.messages import InputError, shortened
from plyscope.model.roles import (
    ALPHA,
    BETA,
    BOARD,
    BY_MAX,
    BY_MOVER,
    BY_NAME,
    DEPTH,
    FIRST_CALL,
    IGNORE,
    MAX_SAID,
    MOVE,
    NO_SIDES,
    NO_VALUE,
    NOT_KNOWN,
    SAID,
    SECOND_CALL,
    SEEN_SAID,
    SIDE,
    VALUE,
    Proposal,
)
from plyscope.model.trace import Trace
from plyscope.model.user_code import TracedFunction, UserCode
from plyscope.usercode.given_roles import remembered_of
from plyscope.usercode.reading import read_as_search, unread
from plyscope.usercode.result_values import item_text
from plyscope.usercode.role_recognition import kinds_by_name, side_texts
from plyscope.usercode.value_place import number_paths_of
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import theme
from plyscope_window.panels.panel import Panel
from plyscope_window.widgets.controls import Button, Choice, fill
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column, scrolling
from plyscope_window.words import count, number, sentence_case, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

Given = dict[str, dict[str, str]]

MAX_FUNCTIONS = 8
MAX_SAMPLED_CALLS, MAX_ARGUMENT = 50_000, 60
"""Calls whose arguments are examined for samples, from the first one, and the characters of each."""
SAMPLES, MAX_SAMPLE, MAX_EXAMINED = 3, 14, 2000
"""The values shown of a reading, their characters, and the results that are examined for them."""
RESULT, NONE = "result", "none"
"""How the whole result, and no value at all, are named where roles are given."""


def role_names() -> dict[str, str]:
    """The roles of parameters, in the order of the table."""
    return {
        BOARD: tr("board"),
        SIDE: tr("side"),
        MOVE: tr("move"),
        DEPTH: tr("depth"),
        ALPHA: "α",
        BETA: "β",
    }


def path_name(path: str) -> str:
    """A part of a result in words."""
    places = (tr("first"), tr("second"), tr("third"), tr("fourth"))
    names = {
        "": tr("the whole result"),
        NO_VALUE: tr("none: the result is no value"),
        NOT_KNOWN: tr("not known"),
    }
    names |= {f"[{at}]": tr("the {place} item", place=place) for at, place in enumerate(places)}
    for at, place in enumerate(places):
        for inner, of in enumerate(places):
            names[f"[{at}][{inner}]"] = tr("the {inner} part of the {place} item", inner=of, place=place)
    return names.get(path, path)


def samples_of(trace: Trace, path: str) -> str:
    """Some of the values that a part of the results has in this run, the first ones first."""
    user_code = trace.user_code
    found: dict[str, None] = {}
    for text in np.unique(user_code.tables.result[:MAX_EXAMINED]).tolist():
        part = item_text(user_code.texts[text], path) if text >= 0 else None
        if part is not None and len(part) <= MAX_SAMPLE:
            found.setdefault(part)
    texts = list(found)
    shown = ", ".join(text.replace("-", "−") for text in texts[:SAMPLES])
    return tr("{values}, …", values=shown) if len(texts) > SAMPLES else shown


def argument_samples(user_code: UserCode, function: TracedFunction, parameter: str) -> str:
    """Some of the values that a parameter was given, and how many different ones there are among the first calls."""
    if parameter not in function.parameters:
        return ""
    place = function.parameters.index(parameter)
    numbers = user_code.argument_column(user_code.functions.index(function), place)[1][:MAX_SAMPLED_CALLS]
    distinct, first = np.unique(numbers, return_index=True)
    texts = [user_code.texts[number] for number in distinct[np.argsort(first)][:SAMPLES].tolist()]
    shown = "   ".join(shortened(text, MAX_ARGUMENT) for text in texts)
    return tr("{values}\n{count} different values", values=shown, count=count(len(distinct)))


def sides(user_code: UserCode, proposal: Proposal) -> list[tuple[str, object]]:
    """The calls in which MAX may move, each with the word under which that is given."""
    found: list[tuple[str, object]] = [(tr("not known"), NO_SIDES)]
    if kinds_by_name(user_code.functions[:-1]):
        found.append((tr("in the function with “max” in its name"), BY_NAME))
    elif proposal.kinds:
        found.append((tr("where the text takes the largest value"), BY_NAME))
    given = side_texts(user_code, proposal)
    for text in () if given is None or proposal.kinds else given[1].values():
        found.append((tr("where the side is {value}", value=text), text))
    found.append((tr("in the first call and on every second ply"), FIRST_CALL))
    found.append((tr("one ply below the first call, and on every second"), SECOND_CALL))
    return found


def side_now(proposal: Proposal, choices: Iterable[tuple[str, object]]) -> object:
    """The word for the calls in which MAX moves as the recording is read."""
    if proposal.kinds:
        return BY_NAME
    if proposal.max_texts:
        return next((word for _, word in choices if word in proposal.max_texts), None)
    return (NO_SIDES, FIRST_CALL, SECOND_CALL)[proposal.max_plies + 1]


def with_role(given: Mapping[str, Mapping[str, str]], function: str, name: str, role: str | None) -> Given:
    """What the user says of a file, with one more role, or with one less where it is recognised again."""
    made = {one: dict(roles) for one, roles in given.items()}
    mine = made.setdefault(function, {})
    if role is not None and role != IGNORE and name not in SAID:
        for other in [one for one, has in mine.items() if has == role and one not in (name, *SAID)]:
            del mine[other]
    mine.pop(name, None)
    if role is not None:
        mine[name] = role
    return {one: roles for one, roles in made.items() if roles}


class Reading(QPushButton):
    """A reading that fits, on a button: a click chooses it, the pointer or the keyboard on it shows the outcome."""

    looked_at = Signal(str)
    left = Signal()

    def __init__(self, path: str, name: str, samples: str) -> None:
        super().__init__()
        self.path = path
        self.name, self.samples = Label(sentence_case(name), 13, bold=True), Label(samples, 12, quiet=True)
        for label in (self.name, self.samples):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(2)
        layout.addWidget(self.name)
        layout.addWidget(self.samples)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The value is {part}: {samples}", part=path_name(path), samples=samples))
        self.setToolTip(tr("The value is {part}; it is remembered for this function", part=path_name(path)))

    def sizeHint(self) -> QSize:
        return self.layout().sizeHint()  # type: ignore[union-attr]

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.looked_at.emit(self.path)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.looked_at.emit(self.path)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


def common_part(paths: Sequence[str]) -> str:
    """The item that all paths lead through: [0] of [0][0] and [0][1]."""
    first = {path[: path.find("]") + 1] for path in paths}
    part = first.pop() if len(first) == 1 else ""
    return part if part and all(path.startswith(part) and len(path) > len(part) for path in paths) else ""


class QuestionCard(QFrame):
    """The question which part of a result is the value, with the readings that fit."""

    chosen = Signal(str)
    looked_at = Signal(str)
    left = Signal()

    def __init__(self, trace: Trace, proposal: Proposal) -> None:
        super().__init__()
        self.setAccessibleName(tr("Which part of a result is the value?"))
        paths = list(proposal.readings) or [*number_paths_of(trace)][:6]
        self.part = common_part(paths)
        """The item of a result that all readings are parts of; empty if they are parts of the whole."""
        layout = column(self, margin=14, spacing=8)
        head = QHBoxLayout()
        head.addWidget(Label(tr("value"), 13, bold=True))
        head.addWidget(Pill(tr("not known")))
        head.addStretch(1)
        fitting = {0: tr("nothing decides it"), 2: tr("two readings fit")}
        head.addWidget(Label(fitting.get(len(proposal.readings), tr("several readings fit")), 12, quiet=True))
        layout.addLayout(head)
        layout.addWidget(Label(self.question(trace), 13, wrapped=True))
        self.readings = [
            Reading(path, path_name(path.removeprefix(self.part)), samples_of(trace, path)) for path in paths
        ]
        grid = QGridLayout()
        grid.setSpacing(8)
        for place, one in enumerate(self.readings):
            one.clicked.connect(lambda _checked=False, path=one.path: self.chosen.emit(path))
            one.looked_at.connect(self.looked_at)
            one.left.connect(self.left)
            grid.addWidget(one, place // 2, place % 2)
        layout.addLayout(grid)
        self.note = Label("", 12, quiet=True, wrapped=True)
        layout.addWidget(self.note)
        self.say("")

    def question(self, trace: Trace) -> str:
        text = trace.user_code.result(min(trace.origin.callers, len(trace) - 1)) or ""
        if not text or len(text) > 40:
            if self.part:
                return tr("Which part of {item} of a result is the value?", item=path_name(self.part))
            return tr("Which part of a result is the value?")
        if self.part:
            return tr(
                "The first call gives {result}. Which part of {item} is the value?",
                result=text,
                item=path_name(self.part),
            )
        return tr("The first call gives {result}. Which part of it is the value?", result=text)

    def say(self, words: str) -> None:
        """Show what would follow from a reading; an empty text for what holds until one is chosen."""
        until = tr("Until you choose, the tree has no colours and no values are claimed.")
        self.note.setText(words or until)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().ink, 2))
        painter.setBrush(theme().card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)


class Pill(Label):
    """A short text in a dashed frame."""

    def __init__(self, text: str) -> None:
        super().__init__(text, 12, bold=True, quiet=True)
        self.setContentsMargins(7, 1, 7, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().quiet, 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()
        super().paintEvent(event)


class MeaningPanel(Panel):
    """The table of roles, function by function, and the question where the value is not known."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of user code to see what its parameters mean."))
        self.choices: dict[tuple[str, str], Choice] = {}
        """The choice for each function and role, or value."""
        self.question: QuestionCard | None = None
        self.content = QWidget()
        self.rows = column(self.content, spacing=8)
        column(self.body, margin=0).addWidget(scrolling(self.content))
        self._shown: Session | None = None
        self._answer: Answer | None = None

    def has_something_of(self, session: Session) -> bool:
        return session.trace.origin.is_user_code

    def attach(self, session: Session | None) -> None:
        if session is not self._shown:
            self._clear()
        super().attach(session)

    def show_session(self, session: Session) -> None:
        if session is not self._shown:
            self._shown = session
            self._build(session.trace)

    # Widgets

    def _clear(self) -> None:
        self._end_preview()
        self._shown = self._answer = self.question = None
        self.choices = {}
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _build(self, trace: Trace) -> None:
        proposal = Proposal.read(trace.user_code)
        intro = tr("Recognised from the text and the whole run. Choose another to correct it.")
        if proposal is None:
            intro = tr("Read as calls with arguments and results, not as a search of a game.")
        found = proposal or Proposal()
        if proposal is not None and not proposal.is_value_known:
            self.question = QuestionCard(trace, proposal)
            self.question.chosen.connect(self._choose_value)
            self.question.looked_at.connect(self._preview)
            self.question.left.connect(self._end_preview)
            self.rows.addWidget(self.question)
        self.rows.addWidget(Label(intro, 12, quiet=True, wrapped=True))
        called = set(trace.user_code.tables.function.tolist())
        functions = [one for n, one in enumerate(trace.user_code.functions[:-1]) if n in called][:MAX_FUNCTIONS]
        for function in functions:
            if len(functions) > 1:
                self.rows.addWidget(Label(function.name, 13, bold=True, fixed=True))
            self.rows.addWidget(self._table(trace, found, function))
        if functions:
            self.rows.addWidget(self._sides(trace, found, functions[0].name))
        if given_in(trace):
            self.forget = Button(tr("Forget what I said"), lambda: self._request({}))
            self.forget.setToolTip(tr("Recognises all roles of this file again"))
            self.rows.addWidget(self.forget)
        self.rows.addStretch(1)

    def _table(self, trace: Trace, proposal: Proposal, function: TracedFunction) -> QWidget:
        """The roles of one function."""
        table, grid = self._grid()
        given = given_in(trace).get(function.name, {})
        paths = dict.fromkeys([*number_paths_of(trace), "", NO_VALUE])
        now = proposal.path(function.name)
        values: list[tuple[str, object]] = [(path_name(path), path) for path in paths]
        if now == NOT_KNOWN:
            values.insert(0, (path_name(NOT_KNOWN), NOT_KNOWN))
        elif now not in paths:
            values.append((path_name(now), now))
        self._add_row(grid, function.name, VALUE, tr("value"), values, now, is_given=VALUE in given)
        names: list[tuple[str, object]] = [(name, name) for name in function.parameters]
        samples = {name: argument_samples(trace.user_code, function, name) for name in function.parameters}
        for role, title in role_names().items():
            holder = proposal.parameter(function.name, role)
            choices = [(tr("none"), None), *names]
            self._add_row(grid, function.name, role, title, choices, holder, is_given=given.get(holder or "") == role)
            self.choices[function.name, role].explain(
                {place: samples[name] for place, name in enumerate(function.parameters, 1)}
            )
        ignored = [name for name, role in given.items() if role == IGNORE]
        choices = [(", ".join(ignored) or tr("none"), None), *((name, name) for name in function.parameters)]
        self._add_row(grid, function.name, IGNORE, tr("ignored"), choices, None, is_given=bool(ignored))
        return table

    def _sides(self, trace: Trace, proposal: Proposal, function: str) -> QWidget:
        """What holds for all functions: where MAX moves, and from whose side values are seen."""
        table, grid = self._grid(above=6)
        said = {name for mine in given_in(trace).values() for name in mine}
        choices = sides(trace.user_code, proposal)
        now = side_now(proposal, choices)
        self._add_row(grid, function, MAX_SAID, tr("MAX moves"), choices, now, is_given=MAX_SAID in said)
        seen: list[tuple[str, object]] = [(tr("MAX"), BY_MAX), (tr("the side to move, as in negamax"), BY_MOVER)]
        by = BY_MOVER if proposal.negated else BY_MAX
        self._add_row(grid, function, SEEN_SAID, tr("values seen by"), seen, by, is_given=SEEN_SAID in said)
        return table

    def _grid(self, above: int = 0) -> tuple[QWidget, QGridLayout]:
        """A table of roles, without rows yet: titles, choices and marks."""
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, above, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        return table, grid

    def _add_row(
        self,
        grid: QGridLayout,
        function: str,
        role: str,
        title: str,
        choices: Iterable[tuple[str, object]],
        now: object,
        *,
        is_given: bool,
    ) -> None:
        row = grid.rowCount()
        choice = Choice()
        fill(choice, list(choices), now)
        choice.setAccessibleName(tr("{role} of {function}", role=title, function=function))
        choice.activated.connect(lambda _: self._change(function, role, choice.currentData()))
        self.choices[function, role] = choice
        is_known = now not in (None, NOT_KNOWN, NO_SIDES)
        state = tr("you said so") if is_given else "✓" if is_known else ""
        mark = Label(state, 12, quiet=is_given)
        if is_known and not is_given:
            mark.paint_with(theme().right)
        grid.addWidget(Label(title, 13, bold=True), row, 0)
        grid.addWidget(choice, row, 1)
        grid.addWidget(mark, row, 2)

    # Changes

    def _change(self, function: str, role: str, chosen: str | None) -> None:
        """Give a role to a parameter, take it away, or say what the value is."""
        proposal = Proposal.read(self.shown.trace.user_code) or Proposal()
        given = given_in(self.shown.trace)
        if role == VALUE:
            if chosen is not None and chosen not in (NOT_KNOWN, proposal.path(function)):
                self._request(with_role(given, function, VALUE, value_word(chosen)))
            return
        if role in (MAX_SAID, SEEN_SAID):
            # What holds for all functions is given for one of them.
            others = {one: {name: has for name, has in mine.items() if name != role} for one, mine in given.items()}
            self._request(with_role(others, function, role, chosen))
            return
        holder = proposal.parameter(function, role)
        if role == IGNORE:
            if chosen is None:
                return
            is_ignored = given.get(function, {}).get(chosen) == IGNORE
            self._request(with_role(given, function, chosen, None if is_ignored else IGNORE))
        elif chosen is None and holder is not None:
            self._request(with_role(given, function, holder, IGNORE))
        elif chosen is not None and chosen != holder:
            self._request(with_role(given, function, chosen, role))

    def _choose_value(self, path: str) -> None:
        self._request(self._given_with_value(path))

    def _given_with_value(self, path: str) -> Given:
        """What the user says, with a place of the value for all functions whose value is not known."""
        proposal = Proposal.read(self.shown.trace.user_code) or Proposal()
        given: Given = {one: dict(roles) for one, roles in given_in(self.shown.trace).items()}
        for function in proposal.roles:
            if proposal.path(function) == NOT_KNOWN:
                given = with_role(given, function, VALUE, value_word(path))
        return given

    def _request(self, given: Given) -> None:
        self.shown.reading_requested.emit(given)

    def _end_preview(self) -> None:
        """Show what holds until a reading is chosen."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
        if self.question is not None:
            self.question.say("")
        if self._shown is not None:
            self._shown.preview_requested.emit(None, "")

    def _preview(self, path: str) -> None:
        """Show on the canvas and in words what would follow from a reading."""
        if self._answer is not None:
            self._answer.cancel()
        session = self.shown
        trace, given, question = self.shown.trace, self._given_with_value(path), self.question
        if question is None:
            return
        question.say(tr("Reading it in this way…"))

        def show(made: Trace) -> None:
            question.say(preview_text(made))
            session.preview_requested.emit(made, tr("the value is {part}", part=path_name(path)))

        self._answer = in_background(
            lambda: read_as_search(unread(trace), given),
            show,
            lambda error: question.say(str(error) if isinstance(error, InputError) else ""),
        )


def given_in(trace: Trace) -> Mapping[str, Mapping[str, str]]:
    """What the user has said of the roles; of plain calls, what is remembered for their file."""
    proposal = Proposal.read(trace.user_code)
    return remembered_of(trace.user_code) if proposal is None else proposal.given


def value_word(path: str) -> str:
    """How a place of the value is named where roles are given."""
    return {"": RESULT, NO_VALUE: NONE}.get(path, path)


def preview_text(trace: Trace) -> str:
    """What a recording shows if it is read in some way."""
    values = trace.column("value")
    values = values[~np.isnan(values)]
    if not len(values):
        return tr("Then no call has a value.")
    root = number(None if np.isnan(trace.values[0]) else float(trace.values[0]))
    return tr(
        "Then the root is worth {root}, and the calls between {low} and {high}.",
        root=root,
        low=number(float(values.min())),
        high=number(float(values.max())),
    )
