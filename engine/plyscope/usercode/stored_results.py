"""Where a search may return what an earlier call has found: the `return`s that read what outlives the call.

A search keeps a result where it gives it to an attribute, an item, a container or a shared name, or hands it to a
function that does. What it has kept may be changed later, and through another name; so every `return` that reads such
a name, or stands below a test that does, may give a stored value. That can be said too often, which only says less.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.expressions import targets_of, values_by_target
from plyscope.tracer.target.recursion import PLAIN, Function
from plyscope.tracer.target.syntax import SCOPES, children_of, last_of, nodes_in, walk
from plyscope.usercode.function_facts import ADDING_METHODS, FunctionFacts

Test = tuple[ast.expr, bool]
"""A test, and whether it holds."""


def returns_of_stored(text: str, facts: Mapping[str, FunctionFacts]) -> dict[str, list[int]]:
    """For each function the lines of the `return`s that may give what an earlier call has kept."""
    kept = kept_names(text, facts)
    found = {name: sorted(set(kept.lines_that_read(one.function))) for name, one in facts.items()}
    return {name: lines for name, lines in found.items() if lines}


def kept_names(text: str, facts: Mapping[str, FunctionFacts]) -> KeptNames:
    """Return what some functions of a text keep of their results beyond their calls."""
    return KeptNames(facts, parsed_text(text)[1] if facts else {})


@dataclass
class KeptNames:
    """The last names under which results outlive the calls of some functions."""

    facts: Mapping[str, FunctionFacts]
    functions: Mapping[str, Function]
    names: set[str] = field(default_factory=set)
    given: dict[str, set[str]] = field(default_factory=dict)
    """Of functions that are handed results, the parameters that hold them."""

    def __post_init__(self) -> None:
        self.callees = {name for one in self.facts.values() for name in one.callees}
        self.helpers: dict[str, list[Function]] = {}
        for one in self.functions.values():
            if one.name not in self.facts:
                self.helpers.setdefault(one.last_name, []).append(one)
        known = -1
        while known != (known := len(self.names) + sum(map(len, self.given.values()))):
            for one in [*self.functions.values()]:
                if one.name in self.facts or one.name in self.given:
                    self.read(Locals.of(one), self.given.get(one.name, set()))

    def read(self, mine: Locals, holding: Iterable[str]) -> None:
        """Notes what one function keeps, or hands on; `holding` are those of its names that hold results."""
        held, known = {*holding}, -1
        while known != (known := len(held)):
            for target, value in mine.assigned:
                if self.is_of_results(value, held):
                    self.keep(target, mine, held)
            for call in mine.calls:
                if any(self.is_of_results(one, held) for one in arguments_of(call)):
                    self.hand_on(call, mine, held)

    def keep(self, target: ast.expr, mine: Locals, held: set[str]) -> None:
        """Notes that a target takes a result: under a name that outlives the call, or in `held` as a local name."""
        if isinstance(target, ast.Attribute):
            self.names.add(target.attr)
        elif isinstance(target, ast.Subscript):
            self.keep_in(target.value, mine, held)
        elif isinstance(target, ast.Name):
            (self.names if target.id in mine.shared else held).add(target.id)

    def keep_in(self, container: ast.expr, mine: Locals, held: set[str]) -> None:
        """Notes that a container takes a result, and those that a local name for it was read from, or stored in."""
        name = last_of(container)
        if isinstance(container, ast.Name):
            held.add(name)
            if name in mine.fresh:
                return
        self.names |= {name} - {""}
        for target, value in mine.assigned:
            if isinstance(container, ast.Name) and isinstance(target, ast.Name) and target.id == name:
                self.names |= {last_of(one) for part in walk(value) for one in containers_read(part)} - {""}

    def hand_on(self, call: ast.Call, mine: Locals, held: set[str]) -> None:
        """Notes a result given to a call: of a function of the text, a container, or an object that may hold it."""
        name = last_of(call.func)
        if name in self.callees:
            return
        for one in self.helpers.get(name, ()):
            names = one.parameters[int(one.in_class) :]
            pairs = [*zip(names, call.args, strict=False), *((each.arg or "", each.value) for each in call.keywords)]
            taken = {parameter for parameter, value in pairs if self.is_of_results(value, held)}
            self.given.setdefault(one.name, set()).update(taken)
        if isinstance(call.func, ast.Attribute) and (
            name in ADDING_METHODS | {"setdefault"} or name not in self.helpers
        ):
            self.keep_in(call.func.value, mine, held)

    def is_of_results(self, value: ast.AST, held: set[str]) -> bool:
        """Whether an expression has a recursive call, or reads a name that holds a result."""
        return any(
            (isinstance(one, ast.Call) and last_of(one.func) in self.callees)
            or (isinstance(one, ast.Name) and one.id in held)
            or (isinstance(one, ast.Name | ast.Attribute) and last_of(one) in self.names)
            for one in walk(value)
        )

    # What reads them

    def lines_that_read(self, function: Function) -> Iterator[int]:
        """The lines of a function's `return`s that read a kept name, or stand below a test that does."""
        mine, node = Locals.of(function), function.node
        returns = [(one.lineno, one.value, tests) for one, tests in returns_under_tests(node) if one.value is not None]
        if isinstance(node, ast.Lambda):
            returns = [(node.lineno, node.body, ())]
        for line, value, tests in returns:
            read = [value, *(test for test, holds in tests if holds and not asks_for_nothing(test))]
            if not self.names.isdisjoint(name for one in read for name in self.names_read(one, mine)):
                yield line

    def names_read(self, value: ast.AST, mine: Locals) -> set[str]:
        """The last names that an expression reads, also by way of local names and of functions that it calls.

        What recursive calls are given is no part of the value.
        """
        found, resolved, called = set[str](), set[str](), set[str]()
        waiting: list[tuple[ast.AST, bool]] = [(value, True)]
        while waiting:
            one, is_own = waiting.pop()
            if isinstance(one, ast.Call) and last_of(one.func) in self.callees:
                continue
            waiting += [(child, is_own) for child in children_of(one)]
            name = last_of(one)
            if name and is_own and name not in resolved:
                resolved.add(name)
                waiting += [(given, True) for target, given in mine.assigned if last_of(target) == name]
            if name in self.helpers and name not in called:
                called.add(name)
                waiting += [(helper.node, False) for helper in self.helpers[name]]
            found.add(name)
        return found - {""}


@dataclass
class Locals:
    """What one function assigns and calls."""

    assigned: list[tuple[ast.expr, ast.expr]]
    """The targets with their values; a loop gives its target what it runs through."""
    calls: list[ast.Call]
    shared: frozenset[str]
    fresh: frozenset[str]
    """Local names that are only given containers made there."""

    @staticmethod
    def of(function: Function) -> Locals:
        nodes = [*nodes_in(function.node)]
        assigned = [pair for node in nodes for pair in assigned_by(node)]
        shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
        named = [(target.id, value) for target, value in assigned if isinstance(target, ast.Name)]
        others = {name for name, value in named if not isinstance(value, PLAIN)}
        fresh = {name for name, _ in named} - others - shared - {*function.parameters}
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        return Locals(assigned, calls, frozenset(shared), frozenset(fresh))


def assigned_by(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets of a node with what they are given."""
    match node:
        case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            parts = values_by_target(node)
            yield from ((target, parts.get(id(target), value)) for target in targets_of(node))
        case (
            ast.For(iter=value) | ast.AsyncFor(iter=value) | ast.comprehension(iter=value) | ast.NamedExpr(value=value)
        ):
            names = (one for one in walk(node.target) if isinstance(one, ast.Name))
            yield from ((name, value) for name in names)


def arguments_of(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(one.value for one in call.keywords)]


def containers_read(node: ast.AST) -> Iterator[ast.expr]:
    """The container that a node takes an item of, or calls a method of."""
    if isinstance(node, ast.Subscript):
        yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield node.func.value


def returns_under_tests(node: ast.AST, tests: tuple[Test, ...] = ()) -> Iterator[tuple[ast.Return, tuple[Test, ...]]]:
    """Yield where a function returns, with the tests that hold there or do not."""
    for child in children_of(node):
        if isinstance(child, SCOPES):
            continue
        inside = tests
        if isinstance(node, ast.If | ast.While) and isinstance(child, ast.stmt):
            if child in node.body:
                inside = (*tests, (node.test, True))
            elif isinstance(node, ast.If):
                inside = (*tests, (node.test, False))
        if isinstance(child, ast.Return):
            yield child, inside
        yield from returns_under_tests(child, inside)


def asks_for_nothing(test: ast.expr) -> bool:
    """Whether a test holds where nothing is found: `not entry`, `entry is None`, `key not in table`."""
    match test:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.NotIn()]):
            return True
        case ast.Compare(ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return True
    return False
