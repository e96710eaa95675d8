"""The move as the caller has it."""

import ast
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.tracer.running import debug
from plyscope.tracer.target.caller_moves import sources
from plyscope.tracer.target.injected_names import compiled, injected_objects, with_objects
from plyscope.tracer.target.log import Log
from plyscope.tracer.target.recursion import functions_in
from plyscope.tracer.target.rewriting import rewrite
from plyscope.usercode.chosen_search import best_move_of
from plyscope.usercode.reading import read_as_search


@pytest.mark.parametrize(
    ("body", "move"),
    [
        ("for m in s.moves():\n  s.push(m)\n  best = search(s)", "m"),
        ("for k, m in enumerate(s.moves()):\n  best = search(s.play(m))", "m"),
        ("for m, child in s.children():\n  best = search(child)", "m"),
        ("for i in range(3):\n  for j in range(3):\n    s[i][j] = 1\n    best = search(s)", "(i, j)"),
        ("for depth in range(3):\n  for m in s.moves():\n    best = search(s, depth)", "m"),
        ("for k in range(len(moves)):\n  m = moves[k]\n  s.make_move(m)\n  best = search(s)", "m"),
        ("for k in range(len(below)):\n  best = search(below[k])", ""),
        ("for k in range(len(below)):\n  below[k] = 1\n  best = search(below[k])", "k"),
        ("for k in range(len(s)):\n  best = search(s[k])", "k"),
        ("for k in range(len(s.below)):\n  child = s.below[k]\n  best = search(child)", ""),
        ("for k in range(len(s.cells)):\n  cell = s.cells[k]\n  best = search(s.put(k))", "k"),
        ("best = max(search(below[k]) for k in range(len(below)))", ""),
        ("while moves:\n  m = moves.pop()\n  s.push(m)\n  best = search(s)", "m"),
        ("for m in s.moves():\n  c = put(list(c), int(m), RED)\n  best = search(c)", "m"),
        ("for m in s.moves():\n  c = put(deepcopy(s), at=m, piece=piece)\n  best = search(c)", "m"),
        ("for m in s.moves():\n  c = make_move(s, int(m), piece)\n  best = search(c)", "m"),
        ("while moves:\n  m = moves.pop()\n  c = put(s, int(m), piece)\n  best = search(c)", ""),
        ("while moves:\n  m = moves.pop()\n  c = put(s, m, RED)\n  best = search(c)", "m"),
        ("best = max(search(s.play(m)) for m in s.moves())", "m"),
        ("best = max(search(s.left), search(s.right))", ""),
        ("for _ in range(3):\n  best = search(s)", ""),
    ],
)
def test_the_variable_that_holds_the_move(body: str, move: str) -> None:
    tree = ast.parse("def search(s, d=0):\n" + "\n".join(f"  {line}" for line in body.split("\n")))
    found = list(sources(tree.body[0], ("s", "d"), frozenset({"search"})))
    assert {one[1] for one in found} == {move}


def test_groups_that_are_not_rewritten_take_no_moves() -> None:
    text = "def f(s):\n  for m in s:\n    f(m)\n"
    assert functions_in(ast.parse(text))["f"].takes_move == "f"
    assert not functions_in(ast.parse("@lru_cache\n" + text))["f"].takes_move
    assert not functions_in(ast.parse("def f(n):\n  return n and f(n - 1)"))["f"].takes_move


NIM = """
class Nim:
    def __init__(self, pile):
        self.pile, self.taken = pile, []

    def push(self, count):
        self.pile -= count
        self.taken.append(count)

    def undo(self):
        self.pile += self.taken.pop()


def minimax(nim, depth, maximizing):
    if nim.pile == 0:
        return -1 if maximizing else 1
    best = -2 if maximizing else 2
    for count in (2, 1):
        if count <= nim.pile:
            nim.push(count)
            if depth > 99:
                best = minimax(nim, 0, maximizing)
            value = minimax(nim, depth - 1, not maximizing)
            nim.undo()
            best = max(best, value) if maximizing else min(best, value)
    return best
"""


def test_edges_carry_the_move_of_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(NIM, encoding="utf-8")
    trace = read_as_search(debug(path, "minimax(Nim(3), 9, True)"))
    moves = [trace.move_text(frame) for frame in range(1, len(trace))]
    assert moves == ["2", "1", "1", "2", "1", "1"]
    assert (trace.best_move, trace.format_version) == ("2", 2)
    saved = tmp_path / "nim.plytrace"
    save_trace(trace, saved)
    again = open_trace(saved)
    assert [again.move_text(frame) for frame in range(1, len(again))] == moves
    assert again.signature == trace.signature


def test_what_is_left_over_belongs_to_no_other_call(tmp_path: Path) -> None:
    path = tmp_path / "left.py"
    path.write_text(
        "def f(n, helper=None):\n"
        "    if n == 0:\n"
        "        return 0\n"
        "    for k in (7, 8):\n"
        "        try:\n"
        "            f(1 // 0)\n"
        "        except ZeroDivisionError:\n"
        "            pass\n"
        "    return again(n)\n"
        "def again(n):\n"
        "    return f(n - 1)\n",
        encoding="utf-8",
    )
    trace = debug(path, "f(2)")
    assert len(trace) == 5
    assert not len(trace.user_code.tables.move)


DRAWN = """
class Node:
    def __init__(self, name, value, children=()):
        self.name, self.value, self.children = name, value, children

    def __str__(self):
        return NAME

def largest(node, is_max):
    if not node.children:
        return node.value
    values = [largest(child, not is_max) for child in node.children]
    return max(values) if is_max else min(values)

TREE = Node("A", 0, [Node("B", 3), Node("C", 7), Node("D", 5)])
"""


@pytest.mark.parametrize(("name", "best"), [("self.name", "C"), ("'?'", None)])
def test_what_all_moves_are_drawn_as_names_none(tmp_path: Path, name: str, best: str | None) -> None:
    path = tmp_path / "drawn.py"
    path.write_text(DRAWN.replace("NAME", name), encoding="utf-8")
    trace = read_as_search(debug(path, "largest(TREE, True)"))
    assert (trace.value, best_move_of(trace)) == (7.0, best)


BETWEEN = """
def counted(function):
    def counting(n):
        return function(n)
    return counting

def f(n):
    for k in (7, 8):
        if n:
            try:
                f(n - 1)
            except RecursionError:
                pass

direct = f
def passing(n):
    return direct(n)

f(3)
"""


FAILING = """
from contextlib import suppress

def search(heap, depth):
    if heap == 0:
        return -1
    best = -9
    for take in (1, 2):
        if take <= heap:
            best = max(best, -search(heap - take, depth - 1))
    for take in (8, 9):
        CALLED
    return best

def from_outside(heap):
    return -search(heap, 3)

def root(heap):
    search(11, 3)  # from here on moves wait in their own place
    return max(map(from_outside, (heap - 1, heap - 2)))
"""
CATCHING = [
    "try: search(heap, depth, take)\n        except TypeError: pass",
    "try:\n            try: search(heap, depth, take)\n            finally: heap\n        except TypeError: pass",
    "with suppress(TypeError): search(heap, depth, take)",
]


@pytest.mark.spread(3)
@pytest.mark.parametrize("called", CATCHING)
def test_the_move_of_a_call_that_never_began_goes_with_it(tmp_path: Path, called: str) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING.replace("CALLED", called), encoding="utf-8")
    trace = debug(path, "root(5)")
    assert {trace.user_code.move_of(frame) for frame in trace.children(0)} == {""}


PASSED_ON = """
def search(heap, depth):
    if heap == 0:
        return -1
    best = -9
    for take in (1, 2):
        if take <= heap:
            try:
                value = -search(heap - take, depth - 1, take)
            except TypeError:
                value = max(-one for one in map(search, [heap - take], [depth - 1]))
            best = max(best, value)
    return best
"""
RAISING = """
def search(heap, depth):
    if heap == 0:
        return -1
    if depth == 0:
        return search(heap, depth, heap)
    return max(-search(heap - 1, depth - 1), -5)

def from_outside(heap, depth):
    try:
        return search(heap, depth)
    except TypeError:
        return -search(heap, 9)

def root(heap):
    return max(map(from_outside, (heap, heap - 1), (1, 1)))
"""


@pytest.mark.parametrize(("text", "call"), [(PASSED_ON, "search(9, 3)"), (RAISING, "root(3)")])
def test_the_expression_of_a_call_that_never_began_goes_with_it(tmp_path: Path, text: str, call: str) -> None:
    path = tmp_path / "failing.py"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, call)
    assert {int(trace.user_code.facts.site[frame]) for frame in trace.children(0)} == {-1}


@pytest.mark.parametrize(
    ("name", "moves"), [("f", [None, 7, 8]), ("counted(f)", [None] * 3), ("passing", [None] * 3), ("len", [None])]
)
def test_no_function_between_passes_a_move_on(name: str, moves: list[int | None]) -> None:
    """When the function has been called many times, its name stands for another one that calls it."""
    tree = ast.parse(BETWEEN)
    functions = functions_in(tree)
    rewrite(functions["f"], 0, guarded=False)
    log, scope = Log(BytesIO()), dict[str, Any]()
    exec(with_objects(compiled(tree, "f.py"), injected_objects(log, scope)), scope)
    log.events.clear()
    scope["f"] = eval(name, scope)
    with suppress(TypeError):
        scope["direct"](1)
    assert [move for item, move in zip(log.events, log.events[2:], strict=False) if item == (0,)] == moves
