"""The signs under which the results of recursive calls are used: they may be negated where they are compared or taken.

    found = search(child, -beta, -alpha)      # the sign of the result is -1, and not 1
    if -found > value:
        value = -found

A result is followed through names and their items, from statement to statement. It is used where it is compared by
order, taken by `max` or `min`, or negated; where nothing of this is done with it, it is used as it is. Nothing is
followed into the best value: there it is one of several results.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence

from .caller_moves import COMPREHENSIONS, called_name
from .expressions import arguments_of, constant_of, expressions_of, is_constant, path_of, paths_in, within
from .syntax import SCOPES, children_of

Held = dict[str, frozenset[tuple[int, int]]]
"""For each path the calls of which it may hold the result, by identity, each with a sign; 0 where that is not known."""
KEEPING = frozenset({"int", "float", "round"})
"""The functions that keep the sign of what they are given."""
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class ResultSigns:
    """The signs that the results of calls are given later in some statements."""

    def __init__(self, body: Sequence[ast.stmt], calls: Collection[int]) -> None:
        self.calls = calls
        self.used: dict[int, set[int]] = {}
        """For each call, by identity, the signs under which its result is used later than in its own statement."""
        self._follow(body, {}, frozenset())

    def of(self, call: ast.Call) -> int:
        """Return the sign that a result is given later: 1, also if unused, -1, or 0 for several or an unknown one."""
        signs = self.used.get(id(call), {1})
        return next(iter(signs)) if len(signs) == 1 else 0

    def _follow(self, body: Sequence[ast.stmt], holding: Held, tested: frozenset[str]) -> Held:
        """Note the uses of results in statements below tests of some paths; return what paths hold after these."""
        for statement in body:
            if isinstance(statement, SCOPES):
                continue
            for part in expressions_of(statement):
                self._note_uses(part, holding)
                for inner in within(part):
                    if isinstance(inner, ast.NamedExpr):
                        holding = self._assign(inner.target, inner.value, holding, tested)
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    holding = self._assign(target, statement.value, holding, tested)
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                holding = self._assign(statement.target, statement.value, holding, tested)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.op, (ast.Add, ast.Sub, ast.Mult)):
                value = ast.BinOp(statement.target, statement.op, statement.value)
                holding = self._assign(statement.target, value, holding, tested)
            elif isinstance(statement, ast.Return) and statement.value is not None:
                is_made = isinstance(statement.value, ast.Call)  # what a call makes of it is no other sign
                self._use(read for read in self._reads(statement.value, holding) if read[1] < 1 - is_made)
            inside = tested | (paths_in(statement.test) if isinstance(statement, ast.If) else frozenset())
            blocks = [getattr(statement, name, ()) for name in ("body", "orelse", "finalbody")]
            blocks += [each.body for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))]
            after = [self._follow(block, holding, inside) for block in blocks if block]
            if after:
                # A block that is there may not have run, but for the two sides of a test.
                is_either = isinstance(statement, ast.If) and statement.orelse
                holding = merged_ways(after if is_either else [holding, *after])
        return holding

    def _assign(self, target: ast.expr, value: ast.expr, holding: Held, tested: frozenset[str]) -> Held:
        """Return what paths hold after an assignment; one that compares or folds into its path is a use."""
        if isinstance(target, (ast.Tuple, ast.List)):
            values: list[ast.expr] = [value] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(values):
                values = value.elts
            found = [self._assign(one, each, holding, tested) for one, each in zip(target.elts, values)]
            return merged_ways(found) if found else holding
        path = path_of(target.value if isinstance(target, ast.Starred) else target)
        reads = [*self._reads(value, holding)]
        if path is None:
            self._use(read for read in reads if read[1] < 0)
            return holding
        own = {call for call, _ in holding.get(path[0], ())}
        if path[0] in tested or (path[0] in paths_in(value) and own != {call for call, _ in reads}):
            self._use(reads)
            return {name: held for name, held in holding.items() if name != path[0]}
        made = frozenset((id(result), 1) for result in results_in(value, self.calls))
        return {**holding, path[0]: made.union(reads)}

    def _use(self, reads: Iterable[tuple[int, int]]) -> None:
        """Note the signs with which results are used."""
        for call, sign in reads:
            self.used.setdefault(call, set()).add(sign)

    def _note_uses(self, node: ast.AST, holding: Held) -> None:
        """Note the results that an expression compares, folds, or negates for a function."""
        for part in within(node):
            if isinstance(part, ast.Compare):
                ends = [part.left, *part.comparators]
                for left, operator, right in zip(ends, part.ops, ends[1:]):
                    if isinstance(operator, ORDERS) and not (is_constant(left) or is_constant(right)):
                        self._use([*self._reads(left, holding), *self._reads(right, holding)])
            elif isinstance(part, ast.Call) and called_name(part) in ("max", "min"):
                self._use(read for argument in arguments_of(part) for read in self._reads(argument, holding))
            elif isinstance(part, ast.Call) and called_name(part) not in KEEPING and id(part) not in self.calls:
                reads = (read for argument in arguments_of(part) for read in self._reads(argument, holding))
                self._use(read for read in reads if read[1] < 0)

    def _reads(self, node: ast.AST, holding: Held, sign: int = 1) -> Iterator[tuple[int, int]]:
        """Iterate over the calls whose results, as names hold them, a value consists of, each with its sign or 0."""
        path = path_of(node)
        if path is not None:
            for name, held in holding.items():
                if path[0] == name or path[0].startswith((f"{name}[", f"{name}.")):
                    yield from ((call, sign * one) for call, one in held)
        elif id(node) in self.calls or isinstance(node, COMPREHENSIONS):
            return
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield from self._reads(node.operand, holding, -sign)
        elif isinstance(node, ast.BinOp):
            left, right = signs_of_operands(node)
            yield from self._reads(node.left, holding, sign * left)
            yield from self._reads(node.right, holding, sign * right)
        elif isinstance(node, ast.Call):
            kept = sign if called_name(node) in (*KEEPING, "max", "min") else 0
            for argument in arguments_of(node):
                yield from self._reads(argument, holding, kept)
        elif isinstance(node, ast.IfExp):
            yield from self._reads(node.body, holding, sign)
            yield from self._reads(node.orelse, holding, sign)
        elif not isinstance(node, (ast.Compare, *SCOPES)):
            for child in children_of(node):
                yield from self._reads(child, holding, sign)


def signs_of_operands(node: ast.BinOp) -> tuple[int, int]:
    """Return the signs that an operation gives its operands; 0 for unknown ones, as that of b in `a - b`."""
    if isinstance(node.op, ast.Mult):
        numbers = constant_of(node.right), constant_of(node.left)
        left, right = (0 if number is None or not number else 1 if number > 0 else -1 for number in numbers)
        return left, right
    if isinstance(node.op, ast.Sub):
        return 1, -1 if constant_of(node.left) == 0 else 0
    return 1, int(isinstance(node.op, ast.Add))


def results_in(node: ast.AST, calls: Collection[int]) -> Iterator[ast.AST]:
    """Iterate over calls whose results a value consists of, without those inside `max` and the like."""
    if id(node) in calls:
        yield node
    elif not isinstance(node, (*SCOPES, ast.Compare)) and not (
        isinstance(node, ast.Call) and called_name(node) in ("max", "min")
    ):
        for child in children_of(node):
            yield from results_in(child, calls)


def merged_ways(found: Sequence[Held]) -> Held:
    """Return what paths may hold where the program took one of several ways."""
    names = {name for held in found for name in held}
    return {name: frozenset().union(*(held.get(name, ()) for held in found)) for name in names}
