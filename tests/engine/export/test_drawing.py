"""Drawings in plain numbers, held against the recordings that they are of."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise

import pytest
from plyscope.export.drawing import MARGIN, Drawing, Figure, Look, Shape, draw, height_of
from plyscope.export.extent import Extent
from plyscope.export.node_texts import NAMES, Role, width_of
from plyscope.export.selection import Selection
from plyscope.model.columns import HORIZON, TABLE, TERMINAL
from plyscope.model.declaration import MAX
from plyscope.model.steps import Steps

from tests.full_traces import Trace, record

SOURCES = (
    "sample:tictactoe/hebrew",
    "sample:tree/nine-leaves",
    "sample:hexline/three-left",
    "tictactoe:XO./.X./..O",
    'tree:[{"name":"a very long name of a move","children":[3,-1e9]},{"name":"b","children":[2,123456.7]},7]',
)
EXTENTS = (Extent(), Extent(boards=True), Extent(windows=True, boards=True), Extent(depth=2, stubs=False))


@cache
def recorded(source: str) -> Trace:
    return record(source, "alphabeta")


def drawn(source: str, **asked: object) -> Drawing:
    return draw(Selection(recorded(source), Extent(**asked)))  # type: ignore[arg-type]


def reach(figure: Figure) -> tuple[float, float]:
    """From where to where a node and all that is written at it go."""
    wide = max(8.0 if figure.look is Look.STUB else 14.0, figure.board.width / 2 if figure.board else 0.0)
    left, right = figure.x - wide, figure.x + wide
    for label in figure.labels:
        length = width_of(label.text, label.letter_size, bold=label.style.bold)
        start = label.x - length / 2 if label.is_centred else label.x
        left, right = min(left, start), max(right, start + length)
    return left, right


@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("source", SOURCES)
def test_nothing_lies_over_its_neighbour_and_all_is_on_the_page(source: str, extent: Extent) -> None:
    drawing = draw(Selection(recorded(source), extent))
    plies: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for figure in drawing.figures:
        plies[figure.node.ply].append(reach(figure))
        left, right = reach(figure)
        assert left >= 0
        assert right <= drawing.width
        assert figure.y - height_of(figure.shape, figure.look) / 2 >= MARGIN
        assert figure.bottom <= drawing.height
    for row in plies.values():
        assert all(before[1] <= after[0] + 1 for before, after in pairwise(row))


@pytest.mark.parametrize("source", SOURCES)
def test_shapes_say_the_side_and_where_the_search_stopped(source: str) -> None:
    trace = recorded(source)
    for figure in drawn(source).figures:
        given = figure.node.given
        if given is not None:
            assert (figure.look, figure.shape is Shape.SQUARE) == (Look.PRUNED, given.is_leaf)
            continue
        if figure.node.is_stub:
            assert (figure.look, figure.shape in (Shape.UP, Shape.DOWN)) == (Look.STUB, True)
            continue
        frame = figure.node.frame
        if trace.statuses[frame] in (TERMINAL, HORIZON):
            assert figure.shape is Shape.SQUARE
        else:
            assert figure.shape is (Shape.UP if trace.kinds[frame] == MAX else Shape.DOWN)
        assert figure.look is Look.DONE


@pytest.mark.parametrize("source", SOURCES)
def test_edges_lead_from_every_parent_to_every_child(source: str) -> None:
    trace, drawing = recorded(source), drawn(source, boards=True)
    figures = {figure.node.number: figure for figure in drawing.figures}
    assert sorted(edge.number for edge in drawing.edges) == [number for number in figures if number]
    for edge in drawing.edges:
        child = figures[edge.number]
        parent = figures[child.node.parent]
        assert (edge.x, edge.y) == (parent.x, parent.bottom)
        assert (edge.to_x, edge.to_y) == (child.x, child.y - height_of(child.shape, child.look) / 2)
    best = {figures[edge.number].node.frame for edge in drawing.edges if edge.look is Look.BEST}
    assert best == {frame for frame in range(1, len(trace)) if trace.facts.is_best[frame]}
    assert sum(edge.look is Look.STUB for edge in drawing.edges) == trace.pruned
    looks = [edge.look for edge in drawing.edges]
    assert looks == sorted(looks, key=[Look.FUTURE, Look.STUB, Look.DONE, Look.BEST, Look.OPEN].index)


@pytest.mark.spread(2)
@pytest.mark.parametrize("source", SOURCES[:4])
def test_nothing_moves_from_step_to_step(source: str) -> None:
    trace = recorded(source)
    whole = drawn(source, windows=True)
    places = {figure.node.number: (figure.x, figure.y) for figure in whole.figures}
    steps = Steps(trace)
    for step in range(0, steps.count, max(1, steps.count // 12)):
        for hides in (False, True):
            at = drawn(source, windows=True, step=step, hides_future=hides, all_steps=True)
            assert (at.width, at.height) == (whole.width, whole.height)
            assert {figure.node.number: (figure.x, figure.y) for figure in at.figures}.items() <= places.items()
            assert len(at.figures) == len(whole.figures) or hides


@pytest.mark.parametrize("source", SOURCES[:2])
def test_a_step_has_one_current_node_and_a_pale_future(source: str) -> None:
    trace = recorded(source)
    steps = Steps(trace)
    for step in range(steps.count - 1):
        drawing = drawn(source, step=step)
        now = [figure.node.frame for figure in drawing.figures if figure.is_now]
        assert now == [steps.at(step).frame]
        for figure in drawing.figures:
            if not figure.node.is_stub:
                assert (figure.look is Look.FUTURE) == (steps.enter(figure.node.frame) > step)
            if figure.look is Look.FUTURE:
                assert {label.role for label in figure.labels} <= {Role.GIVEN, Role.PALE_NAME, Role.LEAF_NAME}
        stacked = {figure.node.frame for figure in drawing.figures if figure.look is Look.OPEN or figure.is_now}
        assert stacked == set(trace.ancestors(steps.at(step).frame))
    assert not any(figure.is_now for figure in drawn(source).figures)


def test_a_move_is_severed_when_it_is_cut_and_not_before() -> None:
    trace = recorded("sample:tree/nine-leaves")
    steps = Steps(trace)
    for step in range(steps.count):
        drawing = drawn("sample:tree/nine-leaves", step=step)
        severed = {figure.node.parent for figure in drawing.figures if figure.node.number in {
            edge.number for edge in drawing.edges if edge.look is Look.STUB}}  # fmt: skip
        frames = {drawing.figures[number].node.frame for number in severed}
        cuts = {frame: steps.back([*trace.children(frame)][-1]) for frame in range(len(trace)) if trace.skips[frame]}
        assert frames == {frame for frame, cut in cuts.items() if cut is not None and cut <= step}


def test_open_calls_say_what_they_know_so_far() -> None:
    trace = recorded("sample:tree/nine-leaves")
    steps = Steps(trace)
    back = steps.back(1)
    assert back is not None
    [root] = [figure for figure in drawn("sample:tree/nine-leaves", step=back).figures if figure.node.frame == 0]
    assert [label.text for label in root.labels if label.role is Role.BOUND] == ["≥7"]
    [root, *_] = drawn("sample:tree/nine-leaves", step=1).figures
    assert [label.text for label in root.labels] == ["?", "A"]


def test_values_that_find_no_room_stand_beside_their_nodes() -> None:
    trace = record("tree:[[-1234567.5],[2]]")
    roles = {figure.node.frame: [(label.text, label.role) for label in figure.labels]
             for figure in draw(Selection(trace, Extent())).figures}  # fmt: skip
    assert roles[0] == [("2", Role.VALUE), ("A", Role.NAME)]
    assert roles[1] == [("B", Role.NAME), ("−1.23M", Role.BESIDE)]


def test_what_is_not_drawn_is_counted_under_its_node() -> None:
    trace = recorded("sample:tree/nine-leaves")
    figures = draw(Selection(trace, Extent(depth=1))).figures
    more = [label.text for figure in figures for label in figure.labels if label.role is Role.MORE]
    assert more == [f"… {trace.sizes[child] - 1}" for child in trace.children(0)]


def test_notes_and_windows_are_beside_the_node() -> None:
    trace = recorded("sample:tree/nine-leaves")
    note = "This is where it is decided, and nobody would have thought so before they had seen it"
    extent = Extent(windows=True, notes={1: note})
    figure = next(figure for figure in draw(Selection(trace, extent)).figures if figure.node.frame == 1)
    said = [(label.text, label.role) for label in figure.labels]
    assert ("α −∞", Role.WINDOW) in said
    assert ("β ∞", Role.WINDOW) in said
    assert " ".join(text for text, role in said if role is Role.NOTE).startswith("This is where it is decided, and")


def test_a_subtree_says_which_move_led_to_it() -> None:
    root = drawn("sample:tictactoe/hebrew", root=1).figures[0]
    move = recorded("sample:tictactoe/hebrew").shown_move_to(1)
    assert [label.text for label in root.labels if label.y < root.y - 17] == [move]
    root = drawn('tree:[{"name":"left","children":[1,2]},3]', root=1).figures[0]
    assert [label.text for label in root.labels if label.x < root.x - 17] == ["left"]


def test_nodes_have_their_names_and_edges_no_moves() -> None:
    trace, drawing = recorded("sample:tree/textbook"), drawn("sample:tree/textbook")
    assert all(edge.label is None for edge in drawing.edges)
    named = {label.text: figure for figure in drawing.figures for label in figure.labels if label.role in NAMES}
    assert list(named) == ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]
    assert all(trace.name_of(figure.node.frame) == name for name, figure in named.items() if figure.node.frame >= 0)


def test_a_name_that_an_author_gave_twice_stays_on_the_edges() -> None:
    two = '{"name":"%s","children":[{"name":"left","value":1},{"name":"right","value":2}]}'
    drawing = drawn(f"tree:[{two % 'a'},{two % 'b'}]")
    assert sorted(edge.label.text for edge in drawing.edges if edge.label) == ["left", "left", "right", "right"]
    names = [label.text for figure in drawing.figures for label in figure.labels if label.role in NAMES]
    assert names == ["A", "a", "a1", "a2", "b", "b1", "b2"]


def test_a_pruned_leaf_carries_its_number_and_is_told_only_when_it_is_cut() -> None:
    """Its square is as large as the others from the first step on."""
    source = "sample:tree/textbook"
    steps = Steps(recorded(source))
    cut = steps.back(6)
    for step in range(steps.count):
        drawing = drawn(source, step=step)
        found = {label.text: figure for figure in drawing.figures for label in figure.labels if label.role in NAMES}
        edges = {edge.number: edge.look for edge in drawing.edges}
        for name, number in (("C2", "4"), ("C3", "6")):
            leaf = found[name]
            assert [label.text for label in leaf.labels if label.role is Role.GIVEN] == [number]
            assert leaf.shape is Shape.SQUARE
            is_cut = cut is not None and cut <= step
            assert leaf.look is (Look.PRUNED if is_cut else Look.FUTURE)
            assert edges[leaf.node.number] is (Look.STUB if is_cut else Look.FUTURE)
            if step == 0:
                beside = found["D1"]
                assert (leaf.look, leaf.shape, leaf.y) == (beside.look, beside.shape, beside.y)


def test_what_is_given_below_a_pruned_move_of_a_small_tree_is_drawn() -> None:
    source = "tree:[[[3,5]],[[2,1],[[7,8],9]]]"
    trace, drawing = recorded(source), drawn(source)
    edges = {edge.number: edge.look for edge in drawing.edges}
    given = [figure for figure in drawing.figures if figure.node.given]
    texts = [[label.text for label in figure.labels] for figure in given]
    assert texts == [["F"], ["G"], ["7", "G1"], ["8", "G2"], ["9", "F2"]]
    assert [edges[figure.node.number] for figure in given] == [Look.STUB, *[Look.GHOST] * 4]
    assert len(drawing.figures) == len(trace) + len(given)
    assert [node.given for node in Selection(trace, Extent())] == [None] * (len(trace) + trace.pruned)
    assert len(drawn(source, depth=2).figures) == 6
    large = recorded(f"tree:[[5,5],[3,[{','.join(['1'] * 70)}],2]]")
    assert [[label.text for label in figure.labels] for figure in draw(Selection(large, Extent())).figures[-2:]] == [
        ["D"], ["2", "C3"],
    ]  # fmt: skip


def test_edges_to_what_a_table_has_answered_are_dashed() -> None:
    drawing = draw(Selection(record("sample:tictactoe/same-board"), Extent(stubs=False)))
    status = {figure.node.number: figure.node.status for figure in drawing.figures}
    dashed = [edge.number for edge in drawing.edges if edge.look is Look.GHOST]
    assert dashed
    assert {status[number] for number in dashed} == {TABLE}
