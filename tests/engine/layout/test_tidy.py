"""Nodes of a drawn tree never overlap, parents stand over their children, and the work grows with the tree."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from plyscope.layout.tidy import tidy


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], list[float]]:
    count = draw(st.integers(1, 60))
    parents = [-1] + [draw(st.integers(0, node - 1)) for node in range(1, count)]
    widths = [draw(st.sampled_from([1.0, 2.0, 5.5])) for _ in range(count)]
    return parents, widths


def plies_of(parents: list[int]) -> list[int]:
    plies: list[int] = []
    for parent in parents:
        plies.append(plies[parent] + 1 if parent >= 0 else 0)
    return plies


@given(trees())
def test_nodes_of_a_ply_keep_their_order_and_their_distance(tree: tuple[list[int], list[float]]) -> None:
    parents, widths = tree
    places, plies = tidy(parents, widths, gap=0.5), plies_of(parents)
    for ply in range(max(plies) + 1):
        # In the order in which a walk from the top comes by.
        row = [node for node in walk(parents) if plies[node] == ply]
        for left, right in pairwise(row):
            assert places[right] - places[left] >= (widths[left] + widths[right]) / 2 + 0.5 - 1e-9


@given(trees())
def test_parents_stand_over_the_middle_of_their_children(tree: tuple[list[int], list[float]]) -> None:
    parents, widths = tree
    places = tidy(parents, widths)
    for node in range(len(parents)):
        children = [child for child, parent in enumerate(parents) if parent == node]
        if children:
            assert abs(places[node] - (places[children[0]] + places[children[-1]]) / 2) < 1e-9


@given(trees())
def test_the_leftmost_edge_is_at_0(tree: tuple[list[int], list[float]]) -> None:
    parents, widths = tree
    edges = [place - width / 2 for place, width in zip(tidy(parents, widths), widths, strict=True)]
    assert abs(min(edges)) < 1e-9


@given(trees())
def test_siblings_stand_as_close_as_they_can(tree: tuple[list[int], list[float]]) -> None:
    """Between neighbours under one parent some two nodes of one ply touch."""
    parents, widths = tree
    places, plies = tidy(parents, widths), plies_of(parents)
    for node in range(len(parents)):
        children = [child for child, parent in enumerate(parents) if parent == node]
        for right in range(1, len(children)):
            before = [below for child in children[:right] for below in subtree(parents, child)]
            after = subtree(parents, children[right])
            distances = [
                places[b] - widths[b] / 2 - places[a] - widths[a] / 2
                for a in before
                for b in after
                if plies[a] == plies[b]
            ]
            assert abs(min(distances)) < 1e-9


def subtree(parents: list[int], top: int) -> list[int]:
    found = {top}
    for node, parent in enumerate(parents):
        if parent in found:
            found.add(node)
    return sorted(found)


def walk(parents: list[int], node: int = 0) -> list[int]:
    found = [node]
    for child, parent in enumerate(parents):
        if parent == node:
            found += walk(parents, child)
    return found


def test_a_path_and_a_wide_fan() -> None:
    assert tidy([-1, *range(4_999)], [1.0] * 5_000) == [0.5] * 5_000
    assert tidy([-1, 0, 0, 0], [1.0] * 4) == [1.5, 0.5, 1.5, 2.5]
    assert tidy([], []) == []


@given(trees(), st.data())
def test_content_beside_a_node_overlaps_nothing(tree: tuple[list[int], list[float]], data: st.DataObject) -> None:
    parents, widths = tree
    beside = data.draw(st.lists(st.floats(0, 9), min_size=len(parents), max_size=len(parents)))
    places, plies = tidy(parents, widths, 0.0, beside), plies_of(parents)
    for right in range(len(parents)):
        for left in range(right):
            if plies[left] == plies[right]:
                first, second = sorted((left, right), key=places.__getitem__)
                ends = places[first] + widths[first] / 2 + beside[first]
                assert ends <= places[second] - widths[second] / 2 + 1e-9
