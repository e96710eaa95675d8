"""Running a search's text with the functions of a position in place of the names it imports."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

from plyscope.model.position import FIRST, Rules, State, bind

MAX_SIDE = FIRST
NAMES_MODULE = "plyscope.search.names"


def to_move(s: State) -> int:
    """Stand for the game's function of that name, which takes its place."""
    raise NotImplementedError


def max_to_move(s: State) -> bool:
    """Whether it is MAX's turn; bound to a game by `asking_side`."""
    return to_move(s) == MAX_SIDE


def asking_side(rules: Rules, max_side: int) -> Callable[[State], bool]:
    """Return the function that says of a game's states whether it is MAX's turn."""
    return bind([max_to_move], {"to_move": rules.to_move, "MAX_SIDE": max_side})["max_to_move"]


def run_text(text: str, file: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Run a search's text and return its scope, with `names` in place of the stand-ins it imports."""
    code, aliases = compiled(text, file)
    scope: dict[str, Any] = {"__name__": file}
    exec(code, scope)
    for alias, name in aliases.items():
        scope[alias] = names[name]
    return scope


def parameters_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]


@lru_cache(maxsize=64)
def compiled(text: str, file: str) -> tuple[CodeType, Mapping[str, str]]:
    """Return the text's code, and the stand-ins it imports: the name it uses -> the name it stands for."""
    tree = ast.parse(text)
    aliases = {
        imported.asname or imported.name: imported.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == NAMES_MODULE
        for imported in node.names
    }
    return compile(tree, f"<{file}>", "exec"), aliases


@lru_cache(maxsize=64)
def calls_with_moves_alone(text: str, file: str) -> bool:
    """Whether a search calls its functions only with a move on the board, wherever one is played.

    Then `undo` need not be watched, which would take a fiftieth of the time of a recording.
    """
    own = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    moving = {alias: name for alias, name in compiled(text, file)[1].items() if name in ("play", "undo")}
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
        named = [one for one in called if isinstance(one, ast.Name)]
        names = [one.id for one in sorted(named, key=lambda one: (one.lineno, one.col_offset))]
        last = ""
        for name in names if any(moving.get(one) == "play" for one in names) else ():
            last = moving.get(name, last)
            if name in own and last != "play":
                return False
    return True
