"""How many calls the loop of a frame would make, from the text and the arguments alone."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from plyscope.tracer.target.recursion import functions_in
from plyscope.usercode.due_calls import calls_due
from plyscope.usercode.search_text import FunctionText

HELPERS = """
def free(board):
    found = []
    for y in range(2):
        for x in range(2):
            if board[y][x] == 0:
                found.append((y, x))
    return found
"""
BOARD = [[0, 1], [0, 0]]


def due(body: str, names: dict[str, Any]) -> int | None:
    text = f"{HELPERS}\ndef search({', '.join(names)}):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    tree = ast.parse(text)
    function = FunctionText(functions_in(tree)["search"].node, frozenset({"search"}))
    loop = function.loops[0]
    assert isinstance(loop, ast.For)
    return calls_due(tree, function, loop, names, {"SIZE": 2})


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("for move in free(board):\n    board[move[0]][move[1]] = 1\n    search(board)", 3),
        (
            "for y in range(SIZE):\n    for x in range(SIZE):\n        if board[y][x] == 0:\n            search(board)",
            3,
        ),
        ("for i in range(4):\n    if board[i // 2][i % 2]:\n        continue\n    search(board)", 3),
        (
            "some = [m for m in free(board) if m[0]]\nfor m in sorted(some):\n    new = after(board)\n    search(new)",
            2,
        ),
        ("moves = free(board)\nmoves.pop()\nfor m in moves:\n    search(board)", None),
        ("moves = free(board)\nmoves = moves[:1]\nfor m in moves:\n    search(board)", None),
        ("board[0][0] = 1\nfor m in free(board):\n    search(board)", None),
        ("for m in candidates(board):\n    search(board)", None),
        ("for m in free(board):\n    if is_good(m):\n        search(board)", None),
    ],
)
def test_the_moves_of_a_frame(body: str, count: int | None) -> None:
    assert due(body, {"board": BOARD}) == count
