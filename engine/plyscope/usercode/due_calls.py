"""How many calls the loop of a frame would make: its moves, evaluated from the text and the recorded arguments.

Nothing of the user's is run. A small part of Python is evaluated here: expressions of known values, and functions made
of them, such as one that collects the free cells of a board. Everything else is not known.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from plyscope.usercode.search_text import OPERATIONS, FunctionText, UnknownValueError, names_in

MAX_STEPS = 20_000
"""Expressions and statements that are evaluated for one frame."""
MAX_NESTED_CALLS = 5
BUILT_IN: Mapping[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (range, len, list, tuple, set, enumerate, reversed, zip, min, max, sum, abs, any, all, int, str, divmod)
}
METHODS = frozenset({"append", "add", "copy", "items", "keys", "values", "count", "index"})
"""The methods of lists, sets, dictionaries and texts that are evaluated."""
FAULTS = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError, MemoryError)
Names = dict[str, Any]


class LeftError(Exception):
    """A statement leaves its function or its loop."""

    def __init__(self, how: str, value: Any = None) -> None:
        super().__init__(how)
        self.how, self.value = how, value


class Evaluator:
    """Evaluates expressions and functions of a text, within a number of steps."""

    def __init__(self, tree: ast.Module, constants: Mapping[str, Any]) -> None:
        self.functions = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
        self.constants = constants
        self.steps = 0
        self.nested = 0

    # Expressions

    def value(self, node: ast.expr, names: Names) -> Any:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise UnknownValueError
        try:
            found = getattr(self, f"of_{type(node).__name__.lower()}", None)
            if found is None:
                raise UnknownValueError
            return found(node, names)
        except FAULTS as fault:
            raise UnknownValueError from fault

    def of_constant(self, node: ast.Constant, names: Names) -> Any:
        return node.value

    def of_name(self, node: ast.Name, names: Names) -> Any:
        for known in (names, self.constants):
            if node.id in known:
                return known[node.id]
        raise UnknownValueError

    def of_list(self, node: ast.List, names: Names) -> Any:
        return [self.value(one, names) for one in node.elts]

    def of_tuple(self, node: ast.Tuple, names: Names) -> Any:
        return tuple(self.value(one, names) for one in node.elts)

    def of_set(self, node: ast.Set, names: Names) -> Any:
        return {self.value(one, names) for one in node.elts}

    def of_unaryop(self, node: ast.UnaryOp, names: Names) -> Any:
        return self.operation(node.op)(self.value(node.operand, names))

    def of_binop(self, node: ast.BinOp, names: Names) -> Any:
        return self.operation(node.op)(self.value(node.left, names), self.value(node.right, names))

    def operation(self, op: ast.AST) -> Any:
        found = {ast.FloorDiv: lambda a, b: a // b, ast.UAdd: lambda a: +a}.get(type(op)) or OPERATIONS.get(type(op))
        if found is None:
            raise UnknownValueError
        return found

    def of_compare(self, node: ast.Compare, names: Names) -> Any:
        values = [self.value(one, names) for one in (node.left, *node.comparators)]
        return all(
            self.operation(op)(left, right) for op, left, right in zip(node.ops, values, values[1:], strict=False)
        )

    def of_boolop(self, node: ast.BoolOp, names: Names) -> Any:
        found: Any = None
        for one in node.values:
            found = self.value(one, names)
            if bool(found) is isinstance(node.op, ast.Or):
                break
        return found

    def of_ifexp(self, node: ast.IfExp, names: Names) -> Any:
        return self.value(node.body if self.value(node.test, names) else node.orelse, names)

    def of_subscript(self, node: ast.Subscript, names: Names) -> Any:
        held = self.value(node.value, names)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return held[slice(*(None if one is None else self.value(one, names) for one in ends))]
        return held[self.value(node.slice, names)]

    def of_listcomp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, names: Names) -> Any:
        return [self.value(node.elt, one) for one in self.rounds(node.generators, dict(names))]

    of_setcomp = of_listcomp
    of_generatorexp = of_listcomp

    def rounds(self, generators: Sequence[ast.comprehension], names: Names) -> Iterator[Names]:
        if not generators:
            yield names
            return
        first = generators[0]
        for item in self.value(first.iter, names):
            mine = dict(names)
            self.bind(first.target, item, mine)
            if all(self.value(one, mine) for one in first.ifs):
                yield from self.rounds(generators[1:], mine)

    def of_call(self, node: ast.Call, names: Names) -> Any:
        arguments = [self.value(one, names) for one in node.args]
        if isinstance(node.func, ast.Attribute):
            held = self.value(node.func.value, names)
            if node.func.attr not in METHODS or node.keywords or not isinstance(held, list | set | dict | str | tuple):
                raise UnknownValueError
            return getattr(held, node.func.attr)(*arguments)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in names:
            raise UnknownValueError
        if name in self.functions:
            return self.called(self.functions[name], arguments, node)
        if name == "sorted" and arguments:
            return list(arguments[0])  # in which order makes no difference here
        if name not in BUILT_IN or node.keywords:
            raise UnknownValueError
        return BUILT_IN[name](*arguments)

    # Functions and statements

    def called(self, function: ast.FunctionDef, arguments: Sequence[Any], node: ast.Call) -> Any:
        parameters = [one.arg for one in function.args.args]
        if node.keywords or len(parameters) != len(arguments) or self.nested >= MAX_NESTED_CALLS:
            raise UnknownValueError
        self.nested += 1
        try:
            self.block(function.body, dict(zip(parameters, deepcopy(list(arguments)), strict=True)))
        except LeftError as left:
            return left.value
        finally:
            self.nested -= 1
        return None

    def block(self, statements: Sequence[ast.stmt], names: Names) -> None:
        for one in statements:
            self.statement(one, names)

    def statement(self, node: ast.stmt, names: Names) -> None:
        match node:
            case ast.Return():
                raise LeftError("return", None if node.value is None else self.value(node.value, names))
            case ast.Break() | ast.Continue():
                raise LeftError(type(node).__name__.lower())
            case ast.Assign():
                found = self.value(node.value, names)
                for target in node.targets:
                    self.bind(target, found, names)
            case ast.AugAssign(target=ast.Name(id=name)):
                now = self.of_name(ast.Name(name, ast.Load()), names)
                names[name] = self.operation(node.op)(now, self.value(node.value, names))
            case ast.If():
                self.block(node.body if self.value(node.test, names) else node.orelse, names)
            case ast.For(orelse=[]):
                for item in list(self.value(node.iter, names)):
                    self.bind(node.target, item, names)
                    if not self.goes_on(node.body, names):
                        break
            case ast.Expr():
                self.value(node.value, names)
            case ast.Pass():
                pass
            case _:
                raise UnknownValueError

    def goes_on(self, body: Sequence[ast.stmt], names: Names) -> bool:
        """Runs one round of a loop; whether another follows."""
        try:
            self.block(body, names)
        except LeftError as left:
            if left.how == "return":
                raise
            return left.how == "continue"
        return True

    def bind(self, target: ast.expr, value: Any, names: Names) -> None:
        if isinstance(target, ast.Name):
            names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List) and len(target.elts) == len(list(value)):
            for one, item in zip(target.elts, value, strict=True):
                self.bind(one, item, names)
        elif isinstance(target, ast.Subscript):
            self.value(target.value, names)[self.value(target.slice, names)] = value
        else:
            raise UnknownValueError

    # Calls of a frame

    def calls_due(self, function: FunctionText, loop: ast.For, names: Names) -> int:
        """How many rounds of a loop come to a call, if none of them leaves it.

        What a round does before the call is undone for the next one: boards are put back.
        """
        count = 0
        for item in list(self.value(loop.iter, names)):
            mine = dict(names)
            self.bind(loop.target, item, mine)
            count += self.calls_in_round(function, loop.body, mine)
        return count

    def calls_in_round(self, function: FunctionText, body: Sequence[ast.stmt], names: Names) -> int:
        for node in body:
            if isinstance(node, ast.For) and function.has_call(node):
                return self.calls_due(function, node, names)
            if isinstance(node, ast.If) and function.has_call(node):
                holds = self.value(node.test, names)
                found = self.calls_in_round(function, node.body if holds else node.orelse, names)
                if found:
                    return found
            elif function.has_call(node):
                return 1
            elif isinstance(node, ast.If) and any(isinstance(one, ast.Continue) for one in node.body):
                if self.value(node.test, names):
                    return 0
            else:
                self.pass_over(node, names)
        return 0

    def pass_over(self, node: ast.stmt, names: Names) -> None:
        """A statement before the call: it binds a name, or makes what it changes unknown."""
        if isinstance(node, ast.Assign) and all(isinstance(one, ast.Name | ast.Tuple) for one in node.targets):
            try:
                self.statement(node, names)
                return
            except UnknownValueError:
                pass
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                names.pop(one.id, None)


def calls_due(
    tree: ast.Module, function: FunctionText, loop: ast.For, names: Mapping[str, Any], constants: Mapping[str, Any]
) -> int | None:
    """How many calls a loop would make with these arguments; None where that cannot be evaluated."""
    evaluator, known = Evaluator(tree, constants), dict(names)
    try:
        for target, _, node in function.assignments:
            # What changes from round to round, as a bound does, is known in none.
            if isinstance(target, ast.Name) and function.is_in_loop(node):
                known.pop(target.id, None)
        for target, value, node in function.assignments:
            # Names that are bound once, before the loop.
            if isinstance(target, ast.Name) and not function.is_in_loop(node) and not function.has_call(value):
                known.pop(target.id, None)
                if len(function.assigned(target.id)) == 1 and function.may_run(node, names):
                    try:
                        known[target.id] = evaluator.value(value, known)
                    except UnknownValueError:
                        continue
        for name in changed_names(function):
            known.pop(name, None)
        return evaluator.calls_due(function, loop, known)
    except (UnknownValueError, LeftError, *FAULTS):
        return None


UNCHANGING = frozenset({"sort", "reverse", "count", "index", "copy", "get", "items", "keys", "values"})
"""Methods after which a container has the same items."""


def changed_names(function: FunctionText) -> set[str]:
    """The names whose values a function changes in place, but for boards that its loop changes and puts back."""
    found: set[str] = set()
    for node in function.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr not in UNCHANGING:
            found |= {node.func.value.id} if isinstance(node.func.value, ast.Name) else set()
        elif isinstance(node, ast.Delete):
            found |= names_in(node)
        elif not function.is_in_loop(node) and not function.has_call(node):
            targets = node.targets if isinstance(node, ast.Assign) else []
            found |= {name for one in targets if isinstance(one, ast.Subscript) for name in names_in(one.value)}
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                found |= names_in(node.value)
    return found
