"""Which `return`s stand below a test of the depth, as far as the text says what holds there.

A test may have several parts; where one of them is enough, the depth that a call was given says which it was. What
stands below a test that reads the depth in another way, or below none, is left out: it is not known why it returns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from plyscope.model.board_texts import number_in
from plyscope.model.leaf_ends import Part
from plyscope.model.recorded_bounds import OPPOSITES
from plyscope.model.roles import DEPTH, SIDE, Proposal
from plyscope.model.trace import Trace
from plyscope.tracer.target.expressions import OPERATORS
from plyscope.tracer.target.search_parts import MIRRORED
from plyscope.tracer.target.syntax import SCOPES, is_name, last_of, walk
from plyscope.usercode.function_facts import FunctionFacts
from plyscope.usercode.result_values import argument_values
from plyscope.usercode.stored_results import Locals, Test, returns_under_tests


class UnclearError(Exception):
    """A test reads the depth in a way that does not say whether it has run out."""


def returns_by_depth(
    trace: Trace, facts: Mapping[str, FunctionFacts], proposal: Proposal
) -> dict[str, list[tuple[int, list[Part]]]]:
    """Return for each function of known depth the lines of `return`s that a clear test of it decides, or none of it.

    Each line has the parts of that test, none where no test reads the depth. Nothing is returned where the depth does
    not count in one way.
    """
    depth = argument_values(trace, proposal, DEPTH)
    below, above = depth[1:], depth[trace.column("parent")[1:]]
    falls, rises = bool(np.any(below < above)), bool(np.any(below > above))
    found = {}
    for name, one in facts.items() if falls != rises else ():
        names = [parameter for parameter, role in proposal.roles.get(name, {}).items() if role == DEPTH]
        if len(names) == 1 and not isinstance(one.function.node, ast.Lambda):
            sides = frozenset(parameter for parameter, role in proposal.roles[name].items() if role == SIDE)
            found[name] = DepthTests(one, names[0], falls, sides).lines(proposal.stored.get(name, ()))
    return found


@dataclass
class DepthTests:
    """The tests of one function that read the depth."""

    facts: FunctionFacts
    depth: str
    falls: bool
    """Whether it is less in a call below, and not more."""
    sides: frozenset[str] = frozenset()
    """The parameters that say which side moves: a test of them says nothing about the game's end."""

    def __post_init__(self) -> None:
        node = self.facts.function.node
        mine = Locals.of(self.facts.function)
        self.assigned = {last_of(target) for target, _ in mine.assigned}
        self.read_depth, known = {self.depth}, 0
        while known != (known := len(self.read_depth)):
            self.read_depth |= {last_of(target) for target, value in mine.assigned if self.reads_depth(value)} - {""}
        inside = [one for one in walk(node) if isinstance(one, SCOPES) and one is not node]
        self.is_read_inside = any(self.reads_depth(one) for one in inside)

    def reads_depth(self, node: ast.AST) -> bool:
        """Whether a node reads the depth, or a name that was made of it."""
        return any(last_of(one) in self.read_depth for one in walk(node))

    def lines(self, stored: Sequence[int]) -> list[tuple[int, list[Part]]]:
        """Return the lines of the `return`s whose tests are clear, with the parts of these; not those in `stored`."""
        found = dict[int, list[Part] | None]()
        for returned, tests in returns_under_tests(self.facts.function.node):
            line = returned.lineno
            try:
                parts = self.parts(tests) if tests and not self.is_read_inside else None
            except UnclearError:
                parts = None
            is_clear = parts is not None and not (parts and line in stored) and line not in found
            found[line] = parts if is_clear else None
        return [(line, parts) for line, parts in found.items() if parts is not None]

    def parts(self, tests: Sequence[Test]) -> list[Part]:
        """Return the parts of the one test that reads the depth, none if no test does; an error if it is unclear."""
        every = [one for test in tests for one in conjuncts(test)]
        reading = [one for one in every if self.reads_depth(one[0])]
        if not reading:
            return []
        if len(reading) > 1:
            raise UnclearError
        parts = [self.part(one) for one in disjuncts(reading[0])]
        if len(parts) == 1 and not any(holds for test, holds in every if test is not reading[0][0]):
            return [("==", self.depth)]  # it is this test alone that held
        needs_limit = self.depth in self.assigned or any(part is not None and part[1] == "" for part in parts)
        if needs_limit or (len(parts) == 1 and not self.is_used_up(parts[0])):
            raise UnclearError
        return self.parts_by_tests_within(parts, every[every.index(reading[0]) + 1 :], reading[0])

    def parts_by_tests_within(self, parts: list[Part], within: Sequence[Test], test: Test) -> list[Part]:
        """Return the parts of a test as the tests below it leave them.

        `if over` below `if depth == 0 or over` says which part held. A test of anything else may do so too: then the
        parts that do not read the depth come first, as tests that may have ended the call.
        """
        others = [(ast.dump(one), not holds) for one, holds in disjuncts(test) if not self.reads_depth(one)]
        asked = [(ast.dump(one), holds) for one, holds in within if not self.names_in(one) <= self.sides]
        if not asked or not others:
            return parts
        by_depth: list[Part] = [part for part in parts if part is not None]
        if asked == others:
            return by_depth
        return [None, *by_depth]

    @staticmethod
    def names_in(node: ast.AST) -> set[str]:
        return {one.id for one in walk(node) if isinstance(one, ast.Name)}

    def part(self, test: Test) -> Part:
        """Return how part of a test compares the depth with its limit, None if it does not; an error if unclear."""
        expression, holds = test
        if not self.reads_depth(expression):
            return None
        operator, other = "==", None
        if isinstance(expression, ast.Name) and expression.id == self.depth and not holds:
            return "==", 0.0
        if isinstance(expression, ast.Compare) and len(expression.ops) == 1 and type(expression.ops[0]) in OPERATORS:
            operator, (left, right) = OPERATORS[type(expression.ops[0])], (expression.left, expression.comparators[0])
            if is_name(left, self.depth):
                other = right
            elif is_name(right, self.depth):
                operator, other = MIRRORED.get(operator, operator), left
        operator = operator if holds else OPPOSITES[operator]
        runs_out = ("<", "<=", "==") if self.falls else (">", ">=", "==")
        if other is None or self.reads_depth(other) or operator not in runs_out:
            raise UnclearError
        return operator, self.limit(other)

    def limit(self, value: ast.expr) -> float | str:
        """Return what the depth is compared with: a number, a parameter that stays as it was given, else ""."""
        name = last_of(value) if isinstance(value, ast.Name) else ""
        if name in self.facts.function.parameters and name not in self.assigned:
            return name
        is_constant = name in self.facts.constants and name not in self.assigned
        number = number_in(self.facts.constants[name] if is_constant else ast.unparse(value))
        return "" if isnan(number) else number

    def is_used_up(self, part: Part) -> bool:
        """Whether a depth that counts down fulfils it at 0 and below alone; with 1 left a search may go on or not."""
        if part is None or isinstance(part[1], str) or not self.falls:
            return False
        return part[1] <= (1 if part[0] == "<" else 0)


def conjuncts(test: Test) -> Iterator[Test]:
    """Yield the parts of a test all of which hold."""
    expression, holds = test
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not):
        yield from conjuncts((expression.operand, not holds))
    elif isinstance(expression, ast.BoolOp) and isinstance(expression.op, ast.And) is holds:
        for one in expression.values:
            yield from conjuncts((one, holds))
    else:
        yield test


def disjuncts(test: Test) -> Iterator[Test]:
    """Yield the parts of a test one of which holds, in the order in which they are evaluated."""
    expression, holds = test
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not):
        yield from disjuncts((expression.operand, not holds))
    elif isinstance(expression, ast.BoolOp) and isinstance(expression.op, ast.Or) is holds:
        for one in expression.values:
            yield from disjuncts((one, holds))
    else:
        yield test
