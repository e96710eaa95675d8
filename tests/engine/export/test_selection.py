"""What is chosen of a recording to be written: a subtree, a depth, a path, a moment; counted before it is made."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.export.extent import Extent
from plyscope.export.selection import Node, Selection, State
from plyscope.messages import InputError
from plyscope.model.columns import OPEN

from tests.full_traces import Trace, record

SOURCES = ("sample:tictactoe/hebrew", "sample:tree/nine-leaves", "tictactoe:XO./.X./..O")


@cache
def recorded(source: str, limit: int | None = None) -> Trace:
    return record(source, algorithm="alphabeta", limit=limit)


@st.composite
def selections(draw: st.DrawFn) -> Selection:
    trace = recorded(draw(st.sampled_from(SOURCES)), draw(st.sampled_from([None, 5])))
    frame = st.integers(0, len(trace) - 1)
    root = draw(st.one_of(st.just(0), frame))
    within = st.integers(root, root + trace.sizes[root] - 1)
    last = Selection(trace, Extent()).step
    extent = Extent(
        root=root,
        depth=draw(st.one_of(st.none(), st.integers(0, 4))),
        path_to=draw(st.one_of(st.none(), within)),
        without=draw(st.frozensets(within, max_size=2)) - {root},
        closed=draw(st.frozensets(within, max_size=2)),
        step=draw(st.one_of(st.none(), st.integers(Selection(trace, Extent()).steps.enter(root), last))),
        hides_future=draw(st.booleans()),
        stubs=draw(st.booleans()),
    )  # fmt: skip
    return Selection(trace, extent)


@given(selections())
def test_it_is_counted_as_it_is_made(selection: Selection) -> None:
    assert len(selection) == len(list(selection))


@given(selections())
def test_nodes_are_numbered_with_parents_first(selection: Selection) -> None:
    for number, node in enumerate(selection):
        assert node.number == number
        assert -1 <= node.parent < number
        assert (node.parent < 0) == (number == 0)


@given(selections())
def test_children_stand_in_the_order_searched_and_stubs_after_them(selection: Selection) -> None:
    trace, nodes = selection.trace, list(selection)
    children: dict[int, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    for parent in nodes:
        below = children.get(parent.number, [])
        frames = [node.frame for node in below if not node.is_stub]
        if below:
            assert frames == [frame for frame in trace.children(parent.frame) if frame in frames]
        stubs = [node.move for node in below if node.is_stub]
        assert [node.is_stub for node in below] == [False] * len(frames) + [True] * len(stubs)
        assert stubs in ([], trace.pruned_moves(parent.frame) if not parent.is_stub else [])


@given(selections())
def test_states_follow_from_the_steps(selection: Selection) -> None:
    steps = selection.steps
    for node in selection:
        if node.is_stub:
            continue
        left = steps.leave(node.frame)
        assert node.is_known == (left is not None and left <= selection.step)
        assert (node.state is State.FUTURE) == (steps.enter(node.frame) > selection.step)
        assert node.status != OPEN or not node.is_known


def words(selection: Selection) -> list[str]:
    def word(node: Node) -> str:
        return f"{selection.move_text(node)}{'|' if node.is_stub else '='}{selection.value_text(node)}"

    return [word(node) for node in selection]


def test_the_whole_of_a_small_tree() -> None:
    assert words(Selection(recorded("sample:tictactoe/hebrew"), Extent())) == [
        "=1", "a3=1", "a1=≤1", "a3=1", "c1=1", "c1|", "c1=1",
    ]  # fmt: skip


def test_what_is_not_there_is_refused() -> None:
    trace = recorded("sample:tictactoe/hebrew")
    with pytest.raises(InputError, match="there is no frame 99"):
        Selection(trace, Extent(root=99))
    with pytest.raises(InputError, match="there is no step 99"):
        Selection(trace, Extent(step=99))
    with pytest.raises(InputError, match="frame 0 is not in the exported part, frames 2 to"):
        Selection(trace, Extent(root=2, path_to=0))


@given(selections())
def test_at_another_step_it_is_the_same_part(selection: Selection) -> None:
    for step in selection.own_steps():
        at = selection.at_step(step)
        assert at.step == step
        assert at.steps.at(step).frame in [*selection.frames.tolist(), selection.trace.parents[selection.extent.root]]
        if not selection.extent.hides_future:
            assert at.frames.tolist() == selection.frames.tolist()


def test_all_steps_are_the_own_steps_of_the_whole() -> None:
    selection = Selection(recorded("sample:tictactoe/hebrew"), Extent())
    assert selection.own_steps() == list(range(selection.steps.count))


def test_boards_are_of_games_alone() -> None:
    hebrew = Selection(recorded("sample:tictactoe/hebrew"), Extent())
    texts = [hebrew.board_text(node) for node in hebrew]
    assert texts[0] == hebrew.trace.position.text
    assert [bool(text) for text in texts] == [not node.is_stub for node in hebrew]
    tree = Selection(recorded("sample:tree/nine-leaves"), Extent())
    assert {tree.board_text(node) for node in tree} == {""}
    assert {tree.board(node) for node in tree} == {None}
