"""The text of a search beside its recording: which call, comparison, assignment or return a frame has run.

Executed lines say it where they were recorded. Elsewhere the syntax tree does: what stands under a test of the side
that the frame's arguments do not pass has not run. Nothing here judges the text; it gives findings their source lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.tracer.build_trace import literal
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.recursion import last_of

Loop = ast.For | ast.While
Block = list[ast.stmt]
Node = TypeVar("Node", bound=ast.AST)
OPERATIONS: Mapping[type[ast.AST], Any] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Mod: lambda a, b: a % b,
    ast.Not: lambda a: not a,
    ast.USub: lambda a: -a,
}


class UnknownValueError(ValueError):
    """An expression that cannot be evaluated from the arguments alone."""


def evaluated(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of an expression of names, constants and comparisons; nothing of the user's is called."""
    try:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name() if node.id in names:
                return names[node.id]
            case ast.UnaryOp() if type(node.op) in OPERATIONS:
                return OPERATIONS[type(node.op)](evaluated(node.operand, names))
            case ast.BinOp() if type(node.op) in OPERATIONS:
                return OPERATIONS[type(node.op)](evaluated(node.left, names), evaluated(node.right, names))
            case ast.Compare():
                values = [evaluated(one, names) for one in (node.left, *node.comparators)]
                pairs = zip(node.ops, values, values[1:], strict=False)
                return all(OPERATIONS[type(op)](left, right) for op, left, right in pairs)
            case ast.BoolOp():
                return evaluated_choice(node, names)
            case ast.Tuple() | ast.List():
                return [evaluated(one, names) for one in node.elts]
    except (TypeError, ZeroDivisionError, OverflowError):
        pass
    raise UnknownValueError


def evaluated_choice(node: ast.BoolOp, names: Mapping[str, Any]) -> bool:
    """Whether `and` or `or` holds; one part may decide it although another is not known."""
    decides, is_known = isinstance(node.op, ast.Or), True
    for part in node.values:
        try:
            if bool(evaluated(part, names)) is decides:
                return decides
        except UnknownValueError:
            is_known = False
    if not is_known:
        raise UnknownValueError
    return not decides


def truth(node: ast.expr, names: Mapping[str, Any]) -> bool | None:
    """Whether a test holds; None where that is not known."""
    try:
        return bool(evaluated(node, names))
    except UnknownValueError:
        return None


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


class FunctionText:
    """One traced function in the text."""

    def __init__(self, node: ast.AST, traced: frozenset[str]) -> None:
        self.node = node
        self.traced = traced
        self.above: dict[ast.AST, ast.AST] = {}
        self._has_call: dict[ast.AST, bool] = {}
        self.nodes: list[ast.AST] = []
        """All nodes, in the order of the text, without those of nested functions."""
        self._collect(node)

    def _collect(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            self.above[child] = node
            self.nodes.append(child)
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._collect(child)

    @cached_property
    def names(self) -> frozenset[str]:
        """All names in the function."""
        return frozenset(name for one in self.nodes for name in names_in(one))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, the nearest first, up to the function."""
        while node in self.above:
            node = self.above[node]
            yield node

    # Calls of traced functions

    @cached_property
    def calls(self) -> list[ast.Call]:
        """The calls of traced functions."""
        return [one for one in self.nodes if isinstance(one, ast.Call) and last_of(one.func) in self.traced]

    def has_call(self, node: ast.AST) -> bool:
        found = self._has_call.get(node)
        if found is None:
            found = any(isinstance(one, ast.Call) and last_of(one.func) in self.traced for one in ast.walk(node))
            self._has_call[node] = found
        return found

    @cached_property
    def loops(self) -> list[Loop]:
        """The loops with calls of traced functions, outer ones first."""
        return [one for one in self.nodes if isinstance(one, ast.For | ast.While) and self.has_call(one)]

    def is_in_loop(self, node: ast.AST) -> bool:
        """Whether a node stands in a loop with calls of traced functions."""
        return any(one in self.loops for one in self.around(node))

    @cached_property
    def assignments(self) -> list[tuple[ast.expr, ast.expr, ast.AST]]:
        """Targets with what they are given, item by item where both sides have as many; and the statements."""
        found: list[tuple[ast.expr, ast.expr, ast.AST]] = []
        for node in self.nodes:
            match node:
                case ast.Assign():
                    for target in node.targets:
                        found += [(one, value, node) for one, value in matched(target, node.value)]
                case ast.AnnAssign(value=ast.expr()) | ast.NamedExpr():
                    found.append((node.target, node.value, node))  # type: ignore[arg-type]
                case ast.AugAssign():
                    found.append((node.target, node.value, node))
        return found

    def assigned(self, name: str) -> list[tuple[ast.expr, ast.AST]]:
        """What is assigned to a name, with the statements."""
        return [(value, node) for target, value, node in self.assignments if last_of(target) == name]

    # Tests that leave a loop

    @cached_property
    def look_ups(self) -> list[ast.Return]:
        """The early returns of an item, or of what `get` gave."""
        found: list[ast.Return] = []
        looked_up = {name for target, value, _ in self.assignments if looks_up(value) for name in names_in(target)}
        for node in self.nodes:
            if isinstance(node, ast.Return) and node.value is not None and not self.is_in_loop(node):
                is_found = looks_up(node.value) or looked_up & names_in(node.value)
                if is_found and not self.has_call(node):
                    found.append(node)
        return found

    @cached_property
    def tables(self) -> frozenset[str]:
        """The names in what is looked up."""
        values = [value for _, value, _ in self.assignments] + [one.value for one in self.look_ups if one.value]
        return frozenset(name for one in values if looks_up(one) for name in names_in(one))

    # What a number does

    def limits(self, name: str) -> list[ast.expr]:
        """What a parameter is compared with by the tests that end the recursion: a branch of theirs makes no call."""
        tests = [
            one
            for node in self.nodes
            if isinstance(node, ast.If | ast.IfExp | ast.While) and self.may_end(node)
            for one in ast.walk(node.test)
        ]
        compared = [
            other
            for one in tests
            if isinstance(one, ast.Compare) and len(one.ops) == 1
            for mine, other in ((one.left, one.comparators[0]), (one.comparators[0], one.left))
            if is_name(mine, name) and not self.has_call(other)
        ]
        negated = (one.operand for one in tests if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not))
        return [*compared, *(ast.Constant(0) for one in negated if is_name(one, name))]

    def may_end(self, node: ast.If | ast.IfExp | ast.While) -> bool:
        """Whether calls stand on one side of a test only: it returns without one, or else makes none."""
        if isinstance(node, ast.IfExp):
            return self.has_call(node.body) != self.has_call(node.orelse)
        has_calls = any(map(self.has_call, node.body))
        ends_here = isinstance(node.body[-1], ast.Return)
        return (
            not any(map(self.has_call, node.orelse)) if has_calls else ends_here or any(map(self.has_call, node.orelse))
        )

    # What runs under given arguments

    def may_run(self, node: ast.AST, names: Mapping[str, Any]) -> bool:
        """Whether a node is not ruled out by tests of the arguments around and before it."""
        inner = node
        for outer in self.around(node):
            if isinstance(outer, ast.If | ast.IfExp) and inner is not outer.test:
                in_body = inner is outer.body if isinstance(outer, ast.IfExp) else inner in outer.body
                if truth(outer.test, names) is (not in_body):
                    return False
            for block in blocks(outer):
                if inner in block and any(ends(one, names) for one in block[: block.index(inner)]):
                    return False
            inner = outer
        return True


def targets_of(node: ast.AST) -> frozenset[str]:
    """The names that a loop, a comprehension or a lambda binds anew for each round."""
    match node:
        case ast.For():
            return names_in(node.target)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return frozenset(name for one in node.generators for name in names_in(one.target))
        case ast.Lambda():
            return frozenset(one.arg for one in node.args.args)
    return frozenset()


def blocks(node: ast.AST) -> Iterator[Block]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def ends(node: ast.stmt, names: Mapping[str, Any]) -> bool:
    """Whether a statement certainly leaves the function or the round of its loop, with these arguments."""
    if isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break):
        return True
    if not isinstance(node, ast.If):
        return False
    holds = truth(node.test, names)
    if holds is None:
        return False
    return any(ends(one, names) for one in (node.body if holds else node.orelse))


def matched(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The pairs of an assignment: a, b = b, a has two."""
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    values = value.elts if isinstance(value, ast.Tuple | ast.List) else None
    for place, one in enumerate(target.elts):
        yield one, values[place] if values is not None and len(values) == len(target.elts) else value


def names_bound_again(tree: ast.Module) -> set[str]:
    """The names of the module that functions declare to be global, and those that it changes in place."""
    found = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    return found | {last_of(node.target) for node in tree.body if isinstance(node, ast.AugAssign)}


@lru_cache(maxsize=10_000)
def names_in(node: ast.AST) -> frozenset[str]:
    """The names and the last names after dots in an expression; asked for of the same nodes at every frame."""
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return frozenset(found | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)})


def line_of(node: ast.AST | None) -> int:
    """The line of a node; 0 where there is none."""
    return 0 if node is None else int(getattr(node, "lineno", 0))


class SearchText:
    """The text of a recording with its frames."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.user_code = trace.user_code
        self.steps = Steps(trace)
        self.executed = trace.executed
        self._values: dict[str, Any] = {}

    @cached_property
    def tree(self) -> ast.Module | None:
        try:
            return parsed_text(self.trace.text)[0]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @cached_property
    def functions(self) -> Mapping[str, FunctionText]:
        """The traced functions that stand in the text, by their names."""
        if self.tree is None:
            return {}
        traced = frozenset(one.name.partition("@")[0].rpartition(".")[2] for one in self.user_code.functions[:-1])
        found = parsed_text(self.trace.text)[1]
        return {
            one.name: FunctionText(found[one.name].node, traced)
            for one in self.user_code.functions[:-1]
            if one.name in found
        }

    @cached_property
    def constants(self) -> Mapping[str, Any]:
        """The names that the module binds to a plain value, once, and that no function binds again."""
        found: dict[str, Any] = {}
        twice = set() if self.tree is None else names_bound_again(self.tree)
        for node in self.tree.body if self.tree is not None else ():
            if not isinstance(node, ast.Assign):
                continue
            for target in node.targets:
                for one, value in matched(target, node.value):
                    if isinstance(one, ast.Name):
                        twice |= {one.id} & found.keys()
                        try:
                            found[one.id] = evaluated(value, found)
                        except UnknownValueError:
                            twice.add(one.id)
        return {name: value for name, value in found.items() if name not in twice}

    def function_of(self, frame: int) -> FunctionText | None:
        return self.functions.get(self.user_code.function_of(frame).name)

    def names_of(self, frame: int) -> Mapping[str, Any]:
        """The arguments of a frame and the constants of the module, as values."""
        given = {name: self._value(text) for name, text in self.user_code.arguments(frame).items()}
        known = {name: value for name, value in given.items() if value is not None or self._is_none(frame, name)}
        return {**{name: value for name, value in self.constants.items() if name not in given}, **known}

    def _value(self, text: str) -> Any:
        """The value of an argument; many frames have arguments with equal texts."""
        if text not in self._values:
            self._values[text] = literal(text)
        return self._values[text]

    def _is_none(self, frame: int, name: str) -> bool:
        return self.user_code.arguments(frame)[name] == "None"

    def lines_run(self, frame: int) -> list[int]:
        """The lines that a frame executed, in the order of time; empty where they were not recorded."""
        if not len(self.executed):
            return []
        return [self.executed.number(row) for row in self.executed.rows_of(frame).tolist()]

    def run_by(self, frame: int, nodes: Iterable[Node]) -> list[Node]:
        """Those of some nodes that a frame ran, or may have run where its lines are not known."""
        lines, found = set(self.lines_run(frame)), list(nodes)
        if lines:
            ran = [one for one in found if not lines.isdisjoint(range(line_of(one), end_of(one) + 1))]
            if ran:
                found = ran
        function = self.function_of(frame)
        if function is None:
            return found
        names = self.names_of(frame)
        return [one for one in found if function.may_run(one, names)] or found

    def argument(self, call: ast.Call, child: int, parameter: str) -> ast.expr | None:
        """The expression that a call gives a parameter of a frame's function; None where it is not plain to see."""
        return self.given(call, self.function_of(child), parameter)

    def given(self, call: ast.Call, function: FunctionText | None, parameter: str) -> ast.expr | None:
        """The expression that a call gives a parameter of a function; None where it is not plain to see."""
        for one in call.keywords:
            if one.arg == parameter:
                return one.value
        if function is None or any(isinstance(one, ast.Starred) for one in call.args):
            return None
        arguments = getattr(function.node, "args", None)
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)] if arguments is not None else []
        if names[:1] == ["self"] and isinstance(call.func, ast.Attribute):
            names = names[1:]
        place = names.index(parameter) if parameter in names else len(call.args)
        return call.args[place] if place < len(call.args) else None

    def fixed_number(self, frame: int, node: ast.expr) -> float | None:
        """The number that an expression is in all calls of a frame's function; None where it may change."""
        function, number = self.user_code.function_of(frame), int(self.user_code.tables.function[frame])
        given = self.names_of(frame)
        fixed = {
            name: given[name]
            for place, name in enumerate(function.parameters)
            if name in given and len(set(self.user_code.argument_column(number, place)[1].tolist())) == 1
        }
        try:
            found = evaluated(node, {**self.constants, **fixed})
        except UnknownValueError:
            return None
        return float(found) if isinstance(found, int | float) else None

    def table_line(self, frame: int) -> int:
        """The line with which a call returned a value from a table; 0 where it is no look-up.

        A look-up is an early return of an item, or of what `get` gave.
        """
        function = self.function_of(frame)
        if function is None:
            return 0
        lines, found = self.lines_run(frame), function.look_ups
        if lines:
            return next((line_of(one) for one in found if line_of(one) == lines[-1]), 0)
        return line_of(found[0]) if found else 0

    @cached_property
    def leaf_numbers(self) -> set[float]:
        """The numbers that the traced functions return before their calls, as far as they are written out."""
        found: set[float] = set()
        for function in self.functions.values():
            for node in function.nodes:
                if isinstance(node, ast.Return) and node.value is not None and not function.has_call(node):
                    found |= numbers_in(node.value, self.constants)
        return found

    def call_of(self, child: int) -> ast.Call | None:
        """The expression that called a frame."""
        parent = self.trace.parents[child]
        function = self.function_of(parent) if parent >= 0 else None
        if function is None:
            return None
        name = self.user_code.function_of(child).name.partition("@")[0].rpartition(".")[2]
        sites = [one for one in function.calls if last_of(one.func) == name] or function.calls
        line = self.line_before_call(child)
        at_line = [one for one in sites if line_of(one) <= line <= end_of(one)]
        found = self.run_by(parent, at_line or sites)
        return found[0] if found else None

    def line_before_call(self, child: int) -> int:
        """The line that the caller of a frame was executing; 0 where that was not recorded."""
        if not len(self.executed):
            return 0
        row = self.executed.last_before_call(self.trace.parents[child], self.steps.enter_of_call(child))
        return 0 if row is None else self.executed.number(row)

    def call_line(self, child: int) -> int:
        """The line from which a frame was called; 0 where it is not known."""
        if self.trace.parents[child] < 0:
            return 0
        return line_of(self.call_of(child)) or self.line_before_call(child)

    def rounds(self, frame: int) -> bool | None:
        """Whether the loop of a frame had more rounds before it than it made; None where that is not known."""
        function = self.function_of(frame)
        loops = (
            [] if function is None else [one for one in self.run_by(frame, function.loops) if isinstance(one, ast.For)]
        )
        if len(loops) != 1:
            return None
        names = dict(self.names_of(frame))
        lines = self.lines_run(frame)
        if lines:
            row = self.executed.rows_of(frame).tolist()[-1]
            names |= {one.name: literal(one.text) for one in self.executed.variables(row) if one.text is not None}
        items = items_of(loops[0].iter, names)
        if items is None:
            return None
        made = len(list(self.trace.children(frame)))
        if lines:
            made = lines.count(line_of(loops[0]))
        return len(items) > made if lines or all_called(loops[0], function) else None

    def shuffle_line(self) -> int:
        """The first line of a traced function that puts moves into a random order, or takes a random one; else 0."""
        found = [
            line_of(node)
            for function in self.functions.values()
            for node in function.nodes
            if isinstance(node, ast.Call) and last_of(node.func) in RANDOM
        ]
        return min(found, default=0)


RANDOM = frozenset({"shuffle", "choice", "choices", "sample", "permutation"})
"""The functions of `random` and NumPy that put moves into a random order, or take one of them."""


def end_of(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", 0) or line_of(node))


def is_item_set(node: ast.AST) -> bool:
    """Whether a statement sets an item, as a move does on a board."""
    return isinstance(node, ast.Assign) and any(isinstance(one, ast.Subscript) for one in node.targets)


def is_piece_call(node: ast.AST, function: FunctionText) -> bool:
    """Whether a statement is a call of a method or function for its effect, as board.play(move, piece)."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not function.has_call(node)


def looks_up(node: ast.expr) -> bool:
    """Whether an expression reads an item of a table: a name or attribute with a key, or `get`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name | ast.Attribute) and not isinstance(node.slice, ast.Constant | ast.Slice)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"


def items_of(node: ast.expr, names: Mapping[str, Any]) -> Sequence[Any] | None:
    """The items that a loop goes over, where its iterable is a range, a name or a display of known values."""
    if isinstance(node, ast.Call) and last_of(node.func) == "range" and not node.keywords:
        try:
            return range(*(evaluated(one, names) for one in node.args))
        except (UnknownValueError, TypeError, ValueError):
            return None
    try:
        found = evaluated(node, names)
    except UnknownValueError:
        return None
    return list(found) if isinstance(found, list | tuple | str | dict | set) else None


def all_called(loop: ast.For, function: FunctionText | None) -> bool:
    """Whether each round of a loop makes a call: no test stands around it, and none skips a round."""
    if function is None:
        return False
    calls = [one for one in function.calls if loop in function.around(one)]
    tests = [one for call in calls for one in function.around(call) if isinstance(one, ast.If | ast.IfExp)]
    skips = any(isinstance(one, ast.Continue) for one in ast.walk(loop))
    return bool(calls) and not skips and not any(loop in function.around(one) for one in tests)


def numbers_in(node: ast.expr, names: Mapping[str, Any]) -> set[float]:
    """The numbers that an expression may start with: itself, or the items of a display."""
    if isinstance(node, ast.Tuple | ast.List):
        return {number for one in node.elts for number in numbers_in(one, names)}
    if isinstance(node, ast.Dict):
        return {number for one in node.values for number in numbers_in(one, names)}
    if isinstance(node, ast.IfExp):
        holds = truth(node.test, names)
        parts = [node.body] if holds else [node.orelse] if holds is False else [node.body, node.orelse]
        return {number for one in parts for number in numbers_in(one, names)}
    try:
        found = evaluated(node, names)
    except UnknownValueError:
        return set()
    return {float(found)} if isinstance(found, int | float) and not isinstance(found, bool) else set()
