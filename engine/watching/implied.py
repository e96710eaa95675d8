"""Methods that nobody names, since Python calls them for an operator, a loop or a function of its own: `__len__` for
`len(tree)`, `__getitem__` for `tree[0]`.

Many a method `__len__` asks for the length of a list, and is not recursive for that. So they are looked for only where
a call comes to no function that names itself.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping

from engine.watching.inside.recursion import Function, called_in

ITERATING = ("list", "tuple", "set", "sorted", "sum", "max", "min", "any", "all", "enumerate", "zip", "map", "filter")
BY_NAME = {
    **dict.fromkeys(("iter", *ITERATING), ("__iter__",)),
    **{name: (f"__{name}__",) for name in ("len", "next", "repr", "hash", "bool", "abs", "int", "float", "reversed")},
    **dict.fromkeys(("str", "print", "format"), ("__str__", "__repr__", "__format__")),
    "getattr": ("__getattr__", "__getattribute__"),
}
BY_KIND: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Add: ("__add__", "__radd__", "__iadd__"),
    ast.Sub: ("__sub__", "__rsub__"),
    ast.Mult: ("__mul__", "__rmul__"),
    ast.MatMult: ("__matmul__",),
    ast.Div: ("__truediv__",),
    ast.FloorDiv: ("__floordiv__",),
    ast.Mod: ("__mod__",),
    ast.Pow: ("__pow__",),
    ast.BitOr: ("__or__",),
    ast.BitAnd: ("__and__",),
    ast.BitXor: ("__xor__",),
    ast.Invert: ("__invert__",),
    ast.USub: ("__neg__",),
    ast.Eq: ("__eq__",),
    ast.NotEq: ("__ne__", "__eq__"),
    ast.Lt: ("__lt__", "__gt__"),
    ast.Gt: ("__gt__", "__lt__"),
    ast.LtE: ("__le__", "__ge__"),
    ast.GtE: ("__ge__", "__le__"),
    ast.In: ("__contains__",),
    ast.NotIn: ("__contains__",),
    ast.For: ("__iter__",),
    ast.comprehension: ("__iter__",),
    ast.Starred: ("__iter__",),
    ast.YieldFrom: ("__iter__",),
    ast.AsyncFor: ("__aiter__",),
    ast.Await: ("__await__",),
    ast.With: ("__enter__", "__exit__"),
    ast.Subscript: ("__getitem__",),
    ast.FormattedValue: ("__str__", "__repr__", "__format__"),
    ast.Attribute: ("__getattr__",),
}


def implied_in(node: ast.AST) -> Iterator[str]:
    """Methods that Python may call where something is executed."""
    for one in ast.walk(node):
        yield from BY_KIND.get(type(one), ())
        if isinstance(one, ast.Call):
            name = one.func.id if isinstance(one.func, ast.Name) else ""
            yield from BY_NAME.get(name, () if hasattr(builtins, name) else ("__call__",))


def recursive_by_implication(functions: Mapping[str, Function], call: ast.expr) -> list[str]:
    """The functions that a call comes to and that come back to themselves, by way of such methods too."""
    methods = {name: one for name, one in functions.items() if one.in_class}

    def implied_by(node: ast.AST) -> set[str]:
        implied = set(implied_in(node))
        return {name for name, one in methods.items() if one.last_name in implied}

    ways = {name: one.calls | implied_by(one.node) for name, one in functions.items()}

    def reached(begin: set[str]) -> set[str]:
        found: set[str] = set()
        waiting = list(begin)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += ways[name]
        return found

    called = set(called_in(call))
    named = {name for name, one in functions.items() if one.last_name in called}
    from_call = reached(named | implied_by(call))
    return [name for name in functions if name in from_call and name in reached(ways[name])]
