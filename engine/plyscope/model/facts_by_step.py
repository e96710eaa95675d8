"""Which facts of user code belong to a step: those that are known at it, and were not at the step before.

Facts hang on the step of a call that they follow. Where executed lines are recorded, these are steps in between, and a
fact is told at the line after the one that it stands in.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plyscope.model.frames import Frames
from plyscope.model.steps import Moment, Step
from plyscope.model.user_code_facts import Fact, with_lines_before


def facts_at(trace: Frames, step: Step) -> list[Fact]:
    """Return the facts of user code that are told at a step, of the frame that runs; none as it returns."""
    if step.moment is Moment.LEAVE:
        return []
    first, end = lines_after(trace, step)
    if first < end and step.moment is not Moment.LINE:
        return []
    return [fact for fact, place in facts_with_places(trace, step) if first == end or place == step.row - first]


def first_untold(trace: Frames, step: Step) -> int:
    """Return the row of the frame's first fact that a later executed line will tell; -1 where no lines follow."""
    first, end = lines_after(trace, step)
    lines_run = step.row - first if step.moment is Moment.LINE else -1
    if first == end:
        return -1
    return next((fact.row for fact, place in facts_with_places(trace, step) if place > lines_run), -1)


def facts_with_places(trace: Frames, step: Step) -> Iterator[tuple[Fact, int]]:
    """Yield the facts that follow the step of a call, each with the number of executed lines before it."""
    user_code, (first, end) = trace.user_code, lines_after(trace, step)
    facts, lines = user_code.facts, user_code.tables.line_number[first:end].tolist()
    found = (fact for fact in facts.after(step_of_call(trace, step)) if facts.frame[fact.row] == step.frame)
    site = facts.site_of(step.last_child if step.moment is Moment.LINE else step.child)
    return with_lines_before(found, lines, 0 if site is None else site.line)


def step_of_call(trace: Frames, step: Step) -> int:
    """Return the step of a call that a step is or follows, counted without executed lines."""
    if step.moment is Moment.LINE:
        return int(trace.user_code.tables.line_step[step.row])
    if step.moment is Moment.ENTER:
        return trace.enter_of_call(step.frame)
    return trace.back_of_call(step.child)


def lines_after(trace: Frames, step: Step) -> tuple[int, int]:
    """Return the rows of the executed lines that follow a step's call: the first, and the one after the last."""
    call = step_of_call(trace, step)
    first, end = np.searchsorted(trace.user_code.tables.line_step, [call, call + 1]).tolist()
    return first, end
