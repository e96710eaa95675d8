"""Predicting the next decision: stepping stops before it, asks, and keeps a tally of what was right."""

from __future__ import annotations

from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.text.predictions import Decision, Question, next_question


class Prediction:
    """What is to be predicted, the question that is open, and how many answers were right."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.decision: Decision | None = None
        """The kind of decisions before which stepping stops; None while it does not."""
        self.question: Question | None = None
        """The question that waits for its answer."""
        self.answered: Question | None = None
        """The last question that was answered."""
        self.given: bool | float | None = None
        """The answer to it; None where it was given up."""
        self.tally: dict[Decision, tuple[int, int]] = {}
        """How many answers were right, and how many there were."""

    def ask_about(self, decision: Decision | None) -> None:
        """Stop before decisions of a kind from now on, None for none, and drop the open question."""
        self.decision = decision
        self.question = self.answered = self.given = None

    def stop_before(self, steps: Steps, before: int, after: int) -> int | None:
        """The step before the next decision between two steps, which is the open question now; None where none is."""
        if self.decision is None or after <= before:
            return None
        known = before if self.answered is None else max(before, self.answered.step)
        self.question = next_question(self.trace, steps, self.decision, known, after)
        return None if self.question is None else self.question.step - 1

    def answer(self, given: bool | float | None) -> None:
        """Answer the question, or give it up with None; either counts in the tally."""
        question = self.question
        assert question is not None
        right, asked = self.tally.get(question.decision, (0, 0))
        is_right = given is not None and question.is_right(given)
        self.tally[question.decision] = (right + is_right, asked + 1)
        self.answered, self.given, self.question = question, given, None
