"""Which functions decide by the results of several calls of a recursive function."""

from __future__ import annotations

import ast
from textwrap import indent

import pytest
from plyscope.tracer.target.recursion import functions_in

SEARCH = "def search(b, d):\n    return max(search(b, d - 1) for m in b) if d else 0\n"
"""What the bodies below call."""
DECIDING = [
    "best = -9\nfor m in b:\n    b.push(m)\n    v = search(b, 2)\n    b.pop()\n    if v > best:\n        best = v\n"
    "return best",
    "best = -9\nfor i in b:\n    for j in b:\n        v = search(b, 2)\n        if best < v:\n"
    "            best, move = v, (i, j)\n"
    "b[move] = 'O'",
    "best = -9\nfor m in b:\n    best = max(best, search(b, 2))\nb[0] = best",
    "return max(b, key=lambda m: search(b + [m], 2))",
    "b.sort(key=lambda m: search(b, 2))\nreturn b[0]",
    "return [search(b, n) for n in b].index(1)",
    "values = []\nfor m in b:\n    values.append(search(b, 2))\nreturn values.index(max(values))",
    "values = {}\nfor m in b:\n    values[m] = -search(b, 2)\nreturn values",
    "values = {}\nfor m in b:\n    v = search(b, 2)\n    values[m] = v\nreturn values",
    "values = []\nfor m in b:\n    v = search(b, 2)\n    values.append((v, m))\nreturn max(values)[1]",
    "for start in b:\n    if search(start, 2):\n        return start\nreturn None",
]
OTHERS = [
    "return search(b, 2)[1]",
    "for m in b:\n    print(search(b, 2))",
    "for m in b:\n    assert search(b, 2) == m",
    "while b:\n    v = search(b, 2)\n    if v > b[0]:\n        b.pop()\nreturn b",
    "while b:\n    for m in b:\n        v = search(b, 2)\n        if v > b[0]:\n            b.pop()\nreturn b",
    "for turn in b:\n    best = -9\n    for m in b:\n        v = search(b, 2)\n        if v > best:\n"
    "            best = v\n    b.append(best)\nreturn b",
    "for turn in b:\n    v, m = search(b, 2)\n    b[m] = 'X'\nreturn b",
    "for m in b:\n    search(m, 2)\nreturn b",
    "for m in b:\n    yield [search(m, 2)]",
]


def decides(body: str) -> bool:
    functions = functions_in(ast.parse(f"{SEARCH}def decide(b):\n{indent(body, '    ')}\n"))
    assert functions["search"].decides == -1
    return functions["decide"].decides == functions["search"].group


@pytest.mark.parametrize("body", DECIDING)
def test_a_function_decides_by_the_results_of_a_loop(body: str) -> None:
    assert decides(body)


@pytest.mark.parametrize("body", OTHERS)
def test_a_sequence_of_calls_is_no_decision(body: str) -> None:
    """One call, results that are only shown or passed on, and loops that play a whole game."""
    assert not decides(body)
