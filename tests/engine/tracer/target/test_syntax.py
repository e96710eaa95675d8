"""The nodes of a text are those that the module `ast` gives, in its order."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from plyscope.tracer.target import syntax


@pytest.mark.parametrize("file", [Path(syntax.__file__), Path(__file__)], ids=lambda path: path.name)
def test_nodes_come_as_from_ast(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert syntax.walk(tree) == list(ast.walk(tree))
    assert all(syntax.children_of(node) == list(ast.iter_child_nodes(node)) for node in ast.walk(tree))


def test_nested_functions_are_left_out() -> None:
    (function,) = ast.parse("def f(a):\n    def g(b): return c\n    return lambda d: e").body
    names = {
        one.arg if isinstance(one, ast.arg) else one.id
        for one in syntax.nodes_in(function)
        if isinstance(one, ast.arg | ast.Name)
    }
    assert names == {"a"}
