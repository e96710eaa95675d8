"""What a recursive function consists of as a search, and how it tells what becomes of it.

The parts are read from its syntax tree: the recursive calls, with their arguments and signs; the loops that make them;
the tests that guard an exit; and the names that take the values of bounds, of the best value and of the kept move.
Each of them is a site, a guard or an event with a number, and `SearchParts.instrument` changes the tree so that the
running function notes the number, and a value with it:

    for move in moves(board):                   for move in 'LOOP'(0, moves(board)):
        value = -search(board, -beta, -alpha)       'MARK'(1)
        best = max(best, value)                     value = -search(board, -beta, (-alpha, 'MARK'('site 0'))[0])
        if best >= beta:                            'NOTE'(2, value)
            break                                   best = max(best, value)
    return best                                     'NOTE'(3, best)
                                                    if 'NOTE'(4, best) >= 'NOTE'(5, beta):
                                                        'MARK'(6)
                                                        break
                                                else:
                                                    'MARK'(7)
                                                'MARK'(8)
                                                return best

No part says what it means: which name is a bound is for others to find out. Nothing is evaluated twice and nothing of
the user's is called; attributes and items are read as `noted_facts` has it. Generated expressions stand where those
stand that they are put around, and generated statements have the lines of their neighbours.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import deepcopy
from typing import Any, TypeVar

from .caller_moves import COMPREHENSIONS, called_name
from .expressions import (
    FOLDING,
    OPERATORS,
    Path,
    arguments_of,
    assigned_in,
    compares_names,
    conditions,
    constant_of,
    expressions_of,
    is_constant,
    may_be_number,
    path_of,
    paths_in,
    signed,
    source,
    targets_of,
    test_of,
    unsigned,
    values_by_target,
    within,
)
from .injected_names import ITEM
from .log import FACT, MARKED, MAX_PARTS, SITE
from .placeholders import PREFIX
from .result_signs import ResultSigns, signs_of_operands
from .syntax import SCOPES, children_of, nodes_in, walk

SET, OPERAND, LOOP, TAKEN, EXIT, END, RETURN, RESULT, FACTOR, AGAIN, OTHER_SEARCH = range(11)
"""The kinds of events, as `model.user_code_facts.What` describes them."""
WITHOUT_VALUE = (TAKEN, EXIT, END, RETURN, OTHER_SEARCH)
CONSUMING = FOLDING | {"sorted", "list", "tuple", "set", "frozenset", "dict"}
"""What takes the items of a generator expression at once, and not in some other call."""
AUGMENTED: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
Made = TypeVar("Made", bound=ast.AST)
Calling = Mapping[str, tuple[str, ...]]
"""The last names of the functions of a group, with their parameters; none where several have the same name."""


def join_searches(functions: Mapping[str, Any]) -> None:
    """Puts a search that another one calls as it calls itself into the group of that one.

    As with a window that is empty, `-zw(child, depth - 1, -alpha)` beside `-pvs(child, depth - 1, -beta, -alpha)`: both
    search moves of one position, though the one never calls the other again. So it is with a search of quiescence.
    """
    for one in functions.values():
        for name in sorted(one.calls & functions.keys()) if one.group >= 0 else ():
            group, other = functions[name].group, functions[name]
            if group not in (-1, one.group):
                mine, others = ([each for each in functions.values() if each.group == at] for at in (one.group, group))
                calling, own = parameters_by_name(others), parameters_by_name(mine)
                if stands_for(other, calling, one.node, own) or goes_on_with(other, calling, one, own):
                    for each in others:
                        each.group = one.group


def goes_on_with(other: Any, calling: Calling, one: Any, calling_itself: Calling) -> bool:
    """Whether a function returns what another search gives for its own window, as one of quiescence at its horizon.

    A window are two parameters that are handed on as they are, and changed from call to call by both searches.
    """
    for call in (each.value for each in nodes_in(one.node) if isinstance(each, ast.Return)):
        if isinstance(call, ast.Call) and called_name(call) in other.names_in_calls:
            kept = {
                parameter: value.id
                for parameter, value in given_by(call, calling)
                if isinstance(value, ast.Name) and value.id in one.parameters
            }
            both = changed_from_call_to_call(other.node, calling) & kept.keys()
            own = changed_from_call_to_call(one.node, calling_itself) & {kept[parameter] for parameter in both}
            if len(own) > 1:
                return chooses(other.node, calling)
    return False


def changed_from_call_to_call(node: ast.AST, calling: Calling) -> set[str]:
    """Return the parameters that recursive calls in a function's text are not given as they are."""
    return {
        parameter
        for one in nodes_in(node)
        if isinstance(one, ast.Call) and called_name(one) in calling
        for parameter, value in given_by(one, calling)
        if not (isinstance(value, ast.Name) and value.id == parameter)
    }


def stands_for(other: Any, calling: Calling, node: ast.AST, calling_itself: Calling) -> bool:
    """Whether a function calls another search with what it gives its own recursive calls.

    That are two arguments or more, and one of them changes from call to call whatever the move, as a depth and a bound
    do: what judges a board may be given the same board and side.
    """
    loops = (one for one in nodes_in(node) if isinstance(one, (ast.For, ast.comprehension)))
    items = {each.id for one in loops for each in walk(one.target) if isinstance(each, ast.Name)}
    calls = [one for one in nodes_in(node) if isinstance(one, ast.Call)]
    own = {source(each) for one in calls if called_name(one) in calling_itself for each in arguments_of(one)}
    changing = changed_from_call_to_call(other.node, calling)
    for one in calls:
        if called_name(one) in other.names_in_calls:
            shared = [(parameter, each) for parameter, each in given_by(one, calling) if source(each) in own]
            changed = [each for parameter, each in shared if parameter in changing and items.isdisjoint(paths_in(each))]
            is_number = (isinstance(each, ast.BinOp) or signed(each)[0] < 0 for each in changed)
            if len(shared) > 1 and any(is_number):
                return chooses(other.node, calling)
    return False


def given_by(call: ast.Call, calling: Calling) -> Iterator[tuple[str, ast.expr]]:
    """The arguments of a call by parameter."""
    yield from zip(calling[called_name(call)], call.args)
    yield from ((one.arg, one.value) for one in call.keywords if one.arg is not None)


def note_searches(functions: Mapping[str, Any]) -> None:
    """Note for recursive functions the names they call each other by, and whether they search.

    A function may call those of other groups too: a search with a window another one with an empty window.
    """
    groups: dict[int, list[Any]] = {}
    for one in functions.values():
        if one.group >= 0:
            groups.setdefault(one.group, []).append(one)
    calling = {group: parameters_by_name(members) for group, members in groups.items()}
    for group, members in groups.items():
        searches = any(chooses(member.node, calling[group]) for member in members)
        for one in members:
            one.children, one.is_search = dict(calling[group]), searches
    for one in functions.values():
        for name in sorted(one.calls & functions.keys()) if one.is_recursive else ():
            other = functions[name]
            if other.group != one.group and other.is_search:
                one.children.update((each, calling[other.group][each]) for each in (other.last_name, *other.also))
        one.elsewhere = frozenset(one.children) - calling.get(one.group, {}).keys()


def parameters_by_name(functions: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Return functions' parameters as calls have them, by their last and other names; none where two differ."""
    found: dict[str, tuple[str, ...]] = {}
    for function in functions:
        parameters = function.parameters[1:] if function.in_class else function.parameters
        for name in function.names_in_calls:
            found[name] = parameters if found.get(name, parameters) == parameters else ()
        for name in function.also:
            found.setdefault(name, ())
    return found


def chooses(node: ast.AST, calling: Calling) -> bool:
    """Whether a function chooses among its recursive calls, in a loop or by comparing results."""
    found = Parts(node, calling)
    return bool(found.loops) or found.compares_results(FOLDING)


def takes_best(node: ast.AST, calling: Calling) -> bool:
    """Whether a function takes one of the results of its recursive calls, and does not add them up or collect them."""
    return Parts(node, calling).compares_results(FOLDING - {"sum"})


class Parts:
    """What a function's text has of a search, read before it is changed; nodes are known by identity."""

    def __init__(self, node: ast.AST, calling: Calling) -> None:
        self.node, self.calling = node, calling
        arguments: ast.arguments = getattr(node, "args")  # noqa: B009
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        self.parameters = {part.arg for part in every}
        self.calls = {
            id(part): called_name(part)
            for part in nodes_in(node)
            if isinstance(part, ast.Call) and called_name(part) in calling
        }
        """The recursive calls, with the last names of what they call."""
        self.loops: dict[int, int] = {}
        """The numbers of the loops and comprehensions with recursive calls in them."""
        self.loop_of: dict[int, int] = {}
        """For each recursive call the loop that makes it, if there is one."""
        self.exits: dict[int, tuple[str, int]] = {}
        """How a `break`, `return` or `raise` leaves which loop with recursive calls."""
        self.guard_of: dict[int, tuple[int, bool]] = {}
        """For such a statement the guard around it, and whether it holds then."""
        self.guards: dict[int, int] = {}
        """The numbers of the tests that guard exits: of an `if`, `while`, `case` or comprehension."""
        self.tests: list[tuple[ast.AST, int, int]] = []
        """By the number of a guard its test, its line and its loop."""
        self.assigned: list[tuple[ast.expr, Path | None, ast.AST, tuple[ast.expr, ...], bool]] = []
        """What is assigned: the target, its path, the value, the tests around it, and whether by an assignment."""
        self.given: dict[str, set[bool]] = {}
        """For each path that is assigned in a loop with recursive calls, whether its values come from such calls."""
        self.shared = {
            name for part in nodes_in(node) if isinstance(part, (ast.Global, ast.Nonlocal)) for name in part.names
        }
        inner = (part for part in walk(node) if isinstance(part, ast.Nonlocal))
        self.shared |= {name for part in inner for name in part.names}
        """Names that other functions assign as well."""
        stored = [part for part in nodes_in(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)]
        self.locals = {target.id for target in stored} - self.shared
        self.deleted = {target.id for target in stored if isinstance(target.ctx, ast.Del)}
        self.deleted |= {part.name for part in nodes_in(node) if isinstance(part, ast.ExceptHandler) and part.name}
        body = node.body if isinstance(node.body, list) else [ast.Expr(node.body)]  # type: ignore[attr-defined]
        self.later_signs = ResultSigns(body, self.calls)
        """The signs that results of calls are given after the statements of the calls."""
        self._read(body, (), None, (), False)
        self.from_calls, self.decided = self._dependent()

    def compares_results(self, folding: Set[str]) -> bool:
        """Whether what recursive calls return is compared, or given to one of some functions."""
        nodes = list(nodes_in(self.node))
        if any(self.is_of_calls(part) for part in nodes if isinstance(part, ast.Compare)):
            return True
        folds = (part for part in nodes if isinstance(part, ast.Call) and called_name(part) in folding)
        return any(self.is_of_calls(argument) for fold in folds for argument in fold.args)

    # Reading

    def contains_call(self, node: ast.AST) -> bool:
        """Whether a node contains a recursive call."""
        return any(id(part) in self.calls for part in within(node))

    def is_of_calls(self, node: ast.AST) -> bool:
        """Whether a value comes from a recursive call, or from a name that does."""
        return self.contains_call(node) or not self.from_calls.isdisjoint(paths_in(node))

    def _read(
        self,
        body: Iterable[ast.stmt],
        loops: tuple[int, ...],
        guard: tuple[ast.AST, bool] | None,
        tests: tuple[ast.expr, ...],
        is_caught: bool,
    ) -> None:
        """Read statements within loops (-1 for those without recursive calls), below a guard and tests.

        `is_caught` says whether an exception may be caught within the innermost loop.
        """
        for statement in body:
            if isinstance(statement, SCOPES):
                continue
            for part in expressions_of(statement):
                self._read_expression(part, loops, tests)
            if isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
                number = -1
                if self.contains_call(statement):
                    number = self.loops[id(statement)] = len(self.loops)
                    if isinstance(statement, ast.While):
                        self._guard(statement, statement.test, number)
                if not isinstance(statement, ast.While):
                    self._assign(statement.target, statement.iter, tests, False)
                inner = (*loops, number)
                self._read(statement.body, inner, None if number >= 0 else guard, tests, is_caught and number < 0)
                self._read(statement.orelse, loops, guard, tests, is_caught)
            elif isinstance(statement, ast.If):
                self._read(statement.body, loops, (statement, True), (*tests, statement.test), is_caught)
                self._read(statement.orelse, loops, (statement, False), (*tests, statement.test), is_caught)
            elif isinstance(statement, getattr(ast, "Match", ())):
                for case in statement.cases:  # type: ignore[attr-defined]
                    around = (*tests, statement.subject, *([case.guard] if case.guard else []))  # type: ignore[attr-defined]
                    self._read(case.body, loops, (case, True), around, is_caught)
            elif isinstance(statement, (ast.Break, ast.Return, ast.Raise)):
                self._exit(statement, loops, guard, is_caught)
            else:
                is_try = bool(getattr(statement, "handlers", ()))
                for handler in getattr(statement, "handlers", ()):
                    self._read(handler.body, loops, guard, tests, is_caught)
                self._read(getattr(statement, "body", ()), loops, guard, tests, is_caught or is_try)
                self._read(getattr(statement, "orelse", ()), loops, guard, tests, is_caught)
                self._read(getattr(statement, "finalbody", ()), loops, guard, tests, is_caught)

    def _read_expression(self, node: ast.AST, loops: tuple[int, ...], tests: tuple[ast.expr, ...]) -> None:
        """Note what a statement or expression assigns, also by methods such as `append`, and its recursive calls."""
        if isinstance(node, SCOPES):
            return
        if id(node) in self.calls:
            self.loop_of[id(node)] = next((loop for loop in reversed(loops) if loop >= 0), -1)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value, tests, True)
                path = path_of(target)
                if path is not None and any(loop >= 0 for loop in loops):
                    value = node.value
                    values = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
                    self.given.setdefault(path[0], set()).update(map(self.contains_call, values))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node.target, node.value, tests, True)
        elif isinstance(node, ast.AugAssign):
            self._assign(node.target, node, tests, True)
        elif isinstance(node, ast.NamedExpr):
            self._assign(node.target, node.value, tests, True)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) not in self.calls:
            for argument in node.args:  # scores.append(search(…))
                self._assign(node.func.value, argument, tests, False)
        elif isinstance(node, COMPREHENSIONS):
            if self.contains_call(node):
                loops = (*loops, len(self.loops))
                self.loops[id(node)] = loops[-1]
                self._guard(node, node, loops[-1])
            for generator in node.generators:
                self._assign(generator.target, generator.iter, tests, False)
        for child in children_of(node):
            if not isinstance(node, ast.stmt) or isinstance(child, ast.expr):
                self._read_expression(child, loops, tests)

    def _assign(self, target: ast.expr, value: ast.AST, tests: tuple[ast.expr, ...], is_assignment: bool) -> None:
        """Note an assignment, of a tuple each part."""
        if isinstance(target, (ast.Tuple, ast.List)):
            values: Sequence[ast.AST] = [value] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                values = value.elts
            for one, each in zip(target.elts, values):
                self._assign(one, each, tests, is_assignment)
            return
        path = path_of(target)
        if path is None:  # results[move] = search(…)
            while isinstance(target, (ast.Subscript, ast.Attribute, ast.Starred)):
                target = target.value
            path, is_assignment = path_of(target), False
        self.assigned.append((target, path, value, tests, is_assignment))

    def _guard(self, node: ast.AST, test: ast.AST, loop: int) -> int:
        """Return the number of a guard, which is new if it has none."""
        if id(node) not in self.guards:
            self.guards[id(node)] = len(self.tests)
            self.tests.append((test, getattr(test, "lineno", 0), loop))
        return self.guards[id(node)]

    def _exit(self, one: ast.stmt, loops: tuple[int, ...], guard: tuple[ast.AST, bool] | None, is_caught: bool) -> None:
        """Note a statement that leaves a loop or function, with its guard."""
        counted = [loop for loop in loops if loop >= 0]
        loop = counted[-1] if counted else -1
        if isinstance(one, ast.Break) and (not loops or loops[-1] < 0):
            return
        if isinstance(one, ast.Raise) and (is_caught or loop < 0):
            return
        if loop >= 0:
            self.exits[id(one)] = type(one).__name__.lower(), loop
        if guard is not None and (loop >= 0 or compares_names(test_of(guard[0]))):
            self.guard_of[id(one)] = self._guard(guard[0], test_of(guard[0]), loop), guard[1]

    def _dependent(self) -> tuple[set[str], set[str]]:
        """Return the paths with values of recursive calls, and those assigned under tests of such values."""
        found: set[str] = set()
        self.from_calls = found
        before = -1
        while len(found) > before:
            before = len(found)
            found |= {path[0] for _, path, value, _, _ in self.assigned if path and self.is_of_calls(value)}
        decided = {path[0] for _, path, _, tests, _ in self.assigned if path and any(map(self.is_of_calls, tests))}
        return found, decided

    @property
    def may_judge(self) -> bool:
        """Whether a name that takes results in a loop takes other values there as well."""
        return any(len(value) > 1 for value in self.given.values())

    # What is followed

    def tracked(self) -> dict[str, Path]:
        """Return the paths whose values are noted at every assignment."""
        guarding = {name for test, _, _ in self.tests for condition in conditions(test) for name in paths_in(condition)}
        passed = {
            path[0]
            for node in nodes_in(self.node)
            if id(node) in self.calls and isinstance(node, ast.Call)
            for argument in arguments_of(node)
            for path in [path_of(signed(argument)[1])]
            if path is not None
        }
        passed -= {path[0] for _, path, value, _, _ in self.assigned if path and not may_be_number(value)}
        told = self.from_calls | self.decided | guarding | passed
        return {path[0]: path for _, path, _, _, is_told in self.assigned if path and is_told and path[0] in told}

    def derived(self, tracked: Mapping[str, Path]) -> dict[str, Path]:
        """Return the paths that are followed beside what the function assigns itself.

        These are attributes and items that are compared in guards; that are compared anywhere or passed on, where their
        name is assigned, as `best[0]`; and what functions nested in it assign.
        """
        bases = {path[1] for _, path, _, _, is_told in self.assigned if path and is_told and not path[2]}
        compared: list[ast.AST] = [
            inner
            for test, _, _ in self.tests
            for condition in conditions(test)
            for node in within(condition)
            if isinstance(node, ast.Compare)
            for inner in within(node)
        ]
        weighed: list[ast.expr] = []
        for node in nodes_in(self.node):
            if isinstance(node, ast.Compare):
                weighed += (node.left, *node.comparators)
            elif isinstance(node, ast.Call) and (id(node) in self.calls or called_name(node) in FOLDING):
                weighed += arguments_of(node)
        inner = (node for node in walk(self.node) if isinstance(node, SCOPES) and node is not self.node)
        nested = [target for part in inner for target in assigned_in(part)]
        of_bases = [path_of(signed(value)[1]) for value in weighed]
        found = [path for path in of_bases if path and path[2] and path[1] in bases]
        for path in map(path_of, (*compared, *nested)):
            if path and path[1] in bases | self.parameters and (path[2] or path[1] in self.shared):
                found.append(path)
        return {path[0]: path for path in found if path[0] not in tracked}


class SearchParts(ast.NodeTransformer):
    """The instrumented parts of a function, by their numbers: `events`, `sites` and `guards` for the log."""

    def __init__(self, function: Any, number: int, guarded: bool = True, node: ast.AST | None = None) -> None:
        """The parts of a function by its number; those of `node`, where that is a copy of the function's own.

        With `guarded` the code can also take the guarded path, see `Log.guarded`.
        """
        self.node, self.number, self.guarded = node or function.node, number, guarded
        self.owner = function.place.rpartition(".")[2] if function.in_class else ""
        self.parts, self.elsewhere = Parts(self.node, function.children), function.elsewhere
        self.events: list[tuple[Any, ...]] = []
        """Of each: what, line, name, loop, guard, operator, against, whether it comes from a call, text, and whether
        the guard holds."""
        self.sites: list[tuple[Any, ...]] = []
        """Of each: line, callee, sign, arguments, loop, target, what folds it, and whether it is returned."""
        self.guards = [(line, source(test), loop) for test, line, loop in self.parts.tests]
        self.tracked = self.parts.tracked()
        self.tracked.update(self.parts.derived(self.tracked))
        self.changeable = [path for path in self.tracked.values() if path[2] or path[1] in self.parts.shared]
        """What a recursive call can change: attributes, items, and names that other functions assign."""
        self.bound = {*self.parts.parameters} - self.parts.deleted
        """Names that surely have values by now."""
        self.statement: ast.stmt | None = None
        self.around: list[ast.AST] = []
        """The expressions around the one that is visited, within its statement."""

    def instrument(self) -> None:
        """Change the tree; the events and sites are complete afterwards."""
        node: Any = self.node
        if isinstance(node.body, list):
            start = ast.get_docstring(node, clean=False) is not None
            place = first_place(node.body[start:])
            made = [self.statement_of(told, place) for told in self._again(place, node.lineno)]
            for statement in node.body[start:]:
                made += self._statements([statement])
                self.bound |= {
                    each.id for each in targets_of(statement) if isinstance(each, ast.Name)
                } - self.parts.deleted
            node.body[start:] = made
        else:
            self.around = []
            node.body = self.visit(node.body)

    # Making code

    def event(self, what: int, line: int, name: str = "", has_value: bool | None = None, **more: Any) -> ast.expr:
        """Return the log's item for a new event; its kind decides whether a value follows, unless given."""
        order = ("loop", "guard", "operator", "against", "from_call", "text", "holds")
        start = {"loop": -1, "guard": -1, "operator": "", "against": "", "from_call": False, "text": "", "holds": True}
        given = {**start, **more}
        self.events.append((what, line, name, *(given[one] for one in order)))
        if has_value is None:
            has_value = what not in WITHOUT_VALUE
        return self.item(FACT if has_value else MARKED, len(self.events) - 1)

    def item(self, kind: int, number: int) -> ast.expr:
        """Return the expression of an item of the log."""
        return ast.Constant(f"{ITEM}{kind} {self.number * MAX_PARTS + number}")

    def call(self, name: str, place: ast.AST, *arguments: ast.expr) -> ast.Call:
        """Return a call of an injected function."""
        return located(ast.Call(func=ast.Constant(PREFIX + name), args=[*arguments], keywords=[]), place)

    def note(self, item: ast.expr, value: ast.expr) -> ast.expr:
        """Return an expression that notes a value and gives it."""
        if isinstance(value, ast.Name):
            return located(ast.BoolOp(ast.Or(), [self.noted(item, value), value]), value)
        return self.call("NOTE", value, item, value)

    def noted(self, item: ast.expr, name: ast.Name) -> ast.expr:
        """Return an expression, worth None, that notes a variable's value; written out since most facts are these."""
        value = ast.Name(name.id, ast.Load())
        kinds = [
            ast.Compare(self.call("TYPE", name, deepcopy(value)), [ast.Is()], [ast.Constant(PREFIX + kind)])
            for kind in ("INT", "FLOAT")
        ]
        number = ast.IfExp(ast.BoolOp(ast.Or(), [*kinds]), value, self.call("NUMBER", name, deepcopy(value)))
        guarded = self.call("TELL_NUMBER", name, deepcopy(item), deepcopy(value))
        return self.on_both_paths(guarded, appending_call(item, number), name)

    def marked(self, item: ast.expr, place: ast.AST) -> ast.expr:
        """Return an expression, worth None, that notes that a part is reached."""
        return self.on_both_paths(self.call("TELL", place, deepcopy(item)), appending_call(item), place)

    def on_both_paths(self, guarded: ast.expr, direct: ast.expr, place: ast.AST) -> ast.expr:
        """Return an expression with a guarded and a direct path."""
        if not self.guarded:
            return located(direct, place)
        first = ast.Subscript(ast.Constant(PREFIX + "GUARDED"), ast.Constant(PREFIX + "FIRST"), ast.Load())
        return located(ast.IfExp(first, guarded, direct), place)

    def mark(self, item: ast.expr, place: ast.AST) -> ast.stmt:
        """Return a statement that notes that a part is reached."""
        return self.statement_of(self.marked(item, place), place)

    def statement_of(self, told: ast.expr, place: ast.AST) -> ast.stmt:
        """Return an expression as a statement, its two paths as branches; see `both_paths`."""
        made: ast.stmt = ast.Expr(told)
        if isinstance(told, ast.IfExp):
            made = ast.If(told.test, [ast.Expr(told.body)], [ast.Expr(told.orelse)])
        return located(made, place)

    def telling(self, what: int, path: Path, place: ast.AST, line: int, **more: Any) -> ast.expr:
        """Return the call that notes the value of a path."""
        item, name = self.event(what, line, path[0], **more), located(ast.Name(path[1], ast.Load()), place)
        steps = constant_node(tuple(self._with_owner(step) for step in path[2]))
        if what == AGAIN and path[1] not in self.bound:  # it may have no value
            return self.call("NOTE_SHARED", place, item, bare_lambda(name), steps)
        return self.call("NOTE_PATH", place, item, name, steps) if path[2] else self.noted(item, name)

    def _with_owner(self, step: Any) -> Any:
        """Return a step, a private attribute's name with its class."""
        is_private = isinstance(step, str) and step.startswith("__") and not step.endswith("__")
        return f"_{self.owner.lstrip('_')}{step}" if is_private and self.owner.strip("_") else step

    def _told(self, what: int, path: Path, place: ast.AST, line: int, **more: Any) -> ast.stmt:
        """Return the statement that notes the value of a path."""
        return self.statement_of(self.telling(what, path, place, line, **more), place)

    # Statements

    def _statements(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return statements after visiting them one by one."""
        made: list[ast.stmt] = []
        for statement in body:
            self.statement, self.around = statement, []
            found = self.visit(statement)
            made += found if isinstance(found, list) else [found]
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Does not enter nested functions and classes. Statements are visited one after the other."""
        if isinstance(node, SCOPES):
            return node
        self.around.append(node)
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                outer = self.statement, self.around
                setattr(node, field, self._statements(value))
                self.statement, self.around = outer
            elif isinstance(value, list):
                setattr(node, field, [self.visit(one) if isinstance(one, ast.AST) else one for one in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        self.around.pop()
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        number = self.parts.loops.get(id(node))
        if number is not None:
            text: dict[str, Any] = {"name": source(node.target), "text": source(node.iter)}
            item = self.event(LOOP, node.lineno, loop=number, **text)
            place = first_place(node.body)
            held = None
            if self.parts.may_judge and isinstance(node.target, ast.Name):
                held = located(ast.Name(node.target.id, ast.Load()), place)
            first = self.event(TAKEN, node.lineno, loop=number, has_value=held is not None, **text)
            end = self.event(END, node.lineno, loop=number, **text)
        self.generic_visit(node)
        if number is not None:
            node.iter = self.call("NOTE_LOOP", node.iter, item, node.iter)
            told = self.noted(first, held) if held is not None else self.marked(first, place)
            node.body.insert(0, self.statement_of(told, place))
            node.orelse.insert(0, self.mark(end, node))
        return node

    visit_AsyncFor: Any = visit_For  # noqa: N815

    def visit_While(self, node: ast.While) -> Any:
        number = self.parts.loops.get(id(node))
        if number is None:
            return self.generic_visit(node)
        more: dict[str, Any] = {"loop": number, "guard": self.parts.guards[id(node)], "text": source(node.test)}
        begin = self.event(LOOP, node.lineno, **more)
        first, end = self.event(TAKEN, node.lineno, **more), self.event(END, node.lineno, holds=False, **more)
        place = first_place(node.body)
        node.test = self.operands(node.test, self.parts.guards[id(node)])
        self.generic_visit(node)
        node.body.insert(0, self.mark(first, place))
        if node.test.lineno < (node.test.end_lineno or 0):
            node.test = self.ending(node.test, end)
        elif not (isinstance(node.test, ast.Constant) and node.test.value):
            node.orelse.insert(0, self.mark(end, node.test))
        return [located(ast.Expr(self.call("NOTE", node.test, begin, ast.Constant(None))), node.test), node]

    def ending(self, test: ast.expr, item: ast.expr) -> ast.expr:
        """Return a test of several lines whose conditions note, each in its line, that they end a loop."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            test.values = [self.ending(value, item) for value in test.values]
            return test
        return located(ast.BoolOp(ast.Or(), [test, self.marked(deepcopy(item), test)]), test)

    def visit_If(self, node: ast.If) -> ast.AST:
        if id(node) in self.parts.guards:
            node.test = self.operands(node.test, self.parts.guards[id(node)])
        return self.generic_visit(node)

    def visit_match_case(self, node: Any) -> ast.AST:
        if id(node) in self.parts.guards and node.guard is not None:
            node.guard = self.operands(node.guard, self.parts.guards[id(node)])
        return self.generic_visit(node)

    def visit_Break(self, node: ast.stmt) -> Any:
        marks = [self.mark(item, node) for item in self._exit(node)]
        return [*marks, node] if marks else node

    def _exit(self, node: ast.stmt) -> list[ast.expr]:
        """Return the item for the exit that a statement is, if it is one."""
        if id(node) not in self.parts.exits:
            return []
        how, loop = self.parts.exits[id(node)]
        return [self.event(EXIT, node.lineno, how, loop=loop, **self._guarded(node))]

    def _guarded(self, node: ast.stmt) -> dict[str, Any]:
        """Return the guard of an exit as an event's fields."""
        guard, holds = self.parts.guard_of.get(id(node), (-1, True))
        return {"guard": guard, "holds": holds, "text": "" if guard < 0 else self.guards[guard][1]}

    visit_Raise = visit_Break  # noqa: N815

    def visit_Return(self, node: ast.Return) -> Any:
        """The exit and the return are noted when the value is known."""
        items = self._exit(node)
        loop = self.parts.exits.get(id(node), ("", -1))[1]
        from_call = node.value is not None and self.parts.is_of_calls(node.value)
        given = self._guarded(node) | {"text": "" if node.value is None else source(node.value)}
        items.append(self.event(RETURN, node.lineno, loop=loop, from_call=from_call, **given))
        self.generic_visit(node)
        value = node.value
        if value is None or isinstance(value, ast.Name) or is_constant(value):
            return [*(self.mark(item, node) for item in items), node]
        node.value = followed_by(value, *(self.marked(item, value) for item in items))
        return node

    def visit_Assign(self, node: Any) -> Any:
        told = [(target, path) for target in targets_of(node) for path in [path_of(target)] if path is not None]
        line, text = node.lineno, "" if node.value is None else source(node.value)
        from_call = node.value is not None and self.parts.is_of_calls(node.value)
        values = values_by_target(node)
        self.generic_visit(node)
        if node.value is None:
            return node
        made: list[ast.stmt] = [node]
        for target, path in told:
            value = values.get(id(target))
            more: dict[str, Any] = {"from_call": from_call, "text": text}
            if value is not None:
                more = {"from_call": self.parts.is_of_calls(value), "text": source(value)}
            if isinstance(node, ast.AugAssign):
                more["operator"] = f"{AUGMENTED.get(type(node.op), '')}="
            place = end_of(target)
            if path[0] in self.tracked:
                made.append(self._told(SET, path, place, line, **more))
            if not path[2]:
                inner = [one for one in self.tracked.values() if one[2] and one[1] == path[1]]
                made += [self._told(SET, part, place, line, **more) for part in inner]
        return made if len(made) > 1 else node

    visit_AugAssign = visit_AnnAssign = visit_Assign  # noqa: N815

    # Expressions

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        more: dict[str, Any] = {"from_call": self.parts.is_of_calls(node.value), "text": source(node.value)}
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and node.target.id in self.tracked:
            node.value = self.note(self.event(SET, node.lineno, node.target.id, **more), node.value)
        return node

    def operands(self, test: ast.expr, guard: int) -> ast.expr:
        """Return a test that notes the operands of its comparisons as they are evaluated."""
        if isinstance(test, ast.BoolOp):
            test.values = [self.operands(value, guard) for value in test.values]
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self.operands(test.operand, guard)
        elif isinstance(test, ast.Compare):
            if all(type(sign) in OPERATORS for sign in test.ops):
                sides = [test.left, *test.comparators]
                texts = list(map(source, sides))
                operators = [OPERATORS[type(sign)] for sign in test.ops]
                for at, one in enumerate(sides):
                    more: dict[str, Any] = {"guard": guard, "from_call": self.parts.is_of_calls(one)}
                    if at < len(operators):
                        more |= {"operator": operators[at], "against": texts[at + 1]}
                    elif is_constant(sides[at - 1]):
                        operator = operators[at - 1]
                        more |= {"operator": MIRRORED.get(operator, operator), "against": texts[at - 1]}
                    if not is_constant(one):
                        sides[at] = self.note(self.event(OPERAND, one.lineno, texts[at], **more), one)
                test.left, test.comparators = sides[0], sides[1:]
        elif not is_constant(test):
            item = self.event(OPERAND, test.lineno, source(test), guard=guard, from_call=self.parts.is_of_calls(test))
            return self.note(item, test)
        return test

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if id(node) in self.parts.calls:
            return self._site(node)
        first = node.args[0] if node.args else None
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if not isinstance(first, COMPREHENSIONS) or id(first) not in self.parts.loops or name not in CONSUMING:
            return self.generic_visit(node)
        guard, is_generator = self.parts.guards[id(first)], isinstance(first, ast.GeneratorExp)
        more: dict[str, Any] = {"loop": self.parts.loops[id(first)], "guard": guard, "text": source(node)}
        line, made = node.lineno, self.generic_visit(node)
        assert isinstance(made, ast.expr)
        if name in ("any", "all") and is_generator:
            left, ended = self.event(EXIT, line, name, holds=name == "any", **more), self.event(END, line, name, **more)
            made = self.call("NOTE_TEST", node, *((left, ended) if name == "any" else (ended, left)), made)
        elif name != "next" and is_generator:
            made = followed_by(made, self.marked(self.event(END, line, name, **more), node))
        if name in FOLDING:
            made = self.note(self.event(RESULT, line, name, from_call=True, **more), made)
        again = self._again(node, line)
        return followed_by(made, *again) if again else made

    def _again(self, node: ast.AST, line: int) -> list[ast.expr]:
        """Return what notes the values that calls may have changed; nothing inside a comprehension."""
        if any(isinstance(outer, COMPREHENSIONS) for outer in self.around):
            return []
        read = [path for path in self.changeable if path[1] in self.bound or path[1] not in self.parts.locals]
        return [self.telling(AGAIN, path, node, line) for path in read]

    def _site(self, node: ast.Call) -> ast.AST:
        """Return a recursive call that notes its call site."""
        callee = self.parts.calls[id(node)]
        line, sign, inside = node.lineno, self.parts.later_signs.of(node), len(self.around)
        factors = []
        while inside:
            one = self.around[inside - 1]
            if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.USub):
                sign = -sign
            elif isinstance(one, (ast.Subscript, ast.Attribute, ast.Await)) and self.contains(one.value, node):
                pass
            elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mult):
                factors.append(one)
            elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) and self.contains(one.right, node):
                sign *= signs_of_operands(one)[1]
            else:
                break
            inside -= 1
        for one in factors:
            other = one.left if self.contains(one.right, node) else one.right
            number = constant_of(other)
            sign = 0 if number is None else sign if number > 0 else -sign if number < 0 else 0
        folds = [
            name
            for outer in self.around[:inside]
            if isinstance(outer, ast.Call)
            for name in [called_name(outer)]
            if name
        ]
        sums = any(isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add) for outer in self.around[:inside])
        if sums or isinstance(getattr(self.statement, "op", None), ast.Add):
            folds.append("sum")
        target = next((path[0] for set_by in targets_of(self.statement) for path in [path_of(set_by)] if path), "")
        named = [outer.target.id for outer in self.around if isinstance(outer, ast.NamedExpr)]
        arguments = tuple(self.arguments(node, callee))
        self.sites.append(
            (
                line,
                callee,
                sign,
                arguments,
                self.parts.loop_of.get(id(node), -1),
                named[-1] if named else target,
                folds[-1] if folds else "",
                isinstance(self.statement, ast.Return),
            )
        )
        site = self.item(SITE, len(self.sites) - 1)
        elsewhere = None
        if callee in self.elsewhere:
            loop = self.parts.loop_of.get(id(node), -1)
            read = sorted({path for argument in arguments_of(node) for path in paths_in(argument)})
            elsewhere = self.event(OTHER_SEARCH, line, callee, loop=loop, text=", ".join(read))
        self.generic_visit(node)
        if elsewhere is not None:
            tell_behind(node, self.marked(elsewhere, last_evaluated(node)))
        tell_behind(node, self.marked(site, last_evaluated(node)))
        again = self._again(node, line)
        return followed_by(node, *again) if again else node

    @staticmethod
    def contains(node: ast.AST, other: ast.AST) -> bool:
        """Whether a node contains another one."""
        return any(part is other for part in walk(node))

    def arguments(self, node: ast.Call, callee: str) -> Iterator[tuple[str, str, int]]:
        """Iterate over a call's arguments by parameter, or place where unknown, with their signs."""
        parameters = self.parts.calling[callee]
        for at, one in enumerate(node.args):
            if isinstance(one, ast.Starred):
                return
            sign, inner = signed(one)
            yield parameters[at] if at < len(parameters) else f"#{at}", source(inner), sign
        for keyword in node.keywords:
            if keyword.arg is not None:
                sign, inner = signed(keyword.value)
                yield keyword.arg, source(inner), sign

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Where a call is multiplied with something else, that is its sign."""
        if isinstance(node.op, ast.Mult):
            for side, other in (("left", node.right), ("right", node.left)):
                one = getattr(node, side)
                is_call = id(unsigned(other)) in self.parts.calls
                if is_call and constant_of(one) is None and not self.parts.contains_call(one):
                    setattr(node, side, self.note(self.event(FACTOR, one.lineno, source(one)), one))
        return self.generic_visit(node)

    def _comprehension(self, node: Any) -> ast.AST:
        """Return a comprehension that notes its loop and conditions."""
        number = self.parts.loops.get(id(node))
        if number is None:
            return self.generic_visit(node)
        above = self.around[-1] if self.around else None
        name = called_name(above) if isinstance(above, ast.Call) else ""
        if isinstance(node, ast.GeneratorExp) and name not in CONSUMING:
            return self.generic_visit(node)
        guard, line = self.parts.guards[id(node)], node.lineno
        first = node.generators[0]
        text: dict[str, Any] = {"loop": number, "name": source(first.target), "text": source(first.iter)}
        loop, item = self.event(LOOP, line, **text), self.event(TAKEN, line, **text)
        for generator in node.generators:
            generator.ifs = [self.operands(test, guard) for test in generator.ifs]
        if isinstance(node, ast.GeneratorExp) and name in ("any", "all"):
            node.elt = self.operands(node.elt, guard)
        self.generic_visit(node)
        first.iter = self.call("NOTE_LOOP", first.iter, loop, first.iter)
        first.ifs.insert(0, located(ast.UnaryOp(ast.Not(), self.marked(item, first.target)), first.target))
        if name == "next":
            left = self.event(EXIT, line, name, loop=number, guard=guard, text=source(node))
            node.elt = followed_by(node.elt, self.marked(left, node.elt))
        if not isinstance(node, ast.GeneratorExp):
            return followed_by(node, self.marked(self.event(END, line, **text), node))
        return node

    def visit(self, node: ast.AST) -> Any:
        return self._comprehension(node) if isinstance(node, COMPREHENSIONS) else super().visit(node)


# Places


def located(made: Made, place: ast.AST) -> Made:
    """Return generated nodes at another one's beginning; those with a place keep it.

    They end there too, since Python attributes a call of a method to the line where it ends.
    """
    place = start_of(place)
    waiting: list[ast.AST] = [made]
    while waiting:
        one = waiting.pop()
        if not hasattr(one, "lineno"):
            if isinstance(one, (ast.expr, ast.stmt)):
                ast.copy_location(one, place)
            waiting += children_of(one)
    return made


def followed_by(value: ast.expr, *marks: ast.expr) -> ast.expr:
    """Return a value with calls made behind it."""
    return located(ast.Subscript(ast.Tuple([value, *marks], ast.Load()), ast.Constant(0), ast.Load()), value)


def last_evaluated(call: ast.Call) -> ast.expr:
    """Return the last expression that a call evaluates before it is made."""
    if call.keywords:
        return call.keywords[-1].value
    last = call.args[-1] if call.args else call.func
    return last.value if isinstance(last, ast.Starred) else last


def tell_behind(call: ast.Call, told: ast.expr) -> None:
    """Have a call tell something once its arguments are evaluated; `told` is worth None."""
    value = last_evaluated(call)
    if isinstance(value, (ast.Name, ast.Constant)):
        made: ast.expr = located(ast.BoolOp(ast.Or(), [told, value]), value)
    else:
        made = followed_by(value, told)
    if call.keywords:
        call.keywords[-1].value = made
    elif not call.args:
        call.func = made
    elif isinstance(call.args[-1], ast.Starred):
        call.args[-1].value = made
    else:
        call.args[-1] = made


def appending_call(*items: ast.expr) -> ast.expr:
    """Return the call, worth None, that appends items to the log.

    Several are added at once: another thread writes what is there, and adds to it.
    """
    given = items[0] if len(items) == 1 else ast.Tuple([*items], ast.Load())
    method = ast.Attribute(ast.Constant(PREFIX + "EVENTS"), "append" if len(items) == 1 else "extend", ast.Load())
    return ast.Call(method, [given], [])


def constant_node(value: Any) -> ast.Constant:
    """Return the node of a constant."""
    return ast.Constant(value)


def place_node(line: int, column: int) -> ast.AST:
    """Return a node that only has a place."""
    return ast.Pass(lineno=line, col_offset=column, end_lineno=line, end_col_offset=column)


def start_of(node: Any) -> ast.AST:
    """Return the place where a node starts."""
    return place_node(node.lineno, node.col_offset)


def end_of(node: Any) -> ast.AST:
    """Return the place where a node ends."""
    return place_node(node.end_lineno, node.end_col_offset)


def first_place(body: Sequence[Any]) -> ast.AST:
    """Return where the first executed statement of a body begins."""
    first = next((statement for statement in body if not isinstance(statement, (ast.Global, ast.Nonlocal))), body[0])
    lines = [first.lineno, *(one.lineno for one in getattr(first, "decorator_list", ()))]
    return place_node(min(lines), first.col_offset)


def bare_lambda(value: ast.expr) -> ast.expr:
    """Return a lambda without parameters."""
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, value)
