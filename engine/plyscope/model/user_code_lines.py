"""The line of the user's text at a step.

Executed lines say it where they were recorded, else the facts of the recording: the call expression of a child, and the
`return` that ran. Elsewhere it is read from the text: a frame is entered at its definition; it leaves at its first
return if it made no calls, else at its last; the first child returns to the first call of a traced function in it,
later children to the last.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.source_lines import SourceLines
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import What

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Places(NamedTuple):
    """The lines of one function that steps can be at."""

    definition: int
    first_return: int
    last_return: int
    first_call: int
    last_call: int


class UserCodeLines(SourceLines):
    """The text of user code, and the line of each step."""

    def __init__(self, trace: Trace, steps: Steps) -> None:
        super().__init__(trace.text, trace.search)
        self.user_code = trace.user_code
        self.trace = trace
        self.steps = steps
        self.executed = trace.executed

    @cached_property
    def places(self) -> list[Places]:
        """The lines that steps can be at, by function; all of them its first line if the text cannot be read."""
        try:
            nodes = list(ast.walk(ast.parse(self.trace.text)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            nodes = []
        begins = {line: node for node in reversed(nodes) if isinstance(node, Definition) for line in first_lines(node)}
        names = {one.name.rpartition(".")[2] for one in self.user_code.functions}
        return [
            places_of(begins[one.line], names) if one.line in begins else Places(*[one.line] * 5)
            for one in self.user_code.functions
        ]

    @property
    def with_steps(self) -> frozenset[int]:
        executed = distinct_numbers(self.user_code.tables.line_number).tolist()
        facts = self.user_code.facts
        returns = [event.line for event in facts.events if event.what is What.RETURN]
        ran = [*returns, *(site.line for site in facts.sites)]
        return frozenset([*executed, *ran, *(line for places in self.places for line in places if line)])

    def at(self, step: Step) -> int:
        """Return the line of the text at a step; 0 if it has none."""
        if step.moment is Moment.LINE:
            return self.executed.number(step.row)
        ended = self.user_code.ended
        if step.number == self.steps.count - 1 and step.frame == ended.frame and ended.line:
            return ended.line
        judging = self.trace.judging(step.child if step.moment is Moment.BACK else step.frame)
        if judging is not None:
            return judging.line
        places = self.places[int(self.user_code.tables.function[step.frame])]
        if step.moment is Moment.ENTER:
            return places.definition
        row = self._last_row(step)
        if row is not None:
            return self.executed.number(row)
        if step.moment is Moment.LEAVE:
            usual = places.last_return if self.trace.sizes[step.frame] > 1 else places.first_return
            return int(self._lines_left[step.frame]) or usual
        usual = places.first_call if step.child == step.frame + 1 else places.last_call
        return int(self._lines_called[step.child]) or usual

    @cached_property
    def _lines_left(self) -> NDArray[np.int64]:
        """For each frame the line of the `return` that ran last in it, 0 where that was not recorded."""
        facts, found = self.user_code.facts, np.zeros(len(self.trace), np.int64)
        rows = facts.rows_with(What.RETURN)
        lines = np.array([event.line for event in facts.events] or [0])
        found[facts.frame[rows]] = lines[facts.event[rows]]
        return found

    @cached_property
    def _lines_called(self) -> NDArray[np.int64]:
        """For each frame the line of the expression that called it, 0 where that was not recorded."""
        facts, found = self.user_code.facts, np.zeros(len(self.trace), np.int64)
        known = np.flatnonzero(facts.site >= 0)
        found[known] = np.array([site.line for site in facts.sites] or [0])[facts.site[known]]
        return found

    def _last_row(self, step: Step) -> int | None:
        """Return the row of the last line that a frame executed before it leaves, or calls a child, or None."""
        if not len(self.executed):
            return None
        leaves = step.moment is Moment.LEAVE
        until = self.steps.leave_of_call(step.frame) if leaves else self.steps.enter_of_call(step.child)
        return None if until is None else self.executed.last_before_call(step.frame, until)

    def hits(self, line: int) -> NDArray[np.int64]:
        """Return the steps at which a line is about to be executed, or that belong to it without recorded lines."""
        steps, function = self.steps, self.user_code.tables.function
        entered = np.array([places.definition == line for places in self.places])[function]
        found = [steps.enters()[entered]]
        if len(self.executed):
            found.append(steps.lines()[self.user_code.tables.line_number == line])
        else:
            found += self._hits_of_calls(line)
        hits = distinct_numbers(np.concatenate(found))
        return hits[hits < steps.count]

    def _hits_of_calls(self, line: int) -> list[NDArray[np.int64]]:
        """Return the steps at which a frame leaves at a line, or a child returns to it, by the text alone."""
        at = np.array(self.places, np.int64)[self.user_code.tables.function] == line
        parent = np.maximum(self.trace.column("parent"), 0)
        is_inner, is_first = self.trace.column("size") > 1, parent == np.arange(len(parent)) - 1
        _, first_return, last_return, first_call, last_call = at.T
        leaves = np.where(self._lines_left, self._lines_left == line, np.where(is_inner, last_return, first_return))
        backs = np.where(is_first, first_call[parent], last_call[parent])
        backs = np.where(self._lines_called, self._lines_called == line, backs)
        return [self.steps.leaves()[leaves], self.steps.backs()[backs]]


def first_lines(node: Definition) -> Iterator[int]:
    """Yield the lines at which a function can be said to begin: its definition, and its first decorator."""
    yield node.lineno
    if not isinstance(node, ast.Lambda):
        yield from (decorator.lineno for decorator in node.decorator_list[:1])


def places_of(node: Definition, names: set[str]) -> Places:
    """Return the lines of a function that steps can be at, from its syntax tree."""
    if isinstance(node, ast.Lambda):
        return Places(*[node.lineno] * 5)
    returns = [inner.lineno for inner in ast.walk(node) if isinstance(inner, ast.Return)] or [node.end_lineno or 0]
    calls = [
        inner.lineno
        for inner in ast.walk(node)
        if (isinstance(inner, ast.Name) and inner.id in names and isinstance(inner.ctx, ast.Load))
        or (isinstance(inner, ast.Attribute) and inner.attr in names)
    ] or [node.lineno]
    return Places(node.lineno, min(returns), max(returns), min(calls), max(calls))


def source_lines(trace: Trace, steps: Steps) -> SourceLines:
    """Return the text of a recording and the lines of its steps: of a search of ours, of user code, or no text."""
    return UserCodeLines(trace, steps) if trace.origin.is_user_code else SourceLines(trace.text, trace.search)
