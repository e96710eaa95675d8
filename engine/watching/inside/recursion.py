"""Which functions of a text call themselves, by way of others too: read off its syntax tree, nothing is run.

A function names another where its name stands in the text, called or handed on to map, max or a decorator; behind a
dot it is a method of that name. Functions that can come back to themselves so are recursive, and belong to a group.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from .outside import boards_outside

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass
class Function:
    """A function of a text."""

    name: str
    """With the functions and classes it stands in: solve.go, Player.minimax."""
    node: Defined
    parameters: tuple[str, ...]
    names: set[str] = field(default_factory=set)
    """The names that stand in it by themselves."""
    dotted: set[tuple[str, str]] = field(default_factory=set)
    """Those behind a dot, each with what stands before it: history and pop in self.history.pop."""
    in_class: bool = False
    holder: ast.Assign | ast.AnnAssign | None = None
    """Of a lambda, the assignment that gives it its name."""
    calls: set[str] = field(default_factory=set)
    """The functions of the text that it names."""
    outside: tuple[str, ...] = ()
    """The boards outside of it that are told of with its arguments."""
    group: int = -1
    """Functions that call each other have the same; -1 where it does not come back to itself."""

    @property
    def last_name(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def is_recursive(self) -> bool:
        return self.group >= 0


def functions_in(tree: ast.Module) -> dict[str, Function]:
    """The functions of a text that go by a name, with what they call and their groups."""
    found: dict[str, Function] = {}
    collect(tree, "", False, None, found)
    plain = plain_things(tree)
    for function in found.values():
        function.dotted = {(before, name) for before, name in function.dotted if before not in plain}
    for function in found.values():
        function.calls = {name for name, other in found.items() if names_it(function, other, found)}
    number_groups(found)
    reached = {name: reachable(name, found) for name in found}
    for name, boards in boards_outside(tree, {name: one.node for name, one in found.items()}, reached).items():
        found[name].outside = boards
    return found


def collect(node: ast.AST, inside: str, in_class: bool, owner: Function | None, found: dict[str, Function]) -> None:
    """Walks through a text; what stands in a function that goes by no name counts for the one around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            add(child, inside + child.name, in_class, found)
        elif isinstance(child, ast.ClassDef):
            collect(child, f"{inside}{child.name}.", True, None, found)
        elif (
            isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(child.value, ast.Lambda) and bound_name(child)
        ):
            add(child.value, inside + bound_name(child), in_class, found, child)
        else:
            if owner is not None:
                note_name(child, owner)
            if not is_held(child):
                collect(child, inside, in_class, owner, found)


def add(
    node: Defined,
    name: str,
    in_class: bool,
    found: dict[str, Function],
    holder: ast.Assign | ast.AnnAssign | None = None,
) -> None:
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    function = Function(
        name, node, tuple(one.arg for one in every if one is not None), in_class=in_class, holder=holder
    )
    found[name] = function
    collect(node, f"{name}.", False, function, found)


def bound_name(node: ast.Assign | ast.AnnAssign) -> str:
    """The one name that an assignment binds; empty where it binds something else."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def is_held(node: ast.AST) -> bool:
    """Whether an expression only looks at an attribute of what a name means: fib.seconds does not name fib."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def note_name(node: ast.AST, owner: Function) -> None:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        owner.names.add(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        owner.dotted.add((last_of(node.value), node.attr))


def last_of(node: ast.AST) -> str:
    """The last name of what stands before a dot; empty where that has none."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


PLAIN = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.JoinedStr)


def plain_things(tree: ast.Module) -> set[str]:
    """The names that are given lists, dictionaries and the like and nothing else: their methods are not somebody's."""
    given, plain = Counter[str](), Counter[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            given[node.arg] += 1
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            given[last_of(node)] += 1
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, PLAIN):
            plain.update(map(last_of, node.targets if isinstance(node, ast.Assign) else [node.target]))
    return {name for name, times in plain.items() if name and times == given[name]}


def names_it(one: Function, other: Function, found: dict[str, Function]) -> bool:
    if other.in_class:
        return any(name == other.last_name for _, name in one.dotted)
    return other.last_name in one.names and seen_from(one.name, other.last_name, found) == other.name


def seen_from(place: str, name: str, found: dict[str, Function]) -> str | None:
    """The function that a name means in a place: the one defined nearest around it."""
    while True:
        around = f"{place}.{name}" if place else name
        if around in found and not found[around].in_class:
            return around
        if not place:
            return None
        place = place.rpartition(".")[0]


def number_groups(found: dict[str, Function]) -> None:
    """Functions that reach each other are a group. Texts are small, so that one may look from each of them."""
    reached = {name: reachable(name, found) for name in found}
    numbers: dict[frozenset[str], int] = {}
    for name, function in found.items():
        if name in reached[name]:
            group = frozenset(other for other in reached[name] if name in reached[other])
            function.group = numbers.setdefault(group, len(numbers))


def reachable(name: str, found: dict[str, Function]) -> set[str]:
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in found[waiting.pop()].calls - reached:
            reached.add(other)
            waiting.append(other)
    return reached


def called_in(expression: ast.expr) -> Iterator[str]:
    """The names of the functions that an expression calls, the outermost first."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr
