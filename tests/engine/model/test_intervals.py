"""What a recording is said to prove is held against the true value of every node of a tree."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope import Trace, load, record
from plyscope.model.intervals import intervals
from plyscope.search import SEARCHES

from tests import naive
from tests.examples import examples
from tests.trees import as_text, nested

SOUND = sorted(set(SEARCHES) - {"accumulate"})


def node_at(tree: Any, trace: Trace, frame: int) -> Any:
    """The part of the tree that a frame stands on."""
    for child in trace.path(frame):
        tree = tree[int(child) - 1]
    return tree


@examples(60)
@given(tree=nested, side=st.sampled_from(["first", "second"]), limit=st.integers(1, 40) | st.none())
def test_no_interval_excludes_the_true_value(tree: Any, side: str, limit: int | None) -> None:
    position = load("tree:" + as_text(tree), max=side)
    for algorithm in SOUND:
        trace = record(position, algorithm, limit=limit)
        low, high = intervals(trace)
        for frame in range(len(trace)):
            value = naive.minimax(node_at(tree, trace, frame), trace.kinds[frame] == 1)
            assert low[frame] <= value <= high[frame], (algorithm, frame)
        if trace.complete:
            assert trace.interval == (trace.value, trace.value)


@pytest.mark.parametrize(
    ("source", "options", "interval"),
    [
        ("tictactoe:.OO/XXO/.X. o", {}, (-1, -1)),
        ("tictactoe:", {"limit": 3}, (-1, 1)),
        ("tictactoe:", {"score": "ten", "limit": 3}, (-10, 10)),
        ("tree:[3,[1,2]]", {"algorithm": "minimax", "limit": 2}, (3, inf)),
        ("tree:[3,[1,2]]", {"algorithm": "accumulate"}, (6, 6)),
    ],
)
def test_the_root_of_a_recording(source: str, options: dict[str, Any], interval: tuple[float, float]) -> None:
    assert record(source, **options).interval == interval
