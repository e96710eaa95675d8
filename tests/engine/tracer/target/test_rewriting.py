"""Functions that tell of their calls do what they did before, line by line, and nothing of it is to be seen."""

from __future__ import annotations

import ast
import io
import sys
import traceback
from types import FrameType
from typing import Any

import pytest
from plyscope.tracer.target.injected_names import Codes, compiled, injected_objects, with_objects
from plyscope.tracer.target.line_tracing import follow_lines
from plyscope.tracer.target.log import FACT, LINE, RAISED, Log
from plyscope.tracer.target.plain_locals import variables_in
from plyscope.tracer.target.recursion import functions_in
from plyscope.tracer.target.rewritable import can_rewrite
from plyscope.tracer.target.rewriting import RESULT, rewrite

FILE = "theirs.py"
SHAPES = {
    "one line": ("def f(n): return n if n < 2 else f(n - 1) + f(n - 2)", "f(5)"),
    "one line and a decorator": ("def same(g): return g\n@same\ndef f(n): return n and f(n - 1)", "f(3)"),
    "nothing is returned": ('def f(n):\n    """Doc."""\n    if n:\n        f(n - 1)', "f(3)"),
    "a loop at the end": ("def f(n):\n    for one in range(n):\n        f(one)", "f(3)"),
    "both branches end": ("def f(n):\n    if n > 1:\n        f(n - 1)\n    else:\n        n = 7", "f(3)"),
    "several lines": (
        "def f(a,\n      b=2, *c, d=4, **e):\n    return (\n        a\n        and f(a - 1,\n              d=5))",
        "f(2)",
    ),
    "an early return": (
        "def f(n):\n    while True:\n        if not n:\n            return\n        return f(n - 1)",
        "f(2)",
    ),
    "names of all kinds": (
        "total = 0\ndef f(n):\n    global total\n    total += n\n    inner = lambda m: m + n\n    def g(m):\n"
        "        nonlocal n\n        n -= 1\n        return m + n\n    return inner(n) + g(n) + (f(n) if n > 0 else 0)",
        "f(3)",
    ),
    "caught": (
        "def f(n):\n    try:\n        n = 1 / n\n    except ZeroDivisionError as error:\n        n = str(error)\n"
        "    finally:\n        m = 2\n    return n",
        "f(0)",
    ),
    "a class": (
        "class A:\n    def __f(self, n):\n        return super().__hash__() * 0 if not n else self.__f(n - 1)\n"
        "    def go(self, n): return self.__f(n)",
        "A().go(2)",
    ),
    "not caught": ("def f(n):\n    m = n\n    return f(n - 1) if n else [][m]", "f(2)"),
    "a loop with a cut": (
        "def f(n, a=-9, b=9):\n    if not n:\n        return n\n    best = -9\n    for m in (3, 1, 2):\n"
        "        best = max(\n            best,\n            -f(n - 1, -b, -a),\n        )\n        a = max(a, best)\n"
        "        if a >= b:\n            break\n    else:\n        best += 0\n    return best",
        "f(3)",
    ),
    "a cut in one line": (
        "def f(n, a, b):\n    if n == 0: return 4\n    for m in range(3):\n        v = -f(n - 1, -b, -a)\n"
        "        if v >= b: return b\n        if v > a: a = v\n    return a",
        "f(3, -9, 9)",
    ),
    "a loop with a condition": (
        "def f(n, a, b):\n    i, best = 0, -9\n    while (\n        i < n\n        and a < b\n    ):\n"
        "        if (v := -f(i, -b, -a)) > best:\n            best = a = v\n        i += 1\n    else:\n"
        "        best -= 1\n    return best",
        "f(4, -9, 9)",
    ),
    "a loop without an end": (
        "def f(n):\n    it = iter([n - 1, n - 2])\n    while True:\n        m = next(it, None)\n        if m is None:\n"
        "            break\n        if m < 0 or f(m) > 7:\n            continue\n    return n",
        "f(3)",
    ),
    "any and all": (
        "def f(n):\n    if n < 1:\n        return n == 0\n    if any(\n        not f(n - k)\n"
        "        for k in (1, 2)\n    ):\n        return True\n"
        "    return all(f(n - k) for k in (2, 3)) and max([f(n - k) for k in (1, 2)], default=0)",
        "f(5)",
    ),
    "the first of them": (
        "def f(n, b=0):\n    found = next((v for v in map(int, range(n)) if f(v) >= b), None)\n"
        "    return n if found is None else found",
        "f(4)",
    ),
    "moves that are taken back": (
        "def f(board, b=1):\n    best = -9\n    for m in board[:]:\n        board.remove(m)\n        try:\n"
        "            best = max(best, -f(board))\n            if best >= b:\n                break\n        finally:\n"
        "            board.append(m)\n    return best",
        "f([1, 2, 3])",
    ),
    "an exit by an exception": (
        "class E(Exception): pass\ndef f(n, b=2):\n    v = 0\n    try:\n        for m in range(n):\n"
        "            v = max(v, f(m))\n            if v >= b:\n                raise E\n            v += 1\n"
        "    except E as b:\n        v += 0\n    return v",
        "f(4)",
    ),
    "bounds in objects": (
        "class W:\n    a = -9\n    def f(self, n, w):\n        self.best = -9\n        for m in range(n):\n"
        "            self.best = max(self.best, -W().f(m, [-w[1], -self.a, *w[2:]]))\n            w[0] = self.best\n"
        "            if w[0] >= w[1]:\n                break\n        return self.best",
        "W().f(3, [-9, 9, 'x'])",
    ),
    "bounds outside": (
        "A, B = -9, 9\ndef f(n):\n    global A, B\n    before, best = (A, B), -9\n"
        "    def g(v):\n        nonlocal best\n        best = max(best, v)\n"
        "    for m in range(n):\n        g(f(m))\n        A = max(A, best)\n"
        "        if A >= B:\n            break\n    A, B = before\n    return n - best",
        "f(4)",
    ),
    "a value that is not there": (
        "def f(n):\n    for m in range(n):\n        if m:\n            best = max(best, f(m - 1))\n"
        "        if n > 9:\n            break\n    return best",
        "f(2)",
    ),
    "a value that is deleted": (
        "def f(n):\n    best = [0]\n    for m in range(n):\n        best[0] = max(best[0], f(m))\n"
        "        if best[0] > 9:\n            break\n        del best\n        best = [m]\n    del best\n    return n",
        "f(3)",
    ),
    "arguments of all kinds": (
        "def f(n, *more, k=0, **others):\n    for m in range(n):\n        v = f(*[m], *more, k=-k, **others)\n"
        "        w = f(m, k=(\n            k\n        ))\n        if v > w:\n            return v\n    return k",
        "f(3, 1, k=2, j=3)",
    ),
    "a comparison that fails": (
        "def f(n):\n    for m in range(n):\n        if f(m) >= None:\n            break\n    return n",
        "f(2)",
    ),
    "locals": (
        "def f(n):\n    seen = sorted(locals())\n    return seen if not n else f(n - 1) + sorted(locals())",
        "f(2)",
    ),
}


def lines_of(names: set[str], code: Any, call: str) -> list[Any]:
    """Every line that is executed in functions of these names, and what becomes of the call."""
    scope: dict[str, Any] = {}
    exec(code, scope)
    lines: list[Any] = []

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_name not in names:
            return None
        if event == "line":
            lines.append((frame.f_lineno, dict(frame.f_locals)))
        return look

    sys.settrace(look)
    try:
        lines.append(eval(call, scope))
    except Exception:
        lines.append(traceback.format_exc())
    finally:
        sys.settrace(None)
    return lines


@pytest.mark.spread(3)
@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize(("text", "call"), SHAPES.values(), ids=SHAPES)
def test_calls_are_reported_and_nothing_else_changes(text: str, call: str, careful: bool) -> None:
    tree = ast.parse(text)
    found = functions_in(tree)
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} - {"same", "g", "go"}
    plain = lines_of(names, compile(ast.parse(text), FILE, "exec", dont_inherit=True), call)
    for number, one in enumerate(found.values()):
        if one.last_name in names:
            assert can_rewrite(one.node)
            rewrite(one, number, careful)
    log, codes = Log(io.BytesIO()), Codes()
    code = with_objects(compiled(tree, FILE), injected_objects(log, {}), codes)
    scope: dict[str, Any] = {}
    exec(code, scope)
    tracer = follow_lines(codes, log)
    try:
        result: Any = eval(call, scope)
    except Exception:
        result = traceback.format_exc()
    finally:
        tracer.stop()
    rows = [event for event in log.events if type(event) is tuple and event[0] == LINE]
    steps = [event for event in rows if RESULT not in variables_in(event[3])]
    assert [event[2] for event in steps] == [line for line, _ in plain[:-1]]
    assert [list(variables_in(event[3])) for event in steps] == [list(values) for _, values in plain[:-1]]
    assert result == plain[-1] or without_our_frame(result) == without_our_frame(plain[-1])
    entered = sum(1 for event in log.events if type(event) is tuple and len(event) == 1)
    left = sum(1 for event in log.events if type(event) is tuple and event[0] == RAISED)
    taken = [len(one.parameters) + bool(one.takes_move) for one in found.values() if one.last_name in names]
    arguments = sum(taken) * entered
    values = sum(1 for event in log.events if type(event) is tuple and event[0] == FACT)
    results = sum(1 for event in log.events if type(event) is not tuple) - arguments - values
    assert entered == left + results > 0


def without_our_frame(text: str) -> list[str]:
    """A traceback without the lines of this file."""
    return [line for line in text.splitlines() if FILE in line or not line.startswith("  ")]


@pytest.mark.parametrize(
    "text",
    [
        "def f(n):\n    yield n",
        'def f(n):\n    """Nothing."""',
        "async def f(n):\n    return n",
        "f = lambda n: n",
        "def f(n):\n    try:\n        return n\n    finally:\n        n.append(1)",
        "def f(n):\n    with n:\n        return n",
        "def f(n):\n    try:\n        pass\n    except ValueError:\n        for one in n:\n            return one",
    ],
)
def test_where_there_is_another_way(text: str) -> None:
    (found,) = functions_in(ast.parse(text)).values()
    assert not can_rewrite(found.node)


def test_a_return_in_an_inner_function_is_its_own() -> None:
    text = "def f(n):\n    try:\n        def h():\n            return 2\n    finally:\n        n = 1\n    return n"
    assert can_rewrite(functions_in(ast.parse(text))["f"].node)
