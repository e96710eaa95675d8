"""What the text of user code does with the results of its recursive calls: evidence for roles, read and not run.

`best[2] > score`, `[score, x, y] = min()` and `max(moves, key=lambda t: t[0])` say which part of a result is the value:
the part that is compared. A parameter whose tests choose between taking larger and taking smaller values is the side.
A name may be bound in several places: it holds what each of them gives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from plyscope.model.declaration import MAX, MIN
from plyscope.model.trace import Trace
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.recursion import Function

Path = tuple[str, ...]
"""The steps to a part of a value: [2], ['score'], .value, or `EACH`."""
EACH = "[…]"
"""The step to any item of a container."""
MAX_STEPS = 5
PASSES = 3
"""How often a function is read, so that names that are bound later are known in loops."""
LARGER = frozenset({"max", "amax", "nanmax", "argmax", "maximum", "nlargest"})
SMALLER = frozenset({"min", "amin", "nanmin", "argmin", "minimum", "nsmallest"})
SAME_ITEMS = frozenset({"list", "tuple", "set", "sorted", "reversed", "iter", "deepcopy", "copy", "array", "asarray"})
SAME_NUMBER = frozenset({"float", "int", "round"})
NEGATING = frozenset({"neg", "negative"})
INFINITE = frozenset({"inf", "infinity", "maxsize"})
OPPOSITE = ((MAX, MIN), (MIN, MAX))
ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class Flow(NamedTuple):
    """What an expression may hold: part of the result of a call, or a parameter as it was given."""

    at: Path
    """Where in the expression it stands."""
    function: str
    """The called function; empty for a parameter."""
    part: Path
    """Which part of the result it is; for a parameter its name alone."""
    negated: bool = False


Flows = frozenset[Flow]
NOTHING: Flows = frozenset()


@dataclass
class Compared:
    """How parts of one function's results are compared."""

    parts: dict[Path, set[bool]] = field(default_factory=dict)
    """For each compared part whether it was negated."""
    equated: dict[Path, set[bool]] = field(default_factory=dict)
    """The parts that are only compared for being equal to something, in the same way."""


@dataclass
class Tested:
    """A parameter whose tests choose between two ways of comparing values."""

    max_texts: set[str] = field(default_factory=set)
    """The values of the parameter with which larger values are taken, where the text names them."""
    min_texts: set[str] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)
    """The other names that its tests depend on: state in state['player'] == me. Another parameter, or a local name."""


@dataclass
class Evidence:
    """What is read from the text of the functions that a recording has calls of."""

    compared: dict[str, Compared] = field(default_factory=dict)
    returned: dict[str, set[Flow]] = field(default_factory=dict)
    """For each function what it returns of the results of others, or of its own."""
    tested: dict[str, dict[str, Tested]] = field(default_factory=dict)
    """For each function the parameters that decide how values are compared."""
    directions: dict[str, set[int]] = field(default_factory=dict)
    """For each function whether it takes larger values, smaller ones, or both."""

    def parts(self, functions: Iterable[str]) -> dict[Path, set[bool]]:
        """The compared parts of the results of some functions, together.

        Where no results are compared by their order, those that are compared with `==` count.
        """
        has_order = any(one.parts for one in self.compared.values())
        found: dict[Path, set[bool]] = {}
        for name in functions:
            mine = self.compared.get(name, Compared())
            for part, negated in (mine.parts if has_order else mine.equated).items():
                found.setdefault(part, set()).update(negated)
        return found


def evidence_of(trace: Trace) -> Evidence:
    """The evidence in the text of a recording. Its callers are read too, where the functions themselves say nothing."""
    evidence = Evidence()
    try:
        tree, functions = parsed_text(trace.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return evidence
    user_code = trace.user_code
    numbers = set(user_code.tables.function.tolist())
    names = [one.name for number, one in enumerate(user_code.functions) if number in numbers]
    called = {name: functions[name] for name in names if name in functions}
    constants = constants_in(tree)
    with suppress(RecursionError):
        helpers = {one.last_name: one for name, one in functions.items() if name not in called and not one.in_class}
        for name, function in called.items():
            Reader(name, function, called, evidence, constants, helpers).read()
        if not any(one.parts for one in evidence.compared.values()):
            for name, function in functions.items():
                if name not in called and not called.keys().isdisjoint(function.calls):
                    Reader(name, function, called, evidence, constants).read()
    return evidence


def constants_in(tree: ast.Module) -> dict[str, str]:
    """The names that a module binds once, to a number, a text or a truth value; as texts of these."""
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                for one, value in pairs:
                    if isinstance(one, ast.Name):
                        found.setdefault(one.id, []).append(constant_text(value) or "")
    again = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    return {name: one[0] for name, one in found.items() if len(one) == 1 and one[0] and name not in again}


def constant_text(node: ast.expr) -> str | None:
    try:
        value = ast.literal_eval(node)
    except (ValueError, SyntaxError, TypeError):
        return None
    return repr(value) if isinstance(value, int | float | str | bool) else None


class Reader:
    """Reads one function."""

    def __init__(
        self,
        name: str,
        function: Function,
        called: Mapping[str, Function],
        evidence: Evidence,
        constants: Mapping[str, str],
        helpers: Mapping[str, Function] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.helpers = helpers
        """The other functions of the text, by their names."""
        self.function = function
        self.evidence = evidence
        self.constants = constants
        self.is_called = name in called
        self.by_name: dict[str, list[str]] = {}
        self.by_dot: dict[str, list[str]] = {}
        for other, one in called.items():
            self.by_dot.setdefault(one.last_name, []).append(other)
            if not one.in_class:
                self.by_name.setdefault(one.last_name, []).append(other)
        self.names: dict[str, set[Flow]] = {}
        for parameter in function.parameters:
            self.names[parameter] = {Flow((), "", (parameter,))}
        self.choosers: dict[str, set[str]] = {}
        """Names that depend on parameters: is_max in is_max = player == 'X', pick in pick = max if is_max else min."""
        self.behind: dict[str, set[str]] = {}
        """For these names, all parameters and local names that they depend on."""
        self.bound = {
            one.id for one in ast.walk(function.node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        self.picks: set[str] = set()
        self.sites: dict[int, int] = {}
        """The comparisons of values, by the identities of their nodes, with the side that they take: MAX, MIN or -1."""
        self.has_picked = False
        """Whether a name for max or min, as the side has it, takes a value: pick(values)."""
        self.compared = {other: Compared() for other in called}
        self.chosen: dict[str, Tested] = {}
        """The parameters that choose between comparisons of values."""
        self.starts: dict[str, Tested] = {}
        """The parameters that choose between the values to begin with, -inf and inf."""

    def read(self) -> None:
        node = self.function.node
        if isinstance(node, ast.Lambda):
            self.returns(node.body)
        else:
            for _ in range(PASSES):
                self.block(node.body)
        for other, found in self.compared.items():
            mine = self.evidence.compared.setdefault(other, Compared())
            for part, negated in found.parts.items():
                mine.parts.setdefault(part, set()).update(negated)
            for part, negated in found.equated.items():
                mine.equated.setdefault(part, set()).update(negated)
        if self.is_called:
            body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
            self.test_sides(body)
            # The values that a branch begins with say more than its comparisons, which may be the mistake.
            self.evidence.tested[self.name] = {
                name: replace(self.starts.get(name, one), beside=one.beside) for name, one in self.chosen.items()
            }
            sides = {MAX, MIN} if self.has_picked else {side for side in self.sites.values() if side >= 0}
            self.evidence.directions[self.name] = sides

    # Statements

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return
        if isinstance(node, ast.Return):
            self.returns(node.value)
        elif isinstance(node, ast.Assign):
            self.note_chooser(node)
            for target in node.targets:
                self.bind(target, node.value, self.flows(node.value))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.bind(node.target, node.value, self.flows(node.value))
        elif isinstance(node, ast.AugAssign):
            self.bind(node.target, None, frozenset(one for one in self.flows(node.value) if one.function))
        elif isinstance(node, ast.For | ast.AsyncFor):
            self.bind(node.target, None, items(self.flows(node.iter)))
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.flows(child)
                elif isinstance(child, ast.withitem):
                    self.flows(child.context_expr)
        self.inner_blocks(node)

    def inner_blocks(self, node: ast.stmt) -> None:
        for name in ("body", "orelse", "finalbody"):
            self.block([one for one in getattr(node, name, ()) if isinstance(one, ast.stmt)])
        for handler in getattr(node, "handlers", ()):
            self.block(handler.body)
        for case in getattr(node, "cases", ()):
            self.block(case.body)

    def returns(self, value: ast.expr | None) -> None:
        flows = NOTHING if value is None else self.flows(value)
        self.evidence.returned.setdefault(self.name, set()).update(one for one in flows if one.function)

    def bind(self, target: ast.expr, value: ast.expr | None, flows: Flows) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            literal = value.elts if isinstance(value, ast.Tuple | ast.List) else None
            for place, one in enumerate(target.elts):
                if literal is not None and len(literal) == len(target.elts):
                    self.bind(one, literal[place], self.flows(literal[place]))
                else:
                    self.bind(one, None, self.taken(flows, f"[{place}]"))
        elif isinstance(target, ast.Starred):
            self.bind(target.value, None, NOTHING)
        elif isinstance(target, ast.Subscript):
            step = step_of(target.slice)
            self.hold(target.value, frozenset(below(one, step) for one in flows))
        elif isinstance(target, ast.Name | ast.Attribute):
            self.hold(target, flows)

    def hold(self, target: ast.expr, flows: Iterable[Flow]) -> None:
        """Adds to what a name or an attribute may hold."""
        name = dotted(target)
        if name:
            self.names.setdefault(name, set()).update(one for one in flows if len(one.at) <= MAX_STEPS)

    def note_chooser(self, node: ast.Assign) -> None:
        """Notes names that say which side it is, or which of max and min to use."""
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return
        name, value = node.targets[0].id, node.value
        if isinstance(value, ast.IfExp) and is_max_or_min(value.body) and is_max_or_min(value.orelse):
            self.picks.add(name)
            self.behind.setdefault(name, set()).update(self.names_behind(value.test))
            self.choosers.setdefault(name, set()).update(self.parameters_in(value.test))
        elif (
            isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.BinOp)
            and name not in self.function.parameters
        ):
            self.behind.setdefault(name, set()).update(self.names_behind(value))
            self.choosers.setdefault(name, set()).update(self.parameters_in(value))

    # Expressions

    def flows(self, node: ast.expr) -> Flows:
        """What an expression may hold; comparisons in it are noted."""
        made = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if made is not None:
            found: Flows = made(node)
            return found
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.flows(child)
        return NOTHING

    def of_name(self, node: ast.Name) -> Flows:
        return frozenset(self.names.get(node.id, ()))

    def of_attribute(self, node: ast.Attribute) -> Flows:
        held = self.names.get(dotted(node), ())
        return self.taken(self.flows(node.value), f".{node.attr}") | frozenset(held)

    def of_subscript(self, node: ast.Subscript) -> Flows:
        flows = self.flows(node.value)
        if isinstance(node.slice, ast.Slice):
            return flows
        self.flows(node.slice)
        step = step_of(node.slice)
        if step == EACH:
            return items(flows)
        if step == "[-1]":
            return self.taken(flows, step) | items(frozenset(one for one in flows if one.at[:1] == (EACH,)))
        return self.taken(flows, step)

    def taken(self, flows: Flows, step: str) -> Flows:
        """A part of what these hold."""
        found = set()
        for one in flows:
            if one.at and one.at[0] in (step, EACH):
                found.add(one._replace(at=one.at[1:]))
            elif not one.at and one.function and len(one.part) < MAX_STEPS:
                found.add(one._replace(part=(*one.part, step)))
        return frozenset(found)

    def of_tuple(self, node: ast.Tuple | ast.List) -> Flows:
        found: set[Flow] = set()
        for place, one in enumerate(node.elts):
            inside = self.flows(one)
            if isinstance(one, ast.Starred):
                found |= inside
            else:
                found |= {below(flow, f"[{place}]") for flow in inside}
        return frozenset(found)

    of_list = of_tuple

    def of_dict(self, node: ast.Dict) -> Flows:
        found: set[Flow] = set()
        for key, value in zip(node.keys, node.values, strict=True):
            step = EACH if key is None else step_of(key)
            found |= {flow if key is None else below(flow, step) for flow in self.flows(value)}
        return frozenset(found)

    def of_ifexp(self, node: ast.IfExp) -> Flows:
        self.flows(node.test)
        return self.flows(node.body) | self.flows(node.orelse)

    def of_boolop(self, node: ast.BoolOp) -> Flows:
        return frozenset().union(*map(self.flows, node.values))

    def of_unaryop(self, node: ast.UnaryOp) -> Flows:
        flows = self.flows(node.operand)
        if isinstance(node.op, ast.Not):
            return NOTHING
        turns = isinstance(node.op, ast.USub)
        return frozenset(one._replace(negated=one.negated != turns) for one in flows)

    def of_binop(self, node: ast.BinOp) -> Flows:
        left, right = self.flows(node.left), self.flows(node.right)
        if isinstance(node.left, ast.List) or isinstance(node.right, ast.List):
            return NOTHING
        found = frozenset(one for one in left | right if one.function and not one.at)
        turns = isinstance(node.op, ast.Mult) and "-1" in (constant_text(node.left), constant_text(node.right))
        turns |= isinstance(node.op, ast.Sub) and self.number_of(node.left) is not None
        return frozenset(one._replace(negated=one.negated != turns) for one in found)

    def number_of(self, node: ast.expr) -> float | None:
        """The number that an expression is, where it is a constant of the text."""
        text = constant_text(node) or self.constants.get(dotted(node), "")
        try:
            return float(text)
        except ValueError:
            return None

    def of_namedexpr(self, node: ast.NamedExpr) -> Flows:
        flows = self.flows(node.value)
        self.bind(node.target, node.value, flows)
        return flows

    def of_await(self, node: ast.Await | ast.YieldFrom | ast.Starred) -> Flows:
        return self.flows(node.value)

    of_yieldfrom = of_await
    of_starred = of_await

    def of_listcomp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Flows:
        self.generators(node.generators)
        return frozenset(below(one, EACH) for one in self.flows(node.elt))

    of_setcomp = of_listcomp
    of_generatorexp = of_listcomp

    def of_dictcomp(self, node: ast.DictComp) -> Flows:
        self.generators(node.generators)
        self.flows(node.key)
        return frozenset(below(one, EACH) for one in self.flows(node.value))

    def generators(self, generators: Sequence[ast.comprehension]) -> None:
        for one in generators:
            self.bind(one.target, None, items(self.flows(one.iter)))
            for condition in one.ifs:
                self.flows(condition)

    def of_lambda(self, node: ast.Lambda) -> Flows:
        return self.flows(node.body)

    # Calls

    def of_call(self, node: ast.Call) -> Flows:
        if isinstance(node.func, ast.Name):
            functions = self.by_name.get(node.func.id, [])
            name = node.func.id
        elif isinstance(node.func, ast.Attribute):
            functions = self.by_dot.get(node.func.attr, [])
            name = node.func.attr
        else:
            functions, name = [], ""
        if functions:
            for argument in (*node.args, *(one.value for one in node.keywords)):
                self.flows(argument)
            return frozenset(Flow((), function, ()) for function in functions)
        return self.of_other_call(node, name)

    def of_helper(self, node: ast.Call, helper: Function) -> Flows | None:
        """What a function of the text that only returns an expression makes of the results that it is given."""
        body = helper.node.body if isinstance(helper.node, ast.FunctionDef) else []
        body = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
        if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or node.keywords:
            return None
        given = [self.flows(one) for one in node.args]
        if len(given) != len(helper.parameters) or not any(one.function for flows in given for one in flows):
            return None
        before = self.names
        self.names = dict(zip(helper.parameters, map(set, given), strict=True))
        found = self.flows(body[0].value)
        self.names = before
        return found

    def of_other_call(self, node: ast.Call, name: str) -> Flows:
        if name in NEGATING and len(node.args) == 1:
            return self.of_unaryop(ast.UnaryOp(op=ast.USub(), operand=node.args[0]))
        helper = self.helpers.get(name) if isinstance(node.func, ast.Name) else None
        made = None if helper is None or name in self.picks else self.of_helper(node, helper)
        if made is not None:
            return made
        picks = name in self.picks or (isinstance(node.func, ast.IfExp) and is_max_or_min(node.func.body))
        if name in LARGER | SMALLER or picks:
            found = self.of_extreme(node, MAX if name in LARGER else MIN if name in SMALLER else -1)
            self.has_picked |= bool(picks and found)
            return found
        if name in ("map", "reduce") and len(node.args) > 1:
            return self.of_map(node) if name == "map" else self.of_reduce(node)
        arguments = [self.flows(one) for one in node.args]
        named = {one.arg: self.flows(one.value) for one in node.keywords if one.arg and one.arg != "key"}
        self.change(node, arguments)
        if name in ("sorted", "sort"):
            held = (
                arguments[0]
                if arguments
                else self.flows(node.func.value)
                if isinstance(node.func, ast.Attribute)
                else NOTHING
            )
            self.compare_items(node, held, self.key_of(node), -1)
            return held
        if name in SAME_ITEMS | SAME_NUMBER and arguments:
            return arguments[0]
        if name in ("enumerate", "zip"):
            return zipped(arguments if name == "zip" else [NOTHING, *arguments])
        if name == "next" and arguments:
            return items(arguments[0])
        if isinstance(node.func, ast.Attribute):
            return self.of_method(node, node.func)
        step = "['{}']" if name == "dict" else ".{}"
        return frozenset(below(flow, step.format(key)) for key, flows in named.items() for flow in flows)

    def of_method(self, node: ast.Call, func: ast.Attribute) -> Flows:
        """A method of a container, or of anything else."""
        held = self.flows(func.value)
        if func.attr == "values":
            return held
        if func.attr == "items":
            return frozenset(one._replace(at=(EACH, "[1]", *one.at[1:])) for one in held if one.at)
        if func.attr in ("get", "pop", "popleft"):
            step = step_of(node.args[0]) if node.args else EACH
            return items(held) if step == EACH or func.attr != "get" else self.taken(held, step)
        if func.attr in ("copy", "_replace", "tolist"):
            return held
        return NOTHING

    def change(self, node: ast.Call, arguments: Sequence[Flows]) -> None:
        """A method that adds to a container."""
        if not isinstance(node.func, ast.Attribute) or not arguments:
            return
        if node.func.attr in ("append", "add", "insert", "appendleft", "put"):
            self.hold(node.func.value, [below(one, EACH) for one in arguments[-1]])
        elif node.func.attr in ("extend", "update"):
            self.hold(node.func.value, arguments[-1])

    def of_map(self, node: ast.Call) -> Flows:
        given = [items(self.flows(one)) for one in node.args[1:]]
        if dotted(node.args[0]).rpartition(".")[2] in NEGATING:
            found = frozenset(one._replace(negated=not one.negated) for one in given[0])
        elif isinstance(node.args[0], ast.Lambda):
            found = self.applied(node.args[0], given[0])
        else:
            found = self.flows(ast.Call(func=node.args[0], args=[], keywords=[]))
        return frozenset(below(one, EACH) for one in found)

    def of_reduce(self, node: ast.Call) -> Flows:
        """What a function makes of all items, two by two: the larger or the smaller of them, as its text says."""
        held = items(self.flows(node.args[1])).union(*map(self.flows, node.args[2:]))
        function = node.args[0]
        for one in (function.body, function.orelse) if isinstance(function, ast.IfExp) else (function,):
            if is_max_or_min(one):
                self.compare(node, [held], -1 if one is not function else MAX if dotted(one) in LARGER else MIN)
            elif isinstance(one, ast.Lambda):
                self.compare_arguments(one, [at.arg for at in one.args.args], one.body, held)
            elif helper := self.helpers.get(dotted(one)):
                self.compare_arguments(one, helper.parameters, helper.node, held)
        return held

    def compare_arguments(self, name: ast.expr, parameters: Sequence[str], body: ast.AST, held: Flows) -> None:
        """Notes how a function compares its arguments, where it is given these."""
        side = side_of_larger(body)
        if side >= 0:
            self.compare(name, [held], side)
        before = self.names
        self.names = {**before, **{one: set(held) for one in parameters}}
        for one in ast.walk(body):
            if isinstance(one, ast.Compare | ast.Call):
                self.flows(one)
        self.names = before

    def applied(self, function: ast.Lambda, flows: Flows) -> Flows:
        """What a lambda returns for something that holds these."""
        for parameter in function.args.args[:1]:
            self.names.setdefault(parameter.arg, set()).update(flows)
        return self.flows(function.body)

    def of_extreme(self, node: ast.Call, side: int) -> Flows:
        """The largest or smallest of some: all are compared."""
        key = self.key_of(node)
        for one in node.keywords:
            if one.arg == "default":
                self.flows(one.value)
        if len(node.args) > 1 and key is None:
            operands = [self.flows(one) for one in node.args]
            self.compare(node, operands, side)
            return frozenset().union(*operands)
        if node.args:
            held = self.flows(node.args[0]) if len(node.args) == 1 else self.of_tuple(ast.Tuple(elts=[*node.args]))
        else:
            held = self.flows(node.func.value) if isinstance(node.func, ast.Attribute) else NOTHING
        self.compare_items(node, held, key, side)
        return items(held)

    def key_of(self, node: ast.Call) -> ast.expr | None:
        return next((one.value for one in node.keywords if one.arg == "key"), None)

    def compare_items(self, node: ast.Call, held: Flows, key: ast.expr | None, side: int) -> None:
        """All items are compared, by a key or as they are."""
        inside = items(held)
        if isinstance(key, ast.Lambda) and isinstance(key.body, ast.IfExp):
            inside = self.turned_by_side(key, key.body, inside, side)
        elif isinstance(key, ast.Lambda):
            inside = self.applied(key, inside)
        elif isinstance(key, ast.Call) and key.args and isinstance(key.func, ast.Name | ast.Attribute):
            name, what = dotted(key.func).rpartition(".")[2], key.args[0]
            if name == "itemgetter":
                inside = self.taken(inside, step_of(what))
            elif name == "attrgetter" and isinstance(what, ast.Constant):
                inside = self.taken(inside, f".{what.value!s}")
        elif isinstance(key, ast.Attribute) and key.attr in ("get", "__getitem__"):
            inside = items(self.flows(key.value))
        elif key is not None:
            inside = self.flows(ast.Call(func=key, args=[], keywords=[]))
        self.compare(node, [inside], side)

    def turned_by_side(self, key: ast.Lambda, body: ast.IfExp, inside: Flows, side: int) -> Flows:
        """The items as a key has them: key=lambda v: v if is_max else -v takes larger values for one side only."""
        self.applied(key, inside)
        one, other = self.flows(body.body), self.flows(body.orelse)
        turned = [{flow.negated for flow in flows if flow.function} for flows in (one, other)]
        if turned not in ([{True}, {False}], [{False}, {True}]) or side < 0:
            return one | other
        parameters = self.parameters_in(body.test)
        self.note_tests(parameters, [body.test])
        self.note_side(self.chosen, parameters, body.test, is_max=(turned[0] == {False}) == (side == MAX))
        self.has_picked = True
        return other if turned[0] == {True} else one

    def of_compare(self, node: ast.Compare) -> Flows:
        operands = [self.flows(one) for one in (node.left, *node.comparators)]
        if any(isinstance(op, ORDERINGS) for op in node.ops):
            side = -1
            if len(node.ops) == 1 and not any(not one.function for flows in operands for one in flows):
                is_less = isinstance(node.ops[0], ast.Lt | ast.LtE)
                side = self.side_taken(node, is_less)
            self.compare(node, operands, side)
        elif any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            for one in (one for flows in operands for one in flows if one.function and not one.at):
                self.compared[one.function].equated.setdefault(one.part, set()).add(one.negated)
        return NOTHING

    def side_taken(self, node: ast.Compare, is_less: bool) -> int:
        """The side that `if score > best` takes: the newer value is what a call has just returned."""
        left, right = dotted(node.left), dotted(node.comparators[0])
        is_left_best, is_right_best = ("best" in one.lower() or one.lower() == "value" for one in (left, right))
        news = [self.is_new(one) for one in (node.left, node.comparators[0])]
        if news[0] == news[1]:
            if is_left_best == is_right_best:
                return -1
            news = [not is_left_best, not is_right_best]
        return (MIN if is_less else MAX) if news[0] else (MAX if is_less else MIN)

    def is_new(self, node: ast.expr) -> bool:
        """Whether an expression is only ever what calls return, and is not returned itself."""
        flows = self.flows(node)
        if not flows:
            return False
        name = dotted(node).partition(".")[0]
        while isinstance(node, ast.Subscript | ast.Attribute):
            node = node.value
            name = dotted(node)
        return name not in self.kept

    @property
    def kept(self) -> set[str]:
        """The names that are bound to constants somewhere: what they hold is kept from one call to the next."""
        if not hasattr(self, "_kept"):
            self._kept = set(self.function.parameters)
            for node in ast.walk(self.function.node):
                if isinstance(node, ast.Assign) and holds_constants(node.value):
                    for target in node.targets:
                        parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                        self._kept |= {dotted(one) for one in parts}
        return self._kept

    def compare(self, node: ast.expr, operands: Sequence[Flows], side: int) -> None:
        """Notes a comparison, if it compares the results of calls."""
        values = {one for flows in operands for one in flows if one.function and one.at in ((), ("[0]",))}
        if not values:
            return
        for one in values:
            self.compared[one.function].parts.setdefault(one.part, set()).add(one.negated)
        self.sites[id(node)] = side

    # Sides

    def parameters_in(self, node: ast.expr) -> set[str]:
        """The parameters that a condition depends on."""
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        found = names & set(self.function.parameters)
        for name in names & self.choosers.keys():
            found |= self.choosers[name]
        return found

    def test_sides(self, statements: Sequence[ast.stmt]) -> None:
        """Finds the parameters whose tests choose between comparisons of values."""
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.If):
                other = statement.orelse or (list(statements[place + 1 :]) if leaves(statement.body) else [])
                self.choose(statement.test, statement.body, other)
            for node in expressions_of(statement):
                if isinstance(node, ast.IfExp):
                    self.choose(node.test, [node.body], [node.orelse])
                elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
                    self.choose_by_or(node)
            for name in ("body", "orelse", "finalbody"):
                self.test_sides([one for one in getattr(statement, name, ()) if isinstance(one, ast.stmt)])
            for case in getattr(statement, "cases", ()):
                self.test_sides(case.body)

    def choose(self, test: ast.expr, body: Sequence[ast.AST], other: Sequence[ast.AST]) -> None:
        """Notes which parameters decide a test, and with which of their values the larger values are taken."""
        parameters = self.parameters_in(test)
        ends = (starts_in(body), starts_in(other))
        if ends in OPPOSITE:
            self.note_side(self.starts, parameters, test, is_max=ends[0] == MAX)
        first, second = self.sides_in(body), self.sides_in(other)
        if not first or not second:
            return
        self.note_tests(parameters, [test])
        one, two = first - {-1}, second - {-1}
        if len(one) == len(two) == 1 and (*one, *two) in OPPOSITE:
            self.note_side(self.chosen, parameters, test, is_max=one == {MAX})

    def note_tests(self, parameters: Iterable[str], tests: Iterable[ast.expr]) -> None:
        """Notes that tests of these parameters choose between comparisons of values, and what else decides them."""
        names = {name for test in tests for name in self.names_behind(test)}
        for parameter in parameters:
            self.chosen.setdefault(parameter, Tested()).beside |= names - {parameter}

    def names_behind(self, test: ast.expr) -> set[str]:
        """The parameters and local names that a condition depends on, also by names that say which side it is."""
        names = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)}
        known = {name for name in names if name in self.choosers}
        found = {name for name in names - known if name in self.names or name in self.bound}
        return found | {name for one in known for name in self.behind.get(one, ())}

    def note_side(self, found: dict[str, Tested], parameters: Iterable[str], test: ast.expr, *, is_max: bool) -> None:
        text, is_positive = self.tested_text(test)
        for parameter in parameters:
            tested = found.setdefault(parameter, Tested())
            if text:
                (tested.max_texts if is_max == is_positive else tested.min_texts).add(text)

    def choose_by_or(self, node: ast.BoolOp) -> None:
        """(is_max and score > best) or (not is_max and score < best)"""
        found = []
        for value in node.values:
            if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.And) and self.sides_in([value]):
                tests = [one for one in value.values if not self.sides_in([one])]
                found += [(one, self.sides_in([value])) for one in tests if self.parameters_in(one)]
        if len(found) > 1:
            for test, sides in found:
                self.note_tests(self.parameters_in(test), [test])
                if sides in ({MAX}, {MIN}):
                    self.note_side(self.chosen, self.parameters_in(test), test, is_max=sides == {MAX})

    def sides_in(self, nodes: Sequence[ast.AST]) -> set[int]:
        """The sides that the comparisons of values in these take."""
        found = set()
        for node in nodes:
            if isinstance(node, ast.Name) and is_max_or_min(node):
                found.add(MAX if node.id in LARGER else MIN)
            for one in ast.walk(node):
                if id(one) in self.sites:
                    found.add(self.sites[id(one)])
        return found

    def tested_text(self, test: ast.expr) -> tuple[str, bool]:
        """The value that a test asks a parameter for, as text; and whether it is to have it."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            text, is_positive = self.tested_text(test.operand)
            return text, not is_positive
        if isinstance(test, ast.Name):
            return ("True", True) if test.id in self.function.parameters else ("", True)
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            op, sides = test.ops[0], (test.left, test.comparators[0])
            if any(isinstance(one, ast.Name) and one.id in self.function.parameters for one in sides):
                for one in sides:
                    name = dotted(one)
                    text = constant_text(one) or self.constants.get(name) or (name if "." in name else "")
                    if text and isinstance(op, ast.Eq | ast.Is | ast.NotEq | ast.IsNot):
                        return text, isinstance(op, ast.Eq | ast.Is)
        return "", True


def below(flow: Flow, step: str) -> Flow:
    return flow._replace(at=(step, *flow.at))


def items(flows: Flows) -> Flows:
    """What any item of a container holds."""
    return frozenset(one._replace(at=one.at[1:]) for one in flows if one.at and one.at[0].startswith("[")) | frozenset(
        one._replace(part=(*one.part, EACH))
        for one in flows
        if not one.at and one.function and len(one.part) < MAX_STEPS
    )


def zipped(arguments: Sequence[Flows]) -> Flows:
    return frozenset(
        one._replace(at=(EACH, f"[{place}]", *one.at[1:]))
        for place, flows in enumerate(arguments)
        for one in flows
        if one.at
    )


def step_of(node: ast.expr) -> str:
    """The step that an index or a key makes."""
    try:
        key = ast.literal_eval(node)
    except (ValueError, SyntaxError, TypeError):
        return EACH
    return f"[{key!r}]" if isinstance(key, int | str) and not isinstance(key, bool) else EACH


def dotted(node: ast.expr) -> str:
    """A name with its attributes as it is written; empty for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def is_max_or_min(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in LARGER | SMALLER


def holds_constants(node: ast.expr) -> bool:
    """Whether a value is a number to begin with, or a container of such: -inf, [-1, -1, -inf], {'score': 2}."""
    if isinstance(node, ast.UnaryOp):
        return holds_constants(node.operand)
    if isinstance(node, ast.IfExp):
        return holds_constants(node.body) and holds_constants(node.orelse)
    if isinstance(node, ast.Tuple | ast.List):
        return any(map(holds_constants, node.elts))
    if isinstance(node, ast.Dict):
        return any(map(holds_constants, node.values))
    if isinstance(node, ast.Call):
        return not isinstance(node.func, ast.Attribute) and any(
            map(holds_constants, (*node.args, *(one.value for one in node.keywords)))
        )
    return isinstance(node, ast.Constant) or dotted(node).rpartition(".")[2].lower() in INFINITE


def side_of_larger(body: ast.AST) -> int:
    """The side that takes what a function gives of two arguments: MAX for a if a > b else b; -1 where it is neither."""
    for node in ast.walk(body):
        if isinstance(node, ast.IfExp):
            taken: ast.expr | None = node.body
        elif isinstance(node, ast.If) and isinstance(node.body[0], ast.Return):
            taken = node.body[0].value
        else:
            continue
        test = node.test
        if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ORDERINGS) or taken is None:
            continue
        sides = [dotted(one) for one in (test.left, test.comparators[0])]
        if dotted(taken) in sides and all(sides):
            is_greater = isinstance(test.ops[0], ast.Gt | ast.GtE)
            return MAX if is_greater == (sides[0] == dotted(taken)) else MIN
    return -1


def starts_in(nodes: Sequence[ast.AST]) -> int:
    """The side whose worst value a branch begins with: MAX for -inf, MIN for inf; -1 where it does not say."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.expr):
            found |= set(signs_of(node))
        for one in ast.walk(node):
            if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
                found |= set(signs_of(one.value))
    return (MIN if found == {1} else MAX) if len(found) == 1 else -1


def signs_of(node: ast.expr, sign: int = 1) -> Iterator[int]:
    """The signs of the numbers in a value that is written out; 0, 1 and -1 may be anything."""
    if isinstance(node, ast.UnaryOp):
        yield from signs_of(node.operand, -sign if isinstance(node.op, ast.USub) else sign)
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            yield from signs_of(one, sign)
    elif isinstance(node, ast.Dict):
        for one in node.values:
            yield from signs_of(one, sign)
    elif isinstance(node, ast.Call) and dotted(node.func) == "float" and len(node.args) == 1:
        text = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        if isinstance(text, str) and "inf" in text.lower():
            yield -sign if text.strip().startswith("-") else sign
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, int | float) and node.value > 1:
            yield sign
    elif dotted(node).rpartition(".")[2].lower() in INFINITE:
        yield sign


def leaves(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements end by leaving the function."""
    return bool(statements) and isinstance(statements[-1], ast.Return | ast.Raise)


def expressions_of(statement: ast.stmt) -> Iterator[ast.expr]:
    """All expressions in a statement, without those of the statements in it."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr):
            yield from (node for node in ast.walk(child) if isinstance(node, ast.expr))
