"""Which children are drawn one by one: in a narrow fan all of them, in a wide one those that matter."""

from __future__ import annotations

import pytest
from plyscope import Trace, record

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.canvas.focus_layout import MAX_BUNDLED, NEIGHBOURS, Item, fan

pytestmark = pytest.mark.qt


def frames_of(items: list[Item]) -> list[int]:
    return [item.frame for item in items if item.what == "frame"]


def counted(items: list[Item]) -> int:
    return sum(item.count for item in items if item.what != "stub")


def test_where_there_is_room_all_children_are_drawn(wide: Trace) -> None:
    children = list(wide.children(0))
    items = fan(wide, 0, children[3], children[90], children, room=150)
    assert frames_of(items) == children
    assert {item.what for item in items} == {"frame"}


@pytest.mark.parametrize("current", [0, 1, 5, 87, 90, 92, 148, 149])
def test_a_wide_fan_shows_first_best_current_and_its_neighbours(wide: Trace, current: int) -> None:
    children = list(wide.children(0))
    items = fan(wide, 0, children[current], children[90], children, room=20)
    shown = set(frames_of(items))
    near = children[max(0, current - NEIGHBOURS) : current + NEIGHBOURS + 1]
    assert shown == {children[0], children[-1], children[90], *near}
    assert counted(items) == 150
    assert len(items) <= MAX_BUNDLED


def test_bundles_stand_between_those_that_are_drawn_and_know_their_first_frame(wide: Trace) -> None:
    children = list(wide.children(0))
    reached = 0
    for item in fan(wide, 0, children[40], children[90], children, room=20):
        if item.what == "bundle":
            assert item.frame == 0
            assert item.first == children[reached]
            reached += item.count
        else:
            assert item.frame == children[reached]
            reached += 1
    assert reached == 150


def test_without_a_current_or_best_child_the_ends_are_drawn(wide: Trace) -> None:
    children = list(wide.children(0))
    items = fan(wide, 0, -1, -1, children, room=20)
    assert frames_of(items) == [children[0], children[-1]]
    assert counted(items) == 150


def test_hidden_children_are_neither_drawn_nor_counted(wide: Trace) -> None:
    children = list(wide.children(0))
    hidden = {children[0], *children[50:60]}
    shown = [child for child in children if child not in hidden]
    items = fan(wide, 0, children[40], children[90], shown, room=20)
    assert counted(items) == 139
    assert not hidden & set(frames_of(items))


def test_moves_left_out_come_last_one_by_one_or_counted() -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    children = list(trace.children(4))
    narrow = fan(trace, 4, -1, -1, children, room=10)
    assert [item.what for item in narrow] == ["frame", "stub", "stub", "stub"]
    assert [item.move for item in narrow[1:]] == trace.pruned_texts(4)
    bundled = fan(trace, 4, -1, -1, children, room=3)
    assert [(item.what, item.count) for item in bundled] == [("frame", 1), ("stub", 3)]
