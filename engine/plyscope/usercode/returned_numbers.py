"""What a number that an untraced caller returns may be, read from its text: a move, a searched value, or neither.

A move is what a loop of the caller has held, or an item of what it went over; a value is what a search has returned.
What is counted or compared is neither, as the number of winning moves. Names are followed through assignments, in
whatever order these run: what may be a move by one of them is taken for one.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Mapping, Set

from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.syntax import last_of, nodes_in, walk

MOVE, VALUE = "move", "value"
ARGUMENT = "argument"
"""Of a function in the text: what it was given."""
COUNTING_NAMES = frozenset({"len", "sum", "fsum", "count", "any", "all", "bool", "isinstance", "print", "perf_counter"})
"""Functions that return neither a move nor a value, but counts, truths or times."""
NAMES_OF_PLACES = frozenset({"index", "argmax", "argmin"})
"""Functions that return the place of a value, which may be the number of its move."""
Kinds = Mapping[str, Set[str]]


def number_kinds(call: str, text: str, searches: Set[str], *, return_numbers: bool) -> Set[str]:
    """Return what the number that a call returns may be: a move, a value, both or neither.

    `searches` are the names of the recorded functions; where they return more than a number, their moves may be in it.
    """
    try:
        expression: ast.expr = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        name = call.partition("(")[0].rpartition(".")[2]  # the label of a long call is no expression
        expression = ast.Call(ast.Name(name), [], [])
    try:
        reader = Reader(text, searches, {VALUE} if return_numbers else {VALUE, MOVE})
        return reader.kinds(expression, {}) & {MOVE, VALUE}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()


def returns_number_of_move(line: int, text: str, searches: Set[str]) -> bool:
    """Whether a `return` in this line gives back the number of a move, or one made of it, and no searched value."""
    try:
        reader = Reader(text, searches, {VALUE})
        for function in itertools.chain(*reader.functions.values()):
            for one in nodes_in(function):
                if isinstance(one, ast.Return) and one.lineno == line:
                    return reader.kinds(one.value, reader.names_in(function)) - {ARGUMENT} == {MOVE}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return False


class Reader:
    """Reads from a text what its expressions may be."""

    def __init__(self, text: str, searches: Set[str], of_search: Set[str]) -> None:
        self.searches, self.of_search = searches, of_search
        self.functions: dict[str, list[ast.AST]] = {}
        for function in parsed_text(text)[1].values():
            self.functions.setdefault(function.last_name, []).append(function.node)
        self.returned: dict[str, Set[str]] = {}

    def kinds(self, node: ast.AST | None, names: Kinds) -> Set[str]:
        """Return what an expression may be, from what names may be; nothing for constants and comparisons."""
        if node is None or isinstance(node, ast.Compare | ast.Constant | ast.Not):
            return set()
        if isinstance(node, ast.Call):
            return self.kinds_of_call(node, names)
        if isinstance(node, ast.Name | ast.Attribute):
            own = self.of_search if last_of(node) in self.searches else set()
            inner = self.kinds(node.value, names) if isinstance(node, ast.Attribute) else set()
            return own | inner | names.get(ast.unparse(node), set())
        parts: Iterable[ast.AST] = ast.iter_child_nodes(node)
        if isinstance(node, ast.IfExp):
            parts = (node.body, node.orelse)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            parts = (node.elt,)
        elif isinstance(node, ast.DictComp):
            parts = (node.key, node.value)
        elif isinstance(node, ast.Lambda):
            parts = (node.body,)
        return set().union(*(self.kinds(part, names) for part in parts))

    def kinds_of_call(self, call: ast.Call, names: Kinds) -> Set[str]:
        """Return what a call may return: a function of the text what it returns there, another one what it is given."""
        name = last_of(call.func)
        if name in self.searches:
            return self.of_search
        if name in COUNTING_NAMES or name in NAMES_OF_PLACES:
            return {MOVE} if name in NAMES_OF_PLACES else set()
        around = call.func.value if isinstance(call.func, ast.Attribute) else None
        by_key = any(one.arg == "key" for one in call.keywords)  # it is an item, as that with the best search
        keywords = (one.value for one in call.keywords if one.arg != "key")
        given = set().union(
            {MOVE} if by_key else (), *(self.kinds(one, names) for one in (around, *call.args, *keywords))
        )
        if name not in self.functions:
            return given
        made = self.kinds_returned(name)
        return (made - {ARGUMENT}) | (given if ARGUMENT in made else set())

    def kinds_returned(self, name: str) -> Set[str]:
        """Return what the functions of a name may return."""
        if name not in self.returned:
            self.returned[name] = set()  # what a recursion returns is what it returns without one
            for node in self.functions[name]:
                names = self.names_in(node)
                returned = [one.value for one in nodes_in(node) if isinstance(one, ast.Return)]
                self.returned[name] |= set().union(*(self.kinds(one, names) for one in returned))
        return self.returned[name]

    def names_in(self, function: ast.AST) -> Kinds:
        """Return what the names of a function may be, those of functions in it included."""
        nodes, names = walk(function), dict[str, set[str]]()
        lambdas = {id(one.args) for one in nodes if isinstance(one, ast.Lambda)}
        for node in nodes:
            if isinstance(node, ast.arguments):
                of_lambda = id(node) in lambdas
                for argument in (*node.posonlyargs, *node.args, *node.kwonlyargs):
                    names.setdefault(argument.arg, set()).add(MOVE if of_lambda else ARGUMENT)
            elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
                give(names, node.target, {MOVE})
                for part in node.iter.args if isinstance(node.iter, ast.Call) else [node.iter]:
                    give(names, part, {MOVE})  # its items are moves
            elif isinstance(node, ast.While):
                tested = {one.id for one in walk(node.test) if isinstance(one, ast.Name)}
                for one in walk(node):
                    if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name) and one.target.id in tested:
                        give(names, one.target, {MOVE})
        before = -1
        while before != (before := sum(map(len, names.values()))):
            for node in nodes:
                self.assign(node, names)
        return names

    def assign(self, node: ast.AST, names: dict[str, set[str]]) -> None:
        """Give names what a statement assigns to them, or puts into what they name; a sum counts up."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self.assign_value(target, node.value, names)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            self.assign_value(node.target, node.value, names)
        elif isinstance(node, ast.AugAssign) and isinstance(node.value, ast.List | ast.ListComp | ast.Tuple):
            give(names, node.target, self.kinds(node.value, names))
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            give(names, node.target, self.kinds(node.iter, names))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call, is_heap = node.value, last_of(node.value.func).startswith("heap")
            filled = call.func.value if isinstance(call.func, ast.Attribute) and not is_heap else call.args[:1]
            given = set().union(*(self.kinds(one, names) for one in call.args))
            for one in filled if isinstance(filled, list) else [filled]:
                if is_heap or isinstance(call.func, ast.Attribute):
                    give(names, one, given)

    def assign_value(self, target: ast.AST, value: ast.AST | None, names: dict[str, set[str]]) -> None:
        """Give a target what a value may be, item by item where both are written so."""
        sequences = ast.Tuple | ast.List
        if isinstance(target, sequences) and isinstance(value, sequences) and len(target.elts) == len(value.elts):
            for one, item in zip(target.elts, value.elts, strict=True):
                self.assign_value(one, item, names)
            return
        own = ast.unparse(target)
        if isinstance(value, ast.BinOp) and any(ast.unparse(one) == own for one in (value.left, value.right)):
            return
        give(names, target, self.kinds(value, names))
        if isinstance(target, ast.Subscript):
            give(names, target.value, self.kinds(target.slice, names))


def give(names: dict[str, set[str]], target: ast.AST, kinds: Set[str]) -> None:
    """Add to what the names in a target may be."""
    if isinstance(target, ast.Tuple | ast.List):
        for one in target.elts:
            give(names, one, kinds)
    elif isinstance(target, ast.Starred | ast.Subscript):
        give(names, target.value, kinds)
    elif isinstance(target, ast.Name | ast.Attribute):
        names.setdefault(ast.unparse(target), set()).update(kinds)
