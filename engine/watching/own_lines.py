"""At which line of somebody's own text a step is.

Where executed lines were recorded they say so. Elsewhere it is read off the text: a frame is entered at its
definition, leaves at its first return where it has called nobody and else at its last, and has an answer at the
first call of itself or another or, from the second answer on, at the last.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns import OPEN
from engine.source_lines import SourceLines
from engine.steps import Moment, Step
from engine.trace import Trace
from engine.watching.inside.recursion import Function, functions_in
from engine.watching.moments import Moments


class Places(NamedTuple):
    """The lines of one function that steps can be at."""

    definition: int
    first_return: int
    last_return: int
    first_call: int
    last_call: int


class OwnPlaces(SourceLines):
    """The text of somebody's own code, and where in it each step is."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace.text, trace.search)
        assert trace.own is not None
        self.own = trace.own
        self.trace = trace
        self.moments = Moments(trace)

    @cached_property
    def places(self) -> list[Places]:
        """For each function what its text says; where that cannot be read, everything is at its first line."""
        try:
            found = functions_in(ast.parse(self.trace.text))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            found = {}
        names = {one.name.rpartition(".")[2] for one in self.own.functions}
        return [
            places_of(found[one.name], names) if one.name in found else Places(*[one.line] * 5)
            for one in self.own.functions
        ]

    @property
    def with_steps(self) -> frozenset[int]:
        executed = np.unique(self.own.tables.line_number).tolist()
        return frozenset([*executed, *(line for places in self.places for line in places if line)])

    def at(self, step: Step) -> int:
        """The line that a step is at; 0 where it is at none."""
        places = self.places[int(self.own.tables.function[step.frame])]
        if step.moment is Moment.ENTER:
            return places.definition
        if step.frame == self.own.ended.frame and self.trace.statuses[step.frame] == OPEN and self.own.ended.line:
            return self.own.ended.line
        executed = self.moments.line_at(step.number) if step.number < self.moments.steps.count else 0
        if executed:
            return executed
        if step.moment is Moment.LEAVE:
            return places.last_return if self.trace.sizes[step.frame] > 1 else places.first_return
        return places.first_call if step.child == step.frame + 1 else places.last_call

    def hits(self, line: int) -> NDArray[np.int64]:
        """The steps at which, or just after which, a line of the text is at work."""
        steps = self.moments.steps
        entered = np.array([places.definition == line for places in self.places])[self.own.tables.function]
        executed = self.own.tables.line_step[self.own.tables.line_number == line]
        if not len(self.own.tables.line_step):
            calls = np.array([line in (places.first_call, places.last_call) for places in self.places])
            parent = self.trace.column("parent")
            inside = np.flatnonzero((parent >= 0) & calls[self.own.tables.function[np.maximum(parent, 0)]])
            executed = steps.leaves()[inside] + 1
        found = np.unique(np.concatenate([steps.enters()[entered], executed]))
        return found[found < steps.count]


def places_of(function: Function, names: set[str]) -> Places:
    node = function.node
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


def source_lines(trace: Trace) -> SourceLines:
    """The text of a recording and where in it steps are: of a search of ours, of somebody's own code, or of none."""
    return SourceLines(trace.text, trace.search) if trace.own is None else OwnPlaces(trace)
