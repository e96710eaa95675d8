from __future__ import annotations

import json
from typing import Any

import numpy as np
import plyscope
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.games.random_trees import Constraints, random_tree

from tests import full_traces

SEEDS = st.integers(-(2**40), 2**40)


def recorded(text: str) -> plyscope.Trace:
    return full_traces.record(f"tree:{text}", algorithm="alphabeta", cut=">=")


def leaves(tree: Any) -> list[int]:
    return [leaf for child in tree for leaf in leaves(child)] if isinstance(tree, list) else [tree]


def depths(tree: Any, ply: int = 0) -> set[int]:
    return set().union(*(depths(child, ply + 1) for child in tree)) if isinstance(tree, list) else {ply}


def widths(tree: Any) -> set[int]:
    return {len(tree)}.union(*map(widths, tree)) if isinstance(tree, list) else set()


@given(SEEDS, st.integers(0, 3))
def test_the_recorder_finds_the_promised_number_of_cuts(seed: int, cuts: int) -> None:
    trace = recorded(random_tree(Constraints(depth=(2, 3), branching=(2, 3), cuts=cuts), seed))
    assert int(np.count_nonzero(trace.column("skipped"))) == cuts
    assert trace.cutoffs == cuts


@given(SEEDS)
def test_a_cut_above_the_leaves_leaves_out_a_whole_branch(seed: int) -> None:
    text = random_tree(Constraints(depth=(3, 4), branching=(2, 3), cuts=3, cut_above=True), seed)
    trace = recorded(text)
    cut = np.flatnonzero(trace.column("skipped"))
    assert len(cut) == 3
    last_inner_ply = max(depths(json.loads(text))) - 1
    assert trace.column("ply")[cut].min() < last_inner_ply


@given(SEEDS, st.integers(1, 3), st.integers(0, 2), st.integers(1, 3), st.integers(0, 3))
def test_depth_branching_and_values_stay_in_range(
    seed: int, shallowest: int, deeper: int, fewest: int, more: int
) -> None:
    constraints = Constraints((shallowest, shallowest + deeper), (fewest, fewest + more), (-20, 30))
    tree = json.loads(random_tree(constraints, seed))
    assert min(depths(tree)) >= shallowest
    assert max(depths(tree)) <= shallowest + deeper
    assert widths(tree) <= set(range(fewest, fewest + more + 1))
    assert all(-20 <= leaf <= 30 for leaf in leaves(tree))


@given(SEEDS)
def test_distinct_values_are_distinct(seed: int) -> None:
    found = leaves(json.loads(random_tree(Constraints((3, 3), (3, 3), (1, 27), distinct=True), seed)))
    assert sorted(found) == list(range(1, 28))


def test_the_same_seed_gives_the_same_tree_and_another_seed_another() -> None:
    expected = Constraints(depth=(3, 3), cuts=2)
    assert random_tree(expected, 7) == random_tree(expected, 7)
    assert len({random_tree(expected, seed) for seed in range(20)}) > 15


def test_the_tree_of_a_seed_never_changes() -> None:
    expected = Constraints(depth=(3, 3), branching=(2, 2), cuts=2, cut_above=True)
    assert random_tree(expected, 1) == "[[[4,5],[8,0]],[[0,5],[3,5]]]"


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize(
    ("constraints", "complaint"),
    [
        (Constraints(depth=(3, 2)), "it must rise"),
        (Constraints(depth=(0, 2)), "between 1 and 12"),
        (Constraints(branching=(2, 99)), "between 1 and 20"),
        (Constraints(depth=(10, 12), branching=(5, 5)), "at least 9765625 leaves"),
        (Constraints(depth=(2, 2), branching=(3, 3), values=(1, 8), distinct=True), "cannot all differ"),
        (Constraints(cuts=-1), "0 or more"),
        (Constraints(depth=(3, 3), cuts=0, cut_above=True), "both cannot be"),
        (Constraints(depth=(1, 2), cut_above=True), "a depth of 3"),
        (Constraints(depth=(1, 1), cuts=1), "random trees has 1 as"),
        (Constraints(depth=(2, 2), branching=(2, 2), cuts=5), "random trees has 5 as"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(constraints: Constraints, complaint: str) -> None:
    with pytest.raises(plyscope.InputError, match=complaint):
        random_tree(constraints, 1)
