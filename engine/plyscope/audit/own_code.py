"""The laws of alpha-beta held against what ran in a user's program: its calls, the values that names took, its exits.

Each frame is walked in the order of time. Premises are recorded values, wrong ones too: a mistake is found once, at the
line at which it was made. A law is held where a bound or a value is used: at the next call, at a guard, at the return.
Values are as the program has them; "better" is larger for a side that takes the largest value, else smaller.
What is not recorded proves nothing: a value that is not known stands for itself, and no law is held against it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.deviation import Deviation, Recorded, Weight
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.recorded_bounds import without_rounding
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import Event, Site, UserCodeFacts, What, expression_of

MAX_WALKED_FRAMES = 10_000
"""Frames with calls whose facts are walked."""


class Names(NamedTuple):
    """The names that one function of the program has for the parts of a search; empty where it has none."""

    alpha: str = ""
    beta: str = ""
    best: str = ""
    best_of_min: str = ""
    """The best value where the smallest is taken, if that has a name of its own."""
    kept: str = ""
    """The move that is kept with the best value."""
    side: str = ""
    item: int = -1
    """Which item of the returned tuple is the value; -1 where it is no tuple."""

    @property
    def of_values(self) -> set[str]:
        """The names that hold α, β or a best value."""
        return {self.alpha, self.beta, self.best, self.best_of_min}


class OwnRun(NamedTuple):
    """A recording of user code with the roles of its names; numbers are as the program wrote them."""

    trace: Trace
    facts: UserCodeFacts
    function: NDArray[np.uint16]
    names: Sequence[Names]
    """For each function."""
    alpha: NDArray[np.float64]
    """For each frame its α on entry; NaN where it was given none."""
    beta: NDArray[np.float64]
    best: NDArray[np.float64]
    """For each frame the best value so far that it was given; NaN where it was given none."""
    value: NDArray[np.float64]
    """For each frame what it returned; NaN where that is no number."""
    signs: NDArray[np.int8]
    """For each frame the sign that its caller gives its result; 0 where that is not known."""
    takes: NDArray[np.int8]
    """1 for a frame that takes the largest value, -1 for the smallest, 0 where that is not known."""
    is_negated: bool
    """Whether values are those of the side to move, so that calls of the other side give a result to be negated."""
    test_lines: Mapping[tuple[int, str], int]
    """For an assignment, by its line and name, the line of the test around it that reads the name."""
    compared: frozenset[tuple[int, str]]
    """Those assignments of which that test asks which of two values is larger, and nothing else."""
    loop_ends: Mapping[int, int]
    """For the first line of a loop, its last line."""
    worst: tuple[float, float]
    """The largest value of a leaf, which is the worst for a side that takes the smallest, and the smallest."""

    @property
    def given(self) -> tuple[NDArray[Any], ...]:
        """For each frame its function, α, β and best value on entry: what the laws read of a call."""
        return self.function, self.alpha, self.beta, self.best

    def test_line(self, event: Event) -> int:
        """The line of the test that decides on an assignment, else its own; `best[2]` may be set with `best`."""
        base = event.name.partition("[")[0].partition(".")[0]
        lines = (self.test_lines.get((event.line, name), 0) for name in (event.name, base))
        return next((line for line in lines if line), event.line)


class RowBytes(NamedTuple):
    """The rows of a table as bytes, which compare faster than arrays."""

    content: bytes
    width: int
    """Bytes of a row."""

    @staticmethod
    def of(table: NDArray[Any]) -> RowBytes:
        return RowBytes(table.tobytes(), table.itemsize * table.shape[1])

    def between(self, first: int, end: int) -> bytes:
        return self.content[first * self.width : end * self.width]


class Happenings:
    """The facts and returned calls of some frames, in the order of time."""

    def __init__(self, run: OwnRun, frames: NDArray[np.intp]) -> None:
        facts, parent = run.facts, run.trace.column("parent")
        is_asked = np.zeros(len(parent) + 1, np.bool_)
        is_asked[frames] = True
        rows, children = np.flatnonzero(is_asked[facts.frame]), np.flatnonzero(is_asked[parent])
        entered = 3 * children - 2 * run.trace.column("ply")[children].astype(np.int64)
        frame = np.concatenate((parent[children], facts.frame[rows]))
        place = np.concatenate((entered, facts.step[rows]))
        # A call comes before the facts that follow the step at which it is entered.
        order = np.lexsort((place, frame))
        place[: len(children)] = children
        calls = np.stack([one[children] for one in (run.value, facts.site, *run.given)], axis=1)
        read = np.full((len(order), 1 + calls.shape[1]), nan)
        read[:, 0] = np.concatenate((np.full(len(children), -1), facts.event[rows]))
        read[: len(children), 1:], read[len(children) :, 1] = calls, facts.value[rows]
        self._columns = read[order, 0].astype(int), place[order], read[order, 1]
        frame = frame[order]
        ends = (np.searchsorted(frame, frames, side).tolist() for side in ("left", "right"))
        self._rows_of = dict(zip(frames.tolist(), zip(count(), *ends), strict=True))
        own: tuple[NDArray[Any], ...] = (run.takes, run.value, parent < 0, run.trace.column("status"), *run.given)
        self._own = RowBytes.of(np.stack([one[frames] for one in own], axis=1))
        self._read = RowBytes.of(read[order])

    def of(self, frame: int) -> Iterator[tuple[int, int, float]]:
        """Iterate over a frame's events: (-1, child, its value) for a call, (event, step, value) for another fact."""
        rows = slice(*self._rows_of[frame][1:])
        return zip(*(one[rows].tolist() for one in self._columns), strict=True)

    def read_by_laws(self, frame: int) -> bytes:
        """Return as bytes all that the laws read of a frame: equal bytes get an equal verdict."""
        place, first, end = self._rows_of[frame]
        return self._own.between(place, place + 1) + self._read.between(first, end)


@dataclass
class ReturnedCall:
    """A call that has returned, and whose value its caller may take."""

    child: int
    place: int
    """The number of its call expression."""
    site: Site
    sign: int
    """With which the caller takes the result, at once or later: that of the call expression, or of this call; 0 where
    that is not known."""
    targets: frozenset[str]
    value: float
    """As the caller holds it: turned by the sign of the call, or what its name has taken; NaN where not known."""
    low: float
    """The window that it was given, as the caller sees it; NaN where it was given none."""
    high: float
    is_replaced: bool = False
    narrowed: tuple[Recorded, Recorded] | None = None
    """Where it was called with a narrower window than the one in effect: the two windows; without the second one where
    the window or the sign of the call is wrong."""
    limit: float = nan
    """The bound in effect of the side to move when it was called."""
    holders: set[str] = field(default_factory=set)
    """The names that its statement gave the value, or its negation."""
    is_turned_only: bool = True
    """Whether the value held is the one returned, or its negation."""


class PendingDeviation(NamedTuple):
    """A deviation that counts once the bound or value is used."""

    law: str
    way: str
    weight: Weight
    line: int
    recorded: Recorded
    due: Recorded


class Findings:
    """Deviations as they are found, one for each law, way and line."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, int], Deviation] = {}
        self._last: dict[tuple[str, int], int] = {}

    def add(self, marked: PendingDeviation, frame: int, step: int) -> None:
        """Count a deviation at a frame and step; its witness is the first of its law and line, or the first bug."""
        key = marked.law, marked.line
        old = self.found.get(key)
        count = 1 if old is None else old.count + (self._last[key] != frame)
        is_first = old is None or (old.weight is not Weight.BUG and marked.weight is Weight.BUG)
        if is_first:
            self.found[key] = Deviation(
                marked.law, marked.way, marked.weight, frame, step, marked.recorded, marked.due, count, marked.line
            )
        else:
            assert old is not None
            self.found[key] = Deviation(
                old.law, old.way, old.weight, old.frame, old.step, old.recorded, old.due, count, old.line
            )
        self._last[key] = frame


class Expression(NamedTuple):
    """What the text of an expression shows without being evaluated: what it reads, and whether it changes that."""

    reads: frozenset[str]
    """The names, attributes and items that it reads, as written."""
    is_plain: bool
    """Whether it gives one of the values that it reads as it is or negated: names, `max`, `min`, a choice by `if`.

    A factor of a call is noted when it runs: whether it is a sign is known then.
    """
    is_constant: bool
    is_negated: bool
    calls: frozenset[str]
    """The last names of what it calls."""


UNREADABLE_EXPRESSION = Expression(frozenset(), False, False, False, frozenset())


@cache
def expression(text: str, item: int = -1, callees: frozenset[str] = frozenset()) -> Expression:
    """Parse the text of an expression; with `item`, one element of a tuple."""
    node = expression_of(text)
    if node is None:
        return UNREADABLE_EXPRESSION
    if isinstance(node, ast.Tuple | ast.List) and -len(node.elts) <= item < len(node.elts):
        node = node.elts[item]
    nodes = list(ast.walk(node))
    reads = {ast.unparse(one) for one in nodes if isinstance(one, ast.Name | ast.Attribute | ast.Subscript)}
    calls = {called_name(one) for one in nodes if isinstance(one, ast.Call)}
    is_negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return Expression(frozenset(reads), is_plain(node, callees), is_constant(node), is_negated, frozenset(calls))


def is_made_of(node: ast.expr | None, known: set[str]) -> bool:
    """Whether an expression gives one of some known names, or a constant, as it is or negated."""
    match node:
        case ast.Constant():
            return True
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return (name := ast.unparse(node)) in known or is_written_as_constant(name)
        case ast.UnaryOp(operand=operand):
            return is_made_of(operand, known)
        case ast.NamedExpr(value=value):
            return is_made_of(value, known)
        case ast.IfExp(body=body, orelse=orelse):
            return is_made_of(body, known) and is_made_of(orelse, known)
        case ast.Call(args=taken) if called_name(node) in ("max", "min", "float"):
            return all(is_made_of(one, known) for one in taken)
    return False


def moved_from(node: ast.expr | None) -> str:
    """What an expression is but for its sign and a constant added to it, as a null window is made of one end."""
    match node:
        case ast.UnaryOp(operand=operand) | ast.BinOp(left=operand, right=ast.Constant()):
            return moved_from(operand)
        case ast.BinOp(left=ast.Constant(), right=operand):
            return moved_from(operand)
    return "" if node is None else ast.unparse(node)


def index_in(name: str) -> int:
    """The index at the end of a name, as in `best[2]`; -1 without one."""
    index = name[name.rfind("[") + 1 : -1]
    return int(index) if name.endswith("]") and index.isdecimal() else -1


def called_name(call: ast.Call) -> str:
    """Return the name of a called function, without what is before the dot."""
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def is_plain(node: ast.expr, callees: frozenset[str]) -> bool:
    """Whether an expression gives one of the values that it reads as it is or negated."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub | ast.UAdd) and is_plain(node.operand, callees)
    if isinstance(node, ast.Subscript | ast.Await):
        return is_plain(node.value, callees)
    if isinstance(node, ast.IfExp):
        return is_plain(node.body, callees) and is_plain(node.orelse, callees)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        is_minus = isinstance(node.left, ast.Constant) and node.left.value == 0
        return is_minus and is_plain(node.right, callees)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = node.left, node.right
        called = [one for one in sides if isinstance(one, ast.Call) and is_plain(one, callees)]
        return len(called) == 1 and any(isinstance(one, ast.Name | ast.Attribute) for one in sides)
    if isinstance(node, ast.NamedExpr):
        return is_plain(node.value, callees)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return is_plain(node.elt, callees)
    if isinstance(node, ast.Tuple | ast.List):
        return all(is_plain(one, callees) for one in node.elts)
    if isinstance(node, ast.Call):
        if called_name(node) in ("max", "min"):
            return all(is_plain(one, callees) for one in node.args)
        return called_name(node) in callees
    return False


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is a constant or made of some; a name is one if written so, or joined with one."""
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.BinOp):
        # A number less the plies so far is one, as the value of a win is.
        sides = [is_constant(one) or isinstance(one, ast.Name) for one in (node.left, node.right)]
        return all(sides) and any(map(is_constant, (node.left, node.right)))
    if isinstance(node, ast.IfExp):
        return is_constant(node.body) and is_constant(node.orelse)
    if isinstance(node, ast.Call):
        return called_name(node) == "float"
    is_named = isinstance(node, ast.Name | ast.Attribute) and is_written_as_constant(ast.unparse(node))
    return isinstance(node, ast.Constant) or is_named


def is_written_as_constant(name: str) -> bool:
    """Whether a name is in capitals, or that of infinity."""
    last = name.rpartition(".")[2]
    return last.isupper() or last in ("inf", "infinity")


@cache
def compares_with_constant(guard: str, names: frozenset[str]) -> bool:
    """Whether a guard also holds for a number of its own, as `alpha >= beta or best == WIN` does."""
    compared = [one for one in ast.walk(ast.parse(guard, mode="eval")) if isinstance(one, ast.Compare)]
    for one in compared:
        ends = [one.left, *one.comparators]
        named = [end for end in ends if ast.unparse(end) in names]
        if named and any(is_constant(end) and end not in named for end in ends):
            return True
    return False


class FunctionTexts:
    """What the static tables tell of each function: which calls are folded, and at which line."""

    def __init__(self, run: OwnRun) -> None:
        self.run = run
        self.sets: dict[int, list[int]] = {}
        self.returns: dict[int, list[int]] = {}
        self.operands: dict[int, list[Event]] = {}
        items = (one for one in run.facts.events if one.what is What.ITEM)
        self.loop_lines = {(one.function, one.loop): one.line for one in items}
        callees = frozenset(site.callee for site in run.facts.sites)
        self.expressions: list[Expression] = []
        for place, event in enumerate(run.facts.events):
            item = run.names[event.function].item if event.what is What.RETURN else index_in(event.name)
            has_text = event.what in (What.SET, What.RETURN)
            self.expressions.append(expression(event.text, item, callees) if has_text else UNREADABLE_EXPRESSION)
            if event.what is What.SET:
                self.sets.setdefault(event.function, []).append(place)
            elif event.what is What.RETURN:
                self.returns.setdefault(event.function, []).append(place)
            elif event.what is What.OPERAND:
                self.operands.setdefault(event.guard, []).append(event)
        self.carriers = [self.carriers_of(site) for site in run.facts.sites]
        """For each call expression the assignments and returns that it stands in."""
        self.targets = [frozenset(run.facts.events[one].name for one in carriers) - {""} for carriers in self.carriers]
        self.is_bare = [
            bool(carriers) and all(self.expressions[one].is_plain for one in carriers) for carriers in self.carriers
        ]
        """For each call expression whether its result goes on as it is, or negated."""
        self.hands_window_down = [*map(self.is_handed_down, run.facts.sites)]
        """For each call expression whether its window is the one in effect, or an empty one beside one of its ends."""
        self.folds = [self.is_folded(place) for place in range(len(run.facts.sites))]
        taken = {site.function for site, is_folded in zip(run.facts.sites, self.folds, strict=True) if is_folded}
        for place, site in enumerate(run.facts.sites):
            # A value that only a guard reads should have been taken for the bound that the function returns.
            self.folds[place] |= site.function not in taken and self.is_held_against_bound(place)
        self.results: dict[int, set[str]] = {}
        """For each function the names that results of calls are given to, and those of what it calls."""
        for site, targets in zip(run.facts.sites, self.targets, strict=True):
            self.results.setdefault(site.function, set()).update((*targets, site.callee))
        self.signs = {function: self.sign_returned(function) for function in self.returns}
        """For each function the sign with which it returns the best value."""

    def is_handed_down(self, site: Site) -> bool:
        """Whether a call's window is made of bounds and best values as they are, or is empty beside one of them."""
        given = {one.parameter: one.text for one in site.arguments}
        known = {one for one in self.run.names[site.function].of_values if one}
        ends = [
            expression_of(given[name])
            for function, names in zip(self.run.trace.user_code.functions, self.run.names, strict=True)
            if function.name.rpartition(".")[2] == site.callee
            for name in (names.alpha, names.beta)
            if name in given
        ]
        computed = [one for one in ends if not is_made_of(one, known)]
        return not computed or (len(computed) == 1 and len(ends) == 2 and moved_from(ends[0]) == moved_from(ends[1]))

    def sets_bound(self, function: int, bound: str) -> bool:
        """Whether a function sets its own bound: what it leaves out then may be an illegal move."""
        return any(self.run.facts.events[one].name == bound for one in self.sets.get(function, ()))

    def is_nested(self, site: Site) -> bool:
        """Whether a call site calls a function defined within its caller, which may set the caller's names."""
        functions = self.run.trace.user_code.functions
        return any(one.name == f"{functions[site.function].name}.{site.callee}" for one in functions)

    def sign_returned(self, function: int) -> int:
        """Return the sign that a function gives its value at `return`: 1, -1, or 0 where it is not known.

        Where one of its returns has a minus and another none, the signs of its calls say which one is right.
        """
        own = self.results.get(function, set()) | self.run.names[function].of_values
        said = [
            one for one in self.returned_expressions(function, own) if one.reads & own and not one.reads & one.calls
        ]
        signs = {-1 if one.is_negated else 1 for one in said}
        if len(signs) > 1:
            signs = self.signs_of_calls(function)
        return signs.pop() if len(signs) == 1 else 0 if signs else 1

    def signs_of_calls(self, function: int) -> set[int]:
        """Return the signs with which a function has to return its value, by those its calls give it.

        What is returned as a call gives it, as by a search of quiet positions, is of the same side.
        """
        name, sites = self.run.trace.user_code.functions[function].name.rpartition(".")[2], self.run.facts.sites
        taken = {one.sign for place, one in enumerate(sites) if one.callee == name and not self.is_returned(place)}
        return {-sign for sign in taken} if self.run.is_negated else taken

    def returned_expressions(self, function: int, own: set[str]) -> Iterator[Expression]:
        """Iterate over the expressions a function returns; for a name, those assigned to it."""
        events, item = self.run.facts.events, self.run.names[function].item
        for place in self.returns[function]:
            said = self.expressions[place]
            made = [one for one in self.sets.get(function, ()) if {events[one].name} == said.reads - own]
            yield from (expression(events[one].text, item) for one in made) if made else [said]

    def carriers_of(self, site: Site) -> list[int]:
        """Return the events whose expression contains a call site: assignments and returns on its line."""
        events, expressions = self.run.facts.events, self.expressions
        near = [
            place
            for place in (*self.sets.get(site.function, ()), *self.returns.get(site.function, ()))
            if events[place].line <= site.line and site.callee in expressions[place].calls
        ]
        line = max((events[place].line for place in near), default=0)
        return [place for place in near if events[place].line == line]

    def is_folded(self, place: int) -> bool:
        """Whether the result of a call can become the best value, the bound or the result of its caller, as it is."""
        site, events = self.run.facts.sites[place], self.run.facts.events
        if self.is_returned(place):
            return self.is_bare[place]
        if self.is_only_tried(place):
            return False
        names = self.run.names[site.function]
        flow = set(self.targets[place])
        for _ in range(3):
            for one in self.sets.get(site.function, ()):
                if self.expressions[one].is_plain and flow & self.expressions[one].reads:
                    flow.add(events[one].name)
        returned = any(
            self.expressions[one].is_plain and flow & self.expressions[one].reads
            for one in self.returns.get(site.function, ())
        )
        return returned or bool(flow & (names.of_values - {""}))

    def is_held_against_bound(self, place: int) -> bool:
        """Whether a guard of the loop compares the result of a call, as it is, with a bound."""
        site, targets = self.run.facts.sites[place], self.targets[place]
        bounds = {self.run.names[site.function].alpha, self.run.names[site.function].beta} - {""}
        operands = [one for mine in self.operands.values() for one in mine if one.function == site.function]
        pairs = [{one.name, one.against} for one in operands if one.operator]
        return site.loop >= 0 and self.is_bare[place] and any(one & targets and one & bounds for one in pairs)

    def is_only_tried(self, place: int) -> bool:
        """Whether the loop gives the name of a call before it another value, before anything is set to it.

        Such is a null move; it may be returned before.
        """
        site, sites = self.run.facts.sites[place], self.run.facts.sites
        targets, events = self.targets[place], self.run.facts.events
        line = min(
            (
                one.line
                for one, others in zip(sites, self.targets, strict=True)
                if one.function == site.function and one.loop >= 0 and one.line > site.line and targets <= others
            ),
            default=0,
        )
        if site.loop >= 0 or not targets or not line:
            return False
        return not any(
            site.line < events[one].line < line and self.expressions[one].reads & targets
            for one in self.sets.get(site.function, ())
        )

    def is_returned(self, place: int) -> bool:
        """Whether the result of a call site is returned in the expression that contains it."""
        return any(self.run.facts.events[one].what is What.RETURN for one in self.carriers[place])

    @cached_property
    def taken_by(self) -> dict[int, set[int]]:
        """For each event all ways in which the frames where it happened take values: 1, -1 or 0."""
        found: dict[int, set[int]] = {}
        facts, takes = self.run.facts, self.run.takes
        pairs = distinct_numbers(3 * facts.event.astype(np.int64) + takes[facts.frame] + 1)
        for event, way in np.stack(np.divmod(pairs, 3), axis=1).tolist():
            found.setdefault(event, set()).add(way - 1)
        return found

    def fold_line(self, place: int, name: str, takes: int) -> int:
        """Return the line that folds a call's result into a name, in frames that take values so; 0 unless unique."""
        site, events = self.run.facts.sites[place], self.run.facts.events
        found = {
            self.run.test_line(events[one])
            for one in self.sets.get(site.function, ())
            if events[one].name == name
            and self.targets[place] & {*self.expressions[one].reads, name}
            and events[one].from_call
            and -takes not in self.taken_by.get(one, ())
        }
        return found.pop() if len(found) == 1 else 0

    def guard_line(self, function: int, loop: int, names: set[str], asked: set[int]) -> int:
        """Return the line of a loop's guard that reads one of some names, preferably one that was evaluated; else 0."""
        lines = {
            number: guard.line
            for number, guard in enumerate(self.run.facts.guards)
            if (guard.function, guard.loop) == (function, loop)
            and names & {one.name for one in self.operands.get(number, ())}
        }
        return next((line for number, line in lines.items() if number in asked), next(iter(lines.values()), 0))


class FrameWalk:
    """The check of one frame: its facts in the order of time, each compared with the laws."""

    def __init__(self, run: OwnRun, texts: FunctionTexts, found: Findings, steps: Steps, frame: int) -> None:
        self.run, self.texts, self.found, self.steps, self.frame = run, texts, found, steps, frame
        self.is_right = True
        self.function = int(run.function[frame])
        self.names = run.names[self.function]
        self.is_max = run.takes[frame] > 0
        self.better: Callable[..., float] = max if self.is_max else min
        self.own, self.far = (self.names.alpha, self.names.beta) if self.is_max else (self.names.beta, self.names.alpha)
        entry = {self.names.alpha: float(run.alpha[frame]), self.names.beta: float(run.beta[frame])}
        self.now: dict[str, float] = {name: value for name, value in entry.items() if name}
        self.entry_own, self.entry_far = entry.get(self.own, nan), entry.get(self.far, nan)
        self.far_due = self.entry_far
        """The bound of the other side, as far as no call of this frame has moved it."""
        self.base = self.entry_own
        """The own bound on entry, or as it was set to what no call gave."""
        self.best_name = self.names.best if self.is_max else self.names.best_of_min or self.names.best
        self.best = float(run.best[frame])
        self.start: tuple[float, int] | None = None
        """The number with which the best value begins, and its line."""
        self.folded = nan
        """The best value of the children that have been folded, and of leaves that were judged without a call."""
        self.children_best = nan
        self.exact_best = nan
        """The best value of the children that is more than a bound."""
        self.sign = texts.signs.get(self.function, 1)
        """The sign with which the best value is returned."""
        self.is_known = self.sign != 0
        self.adds = False
        """Whether something is added to results: then best may begin with what a stop is worth."""
        self.round: list[ReturnedCall] = []
        self.waiting: list[ReturnedCall] = []
        """The calls before in this round whose results are still held by names of their own."""
        self.asides: list[ReturnedCall] = []
        self.proved = nan
        """What the search that is now repeated has proved."""
        self.moved: PendingDeviation | None = None
        self.kept_bound: tuple[PendingDeviation, int] | None = None
        """That the move which is kept by now has only a bound for its value, and the step at which it was taken."""
        self.lost = nan
        """What its own bound was before it moved back, until it is there again."""
        self.changed: dict[str, PendingDeviation] = {}
        """Names that a call has left changed, until they are set again."""
        self.guard_values: dict[int, list[tuple[Event, float]]] = {}
        self.asked: set[int] = set()
        """The guards that were asked in this frame, by their numbers."""
        self.closing_exit = 0
        """The line of the early exit whose test has read a bound; 0 without one."""
        self.has_own_exit = False
        """Whether a loop was left early for a reason that is no bound."""
        self.last_call: Site | None = None
        self.returned: Event | None = None
        self.answered = UNREADABLE_EXPRESSION
        self.event_number = -1
        self.was_set = False

    # Comparisons

    def is_better(self, one: float, other: float) -> bool:
        """Whether a value is strictly better; nothing is better than what is not known."""
        return one > other if self.is_max else one < other

    def best_of(self, *values: float) -> float:
        """Return the best of the values that are known; NaN where none is."""
        known = [one for one in values if one == one]  # NaN, a value that is not known, is no number, not even itself
        return self.better(known) if known else nan

    def window(self) -> Recorded:
        """Return α and β of the frame by now, as the program has them."""
        return {"alpha": self.now.get(self.names.alpha, nan), "beta": self.now.get(self.names.beta, nan)}

    def report(self, marked: PendingDeviation, step: int, child: int = -1) -> None:
        """Add a deviation of the frame, or of a call that it makes."""
        self.is_right = False
        self.found.add(marked, self.frame if child < 0 else child, step)

    # The walk

    def check_all(self, happenings: Iterable[tuple[int, int, float]]) -> None:
        """Check all events of the frame, in their order."""
        run = self.run
        for event_number, place, value in happenings:
            self.event_number = event_number
            if event_number < 0:
                self.return_from_call(place, value)
                continue
            event = run.facts.events[event_number]
            if event.function != self.function:
                self.is_known = False
            elif event.what is What.SET:
                self.set_name(event, value, place)
            elif event.what is What.OPERAND:
                self.guard_values.setdefault(event.guard, []).append((event, value))
                self.asked.add(event.guard)
                self.read_bound_again(event, value)
            elif event.what is What.ITEM:
                if self.is_folded_behind(event.line):
                    continue
                if self.round and self.round[-1].site.loop >= 0:
                    self.check_taken(self.round[-1], place)
                self.settle_round(place)
                self.round, self.waiting = [], []
                self.guard_values = {}
            elif event.what is What.EXIT:
                self.check_exit(event, run.facts.guards[event.guard].text if event.guard >= 0 else "", place)
            elif event.what is What.END and not event.holds:
                self.check_exit(event, self.last_comparison(event.guard), place)
            elif event.what is What.RETURN:
                self.returned, self.answered = event, self.texts.expressions[event_number]
            elif event.what is What.AGAIN:
                self.read_bound_again(event, value)
        self.check_answer()
        if self.kept_bound is not None:
            self.report(*self.kept_bound)

    def set_name(self, event: Event, value: float, step: int) -> None:
        """Take note that a name is given a value, and check it by the name's role."""
        names = self.names
        for called in self.round:
            if event.name in called.targets:
                self.hold_result(called, event, value)
        reads = self.texts.expressions[self.event_number].reads
        if event.name in self.changed and event.name not in reads:
            del self.changed[event.name]
        if event.name == self.best_name:
            self.set_best(event, value, step)
        elif event.name == self.own:
            self.set_own(event, value)
        elif event.name == names.kept:
            self.keep_move(event, step)
        elif event.name == self.far:
            self.set_far(event, value, step)

    def hold_result(self, called: ReturnedCall, event: Event, value: float) -> None:
        """Take note of the value that the name of a call's result is given; the caller goes on with that."""
        if event.name in (self.best_name, self.own, self.far):
            return
        returned = float(self.run.value[called.child])
        if not called.sign and abs(value) == abs(returned):
            return  # where it is used it may be negated
        turned, is_item = called.sign * returned, len(called.targets) > 1
        if self.event_number in self.texts.carriers[called.place]:
            if abs(value) == abs(returned):
                called.holders.add(event.name)
            if value == -turned or (is_item and value != turned):
                return  # its value before a statement that turns it, or another part of the result
        elif is_item and event.name not in called.holders:
            return
        elif len(called.holders) > 1 and value != turned:
            value = nan  # which part of the result was given another value is not known
        called.is_turned_only = value == turned
        called.value = value

    def results_read(self, event: Event) -> list[ReturnedCall]:
        """Return the calls of this round of the loop whose results an assignment reads."""
        read = {*self.texts.expressions[self.event_number].reads, event.name}
        taken = [one for one in self.waiting if read & one.targets]
        return taken + [one for one in self.round if not one.is_replaced and (read & one.targets or not one.targets)]

    def set_best(self, event: Event, value: float, step: int) -> None:
        """Check that a new best value is the fold of the results."""
        said = self.texts.expressions[self.event_number]
        before, self.best = self.best, value
        taken = self.results_read(event) if event.from_call else []
        if not taken:
            if said.is_constant and isnan(self.children_best) and isnan(before):
                self.start = value, event.line
            elif not isnan(value):
                self.folded = self.best_of(self.folded, value)
            if not said.is_constant:
                self.start = None
            return
        self.was_set = True
        known = not any(isnan(one.value) for one in taken) and said.is_plain and not isnan(value)
        if not known:
            self.is_known = False
            return
        # An expression that folds all calls of a loop takes those of its earlier rounds too.
        earlier = [self.children_best] if any(one.site.fold and one.site.loop >= 0 for one in taken) else []
        due = self.best_of(before, *earlier, *(one.value for one in taken))
        others = said.reads - {event.name} - {name for one in taken for name in one.targets}
        allowed = {due, self.best_of(due, *(self.now.get(name, nan) for name in others & {self.own, self.far}))}
        last = taken[-1]
        is_first = self.start is not None and isnan(self.children_best) and value == last.value
        if value not in allowed and is_first and (event.line, event.name) not in self.run.compared:
            self.start = None  # a number to begin with may only be a mark that there is no value yet
        elif value not in allowed:
            marked = PendingDeviation(
                "fold", "kept", Weight.BUG, self.run.test_line(event),
                {"best": value, "value": last.value}, {"best": due},
            )  # fmt: skip
            self.report(marked, step)

    def keep_move(self, event: Event, step: int) -> None:
        """Check at the root that the value of a move which replaces another is more than a bound.

        A leaf has a number of its own, and what is replaced again is not played.
        """
        self.kept_bound = None
        taken = [one for one in self.round if not one.is_replaced]
        if self.run.trace.parents[self.frame] >= 0 or len(taken) != 1 or isnan(self.children_best):
            return
        called = taken[0]
        passed_own = called.low if self.is_max else called.high
        is_bound = not isnan(passed_own) and not self.is_better(called.value, passed_own)
        is_bound &= bool(self.run.trace.column("skipped")[called.child]) or self.has_items_left(called.child)
        # What is as bad as any leaf may be just that, as where all moves lose.
        is_bound &= self.is_better(called.value, self.run.worst[int(self.is_max)])
        if is_bound and not self.is_better(called.value, self.children_best):
            marked = PendingDeviation(
                "played", "bound", Weight.BUG, self.run.test_line(event), {"value": called.value}, {}
            )
            self.kept_bound = marked, step

    def has_items_left(self, frame: int) -> bool:
        """Whether a loop of a frame was left before its last item, where each item that its function takes is called.

        Where some are not, as free cells are chosen in the loop, those that are left need be no moves.
        """
        facts, function, parent = self.run.facts, self.run.function, self.run.trace.column("parent")
        own = [number for number, one in enumerate(facts.events) if one.function == function[frame]]
        items = [number for number in own if facts.events[number].what is What.ITEM]
        calls = np.count_nonzero(function[parent[1:]] == function[frame])
        if np.count_nonzero(np.isin(facts.event, items)) != calls:
            return False
        lengths = [number for number in own if facts.events[number].what is What.LOOP]
        rows = np.flatnonzero(facts.frame == frame)
        return bool(
            facts.value[rows[np.isin(facts.event[rows], lengths)]].sum() > np.isin(facts.event[rows], items).sum()
        )

    def set_own(self, event: Event, value: float) -> None:
        """Check that a new bound of the side to move is the best value known; a call that is given it reports it."""
        before = self.now.get(self.own, nan)
        self.now[self.own] = value
        if not self.is_better(self.lost, value):
            self.moved, self.lost = None, nan  # else it is still what it has lost after an earlier call
        taken = [one for one in self.round if not one.is_replaced] if event.from_call else []
        if not taken or isnan(value) or any(isnan(one.value) for one in taken):
            self.base = value
            return
        values = [one.value for one in taken]
        due = [
            self.best_of(self.base, self.folded, *values),
            self.best_of(before, *values),
            self.best_of(before, self.best),
            self.best_of(before, *values[-1:]),
        ]
        strongest, weakest = self.best_of(*due), min(due) if self.is_max else max(due)
        recorded: Recorded = {"name": event.name, "bound": value, "value": values[-1]}
        if self.is_better(value, strongest):
            self.moved = PendingDeviation("narrow", "set_stronger", Weight.BUG, event.line, recorded, {"bound": due[0]})
        elif self.is_better(weakest, value):
            self.moved = PendingDeviation(
                "narrow", "set_weaker", Weight.WASTE, self.run.test_line(event), recorded, {"bound": due[0]}
            )
            self.lost = due[0]

    def set_far(self, event: Event, value: float, step: int) -> None:
        """Check that the bound of the other side is not moved by a child's value."""
        before = self.now.get(self.far, nan)
        self.now[self.far] = value
        is_from_child = event.from_call and any(not one.is_replaced for one in self.round)
        if is_from_child and not isnan(before) and value != before:
            recorded: Recorded = {"name": event.name, "bound": value}
            self.report(PendingDeviation("own bound", "set", Weight.BUG, event.line, recorded, {"bound": before}), step)
        else:
            self.far_due = value

    # Calls

    def return_from_call(self, child: int, value: float) -> None:
        """Add a returned call to this round of the loop, and check its window."""
        run = self.run
        place = int(run.facts.site[child])
        if place < 0 or run.facts.sites[place].function != self.function:
            self.is_known = False
            return
        site = self.last_call = run.facts.sites[place]
        entered = self.steps.enter(child)
        self.use_bounds(entered)
        targets = self.texts.targets[place]
        earlier = [one for one in self.round if not one.is_replaced and targets & one.targets]
        repeats = [one for one in earlier if not self.has_taken(one)]
        for one in repeats:
            one.is_replaced = True
            self.proved = self.best_of(self.proved, one.value)
        if not repeats:
            self.proved = nan
        self.waiting = [one for one in (*self.waiting, *self.round) if not (one.is_replaced or targets & one.targets)]
        self.settle_round(entered)
        sign = int(run.signs[child])
        held = sign * value if sign and (self.texts.is_bare[place] or not site.sign) else nan
        called = ReturnedCall(child, place, site, sign, targets, held, nan, nan)
        if not self.texts.folds[place]:
            self.asides.append(called)
            return
        self.check_window(called, entered)
        self.round.append(called)
        self.was_set = False
        if isnan(self.lost):
            self.moved = None

    def has_taken(self, called: ReturnedCall) -> bool:
        """Whether the result of a call was assigned to the best value."""
        return self.was_set and called is self.round[-1]

    def use_bounds(self, step: int) -> None:
        """Report bounds that a call has left changed, now that one of them is used."""
        for marked in self.changed.values():
            self.report(marked, step)
        self.changed = {}

    def read_bound_again(self, event: Event, value: float) -> None:
        """Take note of a bound's value after a call, which may have changed it."""
        is_kept = value == self.best or (isnan(value) and isnan(self.best))
        if event.name == self.best_name and not is_kept and self.last_call is not None:
            self.best, self.is_known = value, False  # the calls share the place of their best values
        if event.name not in self.now or isnan(value):
            return
        before, self.now[event.name] = self.now[event.name], value
        if self.last_call is None or isnan(before):
            if event.name == self.own and self.last_call is None:
                self.base = self.entry_own = value
            elif event.name == self.far:
                self.far_due = self.entry_far = value
        elif value != before and event.name not in self.changed and not self.texts.is_nested(self.last_call):
            recorded: Recorded = {"name": event.name, "bound": value}
            self.changed[event.name] = PendingDeviation(
                "restore", "bound", Weight.BUG, self.last_call.line, recorded, {"bound": before}
            )

    def check_window(self, called: ReturnedCall, step: int) -> None:
        """Note the window of a call as its caller sees it, and compare it with the one in effect."""
        run, child = self.run, called.child
        sign = called.sign * self.texts.signs.get(int(run.function[child]), 1)
        alpha, beta = float(run.alpha[child]), float(run.beta[child])
        if not sign or (isnan(alpha) and isnan(beta)):
            return
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        called.low, called.high = low, high
        if not self.texts.hands_window_down[called.place]:
            return
        own_now, far_now = self.now.get(self.own, nan), self.now.get(self.far, nan)
        passed_own, passed_far = (low, high) if self.is_max else (high, low)
        if sign > 0:
            passed_own = self.best_of(passed_own, float(run.best[child]))
        line = called.site.line
        given: Recorded = {"alpha": alpha, "beta": beta}
        ends = (own_now, far_now) if self.is_max else (far_now, own_now)
        due_ends = ends if sign > 0 else (-ends[1], -ends[0])
        due: Recorded = {"alpha": due_ends[0], "beta": due_ends[1]}
        in_effect = [self.best_of(self.base, self.folded), self.best_of(self.base, self.best)]
        strongest = self.best_of(*in_effect, own_now, self.proved)
        weakest = (min if self.is_max else max)([one for one in in_effect if not isnan(one)], default=nan)
        called.limit = self.best_of(self.base, self.folded)
        if (sign < 0) != run.is_negated and self.is_for_other_sign(low, high, ends):
            called.narrowed = given, {}
            return
        passed_own = without_rounding(passed_own, weakest, own_now, strongest)
        passed_far = without_rounding(passed_far, far_now, self.entry_far)
        is_empty = not (isnan(passed_own) or isnan(passed_far) or self.is_better(passed_far, passed_own))
        is_reached = not isnan(far_now) and not self.is_better(far_now, self.best_of(*in_effect))
        if (is_empty and is_reached) or not (isnan(own_now) or isnan(far_now) or self.is_better(far_now, own_now)):
            self.report_stay(called, step)
            return
        if self.moved is not None and self.moved.way == "set_stronger" and not self.is_better(own_now, passed_own):
            self.report(self.moved, step)
        elif self.own and not isnan(passed_own) and not isnan(weakest) and self.is_better(weakest, passed_own):
            if isnan(own_now) or not self.is_better(own_now, passed_own):
                marked = self.moved or PendingDeviation(
                    "narrow", "kept", Weight.WASTE, line, {"name": self.own, "bound": passed_own}, {"bound": weakest}
                )
            else:
                marked = PendingDeviation("pass", "wider", Weight.WASTE, line, given, due)
            self.report(marked, step, child if marked.law == "pass" else -1)
        elif not (isnan(passed_own) or isnan(own_now)) and self.is_better(passed_own, strongest):
            called.narrowed = given, due
        is_own_far = {far_now, self.entry_far}
        if not isnan(passed_far) and not isnan(far_now):
            if all(self.is_better(passed_far, one) for one in is_own_far):
                self.report(PendingDeviation("pass", "wider", Weight.WASTE, line, given, due), step, child)
            elif all(self.is_better(one, passed_far) for one in is_own_far):
                called.narrowed = given, due
        if low > high:
            self.report(PendingDeviation("pass", "swapped", Weight.BUG, line, given, due), step, child)
            called.narrowed = None

    def is_for_other_sign(self, low: float, high: float, ends: tuple[float, float]) -> bool:
        """Whether the window of a call would be the one in effect if the call had the other sign.

        One of the two is wrong then, the window or the sign. A probe may have one of its ends.
        """
        now, turned = ends, (-ends[1], -ends[0])
        is_turned = turned[0] <= low < high <= turned[1] and (low == turned[0] or high == turned[1])
        return is_turned and not now[0] <= low < high <= now[1]

    def report_stay(self, called: ReturnedCall, step: int) -> None:
        """Reports a loop that goes on although the window of its frame is closed."""
        if isnan(self.entry_own) or not self.is_better(self.entry_far, self.entry_own):
            return
        if self.texts.is_returned(called.place) or self.is_better(
            self.far_due, self.best_of(self.now.get(self.own, nan), self.base, self.folded)
        ):
            return
        bounds = {self.names.alpha, self.names.beta}
        guard = self.texts.guard_line(self.function, called.site.loop, bounds, self.asked)
        line = self.closing_exit or guard or called.site.line
        self.report(PendingDeviation("stay", "loop", Weight.WASTE, line, self.window(), {}), step)

    def settle_round(self, step: int) -> None:
        """Fold the results of this round of the loop into the frame's value so far, check them, and begin a new one."""
        for called in self.round:
            if called.is_replaced:
                continue
            if isnan(called.value):
                self.is_known = False
                continue
            self.adds = self.adds or not called.is_turned_only
            self.check_narrowed(called, step)
            self.folded = self.best_of(self.folded, called.value)
            self.children_best = self.best_of(self.children_best, called.value)
            self.exact_best = self.best_of(self.exact_best, self.exact_value(called))
        if not self.is_known:
            self.base = self.best_of(self.base, self.now.get(self.own, nan))
            self.folded = self.best_of(self.folded, self.best)
        self.round = []

    def exact_value(self, called: ReturnedCall) -> float:
        """Return the value of a call that is better than its window's own end; NaN where it is at most a bound."""
        passed_own = called.low if self.is_max else called.high
        return called.value if isnan(passed_own) or self.is_better(called.value, passed_own) else nan

    def is_folded_behind(self, loop: int) -> bool:
        """Whether the last result is folded behind a loop around its call, as where it searches a move several times.

        The loop is given by its first line.
        """
        if not self.round:
            return False
        line, takes = self.round[-1].site.line, 1 if self.is_max else -1
        end = self.run.loop_ends.get(loop, 0)
        folds = (self.texts.fold_line(self.round[-1].place, name, takes) for name in (self.best_name, self.own) if name)
        return loop <= line <= end and any(end < fold for fold in folds)

    def check_taken(self, called: ReturnedCall, step: int) -> None:
        """Report a result that is better than the best value, and was not taken for it."""
        before = self.best
        if self.was_set or not self.best_name or called.is_replaced or not self.is_better(called.value, before):
            return
        line = self.texts.fold_line(called.place, self.best_name, 1 if self.is_max else -1)
        if line:
            recorded: Recorded = {"best": before, "value": called.value}
            marked = PendingDeviation("fold", "kept", Weight.BUG, line, recorded, {"best": called.value})
            self.report(marked, step)

    def check_narrowed(self, called: ReturnedCall, step: int) -> None:
        """Report a value that is taken for exact although its narrow window makes it a bound.

        What is at least the value is no answer below the other side's bound, and what is at most the value none above
        the own one: a window on the wrong side of that in effect is found by it, too.
        """
        if called.narrowed is None or not called.is_turned_only:
            return
        value = called.value
        passed_own, passed_far = (called.low, called.high) if self.is_max else (called.high, called.low)
        far = self.now.get(self.far, nan)
        is_below_far = isnan(far) or self.is_better(far, value)
        is_above_own = isnan(called.limit) or self.is_better(value, called.limit)
        at_far = not self.is_better(passed_far, value) and self.is_better(far, passed_far)
        at_own = not self.is_better(value, passed_own)
        given, due = called.narrowed
        if not due or (at_far and is_below_far) or (at_own and is_above_own):
            recorded = given | {"value": float(self.run.value[called.child])}
            way = "narrower" if due else "turned" if self.run.is_negated else "unturned"
            marked = PendingDeviation("pass", way, Weight.BUG, called.site.line, recorded, due)
            self.report(marked, step, called.child)

    # Exits and the answer

    def last_comparison(self, guard: int) -> str:
        """Return the text of the comparison that a `while` condition evaluated last; empty if that was another test."""
        operands = [one for one, _ in self.guard_values.get(guard, ())]
        last = next((one for one in reversed(operands) if one.operator), None)
        if last is None or operands[-1].name not in (last.name, last.against):
            return ""
        return f"{last.name} {last.operator} {last.against}"

    def check_exit(self, event: Event, test: str, step: int) -> None:
        """Check that the window is closed where a loop is left by a test that reads a bound."""
        said = expression(test)
        bounds = {self.names.alpha, self.names.beta} - {""}
        if not said.reads & bounds or said.calls - {"max", "min"}:
            self.has_own_exit |= event.what is What.EXIT
            return
        if compares_with_constant(test, frozenset({*bounds, self.best_name})):
            return
        if self.is_folded_behind(self.texts.loop_lines.get((event.function, event.loop), 0)):
            return
        self.use_bounds(step)
        self.closing_exit = event.line
        known = {*bounds, self.best_name, self.names.side}
        results = {name for one in self.round for name in one.targets}
        parts = "\n".join(said.reads)
        wholes = {one for one in said.reads if f"{one}[" in parts or f"{one}." in parts}
        read = {one for one in said.reads if not is_written_as_constant(one)} - {"max", "min"} - wholes
        if not read <= known | results:
            return
        own, far = self.now.get(self.own, nan), self.now.get(self.far, nan)
        values = [one.value for one in self.round if not one.is_replaced]
        values += [one.value for one in self.asides[-1:] if one.targets & said.reads]
        if isnan(far) or any(map(isnan, values)) or not self.is_known:
            return
        if self.moved is not None and self.moved.way == "set_stronger":
            self.report(self.moved, step)
            return
        if not isnan(own) and not self.is_better(far, own):
            return
        strongest = self.best_of(self.base, self.folded, self.best, own, *values)
        if self.is_better(far, strongest) and self.is_better(self.entry_far, strongest):
            line = self.run.facts.guards[event.guard].line
            self.report(PendingDeviation("leave", "guard", Weight.BUG, line, self.window(), {}), step)

    def check_answer(self) -> None:
        """Check that the frame returns its best value, or an end of the window in effect."""
        step = self.steps.leave(self.frame)
        value = self.sign * float(self.run.value[self.frame])
        if step is None or self.returned is None or isnan(value):
            return
        left = [one for one in self.round if not one.is_replaced]
        if any(isnan(one.value) for one in left):
            return
        for one in left:
            self.check_narrowed(one, step)
        children = self.best_of(self.children_best, *(one.value for one in left))
        if isnan(children):
            self.check_answer_without_children(value, step)
        if isnan(children) or not self.is_known or not self.answered.is_plain:
            return
        if self.has_own_exit and not self.answered.reads:
            return  # a number of its own, as for a move that the loop has judged without a call
        self.exact_best = self.best_of(self.exact_best, *map(self.exact_value, left))
        self.check_start(value, children, step)
        fold = self.best_of(self.folded, children)
        own, far = self.now.get(self.own, nan), self.now.get(self.far, nan)
        start = self.start[0] if self.start else nan
        allowed = {fold, self.best, self.best_of(fold, start), self.best_of(fold, self.entry_own)}
        is_closed = not isnan(far) and not self.is_better(far, self.best_of(fold, own, self.best))
        if is_closed:
            allowed |= {far, self.entry_far}
        if value == own and not self.is_better(fold, own):
            return
        if value == own and not self.best_name:
            self.check_bound_was_moved(value, fold, step)
            return
        read = self.answered.reads - {"max", "min"}
        # Of a bound as it is, behind a test, the law of the guard says whether it is due.
        of_far = read == {self.far} and (self.returned.guard < 0 or self.answered.is_negated != (self.sign < 0))
        is_last = bool(read) and read <= {name for one in left if not one.site.fold for name in one.targets}
        if not self.best_name and not self.answered.calls and read != {self.own} and not of_far and not is_last:
            return  # which name has the best value is not known
        if value in allowed or not read <= self.texts.results[self.function] | {self.own, self.far, self.best_name}:
            return
        recorded: Recorded = {"value": self.sign * value}
        fold *= self.sign
        law = "fold" if self.answered.calls & {"max", "min"} else "answer"
        self.report(PendingDeviation(law, "answer", Weight.BUG, self.returned.line, recorded, {"value": fold}), step)

    def check_bound_was_moved(self, value: float, fold: float, step: int) -> None:
        """Report a returned bound that stands for the best value where the program never lets it take one."""
        far = self.now.get(self.far, nan)
        if self.last_call is None or self.texts.sets_bound(self.function, self.own):
            return
        if not isnan(far) and not self.is_better(far, fold):
            return
        recorded: Recorded = {"value": self.sign * value}
        due: Recorded = {"value": self.sign * fold}
        self.report(PendingDeviation("fold", "answer", Weight.BUG, self.last_call.line, recorded, due), step)

    def check_answer_without_children(self, value: float, step: int) -> None:
        """Report a returned bound of the other side, unless a null move has reached it."""
        assert self.returned is not None
        operands = [one for one, _ in self.guard_values.get(self.returned.guard, ())]
        tried = [one for one in self.asides if any(named.name in one.targets for named in operands)]
        is_in_loop = self.returned.loop >= 0  # then the law of its guard holds
        if (
            self.returned.guard < 0
            or is_in_loop
            or not tried
            or self.answered.reads != {self.far}
            or value != self.now.get(self.far)
        ):
            return
        if all(self.is_better(value, one.value) for one in tried):
            due: Recorded = {}
            self.report(PendingDeviation("answer", "null", Weight.BUG, self.returned.line, {"value": value}, due), step)

    def check_start(self, value: float, children: float, step: int) -> None:
        """Report a returned value that the best value started with, and no child gave."""
        if self.start is None or self.adds or value != self.start[0]:
            return
        # What is no worse than all values of the run may be one; a child that was held against it is only a bound.
        is_bound = (
            value == children and isnan(self.exact_best) and self.is_better(value, self.run.worst[int(self.is_max)])
        )
        if not self.is_better(value, children) and not is_bound:
            return
        if not isnan(self.entry_own) and not self.is_better(value, self.entry_own):
            return
        recorded: Recorded = {"value": self.sign * value}
        due: Recorded = {} if is_bound else {"value": self.sign * children}
        way = "start_bound" if is_bound else "start"
        self.report(PendingDeviation("fold", way, Weight.BUG, self.start[1], recorded, due), step)


def deviations(run: OwnRun) -> list[Deviation]:
    """Return all deviations of a run, in the order in which they show."""
    texts, found, steps = FunctionTexts(run), Findings(), Steps(run.trace)
    has_laws = run.trace.column("size") > 1
    # A loop may end before its first call.
    ends = [one.what is What.EXIT or (one.what is What.END and not one.holds) for one in run.facts.events]
    has_laws[run.facts.frame[np.array([*ends, False])[run.facts.event]]] = True
    inner = np.flatnonzero(has_laws & (run.takes != 0))[:MAX_WALKED_FRAMES]
    happenings, right = Happenings(run, inner), set[bytes]()
    for frame in inner.tolist():
        read = happenings.read_by_laws(frame)
        if read not in right:
            walk = FrameWalk(run, texts, found, steps, frame)
            walk.check_all(happenings.of(frame))
            if walk.is_right:
                right.add(read)
    return sorted(found.found.values(), key=lambda one: (one.step, one.line))
