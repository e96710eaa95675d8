"""What calls depend on beside their arguments: named where it may change between calls, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.trace_file import save_trace
from plyscope.tracer.running import debug

from tests.full_traces import Cursor, Trace

PERMUTATIONS = """
def permutations(items):
    found, path, used = [], [], [False] * len(items)

    def go(depth):
        if depth == len(items):
            found.append(path[:])
            return
        for i in range(len(items)):
            if not used[i]:
                used[i] = True
                path.append(items[i])
                go(depth + 1)
                path.pop()
                used[i] = False

    go(0)
    return found
"""
COUNTED = (
    "calls = 0\ndef fib(n):\n    global calls\n    calls += 1\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
)
SAVED = (
    "memo = {}\ndef fib(n):\n    if n in memo:\n        return memo[n]\n"
    "    memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)\n    return memo[n]\n"
)
LOSSY = SAVED.replace("def fib(n)", "def fib(n, k=1)").replace("fib(n - 1)", "fib(n - 1, k + 1)")
CONSTANT = (
    "import math\nPRICES = {1: 1, 2: 5, 3: 8}\nNAMES = ('a', 'b')\nLIMIT = 4\n"
    "def price(n):\n    return PRICES.get(n, 0)\n"
    "def cut(n):\n    if n == 0 or n > LIMIT * math.inf or NAMES[0] == '':\n        return 0\n"
    "    return max(price(i) + cut(n - i) for i in range(1, n + 1))\n"
)
BOARD = (
    "board = [0] * 3\ndef fill(n=0):\n    if n == 3:\n        return sum(board)\n    best = 0\n    for i in (1, 2):\n"
    "        board[n] = i\n        best = max(best, fill(n + 1))\n        board[n] = 0\n    return best\n"
)
BY_METHOD = BOARD.replace("board[n] = i", "place(board, n, i)").replace("board", "row")
BY_METHOD += "def place(cells, n, i):\n    cells[n] = i\n"
RANDOM = (
    "import random\ndef walk(n):\n    return 0 if n == 0 else random.choice((1, 2)) + walk(n - 1) + 0 * walk(n - 1)\n"
)
OBJECT = (
    "class Config:\n    depth = 1\nconfig = Config()\ndef go(n):\n    if n == 0:\n        return config.depth\n"
    "    config.depth += 1\n    return go(n - 1) + go(n - 1)\n"
)
METHOD = (
    "class Walker:\n    def __init__(self):\n        self.path = []\n    def go(self, n):\n        if n == 0:\n"
    "            return len(self.path)\n        self.path.append(n)\n        return self.go(n - 1) + self.go(n - 1)\n"
)
ITERATOR = (
    "def take(items, n):\n    return 0 if n == 0 else next(items) + take(items, n - 1) + 0 * take(items, n - 1)\n"
)
CAUGHT = (
    "def read(n):\n    try:\n        return [3, 5][n]\n    except IndexError as e:\n        return len(str(e))\n"
    "def best(n):\n    return read(n) if n > 2 else max(best(n + 1), best(n + 2))\n"
)

PROGRAMS = [
    (PERMUTATIONS, "permutations([1, 2, 3])", ("found", "path", "used")),
    (COUNTED, "fib(5)", ("calls",)),
    (SAVED, "fib(5)", ()),
    (LOSSY, "fib(5)", ("memo",)),
    (CONSTANT, "cut(4)", ()),
    (BOARD, "fill()", ()),
    (BY_METHOD, "fill()", ("row",)),
    (RANDOM, "walk(3)", ("random",)),
    (OBJECT, "go(2)", ("config",)),
    (METHOD, "Walker().go(3)", ()),
    (CAUGHT, "best(0)", ()),
    ("def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n", "fib(5)", ()),
]


def recorded(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    return Trace.of(debug(path, call, lines=False))


@pytest.mark.spread(3)
@pytest.mark.parametrize(("text", "call", "names"), PROGRAMS, ids=[call for _, call, _ in PROGRAMS])
def test_names_from_outside_that_may_change(tmp_path: Path, text: str, call: str, names: tuple[str, ...]) -> None:
    trace = recorded(tmp_path, text, call)
    assert set(trace.user_code.depends_on or ()) == set(names)
    assert trace.user_code.has_equal_calls == (not names)
    save_trace(trace, tmp_path / "kept.plytrace")
    opened = Trace.open(tmp_path / "kept.plytrace")
    assert opened.user_code.depends_on == trace.user_code.depends_on


def test_a_table_that_is_imported_may_change(tmp_path: Path) -> None:
    (tmp_path / "tables.py").write_text("mem = {}\nworth = [3, 1, 2]\n", encoding="utf-8")
    text = (
        "import copy\nfrom tables import mem, worth\n"
        "def search(n):\n    mem[n] = copy.copy(worth)[n % 3] + mem.get(n - 1, 0)\n"
        "    return mem[n] if n < 2 else max(search(n - 1), search(n - 2))\n"
    )
    assert recorded(tmp_path, text, "search(4)").user_code.depends_on == ("mem",)


def test_the_state_of_an_iterator_is_not_seen(tmp_path: Path) -> None:
    trace = recorded(tmp_path, ITERATOR, "take(iter([1, 2, 3, 4, 5, 6, 7, 8]), 3)")
    assert trace.user_code.depends_on == ()
    assert not trace.user_code.has_equal_calls


def test_the_sentence_says_only_what_is_known(tmp_path: Path) -> None:
    for text, call, words in (
        (PERMUTATIONS, "permutations([1, 2, 3])", "is called with the same arguments as frame"),
        (PROGRAMS[-1][0], "fib(5)", "is called: the same call as frame"),
    ):
        trace = recorded(tmp_path, text, call)
        cursor = Cursor(trace)
        said = [str(cursor.sentence)]
        while cursor.into():
            said.append(str(cursor.sentence))
        assert any(words in sentence for sentence in said)
        assert not any("same" in sentence and words not in sentence for sentence in said)
