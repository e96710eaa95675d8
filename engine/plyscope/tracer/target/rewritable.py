"""Which functions can be rewritten so that their own code records their calls."""

from __future__ import annotations

import ast

from .syntax import last_of, nodes_in

SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)
GUARDING = (ast.Try, getattr(ast, "TryStar", ast.Try), ast.With)
CACHES = frozenset({"cache", "lru_cache"})


def can_rewrite(node: ast.AST) -> bool:
    """Whether a function may be rewritten: a plain one with a body that ends when it returns."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(part, SUSPENDING) for part in nodes_in(node)):
        return False
    if len(node.body) == 1 and ast.get_docstring(node, clean=False) is not None:
        return False
    guarding = (part for part in nodes_in(node) if isinstance(part, GUARDING))
    return not any(isinstance(inner, ast.Return) for one in guarding for inner in nodes_in(one))


def is_saved(node: ast.AST) -> bool:
    """Whether a decorator puts a cache around a function."""
    return any(last_name(one) in CACHES for one in getattr(node, "decorator_list", ()))


def last_name(decorator: ast.expr) -> str:
    """Return the last name of a decorator."""
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return last_of(decorator)
