"""What the parameters and results of user code mean: facts in a line, one question, and what the user has said.

Where neither the text nor the run decides something, a question shows two cards: the readings that fit, each with what
would follow from it. Nothing is run again when one is chosen; it is remembered for the text of the functions. All else
is corrected one role at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from plyscope.games import GAMES
from plyscope.messages import shortened
from plyscope.model.roles import (
    ALPHA,
    BETA,
    BOARD,
    BY_MAX,
    BY_MOVER,
    BY_NAME,
    DEPTH,
    FIRST_CALL,
    GIVEN_MAX,
    GIVEN_NAMES,
    GIVEN_VIEW,
    IGNORE,
    MOVE,
    NO_SIDES,
    NO_VALUE,
    NOT_KNOWN,
    SECOND_CALL,
    SIDE,
    VALUE,
    Proposal,
)
from plyscope.model.trace import Trace
from plyscope.model.user_code import TracedFunction, UserCode
from plyscope.usercode.given_roles import roles_of
from plyscope.usercode.reading import as_plain_calls, read_as_search
from plyscope.usercode.result_values import item_text
from plyscope.usercode.role_recognition import side_texts, sides_by_name
from plyscope.usercode.value_place import number_paths_of
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import theme
from plyscope_window.panels.panel import Panel
from plyscope_window.widgets.cards import CardButton, paint_frame
from plyscope_window.widgets.controls import Button, Choice, replace_entries
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, row_layout, scroll_area, widget_with
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import count, number, sentence_case, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

Given = dict[str, dict[str, str]]
"""The roles that the user has given: for each function, those of its parameters and of `GIVEN_NAMES`."""
Choices = list[tuple[str, object]]
"""The entries of a choice: the words that are shown, and the data of each."""

MAX_FUNCTIONS = 8
"""The largest number of functions of which facts are shown."""
MAX_CARDS, CARD_WIDTH = 2, 130
"""The largest number of readings that a question offers, and the least width of each in pixels."""
MAX_SAMPLED_CALLS, MAX_ARGUMENT_CHARS = 50_000, 60
"""The largest number of calls whose arguments are sampled, from the first one, and the characters of each."""
SHOWN_SAMPLES, MAX_SAMPLE_CHARS, MAX_EXAMINED_RESULTS = 3, 14, 2000
"""The values shown of a reading, the characters of each, and how many results are examined for them."""
MAX_RESULT_CHARS = 40
"""The most characters of a result that a question shows."""
RESULT, NONE = "result", "none"
"""The words for the whole result, and for no value at all, where roles are given."""


def role_names() -> dict[str, str]:
    """Return the names of the roles that parameters have, in the order in which they are shown."""
    return {
        BOARD: tr("board"),
        SIDE: tr("side"),
        MOVE: tr("move"),
        DEPTH: tr("depth"),
        ALPHA: "α",
        BETA: "β",
    }


def all_roles() -> dict[str, str]:
    """Return the names of all roles that the user can give."""
    others = {GIVEN_MAX: tr("MAX moves"), GIVEN_VIEW: tr("values seen by"), IGNORE: tr("without a role")}
    return {VALUE: tr("value"), **role_names(), **others}


def result_part_name(path: str) -> str:
    """Return the name of a part of a result, such as the first item, from its path."""
    places = (tr("first"), tr("second"), tr("third"), tr("fourth"))
    names = {
        "": tr("the whole result"),
        NO_VALUE: tr("none: the result is no value"),
        NOT_KNOWN: tr("not known"),
    }
    names |= {f"[{at}]": tr("the {place} item", place=place) for at, place in enumerate(places)}
    for at, place in enumerate(places):
        for inner, outer in enumerate(places):
            names[f"[{at}][{inner}]"] = tr("the {inner} part of the {place} item", inner=outer, place=place)
    return names.get(path, path)


def samples_of(trace: Trace, path: str) -> str:
    """Return the first distinct values that a part of the results has in this run, as text."""
    user_code = trace.user_code
    distinct: dict[str, None] = {}
    for text in np.unique(user_code.tables.result[:MAX_EXAMINED_RESULTS]).tolist():
        part = item_text(user_code.texts[text], path) if text >= 0 else None
        if part is not None and len(part) <= MAX_SAMPLE_CHARS:
            distinct.setdefault(part)
    texts = list(distinct)
    shown = ", ".join(text.replace("-", "−") for text in texts[:SHOWN_SAMPLES])
    return tr("{values}, …", values=shown) if len(texts) > SHOWN_SAMPLES else shown


def argument_samples(user_code: UserCode, function: TracedFunction, parameter: str) -> str:
    """Return as text the first distinct values that a parameter was given, and how many the calls looked at have."""
    if parameter not in function.parameters:
        return ""
    place = function.parameters.index(parameter)
    numbers = user_code.argument_column(user_code.functions.index(function), place)[1][:MAX_SAMPLED_CALLS]
    distinct, first = np.unique(numbers, return_index=True)
    texts = [user_code.texts[number] for number in distinct[np.argsort(first)][:SHOWN_SAMPLES].tolist()]
    shown = "   ".join(shortened(text, MAX_ARGUMENT_CHARS) for text in texts)
    return tr("{values}\n{count} different values", values=shown, count=count(len(distinct)))


def role_choices(trace: Trace, function: TracedFunction, role: str) -> tuple[Choices, object]:
    """Return what may have a role, as entries of a choice, and the data of the present entry."""
    proposal, user_code = Proposal.read(trace.user_code) or Proposal(), trace.user_code
    if role == VALUE:
        paths = dict.fromkeys([*number_paths_of(trace), "", NO_VALUE])
        return [(result_part_name(path), value_role_name(path)) for path in paths], value_role_name(
            proposal.path(function.name)
        )
    if role == GIVEN_VIEW:
        views: Choices = [(tr("MAX"), BY_MAX), (tr("the side to move, as in negamax"), BY_MOVER)]
        return views, BY_MOVER if proposal.negated else BY_MAX
    if role == GIVEN_MAX:
        return max_choices(user_code, proposal)
    none: Choices = [] if role == IGNORE else [(tr("none"), None)]
    return [*none, *((name, name) for name in function.parameters)], proposal.parameter(function.name, role)


def max_choices(user_code: UserCode, proposal: Proposal) -> tuple[Choices, object]:
    """Return the calls in which MAX may move, as entries of a choice, and the data of the present entry."""
    now = (NO_SIDES, FIRST_CALL, SECOND_CALL)[proposal.max_plies + 1]
    choices: Choices = [(tr("not known"), NO_SIDES)]
    if sides_by_name(user_code.functions[:-1]):
        choices.append((tr("in the function with “max” in its name"), BY_NAME))
    elif proposal.kinds:
        choices.append((tr("where the text takes the largest value"), BY_NAME))
    given = side_texts(user_code, proposal)
    texts = [] if given is None or proposal.kinds else list(given[1].values())
    side = side_parameter(proposal)  # none where the board says who is to move
    for text in texts:
        where = tr("where {side} is {value}", side=side, value=text) if side else tr("where {value} moves", value=text)
        choices.append((where, text))
    if user_code.has_caller:  # the caller of several calls has ply 0
        choices.append((tr("one ply below the outermost calls, and on every second"), FIRST_CALL))
        choices.append((tr("in the outermost calls and on every second ply"), SECOND_CALL))
    else:
        choices.append((tr("in the first call and on every second ply"), FIRST_CALL))
        choices.append((tr("one ply below the first call, and on every second"), SECOND_CALL))
    return choices, BY_NAME if proposal.kinds else next((text for text in texts if text in proposal.max_texts), now)


def side_parameter(proposal: Proposal) -> str:
    """Return the name of the parameter for the side; several, where functions differ in it."""
    names = (proposal.parameter(function, SIDE) for function in proposal.roles)
    return ", ".join(dict.fromkeys(name for name in names if name is not None))


def max_text(trace: Trace, proposal: Proposal) -> str:
    """Return in which calls MAX moves, in words, and which side of a known game it is."""
    choices, now = max_choices(trace.user_code, proposal)
    where = next(words for words, word in choices if word == now)
    if now in (FIRST_CALL, SECOND_CALL) and not trace.facts.sides_alternate:
        first, second = tr("in the first call"), tr("one ply below the first call")
        if trace.user_code.has_caller:
            first, second = tr("one ply below the outermost calls"), tr("in the outermost calls")
        first = (first, second)[proposal.max_plies]
        if proposal.negated:
            where = first
        else:
            where = tr("{calls} and on every second ply above the leaves", calls=first)
    if trace.position.game.name not in GAMES:
        return where
    side = side_names(trace.position.game.name)[trace.position.max_side - 1]
    return tr("{side}, {where}", side=side, where=where)


def with_given_role(given: Mapping[str, Mapping[str, str]], function: str, name: str, role: str | None) -> Given:
    """Return the given roles with one more, taken from its previous holder; with one less where `role` is None."""
    roles_by_function = {other: dict(roles) for other, roles in given.items()}
    own_roles = roles_by_function.setdefault(function, {})
    if role is not None and role != IGNORE and name not in GIVEN_NAMES:
        for other in [other for other, held in own_roles.items() if held == role and other not in (name, *GIVEN_NAMES)]:
            del own_roles[other]
    own_roles.pop(name, None)
    if role is not None:
        own_roles[name] = role
    return {other: roles for other, roles in roles_by_function.items() if roles}


def with_correction(trace: Trace, function: str, role: str, answer: str | None) -> Given:
    """Return the given roles after a correction: `answer` is the parameter that has the role, None, or another word."""
    given = given_roles_of(trace)
    if role in (GIVEN_MAX, GIVEN_VIEW):
        # What holds for all functions is given for one of them.
        others = {
            other: {name: held for name, held in own_roles.items() if name != role}
            for other, own_roles in given.items()
        }
        return with_given_role(others, function, role, answer)
    if role == VALUE:
        return with_given_role(given, function, VALUE, answer)
    if answer is not None:
        return with_given_role(given, function, answer, role)
    holder = (Proposal.read(trace.user_code) or Proposal()).parameter(function, role)
    return with_given_role(given, function, holder, IGNORE) if holder else with_given_role(given, function, role, None)


def given_roles_of(trace: Trace) -> Mapping[str, Mapping[str, str]]:
    """Return the roles that the user has given; of plain calls, those remembered for their functions."""
    proposal = Proposal.read(trace.user_code)
    return roles_of(trace) if proposal is None else proposal.given


def value_role_name(path: str) -> str:
    """Return the word by which a part of the result is given as the value."""
    return {"": RESULT, NO_VALUE: NONE}.get(path, path)


def corrections_of(trace: Trace, functions: Sequence[TracedFunction]) -> list[tuple[str, Given]]:
    """Return each role that the user has given, in words, and the given roles without it."""
    given, corrections = given_roles_of(trace), []
    for name, role in dict.fromkeys(function for own_roles in given.values() for function in own_roles.items()):
        if name in GIVEN_NAMES:
            words = {word: words for words, word in role_choices(trace, functions[0], name)[0]}.get(role, role)
        else:
            words = all_roles().get(role, role)
        left = {
            function: {key: held for key, held in own_roles.items() if (key, held) != (name, role)}
            for function, own_roles in given.items()
        }
        correction = tr("{name}: {role}", name=all_roles().get(name, name), role=words)
        corrections.append((correction, {function: roles for function, roles in left.items() if roles}))
    return corrections


Fact = tuple[str, str]
"""A role that is decided: its name, and what has it."""


def functions_by_facts(
    proposal: Proposal, functions: Sequence[TracedFunction]
) -> dict[tuple[Fact, ...], list[TracedFunction]]:
    """Return the functions, grouped by the roles that are decided for them."""
    groups: dict[tuple[Fact, ...], list[TracedFunction]] = {}
    for function in functions:
        holders = {title: proposal.parameter(function.name, role) for role, title in role_names().items()}
        facts = [(title, name) for title, name in holders.items() if name is not None]
        path = proposal.path(function.name)
        if path != NOT_KNOWN:
            facts.append((tr("value"), result_part_name(path)))
        groups.setdefault(tuple(facts), []).append(function)
    return groups


class Reading(NamedTuple):
    """A reading that fits."""

    title: str
    samples: str
    given: Given
    """The roles that are given by choosing it."""
    name: str
    """The reading in words, within a sentence."""


def readings_of(trace: Trace, proposal: Proposal) -> list[Reading]:
    """Return the readings that the question offers, at most `MAX_CARDS`."""
    readings = []
    if proposal.asked == GIVEN_MAX:
        where = {word: words for words, word in max_choices(trace.user_code, proposal)[0]}
        for text in proposal.readings[:MAX_CARDS]:
            given = with_correction(trace, next(iter(proposal.roles)), GIVEN_MAX, text)
            readings.append(Reading(text, "", given, tr("MAX moves {where}", where=where[text])))
        return readings
    for path in (proposal.readings or number_paths_of(trace))[:MAX_CARDS]:
        given = {name: dict(roles) for name, roles in given_roles_of(trace).items()}
        for function in proposal.roles:
            if proposal.path(function) == NOT_KNOWN:
                given = with_given_role(given, function, VALUE, value_role_name(path))
        name = tr("the value is {part}", part=result_part_name(path))
        readings.append(Reading(sentence_case(result_part_name(path)), samples_of(trace, path), given, name))
    return readings


def question_text(trace: Trace, proposal: Proposal) -> str:
    """Return the question whose answer is not decided: which value of the side is MAX, or which part is the value."""
    if proposal.asked == GIVEN_MAX:
        return tr("Which value of {parameter} is MAX?", parameter=side_parameter(proposal))
    result = trace.user_code.result(min(trace.origin.callers, len(trace) - 1)) or ""
    if not result or len(result) > MAX_RESULT_CHARS:
        return tr("Which part of a result is the value?")
    return tr("Which part of {result} is the value?", result=result)


def reading_summary(trace: Trace) -> str:
    """Return what a recording shows if it is read in some way: the root's value, who is MAX, and what α and β are."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return tr("It is then no search of a game.")
    value = trace.values[0]
    names = (proposal.parameter(function, role) for function in proposal.roles for role in (ALPHA, BETA))
    window = ", ".join(dict.fromkeys(name for name in names if name is not None))
    lines = [
        tr("Root: {value}", value=tr("not known") if np.isnan(value) else number(float(value))),
        tr("MAX: {who}", who=max_text(trace, proposal)),
        tr("α, β: {names}", names=window or tr("none")),
    ]
    return "\n".join(lines)


class ReadingCard(CardButton):
    """A reading that fits: Enter or a click chooses it, the pointer or the keyboard on it shows what would follow."""

    considered, left = Signal(), Signal()
    """The pointer or the keyboard is on the card, or has left it."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading
        self.read_trace: Trace | None = None
        """The recording as it would be read; None until that is known."""
        self.outcome = Label(tr("Reading it in this way…"), 12, wrapped=True)
        samples = [Label(reading.samples, 12, quiet=True, wrapped=True)] if reading.samples else []
        title = Label(reading.title, 13, bold=True, wrapped=True)
        self.setLayout(column_layout(title, *samples, self.outcome, STRETCH, margins=10, spacing=2))
        for label in self.findChildren(Label):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(sentence_case(f"{reading.name}: {reading.samples}" if reading.samples else reading.name))

    def show_outcome(self, trace: Trace) -> None:
        """Show what follows from the reading, once the recording has been read so, and preview it if pointed at."""
        self.read_trace = trace
        self.outcome.setText(reading_summary(trace))
        self.setAccessibleDescription(self.outcome.text())
        if self.hasFocus() or self.underMouse():
            self.considered.emit()

    def sizeHint(self) -> QSize:
        return self.layout().sizeHint()  # type: ignore[union-attr]

    def event(self, event: QEvent) -> bool:
        is_handled = super().event(event)
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.considered.emit()
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.left.emit()
        return is_handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_frame(painter, self)


class Question(QFrame):
    """One question, with a card for each of two readings."""

    def __init__(self, trace: Trace, proposal: Proposal) -> None:
        super().__init__()
        self.words = Label(question_text(trace, proposal), 13, bold=True, wrapped=True)
        self.setAccessibleName(self.words.text())
        self.cards = [ReadingCard(reading) for reading in readings_of(trace, proposal)]
        group = QButtonGroup(self)  # the arrow keys go from card to card
        for card in self.cards:
            group.addButton(card)
        until = tr("Until you choose, the tree has no colours and no values are claimed.")
        if proposal.asked == GIVEN_MAX:
            until = tr("Both fit. Until you choose, no call is said to be one of MAX or MIN.")
        cards = flow_layout(*self.cards, least_width=CARD_WIDTH)
        self.setLayout(
            column_layout(self.words, cards, Label(until, 12, quiet=True, wrapped=True), margins=12, spacing=8)
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(QPen(theme().ink, 2))
        painter.setBrush(theme().card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)


class CorrectionForm(QWidget):
    """A form for one role: of which function, which role, and what has it. Enter takes it, Esc leaves it."""

    taken = Signal(object)
    """The given roles with the correction."""
    left = Signal()
    """The form was left without a correction."""

    def __init__(self, trace: Trace, functions: Sequence[TracedFunction]) -> None:
        super().__init__()
        self.trace, self.functions = trace, functions
        self.function, self.role, self.answer = Choice(), Choice(), Choice(least_letters=12)
        replace_entries(self.function, [(one.name, one.name) for one in functions], None)
        replace_entries(self.role, [(sentence_case(name), role) for role, name in all_roles().items()], None)
        self.function.setVisible(len(functions) > 1)
        names = (tr("Function"), tr("Role"), tr("What has it"))
        for choice, name in zip((self.function, self.role, self.answer), names, strict=True):
            choice.setAccessibleName(name)
        self.take, self.leave = Button(tr("Apply"), self.apply), Button(tr("Cancel"), self.left.emit)
        self.setLayout(flow_layout(self.function, self.role, self.answer, self.take, self.leave))
        self.function.activated.connect(self.show_choices)
        self.role.activated.connect(self.show_choices)
        self.show_choices()

    def show_choices(self) -> None:
        """Offer what may have the chosen role of the chosen function, the present holder selected."""
        function = next(function for function in self.functions if function.name == self.function.currentData())
        choices, now = role_choices(self.trace, function, self.role.currentData())
        replace_entries(self.answer, choices, now)
        samples = [argument_samples(self.trace.user_code, function, str(word)) for _, word in choices]
        self.answer.explain(dict(enumerate(samples)))

    def apply(self) -> None:
        """Emit the given roles with this correction."""
        function, role = self.function.currentData(), self.role.currentData()
        self.taken.emit(with_correction(self.trace, function, role, self.answer.currentData()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.apply()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FactLine(QWidget):
    """Facts in a line, which wraps like text, after the names of the functions that they are of."""

    def __init__(self, facts: Sequence[Fact], names: Sequence[str], helps: Mapping[str, str]) -> None:
        super().__init__()
        self.facts = facts
        parts: list[QWidget] = [Label(", ".join(names), 12, fixed=True)] if names else []
        for title, text in facts:
            pair = widget_with(row_layout(Label(title, 12, quiet=True), Label(text, 13, bold=True), spacing=6))
            pair.setToolTip(helps.get(text, ""))
            parts.append(pair)
        self.setLayout(flow_layout(*parts, spacing=10))


class MeaningPanel(Panel):
    """What is decided, what is asked, and what the user has said."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of user code to see what its parameters mean."))
        self.question: Question | None = None
        self.correction: CorrectionForm | None = None
        self.undo: list[Button] = []
        """The buttons that take back what the user has said, one for each."""
        self.content = QWidget()
        self.rows = column_layout(margins=12, spacing=8)
        self.content.setLayout(self.rows)
        self.area = scroll_area(self.content, takes_focus=False)
        self.body.setLayout(column_layout(self.area))
        self._built_for: Session | None = None
        self._answers: list[Answer] = []

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording is one of a user's program."""
        return session.trace.origin.is_user_code

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and end the preview of the previous one."""
        if session is not self._built_for:
            self._clear()
        super().attach(session)

    def show_session(self, session: Session) -> None:
        """Build the panel once for a recording: it does not depend on the step."""
        if session is not self._built_for:
            self._built_for = session
            self._build(session.trace)

    # Widgets

    def _clear(self) -> None:
        """Remove all widgets, and end the preview."""
        for answer in self._answers:
            answer.cancel()
        if self._built_for is not None:
            self._built_for.preview_requested.emit(None, "")
        self._answers, self.undo = [], []
        self._built_for = self.question = self.correction = None
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _build(self, trace: Trace) -> None:
        """Show what is decided, the question, what the user has said, and the form for a correction."""
        proposal = Proposal.read(trace.user_code)
        called = set(trace.user_code.tables.function.tolist())
        functions = [one for n, one in enumerate(trace.user_code.functions[:-1]) if n in called][:MAX_FUNCTIONS]
        if proposal is None:
            words = tr("Read as calls with arguments and results, not as a search of a game.")
            self.rows.addWidget(Label(words, 13, wrapped=True))
        else:
            self._show_facts(trace, proposal, functions)
            if proposal.asked:
                self._show_question(trace, proposal)
        if not functions:
            return
        for words, given in corrections_of(trace, functions):
            button = Button(tr("Undo"), partial(self.shown.reading_requested.emit, given))
            button.name(tr("Undo"), tr("Takes back: {words}", words=words))
            said = Label(tr("You said: {words}", words=words), 13, wrapped=True)
            self.undo.append(button)
            self.rows.addWidget(widget_with(row_layout((said, 1), button, spacing=8)))
        self.other = Button(tr("Something else…") if self.question else tr("Correct…"), self._correct)
        self.other.setToolTip(tr("Say what has another role; it is remembered for the text of the function"))
        self.correction = CorrectionForm(trace, functions)
        self.correction.hide()
        self.correction.taken.connect(self.shown.reading_requested)
        self.correction.left.connect(self._leave_correction)
        self.rows.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeading)
        self.rows.addWidget(self.correction)
        self.rows.addStretch(1)

    def _show_facts(self, trace: Trace, proposal: Proposal, functions: Sequence[TracedFunction]) -> None:
        """Show the decided roles, once for all functions that have the same."""
        of_all = [(tr("MAX moves"), max_text(trace, proposal))] if proposal.has_sides else []
        if proposal.negated and proposal.max_plies >= 0 and not trace.facts.sides_alternate:
            of_all.append((tr("the side changes"), tr("where a result is negated")))
        if proposal.negated:
            of_all.append((tr("values seen by"), tr("the side to move, as in negamax")))
        found = functions_by_facts(proposal, functions)
        for facts, alike in found.items():
            names = [one.name for one in alike] if len(functions) > 1 else []
            helps = {name: argument_samples(trace.user_code, alike[0], name) for name in alike[0].parameters}
            self.rows.addWidget(FactLine([*facts, *(of_all if len(found) == 1 else ())], names, helps))
        if len(found) > 1:
            self.rows.addWidget(FactLine(of_all, (), {}))

    def _show_question(self, trace: Trace, proposal: Proposal) -> None:
        """Show the question with its cards, and read the recording in the way of each in the background."""
        self.question = Question(trace, proposal)
        self.rows.addWidget(self.question)
        for card in self.question.cards:
            card.clicked.connect(lambda _=False, given=card.reading.given: self.shown.reading_requested.emit(given))
            card.considered.connect(lambda card=card: self._preview(card))
            card.left.connect(self._end_preview)
            self._answers.append(in_background(partial(read_with_roles, trace, card.reading.given), card.show_outcome))

    # Changes

    def _correct(self) -> None:
        """Show the form for a correction in place of its button."""
        assert self.correction is not None
        self.other.hide()
        self.correction.show()
        self.correction.role.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_correction(self) -> None:
        """Hide the form for a correction, and show its button again."""
        assert self.correction is not None
        self.correction.hide()
        self.other.show()
        self.other.setFocus(Qt.FocusReason.OtherFocusReason)

    def _preview(self, card: ReadingCard) -> None:
        """Show the recording as a card would have it read, over the tree."""
        if card.hasFocus():
            self.area.ensureWidgetVisible(card)
        if card.read_trace is not None:
            self.shown.preview_requested.emit(card.read_trace, card.reading.name)

    def _end_preview(self) -> None:
        """Show the reading that has the keyboard, or what holds until one is chosen."""
        cards = [] if self.question is None else self.question.cards
        focused = next((card for card in cards if card.hasFocus()), None)
        if focused is not None:
            self._preview(focused)
        elif self._built_for is not None:
            self._built_for.preview_requested.emit(None, "")


def read_with_roles(trace: Trace, given: Given) -> Trace:
    """Return the recording read as a search with the roles that were given."""
    return read_as_search(as_plain_calls(trace), given)
