"""What the calls of traced functions depend on beside their arguments: names from outside that change between calls.

Calls with equal arguments are equal only if everything else that the functions read is equal too. The text says what
they read from outside, and what the program rebinds or changes: a `path` that grows, a `used` that is set and cleared,
a counter. Where it may change and that cannot be seen, it counts as changing: then calls only have the same arguments.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence

from plyscope.model.user_code import TracedFunction
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.module_boards import variables_of
from plyscope.tracer.target.recursion import Function, reachable
from plyscope.tracer.target.syntax import SCOPES, children_of, is_name, nodes_in, walk

CHANGING = frozenset(
    (
        "append", "appendleft", "extend", "extendleft", "insert", "remove", "pop", "popleft", "popitem", "clear",
        "sort", "reverse", "add", "discard", "update", "setdefault", "push", "rotate", "subtract",
        "difference_update", "intersection_update", "symmetric_difference_update", "write", "send", "seek",
        "fill",
    )
)  # fmt: skip
"""Methods that change a container."""
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.JoinedStr)
CONTAINER_TYPES = frozenset(
    {"list", "dict", "set", "tuple", "frozenset", "deque", "defaultdict", "Counter", "range", "str"}
)
IMPURE_MODULES = frozenset({"random", "time", "secrets"})
IMPURE = frozenset({"input", "open"})
PASSES = 3
"""How often it is looked again whether a call changes what a function passes on."""
MAX_NAMES = 8
"""Names that are said."""
Values = dict[str, list[ast.expr | None]]
"""What each name of a scope is bound to; None where that is no expression."""


def depends_on(text: str, functions: Sequence[TracedFunction], *, several_roots: bool) -> tuple[str, ...] | None:
    """Return the outside names, not recorded with the arguments, that may change between calls; None if not known."""
    try:
        tree, found = parsed_text(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if any(function.name not in found for function in functions):
        return None
    traced = {function.name for function in functions}
    names: dict[str, None] = {}
    try:
        program = Program(tree, found, several_roots)
        for function in functions:
            recorded = set(function.parameters)
            for name in sorted(reachable(function.name, found) | {function.name}):
                names.update(dict.fromkeys(program.outside(name, recorded, traced)))
    except RecursionError:
        return None
    return tuple(names)[:MAX_NAMES]


class Program:
    """A text with what its functions do to names from outside."""

    def __init__(self, tree: ast.Module, functions: Mapping[str, Function], several_roots: bool) -> None:
        self.tree = tree
        self.functions = functions
        self.several_roots = several_roots
        self.variables = {name: variables_of(one.node) for name, one in functions.items()}
        self.imported = {
            (alias.asname or alias.name).split(".")[0]: alias.name if isinstance(node, ast.Import) else str(node.module)
            for node in walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        self.modules = {
            (alias.asname or alias.name).split(".")[0]
            for node in walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        self.defined = {
            node.name for node in walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        self.module: Values = {}
        for node in statements_outside(tree):
            note_bound(node, self.module)
        self.declared = {
            name
            for function in functions.values()
            for node in nodes_in(function.node)
            if isinstance(node, ast.Global | ast.Nonlocal)
            for name in node.names
        }
        self.find_changed_parameters()
        self._known: dict[tuple[str, str | None], bool] = {}

    # What a function reads

    def outside(self, name: str, recorded: set[str], traced: set[str]) -> Iterator[str]:
        """Iterate over outside names that a function reads and that may change between calls."""
        function = self.functions[name]
        nonlocals = (node.names for node in nodes_in(function.node) if isinstance(node, ast.Nonlocal))
        mine = self.variables[name] - {one for names in nonlocals for one in names}
        for node in nodes_in(function.node):
            if not isinstance(node, ast.Name) or node.id in mine or node.id in recorded:
                continue
            home = self.imported.get(node.id)
            if node.id in IMPURE and node.id not in self.module:
                yield node.id
            elif home is not None:
                if home.split(".")[0] in IMPURE_MODULES or self.changes_imported(node.id):
                    yield node.id
            elif node.id not in self.defined and self.may_change(node.id, name, traced):
                yield node.id

    def changes_imported(self, name: str) -> bool:
        """Whether the text rebinds an imported name or changes its value; a module's functions are no methods."""
        is_module = name in self.modules
        nodes = (node for function in self.functions.values() for node in nodes_in(function.node))
        return name in self.declared or any(
            name in held_names(changed_by(node, known=True))
            for node in nodes
            if not (is_module and isinstance(node, ast.Call))
        )

    def may_change(self, name: str, reader: str, traced: set[str]) -> bool:
        """Whether an outside name may have another value in a later call."""
        if name in self.declared:
            return True
        owner = self.owner(name, reader)
        if (name, owner) not in self._known:
            self._known[name, owner] = self.is_changing(name, owner, traced)
        return self._known[name, owner]

    def is_changing(self, name: str, owner: str | None, traced: set[str]) -> bool:
        """Whether a name of a function, or of the module, is rebound or its value changed."""
        if owner is None:
            if name not in self.module:
                return not hasattr(builtins, name)
            values = self.module[name]
        else:
            bound: Values = {}
            for node in nodes_in(self.functions[owner].node):
                note_bound(node, bound)
            values = bound.get(name, [])
            is_parameter = name in self.functions[owner].parameters
            if self.several_roots or (is_parameter and values) or len(values) > 1 or None in values:
                return True
            values = values or [None]
        if all(value is not None and is_constant(value) for value in values):
            return False
        if self.is_memory(name, traced):
            return False
        is_container = all(value is not None and makes_container(value) for value in values)
        return any(self.changes(function, name, is_container) for function in self.functions)

    def owner(self, name: str, reader: str) -> str | None:
        """Return the function around the reader that binds a name; None for the module."""
        place = reader.rpartition(".")[0]
        while place:
            if place in self.functions and name in self.variables[place]:
                return place
            place = place.rpartition(".")[0]
        return None

    # What changes

    def changes(self, function: str, name: str, is_container: bool) -> bool:
        """Whether a function's text changes the value of an outside name."""
        if name in self.variables[function] and not any(other.startswith(f"{function}.") for other in self.functions):
            return False
        for node in nodes_in(self.functions[function].node):
            if name in held_names(changed_by(node, known=is_container)):
                return True
            if isinstance(node, ast.Call) and self.is_changed_by_call(node, name):
                return True
        return False

    def is_changed_by_call(self, node: ast.Call, name: str) -> bool:
        """Whether a call passes a name to a function that changes that parameter's value."""
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for place, argument in enumerate(node.args):
            if isinstance(argument, ast.Name) and argument.id == name:
                for other in self.functions.values():
                    shift = int(other.in_class)
                    names = other.parameters[place + shift : place + shift + 1]
                    if other.last_name == called and names and names[0] in self.changed_parameters[other.name]:
                        return True
        return False

    def find_changed_parameters(self) -> None:
        """Find for each function the parameters whose values it changes, itself or through calls."""
        self.changed_parameters = {
            name: {
                changed
                for node in nodes_in(one.node)
                for changed in held_names(changed_by(node, known=False))
                if changed in one.parameters
            }
            for name, one in self.functions.items()
        }
        for _ in range(PASSES):
            for name, one in self.functions.items():
                for node in nodes_in(one.node):
                    if isinstance(node, ast.Call):
                        passed = {argument.id for argument in node.args if isinstance(argument, ast.Name)}
                        self.changed_parameters[name] |= {
                            each for each in passed & set(one.parameters) if self.is_changed_by_call(node, each)
                        }

    def is_memory(self, name: str, traced: set[str]) -> bool:
        """Whether a dictionary only caches results by arguments, so that equal calls find equal results.

        It is only asked for, and only set at, keys that hold all arguments of the function that does so.
        """
        for key, function in self.functions.items():
            uses = [part for part in nodes_in(function.node) if isinstance(part, ast.Name) and part.id == name]
            if not uses or name in function.parameters:
                continue
            needed = set(function.parameters) - {"self"}
            keyed = [node for node in nodes_in(function.node) if needed and needed <= names_in_key(node, name)]
            if key not in traced or len(keyed) < len(uses):
                return False
            if any(
                isinstance(node, ast.AugAssign) and name in held_names([node.target])
                for node in nodes_in(function.node)
            ):
                return False
        return True


def names_in_key(node: ast.AST, name: str) -> set[str]:
    """Return the names in the key with which a node reads or sets an item of a dictionary."""
    key: ast.expr | None = None
    if isinstance(node, ast.Subscript) and is_name(node.value, name):
        key = node.slice
    elif (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.In | ast.NotIn)
        and is_name(node.comparators[0], name)
    ):
        key = node.left
    elif isinstance(node, ast.Call) and node.args and dotted_method(node.func, name) in ("get", "setdefault"):
        key = node.args[0]
    return set() if key is None else {part.id for part in walk(key) if isinstance(part, ast.Name)}


def dotted_method(node: ast.expr, name: str) -> str:
    """Return the method that an expression calls of a name; empty for others."""
    return node.attr if isinstance(node, ast.Attribute) and is_name(node.value, name) else ""


def note_bound(node: ast.AST, values: Values) -> None:
    """Note the names that a node binds, with what they are bound to."""
    targets: list[ast.expr] = []
    value: ast.expr | None = None
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        targets, value = [node.target], node.value
    elif isinstance(node, ast.AugAssign | ast.For | ast.comprehension):
        targets = [node.target]
    for target in targets:
        for part in walk(target):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                values.setdefault(part.id, []).append(value if part is target else None)


def statements_outside(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over the nodes of a module outside functions and classes."""
    for child in children_of(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from statements_outside(child)


def changed_by(node: ast.AST, *, known: bool) -> Iterator[ast.expr]:
    """Iterate over the expressions whose values a node changes, by an item, attribute, or method.

    Of a container it is known which methods change it; of anything else every method may.
    """
    if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_changing_method(node.func, known):
        yield node.func.value


def is_changing_method(method: ast.Attribute, known: bool) -> bool:
    """Whether a method changes its object; with `known` only methods of known containers count."""
    return not known or method.attr in CHANGING


def held_names(expressions: Iterable[ast.expr]) -> set[str]:
    """Return the names that expressions begin with: board of board[0].cells."""
    found = set()
    for one in expressions:
        while isinstance(one, ast.Subscript | ast.Attribute):
            one = one.value
        if isinstance(one, ast.Name):
            found.add(one.id)
    return found


def is_constant(node: ast.expr) -> bool:
    """Whether a value is written out and immutable: a number, text, or tuple of these."""
    if isinstance(node, ast.Tuple):
        return all(map(is_constant, node.elts))
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    return isinstance(node, ast.Constant)


def makes_container(node: ast.expr) -> bool:
    """Whether an expression makes a container, or is a constant."""
    if isinstance(node, ast.BinOp):
        return makes_container(node.left) or makes_container(node.right)
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in CONTAINER_TYPES
    return isinstance(node, (*CONTAINERS, ast.Constant))
