"""Small trees laid out whole: as they are given, whatever the search does."""

from __future__ import annotations

import pytest
from plyscope import load
from plyscope.layout.whole_tree import WholeTree, whole_tree

from tests.full_traces import record

TEXTBOOK = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def leaves_of(tree: WholeTree) -> list[float | None]:
    return [node.given for node in sorted(tree.nodes, key=lambda node: node.x) if not node.children]


def laid_out(source: str, algorithm: str = "alphabeta", **options: object) -> WholeTree:
    tree = whole_tree(record(load(source), algorithm, **options))
    assert tree is not None
    return tree


@pytest.mark.parametrize("order", ["given", "reverse", "center"])
@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "negamax"])
def test_a_given_tree_is_laid_out_as_it_is_given(algorithm: str, order: str) -> None:
    tree = laid_out(TEXTBOOK, algorithm, order=order)
    assert leaves_of(tree) == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert [node.x for node in tree.nodes if not node.children and node.ply == 2] != []
    places = sorted(node.x for node in tree.nodes if not node.children)
    assert places == [0.5 + place for place in range(9)], "all leaves are equally wide"
    assert (tree.leaves, tree.plies) == (9, 3)
    assert tree.nodes[0].x == 4.5


def test_pruned_nodes_belong_to_the_frame_that_passed_over_them() -> None:
    tree = laid_out(TEXTBOOK)
    untried = [node for node in tree.nodes if node.frame < 0]
    assert [node.given for node in untried] == [4, 6]
    assert [tree.nodes[node.parent].frame for node in untried] == [5, 5]
    assert {node.owner for node in untried} == {5}
    assert [node.move for node in untried] == tree.trace.pruned_moves(5)


def test_what_lies_under_a_pruned_move_is_laid_out_as_far_as_the_search_looks() -> None:
    source = "tree:[[3,[1,2]],[2,[[7,8],[9,9]]]]"
    whole = laid_out(source)
    assert leaves_of(whole) == [3, 1, 2, 2, 7, 8, 9, 9]
    below = [node for node in whole.nodes if node.frame < 0 and len(node.path) > 1]
    assert below
    assert all(whole.nodes[node.parent].path == node.path[:-1] for node in below)
    named = '{"children":[{"children":[3,{"value":5,"children":[1,2]}]},{"children":[2,{"value":4,"children":[8,9]}]}]}'
    shallow = laid_out(f"tree:{named}", depth=2)
    assert leaves_of(shallow) == [3, 5, 2, 4], "below the horizon there is nothing to draw"
    assert shallow.plies == 3


def test_elsewhere_a_pruned_move_is_one_leaf_behind_those_tried() -> None:
    tree = laid_out("tictactoe:.OO/XXO/.X. o")
    trace = tree.trace
    for node in tree.nodes:
        if node.frame < 0:
            assert (node.children, node.given, len(node.path)) == ([], None, 1)
    assert sum(node.frame < 0 for node in tree.nodes) == trace.pruned
    assert sorted(node.frame for node in tree.nodes if node.frame >= 0) == list(range(len(trace)))


def test_each_call_of_a_move_that_is_searched_again_has_its_place() -> None:
    tree = laid_out("sample:tree/probes", "pvs")
    assert sorted(tree.by_frame) == list(range(len(tree.trace)))
    again = [frame for frame in range(len(tree.trace)) if tree.trace.is_again(frame)]
    assert again
    for frame in again:
        place = tree.nodes[tree.nodes[tree.by_frame[frame]].parent].children.index(tree.by_frame[frame])
        before = tree.nodes[tree.nodes[tree.by_frame[frame]].parent].children[place - 1]
        assert tree.trace.moves[tree.nodes[before].frame] == tree.trace.moves[frame]


def test_what_is_hidden_has_no_place_and_a_large_tree_no_layout() -> None:
    trace = record(load(TEXTBOOK), "minimax")
    shown = whole_tree(trace, frozenset({0, 1, 5, 6, 7, 8}))
    assert shown is not None
    assert [node.frame for node in shown.nodes] == [0, 1, 5, 6, 7, 8]
    assert whole_tree(record("tictactoe:")) is None
    assert whole_tree(trace, most=12) is None
    assert whole_tree(trace, most=13) is not None
