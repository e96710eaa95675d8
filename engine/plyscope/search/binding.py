"""Running a search's text with the functions of a position in place of the names it imports."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

NAMES_MODULE = "plyscope.search.names"


def run_text(text: str, file: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Runs a search's text and puts `names` in place of the stand-ins it imports, under the text's own aliases."""
    code, aliases = compiled(text, file)
    scope: dict[str, Any] = {"__name__": file}
    exec(code, scope)
    for alias, name in aliases.items():
        scope[alias] = names[name]
    return scope


@lru_cache(maxsize=64)
def compiled(text: str, file: str) -> tuple[CodeType, Mapping[str, str]]:
    """The text's code, and the stand-ins it imports: the name it uses -> the name it stands for."""
    tree = ast.parse(text)
    aliases = {
        imported.asname or imported.name: imported.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == NAMES_MODULE
        for imported in node.names
    }
    return compile(tree, f"<{file}>", "exec"), aliases
