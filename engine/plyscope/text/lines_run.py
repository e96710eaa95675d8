"""Which lines of the search's text a step ran, as far as the recording says so.

Being back with a child's value runs on from the call to the test of the cut. Which branch was taken follows from the
side of the frame, from whether it was cut, and from the values that the lines of a branch have at the step.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from plyscope.model.declaration import MAX
from plyscope.model.facts_by_step import facts_at
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import What
from plyscope.text.inline_values import InlineValues, UserCodeInlineValues
from plyscope.text.what_ran import cut_rows

NO_LINES: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LinesRun:
    """The lines of one step."""

    at_work: frozenset[int]
    """The lines that the step is about: of a cut, its test and its `break`."""
    run: frozenset[int]
    """The other lines that ran in it."""


def lines_run(trace: Trace, values: InlineValues | UserCodeInlineValues, step: Step, line: int) -> LinesRun:
    """Return the lines that a step ran, and those at work; `line` is where the step is."""
    if isinstance(values, UserCodeInlineValues):
        return recorded_lines(trace, step, line)
    valued = {value.line for value in values.at(step, line)}
    if step.moment is not Moment.BACK:
        return LinesRun(frozenset({line}), frozenset(valued - {line}) if step.moment is Moment.ENTER else NO_LINES)
    body = values.body_of(trace.calls(step.frame).function)
    walk = Walk(trace, step, values, line, valued)
    walk.through(body)
    if walk.cut:
        return LinesRun(frozenset(walk.cut), frozenset(walk.run | {line}) - frozenset(walk.cut))
    return LinesRun(frozenset({line}), frozenset(walk.run - {line}))


def recorded_lines(trace: Trace, step: Step, line: int) -> LinesRun:
    """Return the lines of user code in which something was recorded at a step, but for the `return` of a value."""
    found = [] if step.moment is Moment.LINE else facts_at(trace, step)
    found = [fact for fact in found if fact.event.what is not What.RETURN]
    guards = trace.user_code.facts.guards
    cut = [fact.event for fact in found if fact.row in cut_rows(trace)]
    at_work = {one.line for one in cut} | {guards[one.guard].line for one in cut} or {line}
    return LinesRun(frozenset(at_work), frozenset({line, *(fact.event.line for fact in found)} - at_work))


class Walk:
    """The way through a function from the call that has returned to the end of its loop's body."""

    def __init__(self, trace: Trace, step: Step, values: InlineValues, line: int, valued: Collection[int]) -> None:
        self.side = trace.calls(step.frame).side
        self.is_max = trace.plan.kind_in_text(trace.kinds[step.frame]) == MAX
        self.is_cut = trace.fold_at(step.frame, step.child)[1].is_cut
        self.cut_tests = values.cut_tests(step.frame)
        self.line, self.valued = line, valued
        self.has_begun = False
        self.run: set[int] = set()
        self.cut: set[int] = set()

    def through(self, statements: list[ast.stmt]) -> None:
        """Walk through statements and collect the lines that ran."""
        for statement in statements:
            if self.cut:
                return
            if self.has_begun or self.line in lines_of(statement):
                self._through_one(statement)
            if isinstance(statement, ast.For | ast.While) and self.has_begun:
                return

    def _through_one(self, statement: ast.stmt) -> None:
        """Walk through one statement: a loop's body, an `if` with its branch, or its lines."""
        if isinstance(statement, ast.For | ast.While):
            if not self.has_begun:
                self.through(statement.body)
            return
        if not isinstance(statement, ast.If):
            self.has_begun = True
            self.run |= set(lines_of(statement))
            return
        head = range(statement.lineno, (statement.test.end_lineno or statement.lineno) + 1)
        if self.has_begun and statement.lineno in self.cut_tests:
            if self.is_cut:
                self.cut = {*head, *(line for inner in statement.body for line in lines_of(inner))}
            else:
                self.run |= set(head)
            return
        if self.has_begun:
            self.run |= set(head)
        taken = self._taken(statement)
        if taken is statement.orelse and taken and self.has_begun:
            self.run |= else_of(statement)
        self.through(taken)

    def _taken(self, statement: ast.If) -> list[ast.stmt]:
        """Return the branch of an `if` that was taken; nothing where that is not known."""
        if isinstance(statement.test, ast.Name) and statement.test.id == self.side:
            return statement.body if self.is_max else statement.orelse
        for branch in (statement.body, statement.orelse):
            inside = {line for inner in branch for line in lines_of(inner)}
            if self.line in inside or inside & set(self.valued):
                return branch
        return []


def lines_of(statement: ast.stmt) -> range:
    """Return the numbers of a statement's lines."""
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def else_of(statement: ast.If) -> set[int]:
    """Return the line of an `else` that stands alone above its first statement; else nothing."""
    first = statement.orelse[0]
    return set() if isinstance(first, ast.If) and first.col_offset == statement.col_offset else {first.lineno - 1}
