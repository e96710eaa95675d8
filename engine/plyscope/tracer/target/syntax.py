"""The nodes of a text as the module `ast` gives them, in a third of its time: a text is walked through many times."""

from __future__ import annotations

import ast
from collections.abc import Iterator

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def children_of(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly below a node."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """Return a node and all below it, level by level."""
    found = [node]
    for one in found:
        found += children_of(one)
    return found


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def last_of(node: ast.AST) -> str:
    """Return a name, or the last one of an attribute: pop of self.history.pop; empty for all else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def nodes_in(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over the nodes of a function, without nested functions and classes."""
    waiting = children_of(node)[::-1]
    while waiting:
        child = waiting.pop()
        if not isinstance(child, SCOPES):
            yield child
            waiting += children_of(child)[::-1]
