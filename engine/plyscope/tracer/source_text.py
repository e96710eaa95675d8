"""A file of user code, read and not run: the functions in it, and which of them to trace.

Python calls some methods without their name in the text, for an operator, a loop or a builtin: `__len__` for
`len(tree)`, `__getitem__` for `tree[0]`. Most methods `__len__` ask for the length of a list and are not recursive, so
these implied calls count only where a call reaches no function that is recursive by name.
"""

from __future__ import annotations

import ast
import builtins
import stat
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from plyscope.messages import InputError
from plyscope.tracer.target.caller_moves import called_name
from plyscope.tracer.target.expressions import FOLDING
from plyscope.tracer.target.menus import menus_among
from plyscope.tracer.target.recursion import Function, called_in, functions_in, reachable
from plyscope.tracer.target.search_parts import Parts
from plyscope.tracer.target.syntax import walk

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
    """Iterate over the special methods that Python may call when it executes a node."""
    for part in walk(node):
        yield from BY_KIND.get(type(part), ())
        if isinstance(part, ast.Call):
            name = part.func.id if isinstance(part.func, ast.Name) else ""
            yield from BY_NAME.get(name, () if hasattr(builtins, name) else ("__call__",))


def recursive_by_implication(functions: Mapping[str, Function], call: ast.expr) -> list[str]:
    """Return the recursive functions that a call reaches, special methods included."""
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


class PlaysWhenLoaded(InputError):
    """The error for a file that plays its game or asks for input when loaded, so that no call is made."""


MAX_TEXT_CHARS = 1 << 20
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SETTING = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Import, ast.ImportFrom)
"""Statements that do no more than to define or set names, as far as their kind says."""


class SourceFile(NamedTuple):
    """A file of user code that is read and not run, with its functions."""

    path: Path
    text: str
    functions: dict[str, Function]

    def meant_by(self, call: ast.expr) -> list[str]:
        """Return the functions that a call names."""
        called = {*called_in(call), *(node.attr for node in walk(call) if isinstance(node, ast.Attribute))}
        return [
            name for name, one in self.functions.items() if one.last_name in called or not called.isdisjoint(one.also)
        ]

    def reaches_recursion(self, call: ast.expr) -> bool:
        """Whether a call names a recursive function, or one that refers to one."""
        meant = self.meant_by(call)
        reached = set(meant).union(*(reachable(name, self.functions) for name in meant))
        return any(self.functions[name].is_recursive for name in reached)

    @property
    def recursive(self) -> list[str]:
        """The names of the recursive functions."""
        return [name for name, function in self.functions.items() if function.is_recursive]


RENAMED_FOLDER = ("recursion/slips/", "recursion/bugs/")
"""Samples that were renamed, by the start of their old names and of their new ones."""


def resolve_file(path: str | Path) -> Path:
    """Return the path of a file; sample:recursion/fibonacci is one of ours."""
    name = str(path)
    if not name.startswith("sample:"):
        return Path(path).absolute()
    from plyscope.files.sources import matching, program_paths  # all games are loaded with it

    sample = name.removeprefix("sample:")
    found = matching(sample.replace(*RENAMED_FOLDER), program_paths())
    if found is None:
        raise InputError("there is no sample {name} of a program", name=sample)
    return found.resolve()


def refuse_no_file(place: Path, name: str) -> None:
    """Raise InputError where there is no regular file: reading a pipe might never end."""
    try:
        mode = place.stat().st_mode
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=name, reason=error.strerror) from error
    if stat.S_ISDIR(mode):
        raise InputError("{path}: cannot be read: it is a folder", path=name)
    if not stat.S_ISREG(mode):
        raise InputError("{path}: cannot be read: it is a pipe or a device, and no file", path=name)


def text_in(place: Path, name: str, most: int = -1) -> str:
    """Return the text of a file as Python reads it, or its first `most` characters."""
    refuse_no_file(place, name)
    try:
        with tokenize.open(str(place)) as file:
            text = file.read(most)
        if "\0" in text:
            raise ValueError("there are null bytes in it")
        return text
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=name, reason=error.strerror) from error
    except (ValueError, SyntaxError) as error:
        raise InputError("{path}: this is no text of Python: {reason}", path=name, reason=str(error)) from error


def read_source_file(path: str | Path) -> SourceFile:
    """Return a file with its functions; nothing is run."""
    place = resolve_file(path)
    text = text_in(place, str(path), MAX_TEXT_CHARS + 1)
    if len(text) > MAX_TEXT_CHARS:
        raise InputError("{path}: longer than {most} characters", path=str(path), most=MAX_TEXT_CHARS)
    return parsed_source(place, text, str(path))


def parsed_source(place: Path, text: str, name: str = "") -> SourceFile:
    """Return a text with its functions, as a file that messages name as it was given."""
    name = name or str(place)
    try:
        return SourceFile(place, text, parsed_text(text)[1])
    except SyntaxError as error:
        raise InputError(
            "{path}: line {line}: this is not Python: {reason}", path=name, line=error.lineno or 0, reason=error.msg
        ) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError("{path}: this is not Python: {reason}", path=name, reason=str(error)) from error


@lru_cache(maxsize=4)
def parsed_text(text: str) -> tuple[ast.Module, dict[str, Function]]:
    """Return a text's syntax tree and functions, parsed once; neither may be changed."""
    tree = ast.parse(text)
    return tree, functions_in(tree)


def definitions_alone(text: str) -> str:
    """Return a text without what it does when loaded, in the same lines.

    What stands below its last function or class stays where it assigns or imports something; what asks for input goes.
    """
    tree, _ = parsed_text(text)
    last = max((at for at, one in enumerate(tree.body) if isinstance(one, DEFINITIONS)), default=-1)
    lines = text.encode().split(b"\n")
    for at, one in reversed([*enumerate(tree.body)]):
        is_below = at > last and not isinstance(one, SETTING)
        if isinstance(one, DEFINITIONS) or not (is_below or asks_for_input(one)):
            continue
        first, end = one.lineno - 1, (one.end_lineno or one.lineno) - 1
        before, after = lines[first][: one.col_offset], lines[end][one.end_col_offset :]
        lines[first : end + 1] = (before + b"\n" * (end - first) + b"pass" + after).split(b"\n")
    return b"\n".join(lines).decode()


def asks_for_input(statement: ast.stmt) -> bool:
    """Whether a statement calls `input`."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "input"
        for node in walk(statement)
    )


def helpers_of_searches(functions: Mapping[str, Function]) -> set[str]:
    """Return the recursive functions that a search calls, which neither call it again nor choose among their own calls.

    So does what follows a chain of pieces or fills an area: its calls are no moves of the search.
    """
    searches = {one.group for one in functions.values() if one.is_recursive and chooses_among_calls(one)}
    found, waiting = set[str](), [one for one in functions.values() if one.group in searches]
    while waiting:
        one = waiting.pop()
        called = {called_name(part) for part in walk(one.node) if isinstance(part, ast.Call)}
        helpers = {name for name in one.calls - found if not called.isdisjoint(functions[name].names_in_calls)}
        helpers = {name for name in helpers if functions[name].group not in searches}
        found |= helpers
        waiting += [functions[name] for name in helpers]
    return {name for name in found if functions[name].is_recursive}


def chooses_among_calls(one: Function) -> bool:
    """Whether a function takes the best of several calls of its own group."""
    parts = Parts(one.node, {name: given for name, given in one.children.items() if name not in one.elsewhere})
    return bool(parts.loops or len(parts.calls) > 1) and parts.compares_results(FOLDING - {"sum"})


def functions_to_trace(source: SourceFile, call: str, names: Sequence[str]) -> list[str]:
    """Return the functions to trace: those requested, else all recursive ones but helpers of searches and menus.

    Where the call reaches none of these, the functions that it implies or names come before them.
    """
    try:
        expression = ast.parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InputError("{call} is no call that Python understands: {reason}", call=call, reason=reason) from error
    found: list[str] = []
    for name in names:
        matching = [
            full
            for full, one in source.functions.items()
            if name in (full, one.plain_name) or one.plain_name.endswith(f".{name}")
        ]
        if not matching:
            known = ", ".join(source.functions) or "none"
            raise InputError("there is no function {name} in the file; there are: {names}", name=name, names=known)
        found += [full for full in matching if full not in found]
    if found:
        return found
    helpers = helpers_of_searches(source.functions).difference(source.meant_by(expression))
    found = [name for name in source.recursive if name not in helpers]
    menus = menus_among(source.functions)
    found = [name for name in found if name not in menus] or found
    if not source.reaches_recursion(expression):
        implied = recursive_by_implication(source.functions, expression)
        found = [*dict.fromkeys([*(implied or source.meant_by(expression)), *found])]
    if not found:
        raise InputError("no function in {path} calls itself, and the call names none of them", path=str(source.path))
    return found
