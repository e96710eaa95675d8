"""What the text of one searching function does with bounds and values: its calls, assignments, exits and folds.

A *place* is what can be read and set, as it is written: `alpha`, `self.beta`, `window['alpha']`, `best[0]`. A place is
*valued* where it holds what a call has returned, or what was made of that. A fold takes the larger or the smaller of a
place and such a value: `best = max(best, v)`, or `best = v` where `v > best` was tested.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from plyscope.model.declaration import MAX, MIN
from plyscope.model.roles import ALPHA, BETA
from plyscope.tracer.target.expressions import expressions_of, path_of, targets_of, values_by_target
from plyscope.tracer.target.recursion import Function
from plyscope.tracer.target.syntax import children_of, last_of, nodes_in, walk

NAMES_OF_LARGEST = frozenset({"max", "fmax", "maximum", "amax", "nanmax", "argmax", "nlargest"})
NAMES_OF_SMALLEST = frozenset({"min", "fmin", "minimum", "amin", "nanmin", "argmin", "nsmallest"})
NAMES_OF_INFINITY = frozenset({"inf", "infinity", "maxsize"})
EITHER_DIRECTION = -1
"""The direction of a fold that takes the larger or the smaller value as a name says: `pick(best, v)`."""
PASSED_PLAIN, PASSED_BY_STEP, PASSED_TURNED = "plain", "step", "turn"
"""How a parameter is passed on in a call: as it is, with a number added or taken off, or as its opposite."""
GREATER_OPERATORS, LESS_OPERATORS = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)
ADDING_METHODS = frozenset({"append", "add", "insert", "appendleft", "put", "extend", "update"})
"""The methods that add to a container."""


class Condition(NamedTuple):
    """A test that an expression or a statement stands under, and how it came out."""

    test: ast.expr
    holds: bool
    is_around: bool = True
    """Whether it stands around; else it went another way before, where it came out otherwise."""


Conditions = tuple[Condition, ...]


class Assignment(NamedTuple):
    """An assignment of a value to a place, or of an item of it by a loop; `value` is None for `+=` and the like."""

    place: str
    value: ast.expr | None
    conditions: Conditions
    statement: ast.AST
    loops: tuple[ast.AST, ...]
    part: str = ""
    """The part of the value that it is given, where several targets take it apart."""

    @property
    def line(self) -> int:
        """Its line; 0 where it has none of its own, as in a comprehension."""
        return getattr(self.statement, "lineno", 0)


class Comparison(NamedTuple):
    """A comparison that a test makes: `larger` is greater than `smaller`, or equal to it, where the test holds."""

    larger: ast.expr
    smaller: ast.expr
    beside: Conditions = ()
    """What else has to be so."""


class Site(NamedTuple):
    """A call of a searching function: what each parameter is given, and whether its result is turned round."""

    callee: str
    arguments: Mapping[str, ast.expr]
    is_turned: bool
    call: ast.Call


class Fold(NamedTuple):
    """An assignment by which a place takes the larger value (MAX), the smaller one (MIN), or either."""

    place: str
    direction: int
    assignment: Assignment
    conditions: Conditions = ()


class ChangingNames(NamedTuple):
    """What the functions of a module set: globals, and attributes by their last names."""

    later: frozenset[str]
    """Set elsewhere than where objects are made."""
    first: frozenset[str]
    """Attributes that constructors and the bodies of classes set."""

    @staticmethod
    def of(tree: ast.Module) -> ChangingNames:
        functions = [one for one in walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        made, later = set[str](), set[str]()
        for function in functions:
            shared = {name for one in nodes_in(function) if isinstance(one, ast.Global) for name in one.names}
            set_here = [target for one in nodes_in(function) for target in targets_of(one)]
            attributes = {one.attr for one in set_here if isinstance(one, ast.Attribute)}
            (made if function.name == "__init__" else later).update(attributes)
            later |= shared & {one.id for one in set_here if isinstance(one, ast.Name)}
        bodies = [one for node in walk(tree) if isinstance(node, ast.ClassDef) for one in node.body]
        made |= {place_of(target) for one in bodies for target in targets_of(one)}
        return ChangingNames(frozenset(later), frozenset(made))

    def may_change(self, node: ast.expr) -> bool:
        """Whether a name, an attribute, a call or a subscript may have another value in the next call.

        An attribute that the module does not set belongs to another one, as `turn` to the boards of python-chess.
        """
        name = last_of(node)
        match node:
            case ast.Call() | ast.Subscript():
                return True
            case ast.Name():
                return name in self.later
            case ast.Attribute():
                is_constant = name in self.first or name.isupper() or place_of(node)[:1].isupper()
                return name in self.later or not is_constant
        return False


@dataclass
class TestedParameter:
    """A parameter whose tests choose between taking larger and smaller values."""

    max_texts: set[str] = field(default_factory=set)
    """The values of the parameter with which larger values are taken, where the text names them."""
    min_texts: set[str] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)
    """The other names that its tests depend on: state in state['player'] == me. Another parameter, or a local name."""
    compared: set[str] = field(default_factory=set)
    """What it is compared with that may change with each move, as `board.turn`."""
    chooses: bool = False
    """Whether there are larger and smaller values behind its tests, and not one of these alone."""


@dataclass
class FunctionFacts:
    """The facts of one function, read once from its syntax tree; nested functions are part of it."""

    function: Function
    callees: Mapping[str, Sequence[Function]]
    """The searching functions by their last names."""
    constants: Mapping[str, str] = field(default_factory=dict)
    """The constants of the module, as texts."""
    changing: ChangingNames = field(default_factory=lambda: ChangingNames(frozenset(), frozenset()))
    """What functions of the module set while they run."""
    helpers: Mapping[str, ast.expr] = field(default_factory=dict)
    """What other functions of the module return, where they do nothing else."""
    assignments: list[Assignment] = field(default_factory=list)
    exits: list[Comparison] = field(default_factory=list)
    """The comparisons that lead out of a loop or of the function."""
    sites: list[Site] = field(default_factory=list)
    ends: list[Assignment] = field(default_factory=list)
    """What it returns, each as if it were assigned to a place without a name."""
    ending_tests: list[ast.expr] = field(default_factory=list)
    """The tests of which one side makes no call: they end the recursion."""
    best_parameters: frozenset[str] = frozenset()
    """The parameters that are the best value so far: each call takes over from the one before it."""
    differences: list[ast.BinOp] = field(default_factory=list)
    marks: list[Assignment] = field(default_factory=list)
    """What items are set to whose place is not written out, as the mark that a move puts on a board; by what is put."""
    turned_calls: set[int] = field(default_factory=set)
    """The calls, by identity, whose results are turned round."""
    added_values: list[tuple[str, ast.expr]] = field(default_factory=list)
    """What containers are given, by their places."""
    calls_and_comparisons: list[tuple[ast.Call | ast.Compare, Conditions]] = field(default_factory=list)
    """The calls and comparisons with the conditions that they stand under."""

    def __post_init__(self) -> None:
        node = self.function.node
        if isinstance(node, ast.Lambda):
            self.ends.append(Assignment("", node.body, (), node, ()))
            self.read_expression(node.body, ())
        else:
            self.read_block(node.body, (), ())

    # Reading

    def read_block(self, statements: Sequence[ast.stmt], conditions: Conditions, loops: tuple[ast.AST, ...]) -> None:
        """Notes what a block of statements does, under the conditions and in the loops around it."""
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.If) and self.may_end_recursion(statement, statements[place + 1 :]):
                self.ending_tests.append(statement.test)
            self.read_statement(statement, conditions, loops)
            if isinstance(statement, ast.If) and not statement.orelse and ends_by_leaving(statement.body):
                conditions = (*conditions, Condition(statement.test, False, is_around=False))

    def read_statement(self, node: ast.stmt, conditions: Conditions, loops: tuple[ast.AST, ...]) -> None:
        """Notes what one statement does, and the statements in it."""
        match node:
            case ast.If():
                self.read_expression(node.test, conditions)
                for body, holds in ((node.body, True), (node.orelse, False)):
                    if ends_by_leaving_loop(body):
                        self.exits += comparisons(node.test, holds)
                    self.read_block(body, (*conditions, Condition(node.test, holds)), loops)
            case ast.While():
                self.read_expression(node.test, conditions)
                self.ending_tests.append(node.test)
                self.exits += comparisons(node.test, False)
                self.read_block(node.body, (*conditions, Condition(node.test, True)), (*loops, node))
                self.read_block(node.orelse, conditions, loops)
            case ast.For() | ast.AsyncFor():
                self.read_expression(node.iter, conditions)
                self.read_assignment(node.target, node.iter, conditions, node, (*loops, node))
                self.read_block(node.body, conditions, (*loops, node))
                self.read_block(node.orelse, conditions, loops)
            case ast.Match():
                self.read_expression(node.subject, conditions)
                for case in node.cases:
                    under = conditions
                    if case.guard is not None:
                        self.read_expression(case.guard, conditions)
                        under = (*conditions, Condition(case.guard, True))
                        if ends_by_leaving_loop(case.body):
                            self.exits += comparisons(case.guard, True)
                    self.read_block(case.body, under, loops)
            case ast.Assign():
                self.read_expression(node.value, conditions)
                for target in node.targets:
                    self.read_assignment(target, node.value, conditions, node, loops)
            case ast.AnnAssign(value=ast.expr() as value):
                self.read_expression(value, conditions)
                self.read_assignment(node.target, value, conditions, node, loops)
            case ast.AugAssign():
                self.read_expression(node.value, conditions)
                self.read_assignment(node.target, None, conditions, node, loops)
            case ast.Return(value=ast.expr() as value):
                self.read_expression(value, conditions)
                self.ends.append(Assignment("", value, conditions, node, loops))
            case ast.ClassDef():
                pass
            case _:
                for child in children_of(node):
                    if isinstance(child, ast.expr):
                        self.read_expression(child, conditions)
                    elif isinstance(child, ast.withitem):
                        self.read_expression(child.context_expr, conditions)
                for name in ("body", "orelse", "finalbody"):
                    self.read_block(
                        [one for one in getattr(node, name, ()) if isinstance(one, ast.stmt)], conditions, loops
                    )
                for handler in getattr(node, "handlers", ()):
                    self.read_block(handler.body, conditions, loops)
        for one in (part for whole in expressions_of(node) for part in walk(whole)):
            if isinstance(one, ast.NamedExpr):
                self.read_assignment(one.target, one.value, conditions, node, loops)

    def read_expression(self, node: ast.expr, conditions: Conditions) -> None:
        """Notes the calls in an expression, and the comparisons that end `any`, `all` and `next`."""
        self.calls_and_comparisons += nodes_with_conditions(node, conditions)
        for one in walk(node):
            turned = negated_part(one)
            if turned is not None:
                if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub):
                    self.differences.append(one)
                while isinstance(turned, ast.Subscript | ast.Attribute | ast.Await):
                    turned = turned.value
                self.turned_calls.add(id(turned))
            elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mult):
                # A factor that is no number may be a minus: it is known where it ran.
                self.turned_calls |= {id(side) for side in (one.left, one.right) if self.has_call(side)}
        for one in walk(node):
            if isinstance(one, ast.Call):
                self.read_call(one)
            elif isinstance(one, ast.comprehension):
                self.read_assignment(one.target, one.iter, (), one, (one,))
            elif isinstance(one, ast.IfExp) and self.has_call(one.body) != self.has_call(one.orelse):
                self.ending_tests.append(one.test)

    def read_call(self, node: ast.Call) -> None:
        """Notes a call: of a searching function as a site, of `append` as an added value, of `any` with its exits."""
        name = last_of(node.func)
        if name in ("any", "all", "next") and node.args and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
            made = node.args[0]
            tests = [test for one in made.generators for test in one.ifs] if name == "next" else [made.elt]
            for test in tests:
                self.exits += comparisons(test, name != "all")
        elif isinstance(node.func, ast.Attribute) and name in ADDING_METHODS and node.args:
            self.added_values.append((place_of(node.func.value), node.args[-1]))
        arguments = node.args
        if name == "partial" and arguments:
            name, arguments = last_of(arguments[0]), arguments[1:]
        for callee in self.callees.get(name, ()):
            parameters = list(callee.parameters)
            if callee.in_class and parameters[:1] in (["self"], ["cls"]) and not self.is_called_through_class(node):
                parameters = parameters[1:]
            given = dict(zip(parameters, arguments, strict=False))
            given |= {one.arg: one.value for one in node.keywords if one.arg}
            if any(isinstance(one, ast.Starred) for one in node.args):
                given = {}
            self.sites.append(Site(callee.name, given, id(node) in self.turned_calls, node))

    def is_called_through_class(self, node: ast.Call) -> bool:
        """Whether a method is given its object: Player.search(self, …)."""
        owner = self.function.name.rpartition(".")[0].rpartition(".")[2]
        return isinstance(node.func, ast.Attribute) and last_of(node.func.value) == owner

    def read_assignment(
        self,
        target: ast.expr,
        value: ast.expr | None,
        conditions: Conditions,
        node: ast.AST,
        loops: tuple[ast.AST, ...],
        taken: str = "",
    ) -> None:
        """Notes an assignment to each name, attribute or item of a target; `taken` is the part of the value."""
        if isinstance(target, ast.Tuple | ast.List):
            values = value.elts if isinstance(value, ast.Tuple | ast.List) else None
            parted = value.body if isinstance(value, ast.IfExp) else None
            for number, one in enumerate(target.elts):
                part, steps = value, f"{taken}[{number}]"
                if values is not None and len(values) == len(target.elts):
                    part, steps = values[number], taken
                elif isinstance(parted, ast.Tuple) and isinstance(value, ast.IfExp):
                    other = value.orelse
                    if isinstance(other, ast.Tuple) and len(parted.elts) == len(other.elts) == len(target.elts):
                        part, steps = ast.IfExp(value.test, parted.elts[number], other.elts[number]), taken
                self.read_assignment(one, part, conditions, node, loops, steps)
        elif isinstance(target, ast.Starred):
            self.read_assignment(target.value, None, conditions, node, loops)
        elif place := place_of(target):
            self.assignments.append(Assignment(place, value, conditions, node, loops, taken))
        elif isinstance(target, ast.Subscript):
            self.marks.append(Assignment(place_of(value), value, conditions, node, loops))
            if value is not None:
                self.added_values.append((place_of(target.value), value))

    def may_end_recursion(self, node: ast.If, following: Sequence[ast.stmt]) -> bool:
        """Whether calls stand on one side of a test only: it returns without one, or else makes none.

        What follows a test whose body returns is its other side.
        """
        has_calls, is_left = any(map(self.has_call, node.body)), ends_by_leaving(node.body)
        makes_none = not any(map(self.has_call, node.orelse or (following if is_left else ())))
        return makes_none if has_calls else is_left or not makes_none

    # What follows

    @cached_property
    def returns(self) -> list[ast.expr]:
        """The expressions that it returns."""
        return [one.value for one in self.ends if one.value is not None]

    @cached_property
    def move_names(self) -> frozenset[str]:
        """The names of moves: what loops go over or count, and what is made of these by sums."""
        found = {
            one.place
            for one in self.assignments
            if isinstance(one.statement, ast.For | ast.AsyncFor | ast.comprehension)
            or (one.value is None and any(isinstance(loop, ast.While) for loop in one.loops))
        }
        while (
            more := {one.place for one in self.assignments if one.value and found & {*terms_of_sum(one.value)}} - found
        ):
            found |= more
        return frozenset(found)

    @cached_property
    def totals(self) -> frozenset[float]:
        """What a value and its opposite add up to, where that is no 0: 1 where the text has 1 - v."""
        return frozenset(
            total
            for one in self.differences
            if self.is_valued(one.right) and (total := number_of(one.left)) is not None
        )

    @cached_property
    def adds_gains(self) -> bool:
        """Whether a value is what the move gains less that of the other side, as in `coin - f(rest)`."""
        return any(self.has_call(one.right) and number_of(one.left) is None for one in self.differences)

    @cached_property
    def directions(self) -> frozenset[int]:
        """Whether it takes larger values (MAX), smaller ones, or both."""
        return frozenset(direction for direction, _ in self.choices)

    @cached_property
    def leaves_by_parameter(self) -> bool:
        """Whether it leaves a loop, or returns, where what a call has returned is beyond a parameter."""
        pairs = ((one.larger, one.smaller) for one in self.exits)
        return any(
            self.is_valued(value) and place_of(limit) in self.function.parameters
            for pair in pairs
            for value, limit in (pair, pair[::-1])
        )

    @cached_property
    def first_directions(self) -> frozenset[int]:
        """The sides whose worst values its best values begin with: where values are taken otherwise, that is wrong."""
        first = (value for place in self.folded_places for value in self.start_values(place))
        return frozenset(MAX if sign < 0 else MIN for value in first for _, sign, _ in signs_of(value))

    @cached_property
    def choices(self) -> list[tuple[int, Conditions]]:
        """Where it takes the larger or the smaller of values, with the conditions under which it does."""
        folds = [*self.folds, *(one for made in self.assignments for one in self.folds_of(made))]
        found = [(one.direction, one.conditions) for one in folds if one.direction != EITHER_DIRECTION]
        for call, conditions in self.calls_and_comparisons:
            if isinstance(call, ast.Call) and (ways := self.directions_of_call(call)) and self.takes_values(call):
                is_turned = self.is_turned_extreme(call)
                found += ((MAX + MIN - way if is_turned else way, (*conditions, *tests)) for way, tests in ways)
        return found if self.folds else [*found, *self.comparisons_without_fold()]

    def is_turned_extreme(self, call: ast.Call) -> bool:
        """Whether a call takes the extreme of what is held and negated: min(-best, -alpha) takes the larger one."""
        negated = {place_of(negated_part(one)) for one in call.args}
        return "" not in negated and not negated.isdisjoint(self.folded_places)

    def comparisons_without_fold(self) -> Iterator[tuple[int, Conditions]]:
        """Comparisons of a value with what is returned, of which no fold follows: their direction and conditions."""
        kept = {place_of(one) for one in self.returns} - {"", *self.function.parameters}
        for node, conditions in self.calls_and_comparisons:
            for larger, smaller, _ in comparisons(node, True) if isinstance(node, ast.Compare) else ():
                is_max = place_of(smaller) in kept and self.is_valued(larger)
                is_min = place_of(larger) in kept and self.is_valued(smaller)
                if is_max != is_min:
                    yield MAX if is_max else MIN, conditions

    @cached_property
    def containers_of_values(self) -> frozenset[str]:
        """The containers that are given what calls have returned."""
        return frozenset(place for place, value in self.added_values if self.is_valued(value))

    def takes_values(self, call: ast.Call) -> bool:
        """Whether a call takes what calls have returned, or makes them by its key."""
        key = key_of(call)
        return (
            any(self.is_valued(one) and (self.has_call(one) or not isinstance(one, ast.BinOp)) for one in call.args)
            or not self.containers_of_values.isdisjoint(places_in(call))
            or (key is not None and last_of(key) in self.callees)
        )

    def directions_of_call(self, call: ast.Call) -> list[tuple[int, Conditions]]:
        """The directions in which a call takes an extreme, as max and min do, each with its conditions."""
        function = call.func
        if last_of(function) == "reduce" and call.args:
            function = call.args[0]
        tests = [function] if isinstance(function, ast.IfExp) else []
        tests += (
            one.value
            for one in self.assignments
            if one.place == place_of(function) and isinstance(one.value, ast.IfExp)
        )
        found: list[tuple[int, Conditions]] = [
            (way, (Condition(one.test, holds),))
            for one in tests
            for part, holds in ((one.body, True), (one.orelse, False))
            if (way := direction_of(self.helpers.get(last_of(part), part))) is not None
        ]
        way = None if last_of(function) in self.callees else direction_of(self.helpers.get(last_of(function), function))
        return found if way is None else [(way, ())]

    @cached_property
    def tested_parameters(self) -> dict[str, TestedParameter]:
        """The parameters whose tests choose between taking larger and smaller values.

        The values that a branch begins with say more than the one place that takes values there, which may be the
        mistake; two places that agree, as best and α, say more than they.
        """
        begun = [
            (MAX if sign < 0 else MIN, (*made.conditions, *conditions))
            for made in self.assignments
            if made.value is not None
            for _, sign, conditions in signs_of(made.value)
        ]
        chosen, first = self.choosing_parameters(self.choices), self.choosing_parameters(begun)
        if all(len({one.place for one in self.folds if one.direction == way}) > 1 for way in (MAX, MIN)):
            first = {
                name: one
                for name, one in first.items()
                if not (mine := chosen.get(name)) or not (mine.max_texts or mine.min_texts)
            }
        return {
            name: replace(first.get(name, one), beside=one.beside, compared=one.compared)
            for name, one in chosen.items()
        }

    def choosing_parameters(self, choices: Iterable[tuple[int, Conditions]]) -> dict[str, TestedParameter]:
        """The parameters whose tests decide between choices, with the values that each choice asks for."""
        outcomes: dict[str, dict[tuple[str, bool], set[int]]] = {}
        names: dict[str, set[str]] = {}
        compared: dict[str, set[str]] = {}
        for direction, conditions in choices:
            for condition in conditions:
                if any(self.is_valued(one) for pair in comparisons(condition.test, True) for one in pair[:2]):
                    continue
                behind, (text, holds) = self.names_behind(condition.test), self.value_asked_for(condition.test)
                for name in behind & {*self.function.parameters}:
                    key = name if text else f"{name} {ast.dump(condition.test)}"
                    outcomes.setdefault(key, {}).setdefault((text, holds == condition.holds), set()).add(direction)
                    names.setdefault(key, set()).update(behind - {name})
                    compared.setdefault(key, set()).update(self.compared_and_changing(condition.test, name))
        found: dict[str, TestedParameter] = {}
        for key, sides in outcomes.items():
            if len(sides) > 1:
                tested = found.setdefault(key.partition(" ")[0], TestedParameter())
                tested.beside |= names[key]
                tested.compared |= compared[key]
                is_clear = {MAX, MIN} == {one for ways in sides.values() for one in ways}
                tested.chooses |= is_clear
                for (text, holds), ways in sides.items():
                    if text and is_clear and len(ways) == 1:
                        (tested.max_texts if (ways == {MAX}) == holds else tested.min_texts).add(text)
        return found

    def compared_and_changing(self, test: ast.expr, parameter: str) -> Iterator[str]:
        """What a test compares a parameter with that may change with each move, as in `board.turn == me`; as text.

        The test may stand in the name that was given its outcome.
        """
        named = {one.id for one in walk(test) if isinstance(one, ast.Name)} - {*self.function.parameters}
        outcomes = [one.value for one in self.assignments if one.place in named and isinstance(one.value, ast.Compare)]
        for one in (part for whole in (test, *outcomes) if whole is not None for part in walk(whole)):
            if isinstance(one, ast.Compare) and len(one.ops) == 1:
                sides = one.left, one.comparators[0]
                for mine, other in (sides, sides[::-1]):
                    if place_of(mine) == parameter and self.changing.may_change(other):
                        yield ast.unparse(other)

    def names_behind(self, test: ast.expr) -> set[str]:
        """The parameters and local names that a test depends on; for a local that is a test or sum, those in it."""
        found, seen, waiting = set[str](), set[str](), [test]
        while waiting:
            names = {one.id for one in walk(waiting.pop()) if isinstance(one, ast.Name)} - seen
            seen |= names
            for name in names:
                given = [one.value for one in self.assignments if one.place == name]
                tests = [one for one in given if isinstance(one, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.BinOp)]
                if name not in self.function.parameters and tests:
                    waiting += tests
                elif given or name in self.function.parameters:
                    found.add(name)
        return found

    def value_asked_for(self, test: ast.expr) -> tuple[str, bool]:
        """The value that a test asks a parameter for, as text, empty for none; and whether it is to have it."""
        match test:
            case ast.UnaryOp(op=ast.Not()):
                text, holds = self.value_asked_for(test.operand)
                return text, not holds
            case ast.Name() if test.id in self.function.parameters:
                return "True", True
            case ast.Name() if len(given := self.start_values(test.id)) == 1 and isinstance(given[0], ast.Compare):
                return self.value_asked_for(given[0])
            case ast.Compare(ops=[ast.Eq() | ast.Is() | ast.NotEq() | ast.IsNot() as op]):
                sides = (test.left, test.comparators[0])
                if any(place_of(one) in self.function.parameters for one in sides):
                    for one in sides:
                        name = place_of(one)
                        text = constant_text(one) or self.constants.get(name) or (name if "." in name else "")
                        if text:
                            return text, isinstance(op, ast.Eq | ast.Is)
        return "", True

    @cached_property
    def best_parts(self) -> set[str]:
        """Where in what it returns its best value stands, as far as the text says."""
        places = {fold.place for made in self.assignments for fold in self.folds_of(made)}
        found, seen, waiting = set[str](), set[int](), [part for one in self.returns for part in parts_of(one)]
        while waiting:
            path, node, _ = waiting.pop()
            place = place_of(node)
            if id(node) in seen:
                continue
            seen.add(id(node))
            found |= {path + one[len(place) :] for one in places if place and is_within(one, place)}
            match node:
                case ast.Name():
                    given = [one.value for one in self.assignments if one.place == place and one.value and not one.part]
                    waiting += (part for one in given for part in parts_of(one, path))
                case ast.Subscript() if place_of(node.value) in self.containers_of_values:
                    found.add(path)
                case ast.Call() if self.directions_of_call(node) and self.takes_values(node):
                    key = key_of(node)
                    if key is None or not self.gives_values(key):
                        found.add(path + step_of_key(key))
        return found

    def gives_values(self, key: ast.expr) -> bool:
        """Whether a key makes or reads the values of what is compared, as `scores.get` does: then that is no value."""
        read = places_in(key.body if isinstance(key, ast.Lambda) else key)
        return not self.containers_of_values.isdisjoint(read) or self.has_call(key) or last_of(key) in self.callees

    def part_of_call(self, node: ast.expr, behind: frozenset[str] = frozenset()) -> str | None:
        """The part of a call's result that an expression is, also behind some names; None where it is none."""
        match node:
            case ast.Call() if last_of(node.func) in self.callees:
                return ""
            case ast.Attribute():
                part = self.part_of_call(node.value, behind)
                return None if part is None else f"{part}.{node.attr}"
            case ast.Subscript():
                part, key = self.part_of_call(node.value, behind), constant_text(node.slice)
                return None if part is None or key is None else f"{part}[{key}]"
            case ast.Name() if node.id not in behind:  # a name may be made of itself, as in `node = node[0]`
                made = [one for one in self.assignments if one.place == node.id and one.value is not None]
                value = made[0].value if len(made) == 1 else None
                part = None if value is None else self.part_of_call(value, behind | {node.id})
                return None if part is None else part + made[0].part
        return None

    def turns_window(self, window: Mapping[str, str]) -> bool:
        """Whether it gives some call the opposite of both its bounds."""
        bounds = {place for role, place in window.items() if role in (ALPHA, BETA)}
        return bool(bounds) and any(
            bounds
            <= {
                place
                for value in site.arguments.values()
                if (part := negated_part(value)) is not None
                for place in places_in(part)
            }
            for site in self.sites
        )

    @cached_property
    def is_negamax(self) -> bool:
        """Whether it takes larger values only, and turns some of them round."""
        return any(site.is_turned for site in self.sites) and MIN not in self.directions

    def terms_of(self, value: ast.expr) -> set[str]:
        """What an argument is the sum of, also where a name stands for it."""
        return {*terms_of_sum(value)} | {name for at in self.start_values(place_of(value)) for name in terms_of_sum(at)}

    def passed_parameter(self, value: ast.expr) -> tuple[str, str]:
        """The parameter that an argument is made of, and how: as it is, by a step, or turned; empty where it is none.

        What holds a move is made of no parameter alone.
        """
        place = place_of(value)
        if place in self.function.parameters:
            return place, PASSED_PLAIN
        if place in self.move_names:
            return "", ""
        values = self.start_values(place) if place and place not in self.valued else [value]
        read = {name for one in values for name in places_in(one) if name in self.function.parameters}
        names = {name for one in values for name in places_in(one)}
        if len(read) != 1 or (len(values) == 1 and {*terms_of_sum(values[0])} & self.move_names):
            return "", ""
        (parameter,) = read
        if all(isinstance(one, ast.BinOp) and parameter in terms_of_sum(one, added_only=True) for one in values):
            return parameter, PASSED_BY_STEP
        return (parameter, PASSED_TURNED) if not names & self.move_names else ("", "")

    @cached_property
    def limit_parameters(self) -> frozenset[str]:
        """The parameters that the tests which end the recursion compare, or ask for their truth."""
        operands = (one for test in self.ending_tests for one in operands_of_test(test))
        return frozenset(name for one in operands for name in self.parameters_behind(one))

    def limits_of(self, parameter: str) -> list[ast.expr]:
        """What the tests that end the recursion compare a parameter with."""
        return [
            other
            for test in self.ending_tests
            for one in walk(test)
            if isinstance(one, ast.Compare) and len(one.ops) == 1
            for mine, other in ((one.left, one.comparators[0]), (one.comparators[0], one.left))
            if place_of(mine) == parameter and not self.has_call(other)
        ]

    def only_ends_recursion(self, parameter: str) -> bool:
        """Whether a parameter does nothing but end the recursion at a constant: it is compared, and passed on as it is.

        It may be part of a key, and be added to what a leaf returns, as a win that comes sooner counts more.
        """
        limits = self.limits_of(parameter)
        if len({ast.dump(one) for one in limits}) != 1 or not isinstance(
            limits[0], ast.Constant | ast.UnaryOp | ast.Name
        ):
            return False
        sums = [one for value in self.returns for one in walk(value) if isinstance(one, ast.BinOp)]
        added = {id(part) for one in sums for part in (one.left, one.right)}
        passed = {id(value) for site in self.sites for value in site.arguments.values()} | added
        for node in walk(self.function.node):
            if isinstance(node, ast.Compare):
                passed |= {id(part) for part in (node.left, *node.comparators)}
            elif isinstance(node, ast.Tuple):
                passed |= {*map(id, node.elts)}
        uses = (one for one in walk(self.function.node) if isinstance(one, ast.Name) and one.id == parameter)
        return all(id(one) in passed for one in uses)

    def parameters_behind(self, node: ast.expr) -> Iterator[str]:
        """The parameters that an operand of a test is, or is made of where a name was given the test's outcome."""
        place = place_of(node)
        if place in self.function.parameters:
            yield place
            return
        for value in self.start_values(place) if place and not self.is_valued(node) else ():
            if isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield from (found for one in operands_of_test(value) for found in self.parameters_behind(one))
            elif isinstance(value, ast.Call):
                yield from (one for at in value.args if (one := place_of(at)) in self.function.parameters)

    def is_of_mover(self, parameter: str, *, is_number: bool) -> bool:
        """Whether a parameter is the mover's: put on the board or added to it as a text, or a factor of a score."""
        return (
            self.is_put(parameter)
            or self.scales_results(parameter)
            or (not is_number and self.is_added_to_position(parameter))
        )

    def is_put(self, parameter: str) -> bool:
        """Whether a parameter is what a move puts on the board before a call."""
        for mark in self.marks:
            around = mark.loops[0] if mark.loops else self.function.node
            lines = [
                one.lineno for one in walk(around) if isinstance(one, ast.Call) and last_of(one.func) in self.callees
            ]
            # What is an index as well counts something: `length[ply] = ply`.
            indices = {
                name
                for one in targets_of(mark.statement)
                if isinstance(one, ast.Subscript)
                for name in places_in(one.slice)
            }
            if mark.place == parameter and lines and mark.line < min(lines) and parameter not in indices:
                return True
        return False

    def is_added_to_position(self, parameter: str) -> bool:
        """Whether a parameter is a part of the position that a call is given: `board[:i] + mark + board[i + 1 :]`."""
        return any(
            isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add) and parameter in terms_of_sum(part)
            for site in self.sites
            for name, value in site.arguments.items()
            if name != parameter
            for part in walk(value)
        )

    def scales_results(self, parameter: str) -> bool:
        """Whether a parameter is a factor of what is returned without a call."""
        return any(
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mult)
            and parameter in map(place_of, (node.left, node.right))
            for value in self.returns
            if not self.has_call(value)
            for node in walk(value)
        )

    @cached_property
    def looked_up(self) -> list[Assignment]:
        """The assignments of what is read from tables: the items of names with keys, and what `get` gives."""
        return [one for one in self.assignments if one.value is not None and looks_up(one.value)]

    def takes_from_table(self, value: ast.expr) -> bool:
        """Whether an expression is read from a table, or made of what was."""
        return looks_up(value) or not {one.place for one in self.looked_up}.isdisjoint(places_in(value))

    @cached_property
    def tables(self) -> frozenset[str]:
        """The last names of what is read by keys."""
        read = [one.value for one in self.looked_up if one.value is not None]
        read += [one for one in self.returns if looks_up(one)]
        return frozenset(place.rpartition(".")[2] for one in read for place in places_in(one))

    @cached_property
    def leaf_numbers(self) -> set[float]:
        """The numbers that are written in what is returned without a call: the value itself, or an item."""
        parts = (part for one in self.returns if not self.has_call(one) for _, part, _ in parts_of(one))
        return {number for part in parts if (number := number_of(part)) is not None}

    @cached_property
    def outer_names(self) -> frozenset[str]:
        """The names that the function shares with what is around it."""
        shared = (one for one in nodes_in(self.function.node) if isinstance(one, ast.Global | ast.Nonlocal))
        return frozenset(name for one in shared for name in one.names)

    def has_call(self, node: ast.AST) -> bool:
        """Whether a node has a call of a searching function in it."""
        return any(isinstance(one, ast.Call) and last_of(one.func) in self.callees for one in walk(node))

    @cached_property
    def valued(self) -> frozenset[str]:
        """The places that hold what calls have returned or what was made of it, also parameters for the best value."""
        found = {*self.best_parameters}
        while True:
            more = {
                one.place for one in self.assignments if one.value is not None and self.is_made_of(one.value, found)
            } - found
            if not more:
                return frozenset(found)
            found |= more

    def is_made_of(self, node: ast.expr, valued: frozenset[str] | set[str]) -> bool:
        """Whether an expression has such a call, or reads one of some valued places."""
        return self.has_call(node) or not valued.isdisjoint(places_in(node, self.callees))

    def is_valued(self, node: ast.expr) -> bool:
        """Whether an expression is made of what calls have returned."""
        return self.is_made_of(node, self.valued)

    def loop_makes_calls(self, loops: tuple[ast.AST, ...]) -> bool:
        """Whether the innermost of some loops makes searching calls; so it is, too, where there is no loop."""
        return not loops or self.has_call(loops[-1])

    @cached_property
    def folds(self) -> list[Fold]:
        """The folds in assignments, arguments of its own calls and returns, and those that were meant but lost."""
        found = [fold for one in self.assignments if self.loop_makes_calls(one.loops) for fold in self.folds_of(one)]
        own = {
            id(value): name
            for site in self.sites
            if site.callee == self.function.name
            for name, value in site.arguments.items()
        }
        found += [one for one in self.folds_passed if own.get(id(one.assignment.value)) == one.place]
        found += [
            Fold(place_of(one), direction, Assignment(place_of(one), value, (), value, ()))
            for value in self.returns
            for direction, taken in self.extremes(value)
            if any(map(self.has_call, taken))
            for one in taken
            if place_of(one) in self.valued and not self.has_call(one)
        ]
        return found + [fold for one in self.assignments if one.loops for fold in self.lost_folds(one)]

    def lost_folds(self, made: Assignment) -> Iterator[Fold]:
        """Folds that are meant where a place takes each result of a loop without comparing, and is what is returned.

        The side is that whose worst value it begins with. A test of results may be a fold in other words, and what it
        is given later another one.
        """
        if not self.is_returned_behind(made) or not self.has_call(made.loops[-1]) or not self.is_result(made.value):
            return
        branch = {(ast.dump(one.test), one.holds) for one in made.conditions}
        others = [
            one
            for one in self.assignments
            if one.place == made.place
            and not self.is_result(one.value)
            and branch.isdisjoint((ast.dump(test.test), not test.holds) for test in one.conditions)
        ]
        if not all(one.line < made.line for one in others):
            return
        for first in others:
            is_tested = any(self.is_valued(one.test) for one in made.conditions if one not in first.conditions)
            if first.value is not None and first.loops == made.loops[:-1] and not is_tested:
                for path, sign, conditions in signs_of(first.value):
                    if not branch.isdisjoint((ast.dump(test.test), not test.holds) for test in conditions):
                        continue  # the other side begins with it
                    tests = (*made.conditions, *first.conditions, *conditions)
                    yield Fold(made.place + path, MAX if sign < 0 else MIN, made, tests)

    def is_returned_behind(self, made: Assignment) -> bool:
        """Whether what a place has when its loop ends is what the function returns then, in whatever way it ended."""
        loop = made.loops[-1]
        behind = [one for one in self.ends if one.line > made.line and loop not in one.loops][:1]
        return not getattr(loop, "orelse", ()) and any(
            one.value is not None
            and made.place in parts_returned(one.value)
            and set(one.conditions) <= set(made.conditions)
            for one in behind
        )

    def is_result(self, value: ast.expr | None) -> bool:
        """Whether a value is what a call has returned, or its opposite; also by a name that takes nothing else."""
        named = None if value is None else negated_part(value) or value
        given: list[ast.expr | None] = [named]
        if isinstance(named, ast.Name):
            given = [one.value for one in self.assignments if one.place == named.id]
        parts = [one and (negated_part(one) or one) for one in given]
        return bool(parts) and not any(
            one is None or isinstance(one, ast.Name) or self.part_of_call(one) is None for one in parts
        )

    @cached_property
    def folds_passed(self) -> list[Fold]:
        """The folds in arguments of calls, for each place that they take."""
        return [
            Fold(place_of(one), direction, Assignment(place_of(one), value, (), site.call, ()))
            for site in self.sites
            for value in site.arguments.values()
            for direction, taken in self.extremes(value)
            if any(map(self.is_valued, taken))
            for one in taken
        ]

    def folds_of(self, one: Assignment) -> Iterator[Fold]:
        """The folds that an assignment makes of its place, or of the part of it that was compared."""
        if one.value is None:
            return
        value = one.value
        if isinstance(value, ast.NamedExpr):
            value = value.value
        for direction, taken in self.extremes(value):
            if any(place_of(at) == one.place for at in taken) and any(
                self.is_valued(at) for at in taken if place_of(at) != one.place
            ):
                yield Fold(one.place, direction, one, one.conditions)
                return
        tests = list(one.conditions)
        if isinstance(value, ast.IfExp):
            if place_of(value.orelse) == one.place:
                tests, value = [Condition(value.test, True)], value.body
            elif place_of(value.body) == one.place:
                tests, value = [Condition(value.test, False)], value.orelse
        if not self.is_valued(value):
            return
        for test in tests:
            for larger, smaller, beside in comparisons(test.test, test.holds):
                for kept, new, direction in ((smaller, larger, MAX), (larger, smaller, MIN)):
                    place = place_of(kept) or place_of(negated_part(kept))
                    if is_within(place, one.place) and self.is_valued(new) and self.is_part(new, value):
                        yield Fold(place, direction, one, (*one.conditions, *beside))

    def is_part(self, part: ast.expr, whole: ast.expr) -> bool:
        """Whether a compared expression is the value that is assigned, a part of it, or read by it."""
        place, taken = place_of(part), place_of(whole)
        if place and taken:
            return is_within(place, taken)
        if place:
            return place in places_in(whole, self.callees)
        text = ast.dump(part)
        return any(ast.dump(one) == text for one in walk(whole))

    def extremes(self, node: ast.expr) -> Iterator[tuple[int, list[ast.expr]]]:
        """The calls of max, min or a name for them in an expression, with what they take."""
        for one in walk(node):
            ways = (
                {way for way, _ in self.directions_of_call(one)}
                if isinstance(one, ast.Call) and len(one.args) > 1
                else set()
            )
            if ways and isinstance(one, ast.Call):
                yield ways.pop() if len(ways) == 1 else EITHER_DIRECTION, one.args

    def start_values(self, place: str) -> list[ast.expr]:
        """The values that a place is given by assignments that are no folds."""
        folded = {id(one.assignment) for one in self.folds}
        return [
            one.value
            for one in self.assignments
            if one.place == place and one.value is not None and id(one) not in folded
        ]

    def copied_place(self, place: str) -> str:
        """The place that this one is a copy of from the beginning, before any test; itself where it is none."""
        return next((other for value in self.first_values(place) if (other := place_of(value))), place)

    def has_first_value(self, place: str) -> bool:
        """Whether a place is given a value before all loops and outside of all tests."""
        return any(True for _ in self.first_values(place))

    def first_values(self, place: str) -> Iterator[ast.expr]:
        """The values that a place is given before all loops and outside of all tests."""
        for one in self.assignments:
            is_first = not one.loops and not any(test.is_around for test in one.conditions)
            if one.place == place and is_first and one.value is not None:
                yield one.value

    @cached_property
    def turned_places(self) -> frozenset[str]:
        """The places of folds that are returned as the other side sees them: the smallest negated, or a product.

        In `return -worst` or `return sign * best` what is held is not the value, and which side takes it is not known.
        """
        smallest = {one.place for one in self.folds} - {one.place for one in self.folds if one.direction != MIN}
        found = set[str]()
        for node in (part for value in self.returns for part in walk(value)):
            found |= smallest & {place_of(negated_part(node))}
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
                numbers = {number_of(node.left), number_of(node.right)}
                found |= {place_of(one) for one in (node.left, node.right) if numbers == {None}}
        return frozenset(found & self.folded_places)

    @cached_property
    def expects_none(self) -> bool:
        """Whether it compares what calls have returned with None."""
        for node, _ in self.calls_and_comparisons:
            sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            if any(isinstance(one, ast.Constant) and one.value is None for one in sides):
                is_container = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
                # A best value may begin with None.
                if any(map(self.is_valued if is_container else self.is_result, sides)):
                    return True
        return False

    @cached_property
    def rebound(self) -> frozenset[str]:
        """The names that take values by statements whose values are not recorded: `with … as`, `case`, `update`."""
        found, updated, targets = set[str | None](), set[str](), list[ast.expr | None]()
        for node in walk(self.function.node):
            match node:
                case ast.For() | ast.AsyncFor() | ast.comprehension():
                    targets.append(node.target)
                case ast.withitem():
                    targets.append(node.optional_vars)
                case ast.AugAssign(op=ast.BitOr()):
                    targets.append(node.target)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update" | "setdefault")):
                    updated.add(name)
                case ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar():
                    found.add(node.name)
                case ast.MatchMapping():
                    found.add(node.rest)
        found |= {
            one.id for target in targets if target is not None for one in walk(target) if isinstance(one, ast.Name)
        }
        items = {one.place.partition("[")[0] for one in self.assignments if "[" in one.place}
        found |= updated & items
        found |= {one.place for one in self.assignments if one.loops and one.place in items}
        return frozenset(name for name in found if name is not None)

    def is_rebound(self, place: str) -> bool:
        """Whether a place may have another value than is recorded."""
        return place.partition("[")[0].partition(".")[0] in self.rebound

    @cached_property
    def folded_places(self) -> frozenset[str]:
        """The places that take values by folds."""
        return frozenset(one.place for one in self.folds)


def place_of(node: ast.expr | None) -> str:
    """A name, attribute or item as it is written; of a name that is bound within, that name; empty for all else."""
    if isinstance(node, ast.NamedExpr):
        node = node.target
    path = None if node is None else path_of(node)
    return "" if path is None else path[0]


def places_in(node: ast.AST, callees: Mapping[str, object] = {}) -> Iterator[str]:
    """The places that an expression reads, longest first, without those in calls of searching functions."""
    if isinstance(node, ast.Call) and last_of(node.func) in callees:
        return
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.expr) and (place := place_of(node)):
        yield place
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from places_in(node.func.value, callees)
        children: list[ast.AST] = [*node.args, *(one.value for one in node.keywords)]
    elif isinstance(node, ast.Call):
        children = [*node.args, *(one.value for one in node.keywords)]
    else:
        children = children_of(node)
    for child in children:
        yield from places_in(child, callees)


def looks_up(node: ast.expr) -> bool:
    """Whether an expression reads an item of a table: a name or attribute with a key, or `get`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name | ast.Attribute) and not isinstance(node.slice, ast.Constant | ast.Slice)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"


def terms_of_sum(node: ast.expr, *, added_only: bool = False) -> Iterator[str]:
    """The places that an expression is the sum or the difference of; where asked, without those that are taken off."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield from terms_of_sum(node.left, added_only=added_only)
        if isinstance(node.op, ast.Add) or not added_only:
            yield from terms_of_sum(node.right, added_only=added_only)
    elif place := place_of(node):
        yield place


def operands_of_test(test: ast.expr) -> Iterator[ast.expr]:
    """The operands of a test: of its comparisons, or what is asked for its truth."""
    match test:
        case ast.BoolOp():
            yield from (found for one in test.values for found in operands_of_test(one))
        case ast.UnaryOp(op=ast.Not()):
            yield from operands_of_test(test.operand)
        case ast.Compare():
            yield from (test.left, *test.comparators)
        case _:
            yield test


def comparisons(test: ast.expr, holds: bool) -> list[Comparison]:
    """The comparisons by order that hold where a test is true, or where it is false."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return comparisons(test.operand, not holds)
    if isinstance(test, ast.Compare):
        found = []
        left = test.left
        for op, right in zip(test.ops, test.comparators, strict=True):
            if isinstance(op, (*GREATER_OPERATORS, *LESS_OPERATORS)):
                is_larger = isinstance(op, GREATER_OPERATORS) == holds
                found.append(Comparison(left, right) if is_larger else Comparison(right, left))
            left = right
        return found
    if isinstance(test, ast.BoolOp):
        are_all_so = isinstance(test.op, ast.And) == holds
        return [
            one._replace(
                beside=(*one.beside, *(Condition(at, holds) for at in test.values if at is not part and are_all_so))
            )
            for part in test.values
            for one in comparisons(part, holds)
        ]
    if isinstance(test, ast.IfExp):
        return [
            *comparisons(test.test, holds),
            *(
                one._replace(beside=(*one.beside, Condition(test.test, part is test.body)))
                for part in (test.body, test.orelse)
                for one in comparisons(part, holds)
            ),
        ]
    return []


def nodes_with_conditions(node: ast.AST, conditions: Conditions) -> Iterator[tuple[ast.Call | ast.Compare, Conditions]]:
    """The calls and comparisons in an expression, each with the conditions that it stands under."""
    if isinstance(node, ast.Call | ast.Compare):
        yield node, conditions
    for child in children_of(node):
        if isinstance(node, ast.IfExp) and child is not node.test:
            yield from nodes_with_conditions(child, (*conditions, Condition(node.test, child is node.body)))
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            yield from nodes_with_conditions(
                child, (*conditions, *(Condition(one, True) for one in node.values if one is not child))
            )
        else:
            yield from nodes_with_conditions(child, conditions)


def direction_of(function: ast.expr) -> int | None:
    """Whether a function takes the larger (MAX) or the smaller (MIN) of what it is given; None for another one."""
    made = function.body if isinstance(function, ast.Lambda) else function
    if isinstance(made, ast.IfExp):
        for larger, smaller, _ in comparisons(made.test, True):
            taken = place_of(made.body)
            return MAX if taken == place_of(larger) else MIN if taken == place_of(smaller) else None
    name = last_of(function)
    return MAX if name in NAMES_OF_LARGEST else MIN if name in NAMES_OF_SMALLEST else None


def step_of_key(key: ast.expr | None) -> str:
    """The part of an item that a key takes; empty where it takes the whole, or makes something else of it."""
    match key:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=body) if is_within(place_of(body), name):
            return place_of(body)[len(name) :]
        case ast.Call(
            func=ast.Name(id="itemgetter") | ast.Attribute(attr="itemgetter"), args=[ast.Constant(value=step)]
        ):
            return f"[{step!r}]"
        case ast.Call(
            func=ast.Name(id="attrgetter") | ast.Attribute(attr="attrgetter"), args=[ast.Constant(value=step)]
        ):
            return f".{step!s}"
    return ""


def is_within(place: str, whole: str) -> bool:
    """Whether a place is another one, or a part of it."""
    return place == whole or place.startswith((f"{whole}.", f"{whole}["))


def key_of(call: ast.Call) -> ast.expr | None:
    """The key function that a call of max, min or sorted is given; None where it has none."""
    return next((one.value for one in call.keywords if one.arg == "key"), None)


def parts_of(node: ast.expr, path: str = "", conditions: Conditions = ()) -> Iterator[tuple[str, ast.expr, Conditions]]:
    """The items of a tuple, a list or a dictionary, and both sides of a choice; itself where it is none of these.

    Each comes with its path in the whole, and with the conditions that it stands under.
    """
    match node:
        case ast.Tuple() | ast.List():
            for number, one in enumerate(node.elts):
                yield from parts_of(one, f"{path}[{number}]", conditions)
        case ast.Dict():
            for key, one in zip(node.keys, node.values, strict=True):
                yield from parts_of(one, f"{path}[{ast.unparse(key) if key else '**'}]", conditions)
        case ast.IfExp():
            yield from parts_of(node.body, path, (*conditions, Condition(node.test, True)))
            yield from parts_of(node.orelse, path, (*conditions, Condition(node.test, False)))
        case _:
            yield path, node, conditions


def parts_returned(value: ast.expr) -> Sequence[str]:
    """The places that are returned, alone, in a tuple, a list or a dictionary, or as arguments of what is called."""
    found = [part for _, part, _ in parts_of(value)]
    if isinstance(value, ast.Call):
        found = value.args
    return [place_of(one.operand if isinstance(one, ast.UnaryOp) else one) for one in found]


def signs_of(value: ast.expr) -> Iterator[tuple[str, int, Conditions]]:
    """The signs of the infinities and numbers beyond 1 or -1 written out in a value, with paths and conditions."""
    for path, node, conditions in parts_of(value):
        sign = 1
        while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            sign = -sign if isinstance(node.op, ast.USub) else sign
            node = node.operand
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str() as text)]) if "inf" in text.lower():
                yield path, -sign if text.strip().startswith("-") else sign, conditions
            case ast.Constant(value=int() | float() as number) if number > 1:
                yield path, sign, conditions
            case ast.Name() | ast.Attribute() if last_of(node).lower() in NAMES_OF_INFINITY:
                yield path, sign, conditions


def constant_text(node: ast.expr) -> str | None:
    """A number, a text or a truth value that is written out, as text; None for anything else."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, SyntaxError, TypeError):
        return None
    return repr(value) if isinstance(value, int | float | str | bool) else None


def constants_in(tree: ast.Module) -> dict[str, str]:
    """The names that a module binds once, to a number, a text or a truth value; as texts of these."""
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            values = values_by_target(node)
            for one in targets_of(node):
                if isinstance(one, ast.Name):
                    found.setdefault(one.id, []).append(constant_text(values.get(id(one), node.value)) or "")
    again = {name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names}
    return {name: one[0] for name, one in found.items() if len(one) == 1 and one[0] and name not in again}


def negated_part(node: ast.AST) -> ast.expr | None:
    """What an expression takes with a minus or as its opposite: x in -x, c - x, -1 * x, not x; else None."""
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            return node.operand
        case ast.BinOp(op=ast.Sub()):
            return node.right
        case ast.BinOp(op=ast.Mult(), left=ast.UnaryOp(op=ast.USub())):
            return node.right
        case ast.BinOp(op=ast.Mult(), right=ast.UnaryOp(op=ast.USub())):
            return node.left
        case ast.Call(func=ast.Name(id="neg") | ast.Attribute(attr="neg"), args=[one]):
            return one
    return None


def number_of(node: ast.expr, names: Mapping[str, float] = {}) -> float | None:
    """The number that a sum or difference of numbers and of the given `names` is; None for any other expression."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name():
            return names.get(node.id)
        case ast.UnaryOp(op=ast.USub()):
            negated = number_of(node.operand, names)
            return None if negated is None else -negated
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            left, right = number_of(node.left, names), number_of(node.right, names)
            if left is not None and right is not None:
                return left + right if isinstance(node.op, ast.Add) else left - right
    return None


def ends_by_leaving(statements: Sequence[ast.stmt]) -> bool:
    """Whether a block ends with return, break, continue or raise, so that what follows it is not run after it."""
    return ends_with(statements, (ast.Return, ast.Break, ast.Continue, ast.Raise))


def ends_by_leaving_loop(statements: Sequence[ast.stmt]) -> bool:
    """Whether a block ends with return, break or raise, which leave the loop or the function."""
    return ends_with(statements, (ast.Return, ast.Break, ast.Raise))


def ends_with(statements: Sequence[ast.stmt], kinds: tuple[type[ast.stmt], ...]) -> bool:
    """Whether a block ends with a statement of some kinds, in all branches of a last `if`."""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return ends_with(last.body, kinds) and ends_with(last.orelse, kinds)
    return isinstance(last, kinds)
