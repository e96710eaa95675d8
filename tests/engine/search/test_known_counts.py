"""Numbers that are published, or were counted by others, or follow from a formula."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.analysis.stats import endings
from plyscope.files.sources import load

from tests.full_traces import record


@pytest.fixture(scope="module")
def full():  # type: ignore[no-untyped-def]
    return record("tictactoe:", "minimax")


def test_the_whole_of_tictactoe(full) -> None:  # type: ignore[no-untyped-def]
    assert (len(full), full.leaves, full.value) == (549_946, 255_168, 0)
    assert endings(full) == {"x": 131_184, "o": 77_904, "draw": 46_080}
    by_ply = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert np.bincount(full.column("ply")).tolist() == by_ply


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("score", "cut", "fail", "frames"),
    [
        ("result", ">=", "soft", 18_297),
        ("result", ">", "soft", 146_120),
        ("result", ">", "hard", 304_155),
        ("sooner", ">=", "soft", 20_866),
        ("sooner", ">", "soft", 125_500),
        ("sooner", ">", "hard", 287_676),
    ],
)
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax"])
def test_alphabeta_on_the_empty_board(algorithm: str, score: str, cut: str, fail: str, frames: int) -> None:
    trace = record("tictactoe:", algorithm, score=score, cut=cut, fail=fail)
    assert (len(trace), trace.value) == (frames, 0)


def test_three_free_squares_by_hand() -> None:
    position = load("tictactoe:.OO/XXO/.X. o", max="o")
    trace = record(position, "maxmin")
    assert trace.column("parent").tolist() == [-1, 0, 0, 2, 3, 2, 5, 0]
    assert trace.column("ply").tolist() == [0, 1, 1, 2, 3, 2, 3, 1]
    assert trace.column("size").tolist() == [8, 1, 5, 2, 1, 2, 1, 1]
    assert trace.column("kind").tolist() == [1, 0, 0, 1, 0, 1, 0, 0]
    assert trace.column("value").tolist() == [1] * 8
    assert (trace.best_move, trace.pv) == ("a3", ["a3"])
    pruned = record(position, "alphabeta")
    assert (len(pruned), pruned.cutoffs, pruned.pruned) == (6, 1, 1)
    assert pruned.pruned_texts(2) == ["c1"]
    assert (pruned.alphas[3], pruned.value_text(2)) == (1, "≤1")
    assert len(record(position, "alphabeta", cut=">")) == 8


def test_the_nine_leaf_tree() -> None:
    trace = record("tree:[[9,8,7],[6,5,4],[3,2,1]]")
    leaves = trace.column("value")[trace.facts.is_leaf].tolist()
    assert (trace.value, leaves) == (7, [9, 8, 7, 6, 3])
    assert trace.root_moves == [("1", 7, "exact", 4), ("2", 6, "at most", 2), ("3", 3, "at most", 2)]


def test_the_figure_of_a_textbook() -> None:
    trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    assert (trace.value, trace.best_move, trace.pv) == (3, "1", ["1", "1"])
    assert trace.pruned_texts(5) == ["2", "3"]
    assert (trace.pruned, trace.cutoffs) == (2, 2), "the second cutoff comes with the last leaf and prunes nothing"


def ordered_tree(branching: int, depth: int, value: int, maximizing: bool) -> str:
    """A tree whose first move is best at every node: the others are worse by one."""
    if depth == 0:
        return str(value)
    worse = value - 1 if maximizing else value + 1
    children = [ordered_tree(branching, depth - 1, value, not maximizing)]
    children += [ordered_tree(branching, depth - 1, worse, not maximizing)] * (branching - 1)
    return "[" + ",".join(children) + "]"


@pytest.mark.parametrize(("branching", "depth"), [(1, 5), (2, 1), (2, 6), (3, 3), (3, 6), (4, 5), (5, 4)])
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax"])
def test_a_perfectly_ordered_tree_has_the_least_leaves(branching: int, depth: int, algorithm: str) -> None:
    """Knuth and Moore: b^⌈d/2⌉ + b^⌊d/2⌋ - 1."""
    trace = record("tree:" + ordered_tree(branching, depth, 0, True), algorithm)
    assert trace.leaves == branching ** -(-depth // 2) + branching ** (depth // 2) - 1


@pytest.mark.parametrize(
    ("algorithm", "depth", "frames"),
    [("alphabeta", 6, 1_249), ("alphabeta", 8, 12_574), ("minimax", 6, 137_257)],
)
def test_connect_four_to_a_depth(algorithm: str, depth: int, frames: int) -> None:
    assert len(record("connectfour:", algorithm, depth=depth)) == frames


def test_depth_counts_plies_below_the_root() -> None:
    flat = record("tictactoe:", "alphabeta", depth=1)
    assert (len(flat), flat.column("ply").max()) == (10, 1)
    root = record("tictactoe:", "alphabeta", depth=0)
    assert (len(root), root.column("status").tolist()) == (1, [2])
    over = record("tictactoe:XXX/OO./...")
    assert (len(over), over.column("status").tolist(), over.value) == (1, [1], 1)
