"""Arguments that are the same object as in a call above, as far as the text makes that certain."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.shared_objects import SharedObjects
from plyscope.text.listing import as_text, listing
from plyscope.tracer.running import debug

SAME = """
def walk(board, depth, path):
    if depth == 0:
        return 0
    board[depth] = 1
    found = walk(board, depth - 1, path + [depth])
    board[depth] = 0
    return found
"""


def holders(tmp_path: Path, text: str, call: str, name: str) -> list[int]:
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    (tmp_path / "mine.py").write_text("", encoding="utf-8")
    trace = debug(file, call, ["walk"], lines=False)
    shared = SharedObjects(trace.text, trace.user_code, trace.parents)
    return [shared.first_holder(frame, name) for frame in range(len(trace))]


def test_a_board_that_is_passed_on_is_the_same_list(tmp_path: Path) -> None:
    assert holders(tmp_path, SAME, "walk([0] * 4, 3, [])", "board") == [-1, 0, 0, 0]
    assert holders(tmp_path, SAME, "walk([0] * 4, 3, [])", "path") == [-1] * 4, "each call makes a list of its own"
    assert holders(tmp_path, SAME, "walk((0,), 0, [])", "board") == [-1]


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("board[depth] = 1", "board = list(board)"),
        ("board[depth] = 1", "for board in [board]: pass"),
        ("found = walk(board, depth - 1, path + [depth])", "found = walk(list(board), depth - 1, path)"),
        ("found = walk(board, depth - 1, path + [depth])", "found = walk(*[board, depth - 1, path])"),
        ("found = walk(board, depth - 1, path + [depth])", "found = (lambda: walk(board, depth - 1, path))()"),
        ("found = walk(board, depth - 1, path + [depth])", "found = helper(board, depth - 1, path)"),
        ("found = walk(board, depth - 1, path + [depth])", "found = max(map(walk, [board], [depth - 1], [path]))"),
        ("def walk", "@copied\ndef walk"),
        ("def walk", "import mine\n\ndef walk"),
        ("def walk", "walk_on = 'walk'\n\ndef walk"),
    ],
)
def test_nothing_is_said_where_it_could_be_another_one(tmp_path: Path, old: str, new: str) -> None:
    helpers = """
def copied(function):
    return lambda board, depth, path: function(list(board), depth, path)


def helper(board, depth, path):
    return walk(list(board), depth, path)

"""
    found = holders(
        tmp_path,
        helpers * ("helper" in new or "copied" in new) + SAME.replace(old, new),
        "walk([0] * 4, 3, [])",
        "board",
    )
    assert set(found) == {-1}


def test_the_listing_says_which_call_has_the_same_list(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(SAME, encoding="utf-8")
    trace = debug(file, "walk([0] * 4, 2, [])", ["walk"], lines=False)
    lines = list(as_text(trace, listing(trace)))
    assert [line.strip() for line in lines if "same" in line] == ["board: the same list as in frame 0"] * 2


SEARCH = """
class Search:
    def __init__(self, n):
        self.board = [0] * n
        self.names = {"a": "[,(", "b": 1}
        self.n, self.last = n, []

    def walk(self, path):
        self.n -= 1
        self.last = [self.n]
        return self.walk(path) if self.n else 0
"""


def shared(tmp_path: Path, text: str) -> list[list[tuple[str, str, int]]]:
    file = tmp_path / "search.py"
    file.write_text(text, encoding="utf-8")
    trace = debug(file, "Search(2).walk([])", ["walk"], lines=False)
    return [list(trace.shared_objects.of(frame)) for frame in range(len(trace))]


def test_attributes_that_are_not_assigned_again_are_the_same_objects(tmp_path: Path) -> None:
    first, second = shared(tmp_path, SEARCH)
    assert first == []
    expected = [("self.board", "[0, 0]", 0), ("self.names", "{'a': '[,(', 'b': 1}", 0), ("path", "[]", 0)]
    assert second == expected


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("self.last = [self.n]", "self.board = list(self.board)", {"self.names", "self.last", "path"}),
        ("self.last = [self.n]", "vars(self).clear", {"path"}),
        ("self.walk(path)", "self.other().walk(path)", {"path"}),
        ("self.walk(path)", "Search.walk(self, path)", set()),
    ],
)
def test_nothing_is_said_of_attributes_that_may_be_others(tmp_path: Path, old: str, new: str, left: set[str]) -> None:
    text = SEARCH + "    def other(self):\n        return self\n"
    _, second = shared(tmp_path, text.replace(old, new))
    assert {name for name, _, _ in second} == left


GAME = """
class State:
    def __init__(self, cells):
        self.cells = cells

class Game:
    def __init__(self, board):
        self.board, self.path, self.state = board, [], State({1: 2})

class Move:
    def __init__(self, game, square):
        self.square = [square]

def walk(game, depth):
    game.path = game.path + [depth]
    move = Move(game, depth)
    return 0 if depth == 0 else walk(game, depth - 1)
"""
SHARED = ["game", "game.board", "game.state", "game.state.cells"]


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("old", "new", "shared"),
    [
        ("", "", SHARED),
        ("self.square = [square]", "game.board = list(game.board)", [one for one in SHARED if "board" not in one]),
        ("self.square = [square]", "game.state.cells = {}", [one for one in SHARED if "cells" not in one]),
        ("move = Move(game, depth)", "setattr(game, 'board', [])", ["game"]),
        ("else walk(game", "else walk(Game(game.board)", []),
    ],
)
def test_attributes_of_an_object_that_is_passed_on(tmp_path: Path, old: str, new: str, shared: list[str]) -> None:
    file = tmp_path / "program.py"
    file.write_text(GAME.replace(old, new) if old else GAME, encoding="utf-8")
    trace = debug(file, "walk(Game([0, 1]), 2)", ["walk"], lines=False)
    assert [(name, holder) for name, _, holder in trace.shared_objects.of(2)] == [(name, 0) for name in shared]


PASSED_ATTRIBUTE = """
class Game:
    def __init__(self):
        self.board = [0] * 4

def solve(game, depth):
    return walk(game.board, depth, game)

def walk(board, depth, game):
    board[depth] = 1
    found = walk(board, depth - 1, game) if depth % 2 else solve(game, depth - 1) if depth else 0
    board[depth] = 0
    return found
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", [-1, 0, 0, -1, 0]),
        ("board[depth] = 1", "game.board = board[:]", [-1, -1, 1, -1, -1]),
        ("walk(game.board,", "walk(game.board[:],", [-1, -1, 1, -1, -1]),
        ("self.board = [0] * 4", "self.cells = [0] * 4\n    board = property(lambda self: self.cells[:])",
         [-1, -1, 1, -1, -1]),
    ],
)  # fmt: skip
def test_an_attribute_that_is_passed_on_is_the_same_list(
    tmp_path: Path, old: str, new: str, expected: list[int]
) -> None:
    file = tmp_path / "program.py"
    file.write_text(PASSED_ATTRIBUTE.replace(old, new, 1) if old else PASSED_ATTRIBUTE, encoding="utf-8")
    trace = debug(file, "solve(Game(), 3)", ["walk", "solve"], lines=False)
    shared = SharedObjects(trace.text, trace.user_code, trace.parents)
    assert [trace.function_name(frame) for frame in range(5)] == ["solve", "walk", "walk", "solve", "walk"]
    assert [shared.first_holder(frame, "board") for frame in range(5)] == expected
