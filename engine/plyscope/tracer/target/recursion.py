"""Which functions of a text are recursive, directly or through others: read from its syntax tree, nothing is run.

A function refers to another where its name stands in the text, called or passed on to map, max or a decorator; after a
dot it refers to a method of that name. A name that an assignment binds refers to the functions in its value: a table of
them, one with some arguments given, or one with a cache around it. A class that is called refers to what makes its
objects. Functions that lead back to themselves are recursive, and those that lead to each other form a group.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Union

from .caller_moves import note_moves
from .decisions import note_decisions
from .module_boards import boards_outside
from .rewritable import CACHES
from .search_parts import join_searches, note_searches
from .syntax import children_of, last_of, nodes_in, walk

Defined = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]


@dataclass
class Named:
    """A function, class or bound name of a text, with the names that it refers to."""

    name: str
    """Qualified by enclosing functions and classes: solve.go, Player.minimax. Where a later one has the same name, its
    line follows an @."""
    names: set[str] = field(default_factory=set)
    """The plain names in it."""
    dotted: set[tuple[str, str]] = field(default_factory=set)
    """The names after a dot, each with the name before it: history and pop in self.history.pop."""
    read: set[tuple[str, str]] = field(default_factory=set)
    """Such names that are only read as values: state.to_move in a comparison. A property may stand behind one."""
    of_attributes: set[tuple[str, str]] = field(default_factory=set)
    """Those of both kinds before which no plain name stands: pop in self.history.pop."""
    roots: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """For those of both kinds the names that they begin with: pygame for pygame.draw.circle, none for f(x).circle."""
    of_modules: set[tuple[str, str]] = field(default_factory=set)
    """Names of an imported module: circle in draw.circle, and in pygame.draw.circle."""
    inherited: set[str] = field(default_factory=set)
    """The names after super()."""
    made: set[str] = field(default_factory=set)
    """The names that are called; cls is the class around it."""
    in_class: bool = False
    calls: set[str] = field(default_factory=set)
    """The functions of the text that it refers to."""

    @property
    def plain_name(self) -> str:
        return self.name.partition("@")[0]

    @property
    def last_name(self) -> str:
        return self.plain_name.rpartition(".")[2]

    @property
    def place(self) -> str:
        """The function or class around it."""
        return self.plain_name.rpartition(".")[0]


def missing_node() -> Any:
    """Return nothing: a stand-in default, since before Python 3.10 a field without one may not follow."""
    raise TypeError("a function needs a node")


@dataclass
class Function(Named):
    """A function of a text."""

    node: Defined = field(default_factory=missing_node)
    parameters: tuple[str, ...] = ()
    also: set[str] = field(default_factory=set)
    """Other names bound to it: a table that holds it."""
    handed_on: set[str] = field(default_factory=set)
    """Its parameters by which it calls itself, see `handed_on`."""
    outside: tuple[str, ...] = ()
    """The boards outside of it that are recorded with its arguments."""
    takes_move: str = ""
    """The name under which callers leave the move for its calls, see `caller_moves`; empty where they do not."""
    calling: frozenset[str] = frozenset()
    """The last names of the functions that it calls, where calls take moves."""
    children: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names by which it calls recursive functions, with their parameters as far as a call has them."""
    elsewhere: frozenset[str] = frozenset()
    """Those of functions of other groups, whose calls are in recordings of their own."""
    is_search: bool = False
    """Whether functions of its group choose among their recursive calls, so that facts of them are recorded."""
    group: int = -1
    """Equal for functions that call each other; -1 where it is not recursive."""
    is_part: bool = False
    """Whether it is a generator from which the function around it takes its items, as `moves` in a search: its runs are
    no calls of their own, and what it calls, that function calls."""
    decides: int = -1
    """The group by the results of whose calls it decides, see `decisions`; -1 where there is none."""
    is_root: bool = False
    """Whether it is traced as the root of recordings of that group, and not for its own calls."""
    leaves_move: str = ""
    """The name under which it leaves moves for those calls."""

    @property
    def is_recursive(self) -> bool:
        return self.group >= 0 and not self.is_part

    @property
    def names_in_calls(self) -> set[str]:
        """The last names by which functions of its group call it."""
        return {self.last_name, *self.handed_on}

    def is_asked_of_another(self, node: ast.AST) -> bool:
        """Whether an expression calls this method on something in a parameter."""
        asked = node.func if isinstance(node, ast.Call) else None
        if not isinstance(asked, ast.Attribute) or asked.attr != self.last_name:
            return False
        is_own = isinstance(asked.value, ast.Name) and asked.value.id in self.parameters[:1]
        return root_of(asked) in self.parameters and not is_own


def functions_in(tree: ast.Module) -> dict[str, Function]:
    """Return the functions of a text by name, with references and groups."""
    return text_of(tree).functions


def text_of(tree: ast.Module) -> Text:
    """Return a text with its functions, their references, and groups."""
    text = Text(values_read(tree), defined_in(tree), attributes_set(tree))
    text.collect(tree, "", False, None)
    found, every = text.functions, text.every()
    plain, modules = plain_containers(tree), imported_modules(tree)
    for one in every.values():
        mine = modules - set(one.parameters) if isinstance(one, Function) else modules
        one.of_modules = {pair for pair in one.dotted if one.roots[pair] <= mine}
        one.dotted = {pair for pair in one.dotted - one.of_modules if pair[0] not in plain}
    by_last_name: dict[str, list[str]] = {}
    for key, one in every.items():
        by_last_name.setdefault(one.last_name, []).append(key)
    for one in every.values():
        last_names = one.names | {name for _, name in one.dotted | one.read} | one.inherited | one.made
        last_names.add(one.place.rpartition(".")[2])
        keys = {key for name in last_names for key in by_last_name.get(name, ())}
        one.calls |= {key for key in keys if refers_to(one, every[key], text)}
    for key in every.keys() - found.keys():
        for name in direct_references(key, every, found):
            found[name].also.add(every[key].last_name)
    for name, function in found.items():
        function.calls = direct_references(name, every, found)
        function.handed_on = handed_on(function)
        function.calls |= {name} if function.handed_on else set()
    reached = {name: reachable(name, found) for name in found}
    number_groups(found, reached)
    for name, function in found.items():
        function.is_part = is_part_of_outer(name, found)
    for name, boards in boards_outside(tree, {name: one.node for name, one in found.items()}, reached).items():
        found[name].outside = boards
    join_searches(found)
    note_searches(found)
    note_moves(found)
    note_decisions(found)
    return text


class Text:
    """The functions, classes and bound names of a text."""

    def __init__(self, values: set[int], defined: set[str], given: set[str]) -> None:
        self.values = values
        """The attributes that are only read as values, by identity."""
        self.defined = defined
        """The names that stand for something of this text."""
        self.given = given
        """The attributes that objects are given from outside."""
        self.functions: dict[str, Function] = {}
        self.bound: dict[str, Named] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.registered: list[tuple[Function, str]] = []
        """Functions, each with the name that a decorator registers it with: @size.register."""
        self._attributes: dict[str, set[str] | None] = {}
        self.unnamed: list[tuple[Function, Named]] = []
        """Lambdas without a name, each with the name whose value holds it."""

    def count_of(self, last_name: str) -> int:
        """Return how many functions of the text have a last name."""
        return sum(function.last_name == last_name for function in self.functions.values())

    def every(self) -> dict[str, Named]:
        """Return the functions, and the classes and bound names that lead to them."""
        every: dict[str, Named] = dict(self.functions)
        for function, bound in self.unnamed:
            bound.calls.add(function.name)
        names = {named.last_name for named in (*self.functions.values(), *self.bound.values())}
        for name, one in self.bound.items():
            if one.calls or not names.isdisjoint(one.names | {last for _, last in one.dotted}):
                every[f"={name}"] = one
        for name, node in self.classes.items():
            every[f"class {name}"] = Named(name, calls=self.makers(name, node))
        for function, other in self.registered:
            for one in self.functions.values():
                if one.plain_name == other:
                    one.calls.add(function.name)
        return every

    def makers(self, name: str, node: ast.ClassDef) -> set[str]:
        """Return the methods that run when a class is called."""
        bases = [last_of(base) for base in node.bases]
        names = {f"{name}.{method}" for method in MAKING}
        if "type" in bases:
            names.add(f"{name}.__call__")
        names |= {f"{last_of(keyword.value)}.__call__" for keyword in node.keywords if keyword.arg == "metaclass"}
        found = {key for key, one in self.functions.items() if one.plain_name in names}
        return found | {f"class {other}" for other in self.classes if other.rpartition(".")[2] in bases and not found}

    def descend_from(self, name: str) -> set[str]:
        """Return a class and all its subclasses."""
        found = {name}
        for _ in self.classes:
            last = {base.rpartition(".")[2] for base in found}
            found |= {one for one, node in self.classes.items() if not last.isdisjoint(map(last_of, node.bases))}
        return found

    def may_inherit(self, name: str, other: str) -> bool:
        """Whether super() in one class may mean another: a base, or a base of a common subclass."""
        below = self.descend_from(name)
        return other not in below and any(other in self.bases_of(descendant) for descendant in below)

    def may_be_of(self, before: str, other: str) -> bool:
        """Whether a method after a plain name may be of a class; after a class's name only its own."""
        named = [kind for kind in self.classes if kind.rpartition(".")[2] == before]
        return not named or any(other == base or other in self.bases_of(base) for base in named)

    def has_own(self, name: str, other: Named) -> bool:
        """Whether a class has a method named as one of an unrelated class."""
        family = self.descend_from(name) | self.bases_of(name)
        methods = (
            function
            for function in self.functions.values()
            if function.in_class and function.last_name == other.last_name
        )
        return other.place not in family and any(method.place in family for method in methods)

    def is_of_another(self, one: Named, before: str, other: Named) -> bool:
        """Whether a function reads attributes that objects of a class have not.

        In `board.move(i)` beside `board.moves()` the method is no `Bot.move`, but that of the class of boards.
        """
        last_names = {last for name, last in one.dotted | one.read if name == before}
        return "isinstance" not in one.names and not self.may_have(other.place, last_names)

    def may_have(self, name: str, last_names: set[str]) -> bool:
        """Whether objects of a class may have all these attributes, by its and its relatives' text."""
        if name not in self._attributes:
            self._attributes[name] = self.attributes_of(name)
        attributes = self._attributes[name]
        return attributes is None or last_names <= attributes

    def attributes_of(self, name: str) -> set[str] | None:
        """Return the names bound in a class, its relatives or objects; None where others may be."""
        family = [self.classes[one] for one in self.descend_from(name) | self.bases_of(name)]
        known = {kind.rpartition(".")[2] for kind in self.classes} | {"object", "ABC"}
        nodes = [node for relative in family for node in walk(relative)]
        bound = {last_of(node) for node in nodes if type(getattr(node, "ctx", None)) is ast.Store}
        bound |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))} | self.given
        is_known = all(last_of(base) in known for relative in family for base in relative.bases)
        return bound if is_known and "__getattr__" not in bound else None

    def bases_of(self, name: str) -> set[str]:
        """Return the classes of the text from which a class descends."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            node = self.classes.get(waiting.pop())
            last_names = {last_of(base) for base in node.bases} if node is not None else set()
            new = {kind for kind in self.classes if kind.rpartition(".")[2] in last_names} - found
            found |= new
            waiting += new
        return found

    def collect(self, node: ast.AST, inside: str, in_class: bool, owner: Named | None) -> None:
        """Collect the definitions and references of a text; unnamed functions count for those around them."""
        for child in children_of(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                function = self.add(child, inside + child.name, in_class)
                self.registered += [(function, inside + registered) for registered in registered_with(child)]
            elif isinstance(child, ast.ClassDef):
                self.classes[inside + child.name] = child
                self.collect(child, f"{inside}{child.name}.", True, None)
            elif isinstance(child, (ast.Assign, ast.AnnAssign)) and bound_name(child):
                self.bind(child, inside, in_class, owner)
            else:
                if owner is not None:
                    note_name(child, owner, self.values)
                if not is_attribute_of_name(child):
                    self.collect(child, inside, in_class, owner)

    def add(self, node: Defined, name: str, in_class: bool) -> Function:
        """Add a function with its text, and return it; an earlier one of the name is renamed to NAME@LINE."""
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        parameters = tuple(argument.arg for argument in every if argument is not None)
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
        """Bind a name to an unnamed function, or to a value that may hold functions."""
        name = inside + bound_name(node)
        if isinstance(node.value, ast.Lambda) and not isinstance(first_target(node), ast.Subscript):
            self.add(node.value, name, in_class)
            return
        if owner is not None:
            note_name(node, owner, self.values)
            self.collect(node, inside, in_class, owner)
        if node.value is not None:
            bound = self.bound.setdefault(name, Named(name, in_class=in_class))
            self.read_value(node.value, bound, has_owner=owner is not None)

    def read_value(self, node: ast.AST, bound: Named, has_owner: bool) -> None:
        """Collect the names in a value, except the function called to make it.

        What an object of another module is given by keyword, as the command of a button, is called by that object.
        """
        if isinstance(node, ast.Lambda):
            if not has_owner:
                self.add_unnamed(node, bound)
            return
        note_name(node, bound, self.values)
        for child in children_of(node):
            is_passed = isinstance(child, ast.keyword) and last_of(getattr(node, "func", child)) not in self.defined
            is_called = isinstance(node, ast.Call) and (child is node.func or is_passed)
            if not is_attribute_of_name(node) and not is_called:
                self.read_value(child, bound, has_owner)

    def add_unnamed(self, node: ast.Lambda, bound: Named) -> None:
        """Add an unnamed function that a name is bound to."""
        self.unnamed.append((self.add(node, f"{bound.name}.<lambda>", False), bound))
        if isinstance(node.body, ast.Lambda):
            self.add_unnamed(node.body, bound)


HOLDING = {"dict", "partial", "partialmethod", *CACHES}
"""What makes an object that stands for the functions that it is given, also by keyword."""


def defined_in(tree: ast.AST) -> set[str]:
    """Return the names that a text binds, and those of `HOLDING`."""
    found = set(HOLDING)
    for node in walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def attributes_set(tree: ast.AST) -> set[str]:
    """Return the attributes set of objects other than `self`, as `node.best = value`."""
    stored = [node for node in walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return {target.attr for target in stored if last_of(target.value) not in ("self", "cls")}


MAKING = ("__init__", "__new__", "__post_init__")
"""Methods that run when a class is called."""


def registered_with(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Iterate over functions that a decorator registers this one with."""
    for applied in node.decorator_list:
        decorator = applied.func if isinstance(applied, ast.Call) else applied
        if isinstance(decorator, ast.Attribute) and isinstance(decorator.value, ast.Name):
            yield decorator.value.id


def first_target(node: ast.Assign | ast.AnnAssign) -> ast.expr:
    """Return the first target of an assignment."""
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def bound_name(node: ast.Assign | ast.AnnAssign) -> str:
    """Return the one name that an assignment binds, or whose item it sets; else empty."""
    target = first_target(node)
    if isinstance(target, ast.Subscript):
        target = target.value
    is_one = isinstance(node, ast.AnnAssign) or len(node.targets) == 1
    return target.id if is_one and isinstance(target, ast.Name) else ""


def is_attribute_of_name(node: ast.AST) -> bool:
    """Whether an expression only reads an attribute of a name: fib.seconds does not refer to fib."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def values_read(tree: ast.AST) -> set[int]:
    """Return, by identity, attributes that are compared, calculated with or returned, as functions are not."""
    found: set[int] = set()
    for node in walk(tree):
        if isinstance(node, (ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Return, ast.Subscript)):
            below = children_of(node)
            below += [
                value
                for descendant in below
                if isinstance(descendant, ast.IfExp)
                for value in (descendant.body, descendant.orelse)
            ]
            found.update(id(descendant) for descendant in below if isinstance(descendant, ast.Attribute))
    return found


def note_name(node: ast.AST, owner: Named, values: set[int]) -> None:
    """Note the name that a node refers to."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        owner.names.add(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if isinstance(node.value, ast.Call) and last_of(node.value.func) == "super":
            owner.inherited.add(node.attr)
        else:
            pair = (last_of(node.value), node.attr)
            (owner.read if id(node) in values else owner.dotted).add(pair)
            owner.roots.setdefault(pair, set()).add(root_of(node))
            if not isinstance(node.value, ast.Name):
                owner.of_attributes.add(pair)
    elif isinstance(node, ast.Call):
        own_class = isinstance(node.func, ast.Call) and last_of(node.func.func) == "type"
        owner.made.add("cls" if own_class or last_of(node.func) == "__class__" else last_of(node.func))


def root_of(node: ast.AST) -> str:
    """Return the name that a chain of dots begins with; else empty."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


PLAIN = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.JoinedStr)


def plain_containers(tree: ast.Module) -> set[str]:
    """Return names bound only to lists, dictionaries and the like, whose methods are not the user's."""
    given, plain = Counter[str](), Counter[str]()
    for node in walk(tree):
        if isinstance(node, ast.arg):
            given[node.arg] += 1
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            given[last_of(node)] += 1
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, PLAIN):
            plain.update(map(last_of, node.targets if isinstance(node, ast.Assign) else [node.target]))
    return {name for name, times in plain.items() if name and times == given[name]}


def imported_modules(tree: ast.Module) -> set[str]:
    """Return the names of imported modules: `draw` in `pygame.draw.circle` is no method here."""
    aliases = [name for node in walk(tree) if isinstance(node, ast.Import) for name in node.names]
    stored = {part.id for part in walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return {alias.asname or alias.name.partition(".")[0] for alias in aliases} - stored


def refers_to(one: Named, other: Named, text: Text) -> bool:
    """Whether one function, class or name refers to another."""
    if other.name in text.classes:
        return other.last_name in one.made or ("cls" in one.made and one.place == other.name)
    if other.in_class:
        dotted = one.dotted | one.read if is_property(other) else one.dotted
        by_dot = any(
            pair[1] == other.last_name
            and (pair in one.of_attributes or text.may_be_of(pair[0], other.place))
            and not (is_own_object(one, pair) and text.has_own(one.place, other))
            and not text.is_of_another(one, pair[0], other)
            for pair in dotted
        )
        if one is other and is_delegate(one) and text.count_of(one.last_name) == 1:
            return False  # as a recursion it would never end
        by_super = other.last_name in one.inherited and text.may_inherit(one.place, other.place)
        beside = one.in_class and one.place == other.place and not isinstance(one, Function)
        return by_dot or by_super or (beside and other.last_name in one.names)
    is_named = other.last_name in one.names and resolve(one.plain_name, other.last_name, text) == other.plain_name
    return is_named and not (isinstance(one, Function) and other.last_name in items_of_loops(one.node))


def items_of_loops(node: ast.AST) -> set[str]:
    """Return the names that loops of a function give to their items, which stand for no function of that name."""
    loops = (one for one in nodes_in(node) if isinstance(one, (ast.For, ast.AsyncFor, ast.comprehension)))
    return {part.id for loop in loops for part in walk(loop.target) if isinstance(part, ast.Name)}


def is_own_object(one: Named, pair: tuple[str, str]) -> bool:
    """Whether a name after a dot is of the method's own object: self.play."""
    return isinstance(one, Function) and one.in_class and one.parameters[:1] == (pair[0],)


def is_delegate(one: Named) -> bool:
    """Whether a method always calls the same of another object: `self.board.move(k)` within `move`."""
    if not isinstance(one, Function) or isinstance(one.node, ast.Lambda):
        return False
    for statement in one.node.body:
        if any(map(one.is_asked_of_another, always_evaluated(statement))):
            return True
        if any(isinstance(node, (ast.Return, ast.Raise)) for node in nodes_in(statement)):
            return False
    return False


SOMETIMES = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""Expressions of which parts may not be evaluated."""


def always_evaluated(statement: ast.stmt) -> Iterator[ast.AST]:
    """Iterate over expressions that a statement evaluates whenever it is executed."""
    waiting: list[ast.AST | None] = [getattr(statement, "value", None)]
    while waiting:
        node = waiting.pop()
        if node is not None and not isinstance(node, SOMETIMES):
            yield node
            waiting += children_of(node)


def is_property(one: Named) -> bool:
    """Whether reading an attribute calls a function."""
    decorators = getattr(one.node, "decorator_list", ()) if isinstance(one, Function) else ()
    return any(last_of(decorator) in ("property", "cached_property") for decorator in decorators)


def resolve(place: str, name: str, text: Text) -> str | None:
    """Return the function that a name means in a place, by the nearest definition; None without one."""
    while True:
        around = f"{place}.{name}" if place else name
        if any(around in found and not found[around].in_class for found in (text.functions, text.bound)):
            return around
        if not place:
            return None
        place = place.rpartition(".")[0]


def direct_references(name: str, every: Mapping[str, Named], found: Mapping[str, Function]) -> set[str]:
    """Return the functions that one refers to, also through bound names."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in every[waiting.pop()].calls - reached:
            reached.add(other)
            if other not in found:
                waiting.append(other)
    return reached & found.keys()


def handed_on(function: Function) -> set[str]:
    """Return the parameters with which a function calls itself unchanged in the same places.

    As `me` in `search(me, node)`, which calls `me(me, child)`: whoever calls it hands it itself.
    """
    found = set[str]()
    for call in nodes_in(function.node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in function.parameters:
            given = [*zip(function.parameters, call.args), *((keyword.arg, keyword.value) for keyword in call.keywords)]
            name = call.func.id
            found |= {name} if any(to == name and last_of(value) == name for to, value in given) else set()
    return found


def number_groups(found: Mapping[str, Function], reached: Mapping[str, set[str]]) -> None:
    """Number, in place, the groups of functions that reach each other."""
    numbers: dict[frozenset[str], int] = {}
    for name, function in found.items():
        if name in reached[name]:
            group = frozenset(other for other in reached[name] if name in reached[other])
            function.group = numbers.setdefault(group, len(numbers))


def is_part_of_outer(name: str, found: Mapping[str, Function]) -> bool:
    """Whether a function is a generator nested in another, through which alone it calls itself.

    One that sets names of the outer function, as its best value, is recorded by itself: what it sets is a fact of it.
    """
    one = found[name]
    kinds = {type(node) for node in nodes_in(one.node)}
    if one.place not in found or ast.Nonlocal in kinds or kinds.isdisjoint((ast.Yield, ast.YieldFrom)):
        return False
    return name not in reachable(name, found, {one.place})


def reachable(name: str, found: Mapping[str, Named], without: Set[str] = frozenset()) -> set[str]:
    """Return the functions reached from one, without passing through some."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in found[waiting.pop()].calls - reached - without:
            reached.add(other)
            waiting.append(other)
    return reached


def called_in(expression: ast.expr) -> Iterator[str]:
    """Iterate over the names of functions that an expression calls, the outermost first."""
    for node in walk(expression):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr
