"""Where the value is in results of every shape: decided by what the code compares, else by the run, else not known."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest
from plyscope.model.roles import NO_VALUE, NOT_KNOWN, Proposal
from plyscope.tracer.running import debug
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search
from plyscope.usercode.value_place import open_question

from tests.full_traces import Trace

LINES = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def winner(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != '.'), None)

def free(cells):
    return [i for i in range(9) if cells[i] == '.']

def points(cells):
    return {'X': 1, 'O': -1, None: 0}[winner(cells)]
"""

TRIPLE = (
    LINES
    + """
def search(cells, depth, side):
    best = [-1, -1, -9 if side == 'X' else 9]
    if depth == 0 or winner(cells):
        return [-1, -1, points(cells)]
    for i in free(cells):
        cells[i] = side
        found = search(cells, depth - 1, 'O' if side == 'X' else 'X')
        cells[i] = '.'
        found[0], found[1] = divmod(i, 3)
        if side == 'X':
            if found[2] > best[2]:
                best = found
        else:
            if found[2] < best[2]:
                best = found
    return best
"""
)

PAIR = (
    LINES
    + """
def best(cells, is_max):
    if winner(cells) or not free(cells):
        return None, points(cells)
    chosen, top = None, -9 if is_max else 9
    for i in free(cells):
        score = best(cells[:i] + ('X' if is_max else 'O') + cells[i + 1:], not is_max)[1]
        if (is_max and score > top) or (not is_max and score < top):
            chosen, top = i, score
    return chosen, top

def move(cells, is_max):
    return best(cells, is_max)[0]
"""
)

KEYS = (
    LINES
    + """
def minimax(cells, player):
    if winner(cells) or not free(cells):
        return {'square': None, 'score': points(cells) * (1 + len(free(cells)))}
    best = {'square': None, 'score': -99 if player == 'X' else 99}
    for i in free(cells):
        found = minimax(cells[:i] + player + cells[i + 1:], 'O' if player == 'X' else 'X')
        found['square'] = i
        if player == 'X':
            if found['score'] > best['score']:
                best = found
        elif found['score'] < best['score']:
            best = found
    return best
"""
)

OBJECT = (
    LINES
    + """
class Outcome:
    def __init__(self, move, value):
        self.move, self.value = move, value

def solve(cells, maximize):
    if winner(cells) or not free(cells):
        return Outcome(0, points(cells))
    best = Outcome(0, -9 if maximize else 9)
    for i in free(cells):
        res = solve(cells[:i] + 'OX'[maximize] + cells[i + 1:], not maximize)
        if maximize and res.value > best.value or not maximize and res.value < best.value:
            best = Outcome(i, res.value)
    return best
"""
)

BY_KEY = (
    LINES
    + """
def look(cells, side):
    if winner(cells) or not free(cells):
        return -1, points(cells)
    other = 'O' if side == 'X' else 'X'
    options = [(i, look(cells[:i] + side + cells[i + 1:], other)[1]) for i in free(cells)]
    return max(options, key=lambda one: one[1]) if side == 'X' else min(options, key=lambda one: one[1])
"""
)

NESTED = (
    LINES
    + """
def go(cells, side):
    if winner(cells) or not free(cells):
        return ('end', (points(cells), 0))
    other = 'O' if side == 'X' else 'X'
    values = []
    for i in free(cells):
        _, (value, count) = go(cells[:i] + side + cells[i + 1:], other)
        values.append(value)
    return ('moved', (max(values) if side == 'X' else min(values), len(values)))
"""
)

SHAPES = [
    (TRIPLE, "search(list('.OOXXO.X.'), 3, 'O')", "[2]"),
    (PAIR, "best('.OOXXO.X.', False)", "[1]"),
    (KEYS, "minimax('.OOXXO.X.', 'O')", "['score']"),
    (OBJECT, "solve('.OOXXO.X.', False)", ".value"),
    (BY_KEY, "look('.OOXXO.X.', 'O')", "[1]"),
    (NESTED, "go('.OOXXO.X.', 'O')", "[1][0]"),
]


def read(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    return read_as_search(debug(path, call, lines=False))


def proposal(trace: Trace) -> Proposal:
    found = Proposal.of(trace)
    assert found is not None
    return found


@pytest.mark.spread(3)
@pytest.mark.parametrize(("text", "call", "item"), SHAPES, ids=["triple", "pair", "keys", "object", "key", "nested"])
def test_the_value_is_what_is_compared(tmp_path: Path, text: str, call: str, item: str) -> None:
    trace = read(tmp_path, text, call)
    found = proposal(trace)
    assert (found.item, found.readings, found.negated) == (item, (), False)
    assert trace.position.game.name == "tictactoe"
    assert trace.position.max == "x", "X takes the larger values"
    assert trace.value == -1.0 or (text is KEYS and trace.value == -3.0)
    assert findings(trace) == []


GLOBAL = (
    LINES
    + """
board = {}

def fill(text):
    for i, cell in enumerate(text):
        board[i // 3, i % 3] = cell

def cells():
    return [board[i // 3, i % 3] for i in range(9)]

def max():
    best, row, column = -2, None, None
    if winner(cells()) or not free(cells()):
        return [-points(cells()), 0, 0]
    for i in free(cells()):
        board[i // 3, i % 3] = 'O'
        [score, _, _] = min()
        if score > best:
            best, row, column = score, i // 3, i % 3
        board[i // 3, i % 3] = '.'
    return [best, row, column]

def min():
    best, row, column = 2, None, None
    if winner(cells()) or not free(cells()):
        return [-points(cells()), 0, 0]
    for i in free(cells()):
        board[i // 3, i % 3] = 'X'
        [score, _, _] = max()
        if best > score:
            best, row, column = score, i // 3, i % 3
        board[i // 3, i % 3] = '.'
    return [best, row, column]

def play(text):
    fill(text)
    return max()
"""
)


def test_functions_called_max_and_min_return_triples(tmp_path: Path) -> None:
    trace = read(tmp_path, GLOBAL, "play('.OOXXO.X.')")
    assert proposal(trace).item == "[0]"
    assert (trace.user_code.ended.text, trace.value) == ("[1, 0, 0]", 1.0)
    assert proposal(trace).roles == {"max": {"board": "board"}, "min": {"board": "board"}}, "a function has filled it"
    assert (trace.position.game.name, trace.best_move, len(trace)) == ("tictactoe", "a3", 8)
    assert findings(trace) == []


PAIRS = """
TREE = {tree}

def search(node, is_max):
    if not isinstance(node, list):
        return node, {leaf}
    found = [search(one, not is_max) for one in node]
    return max(found) if is_max else min(found)
"""


@pytest.mark.parametrize(
    ("tree", "leaf", "item", "readings"),
    [
        ("[[3, 12], [2, 4]]", "node * 2", "[0]", ()),
        ("[[3, 3], [2, 4]]", "id(node) % 7 + next(COUNT)", NOT_KNOWN, ("[0]", "[1]")),
        ("[[3, 3], [2, 4]]", "'abc'[next(COUNT) % 3]", "[0]", ()),
    ],
)
def test_whole_pairs_are_compared(tmp_path: Path, tree: str, leaf: str, item: str, readings: tuple[str, ...]) -> None:
    text = "from itertools import count\nCOUNT = count()\n" + PAIRS.format(tree=tree, leaf=leaf)
    trace = read(tmp_path, text, "search(TREE, True)")
    found = proposal(trace)
    assert (found.item, found.readings) == (item, readings)
    assert found.has_sides
    assert np.isnan(trace.column("value")).all() == (item == NOT_KNOWN)
    assert (trace.value is None) == (item == NOT_KNOWN)


OWN_ORDER = """
class State:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return {worth} < other.{of_other}

def search(depth, n, is_max):
    if depth == 0:
        return State(n)
    best = None
    for child in (2 * n, 2 * n + 1):
        value = search(depth - 1, child, not is_max)
        if best is None or (best < value if is_max else value < best):
            best = value
    return best
"""


@pytest.mark.parametrize(
    ("worth", "of_other", "item"), [("self.n * 7 % 5", "n * 7 % 5", NOT_KNOWN), ("self.n", "n", ".n")]
)
def test_objects_compared_whole_have_an_order_of_their_own(
    tmp_path: Path, worth: str, of_other: str, item: str
) -> None:
    trace = read(tmp_path, OWN_ORDER.format(worth=worth, of_other=of_other), "search(3, 1, True)")
    assert proposal(trace).item == item
    assert findings(trace) == []


def test_without_a_value_there_is_no_window(tmp_path: Path) -> None:
    text = (
        "TREE = [[3, 3], [2, 4]]\ndef search(node, alpha, beta, is_max, name=0):\n"
        "    if not isinstance(node, list):\n        return node, name\n"
        "    found = [search(one, alpha, beta, not is_max, -n) for n, one in enumerate(node)]\n"
        "    return max(found) if is_max else min(found)\n"
    )
    trace = read(tmp_path, text, "search(TREE, -9, 9, True)")
    assert proposal(trace).item == NOT_KNOWN
    assert trace.search.windows.value == "none"
    missing = "the value is not known: [0] and [1] fit; say which it is, as in --role value=[0]"
    assert str(open_question(trace)) == missing


def test_the_run_withholds_no_value_that_it_contradicts(tmp_path: Path) -> None:
    """A MIN that takes the largest value is a mistake to be found, and no reason to know nothing."""
    trace = read(tmp_path, TRIPLE.replace("found[2] < best[2]", "found[2] > -best[2]"), SHAPES[0][1])
    assert (proposal(trace).item, proposal(trace).max_texts) == ("[2]", ("'X'",))
    assert trace.value is not None


def test_without_a_comparison_the_fold_law_decides(tmp_path: Path) -> None:
    text = (
        "def larger(a, b):\n    return b if (a - b) != abs(a - b) else a\n"
        "def search(node, is_max):\n    if not isinstance(node, list):\n        return (7, node)\n"
        "    found = [search(one, not is_max)[1] for one in node]\n    top = found[0]\n"
        "    for one in found:\n        top = larger(top, one) if is_max else -larger(-top, -one)\n"
        "    return (-len(node), top)\n"
    )
    trace = read(tmp_path, text, "search([[[3, 12, 8], [2, 4]], [[14, 5, 2], [1, 9]]], True)")
    assert Proposal.of(trace) is None, "no test of the text says that this is a side"
    said = read_as_search(trace, {"search": {"is_max": "side"}})
    assert (proposal(said).item, said.value) == ("[1]", 9.0)


def test_what_returns_a_move_has_no_value(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PAIR, encoding="utf-8")
    trace = read_as_search(debug(path, "move('.OOXXO.X.', False)", ["best", "move"], lines=False))
    found = proposal(trace)
    assert (found.item, found.items) == ("[1]", {"move": NO_VALUE})
    assert np.isnan(trace.values[0])
    assert trace.values[1] == -1.0


NEGAMAX = (
    LINES
    + """
def negamax(b, d, a, be, c):
    o = 'X' if c == 'O' else 'O'
    if winner(b):
        return -10 - d
    if not free(b) or d == 0:
        return 0
    best = -100
    for m in free(b):
        v = -negamax(b[:m] + c + b[m + 1:], d - 1, -be, -a, o)
        if v > best:
            best = v
        if best > a:
            a = best
        if a >= be:
            break
    return best
"""
)


def test_a_position_called_b_is_no_bound(tmp_path: Path) -> None:
    trace = read(tmp_path, NEGAMAX, "negamax('XO..X.O..', 6, -1000, 999, 'X')")
    found = proposal(trace)
    assert found.roles["negamax"] == {"b": "board", "d": "depth", "a": "alpha", "be": "beta", "c": "side"}
    assert (found.negated, found.item) == (True, "")
    assert (trace.position.game.name, trace.value, findings(trace)) == ("tictactoe", 15.0, [])


NO_GAMES = {
    "karatsuba(1234, 5678)": """
def karatsuba(a, b):
    if a < 10 or b < 10:
        return a * b
    low = 10 ** (max(len(str(a)), len(str(b))) // 2)
    (a1, a0), (b1, b0) = divmod(a, low), divmod(b, low)
    small, large = karatsuba(a0, b0), karatsuba(a1, b1)
    middle = karatsuba(a0 + a1, b0 + b1) - small - large
    return large * low * low + middle * low + small
""",
    "merge_sort([3, 1, 4, 1, 5, 9, 2, 6], 0, 8)": """
def merge_sort(items, low, high):
    if high - low < 2:
        return items[low:high]
    middle = (low + high) // 2
    left, right = merge_sort(items, low, middle), merge_sort(items, middle, high)
    merged = []
    while left and right:
        merged.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return merged + left + right
""",
    "colour([[1, 2], [0, 2], [0, 1], []], [0, 0, 0, 0], 0, 3)": """
def colour(graph, colors, index, max_colors):
    if index == len(graph):
        return True
    for color in range(1, max_colors + 1):
        if all(colors[other] != color for other in graph[index]):
            colors[index] = color
            if colour(graph, colors, index + 1, max_colors):
                return True
            colors[index] = 0
    return False
""",
    "paint([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]], 0, 0, 1, 7)": """
def paint(grid, x, y, color, new_color):
    if not (0 <= y < 3 and 0 <= x < 4) or grid[y][x] != color:
        return 0
    grid[y][x] = new_color
    return 1 + sum(paint(grid, x + i, y + j, color, new_color) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
""",
    "carry([1, 2, 3, 2], [6, 10, 12, 7], 4, 5)": """
def carry(weights, values, n, room):
    if n == 0 or room == 0:
        return 0
    if weights[n - 1] > room:
        return carry(weights, values, n - 1, room)
    taken = values[n - 1] + carry(weights, values, n - 1, room - weights[n - 1])
    return max(taken, carry(weights, values, n - 1, room))
""",
    "queens(5, 0, [])": """
def queens(n, row, board):
    if row == n:
        return 1
    fits = lambda c: all(c != d and abs(c - d) != row - r for r, d in enumerate(board))
    return sum(queens(n, row + 1, board + [c]) for c in range(n) if fits(c))
""",
    "powers(30, 2, 1, 0, 0)": """
def powers(target, power, base, total, count):
    if total == target:
        return total, count + 1
    if total + base ** power <= target:
        total, count = powers(target, power, base + 1, total + base ** power, count)
        total -= base ** power
    if base ** power < target:
        total, count = powers(target, power, base + 1, total, count)
    return total, count
""",
    "edits('sitting', 'kit')": """
def edits(a, b):
    if not a or not b:
        return len(a) + len(b)
    return min(edits(a[1:], b) + 1, edits(a, b[1:]) + 1, edits(a[1:], b[1:]) + (a[0] != b[0]))
""",
    "highest([1, [2, [3, 7]], [4]])": """
def highest(tree):
    return max(map(highest, tree)) if isinstance(tree, list) else tree
""",
    "orders([1, 2, 3], [], [])": """
def orders(items, path, found):
    if not items:
        found.append(path[:])
    for i, one in enumerate(items):
        orders(items[:i] + items[i + 1:], path + [one], found)
    return found
""",
    "fib(8)": "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
}


@pytest.mark.spread(3)
@pytest.mark.parametrize("call", NO_GAMES)
def test_recursion_that_is_no_game(tmp_path: Path, call: str) -> None:
    trace = read(tmp_path, NO_GAMES[call], call)
    assert Proposal.of(trace) is None
    assert findings(trace) == []


def test_a_name_that_is_made_of_itself_is_followed_once(tmp_path: Path) -> None:
    text = """
def best(node, depth):
    if depth == 0:
        return node[0]
    top = -100
    for _ in range(2):
        value = -inner([node], depth - 1)
        if value > top:
            top = value
    return top

def inner(node, depth):
    node = node[0]
    best(node, depth)
    return node
"""
    trace = read(tmp_path, text, "best([5], 3)")
    assert findings(trace) == []


def test_the_value_beside_a_move_is_what_the_move_gives(tmp_path: Path) -> None:
    text = """
def search(heap, first):
    if heap == 0:
        return {'score': -1 if first else 1, 'take': 0}
    results = {}
    for take in (1, 2, 3):
        if take <= heap:
            results[take] = search(heap - take, not first)['score']
    take = max(results, key=results.get) if first else min(results, key=results.get)
    return {'score': results[take], 'take': take}
"""
    trace = read(tmp_path, text, "search(6, True)")
    assert proposal(trace).item == "['score']"


def test_integers_that_are_too_large_for_floats_are_infinite(tmp_path: Path) -> None:
    text = """
LARGE = 10**400

def search(heap, first):
    if heap == 0:
        return -LARGE if first else LARGE, 0
    found = [(search(heap - take, not first)[0], take) for take in (1, 2, 3) if take <= heap]
    return max(found) if first else min(found)
"""
    trace = read(tmp_path, text, "search(2, True)")
    assert (proposal(trace).item, trace.value) == ("[0]", inf)
