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
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import theme
from plyscope_window.panels.panel import Panel
from plyscope_window.widgets.cards import paint_frame
from plyscope_window.widgets.controls import Button, Choice, replace_entries, row_layout
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import FlowLayout, column_layout, scroll_area
from plyscope_window.words import count, number, sentence_case, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

Given = dict[str, dict[str, str]]
Choices = list[tuple[str, object]]

MAX_FUNCTIONS = 8
MAX_CARDS, CARD_WIDTH = 2, 130
"""The readings that a question offers, and the least width of each in pixels."""
MAX_SAMPLED_CALLS, MAX_ARGUMENT_CHARS = 50_000, 60
"""Calls whose arguments are examined for samples, from the first one, and the characters of each."""
SHOWN_SAMPLES, MAX_SAMPLE_CHARS, MAX_EXAMINED_RESULTS = 3, 14, 2000
"""The values shown of a reading, their characters, and the results that are examined for them."""
MAX_RESULT_CHARS = 40
"""Characters of a result that a question shows."""
RESULT, NONE = "result", "none"
"""How the whole result, and no value at all, are named where roles are given."""


def role_names() -> dict[str, str]:
    """The roles of parameters, in the order in which they are shown."""
    return {
        BOARD: tr("board"),
        SIDE: tr("side"),
        MOVE: tr("move"),
        DEPTH: tr("depth"),
        ALPHA: "α",
        BETA: "β",
    }


def all_roles() -> dict[str, str]:
    """All that the user can say something of."""
    others = {GIVEN_MAX: tr("MAX moves"), GIVEN_VIEW: tr("values seen by"), IGNORE: tr("without a role")}
    return {VALUE: tr("value"), **role_names(), **others}


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
    for text in np.unique(user_code.tables.result[:MAX_EXAMINED_RESULTS]).tolist():
        part = item_text(user_code.texts[text], path) if text >= 0 else None
        if part is not None and len(part) <= MAX_SAMPLE_CHARS:
            found.setdefault(part)
    texts = list(found)
    shown = ", ".join(text.replace("-", "−") for text in texts[:SHOWN_SAMPLES])
    return tr("{values}, …", values=shown) if len(texts) > SHOWN_SAMPLES else shown


def argument_samples(user_code: UserCode, function: TracedFunction, parameter: str) -> str:
    """Some of the values that a parameter was given, and how many different ones there are among the first calls."""
    if parameter not in function.parameters:
        return ""
    place = function.parameters.index(parameter)
    numbers = user_code.argument_column(user_code.functions.index(function), place)[1][:MAX_SAMPLED_CALLS]
    distinct, first = np.unique(numbers, return_index=True)
    texts = [user_code.texts[number] for number in distinct[np.argsort(first)][:SHOWN_SAMPLES].tolist()]
    shown = "   ".join(shortened(text, MAX_ARGUMENT_CHARS) for text in texts)
    return tr("{values}\n{count} different values", values=shown, count=count(len(distinct)))


def answers_for(trace: Trace, function: TracedFunction, role: str) -> tuple[Choices, object]:
    """What may have a role, each with the word under which that is given; and the word for what has it now."""
    proposal, user_code = Proposal.read(trace.user_code) or Proposal(), trace.user_code
    if role == VALUE:
        paths = dict.fromkeys([*number_paths_of(trace), "", NO_VALUE])
        return [(path_name(path), value_role_name(path)) for path in paths], value_role_name(
            proposal.path(function.name)
        )
    if role == GIVEN_VIEW:
        seen: Choices = [(tr("MAX"), BY_MAX), (tr("the side to move, as in negamax"), BY_MOVER)]
        return seen, BY_MOVER if proposal.negated else BY_MAX
    if role == GIVEN_MAX:
        return side_answers(user_code, proposal)
    found: Choices = [] if role == IGNORE else [(tr("none"), None)]
    return [*found, *((name, name) for name in function.parameters)], proposal.parameter(function.name, role)


def side_answers(user_code: UserCode, proposal: Proposal) -> tuple[Choices, object]:
    """The calls in which MAX may move, each with the word under which that is given; and the word for those it does."""
    now = (NO_SIDES, FIRST_CALL, SECOND_CALL)[proposal.max_plies + 1]
    found: Choices = [(tr("not known"), NO_SIDES)]
    if sides_by_name(user_code.functions[:-1]):
        found.append((tr("in the function with “max” in its name"), BY_NAME))
    elif proposal.kinds:
        found.append((tr("where the text takes the largest value"), BY_NAME))
    given = side_texts(user_code, proposal)
    texts = [] if given is None or proposal.kinds else list(given[1].values())
    found += [(tr("where {side} is {value}", side=side_parameter(proposal), value=text), text) for text in texts]
    found.append((tr("in the first call and on every second ply"), FIRST_CALL))
    found.append((tr("one ply below the first call, and on every second"), SECOND_CALL))
    return found, BY_NAME if proposal.kinds else next((text for text in texts if text in proposal.max_texts), now)


def side_parameter(proposal: Proposal) -> str:
    """The parameters for the side, which have one name as a rule."""
    names = (proposal.parameter(function, SIDE) for function in proposal.roles)
    return ", ".join(dict.fromkeys(name for name in names if name is not None))


def max_text(trace: Trace, proposal: Proposal) -> str:
    """Who is MAX: in which calls it moves, and in a known game the side."""
    choices, now = side_answers(trace.user_code, proposal)
    where = next(words for words, word in choices if word == now)
    if trace.position.game.name not in GAMES:
        return where
    side = side_names(trace.position.game.name)[trace.position.max_side - 1]
    return tr("{side}, {where}", side=side, where=where)


def with_role(given: Mapping[str, Mapping[str, str]], function: str, name: str, role: str | None) -> Given:
    """What the user says of a file, with one more role, or with one less where it is recognised again."""
    made = {one: dict(roles) for one, roles in given.items()}
    mine = made.setdefault(function, {})
    if role is not None and role != IGNORE and name not in GIVEN_NAMES:
        for other in [one for one, has in mine.items() if has == role and one not in (name, *GIVEN_NAMES)]:
            del mine[other]
    mine.pop(name, None)
    if role is not None:
        mine[name] = role
    return {one: roles for one, roles in made.items() if roles}


def with_correction(trace: Trace, function: str, role: str, answer: str | None) -> Given:
    """What the user says with one correction: the parameter that has a role, or the answer to more than that."""
    given = given_roles_of(trace)
    if role in (GIVEN_MAX, GIVEN_VIEW):
        # What holds for all functions is given for one of them.
        others = {one: {name: has for name, has in mine.items() if name != role} for one, mine in given.items()}
        return with_role(others, function, role, answer)
    if role == VALUE:
        return with_role(given, function, VALUE, answer)
    if answer is not None:
        return with_role(given, function, answer, role)
    holder = (Proposal.read(trace.user_code) or Proposal()).parameter(function, role)
    return with_role(given, function, holder, IGNORE) if holder else with_role(given, function, role, None)


def given_roles_of(trace: Trace) -> Mapping[str, Mapping[str, str]]:
    """What the user has said of the roles; of plain calls, what is remembered for their functions."""
    proposal = Proposal.read(trace.user_code)
    return roles_of(trace) if proposal is None else proposal.given


def value_role_name(path: str) -> str:
    """How a place of the value is named where roles are given."""
    return {"": RESULT, NO_VALUE: NONE}.get(path, path)


def corrections_of(trace: Trace, functions: Sequence[TracedFunction]) -> list[tuple[str, Given]]:
    """What the user has said, in words; each with what is left where it is taken back."""
    given, found = given_roles_of(trace), []
    for name, role in dict.fromkeys(one for mine in given.values() for one in mine.items()):
        if name in GIVEN_NAMES:
            words = {word: words for words, word in answers_for(trace, functions[0], name)[0]}.get(role, role)
        else:
            words = all_roles().get(role, role)
        left = {
            one: {key: has for key, has in mine.items() if (key, has) != (name, role)} for one, mine in given.items()
        }
        said = tr("{name}: {role}", name=all_roles().get(name, name), role=words)
        found.append((said, {one: roles for one, roles in left.items() if roles}))
    return found


Fact = tuple[str, str]
"""Something that is decided: what it is, and what has it."""


def functions_by_facts(
    proposal: Proposal, functions: Sequence[TracedFunction]
) -> dict[tuple[Fact, ...], list[TracedFunction]]:
    """What is decided of functions; those of which the same is, together."""
    found: dict[tuple[Fact, ...], list[TracedFunction]] = {}
    for function in functions:
        holders = {title: proposal.parameter(function.name, role) for role, title in role_names().items()}
        facts = [(title, name) for title, name in holders.items() if name is not None]
        path = proposal.path(function.name)
        if path != NOT_KNOWN:
            facts.append((tr("value"), path_name(path)))
        found.setdefault(tuple(facts), []).append(function)
    return found


class Reading(NamedTuple):
    """A reading that fits."""

    title: str
    samples: str
    given: Given
    """What the user says by choosing it."""
    name: str
    """What it says, within a sentence."""


def readings_of(trace: Trace, proposal: Proposal) -> list[Reading]:
    """The readings that the question offers."""
    found = []
    if proposal.asked == GIVEN_MAX:
        where = {word: words for words, word in side_answers(trace.user_code, proposal)[0]}
        for text in proposal.readings[:MAX_CARDS]:
            given = with_correction(trace, next(iter(proposal.roles)), GIVEN_MAX, text)
            found.append(Reading(text, "", given, tr("MAX moves {where}", where=where[text])))
        return found
    for path in (proposal.readings or number_paths_of(trace))[:MAX_CARDS]:
        given = {name: dict(roles) for name, roles in given_roles_of(trace).items()}
        for function in proposal.roles:
            if proposal.path(function) == NOT_KNOWN:
                given = with_role(given, function, VALUE, value_role_name(path))
        name = tr("the value is {part}", part=path_name(path))
        found.append(Reading(sentence_case(path_name(path)), samples_of(trace, path), given, name))
    return found


def question_text(trace: Trace, proposal: Proposal) -> str:
    """The question, in words."""
    if proposal.asked == GIVEN_MAX:
        return tr("Which value of {parameter} is MAX?", parameter=side_parameter(proposal))
    result = trace.user_code.result(min(trace.origin.callers, len(trace) - 1)) or ""
    if not result or len(result) > MAX_RESULT_CHARS:
        return tr("Which part of a result is the value?")
    return tr("Which part of {result} is the value?", result=result)


def outcome_text(trace: Trace) -> str:
    """What a recording shows if it is read in some way: the root's value, who is MAX, and what α and β are."""
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


class ReadingCard(QAbstractButton):
    """A reading that fits: Enter or a click chooses it, the pointer or the keyboard on it shows what would follow."""

    considered, left = Signal(), Signal()

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading
        self.made: Trace | None = None
        """The recording as it would be read; None until that is known."""
        self.outcome = Label(tr("Reading it in this way…"), 12, wrapped=True)
        layout = column_layout(self, margin=10, spacing=2)
        layout.addWidget(Label(reading.title, 13, bold=True, wrapped=True))
        if reading.samples:
            layout.addWidget(Label(reading.samples, 12, quiet=True, wrapped=True))
        layout.addWidget(self.outcome)
        layout.addStretch(1)
        for label in self.findChildren(Label):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(sentence_case(f"{reading.name}: {reading.samples}" if reading.samples else reading.name))

    def show_outcome(self, made: Trace) -> None:
        self.made = made
        self.outcome.setText(outcome_text(made))
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
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_frame(painter, self)


class Question(QFrame):
    """One question, with a card for each of two readings."""

    def __init__(self, trace: Trace, proposal: Proposal) -> None:
        super().__init__()
        layout = column_layout(self, margin=12, spacing=8)
        self.words = Label(question_text(trace, proposal), 13, bold=True, wrapped=True)
        self.setAccessibleName(self.words.text())
        self.cards = [ReadingCard(reading) for reading in readings_of(trace, proposal)]
        group = QButtonGroup(self)  # the arrow keys go from card to card
        flow = FlowLayout(8, CARD_WIDTH)
        for card in self.cards:
            group.addButton(card)
            flow.addWidget(card)
        until = tr("Until you choose, the tree has no colours and no values are claimed.")
        if proposal.asked == GIVEN_MAX:
            until = tr("Both fit. Until you choose, no call is said to be one of MAX or MIN.")
        layout.addWidget(self.words)
        layout.addLayout(flow)
        layout.addWidget(Label(until, 12, quiet=True, wrapped=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().ink, 2))
        painter.setBrush(theme().card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)


class CorrectionForm(QWidget):
    """A form for one role: of which function, which role, and what has it. Enter takes it, Esc leaves it."""

    taken = Signal(object)
    left = Signal()

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
        flow = FlowLayout(8)
        self.setLayout(flow)
        for widget in (self.function, self.role, self.answer, self.take, self.leave):
            flow.addWidget(widget)
        self.function.activated.connect(self.offer)
        self.role.activated.connect(self.offer)
        self.offer()

    def offer(self) -> None:
        """Offer the answers for the role that is shown, the present one first."""
        function = next(one for one in self.functions if one.name == self.function.currentData())
        choices, now = answers_for(self.trace, function, self.role.currentData())
        replace_entries(self.answer, choices, now)
        samples = [argument_samples(self.trace.user_code, function, str(word)) for _, word in choices]
        self.answer.explain(dict(enumerate(samples)))

    def apply(self) -> None:
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
        flow = FlowLayout(10)
        self.setLayout(flow)
        if names:
            flow.addWidget(Label(", ".join(names), 12, fixed=True))
        for title, text in facts:
            pair = QWidget()
            bar = row_layout(pair, 6)
            bar.addWidget(Label(title, 12, quiet=True))
            bar.addWidget(Label(text, 13, bold=True))
            pair.setToolTip(helps.get(text, ""))
            flow.addWidget(pair)


class MeaningPanel(Panel):
    """What is decided, what is asked, and what the user has said."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording of user code to see what its parameters mean."))
        self.question: Question | None = None
        self.correction: CorrectionForm | None = None
        self.undo: list[Button] = []
        """The buttons that take back what the user has said, one for each."""
        self.content = QWidget()
        self.rows = column_layout(self.content, margin=12, spacing=8)
        self.area = scroll_area(self.content)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column_layout(self.body, margin=0).addWidget(self.area)
        self._shown: Session | None = None
        self._answers: list[Answer] = []

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
        for answer in self._answers:
            answer.cancel()
        if self._shown is not None:
            self._shown.preview_requested.emit(None, "")
        self._answers, self.undo = [], []
        self._shown = self.question = self.correction = None
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _build(self, trace: Trace) -> None:
        proposal = Proposal.read(trace.user_code)
        called = set(trace.user_code.tables.function.tolist())
        functions = [one for n, one in enumerate(trace.user_code.functions[:-1]) if n in called][:MAX_FUNCTIONS]
        if proposal is None:
            words = tr("Read as calls with arguments and results, not as a search of a game.")
            self.rows.addWidget(Label(words, 13, wrapped=True))
        else:
            self._show_facts(trace, proposal, functions)
            if proposal.asked:
                self._ask(trace, proposal)
        if not functions:
            return
        for words, given in corrections_of(trace, functions):
            line = QWidget()
            bar = row_layout(line)
            bar.addWidget(Label(tr("You said: {words}", words=words), 13, wrapped=True), 1)
            button = Button(tr("Undo"), partial(self.shown.reading_requested.emit, given))
            button.name(tr("Undo"), tr("Takes back: {words}", words=words))
            bar.addWidget(button)
            self.undo.append(button)
            self.rows.addWidget(line)
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
        of_all = [(tr("MAX moves"), max_text(trace, proposal))] if proposal.has_sides else []
        if proposal.negated:
            of_all.append((tr("values seen by"), tr("the side to move, as in negamax")))
        found = functions_by_facts(proposal, functions)
        for facts, alike in found.items():
            names = [one.name for one in alike] if len(functions) > 1 else []
            helps = {name: argument_samples(trace.user_code, alike[0], name) for name in alike[0].parameters}
            self.rows.addWidget(FactLine([*facts, *(of_all if len(found) == 1 else ())], names, helps))
        if len(found) > 1:
            self.rows.addWidget(FactLine(of_all, (), {}))

    def _ask(self, trace: Trace, proposal: Proposal) -> None:
        self.question = Question(trace, proposal)
        self.rows.addWidget(self.question)
        for card in self.question.cards:
            card.clicked.connect(lambda _=False, given=card.reading.given: self.shown.reading_requested.emit(given))
            card.considered.connect(lambda card=card: self._consider(card))
            card.left.connect(self._end_preview)
            self._answers.append(in_background(partial(read_with_roles, trace, card.reading.given), card.show_outcome))

    # Changes

    def _correct(self) -> None:
        assert self.correction is not None
        self.other.hide()
        self.correction.show()
        self.correction.role.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_correction(self) -> None:
        assert self.correction is not None
        self.correction.hide()
        self.other.show()
        self.other.setFocus(Qt.FocusReason.OtherFocusReason)

    def _consider(self, card: ReadingCard) -> None:
        """Show the recording as a card would have it read, over the tree."""
        if card.hasFocus():
            self.area.ensureWidgetVisible(card)
        if card.made is not None:
            self.shown.preview_requested.emit(card.made, card.reading.name)

    def _end_preview(self) -> None:
        """Show the reading that has the keyboard, or what holds until one is chosen."""
        cards = [] if self.question is None else self.question.cards
        focused = next((card for card in cards if card.hasFocus()), None)
        if focused is not None:
            self._consider(focused)
        elif self._shown is not None:
            self._shown.preview_requested.emit(None, "")


def read_with_roles(trace: Trace, given: Given) -> Trace:
    return read_as_search(as_plain_calls(trace), given)
