"""Predicting the next decision: what to be asked about, the question, the answer, and the tally."""

from __future__ import annotations

from plyscope.exercises.answers import read_entry
from plyscope.text.predictions import Decision, decisions_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Button, Choice, replace_entries
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, STRETCH, column_layout, row_layout, scroll_area, widget_with
from plyscope_window.words import localized, tr

OFF = ""
"""The key of the choice to be asked nothing."""


def decision_names() -> dict[str, str]:
    """Return what can be asked about, in words, by the keys of the decisions."""
    return {
        OFF: tr("Ask nothing"),
        Decision.CUT.value: tr("Ask at every value: cut?"),
        Decision.BEST.value: tr("Ask at every value: new best?"),
        Decision.WINDOW.value: tr("Ask at every value: α or β changed?"),
        Decision.VALUE.value: tr("Ask for every value that is returned"),
    }


class PredictPanel(Panel):
    """The panel. While a question is open, stepping stops before the decision."""

    def __init__(self) -> None:
        super().__init__(tr("Here you predict what the search does next."))
        self.kind = Choice()
        self.kind.currentIndexChanged.connect(self._choose_decision)
        self.text = Label(pixels=14, wrapped=True)
        self.yes, self.no = Button(tr("Yes"), lambda: self._answer(True)), Button(tr("No"), lambda: self._answer(False))
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("a number"))
        self.field.setAccessibleName(tr("The value that is returned"))
        self.field.returnPressed.connect(self._answer_number)
        self.give_up = Button(tr("Show it"), lambda: self._answer(None))
        self.verdict = Label(pixels=13, wrapped=True)
        self.tally = Label(pixels=12, quiet=True)
        self.answers = widget_with(row_layout(self.yes, self.no, self.field, self.give_up, STRETCH))
        layout = column_layout(
            self.kind, self.text, self.answers, self.verdict, self.tally, STRETCH, margins=PANEL_MARGIN, spacing=6
        )
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.body.setLayout(column_layout(scroll_area(widget_with(layout))))

    def attach(self, session: Session | None) -> None:
        """Offer the decisions that the recording has."""
        if session is not None:
            offered = {OFF, *(decision.value for decision in decisions_of(session.trace))}
            chosen = session.prediction.decision
            choices: list[tuple[str, object]] = [
                (name, key) for key, name in decision_names().items() if key in offered
            ]
            replace_entries(self.kind, choices, chosen.value if chosen else OFF)
        super().attach(session)

    def take_keyboard(self) -> None:
        """Give the keyboard to the answer of an open question."""
        answers = [widget for widget in (self.yes, self.field) if widget.isVisible()]
        if answers:
            answers[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().take_keyboard()

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording has a decision to be asked about."""
        return bool(decisions_of(session.trace))

    def _choose_decision(self) -> None:
        """Ask about the chosen decision from now on."""
        if self.session is not None:
            key = self.kind.currentData()
            self.session.prediction.ask_about(Decision(key) if key else None)
            self.present()

    def show_session(self, session: Session) -> None:
        """Show the open question, the answer to the last one, and how many were right."""
        prediction = session.prediction
        question, answered = prediction.question, prediction.answered
        is_number = prediction.decision is Decision.VALUE
        for widget in (self.yes, self.no):
            widget.setVisible(question is not None and not is_number)
        self.field.setVisible(question is not None and is_number)
        self.answers.setVisible(question is not None)
        if question is not None:
            self.text.setText(localized(question.text))
        elif prediction.decision is None:
            self.text.setText(tr("Choose what you want to be asked. Then step as usual."))
        else:
            self.text.setText(tr("Step on: you are asked before the next decision."))
        self.verdict.setVisible(answered is not None)
        if answered is not None:
            given, solution = prediction.given, localized(answered.solution)
            if given is None:
                self.verdict.setText(tr("It was: {answer}.", answer=solution))
            elif answered.is_right(given):
                self.verdict.setText(tr("✓ Right: {answer}.", answer=solution))
            else:
                self.verdict.setText(tr("✗ Not so: {answer}.", answer=solution))
        right, asked = (sum(counts) for counts in zip((0, 0), *prediction.tally.values(), strict=False))
        self.tally.setVisible(asked > 0)
        self.tally.setText(tr("{right} of {asked} right", right=right, asked=asked) if asked else "")

    def _answer(self, given: bool | float | None) -> None:
        """Answer the open question, or give up with None, and step to the decision."""
        session = self.shown
        if session.prediction.question is None:
            return
        step = session.prediction.question.step
        session.prediction.answer(given)
        self.field.clear()
        session.go(step)

    def _answer_number(self) -> None:
        """Answer with the number in the field; if it is none, say what to type."""
        entry = read_entry(self.field.text())
        if entry is None:
            self.verdict.setVisible(True)
            self.verdict.setText(tr("Type a number, such as 3, −2 or ∞."))
        else:
            self._answer(entry.number)
