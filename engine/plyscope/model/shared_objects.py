"""Objects that calls share: an argument that is the very same list, dictionary or object as in a call above.

It follows from the text, and is said only where nothing else is possible: neither function ever binds its parameter
again, so that both still hold the object; each call that the one makes of the other passes the parameter as it is; and
no other function, no lambda, no decorator and no other file could have made the call. An attribute of such an object,
of `self` or of another parameter, is the same one too if the text assigns that attribute in `__init__` alone; so is an
attribute of that, and what is passed on as such an attribute: `search(game.board)`. Parts of lists are not followed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property

from plyscope.model.user_code import UserCode

Defined = ast.FunctionDef | ast.AsyncFunctionDef
IMMUTABLES = ("(", "'", '"', "-", "<", "b'", 'b"', "None", "True", "False", "inf", "nan", "frozenset", "range", "…")
"""Beginnings of the texts of values that cannot change, or of which that is not known."""
REFLECTING_NAMES = frozenset(("setattr", "delattr", "vars", "exec", "eval", "__dict__", "__setattr__", "__init__"))
"""Names by which attributes may be assigned in other ways; `__init__` where anything but another one calls it."""
MAX_LEVELS = 2
"""The most attributes in the name of an object: game.state.board has two."""
ATTRIBUTE = re.compile(r"\s*(\w+)=")


class SharedObjects:
    """The objects that the calls of a recording share with calls above them."""

    def __init__(self, text: str, user_code: UserCode, parents: Sequence[int]) -> None:
        self.text = text
        self.user_code = user_code
        self.parents = parents

    def of(self, frame: int) -> Iterator[tuple[str, str, int]]:
        """Yield each object that a frame shares with calls above it: name, text, and the outermost such call."""
        for name, text in self.user_code.arguments(frame).items():
            values = {} if name == "self" else {name: text}
            values |= self.attributes(name, text)
            holder = self.first_holder(frame, name) if any(map(is_mutable, values.values())) else -1
            for own, value in values.items() if holder >= 0 else ():
                if is_mutable(value):
                    yield own, value, holder

    def attributes(self, owner: str, text: str, levels: int = MAX_LEVELS) -> dict[str, str]:
        """Return the attributes in the text of an object that no call assigns: name -> text of the value."""
        if self.assigned is None or not text[:1].isidentifier():
            return {}
        found: dict[str, str] = {}
        for name, value in parts_of(text):
            if name not in self.assigned:
                found[f"{owner}.{name}"] = value
                if levels > 1:
                    found |= self.attributes(f"{owner}.{name}", value, levels - 1)
        return found

    def first_holder(self, frame: int, name: str) -> int:
        """Return the outermost open call that was given the same object as an argument of a frame; -1 for none."""
        if not is_mutable(self.user_code.arguments(frame).get(name, "")):
            return -1
        found, attribute = -1, ""
        while (above := self.parents[frame]) >= 0:
            key = self.user_code.function_of(above).name, self.user_code.function_of(frame).name, name
            passed = self.passed.get(key)
            if passed is None:
                break
            name, dot, last = passed.partition(".")
            attribute = f"{dot}{last}{attribute}"
            if attribute and not self.has_attribute(above, name, attribute):
                break
            found, frame = above, above
        return found

    def has_attribute(self, frame: int, name: str, attribute: str) -> bool:
        """Whether an argument has an attribute, or one of an attribute, that no call assigns and no method makes."""
        text = self.user_code.arguments(frame).get(name, "")
        return f"{name}{attribute}" in self.attributes(name, text) and self.methods.isdisjoint(
            (*attribute.split("."), "__getattribute__")
        )

    @cached_property
    def methods(self) -> set[str]:
        """The names of all functions of the text, among them those of properties."""
        return {one.name for one in ast.walk(ast.parse(self.text)) if isinstance(one, Defined)}

    @cached_property
    def assigned(self) -> set[str] | None:
        """The attributes that are assigned, but for those that `__init__` makes; None where that is not known."""
        tree = ast.parse(self.text)
        makers = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        made = {id(one) for each in makers for one in own_nodes(each)}
        if any(name_of(one) in REFLECTING_NAMES and id(one) not in made for one in ast.walk(tree)):
            return None
        own = {id(one) for each in makers for one in own_nodes(each) if is_own_attribute(one, each)}
        return {
            one.attr
            for one in ast.walk(tree)
            if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load) and id(one) not in own
        }

    @cached_property
    def passed(self) -> dict[tuple[str, str, str], str]:
        """Caller, callee and a parameter of the callee -> the caller's parameter that is always passed for it."""
        try:
            tree = ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {}
        if not is_alone(tree):
            return {}
        named = {one.name: one for one in self.user_code.functions[:-1]}
        nodes = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        found: dict[tuple[str, str, str], str] = {}
        for called, function in named.items():
            node = next((one for one in nodes if one.lineno == function.line), None)
            last = called.partition("@")[0].rpartition(".")[2]
            if node is None or node.name != last or node.decorator_list or node.args.vararg or node.args.kwarg:
                continue
            callers = {name: one for name in named for one in nodes if one.lineno == named[name].line}
            if not is_called_only_by(tree, last, list(callers.values())):
                continue
            for caller, body in callers.items():
                for name, given in always_passed(body, last, node):
                    if name in kept_parameters(node):
                        found[caller, called, name] = given
        return found


def is_mutable(text: str) -> bool:
    """Whether the text of a value is that of a list, a dictionary, a set or an object."""
    return text[:1] in ("[", "{") or (
        text[:1].isidentifier() and text.endswith(")") and not text.startswith(IMMUTABLES)
    )


def parts_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes in the text of an object, with the texts of their values: Game(board=[1], n=2)."""
    depth, quote, start = 0, "", 0
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[place - 1] != "\\" else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
            start = start or place + 1
        elif sign in ")]}" or (sign == "," and depth == 1):
            depth -= sign != ","
            if depth <= 1 and (sign == "," or not depth):
                found = ATTRIBUTE.match(text, start, place)
                if found is not None:
                    yield found[1], text[found.end() : place]
                start = place + 1


def is_own_attribute(node: ast.AST, method: Defined) -> bool:
    """Whether a node is an attribute of the object of a method, which is its first argument."""
    first = [one.arg for one in (*method.args.posonlyargs, *method.args.args)][:1]
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and [node.value.id] == first


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of functions, lambdas and classes in it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield child
            yield from own_nodes(child)


def calls_of(function: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls of a name in a function, without those in nested functions."""
    return [one for one in own_nodes(function) if isinstance(one, ast.Call) and name_of(one.func) == name]


def name_of(node: ast.AST) -> str:
    """Return the identifier of a name or attribute; empty for other nodes."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_alone(tree: ast.AST) -> bool:
    """Whether a text imports nothing but the standard library, and numpy: another file could call its functions too."""
    modules = {alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names}
    modules |= {one.module or "." for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    return {one.partition(".")[0] for one in modules} <= {*sys.stdlib_module_names, "numpy"}


def is_called_only_by(tree: ast.AST, name: str, callers: Sequence[Defined]) -> bool:
    """Whether only the traced functions and the module refer to a name, and these only call it."""
    calls = sum(len(calls_of(one, name)) for one in (*callers, tree))
    is_written = any(isinstance(one, ast.Constant) and one.value == name for one in ast.walk(tree))
    return not is_written and calls == sum(name_of(one) == name for one in ast.walk(tree))


def kept_parameters(function: Defined) -> set[str]:
    """Return the parameters that a function never binds again."""
    arguments = function.args
    kept = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} - {"cls"}
    for one in ast.walk(function):
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            kept.discard(one.id)
        elif isinstance(one, ast.Global | ast.Nonlocal):
            kept.difference_update(one.names)
        elif isinstance(one, ast.alias | ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            kept.discard(getattr(one, "asname", None) or one.name or "")
        elif isinstance(one, ast.MatchMapping):
            kept.discard(one.rest or "")
    return kept


def always_passed(caller: Defined, name: str, called: Defined) -> Iterator[tuple[str, str]]:
    """Yield the parameters for which a caller always passes the same own parameter or attribute, and that."""
    own = kept_parameters(caller)
    parameters = [one.arg for one in (*called.args.posonlyargs, *called.args.args)]
    passed: list[dict[str, str]] = []
    for call in calls_of(caller, name):
        if any(isinstance(one, ast.Starred) for one in call.args) or any(not one.arg for one in call.keywords):
            return
        is_method = isinstance(call.func, ast.Attribute) and parameters[:1] in (["self"], ["cls"])
        before = [call.func.value] if is_method and isinstance(call.func, ast.Attribute) else []
        if before and call.args and name_of(call.args[0]) in ("self", "cls"):
            return  # Search.walk(self, board): the object is among the arguments
        given = {
            **dict(zip(parameters, (*before, *call.args), strict=False)),
            **{str(one.arg): one.value for one in call.keywords},
        }
        passed.append({key: text for key, one in given.items() if (text := passed_as(one, own))})
    for key, one in (passed[0] if passed else {}).items():
        if all(each.get(key) == one for each in passed):
            yield key, one


def passed_as(node: ast.expr, own: set[str]) -> str:
    """Return the text of an argument that is one of these parameters or an attribute of one; else an empty text."""
    owner = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(owner, ast.Name) or owner.id not in own:
        return ""
    return f"{owner.id}.{node.attr}" if isinstance(node, ast.Attribute) else owner.id
