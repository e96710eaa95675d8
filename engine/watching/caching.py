"""Somebody's text with a cache on some of its functions, as `functools.cache` right above them would have it.

The file on the disk stays as it is; what runs is a copy of its text.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from engine.messages import InputError
from engine.watching.inside.recursion import functions_in
from engine.watching.own_text import OwnText

CACHE = '@__import__("functools").cache'


def with_cache(own: OwnText, names: Sequence[str]) -> OwnText:
    """The text with a cache on the functions of these names."""
    lines = own.text.splitlines(keepends=True)
    places = []
    for name in names:
        node = own.functions[name].node
        if isinstance(node, ast.Lambda):
            raise InputError("{name} is a lambda, and no cache can stand above it", name=name)
        places.append((node.lineno, node.col_offset))
    for line, indent in sorted(places, reverse=True):
        lines.insert(line - 1, f"{' ' * indent}{CACHE}\n")
    text = "".join(lines)
    return replace(own, text=text, functions=functions_in(ast.parse(text)))
