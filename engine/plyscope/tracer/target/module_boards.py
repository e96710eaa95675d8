"""Boards outside of all functions: module variables with the name of a board, whose items functions change.

An object is one as well if it draws itself and its methods change it: `game = Game()`, `board = chess.Board()`.
The arguments alone do not determine such a call, so these variables are recorded with its arguments. An empty list or
dictionary is a board only if something outside of the recursion fills it, the module itself or a function that sets it
up; else it collects something. A variable of another name is no board either: it may hold saved results, and then equal
calls would no longer look equal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from .syntax import SCOPES, last_of, nodes_in, walk

BOARD_NAMES = (
    "board",
    "grid",
    "state",
    "position",
    "field",
    "game",
    "squares",
    "cells",
    "spielfeld",
    "brett",
    "matrix",
)


def is_board_name(name: str) -> bool:
    """Whether a variable has the name of a board."""
    return any(word in name.lower() for word in BOARD_NAMES)


def boards_outside(
    tree: ast.Module,
    nodes: Mapping[str, ast.AST],
    reached: Mapping[str, set[str]],
    imported: Mapping[str, set[str]] = {},
) -> dict[str, tuple[str, ...]]:
    """Return for each function the outside boards that it, or a function it reaches, reads.

    `imported` are classes of other files whose objects draw themselves, with the methods that change these.
    """
    variables = {name: variables_of(node) for name, node in nodes.items()}
    filled = [name for statement in tree.body for name in filled_by(statement)]
    filled += filled_later(tree, nodes, variables, reached)
    changed = {board for name, node in nodes.items() for board in items_changed(node) - variables[name]}
    boards = [name for name in dict.fromkeys(filled) if name in changed]
    boards += objects_changed(tree, nodes, variables, reached, {**drawing_classes(tree), **imported})
    boards = [*dict.fromkeys(boards)]
    if not boards:
        return {}
    looked_at = {
        name: {part.id for part in nodes_in(node) if isinstance(part, ast.Name)} for name, node in nodes.items()
    }
    return {
        name: tuple(
            board
            for board in boards
            if board not in variables[name]
            and any(board in looked_at[other] and board not in variables[other] for other in reached[name] | {name})
        )
        for name in nodes
    }


def filled_by(statement: ast.stmt) -> Iterator[str]:
    """Iterate over board names that a module's statement binds to something not empty."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
        return
    value = statement.value
    is_empty = isinstance(value, (ast.List, ast.Set, ast.Tuple)) and not value.elts
    if is_empty or (isinstance(value, ast.Dict) and not value.keys) or is_empty_call(value):
        return
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        if isinstance(target, ast.Name) and is_board_name(target.id):
            yield target.id


def filled_later(
    tree: ast.Module, nodes: Mapping[str, ast.AST], variables: Mapping[str, set[str]], reached: Mapping[str, set[str]]
) -> list[str]:
    """Return the module's board names that it, or a function outside recursion, fills.

    What fills a board is not reached from a recursive function: that would collect something, or save results.
    """
    bound = [
        target.id
        for statement in tree.body
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name) and is_board_name(target.id)
    ]
    if not bound:
        return []
    inside = within_recursion(reached)
    loops = [outside for outside in tree.body if not isinstance(outside, SCOPES)]
    made = {name for loop in loops for name in items_filled(loop)}
    for name, node in nodes.items():
        if name not in inside:
            made |= items_filled(node) - variables[name]
            made |= {shared for part in nodes_in(node) if isinstance(part, ast.Global) for shared in part.names}
    in_recursion = {board for name in inside for board in items_changed(nodes[name]) - variables[name]}
    return [name for name in bound if name in made and name in in_recursion]


def within_recursion(reached: Mapping[str, set[str]]) -> set[str]:
    """Return the recursive functions and all that they call."""
    recursive = {name for name in reached if name in reached[name]}
    return recursive.union(*(reached[name] for name in recursive))


FILLING = ("append", "extend", "insert", "update", "setdefault", "add")


def items_filled(node: ast.AST) -> set[str]:
    """Return the names of containers that get items."""
    methods = {
        part.func.value.id
        for part in nodes_in(node)
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and part.func.attr in FILLING
        and isinstance(part.func.value, ast.Name)
    }
    return items_changed(node) | methods


def is_empty_call(value: ast.expr) -> bool:
    """Whether a call makes an empty container, as list() or defaultdict(int)."""
    if not isinstance(value, ast.Call):
        return False
    name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    return name in ("defaultdict", "Counter", "OrderedDict") or (name in ("list", "dict", "set") and not value.args)


def variables_of(node: ast.AST) -> set[str]:
    """Return the local variables of a function."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return set()
    named = {part.arg for part in walk(node.args) if isinstance(part, ast.arg)}
    bound = {part.id for part in nodes_in(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    bound |= {part.name for part in nodes_in(node) if isinstance(part, ast.ExceptHandler) and part.name}
    shared = {name for part in nodes_in(node) if isinstance(part, ast.Global) for name in part.names}
    return named | bound - shared


def items_changed(node: ast.AST) -> set[str]:
    """Return the names of containers whose items a function assigns."""
    found = set()
    for part in nodes_in(node):
        if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load):
            holder: ast.expr = part
            while isinstance(holder, ast.Subscript):
                holder = holder.value
            if isinstance(holder, ast.Name):
                found.add(holder.id)
    return found


# Objects


DRAWING = ("__str__", "__repr__")
CHANGING = frozenset({*FILLING, "pop", "remove", "clear", "discard", "popitem", "reverse", "sort"})
"""Names of methods by which containers are changed."""
CHESS_BOARD = {"push", "pop", "push_san", "push_uci", "set_piece_at", "remove_piece_at"}


def objects_changed(
    tree: ast.Module,
    nodes: Mapping[str, ast.AST],
    variables: Mapping[str, set[str]],
    reached: Mapping[str, set[str]],
    classes: Mapping[str, set[str]],
) -> list[str]:
    """Return a module's names of objects of these classes that a recursion changes by these methods."""
    kinds: dict[str, set[str]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            kind = last_of(statement.value.func)
            for target in statement.targets:
                if isinstance(target, ast.Name) and kind in classes and is_board_name(f"{target.id} {kind}"):
                    kinds.setdefault(target.id, set()).update(classes[kind])
    if not kinds:
        return []
    used: set[tuple[str, str]] = set()
    for name in within_recursion(reached):
        for node in nodes_in(nodes[name]):
            if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
                used |= {(holder_of(node), "")} - {(own, "") for own in variables[name]}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used |= {(node.value.id, node.attr)} - {(own, node.attr) for own in variables[name]}
    return [name for name, methods in kinds.items() if any((name, method) in used for method in (*methods, ""))]


def holder_of(node: ast.AST) -> str:
    """Return the name that an expression begins with: game in game.cells[0]."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def drawing_classes(tree: ast.Module) -> dict[str, set[str]]:
    """Return the classes whose objects draw themselves, each with its changing methods."""
    classes = {node.name: node for node in walk(tree) if isinstance(node, ast.ClassDef)}
    found = {name: changing_methods(name, classes) for name in classes if draws(name, classes)}
    imported = [alias.name for node in walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in walk(tree) if isinstance(node, ast.ImportFrom)]
    return {"Board": CHESS_BOARD, **found} if any(one.partition(".")[0] == "chess" for one in imported) else found


def methods_of(name: str, classes: Mapping[str, ast.ClassDef]) -> dict[str, ast.AST]:
    """Return the methods of a class, those inherited within its text included."""
    found: dict[str, ast.AST] = {}
    waiting, known = [name], {name}
    while waiting:
        node = classes[waiting.pop()]
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.setdefault(statement.name, statement)
        new = {last_of(base) for base in node.bases} & classes.keys() - known
        known |= new
        waiting += new
    return found


def draws(name: str, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Whether the objects of a class draw themselves, or hold a board that does."""
    methods = methods_of(name, classes)
    if not methods.keys().isdisjoint(DRAWING):
        return True
    held = {
        last_of(part.value.func)
        for node in methods.values()
        for part in nodes_in(node)
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Call)
        and any(isinstance(target, ast.Attribute) and is_board_name(target.attr) for target in part.targets)
    }  # fmt: skip
    return any(not methods_of(kind, classes).keys().isdisjoint(DRAWING) for kind in held & classes.keys())


def changing_methods(name: str, classes: Mapping[str, ast.ClassDef]) -> set[str]:
    """Return the methods of a class that change its objects, directly or through others."""
    methods = methods_of(name, classes)
    found = {one for one, node in methods.items() if one != "__init__" and changes_itself(node)}
    calls = {
        one: {each.attr for each in nodes_in(node) if isinstance(each, ast.Attribute) and holder_of(each) == "self"}
        for one, node in methods.items()
    }
    for _ in methods:
        found |= {method for method in methods if method != "__init__" and not found.isdisjoint(calls[method])}
    return found


def changes_itself(node: ast.AST) -> bool:
    """Whether a method changes an attribute of its object, or what is in one."""
    for part in nodes_in(node):
        is_stored = isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load)
        is_called = isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING
        if (is_stored or is_called) and holder_of(part.func if isinstance(part, ast.Call) else part) == "self":
            return True
    return False
