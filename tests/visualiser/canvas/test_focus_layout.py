"""How far apart the plies of the focus view lie: in every height, for paths of any length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from plyscope_window.canvas.focus_layout import (
    CLOSE_PITCH,
    MAX_BUNDLED,
    MAX_PITCH,
    MIN_PITCH,
    SHOWN_NEIGHBOURS,
    TOP_MARGIN,
    Item,
    fan_items,
    lantern_height,
    ply_height,
    ply_heights,
    room_below_middle,
    trunk,
)

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt


def test_a_small_tree_has_the_highest_pitch_and_no_recording_less_than_the_least() -> None:
    assert ply_height(2000, 5) == MAX_PITCH
    assert ply_height(600, 30) == MIN_PITCH
    assert MIN_PITCH < ply_height(600, 6) < MAX_PITCH


@pytest.mark.parametrize("high", [200, 300, 465, 700, 1100])
@pytest.mark.parametrize("plies", [1, 2, 5, 9, 10, 40, 1000])
def test_whatever_is_shown_fits_and_what_is_not_is_counted(high: int, plies: int) -> None:
    for running in {plies - 1, max(0, plies - 2)}:
        pitch = ply_height(high, max(plies, 6))
        found = ply_heights(plies, running, high, pitch)
        assert len(found.tops) == len(found.gaps) == plies - found.first
        assert found.tops[0] == TOP_MARGIN
        assert found.tops[-1] + room_below_middle(pitch) <= high
        assert all(
            after - before == pytest.approx(gap)
            for (before, after), gap in zip(pairwise(found.tops), found.gaps, strict=False)
        )
        assert set(found.gaps) <= {pitch, CLOSE_PITCH}
        # The upper ones are the close ones, and never the running frame's.
        assert found.gaps == sorted(found.gaps)
        assert found.gaps[running - found.first] == pitch
        assert found.first <= max(0, running - 1)


def test_plies_move_together_before_any_becomes_a_note_and_only_as_many_as_it_takes() -> None:
    pitch = MIN_PITCH
    room = TOP_MARGIN + room_below_middle(pitch)
    assert ply_heights(6, 5, room + 5 * pitch, pitch).gaps == [pitch] * 6
    assert ply_heights(6, 5, room + 5 * pitch - 1, pitch).gaps == [CLOSE_PITCH] + [pitch] * 5
    assert ply_heights(6, 5, room + 5 * CLOSE_PITCH, pitch).first == 0
    assert ply_heights(6, 5, room + 5 * CLOSE_PITCH - 1, pitch).first == 1
    assert ply_heights(6, 5, room + 4 * CLOSE_PITCH - 1, pitch).first == 2


def test_lanterns_and_trunks_have_the_room_that_there_is() -> None:
    assert lantern_height(CLOSE_PITCH) == 0
    assert lantern_height(MIN_PITCH) == 19
    assert lantern_height(MAX_PITCH) == 26
    for gap in (CLOSE_PITCH, MIN_PITCH, MAX_PITCH):
        assert 16 < trunk(gap) < gap - 12


def frames_of(items: list[Item]) -> list[int]:
    return [item.frame for item in items if item.kind == "frame"]


def counted(items: list[Item]) -> int:
    return sum(item.count for item in items if item.kind != "stub")


def test_where_there_is_room_all_children_are_drawn(wide: Trace) -> None:
    children = list(wide.children(0))
    items = fan_items(wide, 0, children[3], children[90], children, room=150)
    assert frames_of(items) == children
    assert {item.kind for item in items} == {"frame"}


@pytest.mark.parametrize("current", [0, 1, 5, 87, 90, 92, 148, 149])
def test_a_wide_fan_shows_first_best_current_and_its_neighbours(wide: Trace, current: int) -> None:
    children = list(wide.children(0))
    items = fan_items(wide, 0, children[current], children[90], children, room=20)
    shown = set(frames_of(items))
    near = children[max(0, current - SHOWN_NEIGHBOURS) : current + SHOWN_NEIGHBOURS + 1]
    assert shown == {children[0], children[-1], children[90], *near}
    assert counted(items) == 150
    assert len(items) <= MAX_BUNDLED


def test_bundles_stand_between_those_that_are_drawn_and_know_their_first_frame(wide: Trace) -> None:
    children = list(wide.children(0))
    reached = 0
    for item in fan_items(wide, 0, children[40], children[90], children, room=20):
        if item.kind == "bundle":
            assert item.frame == 0
            assert item.first == children[reached]
            reached += item.count
        else:
            assert item.frame == children[reached]
            reached += 1
    assert reached == 150


def test_without_a_current_or_best_child_the_ends_are_drawn(wide: Trace) -> None:
    children = list(wide.children(0))
    items = fan_items(wide, 0, -1, -1, children, room=20)
    assert frames_of(items) == [children[0], children[-1]]
    assert counted(items) == 150


def test_hidden_children_are_neither_drawn_nor_counted(wide: Trace) -> None:
    children = list(wide.children(0))
    hidden = {children[0], *children[50:60]}
    shown = [child for child in children if child not in hidden]
    items = fan_items(wide, 0, children[40], children[90], shown, room=20)
    assert counted(items) == 139
    assert not hidden & set(frames_of(items))


def test_pruned_moves_come_last_one_by_one_or_counted() -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    children = list(trace.children(4))
    narrow = fan_items(trace, 4, -1, -1, children, room=10)
    assert [item.kind for item in narrow] == ["frame", "stub", "stub", "stub"]
    assert [item.move for item in narrow[1:]] == trace.pruned_texts(4)
    bundled = fan_items(trace, 4, -1, -1, children, room=3)
    assert [(item.kind, item.count) for item in bundled] == [("frame", 1), ("stub", 3)]
