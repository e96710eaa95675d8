"""Two recordings as one tree: its shape checked by paths, its verdicts by the facts that `compare` prints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.comparison import Comparison, facts
from plyscope.analysis.union import (
    BOUNDS_AGREE,
    CUT_IN_A,
    CUT_IN_B,
    ONLY_A,
    ONLY_B,
    SAME,
    VALUE_DIFFERS,
    WINDOW_DIFFERS,
    Union,
)
from plyscope.files.sources import load
from plyscope.layout.rows import Rows

from tests.engine.analysis.test_linked_cursors import PAIRS, paths_of
from tests.full_traces import record
from tests.trees import as_text, inner_nested

MORE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    *PAIRS,
    ("sample:connectfour/chapter-7-story", {"algorithm": "pvs", "depth": 4}, {"algorithm": "alphabeta", "depth": 5}),
    ("sample:hexline/endgame-8", {"algorithm": "minimax", "limit": 500}, {"algorithm": "alphabeta"}),
    ("sample:hexline/endgame-8", {"algorithm": "alphabeta"}, {"algorithm": "minimax", "limit": 500}),
    ("sample:connectfour/chapter-7-story", {"algorithm": "tutorial-max"}, {"algorithm": "tutorial-sum"}),
]


@pytest.fixture(params=MORE, ids=lambda pair: f"{pair[0]} {pair[1]['algorithm']} {pair[2]['algorithm']}")
def union(request: pytest.FixtureRequest) -> Union:
    source, first, second = request.param
    return Union(Comparison(record(load(source), **first), record(load(source), **second)))


@pytest.mark.spread(3, 1)
def test_it_has_every_frame_of_either_once(union: Union) -> None:
    paths = paths_of(union)
    assert len(set(paths)) == len(paths)
    assert set(paths) == {*paths_of(union.a), *paths_of(union.b)}
    for trace, nodes in ((union.a, union.nodes_a), (union.b, union.nodes_b)):
        assert [paths[node] for node in nodes] == paths_of(trace)


def test_it_is_a_tree_in_preorder_that_keeps_the_order_of_a(union: Union) -> None:
    parent, size, ply = (union.column(name).astype(np.int64) for name in ("parent", "size", "ply"))
    nodes = np.arange(len(union))
    assert size[0] == len(union)
    assert (parent[1:] < nodes[1:]).all()
    assert (ply[1:] == ply[parent[1:]] + 1).all()
    assert ((nodes + size)[1:] <= (nodes + size)[parent[1:]]).all()
    assert (np.diff(union.nodes_a) > 0).all()
    children = np.bincount(parent[1:], weights=size[1:], minlength=len(union)).astype(np.int64)
    assert (children + 1 == size).all()


@pytest.mark.spread(3)
def test_its_verdicts_are_counted_as_compare_counts_them(union: Union) -> None:
    found = facts(union.comparison)
    counts = np.bincount(union.verdicts, minlength=8)
    assert counts[SAME] == found["same"]
    assert counts[BOUNDS_AGREE] == found["bounds_agree"]
    assert counts[VALUE_DIFFERS] == found["value_differs"]
    assert counts[WINDOW_DIFFERS] == found["window_differs"]
    assert counts[CUT_IN_A] == found["pruned_in_a"]
    assert counts[CUT_IN_B] == found["pruned_in_b"]
    assert counts[ONLY_A] + counts[CUT_IN_B] == found["only_a"]
    assert counts[ONLY_B] + counts[CUT_IN_A] == found["only_b"]


def test_a_node_has_the_value_move_and_position_that_its_frames_have(union: Union) -> None:
    for node in range(0, len(union), max(1, len(union) // 300)):
        trace, frame = union.speaker(node)
        assert union.move_text(node) == trace.move_text(frame)
        assert list(union.state(node)) == list(trace.state(frame))
        assert union.value_text(node) == trace.value_text(frame)
        assert (union.bound_of(node), union.interval_of(node)) == (trace.bound_of(frame), trace.interval_of(frame))
        values = union.values_of(node)
        assert union.is_undecided(node) or union.value_text(node) in values


def test_it_names_the_moves_that_neither_tries(union: Union) -> None:
    for node in range(0, len(union), max(1, len(union) // 300)):
        pruned, tried = union.pruned_texts(node), [union.move_text(child) for child in union.children(node)]
        assert len(pruned) == union.skips[node] == len(union.pruned_moves(node))
        assert not set(pruned) & set(tried)


def test_exactly_the_equal_subtrees_are_omitted(union: Union) -> None:
    hidden = np.zeros(len(union), np.bool_)
    for top in union.same_throughout.tolist():
        below = slice(top, top + union.sizes[top])
        assert not hidden[below].any()
        hidden[below] = True
    differs = union.verdicts != SAME
    assert not (hidden & differs).any()
    above = differs.copy()
    for node in range(len(union) - 1, 0, -1):
        above[union.parents[node]] |= above[node]
    assert (hidden == ~above)[1:].all()


def test_it_can_be_laid_out_like_any_recording(union: Union) -> None:
    rows = Rows(union)
    assert sum(len(row) for row in rows.rows) == len(union)
    assert union.facts.is_best.dtype == np.bool_
    assert not union.facts.cutoff.any()


@given(tree=inner_nested, order=st.sampled_from(["given", "reverse"]))
def test_random_trees(tree: Any, order: str) -> None:
    position = load("tree:" + as_text(tree))
    a, b = record(position, algorithm="alphabeta"), record(position, algorithm="pvs", order=order)
    union = Union(Comparison(a, b))
    assert set(paths_of(union)) == {*paths_of(a), *paths_of(b)}
    for node in range(len(union)):
        assert len(union.pruned_texts(node)) == union.skips[node]
