"""Which variables of a module are boards that its functions search on."""

from __future__ import annotations

import ast

import pytest
from plyscope.model import board_texts
from plyscope.tracer.target import module_boards
from plyscope.tracer.target.recursion import functions_in

SEARCH = "def f(n):\n    put(n)\n    return f(n - 1)\ndef put(n):\n    board[n] = 'X'\n"

GAME = """class Game:
    def put(self, n):
        self.cells[n] = "X"
    def undo(self):
        self.put(0)
    def is_over(self):
        return not self.cells
    def __str__(self):
        return str(self.cells)
"""
MOVES = "def f(n):\n    game.undo()\n    return f(n - 1)\n"


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
        (GAME + "game = Game()\n" + MOVES, ("game",)),
        (GAME + "g = Game()\n" + MOVES.replace("game.undo()", "g.cells[n] = 1"), ("g",)),
        (
            "class G:\n    def __init__(self):\n        self.game = Game()\n" + GAME + "game = G()\ndef f(n):\n"
            "    game.game.put(n)\n    game.n = 1\n    return f(n)",
            ("game",),
        ),
        ("import chess\nboard = chess.Board()\n" + MOVES.replace("game.undo()", "board.push(n)"), ("board",)),
        (GAME + "game = Game()\n" + MOVES.replace("undo", "is_over"), ()),
        (GAME.replace("__str__", "text") + "game = Game()\n" + MOVES, ()),
        (GAME.replace("Game", "Tally") + "tally = Tally()\n" + MOVES.replace("game", "tally"), ()),
        (GAME + "game = Game()\ndef f(game):\n    game.undo()\n    return f(game)", ()),
        (GAME + "game = Game()\ndef f(n):\n    return game.is_over() or f(n)\ndef g():\n    game.undo()", ()),
    ],
)
def test_boards_outside(text: str, names: tuple[str, ...]) -> None:
    assert functions_in(ast.parse(text))["f"].outside == names


def test_the_target_knows_the_same_names_of_boards_as_the_engine() -> None:
    """The target's package may import nothing of the engine, so the list stands twice."""
    assert module_boards.BOARD_NAMES == board_texts.BOARD_NAMES
