"""Which functions of a text call themselves, by way of others too: read off its syntax tree, nothing is run.

A function names another where its name stands in the text, called or handed on to map, max or a decorator; behind a
dot it is a method of that name. What an assignment binds names the functions that it is made of, be it a table of them,
one with some arguments given, or one with a cache around it; a class that is called names what makes its objects.
Functions that can come back to themselves so are recursive, and belong to a group.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .module_boards import boards_outside

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass
class Named:
    """What goes by a name in a text, and names functions itself."""

    name: str
    """With the functions and classes it stands in: solve.go, Player.minimax. Where a later one has the same name, its
    line stands behind an @."""
    names: set[str] = field(default_factory=set)
    """The names that stand in it by themselves."""
    dotted: set[tuple[str, str]] = field(default_factory=set)
    """Those behind a dot, each with what stands before it: history and pop in self.history.pop."""
    inherited: set[str] = field(default_factory=set)
    """Those behind super()."""
    made: set[str] = field(default_factory=set)
    """Those that are called; cls is the class that it stands in."""
    in_class: bool = False
    calls: set[str] = field(default_factory=set)
    """The functions of the text that it names."""

    @property
    def plain_name(self) -> str:
        return self.name.partition("@")[0]

    @property
    def last_name(self) -> str:
        return self.plain_name.rpartition(".")[2]

    @property
    def place(self) -> str:
        """The function or class that it stands in."""
        return self.plain_name.rpartition(".")[0]


@dataclass
class Function(Named):
    """A function of a text."""

    node: Defined = field(kw_only=True)
    parameters: tuple[str, ...] = field(kw_only=True)
    also: set[str] = field(default_factory=set)
    """Names of what it is bound to besides: a table that it lies in."""
    outside: tuple[str, ...] = ()
    """The boards outside of it that are told of with its arguments."""
    group: int = -1
    """Functions that call each other have the same; -1 where it does not come back to itself."""

    @property
    def is_recursive(self) -> bool:
        return self.group >= 0


def functions_in(tree: ast.Module) -> dict[str, Function]:
    """The functions of a text that go by a name, with what they call and their groups."""
    text = Text()
    text.collect(tree, "", False, None)
    found, every = text.functions, text.every()
    plain = plain_things(tree)
    for one in every.values():
        one.dotted = {(before, name) for before, name in one.dotted if before not in plain}
    by_last_name: dict[str, list[str]] = {}
    for key, one in every.items():
        by_last_name.setdefault(one.last_name, []).append(key)
    for one in every.values():
        last_names = one.names | {name for _, name in one.dotted} | one.inherited | one.made
        last_names.add(one.place.rpartition(".")[2])
        keys = {key for name in last_names for key in by_last_name.get(name, ())}
        one.calls |= {key for key in keys if names_it(one, every[key], text)}
    for key in every.keys() - found.keys():
        for name in directly(key, every, found):
            found[name].also.add(every[key].last_name)
    for name, function in found.items():
        function.calls = directly(name, every, found)
    reached = {name: reachable(name, found) for name in found}
    number_groups(found, reached)
    for name, boards in boards_outside(tree, {name: one.node for name, one in found.items()}, reached).items():
        found[name].outside = boards
    return found


class Text:
    """What goes by a name in a text."""

    def __init__(self) -> None:
        self.functions: dict[str, Function] = {}
        self.bound: dict[str, Named] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.joined: list[tuple[Function, str]] = []
        """Functions, each with the name of what has been told of it: @size.register."""
        self.unnamed: list[tuple[Function, Named]] = []
        """Lambdas, each with what is made of it."""

    def every(self) -> dict[str, Named]:
        """The functions, and what leads to them: classes and what is bound. Those have keys like no function."""
        every: dict[str, Named] = dict(self.functions)
        for function, bound in self.unnamed:
            bound.calls.add(function.name)
        names = {one.last_name for one in (*self.functions.values(), *self.bound.values())}
        for name, one in self.bound.items():
            if one.calls or not names.isdisjoint(one.names | {last for _, last in one.dotted}):
                every[f"={name}"] = one
        for name, node in self.classes.items():
            every[f"class {name}"] = Named(name, calls=self.makers(name, node))
        for function, other in self.joined:
            for one in self.functions.values():
                if one.plain_name == other:
                    one.calls.add(function.name)
        return every

    def makers(self, name: str, node: ast.ClassDef) -> set[str]:
        """What makes the objects of a class."""
        bases = [last_of(base) for base in node.bases]
        wanted = {f"{name}.{method}" for method in MAKING}
        if "type" in bases:
            wanted.add(f"{name}.__call__")
        wanted |= {f"{last_of(one.value)}.__call__" for one in node.keywords if one.arg == "metaclass"}
        found = {key for key, one in self.functions.items() if one.plain_name in wanted}
        return found | {f"class {other}" for other in self.classes if other.rpartition(".")[2] in bases and not found}

    def descend_from(self, name: str) -> set[str]:
        """A class with all that inherit from it."""
        found = {name}
        for _ in self.classes:
            last = {one.rpartition(".")[2] for one in found}
            found |= {one for one, node in self.classes.items() if not last.isdisjoint(map(last_of, node.bases))}
        return found

    def collect(self, node: ast.AST, inside: str, in_class: bool, owner: Named | None) -> None:
        """Walks through a text; what stands in a function that goes by no name counts for the one around it."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                function = self.add(child, inside + child.name, in_class)
                self.joined += [(function, inside + one) for one in registered_with(child)]
            elif isinstance(child, ast.ClassDef):
                self.classes[inside + child.name] = child
                self.collect(child, f"{inside}{child.name}.", True, None)
            elif isinstance(child, ast.Assign | ast.AnnAssign) and bound_name(child):
                self.bind(child, inside, in_class, owner)
            else:
                if owner is not None:
                    note_name(child, owner)
                if not is_held(child):
                    self.collect(child, inside, in_class, owner)

    def add(self, node: Defined, name: str, in_class: bool) -> Function:
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        parameters = tuple(one.arg for one in every if one is not None)
        before = self.functions.pop(name, None)
        if before is not None:
            before.name = f"{name}@{before.node.lineno}"
            while before.name in self.functions:
                before.name += "+"
            self.functions[before.name] = before
        function = self.functions[name] = Function(name, node=node, parameters=parameters, in_class=in_class)
        self.collect(node, f"{name}.", False, function)
        return function

    def bind(self, node: ast.Assign | ast.AnnAssign, inside: str, in_class: bool, owner: Named | None) -> None:
        """Something is bound to a name: a function without one of its own, or what may be made of functions."""
        name = inside + bound_name(node)
        if isinstance(node.value, ast.Lambda) and not isinstance(first_target(node), ast.Subscript):
            self.add(node.value, name, in_class)
            return
        if owner is not None:
            note_name(node, owner)
            self.collect(node, inside, in_class, owner)
        if node.value is not None:
            bound = self.bound.setdefault(name, Named(name, in_class=in_class))
            self.look_at(node.value, bound, has_owner=owner is not None)

    def look_at(self, node: ast.AST, bound: Named, has_owner: bool) -> None:
        """What is called to make something is not what it is made of."""
        if isinstance(node, ast.Lambda):
            if not has_owner:
                self.add_unnamed(node, bound)
            return
        note_name(node, bound)
        for child in ast.iter_child_nodes(node):
            if not is_held(node) and not (isinstance(node, ast.Call) and child is node.func):
                self.look_at(child, bound, has_owner)

    def add_unnamed(self, node: ast.Lambda, bound: Named) -> None:
        self.unnamed.append((self.add(node, f"{bound.name}.<lambda>", False), bound))
        if isinstance(node.body, ast.Lambda):
            self.add_unnamed(node.body, bound)


MAKING = ("__init__", "__new__", "__post_init__")
"""Methods that are called where a class is."""


def registered_with(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The functions that are told of one by a decorator."""
    for one in node.decorator_list:
        decorator = one.func if isinstance(one, ast.Call) else one
        if isinstance(decorator, ast.Attribute) and isinstance(decorator.value, ast.Name):
            yield decorator.value.id


def first_target(node: ast.Assign | ast.AnnAssign) -> ast.expr:
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def bound_name(node: ast.Assign | ast.AnnAssign) -> str:
    """The one name that an assignment binds, or gives an item to; empty where it binds something else."""
    target = first_target(node)
    if isinstance(target, ast.Subscript):
        target = target.value
    is_one = isinstance(node, ast.AnnAssign) or len(node.targets) == 1
    return target.id if is_one and isinstance(target, ast.Name) else ""


def is_held(node: ast.AST) -> bool:
    """Whether an expression only looks at an attribute of what a name means: fib.seconds does not name fib."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def note_name(node: ast.AST, owner: Named) -> None:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        owner.names.add(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if isinstance(node.value, ast.Call) and last_of(node.value.func) == "super":
            owner.inherited.add(node.attr)
        else:
            owner.dotted.add((last_of(node.value), node.attr))
    elif isinstance(node, ast.Call):
        own_class = isinstance(node.func, ast.Call) and last_of(node.func.func) == "type"
        owner.made.add("cls" if own_class or last_of(node.func) == "__class__" else last_of(node.func))


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


def names_it(one: Named, other: Named, text: Text) -> bool:
    if other.name in text.classes:
        return other.last_name in one.made or ("cls" in one.made and one.place == other.name)
    if other.in_class:
        by_dot = any(name == other.last_name for _, name in one.dotted)
        by_super = other.last_name in one.inherited and other.place not in text.descend_from(one.place)
        beside = one.in_class and one.place == other.place and not isinstance(one, Function)
        return by_dot or by_super or (beside and other.last_name in one.names)
    return other.last_name in one.names and seen_from(one.plain_name, other.last_name, text) == other.plain_name


def seen_from(place: str, name: str, text: Text) -> str | None:
    """The function that a name means in a place: the one defined nearest around it."""
    while True:
        around = f"{place}.{name}" if place else name
        if any(around in found and not found[around].in_class for found in (text.functions, text.bound)):
            return around
        if not place:
            return None
        place = place.rpartition(".")[0]


def directly(name: str, every: Mapping[str, Named], found: Mapping[str, Function]) -> set[str]:
    """The functions that one names, also by way of what is bound to them."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in every[waiting.pop()].calls - reached:
            reached.add(other)
            if other not in found:
                waiting.append(other)
    return reached & found.keys()


def number_groups(found: Mapping[str, Function], reached: Mapping[str, set[str]]) -> None:
    """Functions that reach each other are a group. Texts are small, so that one may look from each of them."""
    numbers: dict[frozenset[str], int] = {}
    for name, function in found.items():
        if name in reached[name]:
            group = frozenset(other for other in reached[name] if name in reached[other])
            function.group = numbers.setdefault(group, len(numbers))


def reachable(name: str, found: Mapping[str, Named]) -> set[str]:
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
