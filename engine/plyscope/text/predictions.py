"""Questions about the next decision of a search, for those who predict it before they see it.

Every decision of a kind is asked about, not only those that turn out one way: a question must not give its answer away.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from plyscope.messages import Message, Part, written
from plyscope.model.columns import INNER
from plyscope.model.declaration import MAX, Fold, Windows, has_side
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.trace import Trace


class Decision(Enum):
    """A kind of decision to predict."""

    CUT = "cut"
    BEST = "best"
    WINDOW = "window"
    VALUE = "value"


@dataclass(frozen=True)
class Question:
    """A question about one step, with its answer."""

    decision: Decision
    step: int
    """The step of the decision: it is not to be seen before the question is answered."""
    text: Message
    answer: bool | float
    """Yes or no, or a number."""

    def is_right(self, given: bool | float) -> bool:
        """Whether a given answer is right."""
        return given == self.answer

    @property
    def solution(self) -> Message:
        """The right answer as a word or number."""
        if isinstance(self.answer, bool):
            return Message("yes") if self.answer else Message("no")
        return Message("{value}", value=self.answer)


def decisions_of(trace: Trace) -> list[Decision]:
    """Return the kinds of decisions that a recording has."""
    if all(calls.fold is not Fold.BEST for calls in trace.search.calls) or not any(map(has_side, trace.kinds[:1])):
        return []
    windowed = trace.search.windows is not Windows.NONE
    return [
        decision_kind for decision_kind in Decision if windowed or decision_kind not in (Decision.CUT, Decision.WINDOW)
    ]


def next_question(trace: Trace, steps: Steps, decision: Decision, after: int, until: int) -> Question | None:
    """Return the first question after one step and not beyond another; None where there is none."""
    for step in range(after + 1, until + 1):
        question = question_at(trace, decision, steps.at(step), step)
        if question is not None:
            return question
    return None


def question_at(trace: Trace, decision: Decision, now: Step, step: int) -> Question | None:
    """Return the question about a step, if its decision is of this kind; else None."""
    frame = now.frame
    if not has_side(trace.kinds[frame]):
        return None
    name = trace.short_name(frame) or str(Message("the root"))
    if decision is Decision.VALUE:
        if now.moment is not Moment.LEAVE or trace.statuses[frame] != INNER or trace.has_no_number(frame):
            return None
        return Question(
            decision, step, Message("What does {name} return?", name=Part(name, "strong")), trace.values[frame]
        )
    if now.moment is not Moment.BACK or trace.is_probe(now.child) or trace.has_no_number(frame):
        return None
    before, after = trace.fold_at(frame, now.child)
    named = {
        "name": Part(name, "strong"),
        "child": Part(trace.short_name(now.child), "strong"),
        "value": Part(written(trace.values[now.child]), "value", frame=now.child),
    }
    if decision is Decision.CUT:
        text = Message("{child} has returned {value} to {name}. Is {name} cut now?", **named)
        return Question(decision, step, text, after.is_cut)
    if decision is Decision.BEST:
        text = Message("{child} has returned {value} to {name}. Is that the best for {name} so far?", **named)
        return Question(decision, step, text, after.is_better)
    window = (trace.alphas[frame], trace.betas[frame]) if before is None else (before.alpha, before.beta)
    text = (
        Message("{child} has returned {value} to {name}. Does α rise there?", **named)
        if trace.kinds[frame] == MAX
        else Message("{child} has returned {value} to {name}. Does β fall there?", **named)
    )
    return Question(decision, step, text, (after.alpha, after.beta) != window)
