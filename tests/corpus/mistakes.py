"""Mistakes planted by machine in the correct programs: one change of the text, which keeps every line's number.

Each kind is a function that yields the places where it fits a program. A place counts only if the run changes there:
`first_change` asks the instrument.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tests.corpus.catalogue import Program
from tests.corpus.instrument import Seen, observe

POSITIONS = range(20)
OPPOSITE = {ast.GtE: "<=", ast.LtE: ">=", ast.Gt: "<", ast.Lt: ">"}
NEXT_TO = {ast.GtE: ">", ast.LtE: "<", ast.Gt: ">=", ast.Lt: "<="}
"""The operator that differs where both sides are equal."""

Edit = tuple[ast.expr | ast.stmt, str]


@dataclass(frozen=True)
class Place:
    """What one planted mistake changes, and where it stands."""

    edits: list[Edit]
    also: tuple[int, ...] = ()
    """Lines besides those that are changed at which the law may be seen to be broken."""
    laws: tuple[str, ...] | None = None
    """Where they are not the laws of the kind, these; it is then a bug."""


@dataclass(frozen=True)
class Mistake:
    """A program with one mistake in it."""

    program: Program
    kind: str
    text: str
    lines: tuple[int, ...]
    """Where it stands: the changed line first, then those where it may be seen."""
    laws: tuple[str, ...]
    """The law that it breaks, then others by which it may be told. Without any, the run alone cannot show it."""
    is_waste: bool
    """Whether it costs calls and no value; else it is a bug."""


@dataclass(frozen=True)
class Kind:
    name: str
    laws: tuple[str, ...]
    places: Callable[[Searching], Iterator[Place]]
    is_waste: bool = False
    spoils_result: bool = False
    """It counts only if the result is wrong: among equals, another move is no mistake."""
    runs_on: bool = False
    """It counts only if the run has no end: where the game ends by itself, no law forbids it."""


KINDS: list[Kind] = []


def kind(*laws: str, **properties: bool) -> Callable[[Callable[[Searching], Iterator[Place]]], None]:
    """Enter a kind in the table by the name of its function."""

    def enter(places: Callable[[Searching], Iterator[Place]]) -> None:
        KINDS.append(Kind(places.__name__, laws, places, **properties))

    return enter


class Searching:
    """One function that searches, with what its roles and the program's markers say of its nodes."""

    def __init__(self, program: Program, name: str, function: ast.FunctionDef | ast.Lambda) -> None:
        self.program = program
        self.function = function
        self.roles = program.roles[name]
        self.alpha, self.beta = self.roles.get("alpha", ""), self.roles.get("beta", "")
        self.best = self.roles.get("best", "")
        self.nodes = list(ast.walk(function))
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        calls = [node for node in self.nodes if isinstance(node, ast.Call) and called(node) in program.roles]
        self.calls = [call for call in calls if not self.has_mark(call, "aside")]
        self.call_lines = tuple(call.lineno for call in self.calls)

    def text(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.program.text, node) or ""

    def marked(self, word: str) -> list[ast.If]:
        return [node for node in self.nodes if isinstance(node, ast.If) and self.has_mark(node, word)]

    def has_mark(self, node: ast.AST, word: str) -> bool:
        return word in self.program.markers.get(getattr(node, "lineno", 0), ())

    def assignments(self, role: str) -> Iterator[tuple[ast.Assign, ast.expr]]:
        """Each assignment of one name to a role, and its value."""
        for node in self.nodes:
            if (
                role
                and isinstance(node, ast.Assign)
                and len(node.targets) == 1
                and ast.unparse(node.targets[0]) == role
            ):
                yield node, node.value

    def folds(self, role: str) -> Iterator[tuple[ast.Assign, ast.Call, ast.expr]]:
        """Each `role = max(role, value)` or `min`: the assignment, the call of max, the value."""
        for node, value in self.assignments(role):
            if is_fold(value) and isinstance(value, ast.Call) and len(value.args) == 2:
                texts = [ast.unparse(argument) for argument in value.args]
                if role in texts and self.is_after_a_call(node):
                    yield node, value, value.args[1 - texts.index(role)]

    def is_after_a_call(self, node: ast.stmt) -> bool:
        """Whether it stands in a loop that searches, at or below a call."""
        return any(line <= node.lineno for line in self.call_lines) and self.in_loop(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node

    def in_loop(self, node: ast.AST) -> bool:
        return any(isinstance(outer, ast.For | ast.While) for outer in self.ancestors(node))

    def lines_beside(self, node: ast.AST) -> tuple[int, ...]:
        """The lines of the calls and the guards in the loop that a node stands in; without one, in the function."""
        loops = [outer for outer in (node, *self.ancestors(node)) if isinstance(outer, ast.For | ast.While)]
        around = loops[0] if loops else self.function
        lines = range(around.lineno, (around.end_lineno or 0) + 1)
        guards = (compare.lineno for compare in self.guards())
        return tuple(line for line in (*self.call_lines, *guards) if line in lines)

    def better_tests(self, role: str) -> Iterator[tuple[ast.If, ast.Compare]]:
        """Each `if value > role:` that assigns the role."""
        for node in self.nodes:
            if not role or not isinstance(node, ast.If) or not self.is_after_a_call(node):
                continue
            assigned = any(
                isinstance(inner, ast.Name | ast.Attribute | ast.Subscript)
                and isinstance(inner.ctx, ast.Store)
                and ast.unparse(inner) == role
                for statement in node.body
                for inner in ast.walk(statement)
            )
            for compare in compares(node.test):
                if (
                    assigned
                    and ast.unparse(compare.comparators[0]) == role
                    and type(compare.ops[0]) in (ast.Gt, ast.Lt)
                ):
                    yield node, compare

    def window(self, call: ast.Call) -> tuple[ast.expr, ast.expr] | None:
        """The arguments that become the callee's alpha and beta."""
        roles = self.program.roles[called(call)]
        alpha, beta = self.argument(call, roles.get("alpha", "")), self.argument(call, roles.get("beta", ""))
        return (alpha, beta) if alpha is not None and beta is not None else None

    def argument(self, call: ast.Call, parameter: str) -> ast.expr | None:
        for keyword in call.keywords:
            if keyword.arg == parameter:
                return keyword.value
        function = next(node for name, node in self.program.functions if name == called(call))
        names = [argument.arg for argument in function.args.args]
        if names[:1] == ["self"]:
            names = names[1:]
        place = names.index(parameter) if parameter in names else len(call.args)
        return call.args[place] if place < len(call.args) else None

    def minus(self, call: ast.Call) -> ast.UnaryOp | None:
        """The minus before a call, or before an item of what it returns."""
        parent = self.parents.get(call)
        if isinstance(parent, ast.Subscript):
            parent = self.parents.get(parent)
        return parent if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub) else None

    def guards(self) -> Iterator[ast.Compare]:
        """The comparisons in the guards that are marked `cut`: where several are joined, those that name a bound."""
        for node in self.nodes:
            test: ast.expr | None = None
            if isinstance(node, ast.If | ast.While):
                test = node.test
            elif isinstance(node, ast.match_case):
                test = node.guard
            elif isinstance(node, ast.GeneratorExp):
                test = next(compares(node), None)
            if test is not None and self.has_mark(test, "cut") and not any(map(is_generator, ast.walk(test))):
                found = list(compares(test))
                yield from [compare for compare in found if self.names_bound(compare)] or found

    def names_bound(self, node: ast.AST) -> bool:
        return not {self.alpha, self.beta}.isdisjoint(ast.unparse(inner) for inner in ast.walk(node))

    def is_minimum(self, role: str, line: int) -> bool:
        """Whether the smallest value is kept, at the last place before a line at which it is folded."""
        folds = [(node.lineno, called(call) == "min") for node, call, _ in self.folds(role)]
        tests = [(node.lineno, isinstance(compare.ops[0], ast.Lt)) for node, compare in self.better_tests(role)]
        return max([(0, False), *(fold for fold in folds + tests if fold[0] < line)])[1]

    def fold_lines(self) -> tuple[int, ...]:
        """The lines at which the best value so far is folded."""
        found = [node.lineno for node, _ in self.better_tests(self.best)]
        return (*found, *(node.lineno for node, _, _ in self.folds(self.best)))


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def is_generator(node: ast.AST) -> bool:
    return isinstance(node, ast.GeneratorExp)


def is_fold(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and called(node) in ("max", "min")


def compares(node: ast.AST) -> Iterator[ast.Compare]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            yield inner


def is_plain(node: ast.AST) -> bool:
    """Whether it is an assignment to names each of which takes the whole value."""
    return isinstance(node, ast.Assign) and not any(isinstance(target, ast.Tuple) for target in node.targets)


def does_more(node: ast.AST) -> bool:
    """Whether a test does more than to compare: it calls, or it names a value."""
    return any(isinstance(inner, ast.Call | ast.NamedExpr) for inner in ast.walk(node))


def other_fold(call: ast.Call) -> Edit:
    return call.func, "min" if called(call) == "max" else "max"


# Narrow, own bound


def on_moves(search: Searching, change: Callable[[ast.Assign, ast.Call, ast.expr, str], Edit]) -> Iterator[Place]:
    """One place for each assignment that moves a bound; where nothing else keeps the best, it is the fold."""
    for role in (search.alpha, search.beta):
        for node, call, value in search.folds(role):
            other = search.beta if role == search.alpha else search.alpha
            laws = None if search.best else ("fold", "narrow")
            yield Place([change(node, call, value, other)], search.lines_beside(node), laws)


@kind("narrow", is_waste=True)
def bound_moves_the_wrong_way(search: Searching) -> Iterator[Place]:
    yield from on_moves(search, lambda node, call, value, other: other_fold(call))


@kind("narrow", is_waste=True)
def bound_takes_the_last_value(search: Searching) -> Iterator[Place]:
    yield from on_moves(search, lambda node, call, value, other: (call, search.text(value)))


@kind("narrow")
def bound_goes_too_far(search: Searching) -> Iterator[Place]:
    for place in on_moves(
        search,
        lambda node, call, value, other: (value, f"{search.text(value)} {'+' if called(call) == 'max' else '-'} 1"),
    ):
        yield Place(place.edits, (), place.laws)


@kind("own bound")
def other_bound_is_moved(search: Searching) -> Iterator[Place]:
    for place in on_moves(search, lambda node, call, value, other: (node.targets[0], other)):
        yield Place(place.edits)


@kind("narrow", is_waste=True)
def bound_is_not_moved(search: Searching) -> Iterator[Place]:
    yield from on_moves(search, lambda node, call, value, other: (node, "pass"))
    for role in (search.alpha, search.beta):
        for test, _ in search.better_tests(role):
            if len(test.body) == 1:
                laws = None if search.best else ("fold", "narrow")
                yield Place([(test.body[0], "pass")], search.lines_beside(test), laws)


@kind("narrow", "pass", is_waste=True)
def bound_in_the_call_is_folded_the_wrong_way(search: Searching) -> Iterator[Place]:
    for call in search.calls if search.roles.get("fold") != "mean" else []:
        for argument in search.window(call) or ():
            for inner in ast.walk(argument):
                if isinstance(inner, ast.Call) and is_fold(inner):
                    yield Place([other_fold(inner)])


# Pass


def on_windows(
    search: Searching, is_negated: bool | None, change: Callable[[ast.expr, ast.expr], list[Edit]]
) -> Iterator[Place]:
    """One place for each call with a window; below a mean the whole range is due, and what is passed is left alone."""
    if search.roles.get("fold") == "mean":
        return
    for call in search.calls:
        window = search.window(call)
        if window is not None and is_negated in (None, search.minus(call) is not None):
            edits = change(*window)
            if edits:
                yield Place(edits)


def without_minus(node: ast.expr) -> ast.expr | None:
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None


@kind("pass")
def window_is_swapped(search: Searching) -> Iterator[Place]:
    yield from on_windows(search, False, lambda low, high: [(low, search.text(high)), (high, search.text(low))])


@kind("pass")
def window_is_negated_but_not_turned(search: Searching) -> Iterator[Place]:
    yield from on_windows(search, True, lambda low, high: [(low, search.text(high)), (high, search.text(low))])


@kind("pass")
def window_is_not_turned_round(search: Searching) -> Iterator[Place]:
    def change(low: ast.expr, high: ast.expr) -> list[Edit]:
        plain_low, plain_high = without_minus(high), without_minus(low)
        if plain_low is None or plain_high is None:
            return []
        return [(low, search.text(plain_low)), (high, search.text(plain_high))]

    yield from on_windows(search, True, change)


@kind("pass")
def window_is_turned_but_not_negated(search: Searching) -> Iterator[Place]:
    def change(low: ast.expr, high: ast.expr) -> list[Edit]:
        plain_low, plain_high = without_minus(low), without_minus(high)
        if plain_low is None or plain_high is None:
            return []
        return [(low, search.text(plain_low)), (high, search.text(plain_high))]

    yield from on_windows(search, True, change)


@kind("pass", is_waste=True)
def window_is_not_passed(search: Searching) -> Iterator[Place]:
    yield from on_windows(search, None, lambda low, high: [(low, 'float("-inf")'), (high, 'float("inf")')])


@kind("pass", is_waste=True)
def own_bound_is_not_passed(search: Searching) -> Iterator[Place]:
    yield from on_windows(search, True, lambda low, high: [(high, 'float("inf")')])


@kind("pass", "fold")
def value_is_not_negated(search: Searching) -> Iterator[Place]:
    for call in search.calls:
        minus = search.minus(call)
        if minus is not None:
            has_bound = not {"alpha", "beta"}.isdisjoint(search.program.roles[called(call)])
            yield Place([(minus, search.text(minus.operand))], (), None if has_bound else ("leaf", "fold"))


@kind("pass", "fold")
def value_is_negated(search: Searching) -> Iterator[Place]:
    for call in search.calls:
        is_pair = isinstance(search.parents[call], ast.Subscript | ast.Assign) and not is_plain(search.parents[call])
        if search.minus(call) is None and search.window(call) and not is_pair:
            yield Place([(call, "-" + search.text(call))])


@kind("pass")
def search_is_not_repeated(search: Searching) -> Iterator[Place]:
    """Where a probe or an aspiration failed, its bound is taken for the value."""
    for node in ast.walk(search.program.tree):
        if isinstance(node, ast.If) and search.has_mark(node, "research"):
            calls = [inner for inner in ast.walk(search.program.tree) if isinstance(inner, ast.Call)]
            lines = [call.lineno for call in calls if called(call) in search.program.roles]
            yield Place([(node.test, "False")], tuple(line for line in lines if node.lineno - 3 <= line < node.lineno))


# Restore


@kind("restore")
def bounds_are_shared(search: Searching) -> Iterator[Place]:
    """The list or dictionary of bounds goes down without a copy."""
    base = search.alpha.partition("[")[0]
    for call in search.calls:
        for argument in call.args:
            if ast.unparse(argument) in (f"{base}[:]", f"list({base})", f"dict({base})"):
                yield Place([(argument, base)])


@kind("restore")
def move_is_not_taken_back(search: Searching) -> Iterator[Place]:
    for node in search.nodes:
        if isinstance(node, ast.stmt) and search.has_mark(node, "undo"):
            yield Place([(node, "pass")], search.lines_beside(node))


# Leave, stay


def on_guards(search: Searching, change: Callable[[ast.Compare], Edit | None]) -> Iterator[Place]:
    for compare in search.guards():
        edit = change(compare)
        if edit is not None:
            yield Place([edit])


def with_operator(search: Searching, compare: ast.Compare, operators: dict[type[ast.cmpop], str]) -> str:
    left, right = search.text(compare.left), search.text(compare.comparators[0])
    if isinstance(compare.left, ast.NamedExpr):
        left = f"({left})"
    return f"{left} {operators[type(compare.ops[0])]} {right}"


@kind("leave")
def guard_is_turned_round(search: Searching) -> Iterator[Place]:
    yield from on_guards(search, lambda compare: (compare, with_operator(search, compare, OPPOSITE)))


@kind("leave")
def guard_reads_the_other_bound(search: Searching) -> Iterator[Place]:
    def change(compare: ast.Compare) -> Edit | None:
        right, swapped = compare.comparators[0], {search.alpha: search.beta, search.beta: search.alpha}
        if "" in swapped or ast.unparse(right) not in swapped or ast.unparse(compare.left) in swapped:
            return None
        return right, swapped[ast.unparse(right)]

    yield from on_guards(search, change)


@kind("leave")
def guard_compares_with_itself(search: Searching) -> Iterator[Place]:
    yield from on_guards(
        search, lambda compare: None if does_more(compare) else (compare.left, search.text(compare.comparators[0]))
    )


@kind()
def loop_ends_at_the_first_child(search: Searching) -> Iterator[Place]:
    """No guard reads a bound there, and what is not searched may be the program's own choice."""
    for node in search.marked("cut"):
        returned = node.body[0].value if isinstance(node.body[0], ast.Return) else None
        laws = ("answer",) if returned is not None and search.names_bound(returned) else None
        if not does_more(node.test):
            yield Place([(node.test, "True")], (node.body[0].lineno,), laws)


@kind("stay", is_waste=True)
def guard_is_never_true(search: Searching) -> Iterator[Place]:
    goes_on = {compare for node in search.nodes if isinstance(node, ast.While) for compare in compares(node.test)}
    for place in on_guards(search, lambda compare: (compare, str(compare in goes_on))):
        if not does_more(place.edits[0][0]):
            yield Place(place.edits, search.lines_beside(place.edits[0][0]), laws_of_staying(search))


@kind("stay", is_waste=True)
def guard_is_too_strict(search: Searching) -> Iterator[Place]:
    for place in on_guards(search, lambda compare: (compare, with_operator(search, compare, NEXT_TO))):
        yield Place(place.edits, (), laws_of_staying(search))


def laws_of_staying(search: Searching) -> tuple[str, ...] | None:
    """Where no best value is kept, the guard is all that tells a bound that was reached."""
    return None if search.best or search.alpha else ("answer", "stay")


# Fold


@kind("fold")
def values_are_folded_the_wrong_way(search: Searching) -> Iterator[Place]:
    for _, call, _ in search.folds(search.best):
        yield Place([other_fold(call)])
    for _, compare in search.better_tests(search.best):
        yield Place([(compare, with_operator(search, compare, OPPOSITE))])
    for node in search.nodes:
        is_whole = is_fold(node) and not isinstance(search.parents.get(node), ast.Assign | ast.Call)
        is_argument = any(outer in search.calls for outer in search.ancestors(node))
        if isinstance(node, ast.Call) and is_whole and not is_argument and not search.names_bound(node):
            yield Place([other_fold(node)])


@kind("fold")
def best_takes_the_last_value(search: Searching) -> Iterator[Place]:
    for _, call, value in search.folds(search.best):
        yield Place([(call, search.text(value))])


def on_first_values(search: Searching, change: Callable[[str], str]) -> Iterator[Place]:
    for node, value in search.assignments(search.best):
        is_number = isinstance(value, ast.Constant | ast.UnaryOp | ast.IfExp) or "inf" in ast.unparse(value)
        if is_number and ast.unparse(value) != "None" and not search.is_after_a_call(node):
            returns = [inner.lineno for inner in search.nodes if isinstance(inner, ast.Return)]
            later = tuple(line for line in (*search.fold_lines(), *returns) if line > node.lineno)
            yield Place([(value, change(search.text(value)))], later)


@kind("fold", "answer")
def best_starts_at_zero(search: Searching) -> Iterator[Place]:
    yield from on_first_values(search, lambda text: "0")


@kind("fold", "answer")
def best_starts_at_the_wrong_end(search: Searching) -> Iterator[Place]:
    yield from on_first_values(search, lambda text: f"-({text})")


# Answer


def last_returns(search: Searching, role: str) -> Iterator[ast.Return]:
    """Where the role is returned behind the loop, alone or before the move."""
    for node in search.nodes:
        if isinstance(node, ast.Return) and node.value is not None and not search.in_loop(node):
            value = node.value.elts[0] if isinstance(node.value, ast.Tuple) else node.value
            if role and ast.unparse(value) == role:
                yield node


@kind("answer")
def other_bound_is_returned(search: Searching) -> Iterator[Place]:
    for node in last_returns(search, search.best or search.alpha):
        assert node.value is not None
        value = node.value.elts[0] if isinstance(node.value, ast.Tuple) else node.value
        bound = search.alpha if search.is_minimum(search.best or search.alpha, node.lineno) else search.beta
        around = search.parents[node]
        is_after_cut = isinstance(around, ast.ExceptHandler) or (
            isinstance(around, ast.If) and search.names_bound(around.test)
        )
        if bound and not is_after_cut:
            yield Place([(value, bound)])


@kind("answer")
def last_value_is_returned(search: Searching) -> Iterator[Place]:
    values = [
        ast.unparse(node.targets[0])
        for node in search.nodes
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and any(call in ast.walk(node.value) for call in search.calls)
    ]
    for node in last_returns(search, search.best or search.alpha):
        if values and isinstance(node.value, ast.Name) and values[-1] != node.value.id:
            yield Place([(node.value, values[-1])])


@kind("leave", "answer")
def null_move_proves_too_much(search: Searching) -> Iterator[Place]:
    """The side returns beta although passing has not reached it."""
    for node in search.marked("null"):
        yield Place([(node.test, search.text(node.test) + " - 1")], (node.body[0].lineno,))


# Leaf


def leaf_returns(search: Searching) -> Iterator[tuple[ast.Return, ast.expr]]:
    for node in search.nodes:
        if isinstance(node, ast.Return) and node.value is not None and search.has_mark(node, "leaf"):
            yield node, node.value.elts[0] if isinstance(node.value, ast.Tuple) else node.value


@kind("leaf")
def leaf_has_the_wrong_sign(search: Searching) -> Iterator[Place]:
    for _, value in leaf_returns(search):
        if isinstance(value, ast.Constant) and isinstance(value.value, bool):
            yield Place([(value, str(not value.value))])
        else:
            yield Place([(value, f"-({search.text(value)})")])


@kind("leaf", "side", "move")
def ending_is_not_seen(search: Searching) -> Iterator[Place]:
    for node, _ in leaf_returns(search):
        test = search.parents[node]
        if isinstance(test, ast.If):
            yield Place([(test.test, "False")], (node.lineno,))


# Side, depth


@kind("side", "leaf")
def side_is_not_changed(search: Searching) -> Iterator[Place]:
    side = search.roles.get("side", "")
    for call in search.calls:
        argument = search.argument(call, search.program.roles[called(call)].get("side", ""))
        if argument is None or not side:
            continue
        if isinstance(argument, ast.Constant) and isinstance(argument.value, bool):
            yield Place([(argument, str(not argument.value))])
        elif not isinstance(argument, ast.Constant):
            yield Place([(argument, side)])


def on_depths(search: Searching, change: Callable[[ast.BinOp], Edit]) -> Iterator[Place]:
    for call in search.calls:
        argument = search.argument(call, search.program.roles[called(call)].get("depth", ""))
        if isinstance(argument, ast.BinOp) and ast.unparse(argument) == f"{search.roles.get('depth')} - 1":
            yield Place([change(argument)], also=(call.lineno,))


@kind("depth", runs_on=True)
def depth_is_not_lowered(search: Searching) -> Iterator[Place]:
    yield from on_depths(search, lambda argument: (argument, search.text(argument.left)))


@kind()
def depth_is_lowered_twice(search: Searching) -> Iterator[Place]:
    """Always by the same amount, which no law forbids."""
    yield from on_depths(search, lambda argument: (argument.right, "2"))


# Hit


@kind("hit")
def table_ignores_the_depth(search: Searching) -> Iterator[Place]:
    for node in search.marked("hit"):
        for compare in compares(node.test):
            if search.roles["depth"] in [ast.unparse(part) for part in (compare.left, *compare.comparators)]:
                yield Place([(compare, "True")])


@kind("hit")
def table_ignores_the_kind_of_bound(search: Searching) -> Iterator[Place]:
    for node in search.marked("hit kind"):
        yield Place([(node.test, "True")], tuple(inner.lineno for inner in node.body))


@kind("hit")
def table_keeps_every_value_as_exact(search: Searching) -> Iterator[Place]:
    for node in search.nodes:
        if isinstance(node, ast.Assign) and search.has_mark(node, "store") and isinstance(node.value, ast.IfExp):
            exact = node.value
            while isinstance(exact.orelse, ast.IfExp):
                exact = exact.orelse
            hits = [hit for mark in ("hit", "hit kind") for hit in search.marked(mark)]
            lines = [line for hit in hits for line in (hit.lineno, hit.body[0].lineno)]
            yield Place([(node.value, search.text(exact.orelse))], tuple(lines))


# Played


@kind("played", spoils_result=True)
def equal_move_replaces_the_best(search: Searching) -> Iterator[Place]:
    """A value that is only a bound counts as equally good."""
    if search.roles.get("move"):
        for node, compare in search.better_tests(search.best or search.alpha):
            yield Place([(compare, with_operator(search, compare, NEXT_TO))], tuple(line.lineno for line in node.body))


@kind("played", spoils_result=True)
def last_move_is_returned(search: Searching) -> Iterator[Place]:
    loops = [node for node in search.nodes if isinstance(node, ast.For)]
    for node in last_returns(search, search.best or search.alpha):
        for part in node.value.elts if isinstance(node.value, ast.Tuple) and len(loops) == 1 else []:
            if ast.unparse(part) == search.roles.get("move"):
                yield Place([(part, f"({ast.unparse(loops[0].target)})")])


# Planting


def changed(text: str, edits: list[Edit]) -> str:
    """The text with nodes of one line each replaced."""
    lines = [line.encode() for line in text.split("\n")]
    for node, new in sorted(edits, key=lambda edit: -edit[0].col_offset):
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line[: node.col_offset] + new.encode() + line[node.end_col_offset :]
    return b"\n".join(lines).decode()


def planted(program: Program, kinds: Iterable[Kind] = KINDS) -> Iterator[Mistake]:
    """Every mistake of these kinds that fits a program, whether or not it changes the run."""
    for entry in kinds:
        texts = {program.text}
        for name, function in program.functions:
            for place in entry.places(Searching(program, name, function)):
                if any(node.lineno != node.end_lineno for node, _ in place.edits):
                    continue
                text = changed(program.text, place.edits)
                if text not in texts:
                    texts.add(text)
                    lines = dict.fromkeys([*(node.lineno for node, _ in place.edits), *place.also])
                    laws, is_waste = (entry.laws, entry.is_waste) if place.laws is None else (place.laws, False)
                    yield Mistake(program, entry.name, text, tuple(lines), laws, is_waste)


def what_ran(seen: Seen) -> tuple[object, ...]:
    """What must differ for a mistake to count. Texts, since a value is unequal to itself if it is not a number."""
    return repr(seen.result), repr(seen.calls), repr(seen.returns)


@cache
def right_run(program: Program, number: int) -> tuple[object, ...]:
    return what_ran(observe(program, number))


def first_change(mistake: Mistake) -> int | None:
    """The first position on which the mistake counts; None: it changes nothing, or nothing that matters."""
    entry = next(entry for entry in KINDS if entry.name == mistake.kind)
    for number in POSITIONS:
        seen = observe(mistake.program, number, mistake.text)
        if entry.spoils_result:
            counts = not mistake.program.agrees(mistake.program.start()["POSITIONS"][number], seen.result)
        elif entry.runs_on:
            counts = seen.result in ("RecursionError", "TooLong")
        else:
            counts = what_ran(seen) != right_run(mistake.program, number)
        if counts:
            return number
    return None
