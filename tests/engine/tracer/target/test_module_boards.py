"""Which variables of a module are boards that its functions search on."""

from __future__ import annotations

import ast

import pytest
from plyscope.model import board_texts
from plyscope.tracer.target import module_boards
from plyscope.tracer.target.recursion import functions_in

SEARCH = "def f(n):\n    put(n)\n    return f(n - 1)\ndef put(n):\n    board[n] = 'X'\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("board = [0] * 9\n" + SEARCH, ("board",)),
        ("board = {1: ' ', 2: ' '}\n" + SEARCH, ("board",)),
        ("board = make()\n" + SEARCH, ("board",)),
        ("the_grid = [[0]]\ndef f(n):\n    the_grid[n][n] += 1\n    return f(n)", ("the_grid",)),
        ("board = [1]\ndef f(n):\n    del board[n]\n    return f(n)", ("board",)),
        ("board = []\n" + SEARCH, ()),
        ("board = dict()\n" + SEARCH, ()),
        ("memo = [0] * 9\n" + SEARCH.replace("board", "memo"), ()),
        ("board = [0] * 9\ndef f(board):\n    board[0] = 1\n    return f(board)", ()),
        ("board = [0] * 9\ndef f(n):\n    board = [n]\n    board[0] = 1\n    return f(board)", ()),
        ("board = [0] * 9\ndef f(n):\n    return f(board[n])", ()),
        ("board = [0] * 9\ndef f(n):\n    return f(n)\ndef g():\n    board[0] = 1", ()),
    ],
)
def test_boards_outside(text: str, names: tuple[str, ...]) -> None:
    assert functions_in(ast.parse(text))["f"].outside == names


def test_the_target_knows_the_same_names_of_boards_as_the_engine() -> None:
    """The target's package may import nothing of the engine, so the list stands twice."""
    assert module_boards.BOARD_NAMES == board_texts.BOARD_NAMES
