"""Which `return`s may give what an earlier call has kept, by the text alone."""

from __future__ import annotations

import ast

import pytest
from plyscope.usercode.stored_results import kept_names, returns_of_stored, returns_under_tests
from plyscope.usercode.window_places import facts_in

SEARCH = """
TABLE = {}
SEEN = {}

def look(key):
    return TABLE.get(key)

def keep(key, value):
    TABLE[key] = value

def search(node, best=0):
    BEGIN
        return RESULT
    for one in node:
        best = max(best, -search(one))
    END
    return best
"""
READS = 13
"""The line of the first `return` of the search."""


@pytest.mark.parametrize(
    ("begin", "result", "end", "lines"),
    [
        ("if node in TABLE:", "TABLE[node]", "TABLE[node] = best", [READS]),
        ("if node in TABLE:", "0", "TABLE[node] = best", [READS]),
        ("if node not in TABLE:", "0", "TABLE[node] = best", []),
        ("if TABLE.get(node) is None:", "0", "TABLE[node] = best", []),
        ("if node in TABLE:\n        best = 1\n    else:", "0", "TABLE[node] = best", []),
        ("if found := TABLE.get(node):", "found", "TABLE[node] = best", [READS]),
        ("if not node:", "look(node)", "keep(node, best)", [READS]),
        ("if not node:", "look(node)", "TABLE[node] = len(node)", []),
        ("if node in SEEN:", "0", "SEEN[node] = True", []),
        ("if not node:", "max(0, search(TABLE[node]))", "TABLE[node] = best", []),
    ],
)
def test_a_return_that_reads_what_a_call_has_kept(begin: str, result: str, end: str, lines: list[int]) -> None:
    text = SEARCH.replace("BEGIN", begin).replace("RESULT", result).replace("END", end)
    found = returns_of_stored(text, facts_in(text, ("search",), False))
    assert found.get("search", []) == lines


def test_names_under_which_results_outlive_their_calls() -> None:
    text = (
        SEARCH.replace("BEGIN", "if not node:").replace("RESULT", "0").replace("END", "node.value = keep(node, best)")
    )
    assert kept_names(text, facts_in(text, ("search",), False)).names == {"TABLE", "value"}


def test_the_tests_above_a_return_with_their_outcomes() -> None:
    text = """
def search(node):
    if not node:
        return 0
    elif node.depth:
        while node.left:
            return 1
        else:
            return 2
    else:
        def inner():
            return 3
    for one in node:
        if one:
            return 4
"""
    found = [
        (one.value and ast.unparse(one.value), [(ast.unparse(test), holds) for test, holds in tests])
        for one, tests in returns_under_tests(ast.parse(text).body[0])
    ]
    assert found == [
        ("0", [("not node", True)]),
        ("1", [("not node", False), ("node.depth", True), ("node.left", True)]),
        ("2", [("not node", False), ("node.depth", True)]),
        ("4", [("one", True)]),
    ]
