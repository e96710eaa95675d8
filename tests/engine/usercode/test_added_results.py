"""Calls that add up what their calls returned have no side; those beside them, in the same function, have one."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.tracer.running import debug
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search

DICE = "['max', ['die', ['min', 3, 12], ['min', 8, 2]], ['die', ['min', 14, 5], ['min', 1, 6]]]"
SEARCH = """
from statistics import mean

def search(node, is_max):
    if isinstance(node, int):
        return node
    if node[0] == 'die':
        DIE
    elif is_max:
        best = -100
        for child in node[1:]:
            best = max(best, search(child, False))
    else:
        best = min(search(child, True) for child in node[1:])
    return best
"""
WAYS = {
    "+=": "best = 0\n        for child in node[1:]:\n            best += search(child, is_max) / 2",
    "a sum with itself": "best = 0\n        for child in node[1:]:\n            v = search(child, is_max)\n"
    "            best = best + 0.5 * v",
    "two terms": "return 0.5 * search(node[1], is_max) + 0.5 * search(node[2], is_max)",
    "two names": "one, other = search(node[1], is_max), search(node[2], is_max)\n        best = (one + other) / 2",
    "sum": "return sum(search(child, is_max) for child in node[1:]) / 2",
    "mean": "best = mean([search(child, is_max) for child in node[1:]])",
    "a list": "values = []\n        for child in node[1:]:\n            values.append(search(child, is_max))\n"
    "        return sum(values) / len(values)",
    "another name": "total = 0\n        for child in node[1:]:\n            total += search(child, is_max)\n"
    "        best = total / 2",
}


@pytest.mark.spread(3)
@pytest.mark.parametrize("way", WAYS)
def test_a_call_that_adds_up_results_has_no_side(tmp_path: Path, way: str) -> None:
    (tmp_path / "dice.py").write_text(SEARCH.replace("DIE", WAYS[way]), encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "dice.py", f"search({DICE}, True)"), {})
    inner = [frame for frame in range(len(trace)) if trace.sizes[frame] > 1]
    assert [trace.kinds[frame] for frame in inner] == [MAX, NO_SIDE, MIN, MIN, NO_SIDE, MIN, MIN]
    assert [trace.values[frame] for frame in inner] == [3, 2.5, 3, 2, 3, 5, 1]
    assert not findings(trace)


def test_a_sum_beside_the_best_value_takes_no_side_away(tmp_path: Path) -> None:
    text = """
def search(node, is_max):
    if isinstance(node, int):
        return node, 1
    best, nodes = (-100 if is_max else 100), 1
    for child in node:
        value, more = search(child, not is_max)
        nodes += more
        best = max(best, value) if is_max else min(best, value)
    return best, nodes
"""
    (tmp_path / "counted.py").write_text(text, encoding="utf-8")
    trace = read_as_search(
        debug(tmp_path / "counted.py", "search([[3, 12], [8, 2]], True)"), {"search": {"value": "0"}}
    )
    assert [trace.kinds[frame] for frame in range(len(trace)) if trace.sizes[frame] > 1] == [MAX, MIN, MIN]
